"""What is to be paid: one number for buyer, order and desk, which exact amounts keep apart."""

import json
from typing import Any
from uuid import NAMESPACE_URL, UUID, uuid4, uuid5

import psycopg
import pytest

from tests.database.conftest import House
from tests.database.test_evidence import proof_of
from tests.database.test_orders import ready, refusal, send
from tests.database.test_stock import edit
from tests.example_rows import Row, line, put, row, row_with_files
from tests.qris_codes import static_code

CART, AUDITION = "/shopping-cart", "/profile/audition-registrations"
DUE = """
select total, amount from public.payments where (place, record) = (%s, %s) and deleted_at is null
"""
RESERVED = "state in ('reserved', 'released')"
RESERVE = "select public.reserve_amount(%s, %s, %s) as told"


def pay_by(house: House, page: str = CART, **facts: Any) -> str:
    """The payment method of a page; exact amounts unless `facts` say otherwise."""
    facts = {"exact_amounts": True, "created_at": "2026-11-22T00:00:00+00:00", "qris": static_code()} | facts
    house.sql("delete from public.payment_methods where pathname = %s", page)
    return put(house.sql, "payment_methods", row("payment_methods", "", pathname=page, **facts))


def reserve(
    house: House, total: int, who: str | None = None, page: str = CART, order: Row | None = None
) -> int:
    """The amount that a talent is asked to pay for a total: for this order, or the one of their device."""
    record = order["uuid"] if order else device_of(house, who, page)
    (answer,) = house.ask("talent", RESERVE, page, total, record, sub=who)
    assert answer["told"]["total"] == total
    return int(answer["told"]["amount"])


def device_of(house: House, who: str | None = None, page: str = CART) -> str:
    """The uuid under which a person's device will send what it reserved for."""
    return str(uuid5(NAMESPACE_URL, (who or house.user_id("talent")) + page))


def due(house: House, record: Row, place: str = "transactions") -> Any:
    """Total and amount of a record; None where nothing is to be paid."""
    found = house.sql(DUE, place, record["uuid"])
    return found[0] if found else None


def priced(house: House, price: int, pieces: int = 1, who: str | None = None, **facts: Any) -> Row:
    """An order of Tom's, or of another talent, that costs so much, ready to be sent."""
    order = ready(house) if who is None else ready_for(house, who)
    product = put(house.sql, "products", row("products", "", price=price))
    return order | {"transactions": [line(product, price, quantity_to_buy=pieces)]} | facts


def from_device(house: House, price: int, who: str | None = None) -> Row:
    """An order that is sent under the uuid for which its device reserved."""
    return priced(house, price, who=who, uuid=device_of(house, who))


def ready_for(house: House, who: str) -> Row:
    return row_with_files(house.sql, "transactions", who)


def test_Y13_an_order_owes_the_sum_of_its_lines(house: House) -> None:
    order = priced(house, 75_000, 3)
    send(house, order)
    send(house, order)  # again
    assert due(house, order) == (225_000, 225_000)
    other = put(house.sql, "products", row("products", "", price=1))
    edit(house, order, transactions=[*order["transactions"], line(other, 1, quantity_to_buy=2)])
    assert due(house, order) == (225_002, 225_002)
    house.delete("talent", "transactions", order["uuid"])
    assert due(house, order) is None


def test_Y13_a_sum_beyond_every_number_is_no_error(house: House) -> None:
    order = priced(house, 2**53 - 1, 999)
    send(house, order)
    assert due(house, order) == (2**53 - 1, 2**53 - 1)


