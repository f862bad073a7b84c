"""The unmodified official clients, for Node and Python, use pictures for a day."""

import base64
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest
from storage3.exceptions import StorageApiError
from supabase import ClientOptions, create_client

from tests.conftest import Shop
from tests.node_client import CLIENTS, run_script
from tests.storage.sample_images import decode_image, photo

SCRIPT = Path(__file__).with_name("official_client.mjs")
FOLDER = "transactions/invoices"
POLICY = "new row violates row-level security policy"
Day = dict[str, dict[str, Any]]


@pytest.fixture(scope="module")
def day(shop: Shop) -> Day:
    """The results of storage-js at each step of the script, as a new talent."""
    facts = {
        "url": shop.url,
        "anonKey": shop.anon_key,
        "serviceKey": shop.service_key,
        "talent": shop.account("talent").token,
        "folder": FOLDER,
        "storageJs": str(CLIENTS / "storage-js"),
        "picture": base64.b64encode(photo(640, 480)).decode(),
    }
    return run_script(SCRIPT, facts)


@pytest.mark.parametrize("way", ["blob", "buffer", "form", "stream"])
def test_W5_storage_js_uploads_in_every_way(day: Day, way: str) -> None:
    result = day[way]
    assert result["error"] is None
    assert result["data"].keys() == {"id", "path", "fullPath"}
    assert result["data"]["path"] == f"{FOLDER}/{way}.jpg"
    assert result["data"]["fullPath"] == f"tapis/{FOLDER}/{way}.jpg"


@pytest.mark.parametrize(
    ("step", "status", "code", "message"),
    [
        ("again", "409", "KeyAlreadyExists", "The resource already exists"),
        ("upsert", "501", "NotImplemented", "Overwriting a file (x-upsert) is not offered by this server"),
        ("update", "501", "NotImplemented", "Overwriting a file (PUT) is not offered by this server"),
        ("anna", "403", "AccessDenied", POLICY),
        ("text", "415", "InvalidMimeType", "mime type text/plain;charset=UTF-8 is not supported"),
        ("page", "415", "InvalidMimeType", "mime type text/html is not supported"),
        ("large", "413", "EntityTooLarge", "The object exceeded the maximum allowed size"),
        ("bucket", "404", "NoSuchBucket", "Bucket not found"),
        (
            "signUpload",
            "501",
            "NotImplemented",
            "Uploading to a signed address is not offered by this server",
        ),
        ("move", "403", "AccessDenied", "Access denied"),
    ],
)
def test_W5_storage_js_hands_on_every_sentence_with_its_code(
    day: Day, step: str, status: str, code: str, message: str
) -> None:
    error = {"name": "StorageApiError", "status": 400, "statusCode": status, "code": code, "message": message}
    assert day[step]["error"] == error
    assert day[step]["data"] is None


def test_W5_storage_js_lists_looks_and_downloads(day: Day) -> None:
    names = ["blob.jpg", "buffer.jpg", "form.jpg"]
    assert [found["name"] for found in day["list"]["data"] if found["name"] in names] == names
    assert day["info"]["data"]["contentType"] == "image/jpeg"
    assert day["info"]["data"]["cacheControl"] == "max-age=3600"
    assert day["info"]["data"]["metadata"] == {"title": "Bukti"}
    assert (day["exists"]["data"], day["missing"]["data"]) == (True, False)
    assert day["download"]["data"]["type"] == "image/jpeg"
    assert day["transform"]["data"]["type"] == "image/jpeg"


def test_W4_storage_js_knows_the_public_address(day: Day, shop: Shop) -> None:
    result = day["address"]
    assert result["data"].startswith(f"{shop.url}/storage/v1/object/public/tapis/products/kain-")
    assert (result["status"], result["type"]) == (200, "image/jpeg")
    assert (day["variant"]["status"], day["variant"]["type"]) == (200, "image/webp")


def test_Y19_storage_js_finds_no_personal_picture_at_its_public_address(day: Day) -> None:
    assert (day["personal"]["status"], day["personal"]["data"]["code"]) == (400, "NoSuchKey")


def test_Y22_storage_js_signs_copies_and_lists_by_cursor(day: Day) -> None:
    assert (day["sign"]["status"], day["sign"]["type"], day["sign"]["cache"]) == (
        200,
        "image/jpeg",
        "private, no-store",
    )
    assert (day["signSmall"]["status"], day["signSmall"]["type"]) == (200, "image/webp")
    assert day["signSmall"]["named"].startswith("attachment; filename=bukti.jpg")
    found, missing = day["signMany"]["data"]
    assert found["signedUrl"].startswith("http")
    assert (missing["signedUrl"], missing["path"]) == (None, f"{FOLDER}/none.jpg")
    assert day["copy"]["data"] == {"path": f"tapis/{FOLDER}/copy (1).jpg"}
    assert day["copied"]["data"] == day["download"]["data"]
    assert day["spaced"]["status"] == 200
    assert day["listV2"]["data"]["hasNext"] is True
    assert [found["key"] for found in day["listV2"]["data"]["objects"]] == [
        f"{FOLDER}/blob.jpg",
        f"{FOLDER}/buffer.jpg",
    ]


def test_W5_storage_js_removes(day: Day) -> None:
    assert day["foreign"] == {"step": "foreign", "data": [], "error": None}
    assert {row["name"] for row in day["remove"]["data"]} == {f"{FOLDER}/blob.jpg", f"{FOLDER}/buffer.jpg"}
    assert day["gone"]["error"]["name"] in {"StorageApiError", "StorageUnknownError"}
    assert day["getBucket"]["data"]["public"] is True
    name = day["createBucket"]["data"]["name"]
    assert {name: True}.items() <= {one["id"]: one["public"] for one in day["listBuckets"]["data"]}.items()
    messages = [day[f"{act}Bucket"]["data"]["message"] for act in ("update", "empty", "delete")]
    assert messages == [f"Successfully {did}" for did in ("updated", "emptied", "deleted")]


def test_W5_supabase_py_uploads_reads_and_removes(shop: Shop, tmp_path: Path) -> None:
    token = shop.account("talent").token
    options = ClientOptions(headers={"Authorization": f"Bearer {token}"})
    bucket = create_client(shop.url, shop.anon_key, options).storage.from_("tapis")
    name, picture = f"{FOLDER}/kain-{uuid4()}.jpg", tmp_path / "kain.jpg"
    picture.write_bytes(photo(640, 480))
    sent = bucket.upload(name, picture, {"content-type": "image/jpeg", "cache-control": "60"})
    assert sent.full_path == f"tapis/{name}"
    with pytest.raises(StorageApiError, match="The resource already exists"):
        bucket.upload(name, picture, {"content-type": "image/jpeg"})
    with pytest.raises(StorageApiError, match="Overwriting a file"):
        bucket.upload(name, picture, {"content-type": "image/jpeg", "upsert": "true"})
    assert decode_image(bucket.download(name)).width == 640
    assert decode_image(bucket.download(name, {"transform": {"width": 20}})).width == 640
    assert bucket.exists(name)
    assert bucket.info(name)["cache_control"] == "max-age=60"
    assert [found["name"] for found in bucket.list(FOLDER)] == [name.rpartition("/")[2]]
    assert httpx.get(bucket.get_public_url(name)).status_code == 400
    assert [row["name"] for row in bucket.remove([name])] == [name]
    with pytest.raises(StorageApiError, match="Object not found"):
        bucket.download(name)
