"""`tapis serve` opens the shop, whatever the machine does."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit
from uuid import uuid4

import httpx
import psycopg
import pytest

from tapis.app import create_app
from tapis.gateway.settings import SETTINGS, load_settings
from tapis.ops import postgres
from tests.cli.conftest import Runner, make_runner
from tests.conftest import TAPIS, Shop, environment, prepared, serving
from tests.postgres.os_processes import eventually, is_running
from tests.setting_examples import examples_of

# A request whose body is still on its way, to the one address that always reads it.
HALF = (
    "POST /auth/v1/token?grant_type=password HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\n"
    "apikey: {key}\r\nContent-Length: 48\r\n\r\n"
)
BODY = '{"email":"tom@tapis.example","password":"wrong"}'


class OpenShop(serving):
    """An open shop that may be killed."""

    def __enter__(self) -> str:
        self.url = super().__enter__()
        return self.url

    @property
    def pid(self) -> int:
        assert self.process
        return self.process.pid

    @property
    def data(self) -> Path:
        return Path(str(self.command[3]))

    @property
    def server(self) -> int:
        return int((self.data / "postgres/cluster/postmaster.pid").read_text().split()[0])

    @property
    def worker(self) -> int:
        children = Path(f"/proc/{self.pid}/task").glob("*/children")
        pids = {int(pid) for file in children for pid in file.read_text().split()}
        return next(iter(pids - {self.server}), 0)

    def close(self, number: signal.Signals = signal.SIGTERM) -> str:
        """Stop it; gives its log."""
        assert self.process
        self.process.send_signal(number)
        assert self.process.wait(timeout=20) == 0
        self.log.seek(0)
        return self.log.read()

    def can_read_database(self) -> bool:
        """Whether the database is queried and answers."""
        try:
            never_asked = f"{self.url}/rest/v1/slides?uuid=eq.{uuid4()}"  # no answer is kept for it
            return httpx.get(never_asked, headers={"apikey": self.key}).status_code == 200
        except httpx.HTTPError:
            return False

    @cached_property
    def key(self) -> str:
        """The public key, read once because the command takes a second."""
        return str(json.loads(make_runner(self.data)("keys", "--json").stdout)["anon_key"])


@pytest.fixture
def open_shop(data: Path) -> Iterator[OpenShop]:
    """A shop that is open."""
    shop = OpenShop(data)
    with shop:
        yield shop


def test_the_shop_opens_and_closes_with_everything_put_away_and_every_line_of_its_log_is_json(
    open_shop: OpenShop,
) -> None:
    assert httpx.get(open_shop.url).status_code == 200
    server, worker = open_shop.server, open_shop.worker
    log = open_shop.close(signal.SIGINT)
    assert log
    assert all({"time", "level", "message"} <= json.loads(line).keys() for line in log.splitlines())
    assert "trace" not in log
    assert not is_running(server)
    assert not is_running(worker)
    assert "database system is shut down" in (open_shop.data / "postgres/server.log").read_text()


def test_a_request_that_is_on_its_way_when_the_shop_closes_is_answered(open_shop: OpenShop) -> None:
    key = open_shop.key
    place = urlsplit(open_shop.url)
    with closing(socket.create_connection((place.hostname, place.port), timeout=10)) as connection:
        connection.sendall((HALF.format(key=key) + BODY[:10]).encode())
        os.kill(open_shop.pid, signal.SIGTERM)
        assert eventually(lambda: not is_listening(place.port))
        connection.sendall(BODY[10:].encode())
        assert connection.recv(65536).startswith(b"HTTP/1.1 400")


def is_listening(port: int | None) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port or 0), timeout=1).close()
    except OSError:
        return False
    return True


IN_USE = (
    "tapis: Can't listen on 127.0.0.1:{port}: address already in use. "
    "Correct TAPIS_HOST or TAPIS_PORT (`--port`), or end what listens there.\n"
)


def test_a_port_in_use_is_one_sentence(run: Runner) -> None:
    with closing(socket.socket()) as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        refused = run("serve", "--port", str(port))
    assert refused.returncode == 1
    assert refused.stderr == IN_USE.format(port=port)


def test_however_often_ctrl_c_is_pressed_while_a_new_shop_opens_its_database_is_closed(
    tmp_path: Path,
) -> None:
    data = tmp_path / "data"
    words = ["env", "--default-signal=INT", str(TAPIS), "serve", "--data", str(data), "--port", "0"]
    with subprocess.Popen(words, env=environment()) as process:
        assert eventually((data / "postgres/cluster/postmaster.pid").is_file, 60)
        while process.poll() is None:
            process.send_signal(signal.SIGINT)
            time.sleep(0.02)
    assert process.returncode == 0
    assert "immediate shutdown" not in (data / "postgres/server.log").read_text()


def test_neither_the_port_nor_the_data_folder_of_an_open_shop_is_shared_and_it_stays_open(
    open_shop: OpenShop, tmp_path: Path
) -> None:
    port = urlsplit(open_shop.url).port
    refused = make_runner(tmp_path / "other")("serve", "--port", str(port))
    assert refused.stderr == IN_USE.format(port=port)
    refused = make_runner(open_shop.data)("serve", "--port", "0")
    assert refused.returncode == 1
    assert refused.stderr == (
        f"tapis: The data folder {open_shop.data} is in use by another tapis (process {open_shop.pid}).\n"
    )
    assert open_shop.can_read_database()


def test_Z11_a_misspelt_setting_starts_nothing_and_makes_nothing(run: Runner, tmp_path: Path) -> None:
    for words in (["serve", "--port", "0"], ["users", "create", "ada@tapis.example"]):
        refused = run(*words, TAPIS_DATABSE_URL="postgresql://db.example/shop")
        assert refused.returncode == 1
        assert refused.stderr == (
            "tapis: There is no setting TAPIS_DATABSE_URL; the nearest is TAPIS_DATABASE_URL.\n"
        )
    assert not (tmp_path / "data").exists()


def test_Z11_the_owners_address_alone_never_means_the_embedded_database(run: Runner, tmp_path: Path) -> None:
    owner = "postgresql://shop@db.example/shop"
    refused = run("serve", TAPIS_OWNER_URL=owner)
    assert refused.stderr.startswith("tapis: TAPIS_OWNER_URL names a database, but TAPIS_DATABASE_URL is not")
    hosted = run("serve", TAPIS_OWNER_URL=owner, TAPIS_BACKEND_URL="https://project.example")
    assert (hosted.returncode, hosted.stderr) == (
        1,
        "tapis: A hosted project is served by its host: build the pages with `make web`.\n",
    )
    assert not (tmp_path / "data").exists()


def test_Z11_a_shop_with_every_number_at_its_lowest_serves_its_pages(tmp_path: Path) -> None:
    numbers = [setting for setting in SETTINGS if isinstance(setting.default, int) and setting.name != "PORT"]
    lowest = {setting.variable: examples_of(setting).inside[0] for setting in numbers}
    with serving(prepared(tmp_path / "data"), **lowest) as url:
        for path in ("/", "/readyz", "/products"):
            assert httpx.get(f"{url}{path}").status_code == 200


def test_Z11_a_shop_opens_and_is_backed_up_and_restored_in_folders_of_any_name() -> None:
    name = os.fsdecode("Toko “Sari” & Bu O'Neil (50%), ".encode() + b"caf\xe9")
    with TemporaryDirectory(prefix="tapis ") as short:  # tmp_path is too long for a socket's address
        data, file, restored = prepared(Path(short, name)), Path(short, f"{name}.tar"), Path(short, "a [2]")
        with serving(data) as url:
            assert httpx.get(f"{url}/products").status_code == 200
            made = make_runner(data)("backup", str(file))
        assert made.returncode == 0, made.stderr
        copied = make_runner(restored)("restore", str(file))
        assert copied.returncode == 0, copied.stderr
        assert make_runner(restored)("doctor").returncode == 0


def test_a_setting_that_cannot_be_meant_is_one_sentence(run: Runner) -> None:
    refused = run("serve", TAPIS_UPLOAD_BYTES="many")
    assert refused.returncode == 1
    assert refused.stderr == (
        "tapis: TAPIS_UPLOAD_BYTES can't be 'many': it takes a number from 10,000 to 200,000,000.\n"
    )


def test_serve_on_a_folder_of_another_postgresql_says_what_to_do_and_changes_nothing(
    tmp_path: Path,
) -> None:
    data = tmp_path / "old"
    version = data / "postgres" / "cluster" / "PG_VERSION"
    version.parent.mkdir(parents=True)
    version.write_text("16\n")
    refused = make_runner(data)("serve", "--port", "0")
    assert refused.returncode == 1
    assert refused.stderr == (
        f"tapis: The database in {data} was made by PostgreSQL 16, and this Tapis runs 18: run `tapis "
        "backup` with the version of Tapis that made it, then `tapis restore` with this one into a new "
        "folder.\n"
    )
    assert [file.name for file in version.parent.iterdir()] == ["PG_VERSION"]


def test_workers_and_database_that_are_killed_come_back_without_a_restart_of_the_shop(
    open_shop: OpenShop,
) -> None:
    for _ in range(3):
        os.kill(open_shop.worker, signal.SIGKILL)
        assert eventually(open_shop.can_read_database)
    server = open_shop.server
    os.kill(server, signal.SIGKILL)
    assert eventually(lambda: not is_running(server) and open_shop.can_read_database())


async def test_what_runs_in_the_background_ends_when_a_worker_fails(
    shop: Shop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", tempfile.tempdir)  # undone: a worker names its own
    monkeypatch.setattr("tapis.app._freeze_startup_objects", lambda: None)
    gateway = create_app(load_settings({}, data=tmp_path, database_url=shop.authenticator))
    before = asyncio.all_tasks()
    with suppress(InterruptedError):
        async with gateway.router.lifespan_context(gateway):
            assert len(asyncio.all_tasks() - before) > 7
            raise InterruptedError
    await asyncio.sleep(0)
    assert asyncio.all_tasks() == before


def test_after_the_shop_was_killed_nothing_is_left_and_it_opens_again_at_the_same_address(
    open_shop: OpenShop,
) -> None:
    worker, server, port = open_shop.worker, open_shop.server, str(urlsplit(open_shop.url).port)
    os.kill(open_shop.pid, signal.SIGKILL)
    assert eventually(lambda: not is_running(worker) and not is_running(server))
    again = OpenShop(open_shop.data)
    again.command[-1] = port
    with again:
        assert again.can_read_database()


def test_the_shop_opens_on_a_database_elsewhere_and_keeps_none_of_its_own(tmp_path: Path) -> None:
    with postgres.ensure_server(tmp_path / "elsewhere", create=True) as urls:
        shop = OpenShop(
            tmp_path / "data", TAPIS_DATABASE_URL=urls.authenticator, TAPIS_OWNER_URL=urls.superuser
        )
        with shop as url:
            assert httpx.get(url).status_code == 200
            assert not (tmp_path / "data" / "postgres").exists()


OPENINGS = {
    "alter table public.slides disable row level security": "row level security is off on public.slides",
    "grant select on public.transactions to public": "everybody (PUBLIC) may select public.transactions",
    "alter role authenticator bypassrls": "the server signs in as authenticator, which is a superuser or",
}


def test_where_few_files_may_be_open_the_log_says_so_and_idle_connections_take_none_of_the_rest(
    tmp_path: Path,
) -> None:
    shop = OpenShop(prepared(tmp_path / "data"))
    shop.command = ["bash", "-c", 'ulimit -n 160; exec "$@"', "bash", *shop.command]
    with shop as url, ExitStack() as stack:
        place = (urlsplit(url).hostname or "", urlsplit(url).port or 0)
        for _ in range(150):  # the second half waits until the first was closed, and the page with it
            stack.enter_context(socket.create_connection(place))
        assert httpx.get(f"{url}/").status_code == 200  # when the first of the idle ones were closed
        assert httpx.get(f"{url}/rest/v1/products").status_code == 401
        shop.log.seek(0)
        lines = [json.loads(line) for line in shop.log.read().splitlines()]
    (message,) = [line["message"] for line in lines if line["level"] == "warning"]
    assert message.startswith(
        "A process may open 160 files here, so each worker takes 80 connections at once: "
    )
    assert [line for line in lines if line["level"] == "error"] == []


def test_a_database_that_is_open_to_all_is_not_served(run: Runner, data: Path) -> None:
    with postgres.ensure_server(data) as urls:
        with psycopg.connect(urls.superuser) as connection:
            for opening in OPENINGS:
                connection.execute(opening.encode())
        refused = run("serve", "--port", "0", TAPIS_DATABASE_URL=urls.authenticator)
    assert refused.returncode == 1
    assert refused.stderr.startswith("tapis: This database can't be served: ")
    for sentence in OPENINGS.values():
        assert sentence in refused.stderr


def test_the_accounts_of_the_demo_shop_are_printed_when_asked_for(data: Path) -> None:
    people = [{"email": "ada@tapis.example", "password": "made-up", "role": "admin"}]
    (data / "demo-accounts.json").write_text(json.dumps(people))
    shop = OpenShop(data)
    shop.command.append("--accounts")
    with shop:
        assert shop.process
        assert shop.process.stdout
        lines = [shop.process.stdout.readline() for _ in range(2)]
    assert lines[0] == f"Data folder: {data}\n"
    assert lines[1].split() == ["admin", "ada@tapis.example", "made-up"]
