"""Removing pictures: who may, what is answered, and that all is deleted a day later, not before."""

import json
import os
import time
from collections.abc import AsyncIterator
from pathlib import Path
from uuid import uuid4

import pytest

from tapis.gateway.database import Database
from tapis.gateway.settings import load_settings
from tapis.gateway.storage.images.requested_options import parse_transform_options
from tapis.gateway.storage.images.transform_options import QUALITIES
from tapis.gateway.storage.storage_context import StorageContext, open_storage_context
from tapis.gateway.storage.sweeper import sweep
from tapis.gateway.storage.variants.variant_files import VariantFiles
from tests.auth.conftest import auth_client, refresh
from tests.conftest import Shop
from tests.example_rows import image, put, row
from tests.lone_gateway import build_context
from tests.maintenance.conftest import stored_file
from tests.storage.conftest import DOCUMENTED_METADATA, Person, capture_state, make_object_name, parse_refusal
from tests.storage.sample_images import photo

PROOFS = "transactions/invoices"


@pytest.fixture
async def storage(shop: Shop) -> AsyncIterator[StorageContext]:
    """The shop's storage context, as its sweep sees it after years."""
    shop.has_run_for(800)
    async with Database(shop.authenticator, 2, 8) as database:
        yield open_storage_context(build_context(load_settings({}, data=shop.data), database))


def test_W3_tom_removes_his_own_and_hears_which(tom: Person, shop: Shop) -> None:
    one, two = tom.upload(folder=PROOFS), tom.upload(folder=PROOFS)
    answer = tom.http.request(
        "DELETE", "/object/tapis", json={"prefixes": [one, make_object_name(PROOFS), two]}
    )
    assert sorted(row["name"] for row in answer.json()) == sorted([one, two])
    assert answer.json()[0].keys() == {
        "name",
        "bucket_id",
        "owner",
        "owner_id",
        "version",
        "id",
        "updated_at",
        "created_at",
        "last_accessed_at",
        "metadata",
        "user_metadata",
    }
    assert answer.json()[0]["owner_id"] == shop.user_id("talent")
    # The key in the store would open the removed proof on a CDN.
    assert all(row["version"] == row["id"] for row in answer.json())
    assert answer.json()[0]["metadata"].keys() == DOCUMENTED_METADATA
    assert parse_refusal(tom.read(one))[2] == "NoSuchKey"


def test_W3_objects_of_others_stay_and_personal_ones_look_missing(
    tom: Person, anna: Person, ada: Person, shop: Shop
) -> None:
    names = [ada.upload(), ada.upload(folder=PROOFS)]
    before = capture_state(shop)
    for person in (tom, anna):
        assert person.remove(*names) == []
        assert person.http.request("DELETE", "/object/none", json={"prefixes": names}).json() == []
        assert parse_refusal(person.http.delete(f"/object/tapis/{names[0]}"))[2] == "AccessDenied"
        assert parse_refusal(person.http.delete(f"/object/tapis/{names[1]}"))[2] == "NoSuchKey"
    assert capture_state(shop) == before


def test_W3_one_picture_by_its_address(ada: Person) -> None:
    name = ada.upload()
    assert ada.http.delete(f"/object/tapis/{name}").json() == {"message": "Successfully deleted"}
    assert parse_refusal(ada.http.delete(f"/object/tapis/{name}"))[2] == "NoSuchKey"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"{}",
        b'{"prefixes": []}',
        b'{"prefixes": "a"}',
        b'{"prefixes": [1]}',
        b"[" * 100_000,
        json.dumps({"prefixes": ["a"] * 1001}).encode(),
        b"x" * 3_000_000,
    ],
)
def test_W3_odd_removals_are_refused(ada: Person, shop: Shop, body: bytes) -> None:
    before = capture_state(shop)
    answer = ada.http.request("DELETE", "/object/tapis", content=body)
    assert answer.status_code == 400
    assert capture_state(shop) == before


def test_W3_names_that_no_object_can_have_remove_nothing(ada: Person) -> None:
    assert ada.http.request("DELETE", "/object/tapis", json={"prefixes": ["../x", "%", ""]}).json() == []
    for odd in (b"a\\u0000b", b"\\ud800"):
        answer = ada.http.request("DELETE", "/object/tapis", content=b'{"prefixes": ["' + odd + b'"]}')
        assert answer.json()["code"] == "InvalidKey"


async def test_Z9_a_removed_picture_can_be_put_back_for_thirty_days(
    ada: Person, shop: Shop, storage: StorageContext
) -> None:
    name = ada.upload(photo(70, 70))
    file, content = stored_file(shop, name), ada.read(name).content
    ada.remove(name)
    assert parse_refusal(ada.read(name))[2] == "NoSuchKey"
    await sweep(storage)
    assert file.read_bytes() == content
    shop.sql(
        "insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata) "
        "select id, bucket_id, name, owner, owner_id, r.version, metadata from storage.removed r, "
        "jsonb_populate_record(null::storage.objects, r.object) where r.version = %s",
        file.name,
    )
    assert ada.read(name).content == content
    shop.sql(
        "update storage.removed set removed_at = now() - interval '31 days' where version = %s", file.name
    )
    await sweep(storage)
    assert ada.read(name).content == content


