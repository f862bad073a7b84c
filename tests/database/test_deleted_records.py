"""What was deleted comes back for thirty days, for administrators; what an account took along does not."""

from typing import Any

import psycopg
import pytest

from tests.database.casting import an_event, announce, check_in, decide, plan, registered, scan
from tests.database.conftest import House
from tests.database.test_deliveries import delivery, keep
from tests.database.test_orders import kept, ready, send
from tests.database.test_seals import SEALED
from tests.database.test_stock import edit, left, of, product
from tests.declared_pictures import FOLDERS
from tests.example_rows import SETTINGS, TABLES, Row, put, put_files, row, row_with_files

RESTORE = "select public.restore_record(%s, %s) as is_whole"
OPEN_FOR_LONG = (
    "insert into private.running_periods (started_at, seen_at) values (now() - interval '99 days', now())"
)
LISTED = "select place, uuid, record, deleted_by from public.deleted_records() where uuid = %s"


def stored(house: House, table: str, uuid: str) -> list[Any]:
    return [*house.sql(f"select to_jsonb(t) from public.{table} t where uuid = %s", uuid)]


def deleted(house: House, table: str, role: str = "admin") -> str:
    """A record with pictures, removed by its owner or Ada with the pictures first, as the screens do."""
    values = row_with_files(house.sql, table, house.user_id("talent"))
    put(house.sql, table, values)
    for column, folder in FOLDERS.get(table, {}).items():
        name = f"{folder}/{values[column]['filename']}"
        house.sql("delete from storage.objects where name = %s", name)
    assert house.delete(role, table, values["uuid"]).rows
    return str(values["uuid"])


@pytest.mark.parametrize("table", [*TABLES, *SETTINGS])
def test_Y10_ada_brings_a_deleted_record_back_with_its_pictures(house: House, table: str) -> None:
    tom = house.user_id("talent")
    values = put_files(house.sql, table, row(table, tom), tom)
    put(house.sql, table, values)
    before = stored(house, table, values["uuid"])
    names = [f"{folder}/{values[column]['filename']}" for column, folder in FOLDERS.get(table, {}).items()]
    house.sql("delete from storage.objects where name = any(%s)", names)
    house.delete("admin", table, values["uuid"])
    (listed,) = house.ask("admin", LISTED, values["uuid"])
    assert (listed["place"], listed["deleted_by"]) == (table, f"{house.user_id('admin')}@tapis.example")
    assert [(listed["record"],)] == before
    assert house.ask("admin", RESTORE, table, values["uuid"]) == [{"is_whole": True}]
    assert stored(house, table, values["uuid"]) == before
    there = house.sql("select count(*) from storage.objects where name = any(%s)", names)
    assert there == [(len(names),)]
    assert house.ask("admin", LISTED, values["uuid"]) == []
    with pytest.raises(psycopg.Error) as again:
        house.ask("admin", RESTORE, table, values["uuid"])
    assert (again.value.sqlstate, again.value.diag.message_hint) == ("PT404", "record_gone")


REMOVED_LONG_AGO = """
update storage.removed set removed_at = removed_at - interval '40 days' where object ->> 'name' = %s
"""


def test_Y10_a_picture_that_was_removed_long_before_its_record_stays_as_long_as_the_record(
    house: House,
) -> None:
    values = row_with_files(house.sql, "products", "")
    put(house.sql, "products", values)
    house.sql(OPEN_FOR_LONG)
    name = f"products/{values['image']['filename']}"
    house.sql("delete from storage.objects where name = %s", name)
    house.sql(REMOVED_LONG_AGO, name)
    house.delete("admin", "products", values["uuid"])
    expired = (
        "select object ->> 'name' from storage.removed where version in (select private.expired_pictures())"
    )
    assert house.sql(expired) == []
    assert house.ask("admin", RESTORE, "products", values["uuid"]) == [{"is_whole": True}]
    house.sql("delete from storage.objects where name = %s", name)
    house.sql(REMOVED_LONG_AGO, name)
    house.delete("admin", "products", values["uuid"])
    house.sql("update private.deleted_records set record = '{}'")
    assert house.sql(expired) == [(name,)]


def test_Y10_a_product_comes_back_with_its_further_pictures(house: House) -> None:
    values = row_with_files(house.sql, "products", "")
    more = [row_with_files(house.sql, "products", "")["image"] for _ in range(2)]
    assert house.insert("admin", "products", values | {"pictures": more}).refused is None
    (before,) = stored(house, "products", values["uuid"])
    assert [
        one["url"].startswith("/storage/v1/object/public/tapis/products/") for one in before[0]["pictures"]
    ]
    names = [f"products/{one['filename']}" for one in (values["image"], *more)]
    house.sql("delete from storage.objects where name = any(%s)", names)
    house.delete("admin", "products", values["uuid"])
    assert house.ask("admin", RESTORE, "products", values["uuid"]) == [{"is_whole": True}]
    assert house.sql("select count(*) from storage.objects where name = any(%s)", names) == [(3,)]
    assert stored(house, "products", values["uuid"]) == [before]


def test_Y10_an_order_comes_back_sealed_with_its_address_and_takes_its_pieces_again(house: House) -> None:
    keep(house, address="Jl. Pucuk Rebung 1")
    shirt = product(house, M=2)
    order = ready(house, transactions=[of(shirt, 2, "M")])
    send(house, order)
    before, to = kept(house, order), delivery(house, order)
    house.ask("talent", "delete from public.transactions where uuid = %s", order["uuid"])
    keep(house, address="Jl. Diponegoro 7")
    assert left(house, shirt) == {"M": 2}
    assert house.ask("admin", RESTORE, "transactions", order["uuid"]) == [{"is_whole": True}]
    assert (kept(house, order), delivery(house, order), left(house, shirt)) == (before, to, {"M": 0})
    assert [*house.sql(SEALED, order["uuid"])] == [(order["uuid"], True)]
    actions = "select action from public.audit_log where record_id = %s order by created_at"
    assert house.sql(actions, order["uuid"]) == [("delete",), ("insert",)]


