"""The fuzz target: a shop with a few rows and accounts, and clients for each persona."""

import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import httpx
import psycopg
import pytest
from hypothesis import HealthCheck, settings

from tests.access_matrix import checksum
from tests.conftest import Shop
from tests.example_rows import PUBLIC, put, row

SUPPRESSED = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much)
# `make test` runs the same few examples on every machine; `make fuzz` runs many, with a new seed each time.
settings.register_profile(
    "quick", max_examples=20, deadline=None, derandomize=True, database=None, suppress_health_check=SUPPRESSED
)
settings.register_profile(
    "nightly",
    max_examples=int(os.environ.get("FUZZ_EXAMPLES", "10000")),
    deadline=1_000,
    print_blob=True,
    suppress_health_check=SUPPRESSED,
)
settings.load_profile(os.environ.get("FUZZ", "quick"))
# Each parser has one test, the operations have fifty.
PARSER_SETTINGS = settings(max_examples=max(100, settings().max_examples))


@dataclass(frozen=True, slots=True, repr=False)
class FuzzTarget:
    """HTTP clients by persona, and a superuser's connection for checking.

    `user_id` is Tom's; `other_user_id` is an account that may be changed or deleted.
    """

    shop: Shop
    clients: Mapping[str, httpx.Client]
    superuser: psycopg.Connection
    user_id: str
    other_user_id: str

    def sql(self, query: str, *params: object) -> list[tuple[Any, ...]]:
        """Run one statement as superuser."""
        cursor = self.superuser.execute(query.encode(), params or None)
        return cursor.fetchall() if cursor.description else []

    def state(self) -> str:
        """A checksum over all rows, accounts and sessions."""
        accounts = self.sql("select md5(string_agg(u::text, '' order by id)) from auth.users u")
        sessions = self.sql("select count(*) from auth.sessions")
        return checksum(self.sql) + str(accounts) + str(sessions)


@pytest.fixture(scope="session")
def target(shop: Shop) -> Iterator[FuzzTarget]:
    """A visitor, a talent, an administrator and the service key; a row in every public table."""
    people = {role: shop.account(role) for role in ("talent", "admin", "leadership")}
    tokens = {
        "anna": None,
        "tom": people["talent"].token,
        "ada": people["admin"].token,
        "owner": shop.service_key,
    }
    for table in PUBLIC:
        put(shop.sql, table, row(table, ""))
    with ExitStack() as stack:
        superuser = stack.enter_context(psycopg.connect(shop.superuser, autocommit=True))
        clients = {name: stack.enter_context(shop.client(token)) for name, token in tokens.items()}
        clients["owner"].post("/storage/v1/bucket", json={"id": "attic", "name": "attic"})
        yield FuzzTarget(shop, clients, superuser, people["talent"].user_id, people["leadership"].user_id)
