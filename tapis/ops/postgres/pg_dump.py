"""Dumps and loads a database with PostgreSQL's own programs."""

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from subprocess import DEVNULL
from typing import BinaryIO, cast

from tapis.ops.command_errors import PostgresError
from tapis.ops.postgres.client_programs import find_pg_restore, open_invocation

# Waits for a table that is being altered, with a limit.
DUMP = ("--format=custom", "--no-unlogged-table-data", "--lock-wait-timeout=60s")
# All or nothing: stops at the first error.
PSQL = ("--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1")
# pg_restore always sets this; servers before 17 don't support it.
UNSUPPORTED_SETTING = b"SET transaction_timeout = 0;\n"
# Default privileges of a role; each migration sets them again for the role that it runs as.
DEFAULT_ACL_ENTRY = b" DEFAULT ACL "
RIGHTS_ENTRY = re.compile(rb"\d+; \d+ \d+ (ACL|POLICY) ")
NAME = r'(?:"(?:[^"]|"")+"|[^\s",;.]+)'
RIGHTS = re.compile(
    rf"^(?:GRANT .* TO|REVOKE .* FROM|SET SESSION AUTHORIZATION) ({NAME})(?: WITH GRANT OPTION)?;$"
    rf"|^CREATE POLICY {NAME} ON {NAME}\.{NAME}(?: AS \w+)?(?: FOR \w+)? TO ({NAME}(?:, {NAME})*)",
    re.MULTILINE,
)


def dump_database(url: str, snapshot: str, target: BinaryIO) -> None:
    """Dump the whole database, at an exported snapshot, to an open file."""
    _run_on_database(url, "pg_dump", [*DUMP, f"--snapshot={snapshot}"], stdout=target.fileno())


def load_dump(url: str, source: BinaryIO, folder: Path | None) -> None:
    """Load a dump into an empty database whose roles exist; `folder` has space for it, twice.

    Everything is owned by the role of `url`, regardless of previous owners; a migration then changes the
    owners where necessary.
    """
    with tempfile.TemporaryFile(dir=folder) as script:
        with tempfile.TemporaryFile(dir=folder) as complete:
            _write_script(source, complete, folder, lambda entry: DEFAULT_ACL_ENTRY not in entry)
            complete.seek(0)
            script.writelines(_without_unsupported_setting(complete))
        script.seek(0)
        _run_on_database(url, "psql", [*PSQL], stdin=script.fileno())


def find_grantees(source: BinaryIO, folder: Path | None) -> list[str]:
    """The roles that a dump gives rights to, and takes them from; it creates none of them."""
    with tempfile.TemporaryFile(dir=folder) as script:
        _write_script(source, script, folder, lambda entry: bool(RIGHTS_ENTRY.match(entry)))
        script.seek(0)
        named = RIGHTS.findall(script.read().decode())
    names = {name for pair in named for name in re.findall(NAME, ",".join(pair))} - {"PUBLIC"}
    return sorted(re.sub(r'""|^"|"$', lambda quote: quote[0][1:], name) for name in names)


def _write_script(
    source: BinaryIO, target: BinaryIO, folder: Path | None, is_included: Callable[[bytes], bool]
) -> None:
    """Convert entries of a dump to SQL, without owners."""
    *_, last = programs = find_pg_restore()
    program = next((one for one in programs if _can_read(one, source, "--list")), last)
    convert = [str(program), "--format=custom"]
    with tempfile.NamedTemporaryFile(dir=folder) as contents:
        source.seek(0)
        _run([*convert, "--list"], os.environ, source.fileno(), contents.fileno())
        entries = Path(contents.name).read_bytes().splitlines(keepends=True)
        contents.seek(0)
        contents.truncate()
        contents.writelines(filter(is_included, entries))
        contents.flush()
        source.seek(0)
        options = ["--no-owner", f"--use-list={contents.name}", "--file=-"]
        _run([*convert, *options], os.environ, source.fileno(), target.fileno())


def _without_unsupported_setting(script: BinaryIO) -> Iterator[bytes]:
    """A script without the setting that older servers lack; it occurs once, before any data."""
    for line in script:
        if line == UNSUPPORTED_SETTING:
            break
        yield line
    while chunk := script.read(2**20):
        yield chunk


def _run_on_database(
    url: str, program: str, options: list[str], stdin: int = DEVNULL, stdout: int = DEVNULL
) -> None:
    with open_invocation(url, program) as (command, environment):
        _run([*command, *options], environment | {"LC_ALL": "C"}, stdin, stdout)


def _run(command: list[str], environment: Mapping[str, str], stdin: int, stdout: int) -> None:
    process = subprocess.run(
        command, env=environment, stdin=stdin, stdout=stdout, stderr=subprocess.PIPE, check=False
    )
    if process.returncode != 0:
        message = " ".join(process.stderr.decode("utf-8", "replace").partition("\nCommand was:")[0].split())
        raise PostgresError(f"{Path(command[0]).name}: {message or f'ended with {process.returncode}'}")


def require_readable_dump(source: BinaryIO) -> None:
    """Have pg_restore read a whole dump. Raises PostgresError."""
    if not any(_can_read(program, source, f"--file={os.devnull}") for program in find_pg_restore()):
        raise PostgresError("pg_restore can't read the dump of the database.")


def _can_read(program: Path, source: BinaryIO, *options: str) -> bool:
    source.seek(0)
    command = [str(program), "--format=custom", *options]
    with (
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=DEVNULL, stderr=DEVNULL) as process,
        suppress(BrokenPipeError),  # it exited early: its status shows that
        cast("BinaryIO", process.stdin) as pipe,
    ):
        shutil.copyfileobj(source, pipe)
    return process.returncode == 0
