"""What came where it is another sum, what was paid back, and a day's closing that agrees with both."""

from uuid import uuid4

import psycopg
import pytest

from tests.database.conftest import PersonaDatabase
from tests.database.test_proofs import get_place, send_another_proof, upload_proof
from tests.database.test_reviews import (
    ORDERS,
    REGISTRATIONS,
    assert_refused,
    place_order,
    review,
    send_waiting_record,
    undo_review,
)
from tests.example_rows import Row, put, row, row_with_files

TODAY = "(now() at time zone 'Asia/Jakarta')::date"
CLOSING = f"select account, payments, came, refunded, awaited from public.closing({TODAY} - 1, {TODAY})"


def record_refund(
    db: PersonaDatabase, order: Row, amount: int, note: str = "", who: str = "admin", uuid: str | None = None
) -> None:
    call = f"select public.record_refund('transactions', %s, %s, {TODAY}, 'BCA 0123', %s, %s)"
    db.run_as(who, call, order["uuid"], amount, note, uuid or str(uuid4()))


def record_received(db: PersonaDatabase, paid: Row, amount: int | None, who: str = "admin") -> None:
    db.run_as(who, "select public.record_received(%s, %s, %s)", get_place(paid), paid["uuid"], amount)


def fetch_closing(db: PersonaDatabase) -> list[tuple[object, ...]]:
    return [tuple(one.values()) for one in db.run_as("admin", CLOSING)]


def a_day_earlier(db: PersonaDatabase) -> None:
    """What was recorded and refunded so far, was so yesterday."""
    db.sql("alter table public.audit_log disable trigger _000_append_only")
    db.sql("update public.audit_log set created_at = created_at - interval '1 day'")
    db.sql("update public.refunds set created_at = created_at - interval '1 day'")


@pytest.fixture
def without_payments(db: PersonaDatabase) -> PersonaDatabase:
    """The database without earlier payments."""
    db.sql("delete from public.transactions")
    db.sql("delete from public.payments")
    return db


def test_Y24_tom_reads_what_was_paid_back_and_hears_of_it(without_payments: PersonaDatabase) -> None:
    order = place_order(without_payments)
    review(without_payments, ORDERS, order, "accepted")
    without_payments.sql("delete from private.outbox")
    record_refund(without_payments, order, 100_000, "One piece was sold out")
    query = "select amount, way, note from public.refunds"
    assert without_payments.run_as("talent", query) == [
        {"amount": 100_000, "way": "BCA 0123", "note": "One piece was sold out"}
    ]
    assert without_payments.run_as("talent", query, sub=without_payments.other) == []
    events = without_payments.sql("select kind, user_id::text, data ->> 'amount' from private.outbox")
    assert events == [("order_refunded", without_payments.user_id("talent"), "Rp. 100.000")]


def test_Y24_no_more_is_paid_back_than_came(without_payments: PersonaDatabase) -> None:
    order = place_order(without_payments)
    assert_refused(without_payments, "23514", "refund_too_high", record_refund, order, 1)
    review(without_payments, ORDERS, order, "accepted")
    record_refund(without_payments, order, 200_000)
    sentence, _ = assert_refused(without_payments, "23514", "refund_too_high", record_refund, order, 100_001)
    assert sentence == "Only Rp. 100.000 can be refunded. If more arrived, record the amount received first."
    record_received(without_payments, order, 350_000)
    record_refund(without_payments, order, 150_000)
    (last,) = without_payments.sql("select uuid from public.refunds where amount = 150000")[0]
    without_payments.run_as("admin", "select public.undo_refund(%s)", last)
    record_refund(without_payments, order, 150_000)
    for less in (0, 349_999, None):
        sentence, _ = assert_refused(
            without_payments, "23514", "received_too_low", record_received, order, less
        )
        assert sentence == (
            "Rp. 350.000 was refunded already, so no less can have arrived. "
            "Remove a refund first if it is wrong."
        )
    gone: Row = {"uuid": str(last)}
    assert_refused(without_payments, "PT404", "record_gone", record_refund, gone, 1)