def test_Y10_an_order_whose_pieces_are_sold_does_not_come_back(house: House) -> None:
    shirt = product(house, M=2)
    first, second = (ready(house, transactions=[of(shirt, 2, "M")]) for _ in range(2))
    send(house, first)
    house.ask("admin", "delete from public.transactions where uuid = %s", first["uuid"])
    send(house, second)
    with pytest.raises(psycopg.Error) as refused:
        house.ask("admin", RESTORE, "transactions", first["uuid"])
    assert refused.value.diag.message_primary == '"Selendang" in size M is sold out.'
    assert len(house.ask("admin", LISTED, first["uuid"])) == 1
    edit(house, second, status="Rejected")
    assert house.ask("admin", RESTORE, "transactions", first["uuid"]) == [{"is_whole": True}]


@pytest.mark.parametrize("role", ["anon", "none", "talent", "leadership", "service"])
def test_Y10_nobody_else_sees_or_restores_what_was_deleted(house: House, role: str) -> None:
    uuid = deleted(house, "transactions")
    for query, words in (("select public.deleted_records()", ()), (RESTORE, ("transactions", uuid))):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            house.ask(role, query, *words)
    assert stored(house, "transactions", uuid) == []


def test_Y10_a_payment_account_comes_back_after_a_recent_sign_in_only(house: House) -> None:
    uuid = deleted(house, "payment_methods")
    with pytest.raises(psycopg.Error) as refused:
        house.ask("admin", RESTORE, "payment_methods", uuid, more={"amr": []})
    assert refused.value.diag.message_hint == "recent_sign_in"


def test_Z9_after_thirty_days_it_is_gone_without_anybodys_doing(house: House) -> None:
    uuid, other = deleted(house, "slides"), deleted(house, "gallery")
    house.sql(
        "insert into private.running_periods (started_at, seen_at) values (now() - interval '90 days', now())"
    )
    house.sql("update private.deleted_records set deleted_at = now() - interval '29 days 23 hours'")
    house.sql(
        "update private.deleted_records set deleted_at = now() - interval '31 days' where uuid = %s", uuid
    )
    house.sql("set local role supabase_storage_admin; select private.purge_deleted_records(); reset role")
    assert house.sql("select uuid::text from private.deleted_records") == [(other,)]
    with pytest.raises(psycopg.Error) as refused:
        house.ask("admin", RESTORE, "slides", uuid)
    assert refused.value.diag.message_hint == "record_gone"


def test_Y10_what_an_account_took_along_does_not_come_back(house: House) -> None:
    tom = house.user_id("talent")
    before = deleted(house, "audition_registrations")
    keep(house, address="Jl. Pucuk Rebung 1")
    order: Row = ready(house)
    send(house, order)
    house.ask("admin", "delete from public.transactions where uuid = %s", order["uuid"])
    put(house.sql, "audition_registrations", row("audition_registrations", tom))
    house.sql("delete from auth.users where id = %s", tom)
    assert house.sql("select place, delivery from private.deleted_records") == [("transactions", None)]
    assert house.ask("admin", LISTED, before) == []
    house.ask("admin", RESTORE, "transactions", order["uuid"])
    assert (len(kept(house, order)), delivery(house, order)) == (1, [])


def test_Y10_what_goes_with_a_record_comes_back_with_it(house: House) -> None:
    event, empty = an_event(house), an_event(house)
    decide(house, registered(house, event, house.user_id("talent")), decision="accept")
    announce(house, event, 1, 0)
    plan(house, empty)
    order = ready(house)
    send(house, order)
    house.ask("admin", "select public.keep_order_note(%s, 'Call her')", order["uuid"])
    ((announcement,),) = house.sql("select uuid from public.audition_announcements")
    gone = {"audition_announcements": announcement, "events": empty, "transactions": order["uuid"]}
    beside = {
        table: house.sql(f"select to_jsonb(t) from public.{table} t order by 1")
        for table in ("event_announcements", "slots", "order_notes")
    }
    for table, uuid in gone.items():
        assert house.delete("admin", table, uuid).rows
    assert check_in(house, event, scan(number=1))[0]["answer"] == "unknown"
    mine = house.ask("talent", "select public.my_data()::text as said")[0]["said"]
    assert ("Call her" in mine, "event_announcements" in mine) == (False, True)
    for table, uuid in gone.items():
        house.ask("admin", RESTORE, table, uuid)
    for table, rows in beside.items():
        assert house.sql(f"select to_jsonb(t) from public.{table} t order by 1") == rows
    assert check_in(house, event, scan(number=1))[0]["answer"] == "welcome"


def test_Y10_what_was_announced_again_stands_when_the_former_one_comes_back(house: House) -> None:
    event = an_event(house)
    decide(house, registered(house, event), decision="accept")
    announce(house, event, 1, 0)
    ((former,),) = house.sql("select uuid from public.audition_announcements")
    assert house.delete("admin", "audition_announcements", former).rows
    announce(house, event, 1, 0)
    house.ask("admin", RESTORE, "audition_announcements", former)
    ((standing,),) = house.sql("select announcement_uuid from public.event_announcements")
    assert standing != former
