"""PostgreSQL's client programs: which can connect to a database, and how they get its URL.

Those of the installed wheel are built without TLS, and its pg_dump refuses newer servers; there the client
programs of the system are used (Debian's packages `postgresql-client-…`).
"""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from tempfile import NamedTemporaryFile

import psycopg
from psycopg.conninfo import make_conninfo
from psycopg.pq import Conninfo

from tapis.ops.command_errors import PostgresError
from tapis.ops.postgres.binaries import INSTALLATION, find_wheel_folder
from tapis.ops.postgres.connection_parameters import parse_owner_url

DEBIAN = Path("/usr/lib/postgresql")
# The parameters that libpq itself shows to nobody → their variable, or nothing.
SECRETS = {
    option.keyword.decode(): (option.envvar or b"").decode()
    for option in Conninfo.get_defaults()
    if option.dispchar == b"*"
}


def find_client_programs(url: str, program: str = "pg_dump") -> Path:
    """The folder of a program that can serve a database. Raises PostgresError with the package to install."""
    version, encrypted = _server_info(url)
    bundled = find_bundled_programs()
    is_too_new = program == "pg_dump" and version > _major(bundled / program)
    return _system_programs(version) if encrypted or is_too_new else bundled


def find_pg_restore() -> list[Path]:
    """The bundled program, and the system's newest one, for dumps that only that can read."""
    bundled = find_bundled_programs() / "pg_restore"
    newest = max((folder / "pg_restore" for folder in _system_folders()), key=_major, default=bundled)
    return [bundled, newest] if _major(newest) > _major(bundled) else [bundled]


def find_bundled_programs() -> Path:
    return find_wheel_folder() / INSTALLATION / "bin"


@contextmanager
def open_invocation(url: str, program: str) -> Iterator[tuple[list[str], dict[str, str]]]:
    """The start of a command line for a database, and its environment.

    Other users can read command lines, so secrets are passed by the environment, and those without a variable
    of their own by a service file. Raises PostgresError if the address names another service, too.
    """
    parameters = parse_owner_url(url)
    secrets = {name: str(parameters.pop(name)) for name in SECRETS if name in parameters}
    environment = os.environ | {SECRETS[name]: secrets.pop(name) for name in [*secrets] if SECRETS[name]}
    if secrets and ("service" in parameters or "PGSERVICE" in environment):
        raise PostgresError(f"Move {', '.join(secrets)} from the database's address into its service file.")
    with NamedTemporaryFile("w", encoding="utf-8") if secrets else nullcontext() as service_file:
        if service_file:
            service_file.write("\n".join(["[tapis]", *(f"{name}={text}" for name, text in secrets.items())]))
            service_file.flush()
            parameters["service"] = "tapis"
            environment["PGSERVICEFILE"] = service_file.name
        target = f"--dbname={make_conninfo('', **parameters)}"
        yield [str(find_client_programs(url, program) / program), target], environment


def _server_info(url: str) -> tuple[int, bool]:
    """The major version of a server, and whether the connection to it is encrypted."""
    with psycopg.connect(url) as connection:
        return connection.info.server_version // 10_000, bool(connection.pgconn.ssl_in_use)


def _system_programs(version: int) -> Path:
    for major, folder in sorted((_major(folder / "pg_dump"), folder) for folder in _system_folders()):
        if major >= version:
            return folder
    raise PostgresError(
        f"The connection to this database is encrypted, or its PostgreSQL is newer than that of Tapis, which "
        f"needs the system's pg_dump and psql of version {version} or later: install the package "
        f"postgresql-client-{version}."
    )


def _system_folders() -> list[Path]:
    on_path = shutil.which("pg_dump")
    return [*DEBIAN.glob("*/bin"), *([Path(on_path).parent] if on_path else [])]


def _major(program: Path) -> int:
    if not program.exists():
        return 0
    output = subprocess.check_output([str(program), "--version"], text=True)
    match = re.search(r" (\d+)", output)
    return int(match[1]) if match else 0
