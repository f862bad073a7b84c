"""Sending: what is paid is packed once, goes on its way with a number, and arrives."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import psycopg
import pytest

from tests.database.conftest import PersonaDatabase
from tests.database.test_refunds import TODAY
from tests.database.test_reviews import ORDERS, assert_refused, place_order, review
from tests.example_rows import Row, put, row
from tests.postgres.os_processes import eventually

JNE = {"courier": "JNE REG", "tracking_number": "JP1234567890"}


def place_accepted_order(db: PersonaDatabase) -> Row:
    order = place_order(db)
    review(db, ORDERS, order, "accepted")
    return order


def pack_orders(db: PersonaDatabase, *orders: Row, who: str = "admin") -> list[str]:
    call = "select pack_orders::text as uuid from public.pack_orders(%s::uuid[])"
    return [one["uuid"] for one in db.run_as(who, call, [order["uuid"] for order in orders])]


def build_parcel(order: Row, **changes: Any) -> Row:
    return {"order_uuid": order["uuid"]} | JNE | changes


def send_parcels(db: PersonaDatabase, *parcels: Row, who: str = "admin") -> None:
    db.run_as(who, "select public.send_orders(%s::jsonb)", json.dumps(parcels))


def mark_arrived(db: PersonaDatabase, order: Row, who: str = "talent", sub: str | None = None) -> None:
    db.run_as(who, "select public.mark_arrived(%s)", order["uuid"], sub=sub)


def undo_sending(
    db: PersonaDatabase, order: Row, who: str = "admin", was: str | None = JNE["tracking_number"]
) -> None:
    db.run_as(who, "select public.undo_sending(%s, %s)", order["uuid"], was)


def assert_forbidden(act: Callable[..., object], db: PersonaDatabase, *args: Row, who: str) -> None:
    with pytest.raises(psycopg.errors.InsufficientPrivilege), db.connection.transaction():
        act(db, *args, who=who)


def fetch_status(db: PersonaDatabase, order: Row) -> str:
    return str(db.sql("select status from public.transactions where uuid = %s", order["uuid"])[0][0])


def fetch_timeline(db: PersonaDatabase, order: Row, who: str = "talent", sub: str | None = None) -> list[Row]:
    return db.run_as(
        who, "select event, said from public.order_timeline(%s) order by event", order["uuid"], sub=sub
    )


def test_Y27_only_what_is_paid_is_packed_and_only_once(db: PersonaDatabase) -> None:
    paid, waiting = place_accepted_order(db), place_order(db)
    assert pack_orders(db, paid, waiting) == [paid["uuid"]]
    assert pack_orders(db, paid, waiting) == []


def test_Y27_ada_sends_several_and_tom_reads_where_his_parcel_is(db: PersonaDatabase) -> None:
    put(
        db.sql,
        "delivery_ways",
        row("delivery_ways", "", name="JNE REG", tracking_page="https://jne.example/{number}"),
    )
    one, other = place_accepted_order(db), place_accepted_order(db)
    db.sql("delete from private.outbox")
    send_parcels(db, build_parcel(one), build_parcel(other, tracking_number=" "))
    query = "select tracking_number, tracking_page from public.parcels where order_uuid = %s"
    page = "https://jne.example/{number}"
    assert db.run_as("talent", query, one["uuid"]) == [
        {"tracking_number": "JP1234567890", "tracking_page": page}
    ]
    assert db.run_as("talent", query, other["uuid"]) == [{"tracking_number": None, "tracking_page": page}]
    assert db.run_as("talent", query, one["uuid"], sub=db.other) == []
    events = "select kind, private.message_payload(outbox) ->> 'parcel' from private.outbox where record = %s"
    assert db.sql(events, one["uuid"]) == [("order_sent", "JNE REG, JP1234567890")]


def test_Y26_what_tom_picks_up_is_ready_unless_it_is_sent_with_a_number(db: PersonaDatabase) -> None:
    here, there = place_accepted_order(db), place_accepted_order(db)
    way = {"uuid": here["uuid"], "name": "Ambil di toko", "kind": "pickup", "fee": 0}
    db.sql("update public.transactions set delivery_way = %s", json.dumps(way))
    send_parcels(db, build_parcel(here, courier="Kasir", tracking_number=None), build_parcel(there))
    query = """
        select private.message_payload(outbox) -> 'is_ready' from private.outbox
        where kind = 'order_sent' and record = %s"""
    assert [db.sql(query, order["uuid"]) for order in (here, there)] == [[(True,)], [(False,)]]


def test_Y27_all_are_sent_or_none(db: PersonaDatabase) -> None:
    paid, waiting = place_accepted_order(db), place_order(db)
    _, details = assert_refused(
        db, "PT409", "not_accepted", send_parcels, build_parcel(paid), build_parcel(waiting)
    )
    assert details == [{"uuid": waiting["uuid"]}]
    assert db.sql("select 1 from public.parcels where order_uuid = %s", paid["uuid"]) == []


@pytest.mark.parametrize(
    "wrong",
    [[], [{"order_uuid": "x"} | JNE], [{"courier": "JNE"}], ["x"], [{"courier": " "}]],
)
def test_Y27_what_is_no_list_of_parcels_is_refused(db: PersonaDatabase, wrong: list[Any]) -> None:
    assert_refused(db, "23514", "parcels", send_parcels, *wrong)


def test_Y27_one_order_is_sent_once_in_a_list(db: PersonaDatabase) -> None:
    order = place_accepted_order(db)
    assert_refused(db, "23514", "parcels", send_parcels, build_parcel(order), build_parcel(order))


def test_Y27_a_number_is_corrected_only_by_who_has_seen_it(db: PersonaDatabase) -> None:
    order = place_accepted_order(db)
    send_parcels(db, build_parcel(order))
    assert_refused(db, "PT409", "parcel_moved", send_parcels, build_parcel(order, tracking_number="JP2"))
    assert_refused(
        db, "PT409", "parcel_moved", send_parcels, build_parcel(order, tracking_number="JP2", was="JP0")
    )
    send_parcels(db, build_parcel(order, tracking_number="JP2", was=JNE["tracking_number"]))
    events = "select count(*) from private.outbox where kind = 'order_sent' and record = %s"
    assert db.sql(events, order["uuid"]) == [(1,)]


def test_Y27_parcels_that_are_sent_again_after_a_lost_answer_are_sent_once(db: PersonaDatabase) -> None:
    one, other = place_accepted_order(db), place_accepted_order(db)
    send_parcels(db, build_parcel(one), build_parcel(other, tracking_number=None))
    stored = "select * from public.parcels where order_uuid = any (%s::uuid[]) order by order_uuid"
    before = db.sql(stored, [one["uuid"], other["uuid"]])
    send_parcels(db, build_parcel(one), build_parcel(other, tracking_number=None))
    assert db.sql(stored, [one["uuid"], other["uuid"]]) == before
    assert_refused(db, "PT409", "parcel_moved", send_parcels, build_parcel(one, courier="J&T"))


def test_Y27_ada_takes_back_what_she_sent_by_mistake_and_tom_never_hears_of_it(db: PersonaDatabase) -> None:
    order = place_accepted_order(db)
    assert_refused(db, "PT404", "record_gone", undo_sending, {"uuid": db.other})
    assert_refused(db, "PT409", "not_sent", undo_sending, order)
    send_parcels(db, build_parcel(order))
    assert_refused(db, "PT409", "parcel_moved", partial(undo_sending, was="JP0"), order)
    undo_sending(db, order)
    assert db.sql("select 1 from public.parcels where order_uuid = %s", order["uuid"]) == []
    assert pack_orders(db, order) == [order["uuid"]]
    before = fetch_timeline(db, order)
    send_parcels(db, build_parcel(order))
    undo_sending(db, order)
    assert fetch_timeline(db, order) == before
    events = "select count(*) from private.outbox where kind = 'order_sent' and record = %s"
    assert db.sql(events, order["uuid"]) == [(0,)]
    waiting = "select 1 from public.unsent_orders where uuid = %s"
    assert len(db.run_as("admin", waiting, order["uuid"])) == 1
    assert_refused(db, "PT409", "not_sent", mark_arrived, order)
    logged = (
        "select before ->> 'tracking_number' from public.audit_log where record_id = %s "
        "and before ->> 'sent_at' is not null and after ->> 'sent_at' is null"
    )
    assert db.sql(logged, order["uuid"]) == [(JNE["tracking_number"],)] * 2
    correction = build_parcel(order, tracking_number="JP2", was=JNE["tracking_number"])
    assert_refused(db, "PT409", "parcel_moved", send_parcels, correction)
    send_parcels(db, build_parcel(order, tracking_number="JP2"))
    assert db.sql(events, order["uuid"]) == [(1,)]
    mark_arrived(db, order)
    assert_refused(db, "PT409", "not_sent", partial(undo_sending, was="JP2"), order)
    assert ("sent", "JNE REG, JP2") in [(one["event"], one["said"]) for one in fetch_timeline(db, order)]


def test_Y27_tom_says_that_it_arrived_and_nobody_elses(db: PersonaDatabase) -> None:
    order = place_accepted_order(db)
    assert_refused(db, "PT409", "not_sent", mark_arrived, order)
    send_parcels(db, build_parcel(order))
    assert_refused(db, "PT404", "record_gone", partial(mark_arrived, sub=db.other), order)
    assert_forbidden(mark_arrived, db, order, who="leadership")
    mark_arrived(db, order)
    assert fetch_status(db, order) == "Finished"


def test_Y27_an_arrival_that_is_said_again_after_a_lost_answer_is_noted_once(db: PersonaDatabase) -> None:
    order, never_sent = place_accepted_order(db), place_accepted_order(db)
    send_parcels(db, build_parcel(order))
    mark_arrived(db, order)
    before, outbox = db.state(), db.fetch_outbox()
    mark_arrived(db, order)
    assert (db.state(), db.fetch_outbox()) == (before, outbox)
    assert_refused(db, "PT404", "record_gone", partial(mark_arrived, sub=db.other), order)
    db.sql("update public.transactions set status = 'Finished' where uuid = %s", never_sent["uuid"])
    assert_refused(db, "PT409", "not_sent", mark_arrived, never_sent)


def test_Y27_tom_packs_and_sends_nothing(db: PersonaDatabase) -> None:
    order = place_accepted_order(db)
    for role in ("talent", "leadership"):
        assert_forbidden(send_parcels, db, build_parcel(order), who=role)
        assert_forbidden(undo_sending, db, order, who=role)
        assert_forbidden(pack_orders, db, order, who=role)


def save_note(db: PersonaDatabase, order: Row, said: str, who: str = "admin") -> None:
    db.run_as(who, "select public.keep_order_note(%s, %s)", order["uuid"], said)


def test_Y27_ada_notes_something_for_administrators_alone_and_forgets_it(db: PersonaDatabase) -> None:
    order = place_order(db)
    read = "select note from public.order_notes"
    save_note(db, order, " Wrap it as a gift\n")
    db.sql("update public.order_notes set updated_at = now() - interval '1 day'")
    save_note(db, order, "Wrap it in blue ")
    assert db.sql("select updated_at = now() from public.order_notes") == [(True,)]
    assert db.run_as("admin", read) == [{"note": "Wrap it in blue"}]
    for role in ("talent", "leadership"):
        assert db.run_as(role, read) == []
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            save_note(db, order, "x", role)
    save_note(db, order, " ")
    assert db.run_as("admin", read) == []
    assert_refused(db, "PT404", "record_gone", save_note, {"uuid": db.other}, "x")


def test_Y27_of_two_first_notes_at_once_the_later_one_stays(
    committing_db: PersonaDatabase, superuser_url: str
) -> None:
    db = committing_db
    order = place_order(db)
    db.connection.commit()
    with psycopg.connect(superuser_url) as connection, ThreadPoolExecutor() as pool:
        with db.connection.transaction():
            save_note(db, order, "Wrap it as a gift")
            later = pool.submit(save_note, PersonaDatabase(connection, people=db.people), order, "Call first")
            pid = connection.info.backend_pid
            assert eventually(lambda: bool(db.sql("select pg_blocking_pids(%s) <> '{}'", pid)[0][0]), 5)
        later.result(20)
    assert db.run_as("admin", "select note from public.order_notes") == [{"note": "Call first"}]


def test_Y27_both_sides_read_what_happened_and_nobody_else(db: PersonaDatabase) -> None:
    order = place_accepted_order(db)
    pack_orders(db, order)
    send_parcels(db, build_parcel(order))
    mark_arrived(db, order, "admin")
    call = f"select public.record_refund('transactions', %s, 1000, {TODAY}, 'BCA', null)"
    db.run_as("admin", call, order["uuid"])
    happened = {
        "accepted": None, "finished": None, "ordered": None, "packed": None, "refunded": "Rp. 1.000",
        "sent": "JNE REG, JP1234567890",
    }  # fmt: skip
    expected = [{"event": event, "said": said} for event, said in happened.items()]
    assert fetch_timeline(db, order) == fetch_timeline(db, order, "admin") == expected
    assert fetch_timeline(db, order, sub=db.other) == []
    assert fetch_timeline(db, order, "leadership") == []


RULES: dict[str, Row] = {
    "parcels_pkey": {},
    "parcels_courier_1_to_200_characters": {"courier": " "},
    "parcels_tracking_number_1_to_100_characters": {"tracking_number": " x"},
    "parcels_are_sent_by_a_courier": {"courier": None},
    "order_notes_pkey": {},
    "order_notes_are_of_an_order": {"order_uuid": "00000000-0000-4000-8000-00000000beef"},
    "order_notes_note_1_to_2000_characters": {"note": " "},
}


def test_V6_every_rule_about_parcels_and_notes_refuses_by_its_name(db: PersonaDatabase) -> None:
    rules = (
        "select conname from pg_constraint where contype <> 'n' "
        "and conrelid in ('public.parcels'::regclass, 'public.order_notes'::regclass)"
    )
    assert {name for (name,) in db.sql(rules)} == RULES.keys()
    for name, wrong in RULES.items():
        table = "parcels" if name.startswith("parcels") else "order_notes"
        good = row(table, db.other)
        put(db.sql, table, good)
        values = (good if name.endswith("_pkey") else row(table, db.other)) | wrong
        columns, places = ", ".join(values), ", ".join(["%s"] * len(values))
        with pytest.raises(psycopg.errors.IntegrityError) as refused, db.connection.transaction():
            db.sql(f"insert into public.{table} ({columns}) values ({places})", *values.values())
        assert refused.value.diag.constraint_name == name
