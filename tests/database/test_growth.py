"""What people do costs the same in a large shop: rows are found by indexes, and no table is read whole.

A name that the catalogue gives, such as a trigger's tg_table_name, has a collation that no index of the shop
has; compared with a column, also through a function's argument, it makes PostgreSQL read the whole table.
"""

import json
import time
from collections.abc import Callable

import pytest

from tests.database.casting import an_event, decide, plan, registered
from tests.database.conftest import House
from tests.database.test_evidence import SEND
from tests.database.test_statements import bring, came, line_of, paid_order, status
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
def large(house: House) -> House:
    """As in a large shop, an index is taken wherever there is a fitting one."""
    house.sql("discard plans")
    house.sql("set local enable_seqscan = off")
    return house


def test_Y24_no_table_is_read_whole_from_an_order_to_its_deletion(large: House) -> None:
    tom = large.user_id("talent")
    order = put_order(large.sql, tom)
    proof = put_file(large.sql, FOLDER_OF_PROOFS, tom)
    already = dict(large.sql(READ_WHOLE, [*GROWING]))
    steps: dict[str, Act] = {
        "order": lambda: large.ask("talent", SEND, json.dumps([order])),
        "reject": lambda: large.ask("admin", REVIEW, order["uuid"], "rejected"),
        "answer": lambda: large.ask("talent", ANSWER, order["uuid"], json.dumps(image(proof))),
        "accept": lambda: large.ask("admin", REVIEW, order["uuid"], "accepted"),
        "delete": lambda: large.delete("talent", "transactions", order["uuid"]),
    }
    for step, act in steps.items():
        act()
        now = dict(large.sql(READ_WHOLE, [*GROWING]))
        assert {table: scans for table, scans in now.items() if scans != already.get(table, 0)} == {}, step


def test_Y33_a_rush_becomes_messages_though_nothing_waited_when_the_plan_was_made(house: House) -> None:
    """A plan of an empty table reads all of it inside itself, which for 700 events took half a minute."""
    make = "select private.create_messages(true)"
    house.sql("update pg_class set (relpages, reltuples) = (0, 0) where oid = 'private.outbox'::regclass")
    house.sql("discard plans")
    house.sql(make)
    house.sql("set local statement_timeout = '15s'")
    house.sql(
        "select private.enqueue_event('order_received', 'transactions', gen_random_uuid(), %s)"
        " from generate_series(1, 1500)",
        house.user_id("talent"),
    )
    for _ in range(8):
        house.sql(make)
    assert house.sql("select count(*) from private.outbox") == [(0,)]


def test_Y38_hours_for_many_are_filled_and_previewed_without_asking_each_person_about_each_slot(
    house: House,
) -> None:
    """With 400 of each, the preview took two minutes."""
    event, people = an_event(house), 24
    decide(house, *(registered(house, event) for _ in range(people)), decision="accept")
    plan(house, event, people=people, at_once=1)
    called = (
        "select coalesce(sum(calls), 0)::int from pg_stat_xact_user_functions"
        " where funcid in ('private.slot_occupancy'::regproc, 'private.appointments_of'::regproc)"
    )
    house.sql("set local track_functions = 'all'")
    for ask in ("preview_announcement(%s)", "fill_slots(%s, 'audition')", "preview_announcement(%s)"):
        ((before,),) = house.sql(called)
        house.ask("admin", f"select public.{ask}", event)
        ((after,),) = house.sql(called)
        assert after - before < 8 * people, ask


def test_Y16_a_file_whose_lines_all_differ_from_those_before_takes_no_longer_for_it(house: House) -> None:
    """Each new line was held against each that the file lacks: of 10,000, a hundred million pairs."""
    call, days = "select public.import_statement('111', %s::jsonb)", range(1, 26)
    seconds = []
    for lowest in (100_000, 900_000):
        lines = [
            {"booked_on": f"2026-11-{days[nth % 25]:02}", "amount": lowest + nth, "description": "Transfer"}
            for nth in range(5_000)
        ]
        started = time.monotonic()
        house.ask("admin", call, json.dumps(lines))
        seconds.append(time.monotonic() - started)
    assert seconds[1] < 5 * seconds[0]


def test_Y16_a_line_is_matched_and_accepted_without_reading_other_payments(house: House) -> None:
    """Each read all of them four times: with 100,000, forty lines took a minute and a half."""
    others = 2_000
    house.sql(
        "insert into public.payments (place, record, user_id, total, amount, state, decided_at)"
        " select 'transactions', gen_random_uuid(), gen_random_uuid(), 1, 1, 'accepted', now()"
        " from generate_series(1, %s)",
        others,
    )
    house.sql("analyze public.payments")
    order, _ = paid_order(house, 150_000), bring(house, came(150_000))
    read = (
        "select (seq_tup_read + idx_tup_fetch)::int from pg_stat_xact_all_tables"
        " where relid = 'public.payments'::regclass"
    )
    ((before,),) = house.sql(read)
    call = "select public.match_line(%s, 'transactions', array[%s::uuid], true)"
    house.ask("admin", call, line_of(house, 150_000), order)
    ((after,),) = house.sql(read)
    assert (status(house, order), after - before < others) == ("Accepted", True)
