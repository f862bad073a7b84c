"""What people do costs the same in a large shop: rows are found by indexes, and no table is read whole.

A name that the catalogue gives, such as a trigger's tg_table_name, has a collation that no index of the shop
has; compared with a column, also through a function's argument, it makes PostgreSQL read the whole table.
"""

import json
import re
import time
from collections.abc import Callable

import psycopg
import pytest

from tests.database.casting import add_registration, create_event, decide, plan_slots
from tests.database.conftest import PersonaDatabase
from tests.database.test_amounts import reserve, set_payment_method
from tests.database.test_evidence import SEND
from tests.database.test_statements import (
    add_paid_order,
    build_line,
    fetch_line_uuid,
    fetch_status,
    import_statement,
)
from tests.declared_pictures import FOLDER_OF_PROOFS
from tests.example_rows import image, put_file, put_order

Act = Callable[[], object]
GROWING = (
    "public.transactions",
    "public.payments",
    "public.audit_log",
    "private.record_pictures",
    "private.object_names",
    "private.order_seals",
    "private.stock_holds",
    "private.quota_use",
    "storage.objects",
)
READ_WHOLE = """
select relid::regclass::text, seq_scan from pg_stat_xact_all_tables
where relid = any (%s::regclass[]) and seq_scan > 0 order by 1
"""
REVIEW = "select public.review('transactions', %s, %s, 'Unreadable')"
ANSWER = "select public.send_another_proof('transactions', %s, %s)"


@pytest.fixture
def large_shop(db: PersonaDatabase) -> PersonaDatabase:
    """The database, planning as in a large shop: indexes are used wherever one fits."""
    db.sql("discard plans")
    db.sql("set local enable_seqscan = off")
    return db


def test_Y24_no_table_is_read_whole_from_an_order_to_its_deletion(large_shop: PersonaDatabase) -> None:
    tom = large_shop.user_id("talent")
    order = put_order(large_shop.sql, tom)
    proof = put_file(large_shop.sql, FOLDER_OF_PROOFS, tom)
    already = dict(large_shop.sql(READ_WHOLE, [*GROWING]))
    steps: dict[str, Act] = {
        "order": lambda: large_shop.run_as("talent", SEND, json.dumps([order])),
        "reject": lambda: large_shop.run_as("admin", REVIEW, order["uuid"], "rejected"),
        "answer": lambda: large_shop.run_as("talent", ANSWER, order["uuid"], json.dumps(image(proof))),
        "accept": lambda: large_shop.run_as("admin", REVIEW, order["uuid"], "accepted"),
        "delete": lambda: large_shop.delete("talent", "transactions", order["uuid"]),
    }
    for step, act in steps.items():
        act()
        now = dict(large_shop.sql(READ_WHOLE, [*GROWING]))
        assert {table: scans for table, scans in now.items() if scans != already.get(table, 0)} == {}, step


def test_Y23_a_persons_data_is_read_without_the_changes_of_others(large_shop: PersonaDatabase) -> None:
    """With 200,000 changes in the log, it took half a second."""
    large_shop.sql(
        "insert into public.audit_log (actor, actor_id, place, record_id, action, after) "
        "select 'authenticated', gen_random_uuid(), 'transactions', gen_random_uuid(), 'insert', '{}' "
        "from generate_series(1, 20000)"
    )
    large_shop.sql("analyze public.audit_log")  # a small table is read whole, whatever indexes it has
    entries = (
        "select seq_tup_read + idx_tup_fetch from pg_stat_xact_all_tables "
        "where relid = 'public.audit_log'::regclass"
    )
    ((before,),) = large_shop.sql(entries)
    large_shop.run_as("talent", "select public.my_data()")
    ((after,),) = large_shop.sql(entries)
    assert after - before < 100


