"""Slow clients are disconnected after a time limit, and no other request waits for them."""

import re
import select
import socket
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import httpx
import pytest
from starlette.types import Message

from tapis.gateway.fair_share import FairShare
from tapis.gateway.http.body_limits import (
    LimitedBody,
    Overloaded,
    RequestLoad,
    parse_content_length,
)
from tapis.gateway.storage.http.routes import STREAMING, TABLE
from tests.conftest import Shop, prepared, serving, shop_at
from tests.http.raw_socket import ReceivedData, connect, receive_all
from tests.storage.sample_images import photo

MANY = 100


@pytest.fixture(scope="module")
def short_timeout_shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    """A shop with a time limit of one second for bodies."""
    data = prepared(tmp_path_factory.mktemp("impatient") / "data")
    with serving(data, TAPIS_BODY_SECONDS="1") as url, shop_at(url, data) as shop:
        yield shop


def build_request_start(shop: Shop, path: str, lines: str = "Content-Length: 1000") -> bytes:
    """A request head that announces more than is sent, and the first bytes of the body."""
    head = f"POST {path} HTTP/1.1\r\nHost: shop\r\napikey: {shop.anon_key}\r\n{lines}\r\n\r\n"
    return head.encode() + (b"2\r\n[1\r\n" if "chunked" in lines else b"[1")


def receive_answer(connection: socket.socket) -> ReceivedData:
    return ReceivedData(connection.recv(65536), closed=False)


def send_and_wait(
    shop: Shop, messages: Iterable[bytes], receive: Callable[[socket.socket], ReceivedData] = receive_all
) -> list[ReceivedData]:
    """Send each message on its own connection; gives what is received, by default until it is closed."""

    def send(message: bytes) -> ReceivedData:
        with connect(shop.url, patience=30) as connection:
            connection.sendall(message)
            return receive(connection)

    with ThreadPoolExecutor(MANY) as threads:
        return list(threads.map(send, messages))


def test_slow_bodies_that_stop_are_closed_with_408(short_timeout_shop: Shop) -> None:
    bodies = [
        build_request_start(short_timeout_shop, path, lines)
        for path in ("/rest/v1/products", "/storage/v1/object/list/tapis", "/auth/v1/signup")
        for lines in ("Content-Length: 1000", "Transfer-Encoding: chunked")
    ]
    answered = send_and_wait(short_timeout_shop, bodies)
    assert [(received.statuses, received.closed) for received in answered] == [([408], True)] * 6


def test_A8_slow_heads_and_lines_that_stop_are_closed_and_a_sign_up_that_does_is_given_up(shop: Shop) -> None:
    """The limits of ten seconds, all at once."""
    with connect(shop.url, patience=30) as sign_up:
        sign_up.sendall(build_request_start(shop, "/auth/v1/signup"))
        with shop.client() as anna:
            assert anna.get("/auth/v1/health").status_code == 200
        for received in send_and_wait(shop, [b"GET / HTTP/1.1\r\nHost: sh", b""]):
            assert received.closed
            assert received.statuses in ([], [408])
        assert sign_up.recv(200).startswith(b"HTTP/1.1 504")


def test_slow_every_body_has_a_deadline_unless_its_handler_streams(
    short_timeout_shop: Shop,
) -> None:
    """500 bodies to /object/copy once held a gigabyte: each path below /object/ was taken for an upload's."""
    paths = [
        (method, re.sub(r"\{\w+(:path)?\}", "x", path))
        for method, path, handler in TABLE
        if method in {"POST", "PUT", "DELETE"} and handler not in STREAMING
    ]
    assert {"/object/copy", "/object/move", "/object/sign/x/x"} <= {path for _, path in paths}
    messages = [
        build_request_start(short_timeout_shop, f"/storage/v1{path}").replace(b"POST", method.encode(), 1)
        for method, path in paths
    ]
    answers = send_and_wait(short_timeout_shop, messages, receive_answer)
    received_by_path = dict(zip(paths, answers, strict=True))
    assert all(received.statuses for received in received_by_path.values()), received_by_path
    reading = [path for (_, path), received in received_by_path.items() if received.statuses == [408]]
    assert {"/object/copy", "/object/move", "/object/sign/x/x", "/object/list/x", "/bucket"} <= set(reading)


@pytest.mark.parametrize(
    "path", ["/auth/v1/signup", "/rest/v1/rpc/unsubscribe", "/storage/v1/object/list/tapis"]
)
def test_limits_json_of_somebody_unknown_is_at_most_64_kilobytes(short_timeout_shop: Shop, path: str) -> None:
    body = b"[" + b"{}," * 30_000 + b"{}]"
    with short_timeout_shop.client() as anna:
        answer = anna.post(path, content=body, headers={"Content-Type": "application/json"})
        assert 413 in {answer.status_code, int(answer.json().get("statusCode", 0))}


