"""Three machines, which are addresses: etcd on each, and on two of them PostgreSQL under Patroni.

They run with the files of deploy/. `make test-failover` gives the program a network and processes of its own:
ports are the usual ones, nothing that it starts outlives it, and what it cuts is nobody else's.
"""

import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote

import httpx
import psycopg
from psycopg import sql

from tapis.ops.postgres import binaries
from tapis.ops.postgres.os_account import OsAccount, choose_os_account
from tests.conftest import ROOT
from tests.deployments.postgres import AUTHENTICATOR, DATABASE, OWNER, PASSWORDS
from tests.postgres.os_processes import eventually, interpreter_for
from tests.process_tree import children, kill

DATABASES = ("database1", "database2")
# As deploy/ calls them → here; the gateway that is cut off reaches the databases at addresses of its own.
ADDRESSES = {"10.0.0.11": "127.0.1.1", "10.0.0.12": "127.0.1.2", "10.0.0.13": "127.0.1.3"}
PARTITIONED_ADDRESSES = {"127.0.1.1": "127.0.1.101", "127.0.1.2": "127.0.1.102"}
SUPERUSER_PASSWORD = "kain-tapis-1976"
BOTH_DATABASES = "127.0.1.1,127.0.1.2"
READY_SECONDS = 120
Role = Literal["leader", "sync_standby", "replica"]


def render_deploy_file(name: str, here: Mapping[str, str]) -> str:
    """A file of deploy/ with this in the place of that."""
    text = (ROOT / "deploy" / name).read_text()
    for there, value in {**here, **ADDRESSES}.items():
        text = text.replace(there, value)
    return text


def read_environment(name: str, here: Mapping[str, str]) -> dict[str, str]:
    """The lines NAME=value of a file of deploy/."""
    lines = render_deploy_file(name, here).splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def url(user: str, hosts: str = BOTH_DATABASES, database: str = DATABASE) -> str:
    """Somebody's address of whichever server takes writes."""
    word = SUPERUSER_PASSWORD if user == "postgres" else quote(PASSWORDS[user], safe="")
    return f"postgresql://{user}:{word}@{hosts}/{database}?target_session_attrs=read-write"


@dataclass(slots=True, eq=False)
class Machine:
    """One of the three; everything that runs on it is killed at once."""

    name: str
    address: str
    folder: Path
    account: OsAccount
    patroni: Path
    _processes: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def start(self) -> None:
        """Begin without waiting."""
        here = {"@NAME@": self.name, "@ADDRESS@": self.address, "@PASSWORD@": SUPERUSER_PASSWORD}
        etcd = read_environment("etcd.env", here) | {"ETCD_DATA_DIR": str(self.folder / "etcd")}
        self._run("etcd", ["etcd"], etcd)
        if self.name in DATABASES:
            mine = {
                "PATRONI_POSTGRESQL_LISTEN": f"{self.address},{PARTITIONED_ADDRESSES[self.address]}:5432",
                "PATRONI_POSTGRESQL_DATA_DIR": str(self.folder / "postgres"),
                "PATRONI_POSTGRESQL_BIN_DIR": str(binaries.ensure_programs_folder(self.account)),
                "PATRONI_POSTGRESQL_PGPASS": str(self.folder / "pgpass"),
                "PYTHONPATH": str(self.patroni),
            }
            python, _ = interpreter_for(self.account.name)
            command = [python, "-m", "patroni", str(self.patroni / "patroni.yml")]
            self._run("patroni", command, read_environment("patroni.env", here) | mine)

    def kill(self) -> None:
        """Like a power failure; returns when nothing runs any more."""
        mine = [process.pid for process in self._processes]
        postmaster = self._postmaster()
        kill(*mine, postmaster, *children(postmaster))
        for process in self._processes:
            process.wait()
        self._processes.clear()

    def log(self, name: str = "patroni") -> str:
        """What a program of it said."""
        return (self.folder / f"{name}.log").read_text(errors="replace")

    def _postmaster(self) -> int:
        with suppress(OSError):
            return int((self.folder / "postgres" / "postmaster.pid").read_text().split()[0])
        return 0

    def _run(self, name: str, command: list[str], environment: Mapping[str, str]) -> None:
        who: dict[str, Any] = {"user": self.account.uid, "group": self.account.gid, "extra_groups": []}
        with (self.folder / f"{name}.log").open("ab") as log:
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C", **environment},
                cwd=self.folder,
                start_new_session=True,
                **who,
            )
        self._processes.append(process)


@dataclass(frozen=True, slots=True)
class PatroniCluster:
    """All three, and what Patroni says of them."""

    all: Mapping[str, Machine]

    def find(self, role: Role) -> Machine | None:
        """Which one has this role now, by what any of them says."""
        for name in DATABASES:
            with suppress(httpx.HTTPError, ValueError):
                said = httpx.get(f"http://{self.all[name].address}:8008/cluster", timeout=3).json()
                for member in said["members"]:
                    if member["role"] == role and member["state"] in {"running", "streaming"}:
                        return self.all[member["name"]]
        return None

    def wait_for(self, role: Role) -> Machine:
        """Wait until one of them has this role."""
        assert eventually(lambda: self.find(role) is not None, READY_SECONDS), self.logs()
        found = self.find(role)
        return found or self.wait_for(role)

    def logs(self) -> str:
        """What Patroni said last on both."""
        return "\n".join(self.all[name].log()[-3_000:] for name in DATABASES)


@contextmanager
def patroni_cluster(folder: Path) -> Iterator[PatroniCluster]:
    """A primary and its synchronous standby with an empty database, until the end of the block."""
    account = choose_os_account(folder, folder / "database1")
    patroni = folder / "patroni"
    subprocess.run(["cp", "-r", ROOT / "build" / "failover", patroni], check=True)
    (patroni / "patroni.yml").write_text((ROOT / "deploy" / "patroni.yml").read_text())
    subprocess.run(["chmod", "-R", "a+rX", patroni], check=True)
    names = (*DATABASES, "third")
    machines = {
        name: Machine(name, address, folder / name, account, patroni)
        for name, address in zip(names, ADDRESSES.values(), strict=True)
    }
    for machine in machines.values():
        machine.folder.mkdir()
        account.take_ownership(machine.folder)
        machine.start()
    opened = PatroniCluster(machines)
    try:
        opened.wait_for("leader")
        opened.wait_for("sync_standby")
        _prepare()
        yield opened
    finally:
        for machine in machines.values():
            machine.kill()


def _prepare() -> None:
    """What docs/deploy.md has a superuser do."""
    with psycopg.connect(url("postgres", database="postgres"), autocommit=True) as connection:
        connection.execute(sql.SQL(OWNER).format(password=sql.Literal(PASSWORDS["owner"])))
        connection.execute(f"create database {DATABASE} owner owner template template0".encode())
    with psycopg.connect(url("owner"), autocommit=True) as connection:
        connection.execute(sql.SQL(AUTHENTICATOR).format(password=sql.Literal(PASSWORDS["authenticator"])))


@contextmanager
def network_partition() -> Iterator[None]:
    """Nothing that is sent to the databases by their other addresses arrives, until the end of the block."""
    routes = [["blackhole", f"{address}/32", "table", "local"] for address in PARTITIONED_ADDRESSES.values()]
    for route in routes:
        subprocess.run(["ip", "route", "add", *route], check=True)
    try:
        yield
    finally:
        for route in routes:
            subprocess.run(["ip", "route", "del", *route], check=True)
