"""The shop on an external PostgreSQL: secure connections, and migrations under load."""

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from shutil import copy2, copytree
from typing import Any

import httpx
import psycopg
import pytest

from tapis.ops.command_errors import PostgresError
from tapis.ops.migrate.runner import migrate
from tapis.ops.postgres.client_programs import find_client_programs
from tapis.ops.postgres.configuration import VERSION
from tests.conftest import PASSWORD, ROOT, TAPIS, Shop, environment, open_shop, serving
from tests.deployments.postgres import Login, Server, Version, recreate_database, run_postgres
from tests.deployments.shops import connect_shop
from tests.example_rows import Row, image, put, put_file, put_order, row
from tests.maintenance.conftest import SampleShop, fill_shop, run_doctor, run_tapis
from tests.postgres.os_processes import eventually

pytestmark = pytest.mark.anywhere
LOGINS_WITH_TLS = """
select distinct usename::text, ssl from pg_stat_activity join pg_stat_ssl using (pid)
where usename in ('owner', 'authenticator')
"""
NEW_MIGRATION = """
create table public.tenth (id int primary key);
alter table public.products add column tenth int;
create index products_tenth on public.products (tenth);
"""

NEWER_FUNCTION = (
    "create or replace function private.rupiah(amount numeric) returns text language sql return 'IDR'"
)


@contextmanager
def serve(server: Server, data: Path, **more: str) -> Iterator[Shop]:
    """Run a gateway over the server, whose database it migrates."""
    settings = {"TAPIS_DATABASE_URL": server.authenticator, "TAPIS_OWNER_URL": server.owner} | more
    with serving(data, **settings) as url:
        yield connect_shop(url, data, server, settings)


@pytest.mark.parametrize("version", [16, 18])
@pytest.mark.parametrize("login", ["password", "certificate"])
def test_owner_and_gateway_sign_in_with_a_password_or_a_certificate(
    version: Version, login: Login, tmp_path: Path
) -> None:
    with run_postgres(version, login=login) as server, serve(server, tmp_path) as shop:
        assert run_tapis("doctor", data=tmp_path, **shop.settings).returncode == 0
        result = run_tapis("backup", tmp_path / "shop.tar", data=tmp_path, **shop.settings)
        if has_client(server):
            assert result.returncode == 0, result.stderr
        else:
            assert f"install the package postgresql-client-{version}" in result.stderr
            assert not (tmp_path / "shop.tar").exists()
        tom = shop.account("talent")
        order = put_order(shop.sql, tom.user_id)
        with shop.client(tom.token) as client:
            assert client.post("/rest/v1/transactions", json=order).status_code == 201
            assert [one["uuid"] for one in client.get("/rest/v1/transactions").json()] == [order["uuid"]]
        assert server.sql(LOGINS_WITH_TLS) == [("authenticator", True)]


def has_client(server: Server) -> bool:
    """Whether this machine has client programs that can dump over TLS."""
    try:
        return bool(find_client_programs(server.superuser))
    except PostgresError:
        return False


def test_the_owner_moves_a_shop_from_postgresql_16_by_backup_and_restore_and_back(tmp_path: Path) -> None:
    """Neither server has the role that owns the shop on the other."""
    with run_postgres(16, tls=False) as server:
        with serve(server, tmp_path / "old") as shop:
            books = fill_shop(shop)
            back_up(tmp_path / "shop.tar", shop.data, **shop.settings)
        restore_and_check(tmp_path / "shop.tar", tmp_path / "new")
        with open_shop(tmp_path / "new") as new:
            assert (tmp_path / "new/postgres/cluster/PG_VERSION").read_text().strip() == VERSION
            assert fetch_order_uuids(new, books) == set(books.orders)
        back_up(tmp_path / "again.tar", tmp_path / "new")
        recreate_database(server)
        settings = {"TAPIS_OWNER_URL": server.owner, "TAPIS_DATABASE_URL": server.authenticator}
        restore_and_check(tmp_path / "again.tar", tmp_path / "back", **settings)
        with serve(server, tmp_path / "back") as back:
            assert fetch_order_uuids(back, books) == set(books.orders)


