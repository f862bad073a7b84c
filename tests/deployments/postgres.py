"""An external PostgreSQL: TCP, TLS, and passwords or certificates.

with run_postgres(16) as server:
    server.owner             # owns the database `shop`, is no superuser: TAPIS_OWNER_URL
    server.authenticator     # the gateway's login: TAPIS_DATABASE_URL
    server.superuser         # for the tests alone
"""

import os
import platform
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal
from urllib.parse import quote, urlencode

import psycopg
from psycopg import sql

from tapis.ops.postgres import launch
from tapis.ops.postgres.os_account import OsAccount, choose_os_account
from tests.conftest import ROOT
from tests.deployments.certificates import LOCALHOST_NAMES, Authority, create_authority
from tests.postgres.os_processes import eventually

Version = Literal[16, 18]
Login = Literal["password", "certificate"]

SERVERS = ROOT / "build" / "servers"
DEBIAN = Path("/usr/lib/postgresql")
DATABASE = "shop"
# Passwords with every kind of character that a URL must escape.
PASSWORDS = {name: f"{name}/kain:tapis@1976 100%?#" for name in ("postgres", "owner", "authenticator")}
METHODS: dict[Login, str] = {"password": "scram-sha-256", "certificate": "cert"}
SETTINGS = (
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "fsync=off",  # no test cuts the power
    "max_connections=100",
    "password_encryption=scram-sha-256",
    "log_min_messages=log",
    "timezone=UTC",
)
# What a hosting provider grants: an own database, and the right to create the roles of a shop.
OWNER = "create role owner login createrole createdb bypassrls password {password}"
AUTHENTICATOR = "create role authenticator login noinherit password {password}"


@dataclass(slots=True)
class Server:
    """A server, and the addresses of its database."""

    version: int
    port: int
    folder: Path
    login: Login
    tls: bool
    authority: Authority
    certificates: dict[str, tuple[Path, Path]]
    _programs: Path
    _account: OsAccount
    _environment: Mapping[str, str]
    _process: subprocess.Popen[bytes] | None = field(default=None)

    @property
    def superuser(self) -> str:
        """Bypasses row level security; always signs in by password."""
        return self.url("postgres", login="password")

    @property
    def owner(self) -> str:
        """The owner of the database."""
        return self.url("owner")

    @property
    def authenticator(self) -> str:
        """The gateway's login."""
        return self.url("authenticator")

    def url(self, user: str, *, login: Login | None = None, database: str = DATABASE, **other: str) -> str:
        """The address for a user; `other` are connection parameters that override the defaults."""
        parameters = {"sslmode": "verify-full", "sslrootcert": str(self.authority.root)}
        password = f":{quote(PASSWORDS.get(user, user), safe='')}"
        if not self.tls:
            parameters = {"sslmode": "disable"}
        elif (login or self.login) == "certificate":
            certificate, key = self.certificates[user]
            parameters |= {"sslcert": str(certificate), "sslkey": str(key)}
            password = ""
        query = urlencode(parameters | other)
        return f"postgresql://{user}{password}@127.0.0.1:{self.port}/{database}?{query}"

    def sql(self, query: str, *params: object, database: str = DATABASE) -> list[tuple[Any, ...]]:
        """Run statements as the superuser; returns the rows of the last one."""
        url = self.url("postgres", login="password", database=database)
        with psycopg.connect(url, autocommit=True) as connection:
            cursor = connection.execute(query.encode(), params or None)
            return cursor.fetchall() if cursor.description else []

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = [option for one in self._settings() for option in ("-c", one)]
        who = self._account
        launcher = [sys.executable, "-I", "-S", launch.__file__, str(os.getpid())]
        command = [str(self._programs / "postgres"), "-D", str(self.folder / "cluster"), *options]
        with (self.folder / "server.log").open("ab") as log:
            self._process = subprocess.Popen(
                [*launcher, str(who.uid), str(who.gid), *command],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env={"PATH": "/usr/bin:/bin", "LC_ALL": "C", **self._environment},
                cwd=self.folder,
                start_new_session=True,
            )
        assert eventually(self.is_answering, 30), (self.folder / "server.log").read_text()

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it: SIGINT ends every session first, SIGQUIT is a crash."""
        if self._process:
            with suppress(ProcessLookupError):
                self._process.send_signal(how)
            self._process.wait(30)
            self._process = None

    def is_answering(self) -> bool:
        """Whether it accepts connections now."""
        try:
            psycopg.connect(self.url("postgres", login="password", database="postgres")).close()
        except psycopg.OperationalError:
            return False
        return True

    @property
    def identity(self) -> dict[str, Any]:
        """Arguments of subprocess that run a program as the server's account, which is not root."""
        return _run_as(self._account)

    def grant_read(self, file: Path) -> None:
        """Let the server's account read a file, and nobody else."""
        _grant_read(file, self._account)

    def _settings(self) -> tuple[str, ...]:
        files = [f"ssl_{kind}_file={self.folder}/cluster/server.{end}" for kind, end in TLS_FILES]
        encrypted = ("ssl=on", f"ssl_ca_file={self.folder}/cluster/ca.crt", *files)
        return (f"port={self.port}", *SETTINGS, *(encrypted if self.tls else ("ssl=off",)))


