"""Yesterday's database is restored beside today's store: newer files are set aside."""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import obstore
import pytest

from tapis.gateway.storage.blobs.storage_url import connect_bucket, parse_storage_url
from tests.conftest import Shop, prepared, serving, shop_at
from tests.deployments.s3_servers import run_bucket
from tests.maintenance.conftest import (
    BUCKET,
    SampleShop,
    build_image,
    fill_shop,
    run_doctor,
    run_tapis,
    upload_picture,
)
from tests.postgres.os_processes import eventually
from tests.storage.sample_images import photo

pytestmark = pytest.mark.anywhere
PICTURE_AGE_DAYS = 2  # older than any upload that still runs
PICTURES = "select name, version from storage.objects"
SET_ASIDE = "select version from storage.unknown_files"


@pytest.fixture(params=["folder", "moto"])
def settings(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    """The settings of the store: a folder or a bucket."""
    if request.param == "folder":
        yield {}
        return
    with run_bucket("moto", days_apart=PICTURE_AGE_DAYS) as bucket:
        for name, value in bucket.keys().items():
            monkeypatch.setenv(name, value)
        yield bucket.environment


@contextmanager
def serve(data: Path, settings: dict[str, str]) -> Iterator[Shop]:
    with serving(data, **settings) as url, shop_at(url, data) as shop:
        yield shop


def list_stored(data: Path, settings: dict[str, str]) -> set[str]:
    """The keys of all files, which are made two days old."""
    if settings:
        store = connect_bucket(parse_storage_url(settings["TAPIS_STORAGE_URL"]))
        return {Path(one["path"]).name for batch in obstore.list(store, "files") for one in batch}
    files = [file for file in (data / "files").rglob("*") if file.is_file()]
    for file in files:
        os.utime(file, (time.time() - PICTURE_AGE_DAYS * 86_400,) * 2)
    return {file.name for file in files}


def use_shop_today(shop: Shop, books: SampleShop) -> str:
    """Place an order and replace the product's picture; returns the name of the new one."""
    tom, ada = (shop.sign_in(account.email)["access_token"] for account in (books.tom, books.ada))
    with shop.client(tom) as http:
        books.place_order(http)
    filename = f"kain-{uuid4()}.png"
    with shop.client(ada) as http:
        assert upload_picture(http, f"products/{filename}", photo(70, 70, ".png")).status_code == 200
        picture = {"image": build_image(shop, "products", filename)}
        assert http.patch(f"/rest/v1/products?uuid=eq.{books.product}", json=picture).status_code == 204
        assert http.delete(f"{BUCKET}/products/{books.picture}").status_code == 200
    return filename


def test_Z9_pictures_that_are_newer_than_a_restored_database_are_set_aside_and_shown_nowhere(
    tmp_path: Path, settings: dict[str, str]
) -> None:
    data, yesterday = prepared(tmp_path / "data"), tmp_path / "yesterday"
    cluster = data / "postgres" / "cluster"
    with serve(data, settings) as shop:
        shop.has_run_for(800)
        books = fill_shop(shop)
        old = dict(shop.sql(PICTURES))
        with shop.client() as anna:
            address = f"/storage/v1/object/public/tapis/products/{books.picture}"
            original = anna.get(address).content
    subprocess.run(["cp", "--archive", cluster, yesterday], check=True)
    with serve(data, settings) as shop:
        filename = use_shop_today(shop, books)
        newer = {version for name, version in shop.sql(PICTURES) if name not in old}
    assert len(newer) == 2
    all_of_today = list_stored(data, settings)
    shutil.rmtree(cluster)
    yesterday.rename(cluster)
    with serve(data, settings) as shop:
        assert eventually(lambda: {version for (version,) in shop.sql(SET_ASIDE)} == newer)
        assert dict(shop.sql(PICTURES)) == old
        with shop.client() as anna:
            assert anna.get(address).content == original
            (product,) = anna.get(f"/rest/v1/products?uuid=eq.{books.product}").json()
            assert product["image"]["filename"] == books.picture
            assert anna.get(address.replace(books.picture, filename)).status_code == 400
            again = use_shop_today(shop, books)  # the shop goes on; nothing of it meets what was set aside
            replaced = anna.get(address.replace(books.picture, again))
            assert (replaced.status_code, replaced.content == original) == (200, False)
        assert {version for (version,) in shop.sql(SET_ASIDE)} == newer
        listed = run_tapis("removed", "list", data=data, **settings).stdout
        assert all(version in listed for version in newer)
        assert run_doctor(data, **settings) == []
    assert list_stored(data, settings) >= all_of_today