def test_Y24_a_refund_is_of_a_day_from_its_order_until_today(without_payments: PersonaDatabase) -> None:
    """Of any other day it would be in no closing."""
    facts = {"status": "Accepted", "created_at": "2026-08-01T18:00:00Z"}
    order = row_with_files(without_payments.sql, ORDERS, without_payments.other, **facts)
    assert without_payments.insert("service", ORDERS, order).refused is None, "it is brought in later"
    ((today, tomorrow),) = without_payments.sql(
        "select one, one + 1 from private.latest_booking_date() as day (one)"
    )
    call = "select public.record_refund('transactions', %s, 1, %s, 'BCA')"
    for day in ("0226-11-28", "2026-08-01", tomorrow, "2062-11-28", "infinity", None):
        sentence, _ = assert_refused(
            without_payments, "23514", "refund_day", PersonaDatabase.run_as, "admin", call, order["uuid"], day
        )
        assert sentence == (
            "A refund can't be earlier than its payment, nor on a day that is still to come. Check the day."
        )
    for day in ("2026-08-02", today):
        without_payments.run_as("admin", call, order["uuid"], day)
    without_payments.delete("admin", ORDERS, order["uuid"])
    without_payments.run_as("admin", call, order["uuid"], "2026-08-03")


def test_Y24_no_sum_that_ada_mistypes_keeps_a_closing_from_adding_up(
    without_payments: PersonaDatabase,
) -> None:
    one, other = place_order(without_payments), place_order(without_payments)
    assert_refused(without_payments, "23514", "total", record_received, one, 2**53)
    for order in (one, other):
        record_received(without_payments, order, 2**53 - 1)
    assert fetch_closing(without_payments) == [(None, 2, 2**54 - 2, 0, 0)]


@pytest.mark.parametrize("place", [ORDERS, REGISTRATIONS])
@pytest.mark.parametrize("of_the_rest", [True, False])
def test_Y24_a_payment_accepted_after_the_proof_of_its_rest_came_whole_and_any_other_as_recorded(
    without_payments: PersonaDatabase, of_the_rest: bool, place: str
) -> None:
    paid = send_waiting_record(without_payments, place)
    without_payments.sql("update public.payments set total = 300000, amount = 300000")
    record_received(without_payments, paid, 250_000)
    review(without_payments, place, paid, "rejected", "Rp. 50.000 are missing")
    send_another_proof(without_payments, paid, upload_proof(without_payments, place=place))
    if of_the_rest:
        a_day_earlier(without_payments)
    review(without_payments, place, paid, "accepted")
    came = 300_000 if of_the_rest else 250_000
    assert fetch_closing(without_payments) == [(None, 1, came, 0, 0)]
    undo_review(without_payments, place, paid)
    received = "select received from public.payments"
    assert without_payments.sql(received) == [(250_000,)], "what is asked for again is the rest"


def send_proof_later(db: PersonaDatabase, order: Row) -> None:
    """Another proof, a day after whatever was recorded and refunded."""
    send_another_proof(db, order, upload_proof(db))
    a_day_earlier(db)


def test_Y24_what_was_refunded_before_another_proof_came_beside_what_that_proves(
    without_payments: PersonaDatabase,
) -> None:
    short = place_order(without_payments)
    record_received(without_payments, short, 250_000)
    review(without_payments, ORDERS, short, "rejected", "Rp. 50.000 are missing")
    record_refund(without_payments, short, 250_000)
    send_proof_later(without_payments, short)
    review(without_payments, ORDERS, short, "accepted")
    assert fetch_closing(without_payments) == [(None, 1, 550_000, 250_000, 0)]
    assert without_payments.run_as("admin", "select * from public.owed_refunds()") == []
    undo_review(without_payments, ORDERS, short)
    assert without_payments.sql("select received from public.payments") == [(250_000,)]


def test_Y24_an_order_that_is_paid_again_after_its_refund_came_twice(
    without_payments: PersonaDatabase,
) -> None:
    order = place_order(without_payments)
    review(without_payments, ORDERS, order, "accepted")
    record_refund(without_payments, order, 300_000)
    without_payments.update("admin", ORDERS, order["uuid"], {"status": "Rejected"})
    send_proof_later(without_payments, order)
    review(without_payments, ORDERS, order, "accepted")
    assert fetch_closing(without_payments) == [(None, 1, 600_000, 300_000, 0)]
    record_refund(without_payments, order, 300_000)


CHANGES_OF_MIND = {
    "the decision is undone": "select public.undo_review('transactions', %s)",
    "the order is rejected after all": "update public.transactions set status = 'Rejected' where uuid = %s",
}


