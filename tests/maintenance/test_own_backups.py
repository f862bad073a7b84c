"""The shop's automatic backups: verified, pruned by schedule, and made before each upgrade."""

import asyncio
import hashlib
import json
import logging
import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from shutil import copytree
from uuid import uuid4

import psycopg
import pytest

from tapis.advisory_locks import BACKUP_RUN
from tapis.gateway.backup_state import BackupState
from tapis.gateway.database import Database
from tapis.gateway.storage.blobs.storage_url import connect_bucket, parse_storage_url
from tapis.ops import postgres
from tapis.ops.backups import backup_run, destinations
from tapis.ops.backups.archive_name import parse_archive_name
from tapis.ops.backups.backup_process import handle_request, seconds_until_due, settings_from_request
from tapis.ops.backups.backup_request import (
    BackupOutcome,
    BackupRequest,
    start_backup_process,
    wait_for_outcome,
)
from tapis.ops.backups.backup_run import verify_archive
from tapis.ops.backups.destinations import BucketDestination
from tapis.ops.backups.lost_backup import find_lost_backup
from tapis.ops.backups.schedule import log_outcome
from tapis.ops.command_errors import CommandError
from tapis.ops.maintenance.backup_checks import (
    find_backup_faults,
    find_backups_beside_shop,
)
from tapis.ops.maintenance.findings import Finding
from tapis.ops.maintenance.installation import connect_as_owner, open_installation
from tapis.ops.maintenance.invariants import Check
from tapis.ops.maintenance.sealed_tar import open_archive
from tapis.ops.migrate.runner import migrate
from tapis.resources import DB_FOLDER
from tests.auth.conftest import wait_until
from tests.conftest import TAPIS, environment, prepared, serving, shop_at
from tests.maintenance.conftest import run_tapis
from tests.storage.s3_server import serve_s3

NEWER_MIGRATIONS = ("0018_backups.sql", "0086_backups_without_pictures.sql")
NEWER_FUNCTIONS = ("backups.sql",)


@dataclass(frozen=True, slots=True)
class RestingShop:
    """A shop of which only the database runs."""

    request: BackupRequest

    @property
    def folder(self) -> Path:
        return Path(self.request.backups_to)

    @property
    def names(self) -> list[str]:
        return sorted(path.name for path in self.folder.iterdir())

    def run_backup(self, reason: str = "command", **changes: str) -> BackupOutcome:
        """Run the backup process's code in this process."""
        request = replace(self.request, reason=reason, **changes)
        return asyncio.run(handle_request(request, settings_from_request(request)))

    def find_faults(self, check: Check = find_backup_faults, **changes: str) -> list[Finding]:
        """The findings of `tapis doctor` about backups."""

        async def find() -> list[Finding]:
            settings = settings_from_request(replace(self.request, **changes))
            async with open_installation(settings, *[self.request.owner_url] * 2) as installation:
                return await check(installation)

        return asyncio.run(find())

    def sql(self, query: str, *params: object) -> list[tuple[object, ...]]:
        with connect_as_owner(self.request.owner_url) as connection:
            cursor = connection.execute(query.encode(), params or None)
            return cursor.fetchall() if cursor.description else []


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """A data folder and the address of its database, for all tests."""
    data = prepared(tmp_path_factory.mktemp("resting") / "data")
    with postgres.ensure_server(data) as urls:
        yield data, urls.superuser


@pytest.fixture
def resting_shop(server: tuple[Path, str], tmp_path: Path) -> RestingShop:
    """The same shop with an empty backup folder of its own."""
    data, owner = server
    resting_shop = RestingShop(
        BackupRequest("command", owner, str(data), "", "daily,2,1", str(tmp_path / "backups"))
    )
    resting_shop.sql("truncate private.backups")
    return resting_shop


def wait_for_file(folder: Path, pattern: str) -> Path:
    """Wait for a file that matches the pattern, and return it."""
    wait_until(lambda: any(folder.glob(pattern)), 60)
    return next(folder.glob(pattern))


def wait_for_next_second() -> None:
    """Until the next backup has another name."""
    second = int(time.time())
    wait_until(lambda: int(time.time()) > second)


