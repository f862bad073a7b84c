"""What came where it is another sum, what was paid back, and a day's closing that agrees with both."""

from uuid import uuid4

import psycopg
import pytest

from tests.database.conftest import House
from tests.database.test_reviews import ORDERS, ordered, refused, review
from tests.example_rows import Row, put, row

TODAY = "(now() at time zone 'Asia/Jakarta')::date"
CLOSING = f"select account, payments, came, refunded, awaited from public.closing({TODAY} - 1, {TODAY})"


def refund(
    house: House, order: Row, amount: int, note: str = "", who: str = "admin", uuid: str | None = None
) -> None:
    call = f"select public.record_refund('transactions', %s, %s, {TODAY}, 'BCA 0123', %s, %s)"
    house.ask(who, call, order["uuid"], amount, note, uuid or str(uuid4()))


def received(house: House, order: Row, amount: int | None, who: str = "admin") -> None:
    house.ask(who, "select public.record_received('transactions', %s, %s)", order["uuid"], amount)


def closing(house: House) -> list[tuple[object, ...]]:
    return [tuple(one.values()) for one in house.ask("admin", CLOSING)]


@pytest.fixture
def quiet(house: House) -> House:
    """Nothing was paid before."""
    house.sql("delete from public.transactions")
    house.sql("delete from public.payments")
    return house


def test_Y24_tom_reads_what_was_paid_back_and_hears_of_it(quiet: House) -> None:
    order = ordered(quiet)
    review(quiet, ORDERS, order, "accepted")
    quiet.sql("delete from private.outbox")
    refund(quiet, order, 100_000, "One piece was sold out")
    seen = "select amount, way, note from public.refunds"
    assert quiet.ask("talent", seen) == [
        {"amount": 100_000, "way": "BCA 0123", "note": "One piece was sold out"}
    ]
    assert quiet.ask("talent", seen, sub=quiet.other) == []
    told = quiet.sql("select kind, user_id::text, data ->> 'amount' from private.outbox")
    assert told == [("order_refunded", quiet.user_id("talent"), "Rp. 100.000")]


def test_Y24_no_more_is_paid_back_than_came(quiet: House) -> None:
    order = ordered(quiet)
    refused(quiet, "23514", "refund_too_high", refund, order, 1)
    review(quiet, ORDERS, order, "accepted")
    refund(quiet, order, 200_000)
    sentence, _ = refused(quiet, "23514", "refund_too_high", refund, order, 100_001)
    assert sentence == "Only Rp. 100.000 can be refunded. If more arrived, record the amount received first."
    received(quiet, order, 350_000)
    refund(quiet, order, 150_000)
    (last,) = quiet.sql("select uuid from public.refunds where amount = 150000")[0]
    quiet.ask("admin", "select public.undo_refund(%s)", last)
    refund(quiet, order, 150_000)
    gone: Row = {"uuid": str(last)}
    refused(quiet, "PT404", "record_gone", refund, gone, 1)


def test_Y24_no_sum_that_ada_mistypes_keeps_a_closing_from_adding_up(quiet: House) -> None:
    one, other = ordered(quiet), ordered(quiet)
    refused(quiet, "23514", "total", received, one, 2**53)
    for order in (one, other):
        received(quiet, order, 2**53 - 1)
    assert closing(quiet) == [(None, 2, 2**54 - 2, 0, 0)]


CHANGES_OF_MIND = {
    "the decision is undone": "select public.undo_review('transactions', %s)",
    "the order is rejected after all": "update public.transactions set status = 'Rejected' where uuid = %s",
}


@pytest.mark.parametrize("change", CHANGES_OF_MIND)
def test_Y24_what_was_paid_back_had_come_whatever_becomes_of_the_order(quiet: House, change: str) -> None:
    order = ordered(quiet)
    review(quiet, ORDERS, order, "accepted")
    refund(quiet, order, 300_000)
    booked = closing(quiet)
    quiet.ask("admin", CHANGES_OF_MIND[change], order["uuid"])
    assert closing(quiet) == booked == [(None, 1, 300_000, 300_000, 0)]
    refused(quiet, "23514", "refund_too_high", refund, order, 1)


