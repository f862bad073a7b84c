"""Unreferenced pictures are removed after a day and deleted after thirty more; many only when confirmed."""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TYPE_CHECKING
from uuid import uuid4

import psycopg
import pytest

from tapis.gateway.database import Database
from tapis.gateway.storage.blobs.blob_store import FolderBlobStore
from tapis.gateway.storage.sweep_plan import SweepPlan
from tapis.gateway.storage.sweeper import BackupRunning, ClockMonitor, SweepRefused, sweep_blobs
from tapis.ops.maintenance.image_checks import find_overdue_pictures
from tapis.ops.maintenance.snapshot import pause_sweeping
from tests.conftest import Shop
from tests.example_rows import image, put, row
from tests.maintenance.conftest import build_image, run_doctor, run_tapis, stored_file, upload_picture
from tests.storage.sample_images import photo

if TYPE_CHECKING:
    from pathlib import Path

Sweep = Callable[[], Awaitable[int]]
DAY = 24 * 60
MINUTES = (DAY - 1, DAY + 1)
THIRTY_DAYS = (30 * DAY - 1, 30 * DAY + 1)


@pytest.fixture
async def database(shop: Shop) -> AsyncIterator[Database]:
    """The database of a shop that has been open for years."""
    shop.has_run_for(800)
    async with Database(shop.authenticator, 2, 8) as database:
        yield database
    shop.has_run_for(800)


@pytest.fixture
def sweep(shop: Shop, database: Database) -> Sweep:
    """A function that runs one sweep as the shop does."""
    return lambda: sweep_blobs(database, FolderBlobStore(shop.data / "files"))


@pytest.fixture
def confirmed_sweep(shop: Shop, database: Database) -> Sweep:
    """A function that runs one sweep that an operator has confirmed."""
    return lambda: sweep_blobs(database, FolderBlobStore(shop.data / "files"), confirmed=True)


@pytest.fixture
def name(shop: Shop) -> str:
    """A picture that Ada has just uploaded."""
    name = f"gallery/malam-{uuid4()}.png"
    with shop.client(shop.token("admin")) as http:
        assert upload_picture(http, name, photo(30, 30, ".png")).status_code == 200
    return name


def set_age(shop: Shop, name: str, minutes: int) -> None:
    """Make it look uploaded, or removed, that long ago."""
    moment = f"now() - make_interval(mins => {minutes})"
    shop.sql(f"update storage.objects set created_at = {moment} where name = %s", name)
    shop.sql(f"update storage.removed set removed_at = {moment} where object ->> 'name' = %s", name)


def set_clock_ahead(shop: Shop, days: int) -> None:
    """Put the clock ahead, as far as what the database remembers can tell."""
    earlier = f"- make_interval(days => {days})"
    shop.sql(
        f"update private.running_periods set started_at = started_at {earlier}, seen_at = seen_at {earlier}"
    )
    shop.sql(f"update storage.removed set removed_at = removed_at {earlier}")
    shop.sql(f"update storage.objects set created_at = created_at {earlier}")


def is_shown(shop: Shop, name: str) -> bool:
    """Whether the picture is shown."""
    with shop.client() as http:
        return http.get(f"/storage/v1/object/public/tapis/{name}").status_code == 200


async def test_Z9_a_picture_that_no_record_names_is_removed_after_a_day_and_gone_thirty_days_later(
    shop: Shop, name: str, sweep: Sweep
) -> None:
    file = stored_file(shop, name)
    for minutes, still_shown in zip(MINUTES, (True, False), strict=True):
        set_age(shop, name, minutes)
        await sweep()
        assert (is_shown(shop, name), file.exists()) == (still_shown, True)
    for minutes, kept in zip(THIRTY_DAYS, (True, False), strict=True):
        set_age(shop, name, minutes)
        await sweep()
        assert file.exists() == kept


async def test_Z8_a_picture_that_a_record_names_stays_however_old(
    shop: Shop, name: str, sweep: Sweep
) -> None:
    picture = build_image(shop, *name.split("/"))
    put(shop.sql, "gallery", row("gallery", shop.user_id("admin"), image=picture))
    set_age(shop, name, 60 * 24 * 400)
    await sweep()
    assert is_shown(shop, name)


