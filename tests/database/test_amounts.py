"""What is to be paid: one number for buyer, order and desk, which exact amounts keep apart."""

import json
from typing import Any
from uuid import NAMESPACE_URL, UUID, uuid4, uuid5

import psycopg
import pytest

from tests.database.conftest import PersonaDatabase
from tests.database.test_evidence import get_proof_name
from tests.database.test_orders import build_order, catch_refusal, send_order
from tests.database.test_stock import edit_order
from tests.example_rows import Row, line, put, row, row_with_files
from tests.qris_codes import build_static_code

CART, AUDITION = "/shopping-cart", "/profile/audition-registrations"
DUE = """
select total, amount from public.payments where (place, record) = (%s, %s) and deleted_at is null
"""
RESERVED = "state in ('reserved', 'released')"
RESERVE = "select public.reserve_amount(%s, %s, %s) as told"


def set_payment_method(db: PersonaDatabase, page: str = CART, **facts: Any) -> str:
    """Set the payment method of a page; with exact amounts unless `facts` say otherwise."""
    facts = {
        "exact_amounts": True,
        "created_at": "2026-11-22T00:00:00+00:00",
        "qris": build_static_code(),
    } | facts
    db.sql("delete from public.payment_methods where pathname = %s", page)
    return put(db.sql, "payment_methods", row("payment_methods", "", pathname=page, **facts))


def reserve(
    db: PersonaDatabase, total: int, who: str | None = None, page: str = CART, order: Row | None = None
) -> int:
    """Reserve the amount for a total: for this order, or for the next order of the person's device."""
    record = order["uuid"] if order else get_device_uuid(db, who, page)
    (answer,) = db.run_as("talent", RESERVE, page, total, record, sub=who)
    assert answer["told"]["total"] == total
    return int(answer["told"]["amount"])


def get_device_uuid(db: PersonaDatabase, who: str | None = None, page: str = CART) -> str:
    """The uuid of the order for which a person's device reserves."""
    return str(uuid5(NAMESPACE_URL, (who or db.user_id("talent")) + page))


def fetch_due(db: PersonaDatabase, record: Row, place: str = "transactions") -> Any:
    """Total and amount of a record; None where nothing is to be paid."""
    found = db.sql(DUE, place, record["uuid"])
    return found[0] if found else None


def build_priced_order(
    db: PersonaDatabase, price: int, pieces: int = 1, who: str | None = None, **facts: Any
) -> Row:
    """An order with this price, of Tom or another talent, ready to be sent."""
    order = build_order(db) if who is None else build_order_for(db, who)
    product = put(db.sql, "products", row("products", "", price=price))
    return order | {"transactions": [line(product, price, quantity_to_buy=pieces)]} | facts


def build_device_order(db: PersonaDatabase, price: int, who: str | None = None) -> Row:
    """An order with the uuid for which its device reserved."""
    return build_priced_order(db, price, who=who, uuid=get_device_uuid(db, who))


def build_order_for(db: PersonaDatabase, who: str) -> Row:
    return row_with_files(db.sql, "transactions", who)


def test_Y13_an_order_owes_the_sum_of_its_lines(db: PersonaDatabase) -> None:
    order = build_priced_order(db, 75_000, 3)
    send_order(db, order)
    send_order(db, order)  # again
    assert fetch_due(db, order) == (225_000, 225_000)
    other = put(db.sql, "products", row("products", "", price=1))
    edit_order(db, order, transactions=[*order["transactions"], line(other, 1, quantity_to_buy=2)])
    assert fetch_due(db, order) == (225_002, 225_002)
    db.delete("talent", "transactions", order["uuid"])
    assert fetch_due(db, order) is None


def test_Y13_a_sum_beyond_every_number_is_no_error(db: PersonaDatabase) -> None:
    order = build_priced_order(db, 2**53 - 1, 999)
    send_order(db, order)
    assert fetch_due(db, order) == (2**53 - 1, 2**53 - 1)