@contextmanager
def start_blocked_backup(resting_shop: RestingShop) -> Iterator[subprocess.Popen[str]]:
    """Start the backup process, and block it on a locked table after it has created its file."""
    with psycopg.connect(resting_shop.request.owner_url) as holder:
        holder.execute("lock table public.slides in access exclusive mode")
        process = start_backup_process(resting_shop.request)
        wait_for_file(resting_shop.folder, ".*.part")
        try:
            yield process
        finally:
            process.kill()
            process.wait()
            holder.rollback()


def test_Z12_an_open_shop_makes_a_backup_that_can_be_restored_and_only_administrators_read_when(
    tmp_path: Path,
) -> None:
    data, to = prepared(tmp_path / "data"), tmp_path / "backups"
    settings = {"TAPIS_BACKUPS": "daily,7,4", "TAPIS_BACKUPS_TO": str(to)}
    with serving(data, **settings) as url, shop_at(url, data) as shop:
        people = {200: shop.account("admin").token, 403: shop.account("talent").token, 401: None}
        file = wait_for_file(to, "tapis-*.tar")
        wait_until(lambda: shop.sql("select name from private.backups") == [(file.name,)])
        assert file.stat().st_mode & 0o777 == 0o600
        for status, token in people.items():
            with shop.client(token) as http:
                response = http.post("/rest/v1/rpc/backup_state", json={})
            assert response.status_code == status, response.text
            assert status != 200 or response.json()[0]["made_at"]
    again = tmp_path / "again"
    again.mkdir(mode=0o700)
    (again / "tapis.env").touch(mode=0o600)
    restored = run_tapis("restore", file, data=again)
    assert restored.returncode == 0, restored.stderr
    assert "Settings" not in restored.stdout


@pytest.mark.parametrize("output", [">/dev/full", ">&-"])
def test_Z12_an_open_shop_makes_its_backup_although_it_can_not_print_its_address(
    tmp_path: Path, output: str
) -> None:
    data = str(prepared(tmp_path / "data"))
    command = ["sh", "-c", f'exec "$@" {output}', "sh", str(TAPIS), "serve", "--data", data, "--port", "0"]
    settings = environment(TAPIS_BACKUPS="daily,7,4", TAPIS_BACKUPS_TO=str(tmp_path / "backups"))
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=settings)
    try:
        wait_for_file(tmp_path / "backups", "tapis-*.tar")
    finally:
        process.terminate()
        _, log = process.communicate()
    assert "AttributeError" not in log


def test_Z12_tapis_backup_without_a_file_makes_one_where_the_others_are(resting_shop: RestingShop) -> None:
    result = run_tapis(
        "backup", data=Path(resting_shop.request.data), TAPIS_BACKUPS_TO=str(resting_shop.folder)
    )
    (name,) = resting_shop.names
    assert (result.returncode, result.stdout) == (0, "")
    assert re.fullmatch(rf"{name} is in {resting_shop.folder}: \d\.\d MB, read back\.\n", result.stderr)
    verify_archive(resting_shop.folder / name)
    assert resting_shop.find_faults(find_lost_backup) == []
    gone = [Finding("backup-gone", f"{name} in {resting_shop.folder}")]
    (resting_shop.folder / name).unlink()
    assert resting_shop.find_faults(find_lost_backup) == gone
    resting_shop.folder.rmdir()
    assert (resting_shop.find_faults(find_lost_backup), resting_shop.folder.exists()) == (gone, False)
    assert resting_shop.find_faults(find_lost_backup, backups="", backups_to="") == []


@pytest.mark.parametrize("place", [0.0, 0.3, 0.6, 0.999])
def test_Z12_a_backup_with_one_wrong_bit_is_not_taken_for_one(
    resting_shop: RestingShop, place: float
) -> None:
    resting_shop.run_backup()
    file = resting_shop.folder / resting_shop.names[0]
    content = bytearray(file.read_bytes())
    content[int(place * len(content))] ^= 1
    file.write_bytes(content)
    with pytest.raises(CommandError):
        verify_archive(file)


def test_Z12_one_a_night_is_due_and_a_failed_attempt_is_repeated_after_an_hour(
    resting_shop: RestingShop,
) -> None:
    with connect_as_owner(resting_shop.request.owner_url) as connection:
        assert seconds_until_due(connection) <= 0
        connection.execute("select private.record_backup('schedule', now(), null, null, 'No space left.')")
        assert 3500 < seconds_until_due(connection) <= 3600
        connection.execute("select private.record_backup('command', now(), 'a.tar', 1, null)")
        assert 0 < seconds_until_due(connection) <= 24 * 3600
        connection.execute("update private.backups set ended_at = now() - interval '25 hours'")
        assert seconds_until_due(connection) <= 0
    resting_shop.run_backup("schedule")
    assert len(resting_shop.names) == 1
    assert resting_shop.run_backup("schedule").name == ""
    assert len(resting_shop.names) == 1