def test_Y24_a_refund_that_is_sent_again_is_recorded_and_told_once(quiet: House) -> None:
    order, other = ordered(quiet), ordered(quiet)
    for paid in (order, other):
        review(quiet, ORDERS, paid, "accepted")
    quiet.sql("delete from private.outbox")
    same = str(uuid4())
    refund(quiet, order, 300_000, uuid=same)
    refund(quiet, order, 300_000, uuid=same)
    recorded = "select uuid::text, amount from public.refunds"
    told = "select kind from private.outbox"
    assert (quiet.sql(recorded), quiet.sql(told)) == ([(same, 300_000)], [("order_refunded",)])
    for paid, amount, note in ((order, 1, ""), (other, 300_000, ""), (order, 300_000, "Sold out")):
        sentence, _ = refused(quiet, "PT409", "refund_recorded", refund, paid, amount, note, "admin", same)
        assert sentence.startswith("A refund of Rp. 300.000 was recorded already.")
    assert quiet.sql(recorded) == [(same, 300_000)]


def test_Y24_the_closing_of_a_day_agrees_with_what_came_and_went(quiet: House) -> None:
    accepted, rejected, _ = ordered(quiet), ordered(quiet), ordered(quiet)
    assert closing(quiet) == [(None, 0, 0, 0, 900_000)]
    review(quiet, ORDERS, accepted, "accepted")
    review(quiet, ORDERS, rejected, "rejected", "Too little")
    assert closing(quiet) == [(None, 1, 300_000, 0, 300_000)]
    received(quiet, rejected, 250_000)
    refund(quiet, rejected, 250_000)
    assert closing(quiet) == [(None, 2, 550_000, 250_000, 300_000)]
    line = row("statement_lines", "", amount=300_000)
    put(quiet.sql, "statement_lines", line)
    match = "select public.match_line(%s, 'transactions', %s::uuid[])"
    quiet.ask("admin", match, line["uuid"], [accepted["uuid"]])
    quiet.delete("talent", ORDERS, accepted["uuid"])
    assert closing(quiet) == [(line["account"], 1, 300_000, 0, 0), (None, 1, 250_000, 250_000, 300_000)]
    with pytest.raises(psycopg.errors.CheckViolation):
        quiet.ask("admin", "select public.closing('2026-01-02', '2026-01-01')")


def line_of(house: House, amount: int, account: str = "111") -> str:
    today = str(house.sql(f"select {TODAY}")[0][0])
    return put(
        house.sql,
        "statement_lines",
        row("statement_lines", "", amount=amount, account=account, booked_on=today),
    )


TIE = "select public.match_line(%s, 'transactions', %s::uuid[], true, %s::bigint[])"


def test_Y24_two_transfers_for_one_order_add_up(quiet: House) -> None:
    order = ordered(quiet)
    quiet.ask("admin", TIE, line_of(quiet, 100_000), [order["uuid"]], None)
    came = "select received from public.payments where record = %s"
    assert quiet.ask("talent", came, order["uuid"]) == [{"received": 100_000}]
    second = line_of(quiet, 200_000, "222")
    quiet.ask("admin", TIE, second, [order["uuid"]], None)
    assert quiet.ask("talent", came, order["uuid"]) == [{"received": None}]
    assert closing(quiet) == [("111", 1, 100_000, 0, 0), ("222", 1, 200_000, 0, 0)]
    quiet.ask("admin", "select public.unmatch_line(%s)", second)
    assert closing(quiet) == [("111", 1, 100_000, 0, 0)]


def test_Y24_one_transfer_pays_orders_of_two_people_as_ada_divides_it(quiet: House) -> None:
    mine, theirs = ordered(quiet), ordered(quiet)
    quiet.sql("update public.payments set user_id = %s where record = %s", quiet.other, theirs["uuid"])
    line = line_of(quiet, 590_000)
    both = [mine["uuid"], theirs["uuid"]]
    for parts in ([300_000, 300_000], [590_000, 0], [590_000], [300_000, None]):
        refused(quiet, "23514", "shares_differ", House.ask, "admin", TIE, line, both, parts)
    quiet.ask("admin", TIE, line, both, [300_000, 290_000])
    paid = quiet.sql("select state, received from public.payments order by received nulls first")
    assert paid == [("accepted", None), ("accepted", 290_000)]
    assert closing(quiet) == [("111", 2, 590_000, 0, 0)]


