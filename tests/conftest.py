"""One running shop per test session: `tapis serve` with an embedded PostgreSQL in a temporary folder."""

import fcntl
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import httpx
import psycopg
import pytest
from httpx._config import DEFAULT_TIMEOUT_CONFIG
from httpx._transports import default as httpx_transport

from tapis.gateway.auth.password_hashing import hash_password
from tapis.ops import postgres
from tapis.ops.migrate.runner import migrate
from tapis.resources import DB_FOLDER
from tests.memory import MEMORY, folder_in_memory
from tests.postgres.os_processes import PATIENCE_SECONDS, eventually

if TYPE_CHECKING:
    from tests.used_shop import UsedShop

ROOT = Path(__file__).resolve().parent.parent
TAPIS = ROOT / ".venv" / "bin" / "tapis"
UNUSED_FOLDER = ROOT / "build" / "no-shop"  # of commands that name no data folder
PASSWORD = "kain-tapis-1976"
PASSWORD_HASH = hash_password(PASSWORD)  # made once: hashing takes longer than most requests
RECENT_SECONDS = 600  # administrators change payment methods within 15 minutes of their sign-in
ROLES = ("talent", "leadership", "admin", "none")
IS_WORKER = "PYTEST_XDIST_WORKER" in os.environ
# Files whose tests take half a minute or more begin first, in this order: no worker has one left at the end,
# and the demo shop, which one of them makes, is there when others ask for it.
LONGEST = [
    "test_way_out",
    "test_new_table",
    "test_crash",
    "test_backup",
    "test_notifications",
    "test_own_backups",
    "test_serve",
    "test_migrations",
    "test_crash_recovery",
    "test_lived_in",
    "test_demo_shop",
    "test_wheel",
    "test_restart",
    "test_database_away",
    "test_walks",
    "test_variants",
]


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Test in memory where there is room, unless another folder is named."""
    if "TMPDIR" not in os.environ and not config.option.basetemp and (folder := folder_in_memory()):
        os.environ["TMPDIR"] = str(folder)
        tempfile.tempdir = None  # read again
        config.option.basetemp = f"{folder}/t"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: LONGEST.index(item.path.stem) if item.path.stem in LONGEST else len(LONGEST))


# httpx reads every certificate authority for each client, for http: addresses too: 30 ms, several in a test.
httpx_transport.create_ssl_context = cache(httpx.create_ssl_context)  # type: ignore[attr-defined]
# Where a test names none. httpx's own is 5 s, in which a busy machine does not answer.
vars(DEFAULT_TIMEOUT_CONFIG).update(httpx.Timeout(PATIENCE_SECONDS).as_dict())


@dataclass(frozen=True, slots=True)
class Account:
    """A signed-in account."""

    user_id: str
    email: str
    role: str
    token: str
    session: Mapping[str, Any]


def _no_other_gateway() -> None:
    """A single gateway is not killed."""


class Statements:
    """Runs statements that leave nothing behind in their session; a new connection costs ten times more."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._lock = threading.Lock()
        self._kept: psycopg.Connection | None = None

    def __del__(self) -> None:
        self.close()

    def close(self) -> None:
        if self._kept:
            self._kept.close()

    def run(self, query: str, params: tuple[object, ...]) -> list[tuple[Any, ...]]:
        if not self._lock.acquire(blocking=False):  # another thread's statement may wait for this one
            with self._connect() as another:
                return self._rows(another, query, params)
        try:
            return self._rows(self._fresh_session(), query, params)
        finally:
            self._lock.release()

    def _fresh_session(self) -> psycopg.Connection:
        try:
            if self._kept:
                self._kept.execute("discard all")
                return self._kept
        except psycopg.OperationalError:  # the server was stopped or killed meanwhile
            self.close()
        self._kept = self._connect()
        return self._kept

    def _connect(self) -> psycopg.Connection:
        return psycopg.connect(self._url, autocommit=True, prepare_threshold=None)

    def _rows(
        self, connection: psycopg.Connection, query: str, params: tuple[object, ...]
    ) -> list[tuple[Any, ...]]:
        cursor = connection.execute(query.encode(), params or None)
        return cursor.fetchall() if cursor.description else []


