"""The shop's own tables in the order of their foreign keys, and all rows as lines of JSON.

PostgreSQL renders the rows, so that no number or time passes through another language. Lines are sorted as
bytes: the same rows give the same lines with any collation.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from graphlib import TopologicalSorter
from itertools import chain, islice
from typing import Any, BinaryIO

import psycopg
from psycopg import sql

from tapis.gateway.database.named_queries import NamedQueries
from tapis.ops.command_errors import CommandError
from tapis.resources import DB_FOLDER

Connection = psycopg.Connection[Any]
BATCH = 500
# Pending notifications are sent by the shop where they arose, and by no other; the links of old mails end.
# Backups are of where the shop was.
NOT_MOVED = (
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
LINES = """
select line from (select (to_jsonb(t) - %s::text[])::text as line from {} t) as rows order by line collate "C"
"""
FILL = """
insert into {table} ({columns}) overriding system value
select {columns} from jsonb_populate_record(null::{table}, %s::jsonb)
"""


queries = NamedQueries(__file__)


@dataclass(frozen=True, slots=True)
class Table:
    schema: str
    name: str

    @property
    def identifier(self) -> sql.Identifier:
        return sql.Identifier(self.schema, self.name)

    def __str__(self) -> str:
        return f"{self.schema}.{self.name}"


IDENTITIES = Table("auth", "identities")
OBJECT_NAMES = Table("private", "object_names")
RECORD_PICTURES = Table("private", "record_pictures")
PUSH_KEYS = Table("private", "push_keys")
AUDIT_LOG = Table("public", "audit_log")
IN_AN_EMPTY_SHOP = (OBJECT_NAMES, PUSH_KEYS)
# Both name a picture's version, which is another one where the picture arrives: how rows are inserted there.
FILLS_OF_VERSIONED = {
    OBJECT_NAMES: queries.fill_object_names.encode(),
    RECORD_PICTURES: queries.fill_record_pictures.encode(),
}
# A hosted project writes these when images arrive, before the transaction that inserts all rows.
WRITTEN_WITH_IMAGES = (*IN_AN_EMPTY_SHOP, AUDIT_LOG)


def shop_tables(connection: Connection) -> list[Table]:
    """The tables that an export holds, each after those that it references."""
    named = {file.stem for file in (DB_FOLDER / "policies").glob("*.sql")}
    found = {
        f"{schema}.{name}": (Table(schema, name), refers)
        for schema, name, refers in connection.execute(queries.tables.encode()).fetchall()
        if schema == "private" or name in named
    }
    for name in NOT_MOVED:
        del found[name]
    order = TopologicalSorter({name: refers for name, (_, refers) in found.items()}).static_order()
    return [found[name][0] for name in order if name in found]


def other_tables(connection: Connection) -> list[str]:
    """Tables and views that somebody added beside the shop's, as `table public.notes`."""
    shops = [file.stem for folder in ("policies", "views") for file in (DB_FOLDER / folder).glob("*.sql")]
    rows = connection.execute(queries.other_tables.encode(), [shops]).fetchall()
    return [f"{kind} {schema}.{name}" for kind, schema, name in rows]


def columns_of(connection: Connection, table: Table) -> tuple[list[str], list[str]]:
    """The columns that are exported, and those that are not: generated ones, and versions of pictures."""
    rows = connection.execute(queries.columns.encode(), [str(table)]).fetchall()
    omitted = {name for name, made in rows if made} | ({"version"} if table in FILLS_OF_VERSIONED else set())
    return [name for name, _ in rows if name not in omitted], sorted(omitted)


def lines(connection: Connection, table: Table) -> Iterator[str]:
    """Every row as JSON; inside a transaction, a batch at a time."""
    _, made = columns_of(connection, table)
    yield from fetch(connection, sql.SQL(LINES).format(table.identifier), [made])


def fetch(connection: Connection, query: sql.Composed, values: list[Any]) -> Iterator[str]:
    with connection.cursor("lines") as cursor:
        cursor.itersize = BATCH
        for (line,) in cursor.execute(query, values):
            yield line


def insert_rows(connection: Connection, table: Table, content: BinaryIO) -> None:
    """Insert every line. A column that is not in the file gets its default."""
    rows = read_lines(content)
    if statement := FILLS_OF_VERSIONED.get(table):
        insert_each(connection, statement, rows)
        return
    if (first := next(rows, None)) is None:
        return
    row = connection.execute(queries.keys.encode(), [first]).fetchone()
    own = columns_of(connection, table)[0]
    if unknown := ", ".join(name for name in (row[0] if row else ()) if name not in own):
        raise CommandError(
            f"{table} of this export has columns that are not the shop's: {unknown}; drop them there, and "
            "export again."
        )
    known = [name for name in own if row and name in row[0]]
    columns = sql.SQL(", ").join(map(sql.Identifier, known))
    fill = sql.SQL(FILL).format(table=table.identifier, columns=columns)
    insert_each(connection, fill, chain([first], rows))


def insert_each(connection: Connection, statement: sql.Composed | bytes, rows: Iterator[str]) -> None:
    with connection.cursor() as cursor:
        while batch := list(islice(rows, BATCH)):
            cursor.executemany(statement, [[line] for line in batch])


def read_lines(content: BinaryIO) -> Iterator[str]:
    for line in content:
        yield line.decode().rstrip("\n")
