"""Hostile requests: each is refused within a second, and nothing is stored."""

import re
import socket
from collections.abc import Iterator
from urllib.parse import urlsplit

import httpx
import pytest

from tests.conftest import Shop

MANY = 100_000


@pytest.fixture(autouse=True)
def unchanged_things(things: Shop) -> Iterator[None]:
    """Assert that the three things are unchanged after the test."""
    before = things.sql("select t::text from public.things t order by id")
    yield
    assert things.sql("select t::text from public.things t order by id") == before


def assert_refused(answer: httpx.Response) -> str:
    assert 400 <= answer.status_code < 500, answer.text
    assert set(answer.json()) == {"code", "details", "hint", "message"}
    return str(answer.json()["code"])


@pytest.mark.parametrize(
    "query",
    [
        "&".join(["id=gt.0"] * 2_000),
        "or=(" + ",".join(["id.gt.0"] * 2_000) + ")",
        "id=in.(" + ",".join(map(str, range(10_000))) + ")",
        "id=in.(" + ",".join(["1"] * 1_001) + ")",
        "name=eq." + "x" * 40_000,
        "select=" + ",".join(["id"] * 2_000),
        "order=" + ",".join(["id"] * 2_000),
        "or=" + "(and" * 3_000 + "(id.eq.1" + ")" * 3_001,
        "or=" + "(" * 10_000,
        "facts" + "->a" * 5_000 + "=eq.1",
        "select=facts" + "->a" * 5_000,
        'name=in.("' + '"a' * 10_000,
        'select="' + "\\\\" * 10_000,
        "select=" + '"a,' * 10_000,
        "name=not." + "not." * 5_000 + "eq.1",
        "&".join(f"name={kind}.a" for kind in ("fts", "plfts", "phfts", "not.wfts", "fts(english)")),
    ],
    ids=lambda query: query[:20],
)
def test_W5_too_much_of_anything_is_refused(visitor: httpx.Client, query: str) -> None:
    assert assert_refused(visitor.get(f"/things?{query}")) == "PGRST100"


@pytest.mark.parametrize(
    "query",
    [
        "name=eq.%00",
        "%00=eq.1",
        "select=%00",
        "name=eq.%ED%A0%80",
        "name=eq.%ff%fe",
        "name=in.(%00)",
        "order=id%00",
        "or=(name.eq.%00)",
        "id=eq.1e400",
        "id=eq.99999999999999999999",
        "id=eq.NaN",
        "amount=eq.1e200000",
        "made_at=eq.never",
        "facts=eq.{",
        "tags=cs.{{{",
        "tags=cs.notalist",
        "name=cs.{a}",
        "fine=gt.maybe",
        "id=like.1",
        "id=is.true",
    ],
)
def test_W5_what_no_column_can_hold_is_refused(visitor: httpx.Client, query: str) -> None:
    assert_refused(visitor.get(f"/things?{query}"))


@pytest.mark.parametrize(
    "name", ["things%00", "things%ED%A0%80", "%00", "x" * 10_000, "things%0d%0aSet-Cookie:a=b"]
)
def test_W5_no_name_of_a_table_breaks_the_answer(visitor: httpx.Client, name: str) -> None:
    answer = visitor.get(f"/{name}")
    assert answer.status_code == (400 if "%0" in name else 404)
    assert assert_refused(answer) in {"PGRST205", "PGRST125", "PGRST102"}
    assert "set-cookie" not in answer.headers


def test_W5_a_response_that_is_too_large_never_leaves_the_database(
    things: Shop, visitor: httpx.Client, tom: httpx.Client
) -> None:
    shown = {"Prefer": "return=representation"}
    try:
        things.sql("insert into public.things (id, name) values (9, repeat('x', 17 * 1024 * 1024))")
        for answer in (
            visitor.get("/things?id=eq.9&select=name"),
            tom.get("/things?id=eq.9", headers={"Accept": "text/csv"}),
            visitor.get("/things?id=eq.9", headers={"Accept": "application/vnd.pgrst.object+json"}),
            visitor.post("/rpc/things_over", json={"above": 8}),
            tom.patch("/things?id=eq.9", json={"label": "seen"}, headers=shown),
        ):
            assert (answer.status_code, assert_refused(answer)) == (413, "54000")
        assert tom.patch("/things?id=eq.9&select=label", json={}, headers=shown).json() == []
        assert visitor.head("/things?id=eq.9").status_code == 200
        assert visitor.get("/things?id=eq.9&select=id,label").json() == [{"id": 9, "label": "plain"}]
    finally:
        things.sql("delete from public.things where id = 9")


INJECTIONS = [
    "'; drop table public.things; --",
    "1 or 1=1",
    "$1",
    "%s",
    '") or true --',
    "\\'; select 1",
    "/* */",
    "${x}",
]