@pytest.mark.parametrize(
    ("moment", "since"),
    [
        ("2026-11-23 19:59:59+00", "2026-11-22 20:00:00+00"),
        ("2026-11-23 20:00:00+00", "2026-11-23 20:00:00+00"),
    ],
)
def test_Z12_a_night_begins_at_three_where_the_shop_is(
    resting_shop: RestingShop, moment: str, since: str
) -> None:
    query = "select private.backup_due_since(%s::timestamptz) = %s::timestamptz"
    assert resting_shop.sql(query, moment, since) == [(True,)]


def test_Z12_one_gateway_of_several_makes_the_backup(resting_shop: RestingShop) -> None:
    with connect_as_owner(resting_shop.request.owner_url) as other:
        other.execute("select pg_advisory_lock(%s)", [BACKUP_RUN])
        assert resting_shop.run_backup("schedule") == BackupOutcome()
    assert not resting_shop.folder.exists()


def test_Z12_what_a_wrong_clock_dated_into_the_future_neither_delays_nor_deletes_the_next_backup(
    resting_shop: RestingShop,
) -> None:
    resting_shop.run_backup(backups="daily,1,0")
    (name,) = resting_shop.names
    (known,) = filter(None, [parse_archive_name(name)])
    future = str(replace(known, taken=known.taken + timedelta(days=3650)))
    (resting_shop.folder / name).rename(resting_shop.folder / future)
    resting_shop.sql("update private.backups set ended_at = ended_at + interval '3650 days'")
    assert [one.code for one in resting_shop.find_faults()] == ["backup-overdue"]
    made = resting_shop.run_backup("schedule", backups="daily,1,0").name
    assert resting_shop.names == sorted([made, future])
    assert resting_shop.find_faults() == []


async def test_Z12_a_backup_of_any_size_reaches_a_bucket_in_as_many_parts_as_a_store_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive, name = tmp_path / "archive", f"tapis-0badcafe-{datetime.now(UTC):%Y%m%dT%H%M%SZ}.tar"
    archive.write_bytes(os.urandom(22_000_000))
    monkeypatch.setattr(destinations, "MAX_PARTS", 3)
    with serve_s3() as (shelf, environment):
        for variable, value in environment.items():
            monkeypatch.setenv(variable, value)
        address = parse_storage_url("s3://bucket/backups")
        destination = BucketDestination(connect_bucket(address), str(address), tmp_path)
        await destination.publish(archive, name)
        assert [len(parts) for parts in shelf.uploads.values()] == [3]
        assert [str(one) for one in await destination.names("0badcafe")] == [name]


def test_Z12_limits_of_the_owners_role_dont_end_a_backup(resting_shop: RestingShop) -> None:
    limits = ("statement_timeout", "transaction_timeout", "idle_in_transaction_session_timeout")
    try:
        for limit in limits:
            resting_shop.sql(f"alter role postgres set {limit} = '500ms'")
        with connect_as_owner(resting_shop.request.owner_url) as connection, connection.transaction():
            connection.execute("select pg_sleep(0.6)")
            time.sleep(0.6)
            connection.execute("select 1")
    finally:
        resting_shop.sql("alter role postgres reset all")


async def test_Z12_a_backup_reaches_a_bucket_over_a_line_that_is_too_slow_for_it_in_one_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive, name = tmp_path / "archive", f"tapis-0badcafe-{datetime.now(UTC):%Y%m%dT%H%M%SZ}.tar"
    archive.write_bytes(os.urandom(22_000_000))
    with serve_s3() as (shelf, environment):
        for variable, value in environment.items():
            monkeypatch.setenv(variable, value)
        shelf.fault = "narrow"
        address = parse_storage_url("s3://bucket/backups")
        bucket = connect_bucket(address, {"timeout": timedelta(seconds=3)})
        destination = BucketDestination(bucket, str(address), tmp_path)
        await destination.publish(archive, name)
        assert [str(one) for one in await destination.names("0badcafe")] == [name]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_Z12_an_interrupted_backup_leaves_nothing_that_looks_like_one(
    resting_shop: RestingShop, number: signal.Signals
) -> None:
    resting_shop.run_backup()
    (first,) = resting_shop.names
    second = int(time.time())
    with start_blocked_backup(resting_shop) as process:
        process.send_signal(number)
        assert wait_for_outcome(process).refused
    assert [name for name in resting_shop.names if not name.startswith(".")] == [first]
    wait_until(lambda: int(time.time()) > second)  # of which names of backups are made
    resting_shop.run_backup()
    assert first not in resting_shop.names  # another one of the same day is newer
    assert len(resting_shop.names) == 1


