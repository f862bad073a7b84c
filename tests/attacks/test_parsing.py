"""Parsing: SQL injection, writes without a filter, oversized requests.

Sent as administrator, whom no policy stops, so that only the parser can. Every row and file stays the same.
"""

import socket
from collections.abc import Iterator
from urllib.parse import quote, urlsplit

import httpx
import pytest

from tests.attacks.conftest import Unchanged, assert_reveals_nothing
from tests.conftest import Shop
from tests.example_rows import put, row

MANY = 100_000
FREE = b'{"price":0}'
JSON = {"Content-Type": "application/json"}
UPSERT = {"Prefer": "resolution=merge-duplicates"}


@pytest.fixture(scope="module")
def ada(shop: Shop) -> Iterator[httpx.Client]:
    """An administrator in a shop with data."""
    put(shop.sql, "products", row("products", ""))
    with shop.client(shop.token("admin")) as client:
        yield client


def send_request(
    client: httpx.Client, method: str, query: str, body: bytes = b"", **headers: str
) -> httpx.Response:
    """One request to the products."""
    return client.request(
        method, f"/rest/v1/products?{query}", content=body or None, headers=JSON | headers, timeout=5
    )


# A write without a filter, however it is dressed → the code it is refused with.
MEANS_EVERYTHING = {
    "": "21000",
    "select=*": "21000",
    "columns=price": "21000",
    "apikey=x": "21000",
    "select=uuid&order=uuid&limit=1": "21000",
    "offset=0": "21000",
    "or=()": "PGRST100",
    "and=()": "PGRST100",
    "not.and=()": "PGRST100",
    "true": "PGRST100",
    "1=1": "PGRST100",
    "uuid=": "PGRST100",
    "uuid=neq.": "22P02",
}


@pytest.mark.parametrize("method", ["PATCH", "DELETE"])
def test_parsing_a_write_without_a_filter_is_refused(
    ada: httpx.Client, unchanged: Unchanged, method: str
) -> None:
    with unchanged():
        for query, code in MEANS_EVERYTHING.items():
            answer = send_request(ada, method, query, FREE if method == "PATCH" else b"")
            assert (answer.status_code, answer.json()["code"]) == (400, code), query


SQL = (
    "'; drop table public.products; --",
    "x' or true --",
    "1) or (1=1",
    '") or true --',
    "uuid) do update set price = 0 --",
    "(select token from auth.api_keys)",
    "price; truncate public.products",
    "\\'; select pg_sleep(9); --",
    "$1::text||version()",
)