def test_Y13_a_registration_owes_the_fee_of_its_day(db: PersonaDatabase) -> None:
    tom = db.user_id("talent")

    def register(**facts: Any) -> Row:
        values = row_with_files(db.sql, "audition_registrations", tom) | facts
        assert db.insert("talent", "audition_registrations", values).refused is None
        return values

    assert fetch_due(db, register(), "audition_registrations") == (None, None)
    method = set_payment_method(db, AUDITION, fee=50_000)
    assert reserve(db, 50_000, page=AUDITION) == 50_000
    assert reserve(db, 50_000, db.other, AUDITION) == 49_999
    first = register(uuid=get_device_uuid(db, page=AUDITION))
    db.sql("update public.payment_methods set fee = 60000 where uuid = %s", method)
    assert fetch_due(db, first, "audition_registrations") == (50_000, 50_000)
    assert fetch_due(db, register(), "audition_registrations") == (60_000, 60_000)
    db.delete("admin", "audition_registrations", first["uuid"])
    assert fetch_due(db, first, "audition_registrations") is None


def test_Y13_exact_amounts_are_taken_in_order_and_kept_by_their_order(db: PersonaDatabase) -> None:
    set_payment_method(db)
    lia = db.add_person("talent")
    assert [reserve(db, 90_000), reserve(db, 90_000), reserve(db, 90_000, lia)] == [
        90_000, 90_000, 89_999,
    ]  # fmt: skip
    assert reserve(db, 90_000, db.other) == 89_998
    assert reserve(db, 89_999, db.add_person("talent")) == 89_997
    assert reserve(db, 500_000, lia) == 500_000  # another cart; what she had is free
    assert reserve(db, 90_000, db.add_person("talent")) == 89_999
    order = build_device_order(db, 90_000)
    send_order(db, order)
    assert fetch_due(db, order) == (90_000, 90_000)
    theirs = build_device_order(db, 90_000, db.other)
    send_order(db, theirs, sub=db.other)
    assert fetch_due(db, theirs) == (90_000, 89_998)
    assert db.run_as("talent", "select amount from public.payments") == [{"amount": 90_000}]
    edit_order(db, theirs, transactions=[line(theirs["transactions"][0]["uuid"], 90_000, quantity_to_buy=2)])
    assert fetch_due(db, theirs) == (180_000, 179_998)
    edit_order(db, theirs, transactions=[line(theirs["transactions"][0]["uuid"], 0, quantity_to_buy=1)])
    assert fetch_due(db, theirs) == (0, 0)


def test_Y13_a_transfer_pays_a_little_more_and_a_qris_payment_a_little_less(db: PersonaDatabase) -> None:
    set_payment_method(db, qris=None)
    people = [db.add_person("talent") for _ in range(3)]
    assert [reserve(db, 90_000, one) for one in people] == [90_000, 90_001, 90_002]
    set_payment_method(db)
    assert [reserve(db, 2, one) for one in people] == [2, 1, 2]  # never less than one rupiah


def shorten_retention(db: PersonaDatabase) -> None:
    """Simulate a shop that has run for 90 days and keeps deleted records for one day."""
    db.sql("update private.shop set recoverable = interval '1 day'")
    db.sql(
        "insert into private.running_periods (started_at, seen_at) values (now() - interval '90 days', now())"
    )


