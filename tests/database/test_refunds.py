"""What came where it is another sum, what was paid back, and a day's closing that agrees with both."""

import psycopg
import pytest

from tests.database.conftest import House
from tests.database.test_reviews import ORDERS, ordered, refused, review
from tests.example_rows import Row, put, row

TODAY = "(now() at time zone 'Asia/Jakarta')::date"
CLOSING = f"select account, payments, came, refunded, awaited from public.closing({TODAY} - 1, {TODAY})"


def refund(house: House, order: Row, amount: int, note: str = "", who: str = "admin") -> None:
    call = f"select public.record_refund('transactions', %s, %s, {TODAY}, 'BCA 0123', %s)"
    house.ask(who, call, order["uuid"], amount, note)


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
    assert sentence == "Only Rp. 100.000 can be paid back. If more came, record first what came."
    received(quiet, order, 350_000)
    refund(quiet, order, 150_000)
    (last,) = quiet.sql("select uuid from public.refunds where amount = 150000")[0]
    quiet.ask("admin", "select public.undo_refund(%s)", last)
    refund(quiet, order, 150_000)
    gone: Row = {"uuid": str(last)}
    refused(quiet, "PT404", "record_gone", refund, gone, 1)


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


@pytest.mark.parametrize("role", ["anon", "none", "talent", "leadership", "service"])
def test_Y24_only_administrators_record_and_close(house: House, role: str) -> None:
    order = ordered(house)
    review(house, ORDERS, order, "accepted")
    for act in (
        lambda: refund(house, order, 1, who=role),
        lambda: received(house, order, 1, who=role),
        lambda: house.ask(role, CLOSING),
        lambda: house.ask(role, "select public.undo_refund(%s)", order["uuid"]),
    ):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            act()


SENSELESS: dict[str, Row] = {
    "refunds_pkey": {},
    "refunds_are_of_a_payment": {"place": "audition_registrations"},
    "refunds_amount_above_0": {"amount": 0},
    "refunds_way_1_to_100_characters": {"way": " "},
    "refunds_note_1_to_500_characters": {"note": "x" * 501},
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
