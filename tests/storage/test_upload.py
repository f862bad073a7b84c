"""Uploads: requests of the official clients, responses, and the order of refusals."""

import asyncio
import base64
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import httpx
import pytest

from tapis.gateway.fair_share import THE_SHOP
from tapis.gateway.storage.http import upload_slots
from tests.conftest import Shop
from tests.declared_pictures import AUDIENCES, NAMED_IN
from tests.storage.conftest import Person, capture_state, list_files, make_object_name, parse_refusal
from tests.storage.sample_images import photo

POLICY = ("403", "Unauthorized", "AccessDenied", "new row violates row-level security policy")


def build_not_offered(what: str) -> tuple[str, str, str, str]:
    sentence = f"Overwriting a file ({what}) is not offered by this server"
    return ("501", "NotImplemented", "NotImplemented", sentence)


@pytest.mark.parametrize("folder", AUDIENCES)
def test_W3_ada_uploads_to_every_folder_of_the_shop(ada: Person, shop: Shop, folder: str) -> None:
    name = make_object_name(folder)
    answer = ada.send(name)
    assert answer.status_code == 200
    row = shop.sql("select id::text, owner_id, metadata from storage.objects where name = %s", name)[0]
    assert answer.json() == {"Id": row[0], "Key": f"tapis/{name}"}
    assert row[1] == shop.user_id("admin")
    assert row[2]["mimetype"] == "image/jpeg"
    assert row[2]["size"] == len(ada.read_as_owner(name).content)


def test_W4_the_public_address_is_the_public_path_and_the_returned_key(ada: Person, shop: Shop) -> None:
    key = ada.send(make_object_name(), photo(80, 20)).json()["Key"]
    answer = httpx.get(f"{shop.url}/storage/v1/object/public/{key}")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "image/jpeg"


def test_W3_tom_sends_a_buffer_in_one_piece_or_in_chunks(tom: Person) -> None:
    one, two = make_object_name("transactions/invoices"), make_object_name("transactions/invoices")
    assert tom.send_raw(one, photo()).status_code == 200
    chunks = iter([photo()[:100], photo()[100:]])
    sent = {"content-type": "image/jpeg", "cache-control": "max-age=60"}
    assert tom.http.post(f"/object/tapis/{two}", content=chunks, headers=sent).status_code == 200
    assert tom.read_as_owner(one).content == tom.read_as_owner(two).content
    assert tom.http.get(f"/object/info/tapis/{two}").json()["cache_control"] == "max-age=60"


def test_W3_a_form_may_tell_its_fields_behind_the_file(ada: Person) -> None:
    name = make_object_name()
    head = (
        b'--x\r\nContent-Disposition: form-data; name="a"; filename="b"\r\nContent-Type: image/jpeg\r\n\r\n'
    )
    tail = b'\r\n--x\r\nContent-Disposition: form-data; name="cacheControl"\r\n\r\n77\r\n--x--\r\n'
    headers = {"content-type": "multipart/form-data; boundary=x"}
    assert (
        ada.http.post(f"/object/tapis/{name}", content=head + photo() + tail, headers=headers).status_code
        == 200
    )
    assert ada.read(name).headers["cache-control"] == "max-age=77"


def test_W3_user_metadata_is_stored_and_returned(ada: Person) -> None:
    noted = {"title": "Selendang sutra – merah"}
    form, raw = make_object_name(), make_object_name()
    ada.http.post(
        f"/object/tapis/{form}",
        files={"": ("blob", photo(), "image/jpeg")},
        data={"metadata": json.dumps(noted)},
    )
    ada.send_raw(raw, photo(), **{"x-metadata": base64.b64encode(json.dumps(noted).encode()).decode()})
    assert [ada.http.get(f"/object/info/tapis/{name}").json()["metadata"] for name in (form, raw)] == [
        noted
    ] * 2


@pytest.mark.parametrize("upsert", ["false", "true"])
def test_W3_a_taken_name_is_never_overwritten(ada: Person, owner: Person, shop: Shop, upsert: str) -> None:
    name = ada.upload()
    before = capture_state(shop)
    for person in (ada, owner):
        expected_refusal = parse_refusal(person.send(name, photo(30, 30), **{"x-upsert": upsert}))
        exists = ("409", "Duplicate", "KeyAlreadyExists", "The resource already exists")
        assert expected_refusal == (exists if upsert == "false" else build_not_offered("x-upsert"))
        put = person.http.put(
            f"/object/tapis/{name}", content=photo(), headers={"content-type": "image/jpeg"}
        )
        assert parse_refusal(put) == build_not_offered("PUT")
    assert capture_state(shop) == before


def test_W3_two_at_once_make_one_picture(ada: Person, shop: Shop) -> None:
    """Both pass every check before either has its bytes; the index decides, and the loser leaves nothing."""
    name, before, both_began = make_object_name(), list_files(shop), Barrier(2)

    def body(content: bytes) -> Iterator[bytes]:
        yield content[:50]
        both_began.wait(10)
        yield content[50:]

    def send(content: bytes) -> int:
        headers = dict(ada.http.headers) | {"content-type": "image/jpeg"}
        return httpx.post(
            f"{ada.http.base_url}object/tapis/{name}", content=body(content), headers=headers
        ).status_code

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(send, [photo(50, 50), photo(60, 60)])) == [200, 400]
    assert len(list_files(shop) - before) == 1