def test_Y13_an_amount_is_free_again_after_the_decision_or_a_day(db: PersonaDatabase) -> None:
    set_payment_method(db)
    assert reserve(db, 90_000) == 90_000
    order = build_device_order(db, 90_000)
    send_order(db, order)
    buyers = [db.add_person("talent") for _ in range(8)]
    assert reserve(db, 90_000, buyers[0]) == 89_999
    edit_order(db, order, status="Accepted")
    assert reserve(db, 90_000, buyers[1]) == 89_998, "decided lately"
    db.sql("update public.payments set decided_at = now() - interval '3 days' where state = 'accepted'")
    assert reserve(db, 90_000, buyers[2]) == 90_000
    edit_order(db, order, status="Processed")
    assert fetch_due(db, order) == (90_000, 89_997), "it waits again, and its amount is another's"
    assert reserve(db, 90_000, buyers[3]) == 89_996
    db.sql(f"update public.payments set created_at = now() - interval '26 hours' where {RESERVED}")
    assert reserve(db, 90_000, buyers[4]) == 90_000
    db.delete("talent", "transactions", order["uuid"])
    db.sql(f"delete from public.payments where {RESERVED}")
    db.sql("update public.payments set amount = 90000")
    assert reserve(db, 90_000, buyers[5]) == 89_999, "deleted lately, and perhaps paid"
    shorten_retention(db)
    for kept in ("public.payments", "private.deleted_records"):
        db.sql(f"update {kept} set deleted_at = now() - interval '47 hours' where deleted_at is not null")
    db.sql("select private.purge_deleted_records()")
    assert db.sql("select 1 from private.deleted_records") == []
    with pytest.raises(psycopg.Error), db.connection.transaction():
        db.run_as("admin", "select public.restore_record('transactions', %s)", order["uuid"])
    assert reserve(db, 90_000, buyers[6]) == 89_998
    db.sql("update public.payments set deleted_at = now() - interval '73 hours' where deleted_at is not null")
    assert reserve(db, 90_000, buyers[7]) == 90_000


def test_Y13_Y24_the_rest_of_an_order_that_came_in_part_is_nobody_elses_amount(db: PersonaDatabase) -> None:
    """Its page asks for the rest: another order of that amount would be taken for paid by it."""
    set_payment_method(db)
    order, buyers = build_priced_order(db, 100_000), [db.add_person("talent") for _ in range(3)]
    reserve(db, 100_000, order=order)
    send_order(db, order)
    db.run_as("admin", "select public.record_received('transactions', %s, 50000)", order["uuid"])
    assert reserve(db, 50_000, buyers[0]) == 49_999
    db.run_as("admin", "select public.review('transactions', %s, 'rejected', 'The rest?')", order["uuid"])
    assert reserve(db, 50_000, buyers[1]) == 49_998
    db.sql("update public.payments set decided_at = now() - interval '3 days' where state = 'rejected'")
    assert reserve(db, 50_000, buyers[2]) == 50_000


def test_Z9_a_restored_order_owes_no_amount_that_another_order_owes_by_now(db: PersonaDatabase) -> None:
    set_payment_method(db)
    order, other = build_priced_order(db, 90_000), build_priced_order(db, 90_000)
    reserve(db, 90_000, db.other)
    assert reserve(db, 90_000, order=order) == 89_999
    send_order(db, order)
    line = put(db.sql, "statement_lines", row("statement_lines", "", amount=89_999))
    tie = "select public.match_line(%s, 'transactions', %s::uuid[])"
    db.run_as("admin", tie, line, [order["uuid"]])
    db.delete("talent", "transactions", order["uuid"])
    db.sql("update public.payments set deleted_at = now() - interval '4 days' where deleted_at is not null")
    assert reserve(db, 90_000, order=other) == 89_999
    send_order(db, other)
    db.run_as("admin", "select public.restore_record('transactions', %s)", order["uuid"])
    owed = "select amount, received from public.payments where record in (%s, %s) order by 1"
    assert db.sql(owed, order["uuid"], other["uuid"]) == [(89_998, 89_999), (89_999, None)], (
        "as its line says"
    )


def test_Y10_a_restored_order_leaves_its_buyers_reservation_alone(db: PersonaDatabase) -> None:
    set_payment_method(db)
    reserve(db, 90_000, db.other)
    order = build_priced_order(db, 90_000)
    reserve(db, 90_000, order=order)
    send_order(db, order)
    db.delete("talent", "transactions", order["uuid"])
    reserved = reserve(db, 90_000)
    assert db.run_as("admin", "select public.restore_record('transactions', %s)", order["uuid"])
    assert fetch_due(db, order) == (90_000, 89_999)
    assert reserve(db, 90_000) == reserved
    held = f"select amount from public.payments where {RESERVED} order by 1"
    assert db.sql(held) == [(reserved,), (90_000,)]


