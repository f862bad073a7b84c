"""What was deleted comes back for thirty days, for administrators; what an account took along does not."""

from typing import Any

import psycopg
import pytest

from tests.database.casting import (
    add_registration,
    announce,
    build_scan,
    check_in,
    create_event,
    decide,
    plan_slots,
)
from tests.database.conftest import PersonaDatabase
from tests.database.test_deliveries import fetch_delivery, save_delivery_details
from tests.database.test_orders import build_order, fetch_orders, send_order
from tests.database.test_seals import SEALED
from tests.database.test_stock import add_product, build_line, edit_order, fetch_stock
from tests.declared_pictures import FOLDERS
from tests.example_rows import SETTINGS, TABLES, Row, put, put_files, row, row_with_files

RESTORE = "select public.restore_record(%s, %s) as is_whole"
OPEN_FOR_LONG = (
    "insert into private.running_periods (started_at, seen_at) values (now() - interval '99 days', now())"
)
LISTED = "select place, uuid, record, deleted_by from public.deleted_records() where uuid = %s"


def fetch_rows(db: PersonaDatabase, table: str, uuid: str) -> list[Any]:
    return [*db.sql(f"select to_jsonb(t) from public.{table} t where uuid = %s", uuid)]


def delete_record(db: PersonaDatabase, table: str, role: str = "admin") -> str:
    """Store a record with pictures and delete it as its owner or Ada, pictures first, as the screens do."""
    values = row_with_files(db.sql, table, db.user_id("talent"))
    put(db.sql, table, values)
    for column, folder in FOLDERS.get(table, {}).items():
        name = f"{folder}/{values[column]['filename']}"
        db.sql("delete from storage.objects where name = %s", name)
    assert db.delete(role, table, values["uuid"]).rows
    return str(values["uuid"])


@pytest.mark.parametrize("table", [*TABLES, *SETTINGS])
def test_Y10_ada_brings_a_deleted_record_back_with_its_pictures(db: PersonaDatabase, table: str) -> None:
    tom = db.user_id("talent")
    values = put_files(db.sql, table, row(table, tom), tom)
    put(db.sql, table, values)
    before = fetch_rows(db, table, values["uuid"])
    names = [f"{folder}/{values[column]['filename']}" for column, folder in FOLDERS.get(table, {}).items()]
    db.sql("delete from storage.objects where name = any(%s)", names)
    db.delete("admin", table, values["uuid"])
    (listed,) = db.run_as("admin", LISTED, values["uuid"])
    assert (listed["place"], listed["deleted_by"]) == (table, f"{db.user_id('admin')}@tapis.example")
    assert [(listed["record"],)] == before
    assert db.run_as("admin", RESTORE, table, values["uuid"]) == [{"is_whole": True}]
    assert fetch_rows(db, table, values["uuid"]) == before
    there = db.sql("select count(*) from storage.objects where name = any(%s)", names)
    assert there == [(len(names),)]
    assert db.run_as("admin", LISTED, values["uuid"]) == []
    with pytest.raises(psycopg.Error) as again:
        db.run_as("admin", RESTORE, table, values["uuid"])
    assert (again.value.sqlstate, again.value.diag.message_hint) == ("PT404", "record_gone")


REMOVED_LONG_AGO = """
update storage.removed set removed_at = removed_at - interval '40 days' where object ->> 'name' = %s
"""


def test_Y10_a_picture_that_was_removed_long_before_its_record_stays_as_long_as_the_record(
    db: PersonaDatabase,
) -> None:
    values = row_with_files(db.sql, "products", "")
    put(db.sql, "products", values)
    db.sql(OPEN_FOR_LONG)
    name = f"products/{values['image']['filename']}"
    db.sql("delete from storage.objects where name = %s", name)
    db.sql(REMOVED_LONG_AGO, name)
    db.delete("admin", "products", values["uuid"])
    expired = (
        "select object ->> 'name' from storage.removed where version in (select private.expired_pictures())"
    )
    assert db.sql(expired) == []
    assert db.run_as("admin", RESTORE, "products", values["uuid"]) == [{"is_whole": True}]
    db.sql("delete from storage.objects where name = %s", name)
    db.sql(REMOVED_LONG_AGO, name)
    db.delete("admin", "products", values["uuid"])
    db.sql("update private.deleted_records set record = '{}'")
    assert db.sql(expired) == [(name,)]


