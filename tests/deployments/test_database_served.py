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
from tapis.ops.postgres.client_programs import programs_for
from tapis.ops.postgres.configuration import VERSION
from tests.conftest import PASSWORD, ROOT, TAPIS, Shop, environment, open_shop, serving
from tests.deployments.postgres import Login, Server, Version, new_database, running
from tests.deployments.shops import shop_on
from tests.example_rows import Row, image, put, put_file, put_order, row
from tests.maintenance.conftest import SampleShop, fill_shop, run_doctor, run_tapis
from tests.postgres.os_processes import eventually

pytestmark = pytest.mark.anywhere
SAFE = """
select distinct usename::text, ssl from pg_stat_activity join pg_stat_ssl using (pid)
where usename in ('owner', 'authenticator')
"""
NEW = """
create table public.tenth (id int primary key);
alter table public.products add column tenth int;
create index products_tenth on public.products (tenth);
"""

NEWER = "create or replace function private.rupiah(amount numeric) returns text language sql return 'IDR'"


@contextmanager
def served(server: Server, data: Path, **more: str) -> Iterator[Shop]:
    """A gateway over the server, which brings it up to date."""
    settings = {"TAPIS_DATABASE_URL": server.authenticator, "TAPIS_OWNER_URL": server.owner} | more
    with serving(data, **settings) as url:
        yield shop_on(url, data, server, settings)


@pytest.mark.parametrize("version", [16, 18])
@pytest.mark.parametrize("login", ["password", "certificate"])
def test_owner_and_gateway_sign_in_with_a_password_or_a_certificate(
    version: Version, login: Login, tmp_path: Path
) -> None:
    with running(version, login=login) as server, served(server, tmp_path) as shop:
        assert run_tapis("doctor", data=tmp_path, **shop.settings).returncode == 0
        taken = run_tapis("backup", tmp_path / "shop.tar", data=tmp_path, **shop.settings)
        if has_client(server):
            assert taken.returncode == 0, taken.stderr
        else:
            assert f"install the package postgresql-client-{version}" in taken.stderr
            assert not (tmp_path / "shop.tar").exists()
        tom = shop.account("talent")
        order = put_order(shop.sql, tom.user_id)
        with shop.client(tom.token) as client:
            assert client.post("/rest/v1/transactions", json=order).status_code == 201
            assert [one["uuid"] for one in client.get("/rest/v1/transactions").json()] == [order["uuid"]]
        assert server.sql(SAFE) == [("authenticator", True)]


def has_client(server: Server) -> bool:
    """Whether this machine has client programs that can dump over TLS."""
    try:
        return bool(programs_for(server.superuser))
    except PostgresError:
        return False


def test_the_owner_moves_a_shop_from_postgresql_16_by_backup_and_restore_and_back(tmp_path: Path) -> None:
    """Neither server has the role that owns the shop on the other."""
    with running(16, tls=False) as server:
        with served(server, tmp_path / "old") as shop:
            books = fill_shop(shop)
            backed_up(tmp_path / "shop.tar", shop.data, **shop.settings)
        restored(tmp_path / "shop.tar", tmp_path / "new")
        with open_shop(tmp_path / "new") as new:
            assert (tmp_path / "new/postgres/cluster/PG_VERSION").read_text().strip() == VERSION
            assert orders_of(new, books) == set(books.orders)
        backed_up(tmp_path / "again.tar", tmp_path / "new")
        new_database(server)
        settings = {"TAPIS_OWNER_URL": server.owner, "TAPIS_DATABASE_URL": server.authenticator}
        restored(tmp_path / "again.tar", tmp_path / "back", **settings)
        with served(server, tmp_path / "back") as back:
            assert orders_of(back, books) == set(books.orders)


def backed_up(file: Path, data: Path, **settings: str) -> None:
    taken = run_tapis("backup", file, data=data, **settings)
    assert taken.returncode == 0, taken.stderr


def restored(file: Path, data: Path, **settings: str) -> None:
    """A shop from a backup, in which doctor finds nothing."""
    said = run_tapis("restore", file, data=data, **settings)
    assert said.returncode == 0, said.stderr
    assert run_doctor(data, **settings) == []


def orders_of(shop: Shop, books: SampleShop) -> set[str]:
    """What Tom reads."""
    with shop.client(shop.sign_in(books.tom.email, PASSWORD)["access_token"]) as http:
        rows = http.get("/rest/v1/transactions", params={"select": "uuid"}).json()
    return {row["uuid"] for row in rows}


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    """The rules of a later version: a new table, and a new column of an old one."""
    folder = copytree(ROOT / "db", tmp_path / "db")
    (folder / "migrations" / "9999_tenth.sql").write_text(NEW)
    return folder


def ready_orders(server: Server, buyer: str) -> list[Row]:
    """More orders than anybody can send meanwhile; their products and proofs are there."""
    with psycopg.connect(server.superuser, autocommit=True) as connection:
        return [put_order(past_all(connection), buyer) for _ in range(1500)]


