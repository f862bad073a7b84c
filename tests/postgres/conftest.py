"""Keepers of servers: processes that may be killed, and folders of other accounts."""

import contextlib
import json
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.conftest import prepared
from tests.postgres.os_processes import run_python

KEEPER = Path(__file__).with_name("server_holder.py")


@dataclass(frozen=True)
class Kept:
    """A process that keeps a server."""

    process: subprocess.Popen[str]
    data: Path
    superuser: str
    authenticator: str

    @property
    def server(self) -> int:
        """The number of the server's first process."""
        return int((self.data / "postgres/cluster/postmaster.pid").read_text().split()[0])

    def kill(self) -> None:
        """End the keeper as the kernel does when memory runs out."""
        self.process.kill()
        self.process.wait()

    def sql(self, query: str) -> list[tuple[Any, ...]]:
        """Run one statement as the superuser."""
        with psycopg.connect(self.superuser, autocommit=True) as connection:
            cursor = connection.execute(query.encode())
            return cursor.fetchall() if cursor.description else []


Keep = Callable[..., Kept]


@pytest.fixture
def data() -> Iterator[Path]:
    """A data folder that has a database, at an address short enough for a socket."""
    with tempfile.TemporaryDirectory(prefix="tapis-test-") as folder:
        yield prepared(Path(folder) / "data")


@pytest.fixture
def keep() -> Iterator[Keep]:
    """Start keepers; they end, and their servers with them, after the test."""
    with contextlib.ExitStack() as stack:

        def start(data: Path, account: str | None = None) -> Kept:
            process = run_python(account, KEEPER, data)
            stack.callback(end, process)
            said = process.stdout.readline() if process.stdout else ""
            if not said:
                raise RuntimeError(process.communicate()[1].strip())
            urls = json.loads(said)
            return Kept(process, data, urls["superuser"], urls["authenticator"])

        yield start


def end(process: subprocess.Popen[str]) -> None:
    """Let a keeper stop its server, if it still lives."""
    with contextlib.suppress(ValueError):  # already read to the end
        process.communicate("", timeout=20)


@pytest.fixture
def home_of() -> Iterator[Callable[[str], Path]]:
    """A folder of another account's own."""
    with contextlib.ExitStack() as stack:

        def make(account: str) -> Path:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tapis-home-")))
            shutil.chown(folder, account)
            return folder

        yield make