def back_up(file: Path, data: Path, **settings: str) -> None:
    result = run_tapis("backup", file, data=data, **settings)
    assert result.returncode == 0, result.stderr


def restore_and_check(file: Path, data: Path, **settings: str) -> None:
    """Restore a backup; doctor must find nothing."""
    result = run_tapis("restore", file, data=data, **settings)
    assert result.returncode == 0, result.stderr
    assert run_doctor(data, **settings) == []


def fetch_order_uuids(shop: Shop, books: SampleShop) -> set[str]:
    """The orders that Tom reads."""
    with shop.client(shop.sign_in(books.tom.email, PASSWORD)["access_token"]) as http:
        rows = http.get("/rest/v1/transactions", params={"select": "uuid"}).json()
    return {row["uuid"] for row in rows}


@pytest.fixture
def newer_rules(tmp_path: Path) -> Path:
    """The schema of a later version, with a new table and a new column of an old one."""
    folder = copytree(ROOT / "db", tmp_path / "db")
    (folder / "migrations" / "9999_tenth.sql").write_text(NEW_MIGRATION)
    return folder


def prepare_orders(server: Server, buyer: str) -> list[Row]:
    """More orders than can be sent in the meantime; their products and proofs exist."""
    with psycopg.connect(server.superuser, autocommit=True) as connection:
        return [put_order(connect_sql(connection), buyer) for _ in range(1500)]


def prepare_products(server: Server, keeper: str) -> list[Row]:
    """More products than can be added in the meantime, each with its own existing picture."""
    with psycopg.connect(server.superuser, autocommit=True) as connection:
        sql = connect_sql(connection)
        return [row("products", "", image=image(put_file(sql, "products", keeper))) for _ in range(1500)]


def connect_sql(connection: psycopg.Connection) -> Callable[..., list[tuple[Any, ...]]]:
    """A function that runs statements on this connection."""

    def sql(query: str, *params: object) -> list[tuple[Any, ...]]:
        connection.execute(query.encode(), params)
        return []

    return sql


class RepeatedRequest(threading.Thread):
    """Sends the same request repeatedly, and records every response with an unexpected status."""

    def __init__(self, send: Callable[[], httpx.Response], expected: int) -> None:
        super().__init__(daemon=True)
        self.send, self.expected = send, expected
        self.stop = threading.Event()
        self.answers, self.unexpected = 0, list[tuple[int, str]]()

    def run(self) -> None:
        """Until `stop`."""
        while not self.stop.is_set():
            response = self.send()
            self.answers += 1
            if response.status_code != self.expected:
                self.unexpected.append((response.status_code, response.text))


@pytest.mark.parametrize("version", [16, 18])
def test_old_servers_serve_and_take_orders_while_the_database_is_brought_up_to_date(
    version: Version, newer_rules: Path, tmp_path: Path
) -> None:
    with run_postgres(version) as server, serve(server, tmp_path / "data", TAPIS_CACHE_BYTES="0") as shop:
        tom, ada = shop.account("talent"), shop.account("admin")
        with shop.client(tom.token) as buyer, shop.client(ada.token) as keeper, shop.client() as visitor:
            orders = prepare_orders(server, tom.user_id)
            products = prepare_products(server, ada.user_id)
            people = [
                RepeatedRequest(lambda: visitor.get("/rest/v1/products?select=*&limit=20"), 200),
                RepeatedRequest(lambda: visitor.get("/rest/v1/slides?select=*"), 200),
                RepeatedRequest(lambda: buyer.post("/rest/v1/transactions", json=orders.pop()), 201),
                RepeatedRequest(lambda: keeper.post("/rest/v1/products", json=products.pop()), 201),
                RepeatedRequest(lambda: keeper.get("/rest/v1/audition_announcements_with_registrant"), 200),
            ]
            for person in people:
                person.start()
            with psycopg.connect(server.owner, autocommit=True) as owner:
                assert migrate(owner, newer_rules).applied == ("9999_tenth.sql",)
                for _ in range(8):
                    assert migrate(owner, newer_rules).applied == ()
            for person in people:
                person.stop.set()
            for person in people:
                person.join(30)
        assert [person.unexpected for person in people] == [[]] * len(people)
        assert all(person.answers > 10 for person in people)
        order_count = shop.sql("select count(*) from public.transactions")[0][0]
        assert order_count == people[2].answers  # every order that was acknowledged, and none twice


