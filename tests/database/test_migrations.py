"""Bringing a database up to date: step by step, again and again; what policies/ says is what holds."""

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from shutil import copytree
from threading import Event
from uuid import uuid4

import psycopg
import pytest

from tapis.ops.migrate import find_violations, migrate, migration_lock
from tapis.ops.migrate.history import require_not_newer, require_same_schema
from tapis.ops.migrate.migration_lock import LOCK
from tapis.ops.refusals import MigrationError
from tests.database.conftest import DB

HISTORY = tuple(sorted(file.name for file in (DB / "migrations").glob("*.sql")))
STATE = """
select count(*) from pg_class c join pg_namespace n on n.oid = c.relnamespace
where n.nspname in ('public', 'private', 'auth', 'storage')
"""


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    """A copy of db/ to spoil."""
    return copytree(DB, tmp_path / "db")


def count(connection: psycopg.Connection, query: str = STATE) -> int:
    """One number."""
    row = connection.execute(query.encode()).fetchone()
    return int(row[0]) if row else 0


def test_an_empty_database_becomes_a_shop_and_stays_one(empty: psycopg.Connection) -> None:
    assert migrate(empty, DB).applied == HISTORY
    before = count(empty)
    for _ in range(2):
        report = migrate(empty, DB)
        assert (report.applied, report.hosted) == ((), False)
    assert count(empty) == before


def test_functions_with_former_names_are_dropped_once_no_rule_calls_them(empty: psycopg.Connection) -> None:
    migrate(empty, DB)
    empty.execute(
        "create function private.tg__touch() returns trigger language plpgsql as 'begin return new; end';"
        "create function private.kept_lines(lines jsonb) returns jsonb language sql as 'select lines';"
        "create trigger _100_touch before update on public.slides"
        " for each row execute function private.tg__touch();"
        "revoke all on function private.tg__touch(), private.kept_lines(jsonb) from public"
    )
    migrate(empty, DB)
    former = "select count(*) from pg_proc where proname in ('tg__touch', 'kept_lines')"
    assert count(empty, former) == 0


@pytest.mark.parametrize(
    "place", ["platform/99_x.sql", "migrations/9999_x.sql", "functions/zz.sql", "policies/slides.sql"]
)
def test_a_failure_half_way_leaves_the_database_as_it_was(
    empty: psycopg.Connection, rules: Path, place: str
) -> None:
    with (rules / place).open("a") as file:
        file.write("\nselect 1 / 0;\n")
    with pytest.raises(psycopg.errors.DivisionByZero) as caught:
        migrate(empty, rules)
    assert caught.value.__notes__ == [f"in db/{place}"]
    assert count(empty) == 0
    assert migrate(empty, DB).applied == HISTORY


def test_a_failing_new_migration_leaves_the_old_schema_serving(
    empty: psycopg.Connection, rules: Path
) -> None:
    migrate(empty, DB)
    before = count(empty)
    new = rules / "migrations" / "9999_tenth.sql"
    new.write_text("create table public.tenth (id int); drop table public.slides; select 1 / 0;")
    with pytest.raises(psycopg.errors.DivisionByZero):
        migrate(empty, rules)
    assert count(empty) == before
    assert count(empty, "select count(*) from private.migrations") == len(HISTORY)


TENTH = "create table public.tenth (id int);"
OPEN = "everybody (PUBLIC) may select public.tenth"


@pytest.mark.parametrize("is_new", [True, False], ids=["a new shop", "a shop that serves"])
def test_a_migration_that_opens_the_database_is_not_kept(
    empty: psycopg.Connection, rules: Path, is_new: bool
) -> None:
    if not is_new:
        migrate(empty, DB)
    before = count(empty)
    (rules / "migrations" / "9999_tenth.sql").write_text(f"{TENTH} grant select on public.tenth to public")
    with pytest.raises(MigrationError, match=f"^{re.escape(OPEN)}$"):
        migrate(empty, rules)
    assert count(empty) == before


def test_each_migration_is_a_step_of_its_own_and_the_old_rules_hold_between(
    empty: psycopg.Connection, rules: Path
) -> None:
    migrate(empty, DB)
    (rules / "migrations" / "9998_tenth.sql").write_text(TENTH)
    last = rules / "migrations" / "9999_eleventh.sql"
    last.write_text("create table public.eleventh (id int); select 1 / 0")
    with pytest.raises(psycopg.errors.DivisionByZero):
        migrate(empty, rules)
    kept = "select count(*) from private.migrations where name ~ '^999' and length(sha256) = 64"
    assert count(empty, kept) == 1
    assert count(empty, "select count(*) from pg_class where relname = 'eleventh'") == 0
    assert find_violations(empty, DB) == []
    last.write_text("create table public.eleventh (id int)")
    assert migrate(empty, rules).applied == ("9999_eleventh.sql",)


def test_rules_that_fail_leave_all_rules_as_they_were(empty: psycopg.Connection, rules: Path) -> None:
    migrate(empty, DB)
    policies = "select count(*) from pg_policies"
    before = count(empty, policies)
    (rules / "policies" / "slides.sql").write_text("-- nobody may do anything")
    with (rules / "policies" / "transactions.sql").open("a") as file:
        file.write("\nselect 1 / 0;\n")
    with pytest.raises(psycopg.errors.DivisionByZero):
        migrate(empty, rules)
    assert count(empty, policies) == before