def test_Y13_an_order_that_comes_after_a_day_owes_what_was_shown_unless_another_has_it(
    db: PersonaDatabase,
) -> None:
    set_payment_method(db)
    order, late = build_priced_order(db, 90_000), build_priced_order(db, 90_000)
    assert [reserve(db, 90_000, order=one) for one in (order, late)] == [90_000, 89_999]
    db.sql(f"update public.payments set created_at = now() - interval '24 hours' where {RESERVED}")
    assert reserve(db, 90_000, db.other) == 89_998, "not another's yet"
    db.sql(f"update public.payments set created_at = now() - interval '26 hours' where {RESERVED}")
    send_order(db, order)
    assert fetch_due(db, order) == (90_000, 90_000)
    assert reserve(db, 90_000, db.other) == 89_998, "what they were shown before, which is free"
    assert reserve(db, 90_000, db.add_person("talent")) == 89_999
    assert assert_amount_moved(db, late) == "89999"
    assert reserve(db, 90_000, order=late) == 89_997
    send_order(db, late)
    assert fetch_due(db, late) == (90_000, 89_997)


def assert_amount_moved(db: PersonaDatabase, order: Row) -> str | None:
    """Assert that an order is refused because another payment has its amount; gives the new amount."""
    refused = catch_refusal(db, order)
    assert (refused.sqlstate, refused.diag.message_hint) == ("PT409", "amount_moved")
    assert "is taken by another payment" in str(refused.diag.message_primary)
    return refused.diag.message_detail


def test_Y13_two_devices_of_one_person_owe_what_each_was_shown(db: PersonaDatabase) -> None:
    set_payment_method(db)
    devices = [build_priced_order(db, 90_000) for _ in range(2)]
    shown = [reserve(db, 90_000, order=device) for device in (*devices, *devices)]
    assert shown == [90_000, 89_999, 90_000, 89_999]
    assert reserve(db, 50_000, db.other) == 50_000
    for device in devices:
        send_order(db, device)
    assert [fetch_due(db, device) for device in devices] == [(90_000, 90_000), (90_000, 89_999)]
    assert reserve(db, 90_000, order=devices[1]) == 89_999, "what was sent owes what it owes"


def test_Y13_who_reserved_nothing_owes_the_total_unless_another_does(db: PersonaDatabase) -> None:
    set_payment_method(db)
    first, second = build_priced_order(db, 90_000), build_priced_order(db, 90_000)
    send_order(db, first)
    assert fetch_due(db, first) == (90_000, 90_000)
    assert assert_amount_moved(db, second) == "90000"
    set_payment_method(db, exact_amounts=False)
    send_order(db, second)
    assert fetch_due(db, second) == (90_000, 90_000)


def test_Y13_a_registration_by_ada_owes_an_amount_of_its_own(db: PersonaDatabase) -> None:
    set_payment_method(db, AUDITION, fee=50_000)
    owed = []
    for _ in range(2):
        values = row_with_files(db.sql, "audition_registrations", db.other)
        assert db.insert("admin", "audition_registrations", values).refused is None
        owed.append(fetch_due(db, values, "audition_registrations"))
    assert owed == [(50_000, 50_000), (50_000, 49_999)]


def test_Y13_edited_lines_never_make_an_amount_that_another_payment_owes(db: PersonaDatabase) -> None:
    set_payment_method(db)
    order, other = build_priced_order(db, 90_000), build_priced_order(db, 180_000)
    for one, total in ((order, 90_000), (other, 180_000)):
        reserve(db, total, order=one)
        send_order(db, one)
    doubled = [line(order["transactions"][0]["uuid"], 90_000, quantity_to_buy=2)]
    edit_order(db, order, transactions=doubled)
    assert (fetch_due(db, order), fetch_due(db, other)) == ((180_000, 179_999), (180_000, 180_000))
    edit_order(db, order, transactions=order["transactions"])
    assert fetch_due(db, order) == (90_000, 89_999)