def test_Y10_a_product_comes_back_with_its_further_pictures(db: PersonaDatabase) -> None:
    values = row_with_files(db.sql, "products", "")
    more = [row_with_files(db.sql, "products", "")["image"] for _ in range(2)]
    assert db.insert("admin", "products", values | {"pictures": more}).refused is None
    (before,) = fetch_rows(db, "products", values["uuid"])
    assert [
        one["url"].startswith("/storage/v1/object/public/tapis/products/") for one in before[0]["pictures"]
    ]
    names = [f"products/{one['filename']}" for one in (values["image"], *more)]
    db.sql("delete from storage.objects where name = any(%s)", names)
    db.delete("admin", "products", values["uuid"])
    assert db.run_as("admin", RESTORE, "products", values["uuid"]) == [{"is_whole": True}]
    assert db.sql("select count(*) from storage.objects where name = any(%s)", names) == [(3,)]
    assert fetch_rows(db, "products", values["uuid"]) == [before]


def test_Y10_an_order_comes_back_sealed_with_its_address_and_takes_its_pieces_again(
    db: PersonaDatabase,
) -> None:
    save_delivery_details(db, address="Jl. Pucuk Rebung 1")
    shirt = add_product(db, M=2)
    order = build_order(db, transactions=[build_line(shirt, 2, "M")])
    send_order(db, order)
    before, to = fetch_orders(db, order), fetch_delivery(db, order)
    db.run_as("talent", "delete from public.transactions where uuid = %s", order["uuid"])
    save_delivery_details(db, address="Jl. Diponegoro 7")
    assert fetch_stock(db, shirt) == {"M": 2}
    assert db.run_as("admin", RESTORE, "transactions", order["uuid"]) == [{"is_whole": True}]
    assert (fetch_orders(db, order), fetch_delivery(db, order), fetch_stock(db, shirt)) == (
        before,
        to,
        {"M": 0},
    )
    assert [*db.sql(SEALED, order["uuid"])] == [(order["uuid"], True)]
    actions = "select action from public.audit_log where record_id = %s order by created_at"
    assert db.sql(actions, order["uuid"]) == [("delete",), ("insert",)]


def test_Y10_an_order_whose_pieces_are_sold_does_not_come_back(db: PersonaDatabase) -> None:
    shirt = add_product(db, M=2)
    first, second = (build_order(db, transactions=[build_line(shirt, 2, "M")]) for _ in range(2))
    send_order(db, first)
    db.run_as("admin", "delete from public.transactions where uuid = %s", first["uuid"])
    send_order(db, second)
    with pytest.raises(psycopg.Error) as refused:
        db.run_as("admin", RESTORE, "transactions", first["uuid"])
    assert refused.value.diag.message_primary == '"Selendang" in size M is sold out.'
    assert len(db.run_as("admin", LISTED, first["uuid"])) == 1
    edit_order(db, second, status="Rejected")
    assert db.run_as("admin", RESTORE, "transactions", first["uuid"]) == [{"is_whole": True}]


@pytest.mark.parametrize("role", ["anon", "none", "talent", "leadership", "service"])
def test_Y10_nobody_else_sees_or_restores_what_was_deleted(db: PersonaDatabase, role: str) -> None:
    uuid = delete_record(db, "transactions")
    for query, words in (("select public.deleted_records()", ()), (RESTORE, ("transactions", uuid))):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            db.run_as(role, query, *words)
    assert fetch_rows(db, "transactions", uuid) == []