TLS_FILES = (("cert", "crt"), ("key", "key"))


@contextmanager
def run_postgres(
    version: int = 18,
    *,
    login: Login = "password",
    tls: bool = True,
    with_database: bool = True,
    environment: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[Server]:
    """Run a server with an empty database `shop` until the end of the block.

    `version` may also be one that Debian installed. `login` is how owner and gateway sign in; without `tls`,
    passwords are sent in the clear. `with_database=False` leaves out owner, authenticator and database.
    `environment` is added to the server's environment.
    """
    with tempfile.TemporaryDirectory(prefix="tapis-elsewhere-") as name:
        folder = Path(name)
        folder.chmod(0o755)  # the server's account must be able to enter it
        account = choose_os_account(folder, folder / "cluster")
        server = _create_server(version, folder, account, environment, login=login, tls=tls)
        try:
            server.start()
            if with_database:
                create_roles_and_database(server)
            yield server
        finally:
            server.stop()


def _create_server(
    version: int,
    folder: Path,
    account: OsAccount,
    environment: Mapping[str, str],
    *,
    login: Login,
    tls: bool,
) -> Server:
    """Create a server without starting it."""
    bin_folder = find_programs(version, folder, account)
    ca = create_authority(folder)
    cluster = folder / "cluster"
    cluster.mkdir()
    account.take_ownership(cluster)
    _initdb(bin_folder, cluster, account)
    (cluster / "pg_hba.conf").write_text(_build_hba(login, tls=tls))
    shutil.copy(ca.root, cluster / "ca.crt")
    for source, (_, end) in zip(ca.issue("server", LOCALHOST_NAMES), TLS_FILES, strict=True):
        shutil.copy(source, cluster / f"server.{end}")
        _grant_read(cluster / f"server.{end}", account)
    people = {name: ca.issue(name) for name in ("owner", "authenticator")}
    rest = (ca, people, bin_folder, account, environment)
    return Server(version, free_port(), folder, login, tls, *rest)


def create_roles_and_database(server: Server) -> None:
    """Create what a hosting provider gives: a database and its owner, who may create roles."""
    with psycopg.connect(server.url("postgres", login="password", database="postgres")) as connection:
        connection.execute(sql.SQL(OWNER).format(password=sql.Literal(PASSWORDS["owner"])))
    recreate_database(server)
    statement = sql.SQL(AUTHENTICATOR).format(password=sql.Literal(PASSWORDS["authenticator"]))
    with psycopg.connect(server.owner, autocommit=True) as connection:
        connection.execute(statement)


def recreate_database(server: Server) -> None:
    """Create the owner's empty database; an existing one is dropped, and its sessions are ended."""
    server.sql(f"drop database if exists {DATABASE} with (force)", database="postgres")
    server.sql(f"create database {DATABASE} owner owner template template0", database="postgres")


def find_programs(version: int, folder: Path, account: OsAccount) -> Path:
    """The programs of a version, copied into `folder` where the account can't run the installed ones."""
    if (DEBIAN / str(version) / "bin" / "postgres").exists():
        return DEBIAN / str(version) / "bin"
    if not SERVERS.exists():
        subprocess.run(["make", "--silent", "build/servers"], cwd=ROOT, check=True)
    installed = SERVERS / "node_modules" / f"postgres-{version}-{platform.machine()}" / "native"
    if _can_run(installed / "bin" / "postgres", account):
        return installed / "bin"
    shutil.copytree(installed, folder / "native", symlinks=True)
    return folder / "native" / "bin"


def free_port() -> int:
    """A port of 127.0.0.1 that is free at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _build_hba(login: Login, *, tls: bool) -> str:
    if not tls:
        return "host all all 127.0.0.1/32 scram-sha-256\n"
    return (
        "hostssl all postgres 127.0.0.1/32 scram-sha-256\n"
        f"hostssl all all 127.0.0.1/32 {METHODS[login]}\n"
        "hostnossl all all all reject\n"
    )


def _initdb(bin_folder: Path, cluster: Path, account: OsAccount) -> None:
    password_file = cluster.parent / "superuser.password"
    password_file.write_text(PASSWORDS["postgres"])
    _grant_read(password_file, account)
    command = [
        str(bin_folder / "initdb"),
        f"--pgdata={cluster}",
        "--username=postgres",
        f"--pwfile={password_file}",
    ]
    subprocess.run(
        [*command, "--auth=scram-sha-256", "--encoding=UTF8", "--locale=C", "--no-sync"],
        cwd="/",
        env={"PATH": "/usr/bin:/bin", "LC_ALL": "C"},
        check=True,
        stdout=subprocess.DEVNULL,
        **_run_as(account),
    )


def _can_run(program: Path, account: OsAccount) -> bool:
    said = subprocess.DEVNULL
    try:
        return subprocess.call([program, "--version"], cwd="/", stdout=said, **_run_as(account)) == 0
    except OSError:
        return False


def _run_as(account: OsAccount) -> dict[str, Any]:
    """Arguments of subprocess that run a program as the account."""
    return {"user": account.uid, "group": account.gid, "extra_groups": []} if account.is_other else {}


def _grant_read(file: Path, account: OsAccount) -> None:
    file.chmod(0o600)
    if account.is_other:
        os.chown(file, account.uid, account.gid)