async def test_Z8_removed_bytes_are_kept_as_long_as_a_record_names_them(
    shop: Shop, name: str, sweep: Sweep
) -> None:
    file = stored_file(shop, name)
    picture = build_image(shop, *name.split("/"))
    uuid = put(shop.sql, "gallery", row("gallery", shop.user_id("admin"), image=picture))
    with shop.client(shop.token("admin")) as http:
        http.delete(f"/storage/v1/object/tapis/{name}")
    set_age(shop, name, 60 * 24 * 400)
    await sweep()
    assert file.exists()
    shop.sql("delete from public.gallery where uuid = %s", uuid)
    await sweep()
    assert file.exists(), "the deleted record can be brought back"
    shop.sql("update private.deleted_records set record = '{}' where uuid = %s", uuid)
    await sweep()
    assert not file.exists()


async def test_Z8_nothing_is_deleted_while_a_backup_copies_files(shop: Shop, name: str, sweep: Sweep) -> None:
    file = stored_file(shop, name)
    shop.sql("delete from storage.objects where name = %s", name)
    set_age(shop, name, THIRTY_DAYS[1])
    with psycopg.connect(shop.superuser, autocommit=True) as backup, pause_sweeping(backup):
        with pytest.raises(BackupRunning):
            await sweep()
        assert file.exists()
    await sweep()
    assert not file.exists()


async def test_Z9_nothing_is_swept_while_a_column_of_pictures_is_not_declared(
    shop: Shop, name: str, sweep: Sweep
) -> None:
    set_age(shop, name, MINUTES[1])
    check = "portrait is null or private.is_image(portrait)"
    shop.sql(f"alter table public.about_us add portrait jsonb check ({check})")
    with pytest.raises(SweepRefused, match=r"Nothing is swept: the column public\.about_us\.portrait holds"):
        await sweep()
    assert is_shown(shop, name)
    shop.sql("alter table public.about_us drop column portrait")


async def test_Z8_images_in_other_buckets_are_not_swept(shop: Shop, name: str, sweep: Sweep) -> None:
    shop.sql("insert into storage.buckets (id, name) values ('letters', 'letters') on conflict do nothing")
    shop.sql("update storage.objects set bucket_id = 'letters' where name = %s", name)
    set_age(shop, name, 60 * 24 * 400)
    await sweep()
    assert stored_file(shop, name).exists()
    shop.sql("delete from storage.objects where name = %s", name)
    shop.sql("delete from storage.buckets where id = 'letters'")


async def test_Z9_a_file_that_the_database_does_not_know_is_set_aside_shown_and_kept_for_thirty_days(
    shop: Shop, name: str, sweep: Sweep, caplog: pytest.LogCaptureFixture
) -> None:
    file = stored_file(shop, name)
    os.utime(file, (time.time() - MINUTES[1] * 60,) * 2)
    shop.sql("delete from storage.objects where name = %s", name)
    shop.sql("delete from storage.removed where version = %s", file.name)
    for minutes, kept in zip((0, *THIRTY_DAYS), (True, True, False), strict=True):
        shop.sql("update storage.unknown_files set found_at = now() - make_interval(mins => %s)", minutes)
        with caplog.at_level("INFO", logger="tapis.gateway.storage"):
            await sweep()
        assert file.exists() == kept
        listed = shop.sql("select version from storage.unknown_files where version = %s", file.name)
        assert listed == ([(file.name,)] if kept else [])
    records = [record for record in caplog.records if vars(record).get("version") == file.name]
    assert [record.message for record in records] == ["a file of no row was deleted"]


async def test_Z9_a_sweep_that_would_take_most_of_a_folder_asks_and_takes_nothing(
    shop: Shop, name: str, sweep: Sweep, confirmed_sweep: Sweep
) -> None:
    """For example after a table was emptied by mistake: four of four."""
    with shop.client(shop.token("admin")) as http:
        names = [f"gallery/malam-{uuid4()}.png" for _ in range(4)]
        for one in names:
            assert upload_picture(http, one, photo(30, 30, ".png")).status_code == 200
    shop.sql("update storage.objects set name = 'attic/' || id || '.png' where name = any(%s)", names)
    shop.sql("update storage.objects set created_at = now() - interval '2 days' where name like 'attic/%%'")
    with pytest.raises(SweepRefused, match="would take 4 of the 4 pictures in attic; `tapis doctor` says"):
        await sweep()
    assert len(shop.sql("select 1 from storage.objects where name like 'attic/%%'")) == 4
    await confirmed_sweep()
    assert shop.sql("select 1 from storage.objects where name like 'attic/%%'") == []


