"""What may be stored: every named constraint refuses forged values by its name."""

import json
import re
from itertools import product
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from tapis.resources import DB_FOLDER
from tests.database.conftest import PersonaDatabase
from tests.database.forged_values import Constraint, list_constraints
from tests.database.test_unique_keys import PROMISES
from tests.example_rows import CASTING, STORED, TABLES, key_of, put, row, row_with_files
from tests.mutation.equivalents import EQUIVALENT

# What may be empty in tables that functions write, or that people keep of themselves; nothing else there.
MAY_BE_EMPTY: dict[str, set[str]] = {
    "announcement_texts": {"en", "id"},
    "casting_decisions": {"audition_slot", "decision", "note", "rehearsal_slot", "training_slot"},
    "casting_scores": {"note", "score"},
    "check_ins": {"registration_uuid", "scanned_by", "user_id"},
    "delivery_details": {"address", "city", "name", "note", "province", "whatsapp"},
    "event_announcements": {"wish", "wished_at"},
    "event_registrations": {"registration_uuid", "user_id"},
    "notification_choices": {"language"},
    "order_deliveries": {"address", "city", "name", "note", "province", "user_id", "whatsapp"},
    "parcels": {"courier", "packed_at", "sent_at", "tracking_number", "tracking_page"},
    "payments": {
        "amount", "cancelled_by", "decided_at", "deleted_at", "deleted_by", "delivery_way", "goods",
        "lapse_announced_at", "order_uuid", "pieces_back", "reason", "received", "registration_uuid", "total",
    },
    "push_subscriptions": {"session_id"},
    "reconciliations": {"reconciled_by"},
    "refunds": {"line_uuid", "note"},
    "shop_settings": {
        "address", "default_language", "default_weight", "delivery_and_returns", "how_to_pay", "name",
        "opening_hours", "phone", "questions", "size_chart", "social_links", "tagline", "whatsapp",
    },
    "statement_lines": {"imported_by"},
    "wishes": {"awaited_size"},
}  # fmt: skip


def list_nullable_columns(table: str) -> set[str]:
    """The columns that may be null: those that are null in the example row."""
    return {column for column, value in row(table, "").items() if value is None}


def catch_refusal(db: PersonaDatabase, table: str, column: str, value: Any) -> psycopg.Error:
    """The error of an insert and an update with a forged value; neither changes anything."""
    role = "service" if table == "transactions" else "admin"
    good = row_with_files(db.sql, table, db.other)
    assert db.insert(role, table, good).refused is None
    before = db.state()
    with pytest.raises(psycopg.Error) as edited:
        db.update(role, table, good["uuid"], {column: value})
    with pytest.raises(psycopg.Error) as added:
        db.insert(role, table, row(table, db.other, **{column: value}))
    assert db.state() == before
    assert edited.value.diag.constraint_name == added.value.diag.constraint_name
    return added.value


@pytest.mark.parametrize("constraint", list_constraints(), ids=lambda one: one.name)
def test_V6_even_ada_is_refused_by_the_name_of_the_rule(db: PersonaDatabase, constraint: Constraint) -> None:
    for value in constraint.refused_values():
        error = catch_refusal(db, constraint.table, constraint.column, value)
        assert error.diag.constraint_name == constraint.name, value


@pytest.mark.parametrize("age", [0, -1, 32768])
def test_V6_tom_cannot_register_out_of_bounds(db: PersonaDatabase, age: int) -> None:
    before = db.state()
    with pytest.raises(psycopg.errors.CheckViolation) as caught:
        db.insert(
            "talent",
            "audition_registrations",
            row("audition_registrations", db.user_id("talent"), age=age),
        )
    assert caught.value.diag.constraint_name == "audition_registrations_age_1_to_32767"
    assert db.state() == before


@pytest.mark.parametrize("table", TABLES)
def test_V6_what_is_required_is_never_null(db: PersonaDatabase, table: str) -> None:
    role = "service" if table == "transactions" else "admin"
    for column in row(table, db.other).keys() - list_nullable_columns(table):
        with pytest.raises(psycopg.errors.NotNullViolation) as caught:
            db.insert(role, table, row(table, db.other, **{column: None}))
        assert caught.value.diag.column_name == column


