"""Bringing a database up to date: step by step, again and again; what policies/ says is what holds."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from shutil import copytree
from threading import Event
from uuid import uuid4

import psycopg
import pytest

from tapis.advisory_locks import MIGRATION
from tapis.ops.command_errors import MigrationError
from tapis.ops.migrate import migration_lock, rules_history
from tapis.ops.migrate.history import require_not_newer, require_same_schema
from tapis.ops.migrate.rule_ownership import Rule, read_rules
from tapis.ops.migrate.runner import describe_violations, migrate
from tests.database.conftest import DB
from tests.upgrade.old_versions import BEFORE_PAYMENTS, unpack

HISTORY = tuple(sorted(file.name for file in (DB / "migrations").glob("*.sql")))
FUNCTIONS = """
select p.oid::regprocedure::text from pg_proc p join pg_namespace n on n.oid = p.pronamespace
where n.nspname in ('public', 'private') order by 1
"""
STATE = """
select count(*) from pg_class c join pg_namespace n on n.oid = c.relnamespace
where n.nspname in ('public', 'private', 'auth', 'storage')
"""


@pytest.fixture
def db_folder(tmp_path: Path) -> Path:
    """A copy of db/ that the test may change."""
    return copytree(DB, tmp_path / "db")


def fetch_number(connection: psycopg.Connection, query: str = STATE) -> int:
    """The number that a query gives."""
    row = connection.execute(query.encode()).fetchone()
    return int(row[0]) if row else 0


def test_an_empty_database_becomes_a_shop_and_stays_one(empty_database: psycopg.Connection) -> None:
    assert migrate(empty_database, DB).applied == HISTORY
    before = fetch_number(empty_database)
    for _ in range(2):
        report = migrate(empty_database, DB)
        assert (report.applied, report.hosted) == ((), False)
    assert fetch_number(empty_database) == before


def test_functions_with_former_names_are_dropped_once_no_rule_calls_them(
    migrated_database: psycopg.Connection,
) -> None:
    migrated_database.execute(
        "create function private.tg__touch() returns trigger language plpgsql as 'begin return new; end';"
        "create function private.kept_lines(lines jsonb) returns jsonb language sql as 'select lines';"
        "create trigger _100_touch before update on public.slides"
        " for each row execute function private.tg__touch();"
        "revoke all on function private.tg__touch(), private.kept_lines(jsonb) from public;"
        "insert into private.made_rules values ('trigger', 'public.slides._100_touch')"
    )
    migrate(migrated_database, DB)
    former = "select count(*) from pg_proc where proname in ('tg__touch', 'kept_lines')"
    assert fetch_number(migrated_database, former) == 0


@pytest.mark.parametrize(
    "place", ["platform/99_x.sql", "migrations/9999_x.sql", "functions/zz.sql", "policies/slides.sql"]
)
def test_a_failure_half_way_leaves_the_database_as_it_was(
    empty_database: psycopg.Connection, db_folder: Path, place: str
) -> None:
    with (db_folder / place).open("a") as file:
        file.write("\nselect 1 / 0;\n")
    with pytest.raises(psycopg.errors.DivisionByZero) as caught:
        migrate(empty_database, db_folder)
    assert caught.value.__notes__ == [f"in db/{place}"]
    assert fetch_number(empty_database) == 0
    assert migrate(empty_database, DB).applied == HISTORY


def test_a_failing_new_migration_leaves_the_old_schema_serving(
    migrated_database: psycopg.Connection, db_folder: Path
) -> None:
    before = fetch_number(migrated_database)
    new = db_folder / "migrations" / "9999_tenth.sql"
    new.write_text("create table public.tenth (id int); drop table public.slides; select 1 / 0;")
    with pytest.raises(psycopg.errors.DivisionByZero):
        migrate(migrated_database, db_folder)
    assert fetch_number(migrated_database) == before
    assert fetch_number(migrated_database, "select count(*) from private.migrations") == len(HISTORY)


TENTH = "create table public.tenth (id int);"
OPEN = "everybody (PUBLIC) may select public.tenth"


@pytest.mark.parametrize("is_new", [True, False], ids=["a new shop", "a shop that serves"])
def test_a_migration_that_opens_the_database_is_not_kept(
    empty_database: psycopg.Connection, db_folder: Path, is_new: bool
) -> None:
    if not is_new:
        migrate(empty_database, DB)
    before = fetch_number(empty_database)
    (db_folder / "migrations" / "9999_tenth.sql").write_text(
        f"{TENTH} grant select on public.tenth to public"
    )
    with pytest.raises(MigrationError, match=f"^{re.escape(OPEN)}$"):
        migrate(empty_database, db_folder)
    assert fetch_number(empty_database) == before


def test_Z9_a_column_of_pictures_that_is_not_declared_makes_no_shop(
    empty_database: psycopg.Connection, db_folder: Path
) -> None:
    column = "alter table public.about_us add portrait jsonb check (private.is_image(portrait))"
    (db_folder / "migrations" / "9999_portrait.sql").write_text(column)
    with pytest.raises(MigrationError, match=r"^the column public\.about_us\.portrait holds pictures"):
        migrate(empty_database, db_folder)
    assert fetch_number(empty_database) == 0


def test_each_migration_is_a_step_of_its_own_and_the_old_rules_hold_between(
    migrated_database: psycopg.Connection, db_folder: Path
) -> None:
    (db_folder / "migrations" / "9998_tenth.sql").write_text(TENTH)
    last = db_folder / "migrations" / "9999_eleventh.sql"
    last.write_text("create table public.eleventh (id int); select 1 / 0")
    with pytest.raises(psycopg.errors.DivisionByZero):
        migrate(migrated_database, db_folder)
    kept = "select count(*) from private.migrations where name ~ '^999' and length(sha256) = 64"
    assert fetch_number(migrated_database, kept) == 1
    assert fetch_number(migrated_database, "select count(*) from pg_class where relname = 'eleventh'") == 0
    assert describe_violations(migrated_database, DB) == []
    last.write_text("create table public.eleventh (id int)")
    assert migrate(migrated_database, db_folder).applied == ("9999_eleventh.sql",)


def test_rules_that_fail_leave_all_rules_as_they_were(
    migrated_database: psycopg.Connection, db_folder: Path
) -> None:
    policies = "select count(*) from pg_policies"
    before = fetch_number(migrated_database, policies)
    (db_folder / "policies" / "slides.sql").write_text("-- nobody may do anything")
    with (db_folder / "policies" / "transactions.sql").open("a") as file:
        file.write("\nselect 1 / 0;\n")
    with pytest.raises(psycopg.errors.DivisionByZero):
        migrate(migrated_database, db_folder)
    assert fetch_number(migrated_database, policies) == before


def test_an_older_program_leaves_a_newer_database_alone(
    empty_database: psycopg.Connection, db_folder: Path
) -> None:
    with pytest.raises(MigrationError, match=r"^This database has no shop yet"):
        require_same_schema(empty_database, DB)
    migrate(empty_database, DB)
    require_same_schema(empty_database, DB)
    (db_folder / "migrations" / "9999_tenth.sql").write_text(TENTH)
    assert require_not_newer(empty_database, db_folder) == HISTORY[-1]
    with pytest.raises(MigrationError, match=r"^This database is older than this program"):
        require_same_schema(empty_database, db_folder)
    migrate(empty_database, db_folder)
    for use in (migrate, require_same_schema, require_not_newer):
        with pytest.raises(MigrationError, match=r"^A newer version of Tapis .* \(9999_tenth\.sql is"):
            use(empty_database, DB)


def test_a_server_of_an_older_version_that_starts_again_leaves_newer_functions_alone(
    empty_database: psycopg.Connection, db_folder: Path
) -> None:
    newer = "create or replace function private.rupiah(amount numeric) returns text language sql return 'IDR'"
    (db_folder / "functions" / "zz_newer.sql").write_text(newer)
    price = "select private.rupiah(1)"
    messages: list[str] = []

    def migrate_and_fetch_price(folder: Path) -> object:
        migrate(empty_database, folder, messages.append, yield_to_newer=True)
        return (empty_database.execute(price.encode()).fetchone() or [None])[0]

    assert migrate_and_fetch_price(DB) == "Rp. 1"
    assert [migrate_and_fetch_price(folder) for folder in (db_folder, DB, db_folder, DB)] == ["IDR"] * 4
    assert [said.partition(";")[0] for said in messages] == [
        "Another version of Tapis has made this database's functions and policies since this one did"
    ] * 2
    migrate(empty_database, DB)  # who goes back to the older version on purpose says so
    assert [migrate_and_fetch_price(folder) for folder in (DB, db_folder)] == ["Rp. 1"] * 2


def test_history_is_never_edited(migrated_database: psycopg.Connection, db_folder: Path) -> None:
    with (db_folder / "migrations" / HISTORY[0]).open("a") as file:
        file.write("\n-- a later thought\n")
    with pytest.raises(MigrationError, match=f"^{HISTORY[0]} was edited after it was applied"):
        migrate(migrated_database, db_folder)


def test_a_line_deleted_from_a_policy_file_is_a_right_deleted(
    migrated_database: psycopg.Connection, db_folder: Path
) -> None:
    file = db_folder / "policies" / "audition_announcements.sql"
    kept = [line for line in file.read_text().splitlines() if not line.startswith("grant select")]
    file.write_text("\n".join(kept))
    migrate(migrated_database, db_folder)
    may = "select has_table_privilege('authenticated', 'public.audition_announcements', 'select')::int"
    assert fetch_number(migrated_database, may) == 0


def test_a_right_to_call_a_function_that_no_file_grants_is_deleted_and_an_owners_function_stays_open(
    migrated_database: psycopg.Connection,
) -> None:
    migrated_database.execute(
        "create function public.mine() returns int language sql return 1;"
        "revoke all on function public.mine() from public;"
        "grant execute on function public.mine(), private.rupiah(numeric), private.is_image(jsonb) to anon;"
        "grant execute on function public.my_data() to public"
    )
    migrate(migrated_database, DB)
    callable_by_visitors = """
        select array_agg(name) from unnest(array['public.mine()', 'private.rupiah(numeric)',
            'private.is_image(jsonb)', 'public.my_data()']) as name
        where has_function_privilege('anon', name, 'execute')
    """
    assert migrated_database.execute(callable_by_visitors.encode()).fetchone() == (["public.mine()"],)


@pytest.mark.parametrize(
    ("opening", "title"),
    [
        ("create policy p on public.transactions for all using (true)", "policy public.transactions.p"),
        ("grant insert on public.products to anon", "right insert on public.products for anon"),
        ("grant update (price) on public.products to anon", "right update on public.products.price for anon"),
        ("grant select on public.best_products to anon", "right select on public.best_products for anon"),
    ],
)  # fmt: skip
def test_Z14_what_somebody_opened_by_hand_stops_the_run_and_is_not_dropped_unsaid(
    migrated_database: psycopg.Connection, opening: str, title: str
) -> None:
    migrated_database.execute(opening)
    with pytest.raises(
        MigrationError, match=rf"^Rules that are not the shop's own expose its tables: {re.escape(title)}; "
    ):
        migrate(migrated_database, DB)
    assert title in {rule.title for rule in read_rules(migrated_database, DB)}


# Better matches than PostgreSQL's own for what db/verify.sql and db/catalogue.sql call.
PLANTED = """
create function public.has_table_privilege(text, oid, text) returns boolean
    language plpgsql as 'begin raise exception ''called as %'', current_user; end';
