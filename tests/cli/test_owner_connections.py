"""Ada's backup ends when the database's machine dies, and does not wait for it for hours."""

from collections.abc import Callable

import pytest
from psycopg.conninfo import make_conninfo

from tapis.ops.cli.database_access import owner_connection
from tapis.ops.cli.external_services import ExternalDatabase
from tapis.ops.maintenance.installation import connect_as_owner
from tapis.ops.postgres.client_programs import open_invocation
from tapis.ops.postgres.connection_parameters import KEEPALIVES
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
