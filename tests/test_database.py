"""Access to PostgreSQL: many callers on few connections, each answered alone, whatever else fails."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

import pytest
from psycopg import errors

from tapis.gateway.database import ANON, SERVICE, Caller, Database, connection, pool
from tapis.gateway.database.pool import ConnectionPool
from tapis.gateway.errors import DatabaseUnavailable
from tapis.gateway.fair_share import Holder, current_holder
from tests.conftest import Shop

WHO = "select current_setting('role'), current_setting('request.jwt.claims')::jsonb ->> 'sub', $1::int"


@pytest.fixture(params=[True, False], ids=["prepared", "behind a pooler"])
async def database(shop: Shop, request: pytest.FixtureRequest) -> AsyncIterator[Database]:
    """Two connections for everybody."""
    async with Database(shop.authenticator, 2, 8, prepared=request.param) as database:
        yield database


def build_caller(number: int) -> Caller:
    return Caller("authenticated", {"sub": f"person {number}"})


async def test_SQL_knows_the_request_for_the_length_of_its_transaction(database: Database) -> None:
    heard = "select current_setting('request.path', true), current_setting('request.headers', true)"
    facts = (b"GET", b"/things", b'{"x-shop": "Metro"}', b"{}")
    for _ in range(4):  # either connection
        alone = await database.run(ANON, heard, http=facts)
        async with database.transaction(ANON, http=facts) as tx:
            together = await tx.run(heard)
        assert alone.rows == together.rows == [("/things", '{"x-shop": "Metro"}')]
        left = await database.run(ANON, heard)
        assert not any(left.rows[0])


async def test_sixty_people_on_two_connections_are_each_answered_as_themselves(database: Database) -> None:
    found = await asyncio.gather(*(database.run(build_caller(n), WHO, (str(n),)) for n in range(60)))
    assert [one.rows for one in found] == [[("authenticated", f"person {n}", n)] for n in range(60)]


async def test_a_refusal_affects_no_other_request(database: Database) -> None:
    asked = [
        database.run(ANON, "select 1 / $1::int", (str(n % 3),))
        if n % 2
        else database.run(ANON, "select $1::int", (str(n),))
        for n in range(30)
    ]
    found = await asyncio.gather(*asked, return_exceptions=True)
    for n, one in enumerate(found):
        if n % 2 and n % 3 == 0:
            assert isinstance(one, errors.DivisionByZero)
        else:
            assert not isinstance(one, BaseException), one
    assert (await database.run(ANON, "select current_setting('role')")).value == "anon"


async def test_what_failed_was_rolled_back_and_what_was_answered_is_committed(database: Database) -> None:
    failing = "with kept as (select set_config('tapis.left', 'behind', false)) select 1 / 0 from kept"
    with suppress(errors.DivisionByZero):
        await database.run(SERVICE, failing)
    for _ in range(4):  # either connection
        left = await database.run(SERVICE, "select coalesce(current_setting('tapis.left', true), '')")
        assert left.value == ""


async def test_a_cancelled_request_leaves_the_connection_in_step(database: Database) -> None:
    leaving = [asyncio.create_task(database.run(ANON, "select pg_sleep(0.1), 'old'")) for _ in range(4)]
    await asyncio.sleep(0.02)
    for task in leaving:
        task.cancel()
    found = await asyncio.gather(*(database.run(build_caller(n), WHO, (str(n),)) for n in range(8)))
    assert [one.rows[0][2] for one in found] == [*range(8)]


async def test_a_reader_does_not_notice_a_broken_connection(shop: Shop, database: Database) -> None:
    pid = (await database.run(ANON, "select pg_backend_pid()")).value
    shop.sql("select pg_terminate_backend(%s)", pid)
    for _ in range(4):
        other = (await database.run(ANON, "select pg_backend_pid()", read_only=True)).value
        assert other != pid


async def test_a_table_that_changed_is_read_as_it_is_now(shop: Shop, database: Database) -> None:
    shop.sql("create table public.shifting (one int); grant select on public.shifting to anon")
    try:
        assert (await database.run(ANON, "select * from public.shifting")).columns == ("one",)
        shop.sql("alter table public.shifting add two int")
        assert (await database.run(ANON, "select * from public.shifting")).columns == ("one", "two")
    finally:
        shop.sql("drop table public.shifting")


async def test_statements_are_forgotten_before_they_fill_the_server(database: Database) -> None:
    for n in range(connection.MAX_STATEMENTS + 20):
        assert (await database.run(ANON, f"select {n}")).value == n
    counted = await asyncio.gather(
        *(database.run(ANON, "select count(*) from pg_prepared_statements") for _ in range(2))
    )
    assert all(one.value <= connection.MAX_STATEMENTS for one in counted)


async def test_a_rollback_costs_no_other_request_its_prepared_statement(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Database(shop.authenticator, 1, 8, prepared=True) as database:
        await database.run(ANON, "select 1")
        with suppress(errors.DivisionByZero):
            async with database.transaction(ANON) as tx:
                for divisor in (1, 1, 1, 1, 1, 1, 0):
                    await tx.run("select 1 / $1::int", (divisor,))
        async with database.transaction(ANON) as tx:
            await tx.run("select 2")
        monkeypatch.setattr(ConnectionPool, "forget_statements", lambda _: pytest.fail("it was deallocated"))
        assert (await database.run(ANON, "select 1")).value == 1


async def test_a_read_only_transaction_is_enforced_by_the_server(database: Database) -> None:
    with pytest.raises(errors.ReadOnlySqlTransaction):
        await database.run(SERVICE, "delete from public.slides where uuid is null", read_only=True)
    assert (await database.run(SERVICE, "delete from public.slides where uuid is null")).count == 0


async def test_a_transaction_waits_for_the_requests_in_flight(database: Database) -> None:
    async def ask(number: int) -> object:
        if number % 3 == 0:
            return (await database.run(build_caller(number), WHO, (str(number),))).rows
        async with database.transaction(build_caller(number)) as tx:
            return (await tx.run(WHO, (number,))).rows

    found = await asyncio.gather(*(ask(n) for n in range(30)))
    assert found == [[("authenticated", f"person {n}", n)] for n in range(30)]


ANNA = Holder("anna", "198.51.100.5")
CROWD = [Holder(f"account {n}", f"203.0.113.{n % 4}") for n in range(25)]  # from four addresses
LONG = "select pg_sleep(7)"


async def run_as_holder(holder: Holder, database: Database, sql: str, *, alone: bool = False) -> object:
    """The answer to somebody, to a statement by itself or in a transaction."""
    current_holder.set(holder)
    if alone:
        return (await database.run(build_caller(1), sql)).value
    async with database.transaction(build_caller(1)) as tx:
        return (await tx.run(sql)).value


@pytest.mark.parametrize("alone", [True, False], ids=["by themselves", "in transactions"])
async def test_abuse_long_statements_of_a_crowd_keep_nobody_else_waiting(shop: Shop, alone: bool) -> None:
    """Told by order, not by the clock: whoever comes last is answered first."""
    async with Database(shop.authenticator, 8, 8) as eight:
        crowd = [asyncio.create_task(run_as_holder(one, eight, LONG, alone=alone)) for one in CROWD]
        try:
            await asyncio.sleep(0.5)
            for alone_too in (True, False) * 3:
                answer = asyncio.create_task(run_as_holder(ANNA, eight, "select 1", alone=alone_too))
                assert await answer == 1
            assert not [task for task in crowd if task.done() and not task.exception()]
            ended = [task.exception() for task in crowd if task.done()]
            assert not [repr(error) for error in ended if not isinstance(error, DatabaseUnavailable)]
        finally:
            for task in crowd:
                task.cancel()
            await asyncio.gather(*crowd, return_exceptions=True)


async def test_abuse_one_persons_long_statements_run_on_while_nobody_waits(shop: Shop) -> None:
    async with Database(shop.authenticator, 2, 8) as two:
        answers = [run_as_holder(ANNA, two, "select pg_sleep(1), 1", alone=True) for _ in range(4)]
        assert len(await asyncio.gather(*answers)) == 4


async def test_abuse_a_statement_that_makes_way_for_others_runs_again(shop: Shop) -> None:
    """On a busy machine an honest order is slow, too; its buyer is not refused for it."""
    async with Database(shop.authenticator, 2, 8) as two:
        tom = Holder("tom", "203.0.113.1")
        orders = [
            asyncio.create_task(run_as_holder(tom, two, "select 1 from pg_sleep(0.5)", alone=True))
            for _ in range(8)
        ]
        await asyncio.sleep(0.2)
        assert await asyncio.create_task(run_as_holder(ANNA, two, "select 1", alone=True)) == 1
        assert await asyncio.gather(*orders) == [1] * 8


async def test_limits_a_visitors_statement_runs_for_a_second(database: Database) -> None:
    current_holder.set(Holder("198.51.100.5", "198.51.100.5"))
    with pytest.raises(errors.QueryCanceled):
        await database.run(ANON, LONG)
    with pytest.raises(errors.QueryCanceled):
        async with database.transaction(ANON) as tx:
            await tx.run(LONG)
    assert (await database.run(build_caller(1), "select current_setting('statement_timeout')")).value == "8s"


async def test_a_broken_connection_ends_without_harm_to_the_one_that_has_its_socket_now(shop: Shop) -> None:
    """libpq closes the socket of a broken connection at once, and the next connection has its number.

    What the broken one still lets go of may not be the other's.
    """
    database = Database(shop.authenticator, 2, 8, prepared=True)
    try:
        with suppress(DatabaseUnavailable):
            async with database.transaction(SERVICE) as tx:
                pid = (await tx.run("select pg_backend_pid()")).value
                shop.sql("select pg_terminate_backend(%s)", pid)
                with suppress(errors.OperationalError):
                    while True:
                        await tx.run("select 1")
                # Somebody else's connection, opened in the meantime and still in use afterwards.
                assert (await database.run(ANON, "select 1")).value == 1
        async with asyncio.timeout(4):
            assert (await database.run(ANON, "select 2")).value == 2
    finally:
        await database.close()


async def test_a_connection_that_breaks_under_the_first_in_the_queue_keeps_nobody_waiting(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its end wakes the queue while the queue is being served."""
    async with Database(shop.authenticator, 2, 8, prepared=True) as database:
        await asyncio.gather(*(database.run(ANON, "select pg_sleep(0.1)") for _ in range(2)))
        with monkeypatch.context() as patch:
            patch.setattr(ConnectionPool, "_ready", lambda _: None)
            waiting = [
                asyncio.create_task(database.run(ANON, f"select {n}", read_only=True)) for n in range(4)
            ]
            await asyncio.sleep(0)
        write, broken = vars(connection.PipelinedConnection)["_write"], list[object]()

        def fail_once(self: connection.PipelinedConnection, *request: Any) -> Any:
            if broken:
                return write(self, *request)
            broken.append(self)
            raise errors.OperationalError("the server closed the connection")

        monkeypatch.setattr(connection.PipelinedConnection, "_write", fail_once)
        async with asyncio.timeout(4):
            assert [one.value for one in await asyncio.gather(*waiting)] == [0, 1, 2, 3]
        assert broken


async def test_a_crowd_gets_a_new_connection_when_all_are_lost_and_the_queue_is_never_empty(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "CHECK_SECONDS", 60.0)  # nobody but those who join the queue looks
    async with Database(shop.authenticator, 2, 8, prepared=True) as database:
        await asyncio.gather(*(database.run(ANON, "select pg_sleep(0.1)") for _ in range(2)))
        with monkeypatch.context() as patch:
            patch.setattr(ConnectionPool, "_grow", lambda _: None)
            shop.sql("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'authenticator'")
            while database.usage().open:  # noqa: ASYNC110 – the pool tells nobody
                await asyncio.sleep(0.01)
            first = asyncio.create_task(database.run(ANON, "select 1"))
            await asyncio.sleep(0)
        async with asyncio.timeout(4):
            assert (await database.run(ANON, "select 2")).value == 2
            assert (await first).value == 1