def test_Y10_people_are_searched_by_name_without_asking_for_each_who_searches(db: PersonaDatabase) -> None:
    """With 100,000 accounts, a list's search by a buyer's name took longer than a statement may."""
    db.sql(
        "insert into auth.users (id, email) "
        "select gen_random_uuid(), 'sari' || n || '@tapis.example' from generate_series(1, 1000) n"
    )
    roles = (
        "select seq_scan + idx_scan from pg_stat_xact_all_tables where relid = 'private.user_roles'::regclass"
    )
    ((before,),) = db.sql(roles)
    assert len(db.run_as("admin", "select public.search_buyers('SARI')")) == 100
    ((after,),) = db.sql(roles)
    assert after - before < 10


def test_Y10_names_of_a_page_are_looked_up_without_reading_all_accounts(large_shop: PersonaDatabase) -> None:
    """With 100,000 accounts, the names of one page took a quarter of a second."""
    large_shop.sql(
        "insert into auth.users (id, email) "
        "select gen_random_uuid(), 'sari' || n || '@tapis.example' from generate_series(1, 1000) n"
    )
    accounts = (
        "select seq_tup_read + idx_tup_fetch from pg_stat_xact_all_tables "
        "where relid = 'auth.users'::regclass"
    )
    ((before,),) = large_shop.sql(accounts)
    tom = large_shop.user_id("talent")
    (found,) = large_shop.run_as("admin", "select user_id::text from public.find_buyers(%s::uuid[])", [tom])
    ((after,),) = large_shop.sql(accounts)
    assert (found["user_id"], after - before < 10) == (tom, True)


def test_Y33_a_rush_becomes_messages_though_nothing_waited_when_the_plan_was_made(
    db: PersonaDatabase,
) -> None:
    """A plan of an empty table reads all of it inside itself, which for 700 events took half a minute."""
    make = "select private.create_messages(true)"
    db.sql("update pg_class set (relpages, reltuples) = (0, 0) where oid = 'private.outbox'::regclass")
    db.sql("discard plans")
    db.sql(make)
    db.sql("set local statement_timeout = '15s'")
    db.sql(
        "select private.enqueue_event('order_received', 'transactions', gen_random_uuid(), %s)"
        " from generate_series(1, 1500)",
        db.user_id("talent"),
    )
    for _ in range(8):
        db.sql(make)
    assert db.sql("select count(*) from private.outbox") == [(0,)]


def test_Y33_a_rush_in_a_new_shop_reads_no_table_again_for_each_order(
    migrated_database: psycopg.Connection,
) -> None:
    """A connection keeps the plans that it made while the tables were empty."""
    migrated_database.set_autocommit(True)
    migrated_database.execute("vacuum analyze")
    migrated_database.set_autocommit(False)
    db, orders = PersonaDatabase(migrated_database), 200
    db.add_people()
    db.sql("set local tapis.quota_factor = '1000'")
    sent = [put_order(db.sql, db.user_id("talent")) for _ in range(orders)]
    for order in sent:
        db.run_as("talent", SEND, json.dumps([order]))
    read = (
        "select relid::regclass::text, seq_tup_read::int from pg_stat_xact_all_tables"
        " where relid = any (%s::regclass[]) and seq_tup_read > %s order by 1"
    )
    assert dict(db.sql(read, [*GROWING, "private.outbox"], 10 * orders)) == {}


def test_Y38_hours_for_many_are_filled_and_previewed_without_asking_each_person_about_each_slot(
    db: PersonaDatabase,
) -> None:
    """With 400 of each, the preview took two minutes."""
    event, people = create_event(db), 24
    decide(db, *(add_registration(db, event) for _ in range(people)), decision="accept")
    plan_slots(db, event, people=people, at_once=1)
    called = (
        "select coalesce(sum(calls), 0)::int from pg_stat_xact_user_functions"
        " where funcid in ('private.slot_occupancy'::regproc, 'private.appointment_times'::regproc)"
    )
    db.sql("set local track_functions = 'all'")
    for ask in ("preview_announcement(%s)", "fill_slots(%s, 'audition')", "preview_announcement(%s)"):
        ((before,),) = db.sql(called)
        db.run_as("admin", f"select public.{ask}", event)
        ((after,),) = db.sql(called)
        assert after - before < 8 * people, ask


