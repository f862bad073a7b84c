"""Slow clients: disconnected after a time, while no other request waits for them."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import httpx
import pytest
from starlette.types import Message

from tapis.gateway.http.body_limits import (
    MAX_BYTES_HELD,
    LimitedBody,
    Overloaded,
    RequestLoad,
    content_length,
)
from tests.conftest import Shop, serving, shop_at
from tests.http.raw_socket import Heard, connect, listen
from tests.storage.sample_images import photo

MANY = 100


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    """A shop with a time limit of one second for bodies."""
    data = tmp_path_factory.mktemp("impatient") / "data"
    with serving(data, TAPIS_BODY_SECONDS="1") as url, shop_at(url, data) as shop:
        yield shop


def beginning(shop: Shop, path: str, lines: str = "Content-Length: 1000") -> bytes:
    """A head that announces more than will come, and the first bytes of it."""
    head = f"POST {path} HTTP/1.1\r\nHost: shop\r\napikey: {shop.anon_key}\r\n{lines}\r\n\r\n"
    return head.encode() + (b"2\r\n[1\r\n" if "chunked" in lines else b"[1")


def wait_out(shop: Shop, output: bytes) -> tuple[Heard, float]:
    """Send this and no more; what is received until the connection is closed, and after how many seconds."""
    start = time.monotonic()
    with connect(shop.url, patience=15) as line:
        line.sendall(output)
        return listen(line), time.monotonic() - start


@pytest.mark.parametrize("lines", ["Content-Length: 1000", "Transfer-Encoding: chunked"])
@pytest.mark.parametrize("path", ["/rest/v1/products", "/storage/v1/object/list/tapis", "/auth/v1/signup"])
def test_slow_a_body_that_stops_is_answered_408_and_the_connection_closed(
    impatient: Shop, path: str, lines: str
) -> None:
    received, seconds = wait_out(impatient, beginning(impatient, path, lines))
    assert (received.statuses, received.closed) == ([408], True)
    assert seconds < 5


def test_slow_a_head_that_never_ends_and_a_line_without_a_word_are_closed(impatient: Shop) -> None:
    with ThreadPoolExecutor() as threads:
        waits = [
            threads.submit(wait_out, impatient, output) for output in (b"GET / HTTP/1.1\r\nHost: sh", b"")
        ]
        for received, seconds in (wait.result() for wait in waits):
            assert received.closed
            assert received.statuses in ([], [408])
            assert seconds < 14


def test_slow_a_client_that_goes_away_in_the_middle_is_no_error_of_ours(impatient: Shop) -> None:
    for path in ("/rest/v1/products", "/storage/v1/object/list/tapis", "/auth/v1/signup"):
        with connect(impatient.url) as line:
            line.sendall(beginning(impatient, path))
    assert httpx.get(impatient.url + "/readyz").text == "ready\n"


def test_limits_a_seventh_upload_at_once_waits_and_no_other_request_does(shop: Shop) -> None:
    tom = shop.account("talent")
    invoices = "/storage/v1/object/tapis/transactions/invoices/nota"
    jpeg = {"Content-Type": "image/jpeg"}

    def send(token: str) -> httpx.Response:
        with shop.client(token) as person:
            return person.post(f"{invoices}-{uuid4()}.jpg", content=photo(), headers=jpeg)

    lines = [connect(shop.url) for _ in range(6)]
    try:
        for line in lines:
            about = f"Authorization: Bearer {tom.token}\r\nContent-Type: image/jpeg\r\nContent-Length: 9999"
            line.sendall(beginning(shop, f"{invoices}-{uuid4()}.jpg", about))
        deadline = time.monotonic() + 10
        while (answer := send(tom.token)).status_code == 200:  # until all six are under way
            assert time.monotonic() < deadline
        assert (answer.status_code, answer.json()["code"]) == (429, "SlowDown")
        assert int(answer.headers["retry-after"]) > 0
        assert send(shop.token("talent")).status_code == 200
    finally:
        for line in lines:
            line.close()
    deadline = time.monotonic() + 10
    while send(tom.token).status_code == 429:
        assert time.monotonic() < deadline


def test_slow_a_hundred_slow_clients_delay_no_other(impatient: Shop) -> None:
    place = f"/storage/v1/object/tapis/transactions/invoices/nota-{uuid4()}.jpg"
    starts = [
        b"GET / HTTP/1.1\r\nX-Note: ",
        beginning(impatient, "/auth/v1/token?grant_type=password"),
        beginning(impatient, "/rest/v1/products", "Transfer-Encoding: chunked"),
        beginning(impatient, place, "Content-Type: image/jpeg\r\nContent-Length: 1000000"),
    ]
    lines = [connect(impatient.url) for _ in range(MANY)]
    try:
        for number, line in enumerate(lines):
            line.sendall(starts[number % len(starts)])
        with impatient.client() as anna:
            for path in ("/", "/rest/v1/products", "/auth/v1/settings") * 3:
                start = time.monotonic()
                assert anna.get(path).status_code == 200
                assert time.monotonic() - start < 1
    finally:
        for line in lines:
            line.close()


async def test_limits_bodies_that_would_fill_the_memory_are_refused_and_what_was_held_is_given_back() -> None:
    load = RequestLoad(bytes_held=MAX_BYTES_HELD - 1_500)

    async def receive() -> Message:
        return {"type": "http.request", "body": b"x" * 1_000, "more_body": True}

    arriving = LimitedBody(receive, load, seconds=1)
    await arriving()
    with pytest.raises(Overloaded):
        await arriving()
    arriving.release()
    assert load.bytes_held == MAX_BYTES_HELD - 1_500


async def test_a_body_is_whole_with_the_last_of_the_bytes_that_were_announced() -> None:
    pieces = iter((b"half a ", b"body"))

    async def receive() -> Message:
        return {"type": "http.request", "body": next(pieces), "more_body": True}

    scope = {"headers": [(b"host", b"shop"), (b"content-length", b"11")]}
    arriving = LimitedBody(receive, RequestLoad(), seconds=1, length=content_length(scope))
    assert [(await arriving())["more_body"] for _ in range(2)] == [True, False]
    assert content_length({"headers": [*scope["headers"], (b"transfer-encoding", b"chunked")]}) is None
