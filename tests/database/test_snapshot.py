"""db/schema.sql is what a reviewer reads; it says what the files of db/ really amount to."""

import psycopg

from tapis.ops.migrate.runner import migrate
from tests.database.conftest import DB
from tests.database.write_row_types import ROW_TYPES, row_types
from tests.database.write_schema import SNAPSHOT, snapshot


def test_the_snapshot_is_what_the_files_build(empty: psycopg.Connection) -> None:
    migrate(empty, DB)
    assert SNAPSHOT.read_text() == snapshot(empty.info.dsn), "run `make schema` and review the difference"


def test_the_row_types_of_the_front_end_are_those_of_the_database(superuser: str) -> None:
    assert ROW_TYPES.read_text() == row_types(superuser), "run `make schema` and review the difference"