def test_Y13_a_person_holds_three_amounts_of_a_page_at_most(db: PersonaDatabase) -> None:
    set_payment_method(db)
    for turn in range(25):
        reserve(db, 90_000, order={"uuid": str(uuid4())})
        db.sql("update public.payments set created_at = created_at - interval '1 second'")
        held = db.sql("select count(*), count(*) filter (where state = 'reserved') from public.payments")
        assert held == [(min(turn + 1, 20), min(turn + 1, 3))]


def test_Y15_a_copy_of_a_proof_takes_no_second_amount(db: PersonaDatabase) -> None:
    """One picture, uploaded again and again, took every amount of a total."""
    etag = json.dumps({"eTag": f'"{"ab" * 32}"'})
    copies = "update storage.objects set metadata = %s::jsonb where name = any(%s)"
    orders = [build_priced_order(db, 90_000) for _ in range(3)]
    db.sql(copies, etag, [get_proof_name(order) for order in orders])
    send_order(db, orders[0])
    send_order(db, orders[1])  # where amounts tell nothing apart, one transfer may be for two orders
    set_payment_method(db)
    reserve(db, 90_000, order=orders[2])
    copied = catch_refusal(db, orders[2])
    assert (copied.sqlstate, copied.diag.message_hint) == ("PT409", "proof_copied")
    for order in orders[:2]:
        edit_order(db, order, status="Rejected")
    send_order(db, orders[2])


def test_Y13_an_order_and_a_registration_never_have_the_same_uuid(db: PersonaDatabase) -> None:
    """Their sender chooses both; by that uuid the desk finds one payment."""
    order = build_priced_order(db, 90_000)
    set_payment_method(db, AUDITION, fee=50_000)
    reserve(db, 50_000, page=AUDITION, order=order)
    send_order(db, order)
    card = row_with_files(db.sql, "audition_registrations", db.user_id("talent"), uuid=order["uuid"])
    with pytest.raises(psycopg.errors.UniqueViolation) as refused, db.connection.transaction():
        db.insert("talent", "audition_registrations", card)
    assert refused.value.diag.message_hint == "taken"
    assert db.sql("select place from public.payments where state = 'waiting'") == [("transactions",)]


def test_Y13_nobody_reserves_for_the_record_of_another(db: PersonaDatabase) -> None:
    set_payment_method(db)
    order = build_priced_order(db, 90_000)
    for _ in range(2):
        reserve(db, 90_000, order=order)
        with pytest.raises(psycopg.errors.UniqueViolation) as refused:
            db.run_as("talent", RESERVE, CART, 90_000, order["uuid"], sub=db.other)
        assert refused.value.diag.message_hint == "taken"
        send_order(db, order)


def test_Y13_without_exact_amounts_everybody_pays_the_total(db: PersonaDatabase) -> None:
    set_payment_method(db, exact_amounts=False)
    for who in (None, db.other):
        (answer,) = db.run_as("talent", RESERVE, CART, 90_000, str(uuid4()), sub=who)
        assert answer["told"] == {"total": 90_000, "amount": 90_000, "until": None, "exhausted": False}
    set_payment_method(db)
    assert reserve(db, 0) == reserve(db, 1, page="/nowhere") - 1 == 0
    assert db.sql("select 1 from public.payments") == []
    order = build_device_order(db, 90_000)
    assert [reserve(db, 90_000, db.other), reserve(db, 90_000, order=order)] == [90_000, 89_999]
    set_payment_method(db, exact_amounts=False)
    assert reserve(db, 90_000, order=order) == 90_000
    send_order(db, order)
    assert fetch_due(db, order) == (90_000, 90_000)


def test_Y13_when_all_1000_are_taken_the_total_is_to_be_paid_and_said_to_be_shared(
    db: PersonaDatabase,
) -> None:
    set_payment_method(db)
    db.sql(
        "insert into public.payments (place, record, user_id, total, amount, state) "
        "select 'transactions', gen_random_uuid(), %s, 90000, 90000 - taken, 'reserved' "
        "from generate_series(0, 999) as taken where taken <> 998",
        db.add_person("talent"),
    )
    reserved = [
        db.run_as("talent", RESERVE, CART, 90_000, str(uuid4()), sub=one)[0]["told"]
        for one in (db.other, None)
    ]
    assert [(one["amount"], one["exhausted"]) for one in reserved] == [(89_002, False), (90_000, True)]