def copy_program(folder: Path, functions: str) -> Path:
    """A copy of this program with one more file of functions."""
    for part in ("tapis", "db", "web/dist", "web/dist-server"):
        copytree(ROOT / part, folder / part)
    copy2(ROOT / "brand.toml", folder)
    (folder / "db" / "functions" / "zz_newer.sql").write_text(functions)
    return folder


def test_two_versions_of_one_schema_serve_side_by_side_and_the_older_leaves_newer_functions_alone(
    tmp_path: Path,
) -> None:
    newer = copy_program(tmp_path / "newer", NEWER_FUNCTION)
    with run_postgres(18) as server:
        settings = {"TAPIS_DATABASE_URL": server.authenticator, "TAPIS_OWNER_URL": server.owner}

        def place_order(program: Path, url: str) -> None:
            shop = connect_shop(url, tmp_path / program.name, server, settings)
            tom = shop.account("talent")
            with shop.client(tom.token) as client:
                order = put_order(shop.sql, tom.user_id)
                assert client.post("/rest/v1/transactions", json=order).status_code == 201

        def start(program: Path) -> serving:
            one = serving(tmp_path / program.name, **settings)
            one.command[:1] = [sys.executable, "-P", "-c", "from tapis.ops.cli import main; main()"]
            one.environment["PYTHONPATH"] = str(program)
            return one

        def makes() -> str:
            return str(server.sql("select private.rupiah(1)")[0][0])

        with start(ROOT) as old:
            assert makes() == "Rp. 1"
            with start(newer) as new:
                for program, url in ((ROOT, old), (newer, new)):
                    place_order(program, url)
                assert makes() == "IDR"
        again = start(ROOT)
        with again as url:
            place_order(ROOT, url)
            assert makes() == "IDR"
            again.log.seek(0)
            assert "Another version of Tapis has made" in again.log.read()


def test_two_who_bring_a_database_up_to_date_at_once_both_come_to_the_end() -> None:
    with run_postgres(16) as server:

        def run(_: int) -> "subprocess.CompletedProcess[str]":
            settings = environment(TAPIS_OWNER_URL=server.owner)
            return subprocess.run(
                [TAPIS, "migrate"], env=settings, capture_output=True, text=True, check=False
            )

        with ThreadPoolExecutor() as pool:
            done = list(pool.map(run, range(3)))
        assert [one.returncode for one in done] == [0, 0, 0], [one.stderr for one in done]
        assert sorted(one.stdout.startswith("Applied 0001") for one in done) == [False, False, True]


def test_what_is_remembered_is_dropped_when_the_database_is_brought_up_to_date(tmp_path: Path) -> None:
    address = "/rest/v1/products?select=heading"
    with run_postgres(18) as server, serve(server, tmp_path) as shop, shop.client() as visitor:
        assert visitor.get(address).json() == []
        product = row("products", "")

        with psycopg.connect(server.superuser, autocommit=True) as connection:
            connection.execute("set session_replication_role = replica")  # so that no trigger tells
            put(connect_sql(connection), "products", product)
        assert visitor.get(address).json() == []  # no gateway was notified
        subprocess.run([TAPIS, "migrate"], env=environment(TAPIS_OWNER_URL=server.owner), check=True)
        assert eventually(lambda: visitor.get(address).json() == [{"heading": product["heading"]}], 1.0)
