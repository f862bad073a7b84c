"""Additional tables with every kind of value, for testing the protocol."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import httpx
import pytest

from tests.conftest import Shop
from tests.postgres.os_processes import eventually

THINGS = (Path(__file__).parent / "things.sql").read_text("utf-8")
THREE_THINGS = """
insert into public.things (id, name, amount, size, tags, facts, code) values
    (1, 'ikat', 10.50, 3, '{red,gold}', '{"from": {"town": "Metro", "years": [1976, 2004]}}', 'k1'),
    (2, 'batik', null, 5, null, '{"from": {"town": "Liwa"}}', 'k2'),
    (3, 'songket', 7, null, '{gold}', null, null);
select setval(pg_get_serial_sequence('public.things', 'id'), 100);
"""
DROP_THINGS = """
drop table public.things, public.letters, public.circles, public.counters, public.towns, public.weavers,
    public.looms, public.techniques, public.masteries, public.cloths, public.secrets,
    public."odd ""name"" one" cascade;
drop function public.heard, public.towns, public.answer, public.lengths, public.whole, public.spoken,
    public.greeted(), public.greeted(text), public.twice(int), public.twice(bpchar),
    public.answer_with, public.add, public.names, public.pair, public.join_words, public.keep,
    public.do_nothing, public.wait, public.refuse, public.not_for_you;
"""


@pytest.fixture(scope="package")
def extended_shop(shop: Shop) -> Iterator[Shop]:
    """The shop with additional tables and functions, for this folder only."""
    shop.sql(THINGS)
    for address in shop.addresses:
        assert eventually(partial(knows_new_tables, shop, address)), "the new tables were not noticed"
    yield shop
    shop.sql(DROP_THINGS)


def knows_new_tables(shop: Shop, address: str) -> bool:
    """Whether the gateway at this address knows the new tables."""
    return httpx.head(f"{address}/rest/v1/things", headers=shop.headers(shop.service_key)).status_code == 200


@pytest.fixture
def things(extended_shop: Shop) -> Shop:
    """The extended shop with exactly three rows in `things`."""
    add_three_things(extended_shop)
    return extended_shop


def add_three_things(extended_shop: Shop) -> None:
    extended_shop.truncate("public.things", "public.letters")
    extended_shop.sql(THREE_THINGS)


def make_client(shop: Shop, token: str) -> httpx.Client:
    """A client of the data API with the library's default Accept header."""
    return httpx.Client(base_url=f"{shop.url}/rest/v1", headers=shop.headers(token), timeout=20)


@pytest.fixture(scope="package")
def people(extended_shop: Shop) -> Iterator[Mapping[str, httpx.Client]]:
    """The three callers, each with its own connection."""
    tokens = {
        "anna": extended_shop.anon_key,
        "tom": extended_shop.token("talent"),
        "owner": extended_shop.service_key,
    }
    with ExitStack() as stack:
        yield {name: stack.enter_context(make_client(extended_shop, token)) for name, token in tokens.items()}


@pytest.fixture
def visitor(things: Shop, people: Mapping[str, httpx.Client]) -> httpx.Client:
    """Anna, who is not signed in."""
    return people["anna"]


@pytest.fixture
def tom(things: Shop, people: Mapping[str, httpx.Client]) -> httpx.Client:
    """Tom, a talent."""
    return people["tom"]


@pytest.fixture
def owner(things: Shop, people: Mapping[str, httpx.Client]) -> httpx.Client:
    """The server's owner, with the service key, who reads all rows."""
    return people["owner"]
