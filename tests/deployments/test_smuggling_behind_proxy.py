"""The proxies of `deploy/` and the shop read the same requests: none hides from one that the other reads."""

import json
import socket
import ssl
from uuid import uuid4

import httpx
import pytest

from tests.conftest import PASSWORD
from tests.deployments.test_behind_proxy import SESSION_ADDRESSES, ProxiedShop, proxied_shop
from tests.http.raw_socket import ReceivedData, receive_all
from tests.http.test_smuggling import CHUNKED, FORMS

__all__ = ["proxied_shop"]  # the fixture
pytestmark = pytest.mark.anywhere

# A sign-in with this address bypassed the proxy, which writes the visitor's address.
FORGED = "203.0.113.9"
VISITOR = "127.0.0.4"
UPGRADE = (
    b"Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n"
)
MORE_FORMS = {
    "a length that hides a second request": (b"Content-Length: 0\r\nX-Note: a\r\n", b""),
    "a length beside chunks in another case": (
        b"content-length: 4\r\ntRANSFER-eNCODING: CHUNKED\r\n",
        b"0\r\n\r\n",
    ),
    "a length that the shop is told not to see": (
        b"Content-Length: 5\r\nConnection: Content-Length\r\n",
        b"abcde",
    ),
    "chunks that the shop is told not to see": (CHUNKED + b"Connection: Transfer-Encoding\r\n", b"0\r\n\r\n"),
    "an upgrade to another protocol": (UPGRADE, b""),
    "an upgrade to a socket": (
        b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n",
        b"",
    ),
    "an expectation": (b"Expect: 100-continue\r\nContent-Length: 0\r\n", b""),
    "a name with an underscore": (b"Content_Length: 5\r\nTransfer_Encoding: chunked\r\n", b""),
}


def send_raw(proxied_shop: ProxiedShop, message: bytes) -> ReceivedData:
    """Send bytes from the visitor's machine over TLS."""
    host, port = proxied_shop.url.removeprefix("https://").split(":")
    context = ssl.create_default_context(cafile=str(proxied_shop.root))
    with (
        socket.create_connection((host, int(port)), timeout=2, source_address=(VISITOR, 0)) as connection,
        context.wrap_socket(connection, server_hostname=host) as tls_connection,
    ):
        try:
            tls_connection.sendall(message)
        except ConnectionError:
            return ReceivedData(b"", closed=True)
        return receive_all(tls_connection)


def build_request(
    proxied_shop: ProxiedShop, target: str, lines: bytes = b"", body: bytes = b"", host: str = ""
) -> bytes:
    host = host or proxied_shop.url.removeprefix("https://")
    head = f"POST {target} HTTP/1.1\r\nHost: {host}\r\napikey: {proxied_shop.shop.anon_key}\r\n"
    return head.encode() + lines + b"\r\n" + body


def sign_in(
    proxied_shop: ProxiedShop, email: str, lines: bytes = b"", target: str = "", host: str = ""
) -> bytes:
    """A sign-in request with forged headers about its origin."""
    body = json.dumps({"email": email, "password": PASSWORD}).encode()
    forged = f"X-Forwarded-For: {FORGED}\r\nX-Real-IP: {FORGED}\r\nForwarded: for={FORGED}\r\n".encode()
    length = b"Content-Length: %d\r\n" % len(body)
    return build_request(
        proxied_shop, target or "/auth/v1/token?grant_type=password", forged + length + lines, body, host
    )


def fetch_session_address(proxied_shop: ProxiedShop, user_id: str) -> set[str]:
    return {address for (address,) in proxied_shop.shop.sql(SESSION_ADDRESSES, user_id)}


@pytest.mark.parametrize("form", FORMS | MORE_FORMS)
def test_smuggling_no_request_passes_a_proxy_inside_another(proxied_shop: ProxiedShop, form: str) -> None:
    tom = proxied_shop.shop.account("talent")
    proxied_shop.shop.sql("delete from auth.sessions where user_id = %s", tom.user_id)
    lines, body = (FORMS | MORE_FORMS)[form]
    send_raw(
        proxied_shop,
        build_request(proxied_shop, "/auth/v1/logout", lines, body) + sign_in(proxied_shop, tom.email),
    )
    assert fetch_session_address(proxied_shop, tom.user_id) <= {VISITOR}
    with (
        proxied_shop.visitor() as anna
    ):  # on the connections that the proxy keeps, nothing is left for others
        for _ in range(4):
            path = f"/{uuid4()}.txt"
            response = anna.get(path, headers={"Connection": "close"})
            assert (response.status_code, "access_token" in response.text) == (404, False)


@pytest.mark.parametrize(
    "lines",
    [
        b"Connection: X-Forwarded-For\r\n",
        b"Connection: close, X-Forwarded-For, X-Forwarded-Proto\r\n",
        b"X_Forwarded_For: " + FORGED.encode() + b"\r\n",
        b"x-forwarded-for: " + FORGED.encode() + b"\r\nX-FORWARDED-FOR: 127.0.0.1\r\n",
        b"X-Forwarded-For: \r\n",
    ],
    ids=lambda lines: lines.decode()[:40],
)
def test_smuggling_a_visitor_comes_from_their_own_address_whatever_they_say(
    proxied_shop: ProxiedShop, lines: bytes
) -> None:
    tom = proxied_shop.shop.account("talent")
    proxied_shop.shop.sql("delete from auth.sessions where user_id = %s", tom.user_id)
    send_raw(proxied_shop, sign_in(proxied_shop, tom.email, lines))
    assert fetch_session_address(proxied_shop, tom.user_id) == {VISITOR}


@pytest.mark.parametrize(
    ("target", "lines"),
    [
        ("https://evil.example/", {}),
        ("/", {"Host": "evil.example"}),
        ("/", {"X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "http", "X-Forwarded-Port": "81"}),
        ("//evil.example/", {}),
        ("/\\evil.example", {}),
    ],
)
def test_smuggling_no_page_names_a_host_that_a_visitor_chose(
    proxied_shop: ProxiedShop, target: str, lines: dict[str, str]
) -> None:
    headers = {"Host": proxied_shop.url.removeprefix("https://")} | lines
    head = f"GET {target} HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    heard = send_raw(proxied_shop, head.encode() + b"\r\n")
    assert len(heard.statuses) <= 1
    if heard.statuses and heard.statuses[0] < 400:
        assert b"evil.example" not in heard.text.lower().replace(b"%5cevil.example", b"")
    again = httpx.get(proxied_shop.url, verify=False)
    assert (again.status_code, "evil.example" in again.text) == (200, False)


def test_smuggling_one_request_of_two_hosts_is_refused(proxied_shop: ProxiedShop) -> None:
    heard = send_raw(proxied_shop, b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n")
    assert heard.statuses == [400]
