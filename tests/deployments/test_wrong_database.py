"""The shop is started without its database, or with another shop's: it refuses, and no picture is deleted.

Its pictures are forty days old, and a sweep requires one day: in a folder by the files' times, on moto by
the simulator's clock, on SeaweedFS, whose clock can't be moved, by the shop's clock.
"""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal
from uuid import uuid4

import obstore
import psycopg
import pytest

from tapis.gateway.storage.blobs.storage_url import connect_bucket, parse_storage_url
from tapis.ops import postgres
from tests.conftest import TAPIS, environment, prepared, serving, shop_at
from tests.deployments.clocks import build_environment_ahead
from tests.deployments.s3_servers import Kind, run_bucket
from tests.maintenance.conftest import PROOFS, SampleShop, fill_shop
from tests.postgres.os_processes import eventually

Settings = Mapping[str, str]
DAYS = 40
STRAY = f"0b0e{str(uuid4())[4:]}"  # a file that no database knows, as old as the pictures
SWEPT = "select version from storage.unknown_files"


@dataclass(slots=True)
class OldShop:
    """A closed shop with pictures of forty days ago, and the settings with which it is opened today."""

    data: Path
    settings: Settings
    books: SampleShop
    stored: Mapping[str, bytes] = field(default_factory=dict)

    def list_files(self) -> dict[str, bytes]:
        """The bytes of all files in its store."""
        if url := self.settings.get("TAPIS_STORAGE_URL"):
            store = connect_bucket(parse_storage_url(url))
            paths = [found["path"] for batch in obstore.list(store, "files") for found in batch]
            return {path: bytes(obstore.get(store, path).bytes()) for path in paths}
        found = (path for path in (self.data / "files").rglob("*") if path.is_file())
        return {str(path.relative_to(self.data)): path.read_bytes() for path in found}

    def add_stray(self) -> None:
        path = f"files/{STRAY[:2]}/{STRAY}"
        if url := self.settings.get("TAPIS_STORAGE_URL"):
            obstore.put(connect_bucket(parse_storage_url(url)), path, b"nobody's")
            return
        (self.data / path).parent.mkdir(exist_ok=True)
        (self.data / path).write_bytes(b"nobody's")
        for name in self.list_files():
            os.utime(self.data / name, (time.time() - DAYS * 86_400,) * 2)

    def assert_refuses_to_start(self, data: Path, sentence: str, **settings: str) -> None:
        """`tapis serve` on this folder fails with one sentence, creates no database, and deletes no file."""
        had_database = (data / "postgres").exists()
        result = subprocess.run(
            [TAPIS, "serve", "--data", data, "--port", "0"],
            env=environment(**{**self.settings, **settings}),
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert (result.returncode, result.stdout, result.stderr.count("\n")) == (1, "", 1), result
        assert result.stderr.startswith("tapis: ")
        assert sentence in result.stderr
        assert (data / "postgres" / "cluster").exists() is had_database
        assert self.list_files() == self.stored

    def assert_whole(self) -> None:
        """Opened correctly, all pictures are shown; a sweep sees how old the files are, and deletes none."""
        with serving(self.data, **self.settings) as url, shop_at(url, self.data) as shop:
            assert eventually(lambda: shop.sql(SWEPT) == [(STRAY,)])
            tom = shop.sign_in(self.books.tom.email)["access_token"]
            with shop.client() as anna, shop.client(tom) as toms_client:
                picture = anna.get(f"/storage/v1/object/public/tapis/products/{self.books.picture}")
                assert picture.status_code == 200
                for proof, _ in self.books.orders.values():
                    response = toms_client.get(f"/storage/v1/object/authenticated/tapis/{PROOFS}/{proof}")
                    assert response.status_code == 200, response.text
        assert self.list_files() == self.stored


@contextmanager
def prepare_store(
    kind: Literal["folder", Kind], folder: Path, patch: pytest.MonkeyPatch
) -> Iterator[tuple[dict[str, str], dict[str, str]]]:
    """A store for the pictures: settings of the shop, and the environment with today's clock."""
    if kind == "folder":
        yield {}, {}
        return
    with run_bucket(kind, days_apart=DAYS) as bucket:
        for name, value in bucket.keys().items():
            patch.setenv(name, value)
        yield bucket.environment, build_environment_ahead(DAYS, folder) if kind == "seaweedfs" else {}


@pytest.fixture(
    scope="module",
    params=["moto", *(pytest.param(kind, marks=pytest.mark.anywhere) for kind in ("folder", "seaweedfs"))],
)
def old_shop(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[OldShop]:
    """A shop with pictures that a wrong sweep would delete."""
    folder = tmp_path_factory.mktemp("old")
    data = prepared(folder / "data")
    with (
        pytest.MonkeyPatch.context() as patch,
        prepare_store(request.param, folder, patch) as (settings, clock),
    ):
        with serving(data, **settings) as url, shop_at(url, data) as shop:
            old_shop = OldShop(data, {**settings, **clock}, fill_shop(shop))
            shop.has_run_for(800)
        old_shop.add_stray()
        old_shop.stored = old_shop.list_files()
        yield old_shop


@pytest.fixture
def other_data(tmp_path: Path) -> Path:
    """The data folder of another shop, which never had a picture."""
    data = prepared(tmp_path / "stranger")
    with postgres.ensure_server(data) as urls, psycopg.connect(urls.superuser) as connection:
        connection.execute(
            "update private.shop set id = gen_random_uuid()"
        )  # copies of the prepared folder share one
    return data


@contextmanager
def move_aside(path: Path) -> Iterator[None]:
    """Move a folder away until the end of the block; whatever took its place is then deleted."""
    aside = path.rename(path.with_suffix(".away"))
    yield
    if path.is_dir():
        shutil.rmtree(path)
    aside.rename(path)


def test_Z9_no_shop_is_made_beside_old_pictures_whose_database_is_missing(
    old_shop: OldShop, tmp_path: Path
) -> None:
    """After a mount that failed, and where the folder says nothing any more."""
    if "TAPIS_STORAGE_URL" in old_shop.settings:
        old_shop.assert_refuses_to_start(tmp_path / "new", "There are pictures in s3://kain/pictures")
        old_shop.assert_refuses_to_start(
            tmp_path / "new",
            "There is no setting TAPIS_DATABSE_URL; the nearest is TAPIS_DATABASE_URL.",
            TAPIS_DATABSE_URL="postgresql://authenticator:secret@db.tapis.example/shop",
        )
    with move_aside(old_shop.data / "postgres"):
        old_shop.assert_refuses_to_start(
            old_shop.data, f"The database of the shop in {old_shop.data} is not in that folder"
        )
        with move_aside(old_shop.data / "shop"):
            old_shop.assert_refuses_to_start(old_shop.data, "There are pictures in")
    old_shop.assert_whole()


@pytest.mark.anywhere
def test_Z9_another_shops_database_is_not_served_beside_old_pictures(
    old_shop: OldShop, other_data: Path
) -> None:
    """Their folders were exchanged, or a service was given the other's bucket."""
    if "TAPIS_STORAGE_URL" in old_shop.settings:
        old_shop.assert_refuses_to_start(other_data, "are another shop's than this database")
    with move_aside(old_shop.data / "postgres"):
        (other_data / "postgres").rename(old_shop.data / "postgres")
        old_shop.assert_refuses_to_start(
            old_shop.data, f"The folder {old_shop.data} belongs to another shop than this database"
        )
        with move_aside(old_shop.data / "shop"):
            old_shop.assert_refuses_to_start(old_shop.data, "are another shop's than this database")
        (old_shop.data / "postgres").rename(other_data / "postgres")
    old_shop.assert_whole()