def test_W3_anna_may_not_upload_and_nothing_is_read_from_her(anna: Person, shop: Shop) -> None:
    before = capture_state(shop)
    assert parse_refusal(anna.send(make_object_name())) == POLICY
    assert parse_refusal(anna.send_raw(make_object_name("transactions/invoices"), photo())) == POLICY
    assert capture_state(shop) == before


def test_W3_tom_may_not_upload_to_the_folders_of_the_shop(tom: Person, shop: Shop) -> None:
    before = capture_state(shop)
    for folder in set(AUDIENCES) - set(NAMED_IN) | {
        "elsewhere",
        "transactions",
        "transactions/invoices/deep",
    }:
        assert parse_refusal(tom.send(make_object_name(folder))) == POLICY
    assert capture_state(shop) == before


TEXTS, PICTURES = ("text/plain;charset=UTF-8", 16_000_000), ("image/jpeg", 16_000_000)
NOTHING = ("image/jpeg", 0)
BUCKET = ("404", "Bucket not found", "NoSuchBucket", "Bucket not found")
TEXT = ("415", "invalid_mime_type", "InvalidMimeType", "mime type text/plain;charset=UTF-8 is not supported")
LARGE = ("413", "Payload too large", "EntityTooLarge", "The object exceeded the maximum allowed size")
EMPTY = ("400", "InvalidRequest", "InvalidRequest", "No content provided")


@pytest.mark.parametrize(
    ("bucket", "sent", "name", "expected"),
    [
        # Each line has every fault of the lines below it, so the order of checks is seen too.
        ("none", TEXTS, "ä.jpg", BUCKET),
        ("tapis", TEXTS, "ä.jpg", TEXT),
        ("tapis", PICTURES, "ä.jpg", LARGE),
        ("tapis", NOTHING, "ä.jpg", ("400", "InvalidKey", "InvalidKey", "Invalid key: ä.jpg")),
        ("tapis", NOTHING, "products/a.jpg", POLICY),
    ],
)
def test_W3_refusals_come_in_the_order_of_the_original(
    anna: Person, shop: Shop, bucket: str, sent: tuple[str, int], name: str, expected: tuple[str, ...]
) -> None:
    before = capture_state(shop)
    mimetype, size = sent
    answer = anna.http.post(
        f"/object/{bucket}/{name}", content=bytes(size), headers={"content-type": mimetype}
    )
    assert parse_refusal(answer) == expected
    assert capture_state(shop) == before


def test_W3_an_upload_without_content_is_refused(ada: Person) -> None:
    assert parse_refusal(ada.send_raw(make_object_name(), b"")) == EMPTY
    assert parse_refusal(ada.send(make_object_name(), b"")) == EMPTY
    assert (
        parse_refusal(
            ada.http.post(f"/object/tapis/{make_object_name()}", data={"a": "b"}, files={"c": (None, "d")})
        )
        == EMPTY
    )


def test_W3_an_invalid_content_type_is_refused(ada: Person) -> None:
    expected_refusal = ("415", "invalid_mime_type", "InvalidMimeType", "Invalid Content-Type header")
    assert parse_refusal(ada.send_raw(make_object_name(), photo(), "picture")) == expected_refusal
    assert parse_refusal(ada.send_raw(make_object_name(), photo(), "multipart/form-data")) == expected_refusal


@pytest.mark.parametrize(
    ("credentials", "status", "text"),
    [
        ({}, "400", "headers must have required property 'authorization'"),
        ({"apikey": "nonsense"}, "400", "headers must have required property 'authorization'"),
        ({"Authorization": "Bearer"}, "403", "Invalid Compact JWS"),
        ({"Authorization": "Bearer nonsense"}, "403", "Invalid Compact JWS"),
        ({"Authorization": "Bearer a.b.c"}, "403", "Invalid Compact JWS"),
    ],
)
def test_W3_without_a_valid_token_nothing_is_uploaded(
    shop: Shop, credentials: dict[str, str], status: str, text: str
) -> None:
    before = capture_state(shop)
    headers = {"content-type": "image/jpeg"} | credentials
    answer = httpx.post(
        f"{shop.url}/storage/v1/object/tapis/{make_object_name()}", content=photo(), headers=headers
    )
    assert answer.status_code == 400
    assert (answer.json()["statusCode"], answer.json()["message"]) == (status, text)
    assert capture_state(shop) == before


async def test_slow_what_the_database_took_is_not_the_phones_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upload_slots, "GRACE_SECONDS", 0.05)
    upload = upload_slots.Upload(THE_SHOP)
    await asyncio.sleep(0.1)  # the right to upload is asked for
    async with upload.receiving():
        await asyncio.sleep(0.01)
