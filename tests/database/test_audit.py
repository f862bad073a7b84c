"""A changed payment account or role leaves an entry that nobody can forge, change or wipe."""

import re
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from tapis.resources import DB_FOLDER
from tests.database.conftest import PersonaDatabase
from tests.example_rows import CHANGED, edit, key_of, put, row, row_with_files

ENTRIES = """
select actor, actor_id::text, place, action, before, after from public.audit_log
where record_id = %s order by created_at
"""
Entry = tuple[Any, ...]


def fetch_entries(db: PersonaDatabase, record: str) -> list[Entry]:
    """The log entries about a record, oldest first: who, with which account, what, before and after."""
    return [*db.sql(ENTRIES, record)]


def add_change_and_delete_method(db: PersonaDatabase) -> str:
    """Add, change and delete a payment method as Ada; gives its uuid."""
    method = row_with_files(db.sql, "payment_methods", "")
    db.insert("admin", "payment_methods", method)
    db.update("admin", "payment_methods", method["uuid"], {"account_number": "1"})
    db.delete("admin", "payment_methods", method["uuid"])
    return str(method["uuid"])


def test_adas_changes_of_a_payment_account_are_recorded_with_before_and_after(db: PersonaDatabase) -> None:
    added, changed, deleted = fetch_entries(db, add_change_and_delete_method(db))
    who = ("authenticated", db.user_id("admin"), "payment_methods")
    assert (added[:4], changed[:4], deleted[:4]) == ((*who, "insert"), (*who, "update"), (*who, "delete"))
    assert (added[4], deleted[5]) == (None, None)
    assert added[5] == changed[4]
    assert changed[5] == deleted[4]
    assert (changed[4]["account_number"], changed[5]["account_number"]) == ("0000", "1")


def test_an_edit_that_changes_nothing_is_no_change(db: PersonaDatabase) -> None:
    uuid = put(db.sql, "payment_methods", row("payment_methods", ""))
    db.update("admin", "payment_methods", uuid, {"account_number": "0000"})
    assert len(fetch_entries(db, uuid)) == 1


def test_the_service_key_leaves_its_name(db: PersonaDatabase) -> None:
    uuid = put(db.sql, "payment_methods", row("payment_methods", ""))
    db.update("service", "payment_methods", uuid, edit("payment_methods", ""))
    assert fetch_entries(db, uuid)[-1][:4] == ("service_role", None, "payment_methods", "update")


def test_a_role_that_is_given_changed_and_taken_is_recorded(db: PersonaDatabase) -> None:
    tom = db.add_person("none")
    before = len(fetch_entries(db, tom))
    for role in ("talent", "admin", "admin", "none"):
        db.sql("select private.give_role(%s, %s)", tom, role)
    changes = [
        (action, was and was["role"], now and now["role"])
        for *_, action, was, now in fetch_entries(db, tom)[before:]
    ]
    assert changes == [("insert", None, "talent"), ("update", "talent", "admin"), ("delete", "admin", None)]


@pytest.mark.parametrize(("program", "actor"), [("tapis", "command line"), ("psql", "postgres")])
def test_a_role_given_at_a_terminal_says_so(db: PersonaDatabase, program: str, actor: str) -> None:
    db.sql("select set_config('application_name', %s, true)", program)
    tom = db.add_person("admin")
    assert fetch_entries(db, tom)[-1][:4] == (actor, None, "user_roles", "update")


def test_nobody_passes_for_the_command_line_with_a_name(db: PersonaDatabase) -> None:
    db.sql("select set_config('application_name', 'tapis', true)")
    assert {actor for actor, *_ in fetch_entries(db, add_change_and_delete_method(db))} == {"authenticated"}