def test_Y13_a_registration_owes_the_fee_of_its_day(house: House) -> None:
    tom = house.user_id("talent")

    def registered(**facts: Any) -> Row:
        values = row_with_files(house.sql, "audition_registrations", tom) | facts
        assert house.insert("talent", "audition_registrations", values).refused is None
        return values

    assert due(house, registered(), "audition_registrations") == (None, None)
    method = pay_by(house, AUDITION, fee=50_000)
    assert reserve(house, 50_000, page=AUDITION) == 50_000
    assert reserve(house, 50_000, house.other, AUDITION) == 49_999
    first = registered(uuid=device_of(house, page=AUDITION))
    house.sql("update public.payment_methods set fee = 60000 where uuid = %s", method)
    assert due(house, first, "audition_registrations") == (50_000, 50_000)
    assert due(house, registered(), "audition_registrations") == (60_000, 60_000)
    house.delete("admin", "audition_registrations", first["uuid"])
    assert due(house, first, "audition_registrations") is None


def test_Y13_exact_amounts_are_taken_in_order_and_kept_by_their_order(house: House) -> None:
    pay_by(house)
    lia = house.person("talent")
    assert [reserve(house, 90_000), reserve(house, 90_000), reserve(house, 90_000, lia)] == [
        90_000, 90_000, 89_999,
    ]  # fmt: skip
    assert reserve(house, 90_000, house.other) == 89_998
    assert reserve(house, 89_999, house.person("talent")) == 89_997
    assert reserve(house, 500_000, lia) == 500_000  # another cart; what she had is free
    assert reserve(house, 90_000, house.person("talent")) == 89_999
    order = from_device(house, 90_000)
    send(house, order)
    assert due(house, order) == (90_000, 90_000)
    theirs = from_device(house, 90_000, house.other)
    send(house, theirs, sub=house.other)
    assert due(house, theirs) == (90_000, 89_998)
    assert house.ask("talent", "select amount from public.payments") == [{"amount": 90_000}]
    edit(house, theirs, transactions=[line(theirs["transactions"][0]["uuid"], 90_000, quantity_to_buy=2)])
    assert due(house, theirs) == (180_000, 179_998)
    edit(house, theirs, transactions=[line(theirs["transactions"][0]["uuid"], 0, quantity_to_buy=1)])
    assert due(house, theirs) == (0, 0)


def test_Y13_a_transfer_pays_a_little_more_and_a_qris_payment_a_little_less(house: House) -> None:
    pay_by(house, qris=None)
    people = [house.person("talent") for _ in range(3)]
    assert [reserve(house, 90_000, one) for one in people] == [90_000, 90_001, 90_002]
    pay_by(house)
    assert [reserve(house, 2, one) for one in people] == [2, 1, 2]  # never less than one rupiah


def forget_after_a_day(house: House) -> None:
    """The shop has been open for long, and keeps what is deleted as short as it can."""
    house.sql("update private.shop set recoverable = interval '1 day'")
    house.sql(
        "insert into private.running_periods (started_at, seen_at) values (now() - interval '90 days', now())"
    )


def test_Y13_an_amount_is_free_again_after_the_decision_or_a_day(house: House) -> None:
    pay_by(house)
    assert reserve(house, 90_000) == 90_000
    order = from_device(house, 90_000)
    send(house, order)
    ask = [house.person("talent") for _ in range(8)]
    assert reserve(house, 90_000, ask[0]) == 89_999
    edit(house, order, status="Accepted")
    assert reserve(house, 90_000, ask[1]) == 89_998, "decided lately"
    house.sql("update public.payments set decided_at = now() - interval '3 days' where state = 'accepted'")
    assert reserve(house, 90_000, ask[2]) == 90_000
    edit(house, order, status="Processed")
    assert due(house, order) == (90_000, 89_997), "it waits again, and its amount is another's"
    assert reserve(house, 90_000, ask[3]) == 89_996
    house.sql(f"update public.payments set created_at = now() - interval '26 hours' where {RESERVED}")
    assert reserve(house, 90_000, ask[4]) == 90_000
    house.delete("talent", "transactions", order["uuid"])
    house.sql(f"delete from public.payments where {RESERVED}")
    house.sql("update public.payments set amount = 90000")
    assert reserve(house, 90_000, ask[5]) == 89_999, "deleted lately, and perhaps paid"
    forget_after_a_day(house)
    for kept in ("public.payments", "private.deleted_records"):
        house.sql(f"update {kept} set deleted_at = now() - interval '47 hours' where deleted_at is not null")
    house.sql("select private.purge_deleted_records()")
    assert house.sql("select 1 from private.deleted_records") == []
    with pytest.raises(psycopg.Error), house.connection.transaction():
        house.ask("admin", "select public.restore_record('transactions', %s)", order["uuid"])
    assert reserve(house, 90_000, ask[6]) == 89_998
    house.sql(
        "update public.payments set deleted_at = now() - interval '73 hours' where deleted_at is not null"
    )
    assert reserve(house, 90_000, ask[7]) == 90_000


