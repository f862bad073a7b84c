"""An external PostgreSQL: TCP, TLS, and passwords or certificates.

with running(16) as server:
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
from tapis.ops.postgres.os_account import Account, choose
from tests.conftest import ROOT
from tests.deployments.certificates import HERE, Authority, authority
from tests.postgres.os_processes import eventually

Version = Literal[16, 18]
Login = Literal["password", "certificate"]

SERVERS = ROOT / "build" / "servers"
DEBIAN = Path("/usr/lib/postgresql")
DATABASE = "shop"
# Passwords as people make them: all that an address must escape is in there.
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
# What a person gets who asks for a database: their own, and the right to make the roles of a shop.
OWNER = "create role owner login createrole createdb bypassrls password {password}"
AUTHENTICATOR = "create role authenticator login noinherit password {password}"


@dataclass(slots=True)
class Server:
    """A server that runs, or ran; the addresses of its database."""

    version: int
    port: int
    folder: Path
    login: Login
    tls: bool
    authority: Authority
    certificates: dict[str, tuple[Path, Path]]
    _programs: Path
    _account: Account
    _environment: Mapping[str, str]
    _process: subprocess.Popen[bytes] | None = field(default=None)

    @property
    def superuser(self) -> str:
        """Past all rules; always by password."""
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
        """Somebody's address; `other` are parameters of the connection, which win over the usual ones."""
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
        """Run something as the superuser; gives the rows of the last statement."""
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
        assert eventually(self.answers, 30), (self.folder / "server.log").read_text()

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it: SIGINT ends every session first, SIGQUIT is a crash."""
        if self._process:
            with suppress(ProcessLookupError):
                self._process.send_signal(how)
            self._process.wait(30)
            self._process = None

    def answers(self) -> bool:
        """Whether it takes a connection now."""
        try:
            psycopg.connect(self.url("postgres", login="password", database="postgres")).close()
        except psycopg.OperationalError:
            return False
        return True

    @property
    def identity(self) -> dict[str, Any]:
        """What makes another program run as the server's account, which is not root."""
        return _as(self._account)

    def give(self, file: Path) -> None:
        """Let the server's account read a file, and nobody else."""
        _give(file, self._account)

    def _settings(self) -> tuple[str, ...]:
        files = [f"ssl_{kind}_file={self.folder}/cluster/server.{end}" for kind, end in CERTIFIED]
        encrypted = ("ssl=on", f"ssl_ca_file={self.folder}/cluster/ca.crt", *files)
        return (f"port={self.port}", *SETTINGS, *(encrypted if self.tls else ("ssl=off",)))


CERTIFIED = (("cert", "crt"), ("key", "key"))


@contextmanager
def running(
    version: int = 18,
    *,
    login: Login = "password",
    tls: bool = True,
    prepared: bool = True,
    environment: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[Server]:
    """A server with an empty database `shop`, for the length of the block.

    `version` may be one that Debian installed, too. `login` is how owner and gateway sign in; `tls` off takes
    passwords in the clear. `prepared` off leaves out the roles owner and authenticator, and the database.
    `environment`: what the server's has besides the usual.
    """
    with tempfile.TemporaryDirectory(prefix="tapis-elsewhere-") as name:
        folder = Path(name)
        folder.chmod(0o755)  # the server's account goes through it
        account = choose(folder, folder / "cluster")
        server = _made(version, folder, account, environment, login=login, tls=tls)
        try:
            server.start()
            if prepared:
                prepare(server)
            yield server
        finally:
            server.stop()


def _made(
    version: int,
    folder: Path,
    account: Account,
    environment: Mapping[str, str],
    *,
    login: Login,
    tls: bool,
) -> Server:
    """The folder of a server that was never started."""
    bin_folder = programs(version, folder, account)
    ca = authority(folder)
    cluster = folder / "cluster"
    cluster.mkdir()
    account.take_ownership(cluster)
    _initdb(bin_folder, cluster, account)
    (cluster / "pg_hba.conf").write_text(_doors(login, tls=tls))
    shutil.copy(ca.root, cluster / "ca.crt")
    for source, (_, end) in zip(ca.issue("server", HERE), CERTIFIED, strict=True):
        shutil.copy(source, cluster / f"server.{end}")
        _give(cluster / f"server.{end}", account)
    people = {name: ca.issue(name) for name in ("owner", "authenticator")}
    found = (ca, people, bin_folder, account, environment)
    return Server(version, free_port(), folder, login, tls, *found)


def prepare(server: Server) -> None:
    """What whoever rents a database is given: it, its owner, and the right to make roles."""
    with psycopg.connect(server.url("postgres", login="password", database="postgres")) as connection:
        connection.execute(sql.SQL(OWNER).format(password=sql.Literal(PASSWORDS["owner"])))
    new_database(server)
    made = sql.SQL(AUTHENTICATOR).format(password=sql.Literal(PASSWORDS["authenticator"]))
    with psycopg.connect(server.owner, autocommit=True) as connection:
        connection.execute(made)


def new_database(server: Server) -> None:
    """The owner's empty database; one that is there goes, and whoever is in it."""
    server.sql(f"drop database if exists {DATABASE} with (force)", database="postgres")
    server.sql(f"create database {DATABASE} owner owner template template0", database="postgres")


def programs(version: int, folder: Path, account: Account) -> Path:
    """The programs of a version, where the account can run them; a copy of them in `folder` if it must be."""
    if (DEBIAN / str(version) / "bin" / "postgres").exists():
        return DEBIAN / str(version) / "bin"
    if not SERVERS.exists():
        subprocess.run(["make", "--silent", "build/servers"], cwd=ROOT, check=True)
    installed = SERVERS / "node_modules" / f"postgres-{version}-{platform.machine()}" / "native"
    if _runs(installed / "bin" / "postgres", account):
        return installed / "bin"
    shutil.copytree(installed, folder / "native", symlinks=True)
    return folder / "native" / "bin"


def free_port() -> int:
    """A port of 127.0.0.1 that nobody has just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _doors(login: Login, *, tls: bool) -> str:
    if not tls:
        return "host all all 127.0.0.1/32 scram-sha-256\n"
    return (
        "hostssl all postgres 127.0.0.1/32 scram-sha-256\n"
        f"hostssl all all 127.0.0.1/32 {METHODS[login]}\n"
        "hostnossl all all all reject\n"
    )


def _initdb(bin_folder: Path, cluster: Path, account: Account) -> None:
    word = cluster.parent / "superuser.password"
    word.write_text(PASSWORDS["postgres"])
    _give(word, account)
    command = [str(bin_folder / "initdb"), f"--pgdata={cluster}", "--username=postgres", f"--pwfile={word}"]
    subprocess.run(
        [*command, "--auth=scram-sha-256", "--encoding=UTF8", "--locale=C", "--no-sync"],
        cwd="/",
        env={"PATH": "/usr/bin:/bin", "LC_ALL": "C"},
        check=True,
        stdout=subprocess.DEVNULL,
        **_as(account),
    )


def _runs(program: Path, account: Account) -> bool:
    said = subprocess.DEVNULL
    try:
        return subprocess.call([program, "--version"], cwd="/", stdout=said, **_as(account)) == 0
    except OSError:
        return False


def _as(account: Account) -> dict[str, Any]:
    """What makes a program run as the account."""
    return {"user": account.uid, "group": account.gid, "extra_groups": []} if account.is_other else {}


def _give(file: Path, account: Account) -> None:
    file.chmod(0o600)
    if account.is_other:
        os.chown(file, account.uid, account.gid)
