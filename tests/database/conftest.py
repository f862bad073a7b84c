"""A PostgreSQL of its own, brought up by `migrate`, and people who ask it without any gateway in between."""

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from psycopg import errors, sql
from psycopg.conninfo import make_conninfo

from tapis.ops import postgres
from tapis.ops.migrate.runner import migrate
from tests.access_matrix import Answer, checksum
from tests.conftest import prepared
from tests.example_rows import READABLE, Row, key_of

DB = Path(__file__).resolve().parent.parent.parent / "db"
DATABASE_ROLE = {"anon": "anon", "service": "service_role"}


@pytest.fixture(scope="session")
def superuser() -> Iterator[str]:
    """The address of a running server whose database is up to date."""
    with (
        TemporaryDirectory(prefix="tapis-rules-") as folder,
        postgres.ensure_server(prepared(Path(folder) / "data")) as urls,
    ):
        yield urls.superuser


@dataclass(slots=True)
class House:
    """The database with its people: two talents, a leader, an administrator, somebody without a role."""

    connection: psycopg.Connection
    other: str = ""
    people: dict[str, str] = field(default_factory=dict)
    patience: float = 0

    def sql(self, query: str, *params: object) -> Sequence[tuple[Any, ...]]:
        """Run one statement past all rules."""
        cursor = self.connection.execute(query.encode(), params or None)
        return cursor.fetchall() if cursor.description else []

    def person(self, role: str) -> str:
        """A new account of a role; gives its uuid."""
        uuid = str(uuid4())
        self.sql("insert into auth.users (id, email) values (%s, %s)", uuid, f"{uuid}@tapis.example")
        self.sql("select private.give_role(%s, %s)", uuid, role)
        return uuid

    def add_people(self) -> None:
        """One of each role, and a second talent."""
        self.other = self.person("talent")
        self.people = {role: self.person(role) for role in ("none", "talent", "leadership", "admin")}

    def user_id(self, role: str) -> str:
        """The uuid of the persona of a role; anybody's for a visitor and the service key."""
        return self.people.get(role) or self.other

    def ask(
        self,
        role: str,
        query: str,
        *params: object,
        sub: str | None = None,
        more: Mapping[str, object] | None = None,
    ) -> list[Row]:
        """Run one statement as a role's persona, or as account `sub`, who has just signed in; `more` claims.

        Raises what the database says.
        """
        claims = {
            "role": DATABASE_ROLE.get(role, "authenticated"),
            "sub": sub or self.people.get(role),
            "aal": "aal1",
            "amr": [{"method": "password", "timestamp": int(time.time())}],
            **(more or {}),
        }
        with self.connection.transaction():
            self.sql(
                "select set_config('role', %s, true), set_config('request.jwt.claims', %s, true)",
                claims["role"],
                json.dumps({name: value for name, value in claims.items() if value}),
            )
            cursor = self.connection.execute(query.encode(), params or None)
            rows = (
                [
                    dict(zip([column.name for column in cursor.description], found, strict=True))
                    for found in cursor
                ]
                if cursor.description
                else []
            )
            self.sql("select set_config('role', 'none', true), set_config('request.jwt.claims', '', true)")
        return rows

    def outbox(self) -> Sequence[tuple[Any, ...]]:
        """All that waits to become messages."""
        return self.sql("select * from private.outbox order by id")

    def insert(self, role: str, table: str, values: Row) -> Answer:
        """Insert one row the way the data API does."""
        columns = ", ".join(f'"{name}"' for name in values)
        return self._answer(
            role,
            f"insert into public.{table} ({columns}) "
            f"select {columns} from jsonb_populate_record(null::public.{table}, %s::jsonb)",
            json.dumps(values),
        )

    def select(self, role: str, table: str) -> Answer:
        """Read all rows that are visible."""
        columns = READABLE.get(table, "*")
        return self._answer(role, f"select to_jsonb(t) from (select {columns} from public.{table}) t")

    def update(self, role: str, table: str, uuid: str, changes: Row) -> Answer:
        """Change one row; gives the rows that were touched."""
        columns = ", ".join(changes)
        return self._answer(
            role,
            f"update public.{table} t set ({columns}) = (select {columns} from "
            f"jsonb_populate_record(null::public.{table}, %s::jsonb)) where {key_of(table)} = %s "
            "returning to_jsonb(t)",
            json.dumps(changes),
            uuid,
        )

    def delete(self, role: str, table: str, uuid: str) -> Answer:
        """Delete one row; gives the rows that were touched."""
        query = f"delete from public.{table} t where {key_of(table)} = %s returning to_jsonb(t)"
        return self._answer(role, query, uuid)

    def state(self) -> str:
        """A checksum over everything that a refusal must leave alone."""
        return checksum(self.sql)

    def _answer(self, role: str, query: str, *params: object) -> Answer:
        try:
            return Answer([found["to_jsonb"] for found in self.ask(role, query, *params)])
        except errors.InsufficientPrivilege:
            return Answer([], 401 if role == "anon" else 403)


@pytest.fixture(scope="session")
def _session(superuser: str) -> Iterator[psycopg.Connection]:
    """One connection for all houses: a new one has to compile every function of the shop again."""
    with psycopg.connect(superuser) as connection:
        yield connection
        connection.rollback()


@pytest.fixture
def house(_session: psycopg.Connection) -> Iterator[House]:
    """The house for the length of one test; afterwards nothing has happened."""
    house = House(_session)
    try:
        house.add_people()
        yield house
    finally:
        _session.rollback()


@pytest.fixture
def empty(superuser: str) -> Iterator[psycopg.Connection]:
    """An empty database."""
    with database(superuser, "template1") as connection:
        yield connection


@pytest.fixture(scope="session")
def _pristine(superuser: str) -> Iterator[str]:
    """The name of a migrated database in which nothing has happened."""
    with database(superuser, "template1") as connection:
        migrate(connection, DB)
        name = connection.info.dbname
        connection.close()  # a template has no connections
        yield name


@pytest.fixture
def fresh(superuser: str, _pristine: str) -> Iterator[psycopg.Connection]:
    """A migrated database of one's own, copied: a tenth of the time of migrations."""
    with database(superuser, _pristine) as connection:
        yield connection


@contextmanager
def database(superuser: str, template: str) -> Iterator[psycopg.Connection]:
    """A new database like `template`, dropped at the end of the block."""
    name = f"of_a_test_{uuid4().hex}"
    with psycopg.connect(superuser, autocommit=True) as owner:
        owner.execute(
            sql.SQL("create database {} template {}").format(*map(sql.Identifier, (name, template)))
        )
        with psycopg.connect(make_conninfo(superuser, dbname=name), autocommit=True) as connection:
            yield connection
        owner.execute(sql.SQL("drop database {}").format(sql.Identifier(name)))