def test_Z9_a_restored_order_owes_no_amount_that_another_order_owes_by_now(house: House) -> None:
    pay_by(house)
    order, other = priced(house, 90_000), priced(house, 90_000)
    reserve(house, 90_000, house.other)
    assert reserve(house, 90_000, order=order) == 89_999
    send(house, order)
    house.delete("talent", "transactions", order["uuid"])
    house.sql(
        "update public.payments set deleted_at = now() - interval '4 days' where deleted_at is not null"
    )
    assert reserve(house, 90_000, order=other) == 89_999
    send(house, other)
    house.ask("admin", "select public.restore_record('transactions', %s)", order["uuid"])
    owed = house.sql(
        "select amount from public.payments where record in (%s, %s)", order["uuid"], other["uuid"]
    )
    assert sorted(owed) == [(89_998,), (89_999,)]


def test_Y10_a_restored_order_leaves_its_buyers_reservation_alone(house: House) -> None:
    pay_by(house)
    reserve(house, 90_000, house.other)
    order = priced(house, 90_000)
    reserve(house, 90_000, order=order)
    send(house, order)
    house.delete("talent", "transactions", order["uuid"])
    reserved = reserve(house, 90_000)
    assert house.ask("admin", "select public.restore_record('transactions', %s)", order["uuid"])
    assert due(house, order) == (90_000, 89_999)
    assert reserve(house, 90_000) == reserved
    held = f"select amount from public.payments where {RESERVED} order by 1"
    assert house.sql(held) == [(reserved,), (90_000,)]


def test_Y13_an_order_that_comes_after_a_day_owes_what_was_shown_unless_another_has_it(house: House) -> None:
    pay_by(house)
    order, late = priced(house, 90_000), priced(house, 90_000)
    assert [reserve(house, 90_000, order=one) for one in (order, late)] == [90_000, 89_999]
    house.sql(f"update public.payments set created_at = now() - interval '24 hours' where {RESERVED}")
    assert reserve(house, 90_000, house.other) == 89_998, "not another's yet"
    house.sql(f"update public.payments set created_at = now() - interval '26 hours' where {RESERVED}")
    send(house, order)
    assert due(house, order) == (90_000, 90_000)
    assert reserve(house, 90_000, house.other) == 89_998, "what they were shown before, which is free"
    assert reserve(house, 90_000, house.person("talent")) == 89_999
    assert moved(house, late) == "89999"
    assert reserve(house, 90_000, order=late) == 89_997
    send(house, late)
    assert due(house, late) == (90_000, 89_997)


def moved(house: House, order: Row) -> str | None:
    """The amount that was shown for an order that is refused because another payment owes it."""
    refused = refusal(house, order)
    assert (refused.sqlstate, refused.diag.message_hint) == ("PT409", "amount_moved")
    assert "is taken by another payment" in str(refused.diag.message_primary)
    return refused.diag.message_detail


