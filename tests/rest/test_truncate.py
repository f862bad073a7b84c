"""The tests' own tables are emptied between tests while the gateway may still read them."""

from concurrent.futures import ThreadPoolExecutor

import psycopg

from tests.conftest import Shop
from tests.postgres.os_processes import eventually

WAITING = "select from pg_locks where relation = 'public.letters'::regclass and not granted"


def test_emptying_tables_lets_a_reader_of_both_finish_first(things: Shop) -> None:
    with psycopg.connect(things.superuser) as reader, ThreadPoolExecutor() as threads:
        reader.execute("select from public.letters")
        emptied = threads.submit(things.truncate, "public.things", "public.letters")
        assert eventually(lambda: bool(reader.execute(WAITING).fetchall()))
        assert len(reader.execute("select from public.things").fetchall()) == 3
        reader.rollback()
        emptied.result()
    assert things.sql("select from public.things") == []
