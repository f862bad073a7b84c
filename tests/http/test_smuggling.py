"""Request smuggling: at most one response to an ambiguous request, then the connection is closed."""

import httpx
import pytest

from tests.conftest import Shop
from tests.http.raw_socket import connect as open_connection
from tests.http.raw_socket import receive_all, send_and_receive

# Hidden behind the first request; it must never be answered.
HIDDEN = b"GET /auth/v1/settings HTTP/1.1\r\nHost: shop\r\napikey: %s\r\n\r\n"
CHUNKED = b"Transfer-Encoding: chunked\r\n"

# Name → lines after the host, and body. Each stands before HIDDEN.
FORMS = {
    "both a length and chunks": (b"Content-Length: 4\r\n" + CHUNKED, b"0\r\n\r\n"),
    "both chunks and a length": (CHUNKED + b"Content-Length: 4\r\n", b"0\r\n\r\n"),
    "two lengths": (b"Content-Length: 4\r\nContent-Length: 5\r\n", b"abcde"),
    "a list of lengths": (b"Content-Length: 5, 5\r\n", b"abcde"),
    "a length with a sign": (b"Content-Length: +5\r\n", b"abcde"),
    "a negative length": (b"Content-Length: -1\r\n", b"abcde"),
    "a hexadecimal length": (b"Content-Length: 0x5\r\n", b"abcde"),
    "a length beyond 64 bits": (b"Content-Length: 99999999999999999999999\r\n", b"abcde"),
    "an unknown coding": (b"Transfer-Encoding: xchunked\r\n", b"0\r\n\r\n"),
    "chunks that are not last": (b"Transfer-Encoding: chunked, identity\r\n", b"0\r\n\r\n"),
    "two codings": (CHUNKED + b"Transfer-Encoding: identity\r\n", b"0\r\n\r\n"),
    "identity": (b"Transfer-Encoding: identity\r\nContent-Length: 5\r\n", b"abcde"),
    "a space before the colon": (b"Transfer-Encoding : chunked\r\n", b"0\r\n\r\n"),
    "a tab that is no space": (b"Transfer-Encoding: \x0bchunked\r\n", b"0\r\n\r\n"),
    "a folded line": (b"Transfer-Encoding:\r\n chunked\r\n", b"0\r\n\r\n"),
    "a folded line elsewhere": (b"X-Note: a\r\n b\r\n", b""),
    "a bare carriage return": (b"X-Note: a\rTransfer-Encoding: chunked\r\n", b""),
    "NUL in a value": (b"X-Note: a\0b\r\n", b""),
    "NUL in a name": (b"X\0Note: ab\r\n", b""),
    "a chunk size with 0x": (CHUNKED, b"0x5\r\nabcde\r\n0\r\n\r\n"),
    "a negative chunk size": (CHUNKED, b"-5\r\nabcde\r\n0\r\n\r\n"),
    "a chunk size beyond 64 bits": (CHUNKED, b"fffffffffffffffff\r\nabcde\r\n0\r\n\r\n"),
    "a chunk size ended by a bare line feed": (CHUNKED, b"5\nabcde\r\n0\r\n\r\n"),
    "a chunk extension with a bare line feed": (CHUNKED, b"5;a=\nb\r\nabcde\r\n0\r\n\r\n"),
    "a chunk longer than its size": (CHUNKED, b"5\r\nabcdeXX0\r\n\r\n"),
    "a chunk extension without end": (CHUNKED, b"5;" + b"a" * 100_000 + b"\r\nabcde\r\n0\r\n\r\n"),
}


def build_sign_in(shop: Shop, lines: bytes, body: bytes) -> bytes:
    """A sign-in request; what follows its body could be taken for a second request."""
    key = shop.anon_key.encode()
    head = b"POST /auth/v1/token?grant_type=password HTTP/1.1\r\nHost: shop\r\napikey: %s\r\n" % key
    return head + lines + b"\r\n" + body + HIDDEN % key


@pytest.mark.parametrize("form", FORMS)
def test_smuggling_a_request_of_two_meanings_is_refused_and_its_line_closed(shop: Shop, form: str) -> None:
    received = send_and_receive(shop.url, build_sign_in(shop, *FORMS[form]), patience=3)
    assert received.closed
    assert len(received.statuses) <= 1
    assert all(400 <= status < 500 for status in received.statuses)
    assert b"mailer_autoconfirm" not in received.text, "the hidden request was answered"
    assert httpx.get(shop.url + "/auth/v1/settings", headers=shop.headers()).status_code == 200


@pytest.mark.parametrize(
    "body", [b"5;note=a\r\nabcde\r\n0\r\n\r\n", b"5\r\nabcde\r\n0\r\nX-Trailer: a\r\n\r\n"]
)
def test_smuggling_what_has_one_meaning_is_read_and_the_next_request_is_answered(
    shop: Shop, body: bytes
) -> None:
    received = send_and_receive(shop.url, build_sign_in(shop, CHUNKED, body), patience=1)
    assert received.statuses == [400, 200]


@pytest.mark.parametrize(
    ("head", "status"),
    [
        (b"GET /auth/v1/settings HTTP/1.1\r\n", 400),
        (b"GET /auth/v1/settings HTTP/1.1\r\nHost: shop\r\nHost: evil\r\n", 400),
        (b"GET /auth/v1/settings HTTP/1.1\r\nHost:\r\n", 400),
        (b"GET /auth\0/v1/settings HTTP/1.1\r\nHost: shop\r\n", 400),
        (b"GET /auth/v1/settings HTTP/9.9\r\nHost: shop\r\n", 400),
        (b"CONNECT evil:443 HTTP/1.1\r\nHost: evil\r\n", 405),
        (b"TRACE /auth/v1/settings HTTP/1.1\r\nHost: shop\r\n", 405),
        (b"BREW /auth/v1/settings HTTP/1.1\r\nHost: shop\r\n", 405),
        (b"GET /?" + b"x" * 65_536 + b" HTTP/1.1\r\nHost: shop\r\n", 414),
        (b"GET / HTTP/1.1\r\nHost: shop\r\nX-Note: " + b"x" * 500_000 + b"\r\n", 431),
        (b"GET / HTTP/1.1\r\nHost: shop\r\n" + b"X-Note: a\r\n" * 101, 431),
    ],
    ids=lambda value: str(value)[2:40],
)
def test_a_head_that_no_browser_sends_is_refused(shop: Shop, head: bytes, status: int) -> None:
    key = b"apikey: " + shop.anon_key.encode() + b"\r\n"
    assert send_and_receive(shop.url, head + key + b"\r\n", patience=1).statuses == [status]


def test_smuggling_no_request_hides_in_the_body_of_one_that_has_none(shop: Shop) -> None:
    """A page takes no body, and what stands there is not taken for the next request."""
    hidden = HIDDEN % shop.anon_key.encode()
    head = b"GET /none.txt HTTP/1.1\r\nHost: shop\r\nContent-Length: %d\r\n\r\n" % len(hidden)
    assert send_and_receive(shop.url, head + hidden, patience=1).statuses == [404]


def test_pipelined_requests_are_answered_in_order(shop: Shop) -> None:
    one = b"GET /none.txt HTTP/1.1\r\nHost: shop\r\n\r\n"
    with open_connection(shop.url, patience=1) as connection:
        connection.sendall(one + HIDDEN % shop.anon_key.encode())
        assert receive_all(connection).statuses == [404, 200]
