"""Events: which registration belongs to which, what it costs and what is asked; and who reads what."""

from uuid import uuid4

import psycopg
import pytest

from tests.database.casting import (
    ANSWERS,
    add_registration,
    assert_refused,
    build_registration,
    create_event,
    register,
)
from tests.database.conftest import PersonaDatabase
from tests.example_rows import put, row

PAGE = "/profile/audition-registrations"


def fetch_event_registration(db: PersonaDatabase, uuid: str) -> tuple[str, int, dict[str, str]] | None:
    found = db.sql(
        "select event_uuid::text, number, answers from public.event_registrations where uuid = %s", uuid
    )
    return (found[0][0], found[0][1], found[0][2]) if found else None


def test_Y35_without_an_event_tom_registers_as_he_always_did(db: PersonaDatabase) -> None:
    create_event(db, published=False)
    create_event(db, closes_at="2021-01-01T00:00:00Z")
    uuid = register(db, build_registration(db, db.user_id("talent")))
    assert fetch_event_registration(db, uuid) is None


def test_Y35_a_registration_belongs_to_the_only_event_that_is_open(db: PersonaDatabase) -> None:
    event = create_event(db, asked=["whatsapp"])
    first, second = (register(db, build_registration(db, db.user_id("talent"))) for _ in range(2))
    assert fetch_event_registration(db, first) == (event, 1, {})
    assert fetch_event_registration(db, second) == (event, 2, {})
    create_event(db)
    assert fetch_event_registration(db, register(db, build_registration(db, db.user_id("talent")))) is None


def test_Y35_tom_registers_for_the_event_that_the_form_names_and_answers_its_questions(
    db: PersonaDatabase,
) -> None:
    event, _ = create_event(db, asked=["whatsapp", "experience"]), create_event(db)
    tom = db.user_id("talent")
    missing = assert_refused(
        db, "answers", register, build_registration(db, tom), event, ANSWERS | {"whatsapp": "12"}
    )
    assert missing == ["whatsapp"]
    uuid = register(db, build_registration(db, tom), event, ANSWERS | {"height": "unasked"})
    assert fetch_event_registration(db, uuid) == (event, 1, ANSWERS | {"whatsapp": "6281234567890"})
    query = "select answers from public.event_registrations"
    assert db.run_as("talent", query) == db.run_as("leadership", query) != []
    assert db.run_as("talent", query, sub=db.other) == []


def test_Y35_a_closed_event_takes_nobody_and_an_open_one_not_the_deadline_of_the_payment_method(
    db: PersonaDatabase,
) -> None:
    tom = db.user_id("talent")
    past = "2021-01-01T00:00:00Z"
    put(db.sql, "payment_methods", row("payment_methods", "", pathname=PAGE, deadline=past))
    closed = create_event(db, closes_at=past)
    assert_refused(db, "registration_closed", register, build_registration(db, tom), closed)
    assert_refused(db, "registration_closed", register, build_registration(db, tom))
    register(db, build_registration(db, tom), create_event(db))


def test_Y35_ada_registers_a_latecomer_for_an_event_that_is_closed_without_its_questions(
    db: PersonaDatabase,
) -> None:
    closed = create_event(
        db, closes_at="2021-01-01T00:00:00Z", asked=["whatsapp"], fee=75_000, published=False
    )
    create_event(db)
    sent = build_registration(db, db.user_id("talent"))
    assert_refused(db, "answers", register, sent, closed, {"whatsapp": "12"}, who="admin")
    assert_refused(db, "registration_closed", register, sent, str(uuid4()), who="admin")
    late = register(db, sent, closed, who="admin")
    assert fetch_event_registration(db, late) == (closed, 1, {})
    assert db.sql("select total from public.payments where record = %s", late) == [(75_000,)]


def test_Y35_the_fee_of_an_event_is_what_its_registration_costs(db: PersonaDatabase) -> None:
    put(db.sql, "payment_methods", row("payment_methods", "", pathname=PAGE, fee=50_000))
    dear, usual = create_event(db, fee=75_000), create_event(db)
    tom = db.user_id("talent")
    costs = "select total from public.payments where record = %s"
    assert db.sql(costs, register(db, build_registration(db, tom), dear)) == [(75_000,)]
    assert db.sql(costs, register(db, build_registration(db, tom), usual)) == [(50_000,)]


