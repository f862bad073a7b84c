"""A changed payment account or role leaves an entry that nobody can forge, change or wipe."""

import re
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from tapis.resources import DB_FOLDER
from tests.database.conftest import House
from tests.example_rows import CHANGED, edit, key_of, put, row, row_with_files

ENTRIES = """
select actor, actor_id::text, place, action, before, after from public.audit_log
where record_id = %s order by created_at
"""
Entry = tuple[Any, ...]


def entries(house: House, record: str) -> list[Entry]:
    """What the log says about a record, oldest first: who, with which account, what, before and after."""
    return [*house.sql(ENTRIES, record)]


def kept_by_ada(house: House) -> str:
    """A payment method that Ada adds, changes and deletes."""
    method = row_with_files(house.sql, "payment_methods", "")
    house.insert("admin", "payment_methods", method)
    house.update("admin", "payment_methods", method["uuid"], {"account_number": "1"})
    house.delete("admin", "payment_methods", method["uuid"])
    return str(method["uuid"])


def test_adas_changes_of_a_payment_account_are_recorded_with_before_and_after(house: House) -> None:
    added, changed, deleted = entries(house, kept_by_ada(house))
    who = ("authenticated", house.user_id("admin"), "payment_methods")
    assert (added[:4], changed[:4], deleted[:4]) == ((*who, "insert"), (*who, "update"), (*who, "delete"))
    assert (added[4], deleted[5]) == (None, None)
    assert added[5] == changed[4]
    assert changed[5] == deleted[4]
    assert (changed[4]["account_number"], changed[5]["account_number"]) == ("0000", "1")


def test_an_edit_that_changes_nothing_is_no_change(house: House) -> None:
    uuid = put(house.sql, "payment_methods", row("payment_methods", ""))
    house.update("admin", "payment_methods", uuid, {"account_number": "0000"})
    assert len(entries(house, uuid)) == 1


def test_the_service_key_leaves_its_name(house: House) -> None:
    uuid = put(house.sql, "payment_methods", row("payment_methods", ""))
    house.update("service", "payment_methods", uuid, edit("payment_methods", ""))
    assert entries(house, uuid)[-1][:4] == ("service_role", None, "payment_methods", "update")


def test_a_role_that_is_given_changed_and_taken_is_recorded(house: House) -> None:
    tom = house.person("none")
    before = len(entries(house, tom))
    for role in ("talent", "admin", "admin", "none"):
        house.sql("select private.give_role(%s, %s)", tom, role)
    told = [
        (action, was and was["role"], now and now["role"])
        for *_, action, was, now in entries(house, tom)[before:]
    ]
    assert told == [("insert", None, "talent"), ("update", "talent", "admin"), ("delete", "admin", None)]


@pytest.mark.parametrize(("program", "actor"), [("tapis", "command line"), ("psql", "postgres")])
def test_a_role_given_at_a_terminal_says_so(house: House, program: str, actor: str) -> None:
    house.sql("select set_config('application_name', %s, true)", program)
    tom = house.person("admin")
    assert entries(house, tom)[-1][:4] == (actor, None, "user_roles", "update")


def test_nobody_passes_for_the_command_line_with_a_name(house: House) -> None:
    house.sql("select set_config('application_name', 'tapis', true)")
    assert {actor for actor, *_ in entries(house, kept_by_ada(house))} == {"authenticated"}


def test_signing_up_is_no_change_of_a_role_and_losing_the_account_is(house: House) -> None:
    tom = str(uuid4())
    house.sql("insert into auth.users (id, email) values (%s, %s)", tom, f"{tom}@tapis.example")
    assert entries(house, tom) == []
    house.sql("delete from auth.users where id = %s", tom)
    assert [action for *_, action, _, _ in entries(house, tom)] == ["delete"]


def test_no_address_and_no_password_is_in_the_log(house: House) -> None:
    house.person("admin")
    ((log,),) = house.sql("select string_agg(a::text, ' ') from public.audit_log a")
    assert "@" not in log
    assert "argon" not in log


@pytest.mark.parametrize(
    "wiping",
    [
        "update public.audit_log set actor = 'nobody'",
        "delete from public.audit_log",
        "truncate public.audit_log",
    ],
)
@pytest.mark.parametrize("role", ["none", "talent", "leadership", "admin", "service", "owner"])
def test_nobody_changes_or_wipes_the_log_not_even_the_databases_owner(
    house: House, role: str, wiping: str
) -> None:
    house.person("admin")
    before = house.state()
    with pytest.raises(psycopg.errors.InsufficientPrivilege), house.connection.transaction():
        house.sql(wiping) if role == "owner" else house.ask(role, wiping)
    assert house.state() == before


