"""A drawer of odd things beside the shop's tables: every kind of value, so that the protocol can be seen."""

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
truncate public.things restart identity;
truncate public.letters;
insert into public.things (id, name, amount, size, tags, facts, code) values
    (1, 'ikat', 10.50, 3, '{red,gold}', '{"from": {"town": "Metro", "years": [1976, 2004]}}', 'k1'),
    (2, 'batik', null, 5, null, '{"from": {"town": "Liwa"}}', 'k2'),
    (3, 'songket', 7, null, '{gold}', null, null);
select setval(pg_get_serial_sequence('public.things', 'id'), 100);
"""
AWAY = """
drop table public.things, public.letters, public.circles, public.counters, public.towns, public.weavers,
    public.looms, public.techniques, public.masteries, public.cloths, public.secrets,
    public."odd ""name"" one" cascade;
drop function public.heard, public.towns, public.answer, public.lengths, public.whole, public.spoken,
    public.greeted(), public.greeted(text), public.twice(int), public.twice(bpchar),
    public.answer_with, public.add, public.names, public.pair, public.join_words, public.keep,
    public.do_nothing, public.wait, public.refuse, public.not_for_you;
"""


@pytest.fixture(scope="package")
def drawer(shop: Shop) -> Iterator[Shop]:
    """The shop with the extra tables and functions, for the tests of this folder only."""
    shop.sql(THINGS)
    for address in shop.addresses:
        assert eventually(partial(notices, shop, address)), "the new tables were not noticed"
    yield shop
    shop.sql(AWAY)


def notices(shop: Shop, address: str) -> bool:
    """Whether the gateway at this address knows the new tables."""
    return httpx.head(f"{address}/rest/v1/things", headers=shop.headers(shop.service_key)).status_code == 200


@pytest.fixture
def things(drawer: Shop) -> Shop:
    """The same with exactly three things in it."""
    drawer.sql(THREE_THINGS)
    return drawer


def client(shop: Shop, token: str) -> httpx.Client:
    """A client of the data API; the library's own Accept header is as a browser's."""
    return httpx.Client(base_url=f"{shop.url}/rest/v1", headers=shop.headers(token), timeout=20)


@pytest.fixture(scope="package")
def people(drawer: Shop) -> Iterator[Mapping[str, httpx.Client]]:
    """The three callers, each with a connection of their own."""
    tokens = {"anna": drawer.anon_key, "tom": drawer.token("talent"), "owner": drawer.service_key}
    with ExitStack() as stack:
        yield {name: stack.enter_context(client(drawer, token)) for name, token in tokens.items()}


@pytest.fixture
def visitor(things: Shop, people: Mapping[str, httpx.Client]) -> httpx.Client:
    """Anna, who is not signed in."""
    return people["anna"]


@pytest.fixture
def tom(things: Shop, people: Mapping[str, httpx.Client]) -> httpx.Client:
    """Tom, who is a talent."""
    return people["tom"]


@pytest.fixture
def owner(things: Shop, people: Mapping[str, httpx.Client]) -> httpx.Client:
    """The server's owner, by the service key: no row is hidden."""
    return people["owner"]