def test_Y10_a_payment_account_comes_back_after_a_recent_sign_in_only(db: PersonaDatabase) -> None:
    uuid = delete_record(db, "payment_methods")
    with pytest.raises(psycopg.Error) as refused:
        db.run_as("admin", RESTORE, "payment_methods", uuid, more={"amr": []})
    assert refused.value.diag.message_hint == "recent_sign_in"


def test_Z9_after_thirty_days_it_is_gone_without_anybodys_doing(db: PersonaDatabase) -> None:
    uuid, other = delete_record(db, "slides"), delete_record(db, "gallery")
    db.sql(
        "insert into private.running_periods (started_at, seen_at) values (now() - interval '90 days', now())"
    )
    db.sql("update private.deleted_records set deleted_at = now() - interval '29 days 23 hours'")
    db.sql("update private.deleted_records set deleted_at = now() - interval '31 days' where uuid = %s", uuid)
    db.sql("set local role supabase_storage_admin; select private.purge_deleted_records(); reset role")
    assert db.sql("select uuid::text from private.deleted_records") == [(other,)]
    with pytest.raises(psycopg.Error) as refused:
        db.run_as("admin", RESTORE, "slides", uuid)
    assert refused.value.diag.message_hint == "record_gone"


def test_Y10_what_an_account_took_along_does_not_come_back(db: PersonaDatabase) -> None:
    tom = db.user_id("talent")
    before = delete_record(db, "audition_registrations")
    save_delivery_details(db, address="Jl. Pucuk Rebung 1")
    order: Row = build_order(db)
    send_order(db, order)
    db.run_as("admin", "delete from public.transactions where uuid = %s", order["uuid"])
    put(db.sql, "audition_registrations", row("audition_registrations", tom))
    db.sql("delete from auth.users where id = %s", tom)
    assert db.sql("select place, delivery from private.deleted_records") == [("transactions", None)]
    assert db.run_as("admin", LISTED, before) == []
    db.run_as("admin", RESTORE, "transactions", order["uuid"])
    assert (len(fetch_orders(db, order)), fetch_delivery(db, order)) == (1, [])


def test_Y10_what_goes_with_a_record_comes_back_with_it(db: PersonaDatabase) -> None:
    event, empty = create_event(db), create_event(db)
    decide(db, add_registration(db, event, db.user_id("talent")), decision="accept")
    announce(db, event, 1, 0)
    plan_slots(db, empty)
    order = build_order(db)
    send_order(db, order)
    db.run_as("admin", "select public.keep_order_note(%s, 'Call her')", order["uuid"])
    ((announcement,),) = db.sql("select uuid from public.audition_announcements")
    gone = {"audition_announcements": announcement, "events": empty, "transactions": order["uuid"]}
    beside = {
        table: db.sql(f"select to_jsonb(t) from public.{table} t order by 1")
        for table in ("event_announcements", "slots", "order_notes")
    }
    for table, uuid in gone.items():
        assert db.delete("admin", table, uuid).rows
    assert check_in(db, event, build_scan(number=1))[0]["answer"] == "not_announced"
    mine = db.run_as("talent", "select public.my_data()::text as said")[0]["said"]
    assert ("Call her" in mine, "event_announcements" in mine) == (False, True)
    for table, uuid in gone.items():
        db.run_as("admin", RESTORE, table, uuid)
    for table, rows in beside.items():
        assert db.sql(f"select to_jsonb(t) from public.{table} t order by 1") == rows
    assert check_in(db, event, build_scan(number=1))[0]["answer"] == "welcome"


def test_Y10_what_was_announced_again_stands_when_the_former_one_comes_back(db: PersonaDatabase) -> None:
    event = create_event(db)
    decide(db, add_registration(db, event), decision="accept")
    announce(db, event, 1, 0)
    ((former,),) = db.sql("select uuid from public.audition_announcements")
    assert db.delete("admin", "audition_announcements", former).rows
    announce(db, event, 1, 0)
    db.run_as("admin", RESTORE, "audition_announcements", former)
    ((standing,),) = db.sql("select announcement_uuid from public.event_announcements")
    assert standing != former
