"""Events: which registration belongs to which, what it costs and what is asked; and who reads what."""

import psycopg
import pytest

from tests.database.casting import ANSWERS, an_event, card, refused, register, registered
from tests.database.conftest import House
from tests.example_rows import put, row

PAGE = "/profile/audition-registrations"


def joined(house: House, uuid: str) -> tuple[str, int, dict[str, str]] | None:
    found = house.sql(
        "select event_uuid::text, number, answers from public.event_registrations where uuid = %s", uuid
    )
    return (found[0][0], found[0][1], found[0][2]) if found else None


def test_Y35_without_an_event_tom_registers_as_he_always_did(house: House) -> None:
    an_event(house, published=False)
    an_event(house, closes_at="2021-01-01T00:00:00Z")
    uuid = register(house, card(house, house.user_id("talent")))
    assert joined(house, uuid) is None


def test_Y35_a_registration_belongs_to_the_only_event_that_is_open(house: House) -> None:
    event = an_event(house, asked=["whatsapp"])
    first, second = (register(house, card(house, house.user_id("talent"))) for _ in range(2))
    assert joined(house, first) == (event, 1, {})
    assert joined(house, second) == (event, 2, {})
    an_event(house)
    assert joined(house, register(house, card(house, house.user_id("talent")))) is None


def test_Y35_tom_registers_for_the_event_that_the_form_names_and_answers_its_questions(house: House) -> None:
    event, _ = an_event(house, asked=["whatsapp", "experience"]), an_event(house)
    tom = house.user_id("talent")
    asked = refused(house, "answers", register, card(house, tom), event, ANSWERS | {"whatsapp": "12"})
    assert asked == ["whatsapp"]
    uuid = register(house, card(house, tom), event, ANSWERS | {"height": "unasked"})
    assert joined(house, uuid) == (event, 1, ANSWERS | {"whatsapp": "6281234567890"})
    seen = "select answers from public.event_registrations"
    assert house.ask("talent", seen) == house.ask("leadership", seen) != []
    assert house.ask("talent", seen, sub=house.other) == []


def test_Y35_a_closed_event_takes_nobody_and_an_open_one_not_the_deadline_of_the_payment_method(
    house: House,
) -> None:
    tom = house.user_id("talent")
    past = "2021-01-01T00:00:00Z"
    put(house.sql, "payment_methods", row("payment_methods", "", pathname=PAGE, deadline=past))
    closed = an_event(house, closes_at=past)
    refused(house, "registration_closed", register, card(house, tom), closed)
    refused(house, "registration_closed", register, card(house, tom))
    register(house, card(house, tom), an_event(house))


def test_Y35_the_fee_of_an_event_is_what_its_registration_costs(house: House) -> None:
    put(house.sql, "payment_methods", row("payment_methods", "", pathname=PAGE, fee=50_000))
    dear, usual = an_event(house, fee=75_000), an_event(house)
    tom = house.user_id("talent")
    costs = "select total from public.payments where record = %s"
    assert house.sql(costs, register(house, card(house, tom), dear)) == [(75_000,)]
    assert house.sql(costs, register(house, card(house, tom), usual)) == [(50_000,)]


def test_Y35_what_costs_nothing_waits_for_no_decision_and_costs_no_amount(house: House) -> None:
    house.sql("update public.payment_methods set exact_amounts = true")
    for _ in range(2):
        registered(house, an_event(house, fee=0), fee="as it is")
    paid = "select total, amount, state, decided_at is not null from public.payments"
    assert house.sql(paid) == [(0, 0, "accepted", True)] * 2
    assert house.ask("admin", "select count(*) from public.review_queue") == [{"count": 0}]


def test_Y35_who_chose_a_free_event_after_one_with_a_fee_hears_of_no_accepted_fee(house: House) -> None:
    put(house.sql, "payment_methods", row("payment_methods", "", pathname=PAGE, exact_amounts=True))
    free, sent = an_event(house, fee=0), card(house, house.user_id("talent"))
    house.ask("talent", "select public.reserve_amount(%s, 75000, %s)", PAGE, sent["uuid"])
    house.sql("delete from private.outbox")
    register(house, sent, free)
    assert house.sql("select kind from private.outbox") == [("registration_received",)]


def test_Y35_a_registration_that_ada_brings_back_has_its_number(house: House) -> None:
    event = an_event(house)
    uuid = register(house, card(house, house.user_id("talent")), event)
    house.delete("admin", "audition_registrations", uuid)
    number = "select number, registration_uuid::text from public.event_registrations where uuid = %s"
    assert house.sql(number, uuid) == [(1, None)]
    house.ask("admin", "select public.restore_record('audition_registrations', %s)", uuid)
    assert house.sql(number, uuid) == [(1, uuid)]


def test_Y35_nobody_takes_over_the_number_of_a_deleted_registration(house: House) -> None:
    event = an_event(house)
    uuid = register(house, card(house, house.user_id("talent")), event)
    house.sql("delete from public.audition_registrations where uuid = %s", uuid)
    house.sql("delete from public.payments where record = %s", uuid)
    forged = card(house, house.other, uuid=uuid)
    with pytest.raises(psycopg.errors.UniqueViolation):
        register(house, forged, event)


def test_Y35_who_leaves_takes_the_answers_along(house: House) -> None:
    event = an_event(house, asked=["whatsapp", "experience"])
    uuid = register(house, card(house, house.user_id("talent")), event, ANSWERS)
    house.sql("select private.remove_account(%s)", house.user_id("talent"))
    kept = "select number, answers, user_id from public.event_registrations where uuid = %s"
    assert house.sql(kept, uuid) == [(1, {}, None)]


def test_Y35_anna_reads_what_is_published_and_ada_the_rest(house: House) -> None:
    put(house.sql, "events", row("events", "", published=False))
    event = put(house.sql, "events", row("events", ""))
    seen = "select uuid::text from public.events"
    assert (
        house.ask("anon", seen)
        == house.ask("talent", seen)
        == house.ask("leadership", seen)
        == [{"uuid": event}]
    )
    assert len(house.ask("admin", seen)) == 2