def test_Y13_two_devices_of_one_person_owe_what_each_was_shown(house: House) -> None:
    pay_by(house)
    devices = [priced(house, 90_000) for _ in range(2)]
    shown = [reserve(house, 90_000, order=device) for device in (*devices, *devices)]
    assert shown == [90_000, 89_999, 90_000, 89_999]
    assert reserve(house, 50_000, house.other) == 50_000
    for device in devices:
        send(house, device)
    assert [due(house, device) for device in devices] == [(90_000, 90_000), (90_000, 89_999)]
    assert reserve(house, 90_000, order=devices[1]) == 89_999, "what was sent owes what it owes"


def test_Y13_who_reserved_nothing_owes_the_total_unless_another_does(house: House) -> None:
    pay_by(house)
    first, second = priced(house, 90_000), priced(house, 90_000)
    send(house, first)
    assert due(house, first) == (90_000, 90_000)
    assert moved(house, second) == "90000"
    pay_by(house, exact_amounts=False)
    send(house, second)
    assert due(house, second) == (90_000, 90_000)


def test_Y13_a_registration_by_ada_owes_an_amount_of_its_own(house: House) -> None:
    pay_by(house, AUDITION, fee=50_000)
    owed = []
    for _ in range(2):
        values = row_with_files(house.sql, "audition_registrations", house.other)
        assert house.insert("admin", "audition_registrations", values).refused is None
        owed.append(due(house, values, "audition_registrations"))
    assert owed == [(50_000, 50_000), (50_000, 49_999)]


def test_Y13_edited_lines_never_make_an_amount_that_another_payment_owes(house: House) -> None:
    pay_by(house)
    order, other = priced(house, 90_000), priced(house, 180_000)
    for one, total in ((order, 90_000), (other, 180_000)):
        reserve(house, total, order=one)
        send(house, one)
    doubled = [line(order["transactions"][0]["uuid"], 90_000, quantity_to_buy=2)]
    edit(house, order, transactions=doubled)
    assert (due(house, order), due(house, other)) == ((180_000, 179_999), (180_000, 180_000))
    edit(house, order, transactions=order["transactions"])
    assert due(house, order) == (90_000, 89_999)


def test_Y13_a_person_holds_three_amounts_of_a_page_at_most(house: House) -> None:
    pay_by(house)
    for turn in range(25):
        reserve(house, 90_000, order={"uuid": str(uuid4())})
        house.sql("update public.payments set created_at = created_at - interval '1 second'")
        held = house.sql("select count(*), count(*) filter (where state = 'reserved') from public.payments")
        assert held == [(min(turn + 1, 20), min(turn + 1, 3))]


def test_Y15_a_copy_of_a_proof_takes_no_second_amount(house: House) -> None:
    """One picture, uploaded again and again, took every amount of a total."""
    etag = json.dumps({"eTag": f'"{"ab" * 32}"'})
    copies = "update storage.objects set metadata = %s::jsonb where name = any(%s)"
    orders = [priced(house, 90_000) for _ in range(3)]
    house.sql(copies, etag, [proof_of(order) for order in orders])
    send(house, orders[0])
    send(house, orders[1])  # where amounts tell nothing apart, one transfer may be for two orders
    pay_by(house)
    reserve(house, 90_000, order=orders[2])
    copied = refusal(house, orders[2])
    assert (copied.sqlstate, copied.diag.message_hint) == ("PT409", "proof_copied")
    for order in orders[:2]:
        edit(house, order, status="Rejected")
    send(house, orders[2])


def test_Y13_an_order_and_a_registration_never_have_the_same_uuid(house: House) -> None:
    """Their sender chooses both; by that uuid the desk finds one payment."""
    order = priced(house, 90_000)
    pay_by(house, AUDITION, fee=50_000)
    reserve(house, 50_000, page=AUDITION, order=order)
    send(house, order)
    card = row_with_files(house.sql, "audition_registrations", house.user_id("talent"), uuid=order["uuid"])
    with pytest.raises(psycopg.errors.UniqueViolation) as refused, house.connection.transaction():
        house.insert("talent", "audition_registrations", card)
    assert refused.value.diag.message_hint == "taken"
    assert house.sql("select place from public.payments where state = 'waiting'") == [("transactions",)]


