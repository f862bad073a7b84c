"""Public lists are cached, and never stale."""

import asyncio
import gzip
import json
import subprocess
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from uuid import uuid4

import brotli
import httpx
import psycopg
import pytest

from tapis.gateway.cache.prepared_response import Representations
from tapis.gateway.cache.response_cache import CachedResponse, ResponseCache
from tapis.gateway.rest.schema import queries
from tests.conftest import TAPIS, Shop, prepared, serving
from tests.example_rows import put, row

LIST = "/rest/v1/products?select=uuid,heading,price&order=created_at.desc&limit=9"
PUBLIC = "public, no-cache"


@pytest.fixture
def product(shop: Shop) -> Iterator[str]:
    """A product for this test."""
    one = row("products", shop.user_id("admin"))
    put(shop.sql, "products", one)
    yield one["uuid"]
    shop.sql("delete from public.products where uuid = %s", one["uuid"])


@pytest.fixture
def anna(shop: Shop) -> Iterator[httpx.Client]:
    """Anna, who is not signed in, with a client that accepts no compression."""
    with shop.client() as client:
        client.headers["accept-encoding"] = "identity"
        yield client


def test_a_public_list_may_be_cached_and_is_revalidated(anna: httpx.Client, product: str) -> None:
    answer = anna.get(LIST)
    assert answer.headers["cache-control"] == PUBLIC
    tag = answer.headers["etag"]
    assert tag.startswith('"')
    for name in ("Accept", "Accept-Encoding", "Prefer", "Range", "Authorization"):
        assert name in answer.headers["vary"]
    unchanged = anna.get(LIST, headers={"if-none-match": f'"other", {tag}'})
    assert (unchanged.status_code, unchanged.content, unchanged.headers["etag"]) == (304, b"", tag)
    assert anna.get(LIST, headers={"if-none-match": '"other"'}).status_code == 200


@pytest.mark.parametrize(
    ("path", "status"), [("/rest/v1/products?select=uuid", 200), ("/rest/v1/products?limit=0", 206)]
)
def test_HEAD_of_a_public_list_has_the_headers_of_GET_without_a_length(
    anna: httpx.Client, product: str, path: str, status: int
) -> None:
    counted = {"Prefer": "count=exact"}
    got, reported = anna.get(path, headers=counted), anna.head(path, headers=counted)
    assert (got.status_code, reported.status_code, reported.content) == (status, status, b"")
    assert "content-length" not in reported.headers
    for name in ("content-type", "content-range", "etag", "cache-control"):
        assert reported.headers.get(name) == got.headers.get(name)


@pytest.mark.parametrize(("coding", "unpack"), [("br", brotli.decompress), ("gzip", gzip.decompress)])
def test_each_content_coding_has_the_same_rows_and_its_own_tag(
    shop: Shop, anna: httpx.Client, product: str, coding: str, unpack: object
) -> None:
    address = f"/rest/v1/products?select=*&uuid=eq.{product}"
    plain = anna.get(address)
    packed, body = plain, b""
    while packed.headers.get("content-encoding") != coding:  # packing happens behind the first answer
        with anna.stream("GET", address, headers={"accept-encoding": coding}) as packed:
            body = b"".join(packed.iter_raw())
    assert unpack(body) == plain.content  # type: ignore[operator]
    assert packed.headers["etag"] != plain.headers["etag"]
    refused = anna.get(address, headers={"accept-encoding": f"{coding};q=0, identity"})
    assert "content-encoding" not in refused.headers


@pytest.mark.parametrize(
    "headers",
    [
        {"accept": "application/vnd.pgrst.object+json"},
        {"prefer": "count=exact"},
        {"range": "1-1"},
        {"prefer": "handling=strict, nonsense=yes"},
        {"accept-profile": "auth"},
        {"accept": "text/csv"},
    ],
)
def test_requests_with_other_headers_have_other_responses(
    anna: httpx.Client, product: str, headers: dict[str, str]
) -> None:
    address = f"/rest/v1/products?select=uuid&uuid=eq.{product}"
    plain, special = anna.get(address), anna.get(address, headers=headers)
    again = anna.get(address, headers=headers)
    assert (special.status_code, special.text) == (again.status_code, again.text)
    assert (special.text, special.headers.get("content-range")) != (
        plain.text,
        plain.headers["content-range"],
    )
    assert anna.get(address).text == plain.text


