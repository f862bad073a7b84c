"""A wrong folder, bucket or database: stores of other shops are recognised and left alone."""

import asyncio
from collections.abc import AsyncIterator
from io import BytesIO
from pathlib import Path
from uuid import uuid4

import pytest
from obstore.store import MemoryStore

from tapis.gateway.database import Database
from tapis.gateway.settings import settings_from_values
from tapis.gateway.storage.blobs.blob_store import BlobStore, FolderBlobStore
from tapis.gateway.storage.blobs.s3_store import S3BlobStore
from tapis.gateway.storage.identity import StoreMismatch, ensure_same_shop, require_no_pictures
from tapis.ops.command_errors import CommandError
from tapis.ops.maintenance.store_check import require_same_shop
from tests.conftest import Shop
from tests.maintenance.conftest import run_tapis
from tests.maintenance.conftest import upload_picture as upload
from tests.storage.sample_images import photo

PICTURE = photo(30, 30, ".png")


@pytest.fixture
async def database(shop: Shop) -> AsyncIterator[Database]:
    """The database of a shop with a picture, as its gateway connects."""
    with shop.client(shop.token("admin")) as http:
        assert upload(http, f"gallery/malam-{uuid4()}.png", PICTURE).status_code == 200
    async with Database(shop.authenticator, 2, 8) as database:
        yield database


@pytest.fixture(params=["folder", "bucket"])
def foreign_store(request: pytest.FixtureRequest, tmp_path: Path) -> BlobStore:
    """A store that this shop has never used."""
    if request.param == "folder":
        return FolderBlobStore(tmp_path / "files")
    return S3BlobStore(MemoryStore(), tmp_path / "scratch")


def fetch_shop_id(shop: Shop) -> str:
    return str(shop.sql("select id from private.shop")[0][0])


async def fill_store(store: BlobStore, shop: Shop, *, known: bool) -> None:
    """Store pictures that the database knows, or one that it doesn't."""
    newest = "select version from storage.objects order by created_at desc limit 20"
    oldest = "select version from storage.objects order by created_at limit 20"
    versions = {str(row[0]) for query in (newest, oldest) for row in shop.sql(query)}
    for version in versions if known else [str(uuid4())]:
        await store.put(version, BytesIO(PICTURE))


async def test_Z9_a_shop_and_its_own_pictures_know_each_other(shop: Shop, database: Database) -> None:
    own = FolderBlobStore(shop.data / "files")
    await ensure_same_shop(database, own)
    assert await own.identity() == fetch_shop_id(shop)


async def test_Z9_an_empty_store_is_not_taken_for_that_of_a_shop_with_pictures(
    shop: Shop, database: Database, foreign_store: BlobStore
) -> None:
    with pytest.raises(
        StoreMismatch, match="lacks the pictures that this database names: correct"
    ) as refused:
        await ensure_same_shop(database, foreign_store)
    assert fetch_shop_id(shop) in str(refused.value)
    assert await foreign_store.identity() is None


async def test_Z9_what_is_copied_into_a_bucket_is_the_shops_own(
    shop: Shop, database: Database, foreign_store: BlobStore
) -> None:
    await fill_store(foreign_store, shop, known=True)
    # Several gateways start at once.
    await asyncio.gather(*(ensure_same_shop(database, foreign_store) for _ in range(5)))
    assert await foreign_store.identity() == fetch_shop_id(shop)


async def test_Z9_another_shops_pictures_are_refused_until_the_operator_says_that_they_belong_together(
    shop: Shop, database: Database, foreign_store: BlobStore
) -> None:
    stranger = str(uuid4())
    assert await foreign_store.set_identity(stranger) == stranger
    with pytest.raises(StoreMismatch, match="are another shop's than this database: correct --data"):
        await ensure_same_shop(database, foreign_store)
    await foreign_store.set_identity(fetch_shop_id(shop))  # a second meeting changes nothing
    assert await foreign_store.identity() == stranger
    await foreign_store.set_identity(fetch_shop_id(shop), replace=True)
    await ensure_same_shop(database, foreign_store)


async def test_Z9_a_database_takes_over_no_pictures_that_it_does_not_know(
    shop: Shop, database: Database, foreign_store: BlobStore
) -> None:
    await fill_store(foreign_store, shop, known=True)
    for _ in range(200):
        await fill_store(foreign_store, shop, known=False)
    if isinstance(foreign_store, FolderBlobStore):
        for folder in foreign_store.root.glob("0*"):
            folder.rename(folder.with_suffix(".gone"))
    with pytest.raises(StoreMismatch, match="doesn't know the pictures in"):
        await ensure_same_shop(database, foreign_store)


async def test_Z9_no_database_is_made_beside_pictures(shop: Shop, foreign_store: BlobStore) -> None:
    await require_no_pictures(foreign_store)
    await fill_store(foreign_store, shop, known=False)
    with pytest.raises(StoreMismatch, match="no new one is made"):
        await require_no_pictures(foreign_store)


@pytest.mark.parametrize("command", [("serve", "--port", "0"), ("migrate",), ("demo",)])
def test_Z9_with_the_database_missing_no_command_makes_a_new_shop_beside_the_pictures(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    """As after a mount that failed: `files/` is there, `postgres/` is not."""
    picture = tmp_path / "files" / "4f" / f"4f0c{str(uuid4())[4:]}"
    picture.parent.mkdir(parents=True)
    picture.write_bytes(PICTURE)
    result = run_tapis(*command, data=tmp_path)
    assert (result.returncode, result.stderr.count("\n")) == (1, 1), result.stderr
    assert f"There are pictures in {tmp_path}/files and no database that knows them" in result.stderr
    assert picture.read_bytes() == PICTURE
    assert not (tmp_path / "postgres" / "cluster").exists()


def test_Z9_a_database_that_does_not_answer_is_not_taken_for_a_fault_of_the_bucket(tmp_path: Path) -> None:
    settings = settings_from_values(data=tmp_path, storage_url="s3://bucket")
    with pytest.raises(CommandError, match="The database does not answer; try again later"):
        require_same_shop(settings, "postgresql://127.0.0.1:1/shop")