@pytest.mark.parametrize("change", CHANGES_OF_MIND)
def test_Y24_what_was_paid_back_had_come_whatever_becomes_of_the_order(
    without_payments: PersonaDatabase, change: str
) -> None:
    order = place_order(without_payments)
    review(without_payments, ORDERS, order, "accepted")
    record_refund(without_payments, order, 300_000)
    assert fetch_closing(without_payments) == [(None, 1, 300_000, 300_000, 0)]
    without_payments.run_as("admin", CHANGES_OF_MIND[change], order["uuid"])
    awaited = 300_000 if change == "the decision is undone" else 0
    assert fetch_closing(without_payments) == [(None, 1, 300_000, 300_000, awaited)]
    assert_refused(without_payments, "23514", "refund_too_high", record_refund, order, 1)


def test_Y24_a_refund_that_is_sent_again_is_recorded_and_told_once(without_payments: PersonaDatabase) -> None:
    order, other = place_order(without_payments), place_order(without_payments)
    for paid in (order, other):
        review(without_payments, ORDERS, paid, "accepted")
    without_payments.sql("delete from private.outbox")
    same = str(uuid4())
    record_refund(without_payments, order, 300_000, uuid=same)
    record_refund(without_payments, order, 300_000, uuid=same)
    recorded = "select uuid::text, amount from public.refunds"
    events = "select kind from private.outbox"
    assert (without_payments.sql(recorded), without_payments.sql(events)) == (
        [(same, 300_000)],
        [("order_refunded",)],
    )
    for paid, amount, note in ((order, 1, ""), (other, 300_000, ""), (order, 300_000, "Sold out")):
        sentence, _ = assert_refused(
            without_payments, "PT409", "refund_recorded", record_refund, paid, amount, note, "admin", same
        )
        assert sentence.startswith("A refund of Rp. 300.000 was recorded already.")
    assert without_payments.sql(recorded) == [(same, 300_000)]


@pytest.mark.parametrize("is_message", [False, True])
def test_Y24_a_refund_that_is_removed_is_told_to_nobody_and_another_one_still_is(
    without_payments: PersonaDatabase, is_message: bool
) -> None:
    without_payments.sql("update auth.users set email_confirmed_at = now()")
    order = place_order(without_payments)
    review(without_payments, ORDERS, order, "accepted")
    without_payments.sql("delete from private.outbox")
    mistaken, right = str(uuid4()), str(uuid4())
    record_refund(without_payments, order, 200_000, uuid=mistaken)
    record_refund(without_payments, order, 100_000, uuid=right)
    waiting = "select data ->> 'amount', not_before = now() + interval '15 seconds' from private.outbox"
    assert without_payments.sql(waiting) == [("Rp. 200.000", True), ("Rp. 100.000", True)]
    if is_message:
        without_payments.sql("update private.outbox set not_before = now()")
        without_payments.sql("select private.create_messages(true)")
    without_payments.run_as("admin", "select public.undo_refund(%s)", mistaken)
    told = "select data ->> 'refund' from private.outbox union all"
    told += " select data ->> 'refund' from private.messages where state = 'waiting'"
    assert without_payments.sql(told) == [(right,)]


def test_Y24_the_closing_of_a_day_agrees_with_what_came_and_went(without_payments: PersonaDatabase) -> None:
    accepted, rejected, waiting = (
        place_order(without_payments),
        place_order(without_payments),
        place_order(without_payments),
    )
    assert fetch_closing(without_payments) == [(None, 0, 0, 0, 900_000)]
    review(without_payments, ORDERS, accepted, "accepted")
    review(without_payments, ORDERS, rejected, "rejected", "Too little")
    assert fetch_closing(without_payments) == [(None, 1, 300_000, 0, 300_000)]
    record_received(without_payments, rejected, 250_000)
    record_refund(without_payments, rejected, 250_000)
    assert fetch_closing(without_payments) == [(None, 2, 550_000, 250_000, 300_000)]
    record_received(without_payments, waiting, 100_000)
    assert fetch_closing(without_payments) == [(None, 3, 650_000, 250_000, 200_000)]
    with without_payments.connection.transaction(force_rollback=True):
        record_refund(without_payments, waiting, 100_000)
        assert fetch_closing(without_payments) == [(None, 3, 650_000, 350_000, 300_000)]
    line = add_statement_line(without_payments, 300_000)
    match = "select public.match_line(%s, 'transactions', %s::uuid[])"
    without_payments.run_as("admin", match, line, [accepted["uuid"]])
    without_payments.delete("talent", ORDERS, accepted["uuid"])
    assert fetch_closing(without_payments) == [
        ("111", 1, 300_000, 0, 0),
        (None, 2, 350_000, 250_000, 200_000),
    ]
    with pytest.raises(psycopg.errors.CheckViolation):
        without_payments.run_as("admin", "select public.closing('2026-01-02', '2026-01-01')")


