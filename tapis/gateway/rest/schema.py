"""The catalogue: tables, columns, keys and functions of the exposed schema, as described by PostgreSQL.

It lists what exists, not who may use it: the database checks rights with every request.

Public tables provably show the same rows to everybody but administrators, and notify of every change: row
level security is on, policies let the role see all rows or those that meet a condition on the row alone, no
restrictive policy exists, the role may read every column, and a trigger notifies of each change. A view of
such tables alone is as public. Only reads of these are cached.
"""

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from typing import Any, Literal, TypeVar

from psycopg import Error as PostgresError
from psycopg.errors import QueryCanceled

from tapis.gateway.cache.content_version import ContentVersion
from tapis.gateway.database import ANON, Database
from tapis.gateway.database.named_queries import NamedQueries
from tapis.gateway.errors import DatabaseUnavailable, RestRefusal
from tapis.gateway.rest.relationships import Relationships, build_relationships, parse_foreign_keys
from tapis.gateway.rest.request_headers import SCHEMA

# An unknown name may be new; a limit, so that clients can't keep the database busy with reloads.
RELOAD_SECONDS = 3.0
# Changes of rights without a notification (by hand, in psql) are detected after this time.
POLL_SECONDS = 3.0
# Types of a function's only, unnamed argument that take the whole body.
BODY_TYPES = ("json", "jsonb")
UNNAMED_TYPES = [[name] for name in (*BODY_TYPES, "text")]

UNKNOWN_NAME = frozenset({"42703", "PGRST200", "PGRST202", "PGRST204", "PGRST205"})

PlanT = TypeVar("PlanT")

queries = NamedQueries(__file__, "catalogue.sql")


@dataclass(frozen=True, slots=True)
class Column:
    name: str
    type: str  # as SQL
    default: str = ""  # as SQL


@dataclass(frozen=True, slots=True)
class Table:
    name: str
    columns: Mapping[str, Column]
    key: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Function:
    """A function; of its arguments (name → type) the first `required` have no default.

    An unnamed argument is the only one; JSON takes the whole body, text the value of the empty key.
    """

    name: str
    returns: Literal["nothing", "value", "row"]
    many: bool
    arguments: Mapping[str, str]
    required: int
    writes: bool
    table: str = ""  # whose rows it returns

    @property
    def takes_body(self) -> bool:
        return self.arguments.get("") in BODY_TYPES

    def takes(self, names: Iterable[str]) -> bool:
        given_names = set(names)
        return set(tuple(self.arguments)[: self.required]) <= given_names <= self.arguments.keys()


@dataclass(frozen=True, slots=True)
class Catalogue:
    tables: Mapping[str, Table] = field(default_factory=dict)
    functions: Mapping[str, tuple[Function, ...]] = field(default_factory=dict)
    relationships: Relationships = field(default_factory=dict)


class SchemaCache:
    """The cached catalogue, read at the first request and again when a request has an unknown name."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._catalogue = Catalogue()
        self._read_at = float("-inf")
        self._lock = asyncio.Lock()

    async def catalogue(self) -> Catalogue:
        if self._read_at == float("-inf"):
            await self.newer_than(self._catalogue)
        return self._catalogue

    async def apply(self, plan: Callable[[Catalogue], PlanT]) -> tuple[PlanT, Catalogue]:
        """Run a planner on the cached catalogue; for an unknown name, again on a newer one."""
        catalogue = await self.catalogue()
        try:
            return plan(catalogue), catalogue
        except RestRefusal as refusal:
            newer = await self.newer_than(catalogue) if refusal.code in UNKNOWN_NAME else None
            if newer is None:
                raise
            return plan(newer), newer

    async def newer_than(self, seen: Catalogue) -> Catalogue | None:
        """A catalogue that was read after `seen`; None when reading it again would be too soon."""
        async with self._lock:
            if self._catalogue is seen and time.monotonic() - self._read_at >= RELOAD_SECONDS:
                self._catalogue = await _read(self._database)
                self._read_at = time.monotonic()
            return None if self._catalogue is seen else self._catalogue


async def _read(database: Database) -> Catalogue:
    async with database.transaction(ANON, read_only=True) as tx:
        tables = await tx.run(queries.tables, (SCHEMA,))
        functions = await tx.run(queries.functions, (SCHEMA,))
        foreign_keys = await tx.run(queries.foreign_keys, (SCHEMA,))
    by_name = itemgetter(0)
    tables_by_name = {name: _table(name, list(rows)) for name, rows in groupby(tables.rows, by_name)}
    return Catalogue(
        tables_by_name,
        {name: _functions(rows) for name, rows in groupby(functions.rows, by_name)},
        build_relationships(
            parse_foreign_keys(foreign_keys.rows), {name: table.key for name, table in tables_by_name.items()}
        ),
    )


def _table(name: str, rows: list[tuple[Any, ...]]) -> Table:
    columns = {row[1]: Column(row[1], row[2], row[3] or "") for row in rows}
    key = sorted((row[4], row[1]) for row in rows if row[4] is not None)
    return Table(name, columns, tuple(column for _, column in key))


def _functions(rows: Iterable[tuple[Any, ...]]) -> tuple[Function, ...]:
    return tuple(
        Function(name, returns, many, dict(zip(names, types, strict=True)), required, writes, table or "")
        for name, returns, many, names, types, required, writes, table in rows
        if len(set(names)) == len(types) and ("" not in names or types in UNNAMED_TYPES)
    )


Proof = tuple[tuple[str, str, str], ...]


class PublicTables:
    """The public tables and their roles, for one content version."""

    def __init__(self, database: Database, content: ContentVersion) -> None:
        self._database = database
        self._content = content
        self._proof: Proof = ()
        self._roles: dict[str, frozenset[str]] = {}
        self._version = -1
        self._lock = asyncio.Lock()

    async def roles(self, tables: Iterable[str], version: int) -> frozenset[str]:
        """The roles that read the same of each table at this version or later. Raises DatabaseUnavailable."""
        if self._version < version:
            async with self._lock:
                if self._version < version:
                    await self._read()
        return frozenset.intersection(*(self._roles.get(table, frozenset()) for table in tables))

    async def keep_current(self) -> None:
        """Raise the content version when rights changed without a notification; until cancelled."""
        while True:
            await asyncio.sleep(POLL_SECONDS)
            before = self._proof, self._version
            try:
                await self._read()
            except (DatabaseUnavailable, PostgresError):
                continue
            if before[1] >= 0 and before[0] != self._proof:
                self._content.bump()

    async def _read(self) -> None:
        version = self._content.version
        try:
            found = await self._database.run(ANON, queries.public_tables, (SCHEMA,), read_only=True)
        except QueryCanceled as error:  # blocked by a table lock, such as a migration's
            raise DatabaseUnavailable from error
        self._proof = tuple((table, role, shape) for table, role, shape in found.rows)
        tables = {table for table, _, _ in self._proof}
        self._roles = {
            table: frozenset(role for name, role, _ in self._proof if name == table) for table in tables
        }
        self._version = version