def test_an_older_program_leaves_a_newer_database_alone(empty: psycopg.Connection, rules: Path) -> None:
    with pytest.raises(MigrationError, match=r"^This database has no shop yet"):
        require_same_schema(empty, DB)
    migrate(empty, DB)
    require_same_schema(empty, DB)
    (rules / "migrations" / "9999_tenth.sql").write_text(TENTH)
    assert require_not_newer(empty, rules) == HISTORY[-1]
    with pytest.raises(MigrationError, match=r"^This database is older than this program"):
        require_same_schema(empty, rules)
    migrate(empty, rules)
    for use in (migrate, require_same_schema, require_not_newer):
        with pytest.raises(MigrationError, match=r"^A newer version of Tapis .* \(9999_tenth\.sql is"):
            use(empty, DB)


def test_history_is_never_edited(empty: psycopg.Connection, rules: Path) -> None:
    migrate(empty, rules)
    with (rules / "migrations" / HISTORY[0]).open("a") as file:
        file.write("\n-- a later thought\n")
    with pytest.raises(MigrationError, match=f"^{HISTORY[0]} was edited after it was applied"):
        migrate(empty, rules)


def test_a_line_deleted_from_a_policy_file_is_a_right_deleted(empty: psycopg.Connection, rules: Path) -> None:
    migrate(empty, rules)
    file = rules / "policies" / "audition_announcements.sql"
    kept = [line for line in file.read_text().splitlines() if not line.startswith("grant select")]
    file.write_text("\n".join(kept))
    migrate(empty, rules)
    may = "select has_table_privilege('authenticated', 'public.audition_announcements', 'select')::int"
    assert count(empty, may) == 0


def test_what_was_opened_by_hand_is_closed_again(empty: psycopg.Connection) -> None:
    migrate(empty, DB)
    empty.execute("create policy everybody on public.transactions for all using (true)")
    empty.execute("grant all on public.transactions to anon, public")
    empty.execute("grant update (status) on public.transactions to anon")
    empty.execute("drop policy select_own on public.transactions")
    migrate(empty, DB)
    policies = "select count(*) from pg_policies where tablename = 'transactions' and policyname = '{}'"
    assert count(empty, policies.format("everybody")) == 0
    assert count(empty, policies.format("select_own")) == 1
    assert (
        count(empty, "select has_any_column_privilege('anon', 'public.transactions', 'select, update')::int")
        == 0
    )


def test_policies_and_triggers_of_others_on_shared_tables_stay(empty: psycopg.Connection) -> None:
    migrate(empty, DB)
    empty.execute("create policy avatars on storage.objects for select using (bucket_id = 'avatars')")
    before = count(empty, "select count(*) from pg_policies where schemaname = 'storage'")
    triggers = count(empty, "select count(*) from pg_trigger where not tgisinternal")
    migrate(empty, DB)
    assert count(empty, "select count(*) from pg_policies where schemaname = 'storage'") == before
    assert count(empty, "select count(*) from pg_trigger where not tgisinternal") == triggers


def test_a_policy_file_about_no_table_is_a_mistake(empty: psycopg.Connection, rules: Path) -> None:
    (rules / "policies" / "tenth.sql").write_text("select 1")
    with pytest.raises(MigrationError, match=r"^db/policies/tenth\.sql names no table"):
        migrate(empty, rules)


def test_two_servers_that_migrate_at_once_take_turns(empty: psycopg.Connection) -> None:
    migrate(empty, DB)
    told: list[str] = []
    waits = Event()

    def tell(sentence: str) -> None:
        told.append(sentence)
        waits.set()

    with psycopg.connect(empty.info.dsn, autocommit=True) as second, ThreadPoolExecutor() as pool:
        with empty.transaction():
            empty.execute("select pg_advisory_xact_lock(%s)", [LOCK])
            running = pool.submit(migrate, second, DB, log=tell)
            assert waits.wait(20)
            assert not running.done()
        assert running.result(20).applied == ()
    assert told == ["Another tapis is migrating this database; waiting for it."]


def test_whoever_is_in_a_table_is_not_kept_waiting_by_rules_that_wait_for_them(
    empty: psycopg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    migrate(empty, DB)
    monkeypatch.setattr(migration_lock, "BUSY_SECONDS", 1.0)
    patient = "-c statement_timeout=20s"
    with psycopg.connect(empty.info.dsn) as reader, psycopg.connect(empty.info.dsn, options=patient) as other:
        reader.execute("select count(*) from public.transactions")  # and stays in its transaction
        with ThreadPoolExecutor() as pool:
            running, answers = pool.submit(migrate, empty, DB), 0
            while not running.done():
                other.execute("select count(*) from public.products, public.transactions")
                other.rollback()
                answers += 1
        assert answers > 2  # between the attempts, not only after the last one
        with pytest.raises(MigrationError, match=r"^A table that must change was locked"):
            running.result()


def test_people_from_before_become_talents_and_their_mirror_is_put_right(
    empty: psycopg.Connection, rules: Path
) -> None:
    for file in (rules / "platform").glob("*.sql"):
        empty.execute(file.read_bytes())
    uuid = uuid4()
    empty.execute(
        "insert into auth.users (id, email, raw_user_meta_data) values (%s, 'tom@tapis.example', %s)",
        [uuid, '{"role": "admin"}'],
    )
    migrate(empty, DB)
    found = empty.execute("select raw_user_meta_data, raw_app_meta_data from auth.users").fetchall()
    assert found == [({"role": "talent"}, {"role": "talent"})]
    assert count(empty, "select count(*) from private.user_roles where role = 'talent'") == 1