def test_Y24_an_order_is_booked_on_the_days_it_was_sent_decided_or_seen_by_the_bank_and_paid_back(
    without_payments: PersonaDatabase,
) -> None:
    waiting, accepted = place_order(without_payments), place_order(without_payments)
    review(without_payments, ORDERS, accepted, "accepted")
    record_refund(without_payments, accepted, 50_000)
    set_days = "update public.payments set created_at = now() - %s * interval '1 day' where record = %s"
    without_payments.sql(set_days, 30, accepted["uuid"])
    without_payments.sql(set_days, 30, waiting["uuid"])
    without_payments.sql("update public.payments set decided_at = decided_at - interval '20 days'")
    day = f"select came, refunded, awaited from public.closing({TODAY} - %s::int, {TODAY} - %s::int)"

    def fetch_days() -> dict[int, list[tuple[object, ...]]]:
        return {
            ago: [tuple(one.values()) for one in without_payments.run_as("admin", day, ago, ago)]
            for ago in (30, 25, 20, 0)
        }

    assert fetch_days() == {30: [(0, 0, 300_000)], 25: [], 20: [(300_000, 0, 0)], 0: [(0, 50_000, 0)]}
    match = "select public.match_line(%s, 'transactions', %s::uuid[])"
    line = add_statement_line(without_payments, 300_000, ago=25)
    without_payments.run_as("admin", match, line, [accepted["uuid"]])
    assert fetch_days() == {30: [(0, 0, 300_000)], 25: [(300_000, 0, 0)], 20: [], 0: [(0, 50_000, 0)]}
    in_two = place_order(without_payments)
    for amount, ago in ((100_000, 24), (200_000, 23)):
        line = add_statement_line(without_payments, amount, ago=ago)
        without_payments.run_as("admin", match, line, [in_two["uuid"]])
    total = f"select sum(payments) as payments, sum(came) as came from public.closing({TODAY} - 60, {TODAY})"
    assert without_payments.run_as("admin", total) == [{"payments": 2, "came": 600_000}]


def add_statement_line(db: PersonaDatabase, amount: int, account: str = "111", ago: int = 0) -> str:
    day = str(db.sql(f"select {TODAY} - %s::int", ago)[0][0])
    return put(
        db.sql,
        "statement_lines",
        row("statement_lines", "", amount=amount, account=account, booked_on=day),
    )


TIE = "select public.match_line(%s, 'transactions', %s::uuid[], true, %s::bigint[])"


def test_Y24_two_transfers_for_one_order_add_up(without_payments: PersonaDatabase) -> None:
    order = place_order(without_payments)
    without_payments.run_as(
        "admin", TIE, add_statement_line(without_payments, 100_000), [order["uuid"]], None
    )
    came = "select received from public.payments where record = %s"
    assert without_payments.run_as("talent", came, order["uuid"]) == [{"received": 100_000}]
    second = add_statement_line(without_payments, 200_000, "222")
    without_payments.run_as("admin", TIE, second, [order["uuid"]], None)
    assert without_payments.run_as("talent", came, order["uuid"]) == [{"received": None}]
    assert fetch_closing(without_payments) == [("111", 1, 100_000, 0, 0), ("222", 0, 200_000, 0, 0)]
    without_payments.run_as("admin", "select public.unmatch_line(%s)", second)
    assert fetch_closing(without_payments) == [("111", 1, 100_000, 0, 0)]


