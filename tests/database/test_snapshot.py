"""db/schema.sql is what a reviewer reads; it says what the files of db/ really amount to."""

import psycopg

from tapis.ops.migrate.runner import migrate
from tests.database.conftest import DB
from tests.database.write_row_types import ROW_TYPES, build_row_types
from tests.database.write_schema import SNAPSHOT, dump_schema


def test_the_snapshot_is_what_the_files_build(empty_database: psycopg.Connection) -> None:
    migrate(empty_database, DB)
    assert SNAPSHOT.read_text() == dump_schema(empty_database.info.dsn), (
        "run `make schema` and review the difference"
    )


def test_the_row_types_of_the_front_end_are_those_of_the_database(superuser_url: str) -> None:
    assert ROW_TYPES.read_text() == build_row_types(superuser_url), (
        "run `make schema` and review the difference"
    )


def test_no_function_is_open_to_everybody() -> None:
    assert "TO PUBLIC" not in SNAPSHOT.read_text()