def test_Y16_a_file_whose_lines_all_differ_from_those_before_takes_no_longer_for_it(
    db: PersonaDatabase,
) -> None:
    """Each new line was compared with each that the file lacks: a hundred million pairs for 10,000 lines."""
    call, days = "select public.import_statement('111', %s::jsonb)", range(1, 26)
    seconds = []
    for lowest in (100_000, 900_000):
        lines = [
            {"booked_on": f"2026-11-{days[nth % 25]:02}", "amount": lowest + nth, "description": "Transfer"}
            for nth in range(5_000)
        ]
        started = time.monotonic()
        db.run_as("admin", call, json.dumps(lines))
        seconds.append(time.monotonic() - started)
    assert seconds[1] < 5 * seconds[0]


def test_Y16_a_line_is_matched_and_accepted_without_reading_other_payments(db: PersonaDatabase) -> None:
    """Each read all of them four times: with 100,000, forty lines took a minute and a half."""
    others = 2_000
    db.sql(
        "insert into public.payments (place, record, user_id, total, amount, state, decided_at)"
        " select 'transactions', gen_random_uuid(), gen_random_uuid(), 1, 1, 'accepted', now()"
        " from generate_series(1, %s)",
        others,
    )
    db.sql("analyze public.payments")
    order, _ = add_paid_order(db, 150_000), import_statement(db, build_line(150_000))
    read = (
        "select (seq_tup_read + idx_tup_fetch)::int from pg_stat_xact_all_tables"
        " where relid = 'public.payments'::regclass"
    )
    ((before,),) = db.sql(read)
    call = "select public.match_line(%s, 'transactions', array[%s::uuid], true)"
    db.run_as("admin", call, fetch_line_uuid(db, 150_000), order)
    ((after,),) = db.sql(read)
    assert (fetch_status(db, order), after - before < others) == ("Accepted", True)


def test_Y24_a_closing_works_out_only_the_payments_of_its_days(db: PersonaDatabase) -> None:
    """With 100,000 payments, each closing took two seconds."""
    db.sql(
        "insert into public.payments (place, record, user_id, total, amount, state, created_at, decided_at)"
        " select 'transactions', gen_random_uuid(), gen_random_uuid(), 1, 1, 'accepted', old, old"
        " from generate_series(1, 500), (values (timestamptz '2020-02-02')) as day (old)"
    )
    db.sql("set local track_functions = 'all'")
    db.run_as("admin", "select public.closing(current_date, current_date)")
    calls = (
        "select coalesce(sum(calls), 0)::int from pg_stat_xact_user_functions"
        " where funcid = 'private.amount_received'::regproc"
    )
    assert db.sql(calls)[0][0] < 500


def test_A10_an_amount_is_reserved_by_the_whole_key_of_its_payment(large_shop: PersonaDatabase) -> None:
    """By the second column alone, PostgreSQL 16 and 17 read all of the index."""
    plans: list[str] = []
    set_payment_method(large_shop)
    large_shop.connection.add_notice_handler(lambda notice: plans.append(notice.message_primary or ""))
    large_shop.sql("load 'auto_explain'")
    large_shop.sql("set local auto_explain.log_nested_statements = on")
    large_shop.sql("set local auto_explain.log_min_duration = 0")
    large_shop.sql("set local client_min_messages = log")
    reserve(large_shop, 100_000)
    found = [plan for plan in plans if "Index Scan using payments_pkey on payments one" in plan]
    assert found
    for plan in found:
        assert re.search(r"using payments_pkey on payments one.*\n +Index Cond: \(\(place ", plan), plan


@pytest.mark.parametrize(
    ("view", "table"),
    [("unsent_orders", "transactions"), ("unanswered_registrations", "audition_registrations")],
)
def test_a_list_of_what_waits_shows_every_column_of_its_table_and_leaves_out_none_of_its_rows(
    db: PersonaDatabase, view: str, table: str
) -> None:
    """The administrator's list reads the view in place of the table, page by page (Y29)."""
    columns = (
        "select attname, atttypid::regtype::text from pg_attribute "
        "where attrelid = %s::regclass and attnum > 0 and not attisdropped"
    )
    shown, stored = (set(db.sql(columns, f"public.{name}")) for name in (view, table))
    assert shown == stored