def test_tom_reads_the_same_public_list_and_his_orders_are_stored_by_no_cache(
    shop: Shop, anna: httpx.Client, product: str
) -> None:
    public = anna.get(LIST)
    with shop.client(shop.token("talent")) as tom:
        tom.headers["accept-encoding"] = "identity"
        same, own = tom.get(LIST), tom.get("/rest/v1/transactions?select=uuid")
    assert (same.content, same.headers["etag"]) == (public.content, public.headers["etag"])
    assert own.headers["cache-control"] == "no-store"
    assert "etag" not in own.headers


def test_W5_a_cached_response_needs_a_valid_key_and_a_valid_token(
    shop: Shop, anna: httpx.Client, product: str
) -> None:
    assert anna.get(LIST).status_code == 200
    assert httpx.get(shop.url + LIST).status_code == 401
    assert httpx.get(shop.url + LIST, headers={"apikey": "wrong"}).status_code == 401
    forged = httpx.get(shop.url + LIST, headers=shop.headers("a.b.c"))
    assert (forged.status_code, forged.headers["cache-control"]) == (401, "no-store")


@pytest.mark.parametrize("query", ["created_at=lt.now", "select=price::text", "or=(created_at.gt.today)"])
def test_what_depends_on_the_clock_is_not_cached(anna: httpx.Client, product: str, query: str) -> None:
    assert anna.get(f"/rest/v1/products?{query}").headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "change",
    [
        "drop policy select_all on public.gallery",
        "create policy narrow on public.gallery as restrictive for select to anon using (false)",
        "revoke select on public.gallery from anon",
        "drop trigger _900_notify_content_changed on public.gallery",
        "alter table public.gallery disable row level security",
    ],
)
def test_R1_a_table_that_is_no_longer_public_is_no_longer_cached(shop: Shop, change: str) -> None:
    """Each condition of the proof, taken away in a transaction that is undone."""
    with psycopg.connect(shop.superuser) as connection, connection.transaction(force_rollback=True):
        proof = queries.public_tables.replace("$1", "'public'").encode()
        proven = {(table, role) for table, role, _ in connection.execute(proof)}
        assert {("gallery", "anon"), ("gallery", "authenticated")} <= proven
        assert not {table for table, _ in proven} & {"transactions", "audition_registrations"}
        connection.execute(change.encode())
        assert ("gallery", "anon") not in {(table, role) for table, role, _ in connection.execute(proof)}


@pytest.mark.parametrize(
    "condition",
    [
        "price > extract(epoch from now())",
        "private.app_role() = 'leadership'",
        "exists (select from public.gallery)",
        "not hidden and current_user = 'anon'",
    ],
)
def test_Y31_a_list_is_cached_only_if_what_is_published_is_said_by_the_row(
    shop: Shop, condition: str
) -> None:
    with psycopg.connect(shop.superuser) as connection, connection.transaction(force_rollback=True):
        proof = queries.public_tables.replace("$1", "'public'").encode()
        assert {("products", "anon"), ("products", "authenticated")} <= {
            (table, role) for table, role, _ in connection.execute(proof)
        }
        connection.execute(
            f"create policy more on public.products for select to authenticated using ({condition})".encode()
        )
        assert ("products", "authenticated") not in {
            (table, role) for table, role, _ in connection.execute(proof)
        }


@pytest.mark.parametrize(
    ("definition", "is_public"),
    [
        ("select category, count(*) from public.products group by 1", True),
        ("select heading from public.products where price > 10", True),
        ("select uuid from public.products where created_at < now()", False),
        ("select uuid from public.products where created_at < current_timestamp", False),
        ("select uuid, current_user from public.products", False),
        ("select uuid from public.products where private.app_role() = 'admin'", False),
        ("select uuid, created_at::text from public.products", False),
        ("select uuid from public.products where exists (select from public.gallery)", False),
        ("select p.uuid from public.products p join public.transactions t using (uuid)", False),
    ],
)
def test_R1_a_view_of_public_tables_alone_is_public(shop: Shop, definition: str, is_public: bool) -> None:
    """Categories are; what depends on a clock, a setting, the caller or anything else is not."""
    with psycopg.connect(shop.superuser) as connection, connection.transaction(force_rollback=True):
        connection.execute(f"create view public.v with (security_invoker) as {definition}".encode())
        connection.execute("grant select on public.v to anon")
        proof = queries.public_tables.replace("$1", "'public'").encode()
        proven = {(name, role) for name, role, _ in connection.execute(proof)}
        assert {("product_categories", "anon"), ("product_categories", "authenticated")} <= proven
        assert not {name for name, _ in proven} & {"orders_by_day", "best_products"}
        assert (("v", "anon") in proven) is is_public