create function public.quote_ident(name) returns text
    language plpgsql as 'begin raise exception ''called as %'', current_user; end'
"""


def test_Z14_no_function_that_somebody_plants_runs_as_the_owner(
    migrated_database: psycopg.Connection,
) -> None:
    migrated_database.execute(PLANTED.encode())
    migrated_database.execute("revoke all on all functions in schema public from public")
    migrate(migrated_database, DB)
    with pytest.raises(psycopg.errors.RaiseException, match="called as postgres"):
        describe_violations(migrated_database, DB)


def test_Z14_accounts_that_visitors_can_reach_stop_the_run(migrated_database: psycopg.Connection) -> None:
    migrated_database.execute("grant select (email) on auth.users to anon")
    with pytest.raises(MigrationError, match=r"^anon may select auth\.users\.email; `tapis doctor` explains"):
        migrate(migrated_database, DB)


def test_a_rule_that_somebody_dropped_or_changed_is_made_again(migrated_database: psycopg.Connection) -> None:
    before = {*read_rules(migrated_database, DB)}
    migrated_database.execute(
        "drop policy select_own on public.transactions; revoke select on public.products from anon"
    )
    migrated_database.execute("alter policy select_published on public.products using (false)")
    migrated_database.execute("alter table public.transactions disable trigger _100_validate")
    migrate(migrated_database, DB)
    assert {*read_rules(migrated_database, DB)} == before


# One of each kind of thing that a run makes; noticed one by one, or one would hide that another is not.
TOUCHES = (
    "drop policy select_own on public.transactions",
    "alter policy select_published on public.products using (false)",
    "alter policy select_published on public.products to authenticated",
    "drop trigger _100_validate on public.transactions",
    "alter table public.transactions disable trigger _100_validate",
    "alter table public.products disable row level security",
    "alter table public.products force row level security",
    "create or replace function private.rupiah(amount numeric) returns text language sql return 'IDR'",
    "alter function public.unsubscribe(uuid) security invoker",
    "alter function public.unsubscribe(uuid) reset search_path",
    "grant execute on function private.rupiah(numeric) to anon",
    "revoke select on public.products from anon",
    "grant update (price) on public.products to anon",
    "grant usage on schema private to anon",
    "alter default privileges in schema public grant select on tables to anon",
    "create or replace view public.product_sizes with (security_invoker) as select '' size, 0::int8 products",
    "alter view public.orders_by_day reset (security_invoker)",
    "comment on view public.orders_by_day is 'mine'",
    "create policy mine on public.products as restrictive for select using (true)",
    "alter table public.products add mine text",
    "create table public.mine ()",
    "delete from private.made_rules where name = 'public.transactions.select_own'",
    "delete from private.migrations where name = (select max(name) from private.migrations)",
)


def test_every_touch_of_a_rule_is_noticed(migrated_database: psycopg.Connection) -> None:
    unnoticed = []
    for touch in TOUCHES:
        with migrated_database.transaction(force_rollback=True):
            migrated_database.execute(touch.encode())
            if rules_history.are_unmodified(migrated_database, DB):
                unnoticed.append(touch)
    assert unnoticed == []
    assert rules_history.are_unmodified(migrated_database, DB)


def test_a_start_that_finds_its_rules_untouched_replaces_none_and_waits_for_nobody(
    migrated_database: psycopg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migration_lock, "BUSY_SECONDS", 0)
    migrated_database.execute("analyze")  # figures of tables are no rules
    which = "select array_agg(oid order by oid) from pg_policy"
    before = migrated_database.execute(which.encode()).fetchone()
    with psycopg.connect(migrated_database.info.dsn) as reader:
        reader.execute("select count(*) from public.transactions, public.orders_by_day")
        assert migrate(migrated_database, DB).applied == ()
    assert migrated_database.execute(which.encode()).fetchone() == before


OWN = """
create role accountant;
create function public.tell_books() returns trigger language plpgsql as 'begin return null; end';
create trigger tell_books after insert on public.transactions
    for each row execute function public.tell_books();
