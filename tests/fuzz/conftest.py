"""A shop with a few rows and people, asked thousands of odd things; which it must answer, and forget."""

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

NEVER_SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much)
# Within `make test` the same few examples on every machine; at night many, and other ones every time.
settings.register_profile(
    "quick", max_examples=20, deadline=None, derandomize=True, database=None, suppress_health_check=NEVER_SLOW
)
settings.register_profile(
    "nightly",
    max_examples=int(os.environ.get("FUZZ_EXAMPLES", "10000")),
    deadline=1_000,
    print_blob=True,
    suppress_health_check=NEVER_SLOW,
)
settings.load_profile(os.environ.get("FUZZ", "quick"))
# A parser has one test where the operations have fifty.
OF_A_PARSER = settings(max_examples=max(100, settings().max_examples))


@dataclass(frozen=True, slots=True, repr=False)
class Crowd:
    """Those who ask, by name, each with a connection that is kept; and the truth past all rules.

    `user_id` is Tom's; `somebody` has an account that may be changed or deleted.
    """

    shop: Shop
    clients: Mapping[str, httpx.Client]
    truth: psycopg.Connection
    user_id: str
    somebody: str

    def sql(self, query: str, *params: object) -> list[tuple[Any, ...]]:
        """Run one statement past all rules."""
        cursor = self.truth.execute(query.encode(), params or None)
        return cursor.fetchall() if cursor.description else []

    def state(self) -> str:
        """A checksum over every row that a refusal must leave alone, accounts and sessions included."""
        accounts = self.sql("select md5(string_agg(u::text, '' order by id)) from auth.users u")
        sessions = self.sql("select count(*) from auth.sessions")
        return checksum(self.sql) + str(accounts) + str(sessions)


@pytest.fixture(scope="session")
def crowd(shop: Shop) -> Iterator[Crowd]:
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
        truth = stack.enter_context(psycopg.connect(shop.superuser, autocommit=True))
        clients = {name: stack.enter_context(shop.client(token)) for name, token in tokens.items()}
        clients["owner"].post("/storage/v1/bucket", json={"id": "attic", "name": "attic"})
        yield Crowd(shop, clients, truth, people["talent"].user_id, people["leadership"].user_id)