@dataclass(slots=True)
class Shop:
    """A running shop, with access over HTTP as anybody and in SQL as superuser."""

    url: str
    data: Path
    anon_key: str
    service_key: str
    superuser: str
    authenticator: str = ""
    # Settings that commands need besides `--data`; none for an embedded database.
    settings: Mapping[str, str] = field(default_factory=dict)
    # With several gateways: their own addresses, and a function that kills and restarts one.
    gateways: tuple[str, ...] = ()
    kill_gateway: Callable[[], None] = field(default=_no_other_gateway)
    _personas: dict[str, Account] = field(default_factory=dict)
    _statements: Statements | None = field(default=None, compare=False)

    @property
    def addresses(self) -> tuple[str, ...]:
        """The address of each gateway without the proxy, or the shop's only address."""
        return self.gateways or (self.url,)

    def sql(self, query: str, *params: object) -> list[tuple[Any, ...]]:
        """Run one statement as the database's superuser."""
        self._statements = self._statements or Statements(self.superuser)
        return self._statements.run(query, params)

    def truncate(self, *tables: str) -> None:
        """Empty tables, and those that refer to them; a reader who holds one of them goes first.

        It gives up what it holds long before PostgreSQL looks for a deadlock, after a second.
        """
        emptied = partial(self._try_truncate, ", ".join(tables))
        assert eventually(emptied), f"{', '.join(tables)} are in use all the time"

    def _try_truncate(self, tables: str) -> bool:
        try:
            self.sql(f"set lock_timeout = '100ms'; truncate {tables} restart identity cascade")
        except psycopg.errors.LockNotAvailable:
            return False
        return True

    def account(self, role: str = "talent") -> Account:
        """A new account of a role (`none` has none), signed in."""
        email = f"{role}-{uuid4().hex[:12]}@tapis.example"
        person = {"email": email, "password_hash": PASSWORD_HASH, "email_confirm": True}
        with httpx.Client(base_url=self.url, headers=self.headers(self.service_key)) as client:
            made = client.post("/auth/v1/admin/users", json=person)
            assert made.status_code == 200, made.text
        user_id = made.json()["id"]
        self.set_role(user_id, role)
        session = self.sign_in(email)
        return Account(user_id, email, role, session["access_token"], session)

    def set_role(self, user_id: str, role: str) -> None:
        """Set a role; `none` removes it."""
        self.sql("delete from private.user_roles where user_id = %s", user_id)
        if role != "none":
            self.sql("insert into private.user_roles (user_id, role) values (%s, %s)", user_id, role)

    def sign_in(self, email: str, password: str = PASSWORD) -> dict[str, Any]:
        """The session of an account."""
        answer = httpx.post(
            f"{self.url}/auth/v1/token?grant_type=password",
            json={"email": email, "password": password},
            headers=self.headers(),
        )
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def headers(self, token: str | None = None) -> dict[str, str]:
        """The two headers of every call, as anon or with a token."""
        return {"apikey": self.anon_key, "Authorization": f"Bearer {token or self.anon_key}"}

    def client(self, token: str | None = None) -> httpx.Client:
        """An HTTP client with the public key, and a token if given."""
        return httpx.Client(base_url=self.url, headers=self.headers(token), timeout=30)

    def has_run_for(self, days: int) -> None:
        """As if it had been open for that long: only such time makes anything old."""
        self.sql("delete from private.running_periods")
        self.sql(
            "insert into private.running_periods (started_at, seen_at)"
            " values (now() - make_interval(days => %s), now())",
            days,
        )

    def persona(self, role: str) -> Account:
        """The one shared account of a role, signed in lately, for tests that change nothing about it."""
        account = self._personas.get(role) or self.account(role)
        if account.session["expires_at"] - account.session["expires_in"] < time.time() - RECENT_SECONDS:
            session = self.sign_in(account.email)
            account = replace(account, token=session["access_token"], session=session)
        self._personas[role] = account
        return account

    def token(self, role: str) -> str:
        """The access token of a role's shared account."""
        return self.persona(role).token

    def user_id(self, role: str) -> str:
        """The uuid of a role's shared account."""
        return self.persona(role).user_id


@pytest.fixture(scope="session")
def shop() -> Iterator[Shop]:
    """An empty shop for the whole session; tests create what they need.

    `TEST_SETUP` names a deployment; by default everything is in one folder.
    """
    setup = os.environ.get("TEST_SETUP") or "embedded"
    opening = open_shop if setup == "embedded" else import_module("tests.deployments.targets").SETUPS[setup]
    with (
        tempfile.TemporaryDirectory(prefix="tapis-test-") as folder,
        opening(Path(folder) / "data") as opened,
    ):
        yield opened


@cache
def migrated() -> Path:
    """A data folder at rest with every migration, without keys; made once for all processes of a run."""
    folder = folder_of_migrated()
    folder.mkdir(mode=0o700, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "whole").exists():
            make_migrated(folder / "data")
            (folder / "whole").touch()
    return folder / "data"