def test_Y24_one_transfer_pays_orders_of_two_people_as_ada_divides_it(
    without_payments: PersonaDatabase,
) -> None:
    mine, theirs = place_order(without_payments), place_order(without_payments)
    without_payments.sql(
        "update public.payments set user_id = %s where record = %s", without_payments.other, theirs["uuid"]
    )
    line = add_statement_line(without_payments, 590_000)
    both = [mine["uuid"], theirs["uuid"]]
    for parts in ([300_000, 300_000], [590_000, 0], [590_000], [300_000, None]):
        assert_refused(
            without_payments,
            "23514",
            "shares_differ",
            PersonaDatabase.run_as,
            "admin",
            TIE,
            line,
            both,
            parts,
        )
    without_payments.run_as("admin", TIE, line, both, [300_000, 290_000])
    paid = without_payments.sql("select state, received from public.payments order by received nulls first")
    assert paid == [("accepted", None), ("accepted", 290_000)]
    assert fetch_closing(without_payments) == [("111", 2, 590_000, 0, 0)]


def test_Y24_an_outgoing_line_shows_one_refund(without_payments: PersonaDatabase) -> None:
    orders = [place_order(without_payments), place_order(without_payments)]
    for order in orders:
        review(without_payments, ORDERS, order, "accepted")
        record_refund(without_payments, order, 50_000)
    out = add_statement_line(without_payments, -50_000, "333")
    add_statement_line(without_payments, 50_000)
    found = "select uuid::text from public.refund_lines(%s)"
    refunds = without_payments.sql("select uuid::text from public.refunds order by created_at, uuid")
    first, second = (uuid for (uuid,) in refunds)
    assert without_payments.run_as("admin", found, first) == [{"uuid": out}]
    without_payments.run_as("admin", "select public.match_refund(%s, %s)", first, out)
    assert without_payments.run_as("admin", found, second) == []
    match = "select public.match_refund(%s, %s)"
    without_payments.run_as("admin", match, first, out)  # again, after a lost answer
    assert_refused(
        without_payments, "PT404", "line_gone", PersonaDatabase.run_as, "admin", match, second, out
    )
    assert fetch_closing(without_payments) == [("333", 0, 0, 50_000, 0), (None, 2, 600_000, 50_000, 0)]
    undo = "select public.undo_import(imported_at) from public.statement_lines where uuid = %s"
    assert without_payments.run_as("admin", undo, out) == [{"undo_import": 1}]
    assert without_payments.sql("select 1 from public.statement_lines where uuid = %s", out) == [(1,)]
    without_payments.run_as("admin", match, first, None)
    assert without_payments.run_as("admin", found, second) == [{"uuid": out}]