@pytest.mark.parametrize(
    ("unclaimed", "pictures", "asks"),
    [(10, 50, False), (11, 50, True), (11, 1100, False), (101, 90_000, True)],
)
def test_Z9_up_to_ten_files_or_a_hundredth_are_swept_unasked_and_never_more_than_a_hundred(
    unclaimed: int, pictures: int, asks: bool
) -> None:
    one_by_one = [(str(number), f"folder-{number}") for number in range(unclaimed)]
    whole = {f"folder-{number}": 0 for number in range(unclaimed)} | {"all": pictures}
    for plan in (
        SweepPlan(one_by_one, [], [], [], whole),
        SweepPlan([], [], ["1"] * unclaimed, [], whole),
        SweepPlan([], [], [], ["1"] * unclaimed, whole),
    ):
        assert bool(plan.question) is asks
    assert SweepPlan([], one_by_one, [], [], whole).question is None, "removed thirty days ago, by somebody"


async def test_Y42_pictures_of_twelve_declined_people_are_gone_at_once_and_sweeping_goes_on(
    shop: Shop, sweep: Sweep
) -> None:
    event = put(shop.sql, "events", row("events", "", forget_after_days=30, asked=[], days=[]))
    tom = shop.account("talent")
    files: dict[str, list[Path]] = {"comcards": [], "invoices": []}
    for number in range(1, 13):
        pictures = {}
        for folder, kept in files.items():
            filename = f"tom-{uuid4()}.png"
            with shop.client(tom.token) as http:
                path = f"audition-registrations/{folder}/{filename}"
                assert upload_picture(http, path, photo(30, 30, ".png")).status_code == 200
            kept.append(stored_file(shop, path))
            pictures[folder] = image(filename)
        card = row("audition_registrations", tom.user_id, comcard_image=pictures["comcards"])
        uuid = put(shop.sql, "audition_registrations", card | {"invoice_image": pictures["invoices"]})
        entry = row("event_registrations", tom.user_id, event_uuid=event, number=number)
        put(shop.sql, "event_registrations", entry | {"uuid": uuid, "registration_uuid": uuid})
        no = row("event_announcements", tom.user_id, registration_uuid=uuid, event_uuid=event)
        put(shop.sql, "event_announcements", no | {"accepted": False})
    earlier = "update storage.objects set created_at = now() - interval '2 days' where owner_id = %s"
    shop.sql(earlier, tom.user_id)
    shop.sql("select private.purge_declined()")
    await sweep()
    assert [file for file in files["comcards"] if file.exists()] == []
    assert all(file.exists() for file in files["invoices"]), "proofs of payment stay for thirty days"
    assert shop.sql("select count(*) from storage.objects where owner_id = %s", tom.user_id) == [(0,)]
    shop.sql("delete from storage.removed where object ->> 'owner_id' = %s", tom.user_id)
    for file in files["invoices"]:
        file.unlink()


def test_Z9_the_doctor_reports_what_was_to_be_deleted_at_once_and_is_there_after_an_hour(
    shop: Shop, database: Database, name: str
) -> None:
    file = stored_file(shop, name)
    shop.sql("delete from storage.objects where name = %s", name)
    shop.sql("update storage.removed set is_expired = true where version = %s", file.name)
    for minutes, kept in ((59, []), (61, [(file.name,)])):
        set_age(shop, name, minutes)
        with psycopg.connect(shop.superuser) as connection:
            assert [found.keys for found in find_overdue_pictures(connection)] == kept
    shop.sql("delete from storage.removed where version = %s", file.name)
    file.unlink()


async def test_Z9_what_was_removed_for_good_goes_while_another_part_of_the_sweep_waits(
    shop: Shop, name: str, sweep: Sweep, confirmed_sweep: Sweep
) -> None:
    """Pictures of a deleted account, and of eleven products that were deleted thirty days ago."""
    with shop.client(shop.token("admin")) as http:
        removed, lost = ([f"{folder}/{uuid4()}.png" for _ in range(11)] for folder in ("products", "gallery"))
        for one in (*removed, *lost):
            assert upload_picture(http, one, photo(30, 30, ".png")).status_code == 200
    files = [stored_file(shop, one) for one in removed]
    marked = stored_file(shop, name)
    shop.sql("delete from storage.objects where name = any(%s)", [*removed, name])
    shop.sql("update storage.removed set is_expired = true where version = %s", marked.name)
    for one in removed:
        set_age(shop, one, THIRTY_DAYS[1])
    for one in lost:
        set_age(shop, one, MINUTES[1])
    with pytest.raises(SweepRefused, match="would take 11 files"):
        await sweep()
    assert [file for file in (*files, marked) if file.exists()] == []
    assert all(is_shown(shop, one) for one in lost)
    listed = run_tapis("removed", "sweep", data=shop.data, **shop.settings).stdout.splitlines()
    assert {f"    {one}" for one in lost} <= {*listed}
    for one in lost:
        set_age(shop, one, 2 * DAY)
    found = {*run_doctor(shop.data, **shop.settings)}
    assert found & {"sweep-waits", "picture-unclaimed", "bytes-unclaimed"} == {"sweep-waits"}
    await confirmed_sweep()