def folder_of_migrated() -> Path:
    """Workers are children of the process that was started; the browser tests name a folder."""
    run = os.getppid() if IS_WORKER else os.getpid()
    return Path(os.environ.get("TEST_MIGRATED") or f"{tempfile.gettempdir()}/tapis-migrated-{run}")


def make_migrated(data: Path) -> None:
    with (
        postgres.ensure_server(data, create=True) as urls,
        psycopg.connect(urls.superuser, autocommit=True) as connection,
    ):
        migrate(connection, DB_FOLDER)
    (data / "postgres/server.log").unlink()


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    if not IS_WORKER:
        shutil.rmtree(folder_of_migrated(), ignore_errors=True)
        basetemp = session.config.option.basetemp
        if exitstatus == 0 and basetemp and Path(basetemp).is_relative_to(MEMORY):
            shutil.rmtree(
                basetemp, ignore_errors=True
            )  # what is beside it goes with its process, or before the next run
        migrated.cache_clear()  # `make mutate` starts over in the same process


def prepared(data: Path) -> Path:
    """Make a folder a copy of the migrated one: a fifth of the time that initdb and migrations take."""
    subprocess.run(["cp", "--archive", migrated(), data], check=True)
    return data


@contextmanager
def open_shop(data: Path, **settings: str) -> Iterator[Shop]:
    """Serve a data folder until the end of the block."""
    ready = data if data.exists() else prepared(data)
    with serving(ready, **settings) as url, shop_at(url, data) as opened:
        yield opened


@contextmanager
def shop_at(url: str, data: Path) -> Iterator[Shop]:
    """Access to a running shop."""
    with postgres.ensure_server(data) as urls:
        shop = Shop(url, data, "", "", urls.superuser, urls.authenticator)
        keys = dict(shop.sql("select role, token from auth.api_keys"))  # `tapis keys` takes a second
        yield replace(shop, anon_key=keys["anon"], service_key=keys["service_role"])


@pytest.fixture
def used_shop(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> "UsedShop":
    """A closed copy of the demo shop after some weeks of use, which all processes of a run create once."""
    module = import_module("tests.used_shop")
    copied: UsedShop = module.copy_used_shop(shared_folder(tmp_path_factory), tmp_path / "lived-in")
    return copied


def shared_folder(folders: pytest.TempPathFactory) -> Path:
    """The folder that all processes of a run have in common."""
    base = folders.getbasetemp()
    return base.parent if IS_WORKER else base


def keys_of(data: Path, **settings: str) -> tuple[str, str]:
    """A shop's public key and its service key, from `tapis keys`."""
    printed = subprocess.check_output(
        [TAPIS, "keys", "--service", "--json", "--data", data], env=environment(**settings)
    )
    keys = json.loads(printed)
    return keys["anon_key"], keys["service_key"]


def environment(**extra: str) -> dict[str, str]:
    """The environment without the TAPIS_ settings, and without the shop, of the person who runs the tests."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("TAPIS_")}
    return kept | {"TAPIS_DATA": str(UNUSED_FOLDER)} | extra


# Accounts that many tests share upload and send more than one person may.
SHARED_QUOTA = {
    "TAPIS_QUOTA_FILES": "100000",
    "TAPIS_QUOTA_BYTES": "100000000000",
    "TAPIS_QUOTA_FACTOR": "100000",
}


class serving:  # noqa: N801 – reads as a statement: `with serving(data) as url`
    """`tapis serve` until the end of the block, on a free port if none is set; its address is the value."""

    def __init__(self, data: Path, **extra: str) -> None:
        port = extra.get("TAPIS_PORT", "0")
        self.command: list[str | Path] = [TAPIS, "serve", "--data", data, "--port", port]
        self.environment = environment(**(SHARED_QUOTA | extra))
        self.process: subprocess.Popen[str] | None = None
        self.log = tempfile.TemporaryFile("w+")  # noqa: SIM115 – closed by __exit__

    def __enter__(self) -> str:
        self.process = subprocess.Popen(
            self.command, env=self.environment, stdout=subprocess.PIPE, stderr=self.log, text=True
        )
        for line in self.process.stdout or ():
            if address := re.search(r"http://\S+:\d+", line):
                return address[0].rstrip("/.")
        self.log.seek(0)
        raise RuntimeError(f"tapis serve ended before it was ready:\n{self.log.read()}")

    def __exit__(self, *_: object) -> None:
        if self.process:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(timeout=PATIENCE_SECONDS)
            if self.process.stdout:
                self.process.stdout.close()
        self.log.close()