@pytest.mark.parametrize("table", TABLES)
def test_V6_a_uuid_is_taken_only_once(db: PersonaDatabase, table: str) -> None:
    role = "service" if table == "transactions" else "admin"
    good = row_with_files(db.sql, table, db.other)
    assert db.insert(role, table, good).refused is None
    with pytest.raises(psycopg.errors.UniqueViolation) as caught:
        db.insert(role, table, row(table, db.other, uuid=good["uuid"]))
    assert caught.value.diag.constraint_name == f"{table}_pkey"


def test_V6_money_is_a_whole_number_of_rupiah(db: PersonaDatabase) -> None:
    for price in ("NaN", "Infinity", 1.5, "abc"):
        with pytest.raises(psycopg.DataError):
            db.insert("admin", "products", row("products", db.other, price=price))
    largest = row_with_files(db.sql, "products", db.other, price=2**53 - 1)
    assert db.insert("admin", "products", largest).refused is None


def test_V6_the_bounds_themselves_are_allowed(db: PersonaDatabase) -> None:
    for bound in (1, 32767):
        sizes = {"age": bound, "body_weight": bound, "height": bound}
        within = row_with_files(db.sql, "audition_registrations", db.other, **sizes)
        assert db.insert("admin", "audition_registrations", within).refused is None
    longest = row_with_files(db.sql, "products", db.other, heading="é" * 200, price=0)
    assert db.insert("admin", "products", longest).refused is None


def test_M9_a_second_about_us_may_be_stored_before_the_first_is_removed(db: PersonaDatabase) -> None:
    for table in ("about_us", "about_us_section"):
        for _ in range(2):
            values = row_with_files(db.sql, table, db.other)
            assert db.insert("admin", table, values).refused is None


def test_W2_who_leaves_the_site_leaves_the_books_as_they_are(db: PersonaDatabase) -> None:
    for table in ("audition_registrations", "audition_announcements", "transactions"):
        assert db.insert("service", table, row(table, db.other)).refused is None
    db.sql("delete from auth.users where id = %s", db.other)
    left = {
        table: len(db.sql(f"select 1 from public.{table} where user_id = %s", db.other))
        for table in ("audition_registrations", "audition_announcements", "transactions")
    }
    assert left == {"audition_registrations": 0, "audition_announcements": 0, "transactions": 1}


@pytest.mark.parametrize("table", sorted(STORED))
def test_V6_what_may_not_be_empty_is_never_null_whoever_writes(db: PersonaDatabase, table: str) -> None:
    key = put(db.sql, table, row(table, db.other))
    db.sql("set local session_replication_role = replica")  # no trigger writes it instead
    given = {"sort_time"}  # by a trigger, where it is left empty
    may_be_empty = list_nullable_columns(table) - given if table in TABLES else MAY_BE_EMPTY.get(table, set())
    for column in fetch_columns(db, table) - may_be_empty:
        with pytest.raises(psycopg.errors.NotNullViolation), db.connection.transaction():
            db.sql(f'update public.{table} set "{column}" = null where {key_of(table)} = %s', key)


@pytest.mark.parametrize("table", sorted(STORED))
def test_V6_no_row_is_stored_twice_under_its_key(db: PersonaDatabase, table: str) -> None:
    key = put(db.sql, table, row(table, db.other))
    db.sql("set local session_replication_role = replica")  # no trigger gives it another one
    twice = (
        f"insert into public.{table} select * from public.{table} where {key_of(table)} = %s "
        f"on conflict on constraint {table}_pkey do nothing returning 1"
    )
    assert db.sql(twice, key) == []


# Values of which one breaks each rule about a column of a table that functions write.
FORGED = (
    " ", "x" * 10_001, "0", "-1", "9007199254740992", "2000-01-01", "[7]", "[]", str(uuid4()),
    json.dumps({"x": "x" * 10_001}), "true", None,
)  # fmt: skip
DECLARED = re.compile(r"^CREATE TABLE public\.(\w+) \((.*?)^\);", re.MULTILINE | re.DOTALL)
RULES = {
    table: {*re.findall(r"CONSTRAINT (\w+) CHECK", columns)}
    for table, columns in DECLARED.findall((DB_FOLDER / "schema.sql").read_text())
    if table in {*STORED} - {*TABLES}
}
# No value of a single column breaks these; test_deliveries.py and test_amounts.py do.
OF_SEVERAL_COLUMNS = {"delivery_details_say_something", "payments_cancelled_by_the_buyer_or_the_shop"}