@contextmanager
def add_picture(resting_shop: RestingShop) -> Iterator[Path]:
    """Add a picture to the shop, and yield its file."""
    version, content = str(uuid4()), os.urandom(1000)
    file = Path(resting_shop.request.data) / "files" / version[:2] / version
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)
    facts = json.dumps({"eTag": f'"{hashlib.sha256(content).hexdigest()}"', "size": len(content)})
    resting_shop.sql(
        "insert into storage.objects (bucket_id, name, version, metadata) values ('tapis', %s, %s, %s)",
        f"products/{version}.png",
        version,
        facts,
    )
    try:
        yield file
    finally:
        file.unlink(missing_ok=True)
        resting_shop.sql("delete from storage.objects where version = %s", version)
        resting_shop.sql("delete from storage.removed where version = %s", version)


def test_Z12_a_backup_without_a_picture_is_reported_and_never_replaces_one_that_has_it(
    resting_shop: RestingShop,
) -> None:
    def make() -> str:
        wait_for_next_second()
        return resting_shop.run_backup(backups="daily,1,0").name

    with add_picture(resting_shop) as file:
        whole, content = make(), file.read_bytes()
        assert resting_shop.find_faults() == []
        file.unlink()
        (Path(resting_shop.request.data) / "files" / "identity").unlink(
            missing_ok=True
        )  # all of the store is gone
        without = [make() for _ in range(2)]
        assert resting_shop.names == [whole, without[-1]]
        (found,) = resting_shop.find_faults()
        assert found.code == "backup-damaged"
        assert found.what.startswith("1 of the backup of ")
        file.write_bytes(content)
        whole_again = make()
    assert resting_shop.names == [whole_again]
    assert resting_shop.find_faults() == []


