"""Too much of anything is refused in the words of the service, within a second, and nothing is stored."""

import json
from collections.abc import Iterator

import httpx
import pytest

from tests.access_matrix import checksum
from tests.conftest import Shop

DEEP = b"[" * 30_000 + b"]" * 30_000
DEEP_OBJECT = b'{"a":' * 10_000 + b"1" + b"}" * 10_000
KEYS = {
    "auth": {"code", "error_code", "msg"},
    "rest": {"code", "details", "hint", "message"},
    "storage": {"statusCode", "error", "message", "code"},
}
WRITES = [
    "/auth/v1/signup",
    "/auth/v1/token?grant_type=password",
    "/auth/v1/token?grant_type=refresh_token",
    "/rest/v1/products",
    "/rest/v1/rpc/app_role",
    "/storage/v1/object/list/tapis",
]


@pytest.fixture(autouse=True)
def unchanged_shop(shop: Shop) -> Iterator[None]:
    """Assert that the database is unchanged after the test."""
    shop.token("talent")
    before = checksum(shop.sql)
    yield
    assert checksum(shop.sql) == before


def assert_refused(answer: httpx.Response, *statuses: int) -> None:
    service = answer.url.path.split("/")[1]
    assert answer.status_code in statuses, answer.text
    assert set(answer.json()) == KEYS[service]


@pytest.mark.parametrize("path", WRITES)
def test_limits_a_body_without_end_is_refused_before_it_is_read(shop: Shop, path: str) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(64):
            yield b'"' + b"x" * 65_535

    with shop.client(shop.token("talent")) as tom:
        try:
            answer = tom.post(path, content=endless(), headers={"Content-Type": "application/json"})
        except (httpx.WriteError, httpx.RemoteProtocolError):
            return  # the connection was closed during the body
    assert_refused(answer, 413, 400)


@pytest.mark.parametrize(
    "body", [DEEP, DEEP_OBJECT, b'{"email": ' + DEEP + b"}", b"[" * 60_000], ids=lambda body: str(body[:12])
)
@pytest.mark.parametrize("path", WRITES)
def test_limits_json_tens_of_thousands_deep_is_a_bad_request(shop: Shop, path: str, body: bytes) -> None:
    with shop.client(shop.token("talent")) as tom:
        assert_refused(tom.post(path, content=body, headers={"Content-Type": "application/json"}), 400)


@pytest.mark.parametrize(
    "query",
    [
        "&".join(f"price=neq.{number}" for number in range(2_000)),
        "uuid=in.(" + ",".join(["11111111-1111-4111-8111-111111111111"] * 1_600) + ")",
        "price=in.(" + ",".join(map(str, range(10_000))) + ")",
        "select=" + "x" * 65_000,
        "order=" + ",".join(["price.desc"] * 5_000),
    ],
    ids=lambda query: query[:14],
)
def test_limits_a_query_of_thousands_of_parts_is_answered_or_refused(shop: Shop, query: str) -> None:
    with shop.client() as anna:
        answer = anna.get(f"/rest/v1/products?{query}")
    assert answer.status_code < 500, answer.text


def test_limits_headers_of_200_kb_are_refused(shop: Shop) -> None:
    with shop.client() as anna:
        assert anna.get("/rest/v1/products", headers={"X-Note": "x" * 200_000}).status_code == 431


def test_limits_a_token_of_60_kb_is_no_token(shop: Shop) -> None:
    with shop.client() as anna:
        for path in ("/auth/v1/user", "/rest/v1/products"):
            answer = anna.get(path, headers={"Authorization": "Bearer " + "x" * 60_000})
            assert_refused(answer, 401, 403)


def test_limits_a_gzip_bomb_is_never_unpacked(shop: Shop) -> None:
    """Compressed requests are not decoded: the bytes are no JSON."""
    with shop.client(shop.token("talent")) as tom:
        for path in WRITES:
            headers = {"Content-Type": "application/json", "Content-Encoding": "gzip"}
            assert_refused(tom.post(path, content=b"\x1f\x8b\x08" + bytes(1_000), headers=headers), 400)


def test_limits_ten_thousand_keys_are_a_bad_request(shop: Shop) -> None:
    body = json.dumps({f"column{number}": 1 for number in range(10_000)})
    with shop.client(shop.token("talent")) as tom:
        answer = tom.post("/rest/v1/products", content=body, headers={"Content-Type": "application/json"})
    assert_refused(answer, 400)
