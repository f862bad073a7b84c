"""Ada's backup ends when the database's machine dies, and does not wait for it for hours."""

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from psycopg.conninfo import make_conninfo

from tapis.ops.cli.database_access import owner_connection
from tapis.ops.cli.external_services import ExternalDatabase
from tapis.ops.command_errors import PostgresError
from tapis.ops.maintenance.installation import connect_as_owner
from tapis.ops.postgres import client_programs
from tapis.ops.postgres.client_programs import find_bundled_programs, find_client_programs, open_invocation
from tapis.ops.postgres.connection_parameters import KEEPALIVES
from tapis.ops.postgres.pg_dump import require_readable_dump
from tests.conftest import Shop


def read_connection(url: str) -> str:
    with connect_as_owner(url) as connection:
        return connection.info.dsn


def read_command_connection(url: str) -> str:
    with owner_connection(url) as connection:
        return connection.info.dsn


def read_external_database(url: str) -> str:
    with ExternalDatabase(url, "TAPIS_OWNER_URL").connect() as connection:
        return connection.info.dsn


def read_client_program(url: str) -> str:
    with open_invocation(url, "pg_dump") as (command, _):
        return command[-1]


@pytest.mark.parametrize(
    "read", [read_connection, read_command_connection, read_external_database, read_client_program]
)
def test_every_connection_as_the_owner_notices_a_dead_machine_within_a_minute(
    shop: Shop, read: Callable[[str], str]
) -> None:
    assert all(f"{name}={value}" in read(shop.superuser) for name, value in KEEPALIVES.items())
    assert "keepalives_idle=99" in read(make_conninfo(shop.superuser, keepalives_idle=99))


def test_Z8_a_server_newer_than_the_programs_of_tapis_is_dumped_with_the_systems(
    shop: Shop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client_programs, "_server_info", lambda _: (99, False))
    with pytest.raises(PostgresError, match="install the package postgresql-client-99"):
        find_client_programs(shop.superuser)
    assert find_client_programs(shop.superuser, "psql") == find_bundled_programs()
    (tmp_path / "99/bin").mkdir(parents=True)
    for name in ("pg_dump", "pg_restore"):
        program = tmp_path / "99/bin" / name
        program.write_text(
            "#!/bin/sh\ncase $1 in --version) echo 'pg (PostgreSQL) 99.1';; *) cat > /dev/null; esac\n"
        )
        program.chmod(0o700)
    monkeypatch.setattr(client_programs, "DEBIAN", tmp_path)
    assert find_client_programs(shop.superuser) == tmp_path / "99/bin"
    require_readable_dump(io.BytesIO(b"as pg_dump 99 writes it"))