def test_Z12_a_backup_leaves_the_shop_room_and_counts_pictures_that_were_removed(
    resting_shop: RestingShop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a disk of 100 GB, of which the shop's database needs little."""
    free, mega = 5_300, 1_000_000

    def report_usage(_: Path) -> tuple[int, int, int]:
        return 100_000 * mega, (100_000 - free) * mega, free * mega

    monkeypatch.setattr(shutil, "disk_usage", report_usage)
    resting_shop.run_backup()
    with add_picture(resting_shop) as file:
        for size, is_expired, fits in ((4_000, True, True), (4_000, False, False), (10, False, True)):
            resting_shop.sql("delete from storage.objects where version = %s", file.name)
            resting_shop.sql(
                "update storage.removed set is_expired = %s,"
                " object = jsonb_set(object, '{metadata,size}', to_jsonb(%s::bigint)) where version = %s",
                is_expired,
                size * mega,
                file.name,
            )
            if fits:
                resting_shop.run_backup()
                continue
            with pytest.raises(CommandError, match=r"A backup needs up to 9,\d\d\d MB in .*, where 5,300 MB"):
                resting_shop.run_backup()
    free = 4_900
    with pytest.raises(CommandError, match=r"needs up to 5,0\d\d MB in .*: free some space"):
        resting_shop.run_backup()
    monkeypatch.setattr(backup_run, "is_on_disk_of", lambda *_: False)
    resting_shop.run_backup()


def test_Z12_no_backup_is_made_beside_another_shops_pictures(resting_shop: RestingShop) -> None:
    identity = Path(resting_shop.request.data) / "files" / "identity"
    identity.parent.mkdir(exist_ok=True)
    identity.write_text(str(uuid4()))
    try:
        with pytest.raises(CommandError, match="are another shop's than this database"):
            resting_shop.run_backup("schedule")
    finally:
        identity.unlink()  # a backup needs none, and an open shop writes its own
    assert resting_shop.names == []
    assert [one.code for one in resting_shop.find_faults()] == ["backup-overdue", "backup-failed"]


def test_Z12_a_backup_that_gets_no_connection_to_the_database_is_recorded(
    resting_shop: RestingShop, monkeypatch: pytest.MonkeyPatch
) -> None:
    no_database = "postgresql://127.0.0.1:1/shop"
    monkeypatch.setattr("tapis.gateway.database.pool.TIMEOUT_SECONDS", 0.1)
    monkeypatch.setattr(
        "tapis.ops.maintenance.installation.Database", lambda _, *limits: Database(no_database, *limits)
    )
    with pytest.raises(CommandError) as failed:
        resting_shop.run_backup("schedule")
    assert str(failed.value) == "The backup could not be made: no free connection to the database."
    assert resting_shop.sql("select error from private.backups") == [(str(failed.value),)]


def test_Z12_a_failed_backup_deletes_nothing_is_recorded_and_found_by_the_doctor(
    resting_shop: RestingShop, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(CommandError, match="can't be made: Not a directory; name another"):
        resting_shop.run_backup(backups_to=str(tmp_path / "file" / "backups"))
    resting_shop.run_backup()
    before = resting_shop.names
    assert resting_shop.find_faults() == []
    resting_shop.sql(
        "select private.record_backup('schedule', now(), null, null, 'No space left on device.')"
    )
    assert resting_shop.names == before
    (failed,) = resting_shop.find_faults()
    assert failed.code == "backup-failed"
    assert "No space left on device; remove the cause" in failed.sentence
    resting_shop.sql("update private.backups set ended_at = ended_at - interval '40 hours'")
    assert [one.code for one in resting_shop.find_faults()] == ["backup-overdue", "backup-failed"]


def test_Z12_the_doctor_says_when_a_shop_that_made_backups_each_night_has_lost_its_schedule(
    resting_shop: RestingShop,
) -> None:
    resting_shop.run_backup()
    assert resting_shop.find_faults(backups="") == []  # nobody asked for one each night
    resting_shop.sql("select private.record_backup('schedule', now(), 'night.tar', 1, null)")
    assert resting_shop.find_faults() == []
    (lost,) = resting_shop.find_faults(backups="")
    assert (lost.code, lost.kind.is_wrong) == ("backup-unset", False)


def test_Z12_the_doctor_says_when_the_disk_that_is_meant_for_backups_is_the_shops_own(
    resting_shop: RestingShop,
) -> None:
    def find(folder: str) -> list[str]:
        return [one.code for one in resting_shop.find_faults(find_backups_beside_shop, backups_to=folder)]

    assert find(str(resting_shop.folder)) == []
    resting_shop.folder.mkdir()  # as where a disk is to be mounted, and is not
    assert find(str(resting_shop.folder)) == ["backup-beside"]
    assert [find(folder) for folder in ("", "/proc", "s3://shop/backups")] == [[]] * 3


def test_Z12_other_files_and_another_shops_backups_in_the_folder_are_left_alone(
    resting_shop: RestingShop,
) -> None:
    strangers = [
        "notes.txt",
        "shop.tar",
        "tapis-deadbeef-20200101T200000Z.tar",
        ".tapis-deadbeef-20200101T200000Z.tar.part",
    ]
    resting_shop.folder.mkdir()
    for name in strangers:
        (resting_shop.folder / name).touch()
    for _ in range(2):
        resting_shop.run_backup()
    assert {*strangers} < {*resting_shop.names}
    assert len(resting_shop.names) == len(strangers) + 1


def test_Z12_a_restored_shop_leaves_its_originals_backups_alone(
    resting_shop: RestingShop, tmp_path: Path
) -> None:
    resting_shop.run_backup()
    (original,) = resting_shop.names
    again = tmp_path / "again"
    restored = run_tapis("restore", resting_shop.folder / original, data=again)
    assert restored.returncode == 0, restored.stderr
    assert f"Settings are not in a backup: copy the other shop's tapis.env into {again}." in restored.stdout
    result = run_tapis(
        "backup", data=again, TAPIS_BACKUPS="daily,1,0", TAPIS_BACKUPS_TO=str(resting_shop.folder)
    )
    assert result.returncode == 0, result.stderr
    assert original in resting_shop.names
    assert len(resting_shop.names) == 2


def test_Z12_a_copy_of_the_data_folder_prunes_its_own_backups_and_leaves_its_originals_alone(
    resting_shop: RestingShop, tmp_path: Path
) -> None:
    data = prepared(tmp_path / "copy")
    with postgres.ensure_server(data) as urls:
        copy = RestingShop(replace(resting_shop.request, owner_url=urls.superuser, data=str(data)))
        copy.run_backup()
        wait_for_next_second()
        original = resting_shop.run_backup()
        wait_for_next_second()
        newest = copy.run_backup(backups="daily,1,0")
    assert resting_shop.names == [original.name, newest.name]


def test_Z12_a_backup_is_good_although_an_old_one_can_not_be_deleted_which_is_said(
    resting_shop: RestingShop, caplog: pytest.LogCaptureFixture
) -> None:
    resting_shop.run_backup()
    (first,) = resting_shop.names
    (resting_shop.folder / first).unlink()
    (resting_shop.folder / first).mkdir()  # which unlink refuses, whoever asks
    wait_for_next_second()
    made = resting_shop.run_backup(backups="daily,1,0")
    assert made.name in resting_shop.names
    assert made.not_pruned.startswith(f"{first} in {resting_shop.folder} could not be deleted (")
    assert resting_shop.find_faults() == []
    with caplog.at_level(logging.WARNING, logger="tapis.backups"):
        log_outcome(made)
    assert [record.message for record in caplog.records] == ["old backup not deleted"]


def test_Z12_the_last_good_backup_stays_in_the_records_however_old_it_is(resting_shop: RestingShop) -> None:
    resting_shop.sql("select private.record_backup('schedule', now(), 'old.tar', 1, null)")
    resting_shop.sql("update private.backups set ended_at = now() - interval '1 year'")
    resting_shop.sql("select private.record_backup('schedule', now(), null, null, 'No space left.')")
    resting_shop.sql("update private.backups set ended_at = now() - interval '91 days' where name is null")
    resting_shop.sql("select private.record_backup('schedule', now(), null, null, 'No space left.')")
    assert resting_shop.sql("select count(*), max(name) from private.backups") == [(2, "old.tar")]
    for name, damaged in (("older.tar", 0), ("old.tar", 0), ("less.tar", 1), ("new.tar", 1)):
        resting_shop.sql("select private.record_backup('schedule', now(), %s, 1, null, %s)", name, damaged)
    resting_shop.sql("update private.backups set ended_at = now() - interval '91 days'")
    resting_shop.sql("select private.record_backup('schedule', now(), 'newest.tar', 1, null, 1)")
    kept = [("old.tar", 0), ("less.tar", 1), ("new.tar", 1), ("newest.tar", 1)]
    assert resting_shop.sql("select name, damaged from private.backups order by id") == kept


async def read_state(url: str) -> tuple[float, bool, int]:
    """The backup state that a gateway's metrics show."""
    async with Database(url, 2, 8) as database:
        state = BackupState()
        await state.read(database)
    return state.made_at, state.has_failed, state.damaged


def test_Z12_the_metrics_say_when_the_last_good_backup_was_made_and_that_one_failed(
    resting_shop: RestingShop, server: tuple[Path, str]
) -> None:
    resting_shop.sql("select private.record_backup('schedule', now(), 'good.tar', 1, null, 3)")
    ((made, _),) = resting_shop.sql(
        "select extract(epoch from made_at)::float8, 1 from private.backup_state_with_error()"
    )
    resting_shop.sql("select private.record_backup('schedule', now(), null, null, 'No space left.')")
    with postgres.ensure_server(server[0]) as urls:
        assert asyncio.run(read_state(urls.authenticator)) == (made, True, 3)


@pytest.fixture(scope="module")
def old_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder of the version before backup records, with one account."""
    folder = tmp_path_factory.mktemp("older")
    rules = copytree(DB_FOLDER, folder / "db")
    for file in (
        *(f"migrations/{name}" for name in NEWER_MIGRATIONS),
        *(f"functions/{name}" for name in NEWER_FUNCTIONS),
    ):
        (rules / file).unlink()
    data = folder / "data"
    with (
        postgres.ensure_server(data, create=True) as urls,
        psycopg.connect(urls.superuser, autocommit=True) as connection,
    ):
        migrate(connection, rules)
        connection.execute("alter table storage.removed drop column is_expired")  # as in version 0.2
        connection.execute("insert into auth.users (id, email) values (gen_random_uuid(), 'ada@kain.id')")
    return data


@pytest.fixture
def old_shop(old_data: Path, tmp_path: Path) -> Path:
    """A copy of it for one test."""
    subprocess.run(["cp", "--archive", old_data, tmp_path / "data"], check=True)
    return tmp_path / "data"


def list_applied_migrations(data: Path) -> set[str]:
    with postgres.ensure_server(data) as urls, psycopg.connect(urls.superuser) as connection:
        return {str(name) for (name,) in connection.execute("select name from private.migrations").fetchall()}


def test_Z12_a_backup_is_made_before_a_migration_and_holds_the_shop_as_it_was(old_shop: Path) -> None:
    result = run_tapis("migrate", data=old_shop)
    assert result.returncode == 0, result.stderr
    (file,) = (old_shop / "backups").iterdir()
    assert file.name.endswith("Z-before-upgrade.tar")
    manifest = open_archive(file).manifest
    assert not {*NEWER_MIGRATIONS} & {*manifest["migrations"]}
    assert manifest["tables"]["auth.users"][0] == 1
    assert {*NEWER_MIGRATIONS} <= list_applied_migrations(old_shop)
    assert run_tapis("migrate", data=old_shop).returncode == 0
    assert [file] == [*(old_shop / "backups").iterdir()]  # nothing waited


def test_Z12_a_backup_is_made_before_the_doctor_migrates_and_none_where_nothing_is_migrated(
    old_shop: Path,
) -> None:
    with postgres.ensure_server(old_shop) as urls, psycopg.connect(urls.superuser) as connection:
        connection.execute("insert into private.migrations values ('9999_tomorrow.sql', '00')")
    run_tapis("doctor", "--repair", data=old_shop)
    assert not (old_shop / "backups").exists()  # a newer program has to migrate it
    with postgres.ensure_server(old_shop) as urls, psycopg.connect(urls.superuser) as connection:
        connection.execute("delete from private.migrations where name = '9999_tomorrow.sql'")
    assert run_tapis("doctor", data=old_shop).stdout.startswith("[rules-old] ")
    assert not (old_shop / "backups").exists()
    repaired = run_tapis("doctor", "--repair", data=old_shop)
    assert "The shop's functions, policies and views were applied again." in repaired.stdout
    (file,) = (old_shop / "backups").iterdir()
    assert file.name.endswith("Z-before-upgrade.tar")
    assert not {*NEWER_MIGRATIONS} & {*open_archive(file).manifest["migrations"]}
    assert {*NEWER_MIGRATIONS} <= list_applied_migrations(old_shop)


def test_Z12_where_the_backup_fails_nothing_is_migrated_unless_the_operator_has_one(old_shop: Path) -> None:
    blocked = str(old_shop / "address" / "backups")
    (old_shop / "address").touch()
    for words in (("migrate",), ("serve", "--port", "0"), ("doctor", "--repair")):
        refused = run_tapis(*words, data=old_shop, TAPIS_BACKUPS_TO=blocked)
        assert refused.returncode == 1
        assert "nothing was migrated" in refused.stderr
        assert "`tapis migrate --no-backup`" in refused.stderr
    assert not {*NEWER_MIGRATIONS} & list_applied_migrations(old_shop)
    assert run_tapis("migrate", "--no-backup", data=old_shop, TAPIS_BACKUPS_TO=blocked).returncode == 0
    assert {*NEWER_MIGRATIONS} <= list_applied_migrations(old_shop)


def test_Z12_an_empty_shop_is_migrated_without_a_backup(old_shop: Path) -> None:
    with postgres.ensure_server(old_shop) as urls, psycopg.connect(urls.superuser) as connection:
        connection.execute("delete from auth.users")
    assert run_tapis("migrate", data=old_shop).returncode == 0
    assert not (old_shop / "backups").exists()


def test_Z12_a_schedule_without_the_owners_address_is_refused_at_the_start(server: tuple[Path, str]) -> None:
    with postgres.ensure_server(server[0]) as urls:
        refused = run_tapis(
            "serve", "--port", "0", data=server[0].parent / "other",
            TAPIS_DATABASE_URL=urls.authenticator, TAPIS_BACKUPS="daily,7,4",
        )  # fmt: skip
    assert refused.returncode == 1
    assert "TAPIS_BACKUPS needs the owner's address" in refused.stderr