def test_signing_up_is_no_change_of_a_role_and_losing_the_account_is(db: PersonaDatabase) -> None:
    tom = str(uuid4())
    db.sql("insert into auth.users (id, email) values (%s, %s)", tom, f"{tom}@tapis.example")
    assert fetch_entries(db, tom) == []
    db.sql("delete from auth.users where id = %s", tom)
    assert [action for *_, action, _, _ in fetch_entries(db, tom)] == ["delete"]


def test_no_address_and_no_password_is_in_the_log(db: PersonaDatabase) -> None:
    db.add_person("admin")
    ((log,),) = db.sql("select string_agg(a::text, ' ') from public.audit_log a")
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
    db: PersonaDatabase, role: str, wiping: str
) -> None:
    db.add_person("admin")
    before = db.state()
    with pytest.raises(psycopg.errors.InsufficientPrivilege), db.connection.transaction():
        db.sql(wiping) if role == "owner" else db.run_as(role, wiping)
    assert db.state() == before


@pytest.mark.parametrize("role", ["none", "talent", "leadership", "admin", "service"])
def test_nobody_calls_what_writes_the_log(db: PersonaDatabase, role: str) -> None:
    for call in ("private.actor()", "private.tg__write_audit_entry()", "private.tg_audit_log__append_only()"):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            db.run_as(role, f"select {call}")


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
    db: PersonaDatabase, table: str, action: str
) -> None:
    key, values = key_of(table), row(table, db.user_id("talent"))
    put(db.sql, table, values)
    if action == "update":
        ((column, value),) = CHANGES[table].items()
        db.sql(f"update public.{table} set {column} = %s where {key} = %s", value, values[key])
    if action == "delete":
        db.sql(f"delete from public.{table} where {key} = %s", values[key])
    query = "select coalesce(after, before) ->> %s from public.audit_log where (place, action) = (%s, %s)"
    assert (values[key],) in db.sql(query, key, table, action)


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


def test_every_rule_about_an_entry_is_tried(db: PersonaDatabase) -> None:
    assert sorted(SENSELESS) == sorted(name for (name,) in db.sql(CONSTRAINTS))


@pytest.mark.parametrize("rule", SENSELESS)
def test_an_entry_that_makes_no_sense_is_refused(db: PersonaDatabase, rule: str) -> None:
    for entry in SENSELESS[rule]:
        with pytest.raises(psycopg.errors.CheckViolation) as caught, db.connection.transaction():
            put(db.sql, "audit_log", row("audit_log", "") | entry)
        assert caught.value.diag.constraint_name == rule


def assert_changes_recorded(db: PersonaDatabase) -> None:
    assert len(fetch_entries(db, add_change_and_delete_method(db))) == 3
    tom = db.add_person("admin")
    assert [now["role"] for *_, now in fetch_entries(db, tom)] == ["admin"]
    with pytest.raises(psycopg.errors.InsufficientPrivilege), db.connection.transaction():
        db.sql("delete from public.audit_log")


@pytest.mark.parametrize(
    "trigger",
    [
        "_800_write_audit_entry on public.payment_methods",
        "_800_write_audit_entry on private.user_roles",
        "_000_append_only on public.audit_log",
    ],
)
def test_each_trigger_of_the_log_is_missed_when_it_is_gone(db: PersonaDatabase, trigger: str) -> None:
    assert_changes_recorded(db)
    db.sql(f"drop trigger {trigger}")
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        assert_changes_recorded(db)


def test_Y30_what_the_shop_says_of_itself_is_recorded_with_who_changed_it(db: PersonaDatabase) -> None:
    """Whoever changes how buyers are told to pay could lead them elsewhere."""
    settings = row("shop_settings", "")
    put(db.sql, "shop_settings", settings)
    db.update("admin", "shop_settings", settings["uuid"], {"whatsapp": "6281299990001"})
    changed = fetch_entries(db, settings["uuid"])[-1]
    assert changed[:4] == ("authenticated", db.user_id("admin"), "shop_settings", "update")
    assert changed[5]["whatsapp"] == "6281299990001"