def test_Y24_an_outgoing_line_shows_one_refund(quiet: House) -> None:
    orders = [ordered(quiet), ordered(quiet)]
    for order in orders:
        review(quiet, ORDERS, order, "accepted")
        refund(quiet, order, 50_000)
    out = line_of(quiet, -50_000, "333")
    line_of(quiet, 50_000)
    found = "select uuid::text from public.refund_lines(%s)"
    refunds = quiet.sql("select uuid::text from public.refunds order by created_at, uuid")
    first, second = (uuid for (uuid,) in refunds)
    assert quiet.ask("admin", found, first) == [{"uuid": out}]
    quiet.ask("admin", "select public.match_refund(%s, %s)", first, out)
    assert quiet.ask("admin", found, second) == []
    match = "select public.match_refund(%s, %s)"
    quiet.ask("admin", match, first, out)  # again, after a lost answer
    refused(quiet, "PT404", "line_gone", House.ask, "admin", match, second, out)
    assert closing(quiet) == [("333", 0, 0, 50_000, 0), (None, 2, 600_000, 50_000, 0)]
    undo = "select public.undo_import(imported_at) from public.statement_lines where uuid = %s"
    assert quiet.ask("admin", undo, out) == [{"undo_import": 1}]
    assert quiet.sql("select 1 from public.statement_lines where uuid = %s", out) == [(1,)]
    quiet.ask("admin", match, first, None)
    assert quiet.ask("admin", found, second) == [{"uuid": out}]


@pytest.mark.parametrize("role", ["anon", "none", "talent", "leadership", "service"])
def test_Y24_only_administrators_record_and_close(house: House, role: str) -> None:
    order = ordered(house)
    review(house, ORDERS, order, "accepted")
    for act in (
        lambda: refund(house, order, 1, who=role),
        lambda: received(house, order, 1, who=role),
        lambda: house.ask(role, CLOSING),
        lambda: house.ask(role, "select public.undo_refund(%s)", order["uuid"]),
        lambda: house.ask(role, "select public.refund_lines(%s)", order["uuid"]),
        lambda: house.ask(role, "select public.match_refund(%s, null)", order["uuid"]),
    ):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            act()


SENSELESS: dict[str, Row] = {
    "refunds_pkey": {},
    "refunds_are_of_a_payment": {"place": "audition_registrations"},
    "refunds_amount_above_0": {"amount": 0},
    "refunds_way_1_to_100_characters": {"way": " "},
    "refunds_note_1_to_500_characters": {"note": "x" * 501},
    "refunds_line_uuid_is_a_line": {"line_uuid": str(uuid4())},
}


def test_V6_every_rule_about_refunds_refuses_by_its_name(house: House) -> None:
    rules = "select conname from pg_constraint where contype <> 'n' and conrelid = 'public.refunds'::regclass"
    assert sorted(SENSELESS) == sorted(name for (name,) in house.sql(rules))
    good = row("refunds", house.other)
    put(house.sql, "refunds", good)
    for rule, forged in SENSELESS.items():
        values = good | ({"uuid": house.other} if forged else {}) | forged
        columns, places = ", ".join(values), ", ".join(["%s"] * len(values))
        with pytest.raises(psycopg.IntegrityError) as caught, house.connection.transaction():
            house.sql(f"insert into public.refunds ({columns}) values ({places})", *values.values())
        assert caught.value.diag.constraint_name == rule


def test_Y24_a_transfer_for_an_order_that_is_cancelled_counts_whenever_its_line_was_matched(
    quiet: House,
) -> None:
    """Else the closing lost it, and it could not be paid back."""
    tie = "select public.match_line(%s, 'transactions', %s::uuid[])"
    cancel = "select public.cancel_order(%s, 'Too late')"
    for account, is_matched_first in (("111", True), ("222", False)):
        order, line = ordered(quiet), line_of(quiet, 300_000, account)
        if is_matched_first:
            quiet.ask("admin", tie, line, [order["uuid"]])
        quiet.ask("talent", cancel, order["uuid"])
        if not is_matched_first:
            quiet.ask("admin", tie, line, [order["uuid"]])
        assert (account, 1, 300_000, 0, 0) in closing(quiet)
        refund(quiet, order, 300_000)
        assert (account, 1, 300_000, 300_000, 0) in closing(quiet)
    assert quiet.ask("admin", "select * from public.owed_refunds()") == []


@pytest.mark.parametrize("is_matched", [True, False])
def test_Y24_what_came_of_an_accepted_order_stays_when_its_lines_are_edited(
    quiet: House, is_matched: bool
) -> None:
    order = ordered(quiet)
    if is_matched:
        quiet.ask("admin", TIE, line_of(quiet, 300_000), [order["uuid"]], None)
    else:
        review(quiet, ORDERS, order, "accepted")
    booked = closing(quiet)
    one = [line | {"quantity_to_buy": 1} for line in order["transactions"]]
    owed = "select amount, received from public.payments where record = %s"
    for lines, amounts in ((one, (150_000, 300_000)), (order["transactions"], (300_000, None))):
        assert quiet.update("admin", ORDERS, order["uuid"], {"transactions": lines}).rows
        assert (quiet.sql(owed, order["uuid"]), closing(quiet)) == ([amounts], booked)