def quote_value(text: str) -> str:
    """A name or value that contains special characters, quoted."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def test_parsing_sql_as_a_value_is_a_text_that_equals_nothing(
    ada: httpx.Client, unchanged: Unchanged
) -> None:
    with unchanged():
        for text in SQL:
            plain, listed = quote(text), quote(f"({quote_value(text)})")
            for query in (f"heading=eq.{plain}", f"heading=in.{listed}", f"image->>url=eq.{plain}"):
                assert send_request(ada, "GET", query).json() == []
                assert send_request(ada, "PATCH", query, FREE).status_code == 204
                assert send_request(ada, "DELETE", query).status_code == 204


# Where a name stands → the request that has one there.
PLACES: dict[str, tuple[str, str, bytes]] = {
    "a filter": ("DELETE", "{}=eq.1", b""),
    "select": ("GET", "select={}", b""),
    "order": ("GET", "order={}", b""),
    "columns": ("POST", "columns={}", FREE),
    "on_conflict": ("POST", "on_conflict={}", FREE),
}


@pytest.mark.parametrize("place", PLACES)
def test_parsing_sql_as_a_name_is_refused(ada: httpx.Client, unchanged: Unchanged, place: str) -> None:
    method, query, body = PLACES[place]
    with unchanged():
        for written in (*SQL, *map(quote_value, SQL)):
            answer = send_request(ada, method, query.format(quote(written, safe="")), body, **UPSERT)
            assert answer.status_code == 400
            assert answer.json()["code"] in {"PGRST100", "PGRST204", "42703"}, answer.text
            assert_reveals_nothing(answer)


# Too much, and what JSON or a text can't hold → status and code.
TOO_MUCH: dict[str, tuple[str, str, bytes, tuple[int, str]]] = {
    "2,000 filters": ("DELETE", "&".join(["price=gt.0"] * 2_000), b"", (400, "PGRST100")),
    "in of 10,000": ("DELETE", f"price=in.({','.join(map(str, range(10_000)))})", b"", (414, "PGRST100")),
    "in of 5,000": ("DELETE", f"price=in.({','.join(['1'] * 5_000)})", b"", (400, "PGRST100")),
    "a JSON depth of 100,000": ("POST", "", b"[" * MANY + b"]" * MANY, (400, "PGRST102")),
    "a depth of 100,000 inside": (
        "POST", "", b'{"image":' + b'{"a":' * MANY + b"1" + b"}" * MANY + b"}", (400, "PGRST102")
    ),
    "NUL in a value": ("DELETE", "heading=eq.%00", b"", (400, "PGRST100")),
    "NUL in a body": ("POST", "", b'{"heading":"a\\u0000b"}', (400, "22P05")),
    "NaN": ("POST", "", b'{"price":NaN}', (400, "PGRST102")),
    "Infinity": ("POST", "", b'{"price":Infinity}', (400, "PGRST102")),
    "a lone surrogate": ("POST", "", b'{"heading":"\\ud800"}', (400, "22P02")),
    "a lone surrogate in bytes": ("POST", "", b'{"heading":"\xed\xa0\x80"}', (400, "PGRST102")),
    "a lone surrogate in an address": ("DELETE", "heading=eq.%ED%A0%80", b"", (400, "PGRST100")),
    "ninety names for one column": (
        "GET", "select=" + ",".join(f"a{n}:description" for n in range(90)), b"", (400, "42701")
    ),
    "two names for one column of a change": (
        "PATCH", "heading=eq.x&select=heading,other:heading", FREE, (400, "42701")
    ),
    "all columns and one of them": ("GET", "select=*,heading", b"", (400, "42701")),
    "110 times all columns": ("GET", "select=" + ",".join("*" * 110), b"", (400, "42701")),
    "paths to where a text begins": ("GET", "select=heading->0,a:heading->-1->0", b"", (400, "42701")),
    "a number without end": ("POST", "", b'{"price":' + b"9" * MANY + b"}", (400, "22003")),
}  # fmt: skip


@pytest.mark.parametrize("attack", TOO_MUCH)
def test_parsing_too_much_is_refused_quickly(ada: httpx.Client, unchanged: Unchanged, attack: str) -> None:
    method, query, body, result = TOO_MUCH[attack]
    with unchanged():
        answer = send_request(ada, method, query, body)
    assert (answer.status_code, answer.json()["code"]) == result
    assert (answer.json().get("hint") or "").endswith("whatever its alias.") == (result[1] == "42701")
    assert_reveals_nothing(answer)


def test_parsing_an_address_of_64_kb_is_refused(ada: httpx.Client, shop: Shop, unchanged: Unchanged) -> None:
    place = urlsplit(shop.url)
    head = f"DELETE /rest/v1/products?heading=neq.{'x' * 65_536} HTTP/1.1\r\nHost: {place.netloc}\r\n"
    sent = "".join(f"{name}: {ada.headers[name]}\r\n" for name in ("apikey", "authorization"))
    with unchanged(), socket.create_connection((place.hostname or "", place.port or 0), timeout=5) as line:
        line.sendall(f"{head}{sent}\r\n".encode())
        assert int(line.recv(100).split()[1]) in (400, 414, 431)


@pytest.mark.parametrize("letter", ["%00", "%09", "%0d%0aX-Injected:%20yes", "%1b[31m", "%7f", "%C2%85"])
@pytest.mark.parametrize(
    ("path", "keys"),
    [
        ("/products{}", {"message"}),
        ("/auth/v1/admin/users/a{}b", {"code", "error_code", "msg"}),
        ("/rest/v1/products{}", {"code", "details", "hint", "message"}),
        ("/storage/v1/object/public/tapis/products/kain{}.jpg", {"statusCode", "error", "message", "code"}),
        ("/storage/v1/bucket/{}", {"statusCode", "error", "message", "code"}),
    ],
)
def test_W5_parsing_a_control_character_in_a_path_is_malformed(
    ada: httpx.Client, path: str, keys: set[str], letter: str
) -> None:
    answer = ada.get(path.format(letter))
    assert answer.status_code == 400
    assert set(answer.json()) == keys
    assert "x-injected" not in answer.headers
