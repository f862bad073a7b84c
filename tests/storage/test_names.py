"""Object names: which are accepted, in any encoding, and that none names a file on disk."""

import socket
from urllib.parse import quote, urlsplit
from uuid import uuid4

import pytest

from tapis.gateway.storage.blobs.blob_store import IDENTITY, KEY
from tests.conftest import Shop
from tests.storage.conftest import Person, capture_state
from tests.storage.sample_images import photo


@pytest.mark.parametrize(
    "name", ["a-b_c.jpg", "Kain 1 (merah)!.jpg", "a*b'c&d$e@f=g;h:i+j,k.jpg", "1.png", "x" * 1011 + ".jpg"]
)
def test_W3_names_of_allowed_letters(ada: Person, name: str) -> None:
    path = f"products/{name}"
    answer = ada.http.post(
        f"/object/tapis/{quote(path)}",
        content=photo(suffix=".png" if name.endswith(".png") else ".jpg"),
        headers={"content-type": "image/jpeg"},
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
    before = capture_state(shop)
    status = upload_raw(shop, ada.http.headers["authorization"], raw)
    assert 400 <= status < 500
    assert capture_state(shop) == before


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
    before = capture_state(shop)
    status = send_raw_request(shop, owner.http.headers["authorization"], method, place.format(name))
    assert 400 <= status < 500
    assert capture_state(shop) == before


@pytest.mark.parametrize("name", ["a%01.jpg", "a%0d%0ab.jpg", "a%7f.jpg", "%c2%85.jpg", "%1b[31m.jpg"])
@pytest.mark.parametrize(("method", "place"), PLACES)
def test_W3_control_characters_in_a_name_are_malformed_and_not_unknown(
    owner: Person, method: str, place: str, name: str
) -> None:
    answer = owner.http.request(method, f"/{place.format(name)}")
    assert answer.status_code == 400
    assert method == "HEAD" or answer.json()["statusCode"] == "400"


def test_W3_control_characters_in_names_to_remove_or_list_are_malformed(ada: Person) -> None:
    name = ada.upload()
    for method, path, body in (
        ("DELETE", "/object/tapis", {"prefixes": [name, "a\x01.jpg"]}),
        ("POST", "/object/list/tapis", {"prefix": "products\x1b"}),
        ("POST", "/object/list/tapis", {"prefix": "products", "search": "\x7f"}),
    ):
        assert ada.http.request(method, path, json=body).json()["statusCode"] == "400"
    assert ada.read(name).status_code == 200


@pytest.mark.parametrize(("suffix", "truth"), [(".png", "JPEG"), (".jpg", "PNG"), (".avif", "PNG")])
def test_W3_a_name_ends_as_the_decoded_format_does(ada: Person, shop: Shop, suffix: str, truth: str) -> None:
    before = capture_state(shop)
    answer = ada.send_raw(f"products/kain-{uuid4()}{suffix}", photo(40, 30, f".{truth.lower()}"))
    assert answer.json()["statusCode"] == "400"
    assert f"The file is a {truth} image" in answer.json()["message"]
    assert capture_state(shop) == before


@pytest.mark.parametrize("name", ["con.png;.html", ".png", "kain", "kain.html"])
def test_W3_a_name_that_is_no_images_is_refused_before_the_bytes(ada: Person, shop: Shop, name: str) -> None:
    before = capture_state(shop)
    answer = ada.send_raw(f"products/{name}", photo(40, 30, ".png"), "image/png")
    assert (answer.json()["statusCode"], answer.json()["error"]) == ("400", "InvalidKey")
    assert capture_state(shop) == before


def test_W3_both_extensions_of_a_jpeg_are_fine_in_either_case(ada: Person) -> None:
    for extension in ("jpg", "jpeg", "JPG", "JPEG"):
        assert ada.send_raw(f"products/kain-{uuid4()}.{extension}", photo()).status_code == 200


def upload_raw(shop: Shop, authorization: str, raw: str) -> int:
    """Upload with exactly this in the request line; gives the status."""
    return send_raw_request(shop, authorization, "POST", f"object/tapis/{raw}")


def send_raw_request(shop: Shop, authorization: str, method: str, raw: str) -> int:
    """Send a picture with exactly this in the request line; gives the status."""
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
    ada.upload()
    names = [path.name for path in (shop.data / "files").rglob("*") if path.is_file()]
    names.remove(IDENTITY)
    assert names
    assert all(KEY.fullmatch(name) for name in names)
    known = shop.sql("select version from storage.objects union select version from storage.removed")
    assert set(names) <= {version for (version,) in known}