def test_R1_a_public_table_is_not_cached_with_what_it_embeds(
    shop: Shop, anna: httpx.Client, product: str
) -> None:
    address = f"/rest/v1/products?select=uuid,notes(said)&uuid=eq.{product}"
    shop.sql(
        """create table public.notes (product uuid constraint notes_pkey primary key
            constraint notes_product_fkey references public.products, said text);
        alter table public.notes enable row level security;
        create policy see on public.notes for select to anon using (said <> 'hidden');
        grant select on public.notes to anon"""
    )

    def fetch_once_known() -> httpx.Response:
        """Wait until the gateway that answers, not always the same one, has read the catalogue again."""
        deadline = time.monotonic() + 60
        while (answer := anna.get(address)).status_code == 400 and time.monotonic() < deadline:
            time.sleep(0.2)
        return answer

    try:
        answer = fetch_once_known()
        assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")
        shop.sql("insert into public.notes values (%s, 'new')", product)
        assert fetch_once_known().json() == [{"uuid": product, "notes": {"said": "new"}}]
        shop.sql("update public.notes set said = 'hidden'")
        assert fetch_once_known().json() == [{"uuid": product, "notes": None}]
    finally:
        shop.sql("drop table public.notes")


def test_categories_are_answered_from_memory_until_a_product_changes(shop: Shop, anna: httpx.Client) -> None:
    category = f"Kain {uuid4()}"
    address = f"/rest/v1/product_categories?category=eq.{category}"
    assert anna.get(address).json() == []
    with shop.client(shop.service_key) as ada:
        for products in (1, 2):
            one = row("products", "", category=category)
            assert ada.post("/rest/v1/products", json=one).status_code == 201
            answer = anna.get(address)
            assert answer.json() == [{"category": category, "products": products, "translations": {}}]
            assert answer.headers["cache-control"] == "public, no-cache"
    shop.sql("delete from public.products where category = %s", category)


def test_every_change_that_was_acknowledged_is_in_the_next_answer_of_every_worker(tmp_path: Path) -> None:
    """Once Ada's write is answered, others read it, while many requests keep the cache busy."""
    data = prepared(tmp_path / "data")
    with serving(data, TAPIS_WORKERS="2") as url:
        printed = subprocess.check_output([TAPIS, "keys", "--service", "--json", "--data", data], text=True)
        keys = json.loads(printed)
        one = row("products", str(uuid4()))
        address = f"/rest/v1/products?select=heading&uuid=eq.{one['uuid']}"
        stop = threading.Event()

        def read(_: object = None) -> str:
            """On a connection of its own, which may meet either worker."""
            connection = HTTPConnection(url.removeprefix("http://"))
            connection.request("GET", address, headers={"apikey": keys["anon_key"]})
            return connection.getresponse().read().decode()

        def keep_reading() -> None:
            while not stop.is_set():
                read()

        with ThreadPoolExecutor(8) as readers, httpx.Client(base_url=url) as ada:
            ada.headers["apikey"] = keys["service_key"]
            racing = [readers.submit(keep_reading) for _ in range(4)]
            try:
                assert ada.post("/rest/v1/products", json=one).status_code == 201
                for turn in range(60):
                    assert ada.patch(address, json={"heading": f"turn {turn}"}).status_code == 204
                    assert [*readers.map(read, range(4))] == [f'[{{"heading":"turn {turn}"}}]'] * 4
            finally:
                stop.set()
            assert [reader.result() for reader in racing] == [None] * 4


async def test_W5_many_different_reads_at_once_fill_no_queue_with_bodies_to_compress(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done, running = asyncio.Event(), 0

    async def to_thread(_work: object, *_args: object) -> None:
        nonlocal running
        running += 1
        await done.wait()

    monkeypatch.setattr(asyncio, "to_thread", to_thread)
    cache = ResponseCache(64 * 2**20)

    async def build_response() -> CachedResponse:
        return CachedResponse(1, frozenset({"anon"}), Representations(200, {}, b"[]"))

    await asyncio.gather(*(cache.find_or_make(number, 1, build_response) for number in range(200)))
    await asyncio.sleep(0)
    assert running == 16
    assert cache.find(199, 1)
    done.set()
