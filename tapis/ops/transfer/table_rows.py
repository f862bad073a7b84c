"""The shop's own tables in the order of their foreign keys, and all rows as lines of JSON.

PostgreSQL renders the rows, so that no number or time passes through another language. Lines are sorted as
bytes: the same rows give the same lines with any collation.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from graphlib import TopologicalSorter
from itertools import chain, islice
from typing import Any, BinaryIO

from psycopg import Connection, sql

from tapis.gateway.database.named_queries import NamedQueries
from tapis.ops.command_errors import CommandError
from tapis.ops.first_value import first_value
from tapis.resources import DB_FOLDER

BATCH = 500
# Pending notifications are sent only by the original shop; links in old mails become invalid. Backups belong
# to the original shop.
NOT_EXPORTED = (
    "private.migrations",
    "private.shop",
    "private.running_periods",
    "private.backups",
    "private.made_rules",
    "private.rules_history",
    "private.outbox",
    "private.messages",
    "private.unsubscribe_tokens",
)
TABLE_LINES = """
select line from (select (to_jsonb({0}.*) - %s::text[])::text as line from {0}) as rows
order by line collate "C"
"""
# In db/schema.sql: a table with its body, and a column in it.
TABLE = re.compile(r"^CREATE TABLE ((?:public|private)\.\w+) \((.*?)^\);", re.MULTILINE | re.DOTALL)
COLUMN = re.compile(r"^    ([a-z]\w*) ", re.MULTILINE)
INSERT_ROW = """
insert into {table} ({columns}) overriding system value
select {columns} from jsonb_populate_record(null::{table}, %s::jsonb)
"""

queries = NamedQueries(__file__)


@dataclass(frozen=True, slots=True)
class ExportTable:
    schema: str
    name: str

    @property
    def identifier(self) -> sql.Identifier:
        return sql.Identifier(self.schema, self.name)

    def __str__(self) -> str:
        return f"{self.schema}.{self.name}"


IDENTITIES = ExportTable("auth", "identities")
OBJECT_NAMES = ExportTable("private", "object_names")
RECORD_PICTURES = ExportTable("private", "record_pictures")
PUSH_KEYS = ExportTable("private", "push_keys")
AUDIT_LOG = ExportTable("public", "audit_log")
PREFILLED_TABLES = (OBJECT_NAMES, PUSH_KEYS)
# Both reference a picture's version, which changes on import; statements that insert their rows.
VERSIONED_INSERTS = {OBJECT_NAMES: queries.fill_object_names, RECORD_PICTURES: queries.fill_record_pictures}
# A hosted project writes these when images are uploaded, before the transaction that inserts all rows.
WRITTEN_WITH_IMAGES = (*PREFILLED_TABLES, AUDIT_LOG)


@cache
def shop_columns() -> Mapping[str, frozenset[str]]:
    """The columns of the shop's own tables, as db/schema.sql has them."""
    tables = TABLE.findall((DB_FOLDER / "schema.sql").read_text("utf-8"))
    return {name: frozenset(COLUMN.findall(body)) for name, body in tables}


def list_shop_tables(connection: Connection) -> list[ExportTable]:
    """The exported tables, each after those that it references."""
    tables = {
        f"{schema}.{name}": (ExportTable(schema, name), refers)
        for schema, name, refers in connection.execute(queries.tables).fetchall()
        if f"{schema}.{name}" in shop_columns()
    }
    for name in NOT_EXPORTED:
        del tables[name]
    order = TopologicalSorter({name: refers for name, (_, refers) in tables.items()}).static_order()
    return [tables[name][0] for name in order if name in tables]


def list_additions(connection: Connection) -> list[str]:
    """Tables, views and columns that are not part of the shop, as `table public.notes`."""
    views = [f"public.{file.stem}" for file in (DB_FOLDER / "views").glob("*.sql")]
    rows = connection.execute(queries.other_tables, [[*shop_columns(), *views]]).fetchall()
    return [f"{kind} {name}" for kind, name in rows] + [
        f"column {table}.{name}"
        for table in sorted(list_shop_tables(connection), key=str)
        for name, _ in connection.execute(queries.columns, [str(table)]).fetchall()
        if name not in shop_columns()[str(table)]
    ]


def exported_columns(connection: Connection, table: ExportTable) -> tuple[list[str], list[str]]:
    """The exported columns, and the omitted ones: generated ones, versions of pictures, and the owner's."""
    rows = connection.execute(queries.columns, [str(table)]).fetchall()
    names = {name for name, _ in rows}
    omitted = {name for name, generated in rows if generated} | (
        names - shop_columns().get(str(table), names)
    )
    if table in VERSIONED_INSERTS:
        omitted.add("version")
    return [name for name, _ in rows if name not in omitted], sorted(omitted)


def iterate_rows_as_json(connection: Connection, table: ExportTable) -> Iterator[str]:
    """Every row as JSON; inside a transaction, a batch at a time."""
    _, generated = exported_columns(connection, table)
    yield from fetch_lines(connection, sql.SQL(TABLE_LINES).format(table.identifier), [generated])


def fetch_lines(connection: Connection, query: sql.Composed, values: list[Any]) -> Iterator[str]:
    with connection.cursor("lines") as cursor:
        cursor.itersize = BATCH
        for (line,) in cursor.execute(query, values):
            yield line


def insert_rows(connection: Connection, table: ExportTable, content: BinaryIO, advice: str = "") -> None:
    """Insert every line. A column that is not in the file gets its default."""
    rows = read_lines(content)
    if statement := VERSIONED_INSERTS.get(table):
        insert_each(connection, statement, rows)
        return
    if (first := next(rows, None)) is None:
        return
    keys = first_value(connection, queries.keys, first)
    columns_of_table = exported_columns(connection, table)[0]
    if unknown := ", ".join(name for name in keys if name not in columns_of_table):
        raise CommandError(
            f"{table} of this export has columns that are not the shop's: {unknown}."
            f"{advice or ' Export again with this Tapis, which leaves them out.'}"
        )
    given = [name for name in columns_of_table if name in keys]
    columns = sql.SQL(", ").join(map(sql.Identifier, given))
    fill = sql.SQL(INSERT_ROW).format(table=table.identifier, columns=columns)
    insert_each(connection, fill, chain([first], rows))


def insert_each(connection: Connection, statement: sql.Composed | str, rows: Iterator[str]) -> None:
    with connection.cursor() as cursor:
        while batch := list(islice(rows, BATCH)):
            cursor.executemany(statement, [[line] for line in batch])


def read_lines(content: BinaryIO) -> Iterator[str]:
    for line in content:
        yield line.decode().rstrip("\n")