@pytest.mark.parametrize("role", ["none", "talent", "leadership", "admin", "service"])
def test_nobody_calls_what_writes_the_log(house: House, role: str) -> None:
    for call in ("private.actor()", "private.tg__write_audit_entry()", "private.tg_audit_log__append_only()"):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            house.ask(role, f"select {call}")


DECLARED = re.compile(
    r"^create trigger \S+_write_audit_entry(?:_of_deletion)? after (.+) on public\.(\w+)$", re.MULTILINE
)
WATCHED = sorted(
    (table, action)
    for file in (DB_FOLDER / "policies").glob("*.sql")
    for actions, table in DECLARED.findall(file.read_text())
    for action in actions.split(" or ")
)
# Of a payment, only what somebody decides.
CHANGES = CHANGED | {"payments": {"received": 1}}


@pytest.mark.parametrize(("table", "action"), WATCHED)
def test_Y20_each_change_that_is_declared_to_be_watched_leaves_an_entry(
    house: House, table: str, action: str
) -> None:
    key, values = key_of(table), row(table, house.user_id("talent"))
    put(house.sql, table, values)
    if action == "update":
        ((column, value),) = CHANGES[table].items()
        house.sql(f"update public.{table} set {column} = %s where {key} = %s", value, values[key])
    if action == "delete":
        house.sql(f"delete from public.{table} where {key} = %s", values[key])
    told = "select coalesce(after, before) ->> %s from public.audit_log where (place, action) = (%s, %s)"
    assert (values[key],) in house.sql(told, key, table, action)


# Rule → entries that break it.
SENSELESS: dict[str, tuple[dict[str, Any], ...]] = {
    "audit_log_action_fits_before_and_after": (
        {"action": "insert", "after": None},
        {"action": "insert", "before": {}},
        {"action": "update", "before": None},
        {"action": "update", "after": None, "before": {}},
        {"action": "delete", "before": None, "after": None},
        {"action": "delete", "before": {}, "after": {}},
        {"action": "look"},
    ),
}
CONSTRAINTS = """
select conname from pg_constraint where conrelid = 'public.audit_log'::regclass and contype in ('c', 'f')
"""


def test_every_rule_about_an_entry_is_tried(house: House) -> None:
    assert sorted(SENSELESS) == sorted(name for (name,) in house.sql(CONSTRAINTS))


@pytest.mark.parametrize("rule", SENSELESS)
def test_an_entry_that_makes_no_sense_is_refused(house: House, rule: str) -> None:
    for entry in SENSELESS[rule]:
        with pytest.raises(psycopg.errors.CheckViolation) as caught, house.connection.transaction():
            put(house.sql, "audit_log", row("audit_log", "") | entry)
        assert caught.value.diag.constraint_name == rule


def changes_are_recorded(house: House) -> None:
    assert len(entries(house, kept_by_ada(house))) == 3
    tom = house.person("admin")
    assert [now["role"] for *_, now in entries(house, tom)] == ["admin"]
    with pytest.raises(psycopg.errors.InsufficientPrivilege), house.connection.transaction():
        house.sql("delete from public.audit_log")


@pytest.mark.parametrize(
    "trigger",
    [
        "_800_write_audit_entry on public.payment_methods",
        "_800_write_audit_entry on private.user_roles",
        "_000_append_only on public.audit_log",
    ],
)
def test_each_trigger_of_the_log_is_missed_when_it_is_gone(house: House, trigger: str) -> None:
    changes_are_recorded(house)
    house.sql(f"drop trigger {trigger}")
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        changes_are_recorded(house)


def test_Y30_what_the_shop_says_of_itself_is_recorded_with_who_changed_it(house: House) -> None:
    """Whoever changes how buyers are told to pay could lead them elsewhere."""
    settings = row("shop_settings", "")
    put(house.sql, "shop_settings", settings)
    house.update("admin", "shop_settings", settings["uuid"], {"whatsapp": "6281299990001"})
    changed = entries(house, settings["uuid"])[-1]
    assert changed[:4] == ("authenticated", house.user_id("admin"), "shop_settings", "update")
    assert changed[5]["whatsapp"] == "6281299990001"
