"""A database as one file and back, by PostgreSQL's own programs, as they come with the embedded server."""

import os
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from subprocess import DEVNULL
from typing import BinaryIO

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from tapis.ops.postgres.binaries import INSTALLATION, site
from tapis.ops.postgres.server_errors import PostgresError
from tapis.ops.postgres.tunnel import encrypted

# A table that somebody alters is waited for, but not for ever.
DUMP = ("--format=custom", "--no-unlogged-table-data", "--lock-wait-timeout=60s")
# All or nothing; whatever is odd about the file ends it.
LOAD = ("--format=custom", "--single-transaction", "--exit-on-error")
# The same for psql, which plays the script.
PLAY = ("--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1")
# pg_restore sets what servers know from 17 on, whatever it speaks to.
KNOWS_ALL, STRANGE = 170_000, b"SET transaction_timeout = 0;\n"


class DumpFailed(PostgresError):
    """The program did not do it; the text is what it said."""


def dump(url: str, snapshot: str, target: BinaryIO) -> None:
    """Write the whole database, as an exported snapshot sees it, to an open file. Raises DumpFailed."""
    _run_on(url, "pg_dump", [*DUMP, f"--snapshot={snapshot}"], stdout=target.fileno())


def load(url: str, source: BinaryIO) -> None:
    """Make everything that `dump` wrote in an empty database that has the roles. Raises DumpFailed."""
    with psycopg.connect(url) as connection:
        is_older = connection.info.server_version < KNOWS_ALL
    if not is_older:
        _run_on(url, "pg_restore", [*LOAD], stdin=source.fileno())
        return
    with tempfile.TemporaryFile() as script:
        with tempfile.TemporaryFile() as whole:
            _run("pg_restore", ["--format=custom", "--file=-"], os.environ, source.fileno(), whole.fileno())
            whole.seek(0)
            script.writelines(_without_strange_setting(whole))
        script.seek(0)
        _run_on(url, "psql", [*PLAY], stdin=script.fileno())


def _without_strange_setting(script: BinaryIO) -> Iterator[bytes]:
    """A restoring script without the setting that an older server lacks; it stands once, before any data."""
    for line in script:
        if line == STRANGE:
            break
        yield line
    while piece := script.read(2**20):
        yield piece


def _run_on(url: str, program: str, options: list[str], stdin: int = DEVNULL, stdout: int = DEVNULL) -> None:
    with encrypted(url) as way:
        where, environment = _sign_in(way)
        _run(program, [*options, f"--dbname={where}"], environment, stdin, stdout)


def _run(program: str, options: list[str], environment: Mapping[str, str], stdin: int, stdout: int) -> None:
    command = [str(site() / INSTALLATION / "bin" / program), *options]
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