async def test_Z9_a_clock_that_is_ahead_for_one_sweep_deletes_nothing_early(
    shop: Shop, name: str, sweep: Sweep, database: Database
) -> None:
    """The clock goes forty days ahead: every recorded time looks forty days older."""
    file = stored_file(shop, name)
    shop.sql("delete from storage.objects where name = %s", name)
    set_age(shop, name, 5 * DAY)
    set_clock_ahead(shop, 40)
    await ClockMonitor(database, 30).check()
    await sweep()
    assert file.exists()
    set_clock_ahead(shop, -40)
    await ClockMonitor(database, 30).check()
    await sweep()
    assert file.exists()


async def test_Z9_after_a_jump_of_the_clock_nothing_is_swept_until_the_shop_has_run_for_a_day(
    shop: Shop, name: str, sweep: Sweep, database: Database
) -> None:
    monitor = ClockMonitor(database, 30)
    assert not await monitor.check(0)
    assert not await monitor.check(3599)  # what a slow machine may lose
    assert await monitor.check(2 * 3600 + 3600)
    with pytest.raises(SweepRefused, match="the clock jumped; the shop must run for 24 more hours"):
        await sweep()
    shop.sql("update private.running_periods set started_at = now() - interval '25 hours' where follows_jump")
    await sweep()


async def test_Z9_only_time_in_which_the_shop_ran_makes_anything_old(
    shop: Shop, name: str, sweep: Sweep
) -> None:
    """Closed for a year, and then open for two days: what was removed before has 28 days left."""
    file = stored_file(shop, name)
    shop.sql("delete from storage.objects where name = %s", name)
    set_age(shop, name, 400 * DAY)
    shop.has_run_for(2)
    shop.sql(
        "insert into private.running_periods (id, started_at, seen_at) overriding system value"
        " values (0, now() - interval '390 days', now() - interval '363 days')"
    )
    await sweep()
    assert file.exists()
    shop.sql("update private.running_periods set started_at = started_at - interval '2 days' where id = 0")
    await sweep()
    assert not file.exists()


async def test_Z9_who_restores_during_a_sweep_is_told_the_truth(shop: Shop, name: str, sweep: Sweep) -> None:
    """The sweep has marked it: the restore waits, and then reports that it is too late."""
    restore = "select private.restore_removed(%s)"
    file = stored_file(shop, name)
    shop.sql("delete from storage.objects where name = %s", name)
    set_age(shop, name, 29 * DAY)
    with psycopg.connect(shop.superuser) as sweeping, psycopg.connect(shop.superuser) as restoring:
        sweeping.execute("update storage.removed set is_expired = true where version = %s", [file.name])
        answer = asyncio.create_task(asyncio.to_thread(restoring.execute, restore, [file.name]))
        waiting = "select 1 from pg_locks where not granted and pid = %s"
        while not answer.done() and not shop.sql(waiting, restoring.info.backend_pid):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        sweeping.commit()
        assert (await answer).fetchone() == (None,)
    assert file.exists()  # a kill between the mark and the deletion: the next sweep repeats it
    await sweep()
    assert not file.exists()


async def test_Z9_a_sweep_passes_by_what_is_being_restored(shop: Shop, name: str, sweep: Sweep) -> None:
    file = stored_file(shop, name)
    picture = build_image(shop, *name.split("/"))
    put(shop.sql, "gallery", row("gallery", shop.user_id("admin"), image=picture))
    shop.sql("delete from storage.objects where name = %s", name)
    set_age(shop, name, 31 * DAY)
    with psycopg.connect(shop.superuser) as restoring:  # its time has no end, since a record names it
        assert restoring.execute("select private.restore_removed(%s)", [file.name]).fetchone() == (name,)
        await sweep()
    assert file.exists()
    assert is_shown(shop, name)


async def test_Z9_what_is_past_its_time_is_not_brought_back(shop: Shop, name: str, sweep: Sweep) -> None:
    file = stored_file(shop, name)
    shop.sql("delete from storage.objects where name = %s", name)
    for minutes, back in ((THIRTY_DAYS[1], None), (THIRTY_DAYS[0], name)):
        set_age(shop, name, minutes)
        assert shop.sql("select private.restore_removed(%s)", file.name) == [(back,)]