def ready_products(server: Server, keeper: str) -> list[Row]:
    """More products than anybody can add meanwhile, each with a picture of its own, which is there."""
    with psycopg.connect(server.superuser, autocommit=True) as connection:
        sql = past_all(connection)
        return [row("products", "", image=image(put_file(sql, "products", keeper))) for _ in range(1500)]


def past_all(connection: psycopg.Connection) -> Callable[..., list[tuple[Any, ...]]]:
    """A way to write on one connection, past the gateway."""

    def sql(query: str, *params: object) -> list[tuple[Any, ...]]:
        connection.execute(query.encode(), params)
        return []

    return sql


class Asking(threading.Thread):
    """Somebody who asks the same thing again and again; every answer but the one that is right is kept."""

    def __init__(self, ask: Callable[[], httpx.Response], right: int) -> None:
        super().__init__(daemon=True)
        self.ask, self.right = ask, right
        self.stop = threading.Event()
        self.answers, self.wrong = 0, list[tuple[int, str]]()

    def run(self) -> None:
        """Until `stop`."""
        while not self.stop.is_set():
            answer = self.ask()
            self.answers += 1
            if answer.status_code != self.right:
                self.wrong.append((answer.status_code, answer.text))


@pytest.mark.parametrize("version", [16, 18])
def test_old_servers_serve_and_take_orders_while_the_database_is_brought_up_to_date(
    version: Version, rules: Path, tmp_path: Path
) -> None:
    with running(version) as server, served(server, tmp_path / "data", TAPIS_CACHE_BYTES="0") as shop:
        tom, ada = shop.account("talent"), shop.account("admin")
        with shop.client(tom.token) as buyer, shop.client(ada.token) as keeper, shop.client() as visitor:
            orders = ready_orders(server, tom.user_id)
            products = ready_products(server, ada.user_id)
            people = [
                Asking(lambda: visitor.get("/rest/v1/products?select=*&limit=20"), 200),
                Asking(lambda: visitor.get("/rest/v1/slides?select=*"), 200),
                Asking(lambda: buyer.post("/rest/v1/transactions", json=orders.pop()), 201),
                Asking(lambda: keeper.post("/rest/v1/products", json=products.pop()), 201),
                Asking(lambda: keeper.get("/rest/v1/audition_announcements_with_registrant"), 200),
            ]
            for person in people:
                person.start()
            with psycopg.connect(server.owner, autocommit=True) as owner:
                assert migrate(owner, rules).applied == ("9999_tenth.sql",)
                for _ in range(8):
                    assert migrate(owner, rules).applied == ()
            for person in people:
                person.stop.set()
            for person in people:
                person.join(30)
        assert [person.wrong for person in people] == [[]] * len(people)
        assert all(person.answers > 10 for person in people)
        kept = shop.sql("select count(*) from public.transactions")[0][0]
        assert kept == people[2].answers  # every order that was acknowledged, and none twice


def program_with(folder: Path, functions: str) -> Path:
    """A copy of this program with one file of functions more."""
    for part in ("tapis", "db", "web/dist", "web/dist-server"):
        copytree(ROOT / part, folder / part)
    copy2(ROOT / "brand.toml", folder)
    (folder / "db" / "functions" / "zz_newer.sql").write_text(functions)
    return folder


def test_two_versions_of_one_schema_serve_side_by_side_and_the_older_leaves_newer_functions_alone(
    tmp_path: Path,
) -> None:
    newer = program_with(tmp_path / "newer", NEWER)
    with running(18) as server:
        settings = {"TAPIS_DATABASE_URL": server.authenticator, "TAPIS_OWNER_URL": server.owner}

        def orders_of(program: Path, url: str) -> None:
            shop = shop_on(url, tmp_path / program.name, server, settings)
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
                    orders_of(program, url)
                assert makes() == "IDR"
        again = start(ROOT)
        with again as url:
            orders_of(ROOT, url)
            assert makes() == "IDR"
            again.log.seek(0)
            assert "Another version of Tapis has made" in again.log.read()


def test_two_who_bring_a_database_up_to_date_at_once_both_come_to_the_end() -> None:
    with running(16) as server:

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
    with running(18) as server, served(server, tmp_path) as shop, shop.client() as visitor:
        assert visitor.get(address).json() == []
        product = row("products", "")

        with psycopg.connect(server.superuser, autocommit=True) as connection:
            connection.execute("set session_replication_role = replica")  # so that no trigger tells
            put(past_all(connection), "products", product)
        assert visitor.get(address).json() == []  # no gateway was notified
        subprocess.run([TAPIS, "migrate"], env=environment(TAPIS_OWNER_URL=server.owner), check=True)
        assert eventually(lambda: visitor.get(address).json() == [{"heading": product["heading"]}], 1.0)