@pytest.mark.parametrize("text", INJECTIONS)
def test_W5_sql_in_a_value_is_text(visitor: httpx.Client, text: str) -> None:
    quoted = '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
    for query in ({"name": f"eq.{text}"}, {"name": f"in.({quoted})"}, {"or": f"(name.eq.{quoted})"}):
        answer = visitor.get("/things", params=query)
        assert (answer.status_code, answer.text) == (200, "[]")


@pytest.mark.parametrize("text", INJECTIONS)
@pytest.mark.parametrize("where", ["select", "order", "columns", "on_conflict", "or", "id"])
def test_W5_sql_in_the_place_of_a_name_is_refused(tom: httpx.Client, where: str, text: str) -> None:
    quoted = text.replace("\\", "\\\\").replace('"', '\\"')
    for written in (text, f'"{quoted}"'):
        answer = (
            tom.post(
                "/things",
                params={where: written},
                json={"id": 1},
                headers={"Prefer": "return=representation,resolution=merge-duplicates"},
            )
            if where in ("columns", "on_conflict")
            else tom.get("/things", params={where: written})
        )
        assert assert_refused(answer) in {"PGRST100", "PGRST204", "42703"}
    casts = tom.get("/things", params={"select": f"id::{text}"})
    assert assert_refused(casts) == "PGRST100"


@pytest.mark.parametrize(
    "body",
    [
        b"[" * MANY + b"]" * MANY,
        b'{"facts":' + b"[" * MANY + b"]" * MANY + b"}",
        b'{"facts":' + b'{"a":' * MANY + b"1" + b"}" * MANY + b"}",
        b"[" * MANY,
        b'{"facts":NaN}',
        b'{"facts":-Infinity}',
        b'{"name":"\xed\xa0\x80"}',
        b'{"name":"\xff"}',
        b'{"name":"a\x00b"}',
        b'{"name":"a\\u0000b"}',
        b'{"facts":{"a":"\\u0000"}}',
        b'{"facts":"\\ud800"}',
        b'{"name":"\\udc00\\ud800"}',
        b'{"\\ud800":1}',
        b'{"na\\u0000me":1}',
        b'\xef\xbb\xbf{"name":"x"}',
        b'{"amount":' + b"9" * MANY + b"}",
        b'{"amount":1e999999}',
        b'{"facts":1e999999}',
        b'{"id":' + b"9" * 30 + b"}",
        b'{"made_at":"' + b"9" * MANY + b'"}',
        b"{" + b",".join(b'"k%d":1' % n for n in range(20_000)) + b"}",
        b'{"tags":[[1],[2,3]]}',
        b'{"tags":{"a":1}}',
    ],
    ids=lambda body: body[:24].decode("latin-1"),
)
def test_W5_bodies_that_no_row_can_be_made_of_are_refused(owner: httpx.Client, body: bytes) -> None:
    assert_refused(owner.post("/things", content=body))
    assert_refused(owner.patch("/things?id=gt.0", content=body))


def test_W5_a_body_that_is_too_large_is_refused_at_once(owner: httpx.Client) -> None:
    body = b'{"name":"' + b"x" * 1_048_576 + b'"}'
    for content in (body, iter([body[:700_000], body[700_000:]])):
        answer = owner.post("/things", content=content)
        assert answer.status_code == 413
        assert assert_refused(answer) == "PGRST102"


@pytest.mark.parametrize(
    "target",
    [b"things?name=eq.\xe9", b"things?%", b"%", b"\xff", b"things?id=eq.%zz", b"things?" + b"x" * 70_000],
    ids=lambda target: repr(target[:20]),
)
def test_W5_raw_bytes_in_an_address_are_no_fault_of_ours(things: Shop, target: bytes) -> None:
    place = urlsplit(things.url)
    headers = "".join(f"{name}: {value}\r\n" for name, value in things.headers().items())
    with socket.create_connection((place.hostname or "", place.port or 0), timeout=5) as connection:
        connection.sendall(
            b"GET /rest/v1/" + target + b" HTTP/1.1\r\nHost: x\r\n" + headers.encode() + b"\r\n"
        )
        assert re.match(rb"HTTP/1\.1 4\d\d ", connection.recv(100))


@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("Prefer", "return=representation," * 2_000),
        ("Prefer", "=,=,;;=;"),
        ("Accept", "application/json;q=nonsense,;;;,"),
        ("Accept", "*/*;q=9" + "," * 5_000),
        ("Range", "99999999999999999999-1"),
        ("Range", "-"),
        ("Range", "0-999999999999999999"),
        ("Content-Profile", "public"),
    ],
)
def test_W5_odd_headers_are_read_or_passed_over(visitor: httpx.Client, header: str, value: str) -> None:
    answer = visitor.get("/things?select=id", headers={header: value})
    assert answer.status_code == 200
    assert len(answer.json()) == 3


def test_W5_a_page_far_away_is_empty(visitor: httpx.Client) -> None:
    answer = visitor.get("/things?offset=999999999999999999&limit=999999999999999999")
    assert (answer.status_code, answer.text) == (200, "[]")
