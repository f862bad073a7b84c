"""The shop behind a pooler in transaction mode."""

import asyncio
import subprocess
from collections.abc import AsyncIterator, Iterator
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from psycopg import errors

from tapis.gateway.database import ANON, SERVICE, Caller, Database
from tests.conftest import TAPIS, Shop, environment, serving
from tests.deployments.pooler import run_pooler
from tests.deployments.postgres import Server, run_postgres
from tests.deployments.shops import connect_shop
from tests.example_rows import row_with_files
from tests.postgres.os_processes import eventually

pytestmark = pytest.mark.anywhere
WHO = "select current_setting('role'), current_setting('request.jwt.claims')::jsonb ->> 'sub', $1::int"
FRESH_SECONDS = 1.0


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """PostgreSQL 16 with a shop in it."""
    with run_postgres(16) as opened:
        subprocess.run([TAPIS, "migrate"], env=environment(TAPIS_OWNER_URL=opened.owner), check=True)
        yield opened


@pytest.fixture(scope="module")
def url(server: Server) -> Iterator[str]:
    """The database's address through the pooler."""
    with run_pooler(server) as opened:
        yield opened


@pytest.fixture
async def database(url: str) -> AsyncIterator[Database]:
    """Eight connections of ours over four of the pooler's."""
    async with Database(url, 8, 2) as database:
        yield database


def build_caller(number: int) -> Caller:
    return Caller("authenticated", {"sub": f"person {number}"})


async def test_three_hundred_people_on_four_connections_are_each_answered_as_themselves(
    database: Database,
) -> None:
    results = await asyncio.gather(*(database.run(build_caller(n), WHO, (str(n),)) for n in range(300)))
    assert [result.rows for result in results] == [[("authenticated", f"person {n}", n)] for n in range(300)]
    prepared = await asyncio.gather(
        *(
            database.run(ANON, "select count(*), pg_backend_pid() from pg_prepared_statements")
            for _ in range(40)
        )
    )
    assert {result.rows[0][0] for result in prepared} == {0}
    assert 1 < len({result.rows[0][1] for result in prepared}) <= 4


async def test_the_limits_of_a_statement_hold_and_stay_with_it(server: Server, database: Database) -> None:
    query = "select current_setting('statement_timeout'), current_setting('timezone')"
    assert (await database.run(ANON, query)).rows == [("2s", "UTC")]
    with pytest.raises(errors.QueryCanceled):
        await database.run(ANON, "select pg_sleep(20)")
    async with database.transaction(SERVICE) as transaction:
        assert (await transaction.run(query)).rows == [("2s", "UTC")]
        for _ in range(10):  # often enough for a driver to keep it prepared
            await transaction.run("select count(*) from public.products")
    query_idle = (
        "select count(*) from pg_stat_activity where usename = 'authenticator' and state like 'idle in%'"
    )
    assert server.sql(query_idle) == [(0,)]


def test_a_server_that_would_hear_of_no_change_refuses_to_start(url: str, tmp_path: Path) -> None:
    result = subprocess.run(
        [TAPIS, "serve", "--data", tmp_path, "--port", "0"],
        env=environment(TAPIS_DATABASE_URL=url),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert result.returncode == 1
    assert result.stderr.splitlines()[-1] == (
        "tapis: Notifications don't arrive through TAPIS_DATABASE_URL, as behind a pooler: "
        "name the server of the same database itself in TAPIS_LISTEN_URL."
    )


@pytest.mark.parametrize(("mode", "status"), [("transaction", 1), ("session", 0)])
def test_Z12_the_owners_address_leads_through_no_pooler_that_would_keep_the_locks_of_a_backup(
    server: Server, tmp_path: Path, mode: str, status: int
) -> None:
    with run_pooler(server, mode) as pooled:
        owner = server.owner.replace(f":{server.port}/", f":{urlsplit(pooled).port}/")
        for words in (["migrate"], ["removed", "list"], ["config", "check"]):
            result = subprocess.run(
                [TAPIS, *words, "--data", tmp_path],
                env=environment(TAPIS_OWNER_URL=owner, TAPIS_DATABASE_URL=server.authenticator),
                capture_output=True,
                text=True,
                timeout=100,
                check=False,
            )
            assert result.returncode == status, result.stderr
            assert ("TAPIS_OWNER_URL leads through a pooler" in result.stderr) == bool(status)
    assert server.sql("select 1 from pg_locks where locktype = 'advisory'") == []


@pytest.fixture(scope="module")
def gateways(
    server: Server, url: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Shop, Shop]]:
    """Two gateways behind the pooler, which listen for notifications on a direct connection."""
    settings = {
        "TAPIS_DATABASE_URL": url,
        "TAPIS_LISTEN_URL": server.authenticator,
        "TAPIS_OWNER_URL": server.owner,
        "TAPIS_SITE_URL": "https://tapis.example",
    }
    data = tmp_path_factory.mktemp("pair")
    with serving(data / "one", **settings) as one, serving(data / "two", **settings) as two:
        yield (
            connect_shop(one, data / "one", server, settings),
            connect_shop(two, data / "two", server, settings),
        )


def test_a_change_at_one_gateway_is_seen_at_the_other_within_a_second(gateways: tuple[Shop, Shop]) -> None:
    one, two = gateways
    address = "/rest/v1/products?select=uuid"
    with one.client(one.token("admin")) as first_client, two.client() as second_client:
        for _ in range(5):
            assert second_client.get(address).status_code == 200  # now it is cached
            product = row_with_files(one.sql, "products", one.user_id("admin"))
            assert first_client.post("/rest/v1/products", json=product).status_code == 201
            assert eventually(partial(is_listed, second_client, product["uuid"]), FRESH_SECONDS)


def is_listed(client: httpx.Client, uuid: str) -> bool:
    return {"uuid": uuid} in client.get("/rest/v1/products?select=uuid").json()


def test_a_session_that_ends_at_one_gateway_has_ended_at_the_other(gateways: tuple[Shop, Shop]) -> None:
    one, two = gateways
    tom = one.account("talent")
    headers = two.headers(tom.token)
    assert httpx.get(f"{two.url}/auth/v1/user", headers=headers).status_code == 200
    with one.client(tom.token) as first_client:
        assert first_client.post("/auth/v1/logout").status_code == 204
    url = f"{two.url}/auth/v1/user"
    assert eventually(lambda: httpx.get(url, headers=headers).status_code != 200, FRESH_SECONDS)