def test_Y13_nobody_reserves_for_the_record_of_another(house: House) -> None:
    pay_by(house)
    order = priced(house, 90_000)
    for _ in range(2):
        reserve(house, 90_000, order=order)
        with pytest.raises(psycopg.errors.UniqueViolation) as refused:
            house.ask("talent", RESERVE, CART, 90_000, order["uuid"], sub=house.other)
        assert refused.value.diag.message_hint == "taken"
        send(house, order)


def test_Y13_without_exact_amounts_everybody_pays_the_total(house: House) -> None:
    pay_by(house, exact_amounts=False)
    for who in (None, house.other):
        (answer,) = house.ask("talent", RESERVE, CART, 90_000, str(uuid4()), sub=who)
        assert answer["told"] == {"total": 90_000, "amount": 90_000, "until": None, "exhausted": False}
    pay_by(house)
    assert reserve(house, 0) == reserve(house, 1, page="/nowhere") - 1 == 0
    assert house.sql("select 1 from public.payments") == []


def test_Y13_when_all_1000_are_taken_the_total_is_to_be_paid_and_said_to_be_shared(house: House) -> None:
    pay_by(house)
    house.sql(
        "insert into public.payments (place, record, user_id, total, amount, state) "
        "select 'transactions', gen_random_uuid(), %s, 90000, 90000 - taken, 'reserved' "
        "from generate_series(0, 999) as taken where taken <> 998",
        house.person("talent"),
    )
    told = [
        house.ask("talent", RESERVE, CART, 90_000, str(uuid4()), sub=one)[0]["told"]
        for one in (house.other, None)
    ]
    assert [(one["amount"], one["exhausted"]) for one in told] == [(89_002, False), (90_000, True)]


def test_Y13_ada_is_told_of_payments_that_their_amount_does_not_tell_apart(house: House) -> None:
    shared = "select * from public.shared_amounts()"
    pay_by(house, exact_amounts=False)
    for order in (priced(house, 90_000), priced(house, 90_000), priced(house, 80_000)):
        send(house, order)
    assert house.ask("admin", shared) == []
    pay_by(house)
    assert house.ask("admin", shared) == [{"amount": 90_000, "payments": 2}]
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        house.ask("talent", shared)


@pytest.mark.parametrize("total", [-1, 2**53, None])
def test_Y13_what_is_no_total_is_refused(house: House, total: int | None) -> None:
    with pytest.raises(psycopg.errors.CheckViolation) as refused:
        house.ask("talent", RESERVE, CART, total, str(uuid4()))
    assert refused.value.diag.message_hint == "total"
    assert refused.value.diag.message_primary == "The total is not an amount in rupiah."


@pytest.mark.parametrize("role", ["anon", "none", "leadership", "admin", "service"])
def test_Y13_only_talents_reserve_an_amount(house: House, role: str) -> None:
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        house.ask(role, RESERVE, CART, 90_000, str(uuid4()))


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
    "payments_reason_1_to_500_characters": {"reason": "x" * 501},
    "payments_pkey": {},
}


def test_V6_every_rule_about_payments_is_tried(house: House) -> None:
    rules = house.sql(
        "select conname from pg_constraint where contype <> 'n' and conrelid = 'public.payments'::regclass"
    )
    assert sorted(SENSELESS) == sorted(name for (name,) in rules)


@pytest.mark.parametrize("rule", SENSELESS)
def test_V6_what_makes_no_sense_of_a_payment_is_refused(house: House, rule: str) -> None:
    forged, good = SENSELESS[rule], row("payments", house.other)
    put(house.sql, "payments", good)
    with pytest.raises(psycopg.errors.IntegrityError) as refused:
        put(house.sql, "payments", (row("payments", house.other) if forged else good) | forged)
    assert refused.value.diag.constraint_name == rule