async def test_Z9_after_thirty_days_bytes_and_variants_are_gone(
    ada: Person, shop: Shop, storage: StorageContext
) -> None:
    name, kept = ada.upload(), ada.upload()
    ada.render(name, "width=10")
    file, variants = stored_file(shop, name), shop.data / "variants"
    ada.remove(name)
    shop.sql(
        "update storage.removed set removed_at = now() - interval '31 days' where version = %s", file.name
    )
    await sweep(storage)
    assert not file.exists()
    assert not (variants / file.name[:2] / file.name).exists()
    assert shop.sql("select from storage.removed where version = %s", file.name) == []
    assert stored_file(shop, kept).exists()


async def test_Z8_a_row_that_goes_by_sql_leaves_its_bytes_recoverable_too(
    ada: Person, shop: Shop, storage: StorageContext
) -> None:
    name = ada.upload()
    file = stored_file(shop, name)
    shop.sql("delete from storage.objects where name = %s", name)
    await sweep(storage)
    assert file.exists()
    assert shop.sql("select object ->> 'name' from storage.removed where version = %s", file.name) == [
        (name,)
    ]


async def test_Z9_bytes_whose_row_never_came_are_set_aside_a_day_later(
    shop: Shop, storage: StorageContext, ada: Person
) -> None:
    name = ada.upload()
    orphan = "00000000-0000-4000-8000-000000000000"
    with (shop.data / "files" / "orphan").open("w+b") as content:
        content.write(photo())
        await storage.bytes.put(orphan, content)
    (shop.data / "files" / "orphan").unlink()
    unfinished = shop.data / "files" / "00" / "half.part"
    unfinished.write_bytes(b"half")
    files = [shop.data / "files" / "00" / orphan, unfinished]
    known = "select version from storage.unknown_files where version = %s"
    for minutes, there, aside in ((23 * 60 + 59, True, []), (24 * 60 + 1, False, [(orphan,)])):
        for file in files:
            if file.exists():
                os.utime(file, (time.time() - minutes * 60,) * 2)
        await sweep(storage)
        assert [file.exists() for file in files] == [True, there]
        assert shop.sql(known, orphan) == aside
    shop.sql("update storage.unknown_files set found_at = now() - interval '31 days'")
    await sweep(storage)
    assert not files[0].exists()
    assert ada.read(name).status_code == 200


def test_Z8_other_sizes_stay_within_their_space_and_prepared_ones_stay(tmp_path: Path) -> None:
    files, version, hour_ago = VariantFiles(tmp_path), str(uuid4()), time.time() - 3600
    query = {"width": "320"}
    prepared, *others = [
        files.path(version, parse_transform_options(query | more, "*/*", "image/jpeg"))
        for more in (
            {},
            *({"height": "320", "quality": str(quality)} for quality in QUALITIES),
            {"height": "500"},
        )
    ]
    for age, path in enumerate((prepared, *others)):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(bytes(1000))
        os.utime(path, (hour_ago + age,) * 2)
    used = files.find(
        version,
        parse_transform_options(query | {"height": "320", "quality": str(QUALITIES[0])}, "*/*", "image/jpeg"),
    )
    files.shrink(max_bytes=4_000)
    assert [path.exists() for path in others] == [True, False, False, True, True]
    assert (used, prepared.exists()) == (others[0], True)
    files.shrink(max_bytes=0)
    assert sorted(tmp_path.glob("??/*/*")) == sorted([prepared, others[0]])


def test_Y21_the_picture_that_people_pay_to_is_not_removed_on_an_old_sign_in(shop: Shop) -> None:
    ada, name = shop.account("admin"), f"kain-{uuid4()}.jpg"
    path = f"/storage/v1/object/tapis/payment-methods/{name}"
    with shop.client(ada.token) as client:
        sent = client.post(path, content=photo(), headers={"Content-Type": "image/jpeg"})
        assert sent.status_code == 200, sent.text
    put(shop.sql, "payment_methods", row("payment_methods", "", qris_image=image(name)))
    shop.sql(
        "update auth.mfa_amr_claims set updated_at = now() - interval '16 minutes'"
        " where session_id in (select id from auth.sessions where user_id = %s)",
        ada.user_id,
    )
    with auth_client(shop) as visitor:
        old = refresh(visitor, ada.session["refresh_token"]).json()["access_token"]
    with shop.client(old) as client:
        body = {"prefixes": [f"payment-methods/{name}"]}
        for refused in (client.delete(path), client.request("DELETE", "/storage/v1/object/tapis", json=body)):
            sentence = "Please enter your password again to change where people pay."
            assert (refused.json()["statusCode"], refused.json()["message"]) == ("403", sentence)
    with shop.client(ada.token) as client:
        assert client.delete(path).status_code == 200
