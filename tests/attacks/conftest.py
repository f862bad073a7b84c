"""Personas of attacks, and the rows and stored files that must not change."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from tests.conftest import Account, Shop
from tests.example_rows import OWNED, image, put, row
from tests.fingerprints import DERIVED, fingerprints, stored_files

# Readable by Sari, leaders and administrators only; part of all her texts.
SECRET = "rahasia-sari-1976"
Unchanged = Callable[[], AbstractContextManager[None]]

# Without what the gateway counts, notes or delivers at any time; what enters the outbox follows another row.
EVERY_TABLE = """
select format('%I.%I', n.nspname, c.relname) from pg_class c join pg_namespace n on n.oid = c.relnamespace
where n.nspname in ('public', 'private', 'auth', 'storage') and c.relkind = 'r'
    and c.relname not in ('attempts', 'outbox', 'messages', 'running_periods')
order by 1
"""
NOT_STORED = DERIVED | {"scratch"}
INTERNAL_DETAILS = (
    "Traceback",
    ".py",
    '", line',
    "/tmp",
    "postgres/",
    "psycopg",
    " from public.",
    "set_config",
)


@pytest.fixture(autouse=True)
def reset_rate_limits(shop: Shop) -> None:
    """Reset the rate limits before each attack."""
    shop.sql("delete from auth.attempts")


@pytest.fixture
def unchanged(shop: Shop) -> Unchanged:
    """`with unchanged():` – all rows and files are the same after the block."""

    @contextmanager
    def block() -> Iterator[None]:
        before = fingerprint_shop(shop)
        yield
        after = fingerprint_shop(shop)
        assert [place for place in before if before[place] != after.get(place)] == []
        assert after.keys() == before.keys()

    return block


def fingerprint_shop(shop: Shop) -> Mapping[str, object]:
    """A fingerprint of each table (without rate limits and messages) and of each stored file."""
    tables = [table for (table,) in shop.sql(EVERY_TABLE)]
    return {**fingerprints(shop.sql, tables), **stored_files(shop.data, NOT_STORED)}


def assert_reveals_nothing(answer: httpx.Response, *also: str) -> None:
    """Assert that a response has no text of Sari's, no internals, no SQL, nor any of `also`."""
    text = answer.text + str(answer.headers)
    assert [word for word in (SECRET, *also) if word in text] == []
    if answer.status_code >= 400:
        assert [word for word in INTERNAL_DETAILS if word in answer.text] == []


@dataclass(frozen=True, slots=True)
class Victim:
    """The account that is attacked: table → the uuid of its one row there."""

    user_id: str
    email: str
    rows: Mapping[str, str]


# What Sari's rows say, beside what every valid row says.
SECRET_VALUES: dict[str, dict[str, Any]] = {
    "audition_registrations": {"name": SECRET, "address": SECRET, "place_and_date_of_birth": SECRET},
    "transactions": {"invoice_image": image() | {"title": SECRET}},
}


@pytest.fixture(scope="module")
def sari(shop: Shop) -> Victim:
    """A talent with one row in each table that has owners; every text in them is secret."""
    account = shop.account("talent")
    rows = {
        table: put(shop.sql, table, row(table, account.user_id) | SECRET_VALUES.get(table, {}))
        for table in OWNED
    }
    return Victim(account.user_id, account.email, rows)


@pytest.fixture(scope="module")
def anna(shop: Shop) -> Iterator[httpx.Client]:
    """A visitor."""
    with shop.client() as client:
        yield client


@pytest.fixture(scope="module")
def toms_account(shop: Shop) -> Account:
    """A talent without rows: whatever Tom reads belongs to others."""
    return shop.account("talent")


@pytest.fixture(scope="module")
def tom(shop: Shop, toms_account: Account) -> Iterator[httpx.Client]:
    """Another talent."""
    with shop.client(toms_account.token) as client:
        yield client


@pytest.fixture(scope="module")
def lea(shop: Shop) -> Iterator[httpx.Client]:
    """A leader: she may read registrations and announcements, not orders."""
    with shop.client(shop.token("leadership")) as client:
        yield client