create policy none_on_sunday on public.transactions as restrictive for insert to authenticated
    with check (extract(dow from now()) <> 0);
create policy reads_orders on public.transactions for select to accountant using (true);
grant select on public.transactions, public.orders_by_day to accountant;
create view public.good_days with (security_invoker = true) as select day, revenue from public.orders_by_day;
create view public.best_days as select day from public.good_days where revenue > 1000;
grant select on public.good_days to accountant;
"""


@pytest.mark.parametrize("has_record", [True, False], ids=["this version", "a version without a record"])
def test_Z14_what_the_owner_added_stays_at_every_start(
    migrated_database: psycopg.Connection, has_record: bool
) -> None:
    with drop_accountant_afterwards(migrated_database):
        migrated_database.execute(OWN)
        if not has_record:
            migrated_database.execute("drop table private.made_rules")
            for table in ("events", "products"):  # such a version hid no rows
                migrated_database.execute(f"drop policy select_published on public.{table}".encode())
            migrated_database.execute("drop policy select_registered on public.events")
        before = read_rules(migrated_database, DB)
        for _ in range(2):
            migrate(migrated_database, DB)
        assert rule_names(read_rules(migrated_database, DB)) >= rule_names(before)


def test_Z14_a_view_of_the_owners_over_one_whose_columns_change_stays_with_its_rights(
    migrated_database: psycopg.Connection, db_folder: Path
) -> None:
    with drop_accountant_afterwards(migrated_database):
        migrated_database.execute(OWN)
        before = read_rules(migrated_database, DB)
        file = db_folder / "views" / "orders_by_day.sql"
        file.write_text(file.read_text().replace("count(*) as orders", "1 as first, count(*) as orders"))
        migrate(migrated_database, db_folder)
        assert rule_names(read_rules(migrated_database, DB)) >= rule_names(before)
        file.write_text(file.read_text().replace(" as revenue", " as turnover"))
        with pytest.raises(MigrationError, match=r"public\.best_days, public\.good_days reads? the view"):
            migrate(migrated_database, db_folder)
        assert rule_names(read_rules(migrated_database, DB)) >= rule_names(before)


def rule_names(found: list[Rule]) -> set[tuple[str, str]]:
    return {rule.key for rule in found}


@contextmanager
def drop_accountant_afterwards(connection: psycopg.Connection) -> Iterator[None]:
    """Drop the role `accountant` afterwards: roles belong to all databases of a server."""
    try:
        yield
    finally:
        connection.execute("drop owned by accountant; drop role accountant")


def test_policies_and_triggers_of_others_on_shared_tables_stay(migrated_database: psycopg.Connection) -> None:
    migrated_database.execute(
        "create policy avatars on storage.objects for select using (bucket_id = 'avatars')"
    )
    before = fetch_number(migrated_database, "select count(*) from pg_policies where schemaname = 'storage'")
    triggers = fetch_number(migrated_database, "select count(*) from pg_trigger where not tgisinternal")
    migrate(migrated_database, DB)
    assert (
        fetch_number(migrated_database, "select count(*) from pg_policies where schemaname = 'storage'")
        == before
    )
    assert (
        fetch_number(migrated_database, "select count(*) from pg_trigger where not tgisinternal") == triggers
    )


def test_a_policy_file_about_no_table_is_a_mistake(
    empty_database: psycopg.Connection, db_folder: Path
) -> None:
    (db_folder / "policies" / "tenth.sql").write_text("select 1")
    with pytest.raises(MigrationError, match=r"^db/policies/tenth\.sql names no table"):
        migrate(empty_database, db_folder)


def test_two_servers_that_migrate_at_once_take_turns(migrated_database: psycopg.Connection) -> None:
    messages: list[str] = []
    waits = Event()

    def report(sentence: str) -> None:
        messages.append(sentence)
        waits.set()

    with psycopg.connect(migrated_database.info.dsn, autocommit=True) as second, ThreadPoolExecutor() as pool:
        with migrated_database.transaction():
            migrated_database.execute("select pg_advisory_xact_lock(%s)", [MIGRATION])
            running = pool.submit(migrate, second, DB, log=report)
            assert waits.wait(20)
            assert not running.done()
        assert running.result(20).applied == ()
    assert messages == ["Another tapis is migrating this database; waiting for it."]


def test_whoever_is_in_a_table_is_not_kept_waiting_by_rules_that_wait_for_them(
    migrated_database: psycopg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migration_lock, "BUSY_SECONDS", 1.0)
    migrated_database.execute("drop policy select_own on public.transactions")
    patient = "-c statement_timeout=20s"
    with (
        psycopg.connect(migrated_database.info.dsn) as reader,
        psycopg.connect(migrated_database.info.dsn, options=patient) as other,
    ):
        reader.execute("select count(*) from public.transactions")  # and stays in its transaction
        with ThreadPoolExecutor() as pool:
            running, answers = pool.submit(migrate, migrated_database, DB), 0
            while not running.done():
                other.execute("select count(*) from public.products, public.transactions")
                other.rollback()
                answers += 1
        assert answers > 2  # between the attempts, not only after the last one
        with pytest.raises(MigrationError, match=r"^A table that must change was locked"):
            running.result()


def test_people_from_before_become_talents_and_their_mirror_is_put_right(
    empty_database: psycopg.Connection, db_folder: Path
) -> None:
    for file in (db_folder / "platform").glob("*.sql"):
        empty_database.execute(file.read_bytes())
    uuid = uuid4()
    empty_database.execute(
        "insert into auth.users (id, email, raw_user_meta_data) values (%s, 'tom@tapis.example', %s)",
        [uuid, '{"role": "admin"}'],
    )
    migrate(empty_database, DB)
    found = empty_database.execute("select raw_user_meta_data, raw_app_meta_data from auth.users").fetchall()
    assert found == [({"role": "talent"}, {"role": "talent"})]
    assert fetch_number(empty_database, "select count(*) from private.user_roles where role = 'talent'") == 1


def test_Y24_a_database_of_the_version_before_payments_becomes_like_a_new_one(
    superuser_url: str, empty_database: psycopg.Connection, tmp_path: Path
) -> None:
    migrate(empty_database, unpack(BEFORE_PAYMENTS, tmp_path).folder / "db")
    assert migrate(empty_database, DB).applied
    with psycopg.connect(superuser_url) as new:
        assert {*read_rules(empty_database, DB)} == {*read_rules(new, DB)}
        assert [*empty_database.execute(FUNCTIONS)] == [*new.execute(FUNCTIONS)]
