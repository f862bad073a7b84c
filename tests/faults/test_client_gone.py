"""The client disconnects: during the upload, during the order, and before the response."""

import json
import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager
from urllib.parse import urlsplit
from uuid import uuid4

import pytest

from tests.access_matrix import checksum
from tests.conftest import Account, Shop
from tests.declared_pictures import FOLDER_OF_PROOFS
from tests.example_rows import Row, image, line, put, put_order, row
from tests.postgres.os_processes import eventually
from tests.storage.conftest import list_files
from tests.storage.sample_images import photo


@pytest.fixture(scope="module")
def tom(shop: Shop) -> Iterator[Account]:
    """Tom; his orders are deleted afterwards."""
    tom = shop.account("talent")
    yield tom
    shop.sql("delete from public.transactions where user_id = %s", tom.user_id)
    shop.sql("delete from storage.objects where owner_id = %s", tom.user_id)


def request(shop: Shop, tom: Account, path: str, body: bytes, mimetype: str) -> bytes:
    """A POST request as raw bytes."""
    headers = shop.headers(tom.token) | {
        "Host": urlsplit(shop.url).netloc,
        "Content-Type": mimetype,
        "Content-Length": str(len(body)),
    }
    lines = [f"POST {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items()), "", ""]
    return "\r\n".join(lines).encode() + body


@contextmanager
def sending(shop: Shop, sent: bytes) -> Iterator[None]:
    """Send, and close the connection without reading the response."""
    place = urlsplit(shop.url)
    with closing(socket.create_connection((place.hostname, place.port), timeout=10)) as connection:
        connection.sendall(sent)
        yield


def count(shop: Shop, order: Row) -> int:
    """How many rows this order is."""
    return len(shop.sql("select 1 from public.transactions where uuid = %s", order["uuid"]))


@pytest.mark.parametrize("part", [0.02, 0.5, 0.99])
def test_C6_an_upload_that_breaks_off_leaves_nothing_and_can_be_sent_again(
    shop: Shop, tom: Account, part: float
) -> None:
    path = f"/storage/v1/object/tapis/{FOLDER_OF_PROOFS}/bukti-{uuid4()}.jpg"
    content = photo(800, 800)
    whole = request(shop, tom, path, content, "image/jpeg")
    files, rows = list_files(shop), checksum(shop.sql)
    with sending(shop, whole[: len(whole) - int(len(content) * (1 - part))]):
        pass
    with shop.client(tom.token) as client:
        assert (list_files(shop), checksum(shop.sql)) == (files, rows)
        sent = client.post(path, content=content, headers={"Content-Type": "image/jpeg"})
    assert sent.status_code == 200


def test_C6_an_order_that_breaks_off_is_none_and_one_when_sent_again(shop: Shop, tom: Account) -> None:
    order = put_order(shop.sql, tom.user_id)
    whole = request(shop, tom, "/rest/v1/transactions", json.dumps(order).encode(), "application/json")
    with sending(shop, whole[:-20]):
        pass
    with shop.client(tom.token) as client:
        assert count(shop, order) == 0
        assert client.post("/rest/v1/transactions", json=order).status_code == 201
    assert count(shop, order) == 1


def test_C6_an_order_whose_answer_was_never_read_is_one_however_often_it_is_sent(
    shop: Shop, tom: Account
) -> None:
    order = put_order(shop.sql, tom.user_id)
    whole = request(shop, tom, "/rest/v1/transactions", json.dumps(order).encode(), "application/json")
    with sending(shop, whole):
        assert eventually(lambda: count(shop, order) == 1)
    with shop.client(tom.token) as client:
        assert client.post("/rest/v1/transactions", json=order).status_code == 201
        (stored,) = client.get(f"/rest/v1/transactions?uuid=eq.{order['uuid']}").json()
    assert stored["invoice_image"]["filename"] == order["invoice_image"]["filename"]
    assert count(shop, order) == 1


def test_C6_an_upload_whose_answer_was_never_read_is_there_and_says_so(shop: Shop, tom: Account) -> None:
    filename = f"bukti-{uuid4()}.jpg"
    path = f"/storage/v1/object/tapis/{FOLDER_OF_PROOFS}/{filename}"
    there = "select 1 from storage.objects where name = %s"
    with sending(shop, request(shop, tom, path, photo(), "image/jpeg")):
        assert eventually(lambda: bool(shop.sql(there, f"{FOLDER_OF_PROOFS}/{filename}")))
    product = put(shop.sql, "products", row("products", tom.user_id))
    order = row("transactions", tom.user_id, transactions=[line(product)], invoice_image=image(filename))
    with shop.client(tom.token) as client:
        again = client.post(path, content=photo(), headers={"Content-Type": "image/jpeg"})
        assert again.json()["code"] == "KeyAlreadyExists"
        assert client.post("/rest/v1/transactions", json=order).status_code == 201
    assert count(shop, order) == 1