def fetch_columns(db: PersonaDatabase, table: str) -> set[str]:
    columns = (
        "select attname from pg_attribute where attrelid = %s::regclass and attnum > 0 and not attisdropped"
    )
    return {name for (name,) in db.sql(columns, f"public.{table}")}


def find_broken_rules(db: PersonaDatabase, table: str, key: str) -> set[str | None]:
    """The constraints that refuse a forged value in one of the columns."""
    found = set()
    for column, value in product(fetch_columns(db, table), FORGED):
        forge = f'update public.{table} set "{column}" = %s where {key_of(table)} = %s'
        try:
            with db.connection.transaction(force_rollback=True):
                db.sql(forge, value, key)
        except psycopg.errors.CheckViolation as refusal:
            found.add(refusal.diag.constraint_name)
        except (psycopg.DataError, psycopg.IntegrityError):
            pass  # no value of this column
    return found


@pytest.mark.parametrize("table", sorted(RULES))
def test_V6_every_rule_about_what_functions_write_refuses_by_its_name(
    db: PersonaDatabase, table: str
) -> None:
    key = put(db.sql, table, row(table, db.other))
    db.sql("set local session_replication_role = replica")  # no trigger mends or refuses it before
    assert RULES[table] - find_broken_rules(db, table, key) <= OF_SEVERAL_COLUMNS


LEADS = re.compile(
    r"^ALTER TABLE ONLY public\.(\w+) ADD CONSTRAINT (\w+) FOREIGN KEY \((\w+)\)", re.MULTILINE
)
LEADS_OF_CASTINGS = [
    (table, rule, column)
    for table, rule, column in LEADS.findall((DB_FOLDER / "schema.sql").read_text())
    if table in (*CASTING, "wishes")
    and rule != "event_registrations_registration_uuid_is_a_registration"  # another rule is first
]


@pytest.mark.parametrize(("table", "rule", "column"), LEADS_OF_CASTINGS)
def test_V6_no_casting_and_no_wish_leads_to_what_is_not_there(
    db: PersonaDatabase, table: str, rule: str, column: str
) -> None:
    key = put(db.sql, table, row(table, db.other))
    with pytest.raises(psycopg.errors.ForeignKeyViolation) as refused, db.connection.transaction():
        db.sql(f"update public.{table} set {column} = %s where {key_of(table)} = %s", str(uuid4()), key)
    assert refused.value.diag.constraint_name == rule


# From the literal table and not from the catalogue: a key that was dropped refuses no copy.
PUBLIC_KEY = re.compile(r"public\.(\w+) \((.*?)\)")
UNIQUE_BESIDE_THE_KEY = [
    (name, *found.groups())
    for name, (key, _) in PROMISES.items()
    if (found := PUBLIC_KEY.match(key))
    if f"drop index {name}" not in EQUIVALENT and key_of(found[1]) not in found[2].split(", ")
]
COPY_UNDER_ANOTHER_KEY = """
insert into public.{table}
select (jsonb_populate_record(kept, jsonb_build_object('{column}', gen_random_uuid()))).*
from public.{table} as kept where {column} = %s
"""


@pytest.mark.parametrize(("name", "table", "columns"), UNIQUE_BESIDE_THE_KEY)
def test_V6_what_is_one_each_is_not_stored_twice_under_another_key(
    db: PersonaDatabase, name: str, table: str, columns: str
) -> None:
    key = put(db.sql, table, row(table, db.other))
    db.sql("set local session_replication_role = replica")
    if table == "refunds":  # its line may be empty, and is so in the example
        db.sql("update public.refunds set line_uuid = gen_random_uuid()")
    for other, of_table, _ in UNIQUE_BESIDE_THE_KEY:
        if of_table == table and other != name:
            db.sql(f"alter table public.{table} drop constraint if exists {other}")
            db.sql(f"drop index if exists public.{other}")
    with pytest.raises(psycopg.errors.UniqueViolation) as refused, db.connection.transaction():
        db.sql(COPY_UNDER_ANOTHER_KEY.format(table=table, column=key_of(table)), key)
    assert refused.value.diag.constraint_name == name, columns
