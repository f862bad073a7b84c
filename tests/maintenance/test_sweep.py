"""Images that no record names are deleted after a day, never before; not while a backup runs."""

from collections.abc import AsyncIterator, Awaitable, Callable
from uuid import uuid4

import psycopg
import pytest

from tapis.gateway.database import Database
from tapis.gateway.storage.blobs.blob_store import FolderBlobStore
from tapis.gateway.storage.sweeper import BackupRuns, SweepRefused, sweep_bytes
from tapis.ops import postgres
from tapis.ops.maintenance.snapshot import sweeping_paused
from tests.conftest import Shop
from tests.example_rows import put, row
from tests.maintenance.conftest import bytes_of, shown, store
from tests.storage.sample_images import photo

Sweep = Callable[[], Awaitable[int]]
MINUTES = (23 * 60 + 59, 24 * 60 + 1)


@pytest.fixture
async def sweep(shop: Shop) -> AsyncIterator[Sweep]:
    """One sweep as the shop does it."""
    with postgres.ensure_server(shop.data) as urls:
        database = Database(urls.authenticator, 2, 8)
        await database.open()
        yield lambda: sweep_bytes(database, FolderBlobStore(shop.data / "files"))
        await database.close()


@pytest.fixture
def name(shop: Shop) -> str:
    """A picture that Ada has just uploaded."""
    name = f"gallery/malam-{uuid4()}.png"
    with shop.client(shop.token("admin")) as http:
        assert store(http, name, photo(30, 30, ".png")).status_code == 200
    return name


def age(shop: Shop, name: str, minutes: int) -> None:
    """As if it had come, or gone, that long ago."""
    then = f"now() - make_interval(mins => {minutes})"
    shop.sql(f"update storage.objects set created_at = {then} where name = %s", name)
    shop.sql(f"update storage.removed set removed_at = {then} where object ->> 'name' = %s", name)


def there(shop: Shop, name: str) -> bool:
    """Whether the picture is shown."""
    with shop.client() as http:
        return http.get(f"/storage/v1/object/public/tapis/{name}").status_code == 200


async def test_Z8_a_picture_that_no_record_names_is_removed_after_a_day_and_gone_after_another(
    shop: Shop, name: str, sweep: Sweep
) -> None:
    file = bytes_of(shop, name)
    for minutes, shown_still in zip(MINUTES, (True, False), strict=True):
        age(shop, name, minutes)
        await sweep()
        assert (there(shop, name), file.exists()) == (shown_still, True)
    for minutes, kept in zip(MINUTES, (True, False), strict=True):
        age(shop, name, minutes)
        await sweep()
        assert file.exists() == kept


async def test_Z8_a_picture_that_a_record_names_stays_however_old(
    shop: Shop, name: str, sweep: Sweep
) -> None:
    picture = shown(shop, *name.split("/"))
    put(shop.sql, "gallery", row("gallery", shop.user_id("admin"), image=picture))
    age(shop, name, 60 * 24 * 400)
    await sweep()
    assert there(shop, name)


async def test_Z8_removed_bytes_are_kept_as_long_as_a_record_names_them(
    shop: Shop, name: str, sweep: Sweep
) -> None:
    file = bytes_of(shop, name)
    picture = shown(shop, *name.split("/"))
    uuid = put(shop.sql, "gallery", row("gallery", shop.user_id("admin"), image=picture))
    with shop.client(shop.token("admin")) as http:
        http.delete(f"/storage/v1/object/tapis/{name}")
    age(shop, name, 60 * 24 * 400)
    await sweep()
    assert file.exists()
    shop.sql("delete from public.gallery where uuid = %s", uuid)
    await sweep()
    assert not file.exists()


async def test_Z8_nothing_is_deleted_while_a_backup_copies_files(shop: Shop, name: str, sweep: Sweep) -> None:
    file = bytes_of(shop, name)
    shop.sql("delete from storage.objects where name = %s", name)
    age(shop, name, MINUTES[1])
    with psycopg.connect(shop.superuser, autocommit=True) as backup, sweeping_paused(backup):
        with pytest.raises(BackupRuns):
            await sweep()
        assert file.exists()
    await sweep()
    assert not file.exists()


async def test_Z9_nothing_is_swept_while_a_column_of_pictures_is_not_declared(
    shop: Shop, name: str, sweep: Sweep
) -> None:
    age(shop, name, MINUTES[1])
    shop.sql("alter table public.about_us add portrait jsonb check (private.is_image(portrait))")
    with pytest.raises(SweepRefused, match=r"Nothing is swept: the column public\.about_us\.portrait holds"):
        await sweep()
    assert there(shop, name)
    shop.sql("alter table public.about_us drop column portrait")


async def test_Z8_images_in_other_buckets_are_not_swept(shop: Shop, name: str, sweep: Sweep) -> None:
    shop.sql("insert into storage.buckets (id, name) values ('letters', 'letters') on conflict do nothing")
    shop.sql("update storage.objects set bucket_id = 'letters' where name = %s", name)
    age(shop, name, 60 * 24 * 400)
    await sweep()
    assert bytes_of(shop, name).exists()
    shop.sql("delete from storage.objects where name = %s", name)
    shop.sql("delete from storage.buckets where id = 'letters'")
