"""Dumps and loads a database with PostgreSQL's own programs.

Those of the installed wheel are built without TLS. Where a connection is encrypted, the client programs of
the system do it (Debian's packages `postgresql-client-…`).
"""

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from subprocess import DEVNULL
from typing import BinaryIO

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from tapis.ops.postgres.binaries import INSTALLATION, site
from tapis.ops.refusals import PostgresError

# A table that is being altered is waited for, but not for ever.
DUMP = ("--format=custom", "--no-unlogged-table-data", "--lock-wait-timeout=60s")
# All or nothing; any error in the file ends it.
PSQL = ("--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1")
# pg_restore sets this whatever it speaks to; servers before 17 don't know it.
NEW_SETTING = b"SET transaction_timeout = 0;\n"
DEBIAN = Path("/usr/lib/postgresql")


def dump(url: str, snapshot: str, target: BinaryIO) -> None:
    """Write the whole database, as an exported snapshot sees it, to an open file."""
    _run_on(url, "pg_dump", [*DUMP, f"--snapshot={snapshot}"], stdout=target.fileno())


def load(url: str, source: BinaryIO) -> None:
    """Create everything that `dump` wrote in an empty database that has the roles."""
    with tempfile.TemporaryFile() as script:
        with tempfile.TemporaryFile() as complete:
            convert = [str(_bundled() / "pg_restore"), "--format=custom", "--file=-"]
            _run(convert, os.environ, source.fileno(), complete.fileno())
            complete.seek(0)
            script.writelines(_without_new_setting(complete))
        script.seek(0)
        _run_on(url, "psql", [*PSQL], stdin=script.fileno())


def programs_for(url: str) -> Path:
    """The folder of programs that can reach a database. Raises PostgresError with the package to install."""
    version, encrypted = _server(url)
    return _of_the_system(version) if encrypted else _bundled()


def _server(url: str) -> tuple[int, bool]:
    """The major version of a server, and whether the connection to it is encrypted."""
    with psycopg.connect(url) as connection:
        return connection.info.server_version // 10_000, bool(connection.pgconn.ssl_in_use)


def _bundled() -> Path:
    return site() / INSTALLATION / "bin"


def _of_the_system(version: int) -> Path:
    on_path = shutil.which("pg_dump")
    folders = [*DEBIAN.glob("*/bin"), *([Path(on_path).parent] if on_path else [])]
    for major, folder in sorted((_major(folder / "pg_dump"), folder) for folder in folders):
        if major >= version:
            return folder
    raise PostgresError(
        f"The connection to this database is encrypted, which needs the system's pg_dump of version "
        f"{version} or later: install the package postgresql-client-{version}."
    )


def _major(program: Path) -> int:
    if not program.exists():
        return 0
    answer = subprocess.check_output([str(program), "--version"], text=True)
    found = re.search(r" (\d+)", answer)
    return int(found[1]) if found else 0


def _without_new_setting(script: BinaryIO) -> Iterator[bytes]:
    """A script without the setting that older servers lack; it occurs once, before any data."""
    for line in script:
        if line == NEW_SETTING:
            break
        yield line
    while chunk := script.read(2**20):
        yield chunk


def _run_on(url: str, program: str, options: list[str], stdin: int = DEVNULL, stdout: int = DEVNULL) -> None:
    # The password goes through the environment: others could read it in the list of processes.
    parameters = conninfo_to_dict(url)
    password = parameters.pop("password", None)
    environment = os.environ | {"LC_ALL": "C"} | ({"PGPASSWORD": str(password)} if password else {})
    target = f"--dbname={make_conninfo('', **parameters)}"
    _run([str(programs_for(url) / program), *options, target], environment, stdin, stdout)


def _run(command: list[str], environment: Mapping[str, str], stdin: int, stdout: int) -> None:
    done = subprocess.run(
        command, env=environment, stdin=stdin, stdout=stdout, stderr=subprocess.PIPE, check=False
    )
    if done.returncode != 0:
        message = " ".join(done.stderr.decode("utf-8", "replace").partition("\nCommand was:")[0].split())
        raise PostgresError(f"{Path(command[0]).name}: {message or f'ended with {done.returncode}'}")
