"""A database as one file and back, by PostgreSQL's own programs, as they come with the embedded server."""

import os
import subprocess
from subprocess import DEVNULL
from typing import BinaryIO

from psycopg.conninfo import conninfo_to_dict, make_conninfo

from tapis.postgres.binaries import INSTALLATION, site
from tapis.postgres.errors import PostgresError

# A table that somebody alters is waited for, but not for ever.
DUMP = ("--format=custom", "--no-unlogged-table-data", "--lock-wait-timeout=60s")
# All or nothing; whatever is odd about the file ends it.
LOAD = ("--format=custom", "--single-transaction", "--exit-on-error")


class DumpFailed(PostgresError):
    """The program did not do it; the text is what it said."""


def dump(url: str, snapshot: str, target: BinaryIO) -> None:
    """Write the whole database, as an exported snapshot sees it, to an open file. Raises DumpFailed."""
    _run("pg_dump", url, [*DUMP, f"--snapshot={snapshot}"], stdout=target.fileno())


def load(url: str, source: BinaryIO) -> None:
    """Make everything that `dump` wrote in an empty database that has the roles. Raises DumpFailed."""
    _run("pg_restore", url, [*LOAD], stdin=source.fileno())


def _run(program: str, url: str, options: list[str], stdin: int = DEVNULL, stdout: int = DEVNULL) -> None:
    where, environment = _sign_in(url)
    command = [str(site() / INSTALLATION / "bin" / program), *options, f"--dbname={where}"]
    done = subprocess.run(
        command, env=environment, stdin=stdin, stdout=stdout, stderr=subprocess.PIPE, check=False
    )
    if done.returncode != 0:
        said = " ".join(done.stderr.decode("utf-8", "replace").partition("\nCommand was:")[0].split())
        raise DumpFailed(f"{program}: {said or f'ended with {done.returncode}'}")


def _sign_in(url: str) -> tuple[str, dict[str, str]]:
    """The address without its password, which others could read in the list of processes; and where it is."""
    parts = conninfo_to_dict(url)
    password = parts.pop("password", None)
    environment = os.environ | {"LC_ALL": "C"} | ({"PGPASSWORD": str(password)} if password else {})
    return make_conninfo("", **parts), environment