@pytest.mark.parametrize(
    "path", ["/auth/v1/signup", "/rest/v1/products", "/storage/v1/object/tapis/slides/x.jpg"]
)
def test_limits_a_refusal_that_comes_before_the_body_reaches_a_client_that_is_still_sending(
    shop: Shop, path: str
) -> None:
    """Closing with unread bytes resets the connection: a proxy turned the response into a 502."""
    part = b"x" * 64 * 1024
    with connect(shop.url, patience=30) as connection:
        connection.sendall(build_request_start(shop, path, f"Content-Length: {20 * len(part)}"))
        for _ in range(20):
            connection.sendall(part)
            select.select([], [], [], 0.02)  # as a phone sends
        connection.shutdown(socket.SHUT_WR)
        received = receive_all(connection)
    assert len(received.statuses) == 1, received
    assert 400 <= received.statuses[0] < 500


def test_slow_a_client_that_goes_away_in_the_middle_is_no_error_of_ours(short_timeout_shop: Shop) -> None:
    for path in ("/rest/v1/products", "/storage/v1/object/list/tapis", "/auth/v1/signup"):
        with connect(short_timeout_shop.url) as connection:
            connection.sendall(build_request_start(short_timeout_shop, path))
    assert httpx.get(short_timeout_shop.url + "/readyz").text == "ready\n"


def test_limits_a_seventh_upload_at_once_waits_and_no_other_request_does(shop: Shop) -> None:
    tom = shop.account("talent")
    invoices = "/storage/v1/object/tapis/transactions/invoices/nota"
    jpeg = {"Content-Type": "image/jpeg"}

    def send(token: str) -> httpx.Response:
        with shop.client(token) as person:
            return person.post(f"{invoices}-{uuid4()}.jpg", content=photo(), headers=jpeg)

    def begin_six() -> list[socket.socket]:
        begun = [connect(shop.url) for _ in range(6)]
        for connection in begun:
            about = f"Authorization: Bearer {tom.token}\r\nContent-Type: image/jpeg\r\nContent-Length: 9999"
            connection.sendall(build_request_start(shop, f"{invoices}-{uuid4()}.jpg", about))
        return begun

    lines = begin_six()
    try:
        deadline = time.monotonic() + 60
        while (answer := send(tom.token)).status_code == 200:  # until six are under way; slow ones are ended
            assert time.monotonic() < deadline
            lines += begin_six()
        assert (answer.status_code, answer.json()["code"]) == (429, "SlowDown")
        assert int(answer.headers["retry-after"]) > 0
        assert send(shop.token("talent")).status_code == 200
    finally:
        for connection in lines:
            connection.close()
    deadline = time.monotonic() + 60
    while send(tom.token).status_code == 429:
        assert time.monotonic() < deadline


def test_slow_a_hundred_slow_clients_delay_no_other(shop: Shop) -> None:
    place = f"/storage/v1/object/tapis/transactions/invoices/nota-{uuid4()}.jpg"
    starts = [
        b"GET / HTTP/1.1\r\nX-Note: ",
        build_request_start(shop, "/auth/v1/token?grant_type=password"),
        build_request_start(shop, "/rest/v1/products", "Transfer-Encoding: chunked"),
        build_request_start(shop, place, "Content-Type: image/jpeg\r\nContent-Length: 1000000"),
    ]
    lines = [connect(shop.url) for _ in range(MANY)]
    try:
        for number, connection in enumerate(lines):
            connection.sendall(starts[number % len(starts)])
        with shop.client() as anna:
            for path in ("/", "/rest/v1/products", "/auth/v1/settings") * 3:
                assert anna.get(path).status_code == 200
        bodies = [connection for number, connection in enumerate(lines) if number % len(starts) in (1, 2)]
        assert select.select(bodies, [], [], 0)[0] == []  # they are all still waited for
    finally:
        for connection in lines:
            connection.close()


async def test_limits_bodies_that_would_fill_the_memory_are_refused_and_what_was_held_is_given_back() -> None:
    load = RequestLoad(bodies=FairShare(1_500))

    async def receive() -> Message:
        return {"type": "http.request", "body": b"x" * 1_000, "more_body": True}

    arriving = LimitedBody(receive, load, seconds=1)
    await arriving()
    with pytest.raises(Overloaded):
        await arriving()
    arriving.release()
    assert load.bodies.held == 0


async def test_a_body_is_whole_with_the_last_of_the_bytes_that_were_announced() -> None:
    pieces = iter((b"half a ", b"body"))

    async def receive() -> Message:
        return {"type": "http.request", "body": next(pieces), "more_body": True}

    scope = {"headers": [(b"host", b"shop"), (b"content-length", b"11")]}
    arriving = LimitedBody(receive, RequestLoad(), seconds=1, length=parse_content_length(scope))
    assert [(await arriving())["more_body"] for _ in range(2)] == [True, False]
    assert parse_content_length({"headers": [*scope["headers"], (b"transfer-encoding", b"chunked")]}) is None
