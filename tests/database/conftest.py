"""A migrated PostgreSQL server, and personas who query it without a gateway."""

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
from tests.example_rows import Row, key_of, readable_columns

DB = Path(__file__).resolve().parent.parent.parent / "db"
DATABASE_ROLE = {"anon": "anon", "service": "service_role"}


@pytest.fixture(scope="session")
def superuser_url() -> Iterator[str]:
    """The URL of a running server whose database is migrated."""
    with (
        TemporaryDirectory(prefix="tapis-rules-") as folder,
        postgres.ensure_server(prepared(Path(folder) / "data")) as urls,
    ):
        yield urls.superuser


@dataclass(slots=True)
class PersonaDatabase:
    """The database with its personas: two talents, a leader, an administrator, somebody without a role."""

    connection: psycopg.Connection
    other: str = ""
    people: dict[str, str] = field(default_factory=dict)
    patience: float = 0

    def sql(self, query: str, *params: object) -> Sequence[tuple[Any, ...]]:
        """Run one statement as superuser."""
        cursor = self.connection.execute(query.encode(), params or None)
        return cursor.fetchall() if cursor.description else []

    def add_person(self, role: str) -> str:
        """Add an account with a role; gives its uuid."""
        uuid = str(uuid4())
        self.sql("insert into auth.users (id, email) values (%s, %s)", uuid, f"{uuid}@tapis.example")
        self.sql("select private.give_role(%s, %s)", uuid, role)
        return uuid

    def add_people(self) -> None:
        """Add one account for each role, and a second talent."""
        self.other = self.add_person("talent")
        self.people = {role: self.add_person(role) for role in ("none", "talent", "leadership", "admin")}

    def user_id(self, role: str) -> str:
        """The uuid of a role's persona; another talent's for a visitor and the service key."""
        return self.people.get(role) or self.other

    def run_as(
        self,
        role: str,
        query: str,
        *params: object,
        sub: str | None = None,
        more: Mapping[str, object] | None = None,
    ) -> list[Row]:
        """Run one statement as a role's persona or as account `sub`; `more` are further claims.
        Raises the database's error.
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

    def fetch_outbox(self) -> Sequence[tuple[Any, ...]]:
        """All events that have not become messages."""
        return self.sql("select * from private.outbox order by id")

    def insert(self, role: str, table: str, values: Row) -> Answer:
        """Insert one row like the data API."""
        columns = ", ".join(f'"{name}"' for name in values)
        return self._run_verb(
            role,
            f"insert into public.{table} ({columns}) "
            f"select {columns} from jsonb_populate_record(null::public.{table}, %s::jsonb)",
            json.dumps(values),
        )

    def select(self, role: str, table: str) -> Answer:
        """Read all visible rows."""
        readable = f"select {readable_columns(table)} from public.{table}"
        return self._run_verb(role, f"select to_jsonb(t) from ({readable}) t")

    def update(self, role: str, table: str, uuid: str, changes: Row) -> Answer:
        """Update one row; gives the affected rows."""
        columns = ", ".join(changes)
        return self._run_verb(
            role,
            f"update public.{table} t set ({columns}) = (select {columns} from "
            f"jsonb_populate_record(null::public.{table}, %s::jsonb)) where {key_of(table)} = %s "
            "returning to_jsonb(t)",
            json.dumps(changes),
            uuid,
        )

    def delete(self, role: str, table: str, uuid: str) -> Answer:
        """Delete one row; gives the affected rows."""
        query = f"delete from public.{table} t where {key_of(table)} = %s returning to_jsonb(t)"
        return self._run_verb(role, query, uuid)

    def state(self) -> str:
        """A checksum over everything that a refused statement must leave unchanged."""
        return checksum(self.sql)

    def _run_verb(self, role: str, query: str, *params: object) -> Answer:
        try:
            return Answer([found["to_jsonb"] for found in self.run_as(role, query, *params)])
        except errors.InsufficientPrivilege:
            return Answer([], 401 if role == "anon" else 403)


@pytest.fixture(scope="session")
def _session(superuser_url: str) -> Iterator[psycopg.Connection]:
    """One connection for all tests: each new one has to compile the shop's functions again.

    A statement whose plan went wrong fails, and holds up no run.
    """
    with psycopg.connect(superuser_url, options="-c statement_timeout=2min") as connection:
        yield connection
        connection.rollback()


@pytest.fixture
def db(_session: psycopg.Connection) -> Iterator[PersonaDatabase]:
    """The database during one test; everything is rolled back afterwards."""
    db = PersonaDatabase(_session)
    try:
        db.add_people()
        yield db
    finally:
        _session.rollback()


@pytest.fixture
def committing_db(db: PersonaDatabase) -> Iterator[PersonaDatabase]:
    """Everything that the test commits is deleted afterwards."""
    yield db
    db.sql("delete from public.transactions")
    db.sql("delete from public.payments")
    db.sql("delete from private.deleted_records")
    db.connection.commit()


@pytest.fixture
def empty_database(superuser_url: str) -> Iterator[psycopg.Connection]:
    """An empty database."""
    with temporary_database(superuser_url, "template1") as connection:
        yield connection


@pytest.fixture(scope="session")
def _template_name(superuser_url: str) -> Iterator[str]:
    """The name of a migrated database without data."""
    with temporary_database(superuser_url, "template1") as connection:
        migrate(connection, DB)
        name = connection.info.dbname
        connection.close()  # a template has no connections
        yield name


@pytest.fixture
def migrated_database(superuser_url: str, _template_name: str) -> Iterator[psycopg.Connection]:
    """A migrated database for one test, copied in a tenth of the time that migrations take."""
    with temporary_database(superuser_url, _template_name) as connection:
        yield connection


@contextmanager
def temporary_database(superuser: str, template: str) -> Iterator[psycopg.Connection]:
    """A new database like `template`, dropped at the end of the block."""
    name = f"of_a_test_{uuid4().hex}"
    with psycopg.connect(superuser, autocommit=True) as owner:
        owner.execute(
            sql.SQL("create database {} template {}").format(*map(sql.Identifier, (name, template)))
        )
        with psycopg.connect(make_conninfo(superuser, dbname=name), autocommit=True) as connection:
            yield connection
        owner.execute(sql.SQL("drop database {}").format(sql.Identifier(name)))