def test_Y13_ada_is_told_of_payments_that_their_amount_does_not_tell_apart(db: PersonaDatabase) -> None:
    shared = "select * from public.shared_amounts()"
    set_payment_method(db, exact_amounts=False)
    for order in (
        build_priced_order(db, 90_000),
        build_priced_order(db, 90_000),
        build_priced_order(db, 80_000),
    ):
        send_order(db, order)
    assert db.run_as("admin", shared) == []
    set_payment_method(db)
    assert db.run_as("admin", shared) == [{"amount": 90_000, "payments": 2}]
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        db.run_as("talent", shared)


@pytest.mark.parametrize("total", [-1, 2**53, None])
def test_Y13_what_is_no_total_is_refused(db: PersonaDatabase, total: int | None) -> None:
    with pytest.raises(psycopg.errors.CheckViolation) as refused:
        db.run_as("talent", RESERVE, CART, total, str(uuid4()))
    assert refused.value.diag.message_hint == "total"
    assert refused.value.diag.message_primary == "The total is not an amount in rupiah."


@pytest.mark.parametrize("role", ["anon", "none", "leadership", "admin", "service"])
def test_Y13_only_talents_reserve_an_amount(db: PersonaDatabase, role: str) -> None:
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        db.run_as(role, RESERVE, CART, 90_000, str(uuid4()))


NOWHERE = str(UUID(int=0))
SENSELESS: dict[str, Row] = {
    "payments_place_is_paid_for": {"place": "products"},
    "payments_pay_for_their_record": {"order_uuid": NOWHERE},
    "payments_pay_for_their_registration": {"registration_uuid": NOWHERE},
    "payments_order_uuid_is_an_order": {"record": NOWHERE, "order_uuid": NOWHERE},
    "payments_registration_uuid_is_a_registration": {
        "place": "audition_registrations",
        "record": NOWHERE,
        "registration_uuid": NOWHERE,
    },
    "payments_total_not_negative": {"total": -1},
    "payments_amount_not_negative": {"amount": -1},
    "payments_received_not_negative": {"received": -1},
    "payments_state_is_known": {"state": "perhaps"},
    "payments_decided_say_when": {"state": "accepted"},
    "payments_lapsed_are_rejected": {"lapsed": True},
    "payments_deleted_by_the_buyer_or_the_shop": {"deleted_by": "nobody"},
    "payments_cancelled_by_the_buyer_or_the_shop": {
        "cancelled_by": "nobody",
        "state": "rejected",
        "decided_at": "2026-01-01T00:00:00+00:00",
    },
    "payments_cancelled_are_rejected": {"cancelled_by": "shop"},
    "payments_keep_pieces_once_deleted": {"keeps_pieces": True},
    "payments_pieces_come_back_once_deleted": {"pieces_back": True},
    "payments_reason_1_to_500_characters": {"reason": "x" * 501},
    "payments_pkey": {},
}


def test_V6_every_rule_about_payments_is_tried(db: PersonaDatabase) -> None:
    rules = db.sql(
        "select conname from pg_constraint where contype <> 'n' and conrelid = 'public.payments'::regclass"
    )
    assert sorted(SENSELESS) == sorted(name for (name,) in rules)


@pytest.mark.parametrize("rule", SENSELESS)
def test_V6_what_makes_no_sense_of_a_payment_is_refused(db: PersonaDatabase, rule: str) -> None:
    forged, good = SENSELESS[rule], row("payments", db.other)
    put(db.sql, "payments", good)
    with pytest.raises(psycopg.errors.IntegrityError) as refused:
        put(db.sql, "payments", (row("payments", db.other) if forged else good) | forged)
    assert refused.value.diag.constraint_name == rule
