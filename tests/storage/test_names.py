"""Names: what an object may be called, however it is written, and that none of it ever reaches the disk."""

import socket
from urllib.parse import quote, urlsplit

import pytest

from tapis.gateway.storage.blobs.blob_store import KEY
from tests.conftest import Shop
from tests.storage.conftest import Person, trace
from tests.storage.sample_images import photo


@pytest.mark.parametrize(
    "name", ["a-b_c.jpg", "Kain 1 (merah)!.jpg", "a*b'c&d$e@f=g;h:i+j,k.jpg", "1.png", "x" * 1011 + ".jpg"]
)
def test_W3_names_of_allowed_letters(ada: Person, name: str) -> None:
    path = f"products/{name}"
    answer = ada.http.post(
        f"/object/tapis/{quote(path)}", content=photo(), headers={"content-type": "image/jpeg"}
    )
    assert answer.json()["Key"] == f"tapis/{path}"
    assert ada.read(quote(path)).status_code == 200
    assert ada.remove(path) == [path]


@pytest.mark.parametrize(
    "raw",
    [
        "products/../../../etc/passwd",
        "products/..%2f..%2fetc%2fpasswd",
        "products/%2e%2e/%2e%2e/a.jpg",
        "products/%252e%252e%252fa.jpg",
        "products/./a.jpg",
        "..",
        "products//a.jpg",
        "/products/a.jpg",
        "products/",
        "products/a%00.jpg",
        "products/a%0d%0aSet-Cookie:%20b.jpg",
        "products/a.jpg%0a",
        "%0aproducts/a.jpg",
        "products/a%E2%80%AEgpj.exe",
        "products/%C3%A4.jpg",
        "products/%ff%fe.jpg",
        "products/a%5cb.jpg",
        "products/a%23b.jpg",
        "products/a~b%5B%5D.jpg",
        "products/a%7Cb%3C%3E.jpg",
        "products/" + "x" * 1016,
        "products/" + "x" * 30_000,
    ],
)
def test_W3_other_names_are_refused_as_they_are_written(ada: Person, shop: Shop, raw: str) -> None:
    """Sent byte by byte: a client library would tidy some of them up."""
    before = trace(shop)
    status = status_of_raw_upload(shop, ada.http.headers["authorization"], raw)
    assert 400 <= status < 500
    assert trace(shop) == before


ODD_NAMES = [
    "a%00.jpg",
    "%00",
    "a%ff%fe.jpg",
    "%ed%a0%80.jpg",
    "a%0d%0ab",
    "%252e%252e/a",
    "../a",
    "x" * 30_000,
]
PLACES = [
    ("GET", "object/public/tapis/{}"),
    ("HEAD", "object/public/tapis/{}"),
    ("GET", "object/public/{}/a.jpg"),
    ("GET", "object/tapis/{}"),
    ("GET", "object/authenticated/tapis/{}"),
    ("GET", "object/info/tapis/{}"),
    ("GET", "render/image/public/tapis/{}?width=10"),
    ("PUT", "object/tapis/{}"),
    ("DELETE", "object/tapis/{}"),
    ("DELETE", "object/{}"),
    ("POST", "object/list/{}"),
    ("POST", "object/{}/a.jpg"),
    ("GET", "bucket/{}"),
    ("DELETE", "bucket/{}"),
    ("POST", "bucket/{}/empty"),
]


@pytest.mark.parametrize("name", ODD_NAMES)
@pytest.mark.parametrize(("method", "place"), PLACES)
def test_W3_odd_names_are_refused_wherever_they_stand(
    owner: Person, shop: Shop, method: str, place: str, name: str
) -> None:
    before = trace(shop)
    status = status_of(shop, owner.http.headers["authorization"], method, place.format(name))
    assert 400 <= status < 500
    assert trace(shop) == before


def status_of_raw_upload(shop: Shop, authorization: str, raw: str) -> int:
    """Upload with exactly this in the request line."""
    return status_of(shop, authorization, "POST", f"object/tapis/{raw}")


def status_of(shop: Shop, authorization: str, method: str, raw: str) -> int:
    """Send a picture with exactly this in the request line."""
    address = urlsplit(shop.url)
    content = photo()
    head = (
        f"{method} /storage/v1/{raw} HTTP/1.1\r\nHost: {address.netloc}\r\nConnection: close\r\n"
        f"Authorization: {authorization}\r\nContent-Type: image/jpeg\r\nContent-Length: {len(content)}\r\n"
        "\r\n"
    )
    with socket.create_connection((address.hostname or "", address.port or 0), timeout=10) as connection:
        connection.sendall(head.encode() + content)
        answer = connection.makefile("rb").readline()
    return int(answer.split()[1])


def test_W3_names_on_the_disk_are_ours(ada: Person, shop: Shop) -> None:
    ada.stored()
    names = [path.name for path in (shop.data / "files").rglob("*") if path.is_file()]
    assert names
    assert all(KEY.fullmatch(name) for name in names)
    known = shop.sql("select version from storage.objects union select version from storage.removed")
    assert set(names) <= {version for (version,) in known}