def test_Y35_what_costs_nothing_waits_for_no_decision_and_costs_no_amount(db: PersonaDatabase) -> None:
    db.sql("update public.payment_methods set exact_amounts = true")
    for _ in range(2):
        add_registration(db, create_event(db, fee=0), fee="as it is")
    paid = "select total, amount, state, decided_at is not null from public.payments"
    assert db.sql(paid) == [(0, 0, "accepted", True)] * 2
    assert db.run_as("admin", "select count(*) from public.review_queue") == [{"count": 0}]


def test_Y35_who_chose_a_free_event_after_one_with_a_fee_hears_of_no_accepted_fee(
    db: PersonaDatabase,
) -> None:
    put(db.sql, "payment_methods", row("payment_methods", "", pathname=PAGE, exact_amounts=True))
    free, sent = create_event(db, fee=0), build_registration(db, db.user_id("talent"))
    db.run_as("talent", "select public.reserve_amount(%s, 75000, %s)", PAGE, sent["uuid"])
    db.sql("delete from private.outbox")
    register(db, sent, free)
    assert db.sql("select kind from private.outbox") == [("registration_received",)]


def test_Y35_a_registration_that_ada_brings_back_has_its_number(db: PersonaDatabase) -> None:
    event = create_event(db)
    uuid = register(db, build_registration(db, db.user_id("talent")), event)
    db.delete("admin", "audition_registrations", uuid)
    number = "select number, registration_uuid::text from public.event_registrations where uuid = %s"
    assert db.sql(number, uuid) == [(1, None)]
    db.run_as("admin", "select public.restore_record('audition_registrations', %s)", uuid)
    assert db.sql(number, uuid) == [(1, uuid)]


def test_Y35_nobody_takes_over_the_number_of_a_deleted_registration(db: PersonaDatabase) -> None:
    event = create_event(db)
    uuid = register(db, build_registration(db, db.user_id("talent")), event)
    db.sql("delete from public.audition_registrations where uuid = %s", uuid)
    db.sql("delete from public.payments where record = %s", uuid)
    forged = build_registration(db, db.other, uuid=uuid)
    with pytest.raises(psycopg.errors.UniqueViolation):
        register(db, forged, event)


def test_Y35_who_leaves_takes_the_answers_along(db: PersonaDatabase) -> None:
    event = create_event(db, asked=["whatsapp", "experience"])
    uuid = register(db, build_registration(db, db.user_id("talent")), event, ANSWERS)
    db.sql("select private.remove_account(%s)", db.user_id("talent"))
    kept = "select number, answers, user_id from public.event_registrations where uuid = %s"
    assert db.sql(kept, uuid) == [(1, {}, None)]


def test_Y35_an_event_that_people_registered_for_is_unpublished_not_deleted(db: PersonaDatabase) -> None:
    event, other = create_event(db), create_event(db)
    add_registration(db, event)
    with (
        pytest.raises(psycopg.DatabaseError, match="Unpublish it instead") as refused,
        db.connection.transaction(),
    ):
        db.delete("admin", "events", event)
    assert (refused.value.sqlstate, refused.value.diag.message_hint) == ("PT409", "event_has_registrations")
    assert db.delete("admin", "events", other).refused is None
    assert db.sql("select uuid::text from public.events") == [(event,)]


def test_Y35_anna_reads_what_is_published_tom_and_lea_also_what_somebody_registered_for_and_ada_the_rest(
    db: PersonaDatabase,
) -> None:
    draft, over, event = (create_event(db) for _ in range(3))
    add_registration(db, over, db.user_id("talent"))
    db.sql("update public.events set published = false where uuid in (%s, %s)", draft, over)

    def read(role: str, sub: str | None = None) -> set[str]:
        return {one["uuid"] for one in db.run_as(role, "select uuid::text from public.events", sub=sub)}

    assert read("anon") == read("talent", sub=db.other) == {event}
    assert read("talent") == read("leadership") == {event, over}
    assert read("admin") == {event, over, draft}