@pytest.mark.parametrize("role", ["anon", "none", "talent", "leadership", "service"])
def test_Y24_only_administrators_record_and_close(db: PersonaDatabase, role: str) -> None:
    order = place_order(db)
    review(db, ORDERS, order, "accepted")
    for act in (
        lambda: record_refund(db, order, 1, who=role),
        lambda: record_received(db, order, 1, who=role),
        lambda: db.run_as(role, CLOSING),
        lambda: db.run_as(role, "select public.undo_refund(%s)", order["uuid"]),
        lambda: db.run_as(role, "select public.refund_lines(%s)", order["uuid"]),
        lambda: db.run_as(role, "select public.match_refund(%s, null)", order["uuid"]),
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


def test_V6_every_rule_about_refunds_refuses_by_its_name(db: PersonaDatabase) -> None:
    rules = "select conname from pg_constraint where contype <> 'n' and conrelid = 'public.refunds'::regclass"
    assert sorted(SENSELESS) == sorted(name for (name,) in db.sql(rules))
    good = row("refunds", db.other)
    put(db.sql, "refunds", good)
    for rule, forged in SENSELESS.items():
        values = good | ({"uuid": db.other} if forged else {}) | forged
        columns, places = ", ".join(values), ", ".join(["%s"] * len(values))
        with pytest.raises(psycopg.IntegrityError) as caught, db.connection.transaction():
            db.sql(f"insert into public.refunds ({columns}) values ({places})", *values.values())
        assert caught.value.diag.constraint_name == rule


def test_Y24_a_transfer_for_an_order_that_is_cancelled_counts_whenever_its_line_was_matched(
    without_payments: PersonaDatabase,
) -> None:
    """Otherwise it would be missing from the closing and could not be refunded."""
    tie = "select public.match_line(%s, 'transactions', %s::uuid[])"
    cancel = "select public.cancel_order(%s, 'Too late')"
    for account, is_matched_first in (("111", True), ("222", False)):
        order, line = place_order(without_payments), add_statement_line(without_payments, 300_000, account)
        if is_matched_first:
            without_payments.run_as("admin", tie, line, [order["uuid"]])
        without_payments.run_as("talent", cancel, order["uuid"])
        if not is_matched_first:
            without_payments.run_as("admin", tie, line, [order["uuid"]])
        assert (account, 1, 300_000, 0, 0) in fetch_closing(without_payments)
        record_refund(without_payments, order, 300_000)
        assert (account, 1, 300_000, 300_000, 0) in fetch_closing(without_payments)
    assert without_payments.run_as("admin", "select * from public.owed_refunds()") == []


@pytest.mark.parametrize("is_matched", [True, False])
def test_Y24_what_came_of_an_accepted_order_stays_when_its_lines_are_edited(
    without_payments: PersonaDatabase, is_matched: bool
) -> None:
    order = place_order(without_payments)
    if is_matched:
        without_payments.run_as(
            "admin", TIE, add_statement_line(without_payments, 300_000), [order["uuid"]], None
        )
    else:
        review(without_payments, ORDERS, order, "accepted")
    booked = fetch_closing(without_payments)
    one = [line | {"quantity_to_buy": 1} for line in order["transactions"]]
    owed = "select amount, received from public.payments where record = %s"
    for lines, amounts in ((one, (150_000, 300_000)), (order["transactions"], (300_000, None))):
        assert without_payments.update("admin", ORDERS, order["uuid"], {"transactions": lines}).rows
        assert (without_payments.sql(owed, order["uuid"]), fetch_closing(without_payments)) == (
            [amounts],
            booked,
        )


def test_Y24_an_order_that_is_reduced_before_its_matched_payment_is_accepted_came_as_its_line_says(
    without_payments: PersonaDatabase,
) -> None:
    order, line = place_order(without_payments), add_statement_line(without_payments, 300_000)
    without_payments.run_as(
        "admin", "select public.match_line(%s, 'transactions', %s::uuid[])", line, [order["uuid"]]
    )
    one = [line | {"quantity_to_buy": 1} for line in order["transactions"]]
    paid = "select amount, received from public.payments"
    for lines, amounts in ((one, (150_000, 300_000)), (order["transactions"], (300_000, None))):
        assert without_payments.update("admin", ORDERS, order["uuid"], {"transactions": lines}).rows
        assert without_payments.sql(paid) == [amounts]
    without_payments.update("admin", ORDERS, order["uuid"], {"transactions": one})
    review(without_payments, ORDERS, order, "accepted")
    owed = without_payments.run_as("admin", "select cause, owed from public.owed_refunds()")
    assert owed == [{"cause": "overpaid", "owed": 150_000}]


def test_Y24_what_ada_recorded_outlives_a_line_that_says_less(without_payments: PersonaDatabase) -> None:
    order = place_order(without_payments)
    review(without_payments, ORDERS, order, "accepted")
    record_received(without_payments, order, 600_000)
    received = "select received from public.payments"
    first, second = (add_statement_line(without_payments, amount) for amount in (300_000, 400_000))
    for line, came in ((first, 600_000), (second, 700_000)):
        without_payments.run_as("admin", TIE, line, [order["uuid"]], None)
        assert without_payments.sql(received) == [(came,)]
    record_received(without_payments, order, 900_000)
    for line in (second, first):
        without_payments.run_as("admin", "select public.unmatch_line(%s)", line)
        assert without_payments.sql(received) == [(900_000,)]
    a_day_earlier(without_payments)
    third = add_statement_line(without_payments, 900_000)
    without_payments.run_as("admin", TIE, third, [order["uuid"]], None)
    assert without_payments.sql(received) == [(900_000,)]
    without_payments.run_as("admin", "select public.unmatch_line(%s)", third)
    assert without_payments.sql(received) == [(900_000,)]


def test_Y24_a_line_corrects_what_only_followed_from_an_edited_order(
    without_payments: PersonaDatabase,
) -> None:
    order = place_order(without_payments)
    review(without_payments, ORDERS, order, "accepted")
    one = [line | {"quantity_to_buy": 1} for line in order["transactions"]]
    without_payments.update("admin", ORDERS, order["uuid"], {"transactions": one})
    received = "select amount, received from public.payments"
    assert without_payments.sql(received) == [(150_000, 300_000)]
    without_payments.run_as(
        "admin", TIE, add_statement_line(without_payments, 150_000), [order["uuid"]], None
    )
    assert without_payments.sql(received) == [(150_000, None)]
