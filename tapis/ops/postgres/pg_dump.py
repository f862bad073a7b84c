"""Dumps and loads a database with PostgreSQL's own programs."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from subprocess import DEVNULL
from typing import BinaryIO, cast

from tapis.ops.command_errors import PostgresError
from tapis.ops.postgres.client_programs import bundled, invocation

# A table that is being altered is waited for, but not for ever.
DUMP = ("--format=custom", "--no-unlogged-table-data", "--lock-wait-timeout=60s")
# All or nothing; any error in the file ends it.
PSQL = ("--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1")
# pg_restore sets this whatever it speaks to; servers before 17 don't know it.
NEW_SETTING = b"SET transaction_timeout = 0;\n"
# What a role gives away with all that it makes; each migration says it again for the role that it runs as.
OF_ONE_OWNER = b" DEFAULT ACL "


def dump(url: str, snapshot: str, target: BinaryIO) -> None:
    """Write the whole database, as an exported snapshot sees it, to an open file."""
    _run_on(url, "pg_dump", [*DUMP, f"--snapshot={snapshot}"], stdout=target.fileno())


def load(url: str, source: BinaryIO) -> None:
    """Create everything that `dump` wrote in an empty database that has the roles.

    All of it belongs to the role of `url`, whoever owned it before; a migration then hands out what is
    another's.
    """
    with tempfile.TemporaryFile() as script:
        with tempfile.TemporaryFile() as complete:
            _write_script(source, complete)
            complete.seek(0)
            script.writelines(_without_new_setting(complete))
        script.seek(0)
        _run_on(url, "psql", [*PSQL], stdin=script.fileno())


def _write_script(source: BinaryIO, target: BinaryIO) -> None:
    """A dump as SQL, without the names of those who owned it."""
    convert = [str(bundled() / "pg_restore"), "--format=custom"]
    with tempfile.NamedTemporaryFile() as contents:
        _run([*convert, "--list"], os.environ, source.fileno(), contents.fileno())
        entries = Path(contents.name).read_bytes().splitlines(keepends=True)
        contents.seek(0)
        contents.truncate()
        contents.writelines(entry for entry in entries if OF_ONE_OWNER not in entry)
        contents.flush()
        source.seek(0)
        options = ["--no-owner", f"--use-list={contents.name}", "--file=-"]
        _run([*convert, *options], os.environ, source.fileno(), target.fileno())


def _without_new_setting(script: BinaryIO) -> Iterator[bytes]:
    """A script without the setting that older servers lack; it occurs once, before any data."""
    for line in script:
        if line == NEW_SETTING:
            break
        yield line
    while chunk := script.read(2**20):
        yield chunk


def _run_on(url: str, program: str, options: list[str], stdin: int = DEVNULL, stdout: int = DEVNULL) -> None:
    command, environment = invocation(url, program)
    _run([*command, *options], environment | {"LC_ALL": "C"}, stdin, stdout)


def _run(command: list[str], environment: Mapping[str, str], stdin: int, stdout: int) -> None:
    done = subprocess.run(
        command, env=environment, stdin=stdin, stdout=stdout, stderr=subprocess.PIPE, check=False
    )
    if done.returncode != 0:
        message = " ".join(done.stderr.decode("utf-8", "replace").partition("\nCommand was:")[0].split())
        raise PostgresError(f"{Path(command[0]).name}: {message or f'ended with {done.returncode}'}")


def require_readable(source: BinaryIO) -> None:
    """Have pg_restore read a whole dump. Raises PostgresError."""
    command = [str(bundled() / "pg_restore"), "--format=custom", f"--file={os.devnull}"]
    with (
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=DEVNULL, stderr=DEVNULL) as reading,
        suppress(BrokenPipeError),  # it ended early: its status says so
        cast("BinaryIO", reading.stdin) as pipe,
    ):
        shutil.copyfileobj(source, pipe)
    if reading.returncode != 0:
        raise PostgresError("pg_restore can't read the dump of the database.")
