"""The shop is started without its database, or with another's: it does not open, and no picture is deleted.

Its pictures are forty days old, and a sweep asks for one day: in a folder by the times of the files, on moto
by the simulator's clock, on SeaweedFS, whose clock can't be moved, by the shop's.
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

from tapis.gateway.storage.blobs.storage_url import connect, parse_storage_url
from tapis.ops import postgres
from tests.conftest import TAPIS, environment, prepared, serving, shop_at
from tests.deployments.clocks import ahead
from tests.deployments.s3_servers import Kind, bucket
from tests.maintenance.conftest import PROOFS, SampleShop, fill_shop
from tests.postgres.os_processes import eventually

Settings = Mapping[str, str]
DAYS = 40
STRAY = f"0b0e{str(uuid4())[4:]}"  # a file that no database knows, as old as the pictures
SWEPT = "select version from storage.unknown_files"


@dataclass(slots=True)
class OldShop:
    """A shop at rest with pictures of forty days ago, and how it is opened today."""

    data: Path
    settings: Settings
    books: SampleShop
    stored: Mapping[str, bytes] = field(default_factory=dict)

    def files(self) -> dict[str, bytes]:
        """All that its store has."""
        if url := self.settings.get("TAPIS_STORAGE_URL"):
            store = connect(parse_storage_url(url))
            paths = [found["path"] for batch in obstore.list(store, "files") for found in batch]
            return {path: bytes(obstore.get(store, path).bytes()) for path in paths}
        found = (path for path in (self.data / "files").rglob("*") if path.is_file())
        return {str(path.relative_to(self.data)): path.read_bytes() for path in found}

    def add_stray(self) -> None:
        path = f"files/{STRAY[:2]}/{STRAY}"
        if url := self.settings.get("TAPIS_STORAGE_URL"):
            obstore.put(connect(parse_storage_url(url)), path, b"nobody's")
            return
        (self.data / path).parent.mkdir(exist_ok=True)
        (self.data / path).write_bytes(b"nobody's")
        for name in self.files():
            os.utime(self.data / name, (time.time() - DAYS * 86_400,) * 2)

    def refuses_to_start(self, data: Path, sentence: str, **settings: str) -> None:
        """As `tapis serve` with this folder: one sentence, no database is made, and every file is there."""
        had = (data / "postgres").exists()
        said = subprocess.run(
            [TAPIS, "serve", "--data", data, "--port", "0"],
            env=environment(**{**self.settings, **settings}),
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert (said.returncode, said.stdout, said.stderr.count("\n")) == (1, "", 1), said
        assert said.stderr.startswith("tapis: ")
        assert sentence in said.stderr
        assert (data / "postgres" / "cluster").exists() is had
        assert self.files() == self.stored

    def is_whole(self) -> None:
        """Opened as it should be, all is shown; a sweep sees how old the files are, and deletes none."""
        with serving(self.data, **self.settings) as url, shop_at(url, self.data) as shop:
            assert eventually(lambda: shop.sql(SWEPT) == [(STRAY,)])
            tom = shop.sign_in(self.books.tom.email)["access_token"]
            with shop.client() as anna, shop.client(tom) as own:
                picture = anna.get(f"/storage/v1/object/public/tapis/products/{self.books.picture}")
                assert picture.status_code == 200
                for proof, _ in self.books.orders.values():
                    shown = own.get(f"/storage/v1/object/authenticated/tapis/{PROOFS}/{proof}")
                    assert shown.status_code == 200, shown.text
        assert self.files() == self.stored


@contextmanager
def place(
    kind: Literal["folder", Kind], folder: Path, patch: pytest.MonkeyPatch
) -> Iterator[tuple[dict[str, str], dict[str, str]]]:
    """Where the pictures are kept: settings of the shop, and its clock of today."""
    if kind == "folder":
        yield {}, {}
        return
    with bucket(kind, days_apart=DAYS) as opened:
        for name, value in opened.keys().items():
            patch.setenv(name, value)
        yield opened.environment, ahead(DAYS, folder) if kind == "seaweedfs" else {}


@pytest.fixture(
    scope="module",
    params=["moto", *(pytest.param(kind, marks=pytest.mark.anywhere) for kind in ("folder", "seaweedfs"))],
)
def old(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[OldShop]:
    """The shop whose pictures are at stake."""
    folder = tmp_path_factory.mktemp("old")
    data = prepared(folder / "data")
    with pytest.MonkeyPatch.context() as patch, place(request.param, folder, patch) as (settings, clock):
        with serving(data, **settings) as url, shop_at(url, data) as shop:
            old = OldShop(data, {**settings, **clock}, fill_shop(shop))
            shop.has_run_for(800)
        old.add_stray()
        old.stored = old.files()
        yield old


@pytest.fixture
def stranger(tmp_path: Path) -> Path:
    """The folder of another shop, which never had a picture."""
    data = prepared(tmp_path / "stranger")
    with postgres.ensure_server(data) as urls, psycopg.connect(urls.superuser) as connection:
        connection.execute("update private.shop set id = gen_random_uuid()")  # all that are prepared have one
    return data


@contextmanager
def away(path: Path) -> Iterator[None]:
    """It is somewhere else until the end of the block; what took its place is gone then."""
    kept = path.rename(path.with_suffix(".away"))
    yield
    if path.is_dir():
        shutil.rmtree(path)
    kept.rename(path)


def test_Z9_no_shop_is_made_beside_old_pictures_whose_database_is_missing(
    old: OldShop, tmp_path: Path
) -> None:
    """After a mount that failed, and where the folder says nothing any more."""
    if "TAPIS_STORAGE_URL" in old.settings:
        old.refuses_to_start(tmp_path / "new", "There are pictures in s3://kain/pictures")
        old.refuses_to_start(
            tmp_path / "new",
            "There is no setting TAPIS_DATABSE_URL; the nearest is TAPIS_DATABASE_URL.",
            TAPIS_DATABSE_URL="postgresql://authenticator:secret@db.tapis.example/shop",
        )
    with away(old.data / "postgres"):
        old.refuses_to_start(old.data, f"The database of the shop in {old.data} is not in that folder")
        with away(old.data / "shop"):
            old.refuses_to_start(old.data, "There are pictures in")
    old.is_whole()


@pytest.mark.anywhere
def test_Z9_another_shops_database_is_not_served_beside_old_pictures(old: OldShop, stranger: Path) -> None:
    """Their folders were exchanged, or a service was given the other's bucket."""
    if "TAPIS_STORAGE_URL" in old.settings:
        old.refuses_to_start(stranger, "are another shop's than this database")
    with away(old.data / "postgres"):
        (stranger / "postgres").rename(old.data / "postgres")
        old.refuses_to_start(old.data, f"The folder {old.data} belongs to another shop than this database")
        with away(old.data / "shop"):
            old.refuses_to_start(old.data, "are another shop's than this database")
        (old.data / "postgres").rename(stranger / "postgres")
    old.is_whole()
