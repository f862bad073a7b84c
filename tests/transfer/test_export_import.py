"""Ada moves her shop to another folder: nothing is lost or decided again, and every password still works."""

import asyncio
import hashlib
import io
import json
import shutil
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest

from tapis.gateway.auth.password_hashing import verify_password
from tapis.gateway.storage.blobs.blob_store import BlobMissing
from tapis.ops import postgres
from tapis.ops.command_errors import CommandError
from tapis.ops.maintenance.backup_restorer import require_known_migrations
from tapis.ops.maintenance.sealed_tar import (
    BACKUP,
    EXPORT,
    MANIFEST,
    ArchiveKind,
    SealedTarWriter,
    build_archive_end,
    build_tar_header,
    open_archive,
    tar_padding,
)
from tapis.ops.transfer.export_format import PEOPLE, records_member_name
from tapis.ops.transfer.hosted_storage import HostedStorage, open_hosted_storage
from tapis.ops.transfer.table_rows import ExportTable, insert_rows
from tests.conftest import PASSWORD
from tests.maintenance.conftest import SampleShop, run_doctor, run_tapis
from tests.storage.s3_server import serve_s3
from tests.transfer.conftest import BUDIS_PASSWORD, export_shop, import_shop


@pytest.fixture(scope="module")
def moved_data(export_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder into which the export was imported."""
    return import_shop(export_file, tmp_path_factory.mktemp("moved") / "data")


def test_a_shop_that_was_moved_and_is_exported_again_is_the_same_file(
    export_file: Path, moved_data: Path, tmp_path: Path
) -> None:
    assert export_shop(tmp_path / "again.tar", moved_data).read_bytes() == export_file.read_bytes()


def test_Z8_doctor_finds_in_the_shop_that_was_moved_what_it_found_before_and_nothing_else(
    moved_data: Path, home: SampleShop
) -> None:
    assert run_doctor(moved_data) == run_doctor(home.shop.data)


def test_tom_and_budi_have_their_old_passwords_and_nobody_has_the_old_keys(
    moved_data: Path, home: SampleShop
) -> None:
    keys = "select kid from auth.signing_keys"
    with postgres.ensure_server(moved_data) as urls, psycopg.connect(urls.superuser) as connection:
        stored = connection.execute("select email, encrypted_password from auth.users").fetchall()
        sessions = connection.execute("select from auth.sessions").fetchall()
        kept_keys = {*connection.execute(keys).fetchall()} & {*home.shop.sql(keys)}
    assert (sessions, kept_keys) == ([], set())
    assert [
        verify_password(PASSWORD, password_hash).matches
        for email, password_hash in stored
        if email == home.tom.email
    ] == [True]
    assert [
        verify_password(BUDIS_PASSWORD, password_hash).matches
        for email, password_hash in stored
        if "leader" in email
    ] == [True]


def test_the_file_says_what_it_holds_to_any_tar_and_only_ada_may_read_it(
    export_file: Path, home: SampleShop
) -> None:
    assert export_file.stat().st_mode & 0o777 == 0o600
    with tarfile.open(export_file) as file:
        names = file.getnames()
        orders = [json.loads(line) for line in file.extractfile("records/public.transactions.jsonl") or ()]
        log = list(file.extractfile("records/public.audit_log.jsonl") or ())
        picture = file.extractfile("files/gallery/kain tapis & siger (2).jpg")
        assert picture is not None
        assert picture.read(3) == b"\xff\xd8\xff"
    assert {order["uuid"] for order in orders} == set(home.orders)
    assert {order["transactions"][0]["price"] for order in orders} == {1, 150_000}
    assert len(log) == home.shop.sql("select count(*) from public.audit_log")[0][0] > 0
    names.remove("records/private.push_keys.jsonl")  # what devices know the shop by: they move with it
    assert not any("session" in name or "keys" in name or "token" in name for name in names)


def test_what_can_not_come_in_is_one_sentence_and_leaves_nothing(
    export_file: Path, moved_data: Path, tmp_path: Path
) -> None:
    full = run_tapis("import", export_file, data=moved_data)
    assert full.stderr == f"tapis: {moved_data} is not an empty folder; a shop is created in an empty one.\n"
    (tmp_path / "half.tar").write_bytes(export_file.read_bytes()[:9000])
    half = run_tapis("import", tmp_path / "half.tar", data=tmp_path / "data")
    assert half.stderr == f"tapis: {tmp_path}/half.tar is damaged or was cut off; nothing was changed.\n"
    assert (full.returncode, half.returncode) == (1, 1)
    assert not (tmp_path / "data").exists()


def test_Y17_a_device_that_moved_without_its_session_ends_with_the_next_password_of_its_person(
    moved_data: Path, home: SampleShop
) -> None:
    devices = "select count(*) from public.push_subscriptions"
    with (
        postgres.ensure_server(moved_data) as urls,
        psycopg.connect(urls.superuser, autocommit=True) as connection,
    ):
        assert connection.execute(devices).fetchall() == [(1,)]
        assert run_tapis("users", "password", home.tom.email, data=moved_data).returncode == 0
        assert connection.execute(devices).fetchall() == [(0,)]


def test_Z11_ada_who_names_a_hosted_project_but_not_its_database_does_not_move_the_shop_of_a_folder(
    home: SampleShop, export_file: Path, tmp_path: Path
) -> None:
    moved, exported = tmp_path / "moved", tmp_path / "exported.tar"
    for command, file, data in (("import", export_file, moved), ("export", exported, home.shop.data)):
        refused = run_tapis(command, file, data=data, TAPIS_BACKEND_URL="https://project.example")
        assert refused.returncode == 1
        assert "but TAPIS_OWNER_URL names no hosted project: set it to" in refused.stderr
    assert list(tmp_path.iterdir()) == []


def test_Z11_an_export_whose_pictures_are_not_there_is_refused_and_replaces_no_good_one(
    moved_data: Path, tmp_path: Path
) -> None:
    parcel = export_shop(tmp_path / "shop.tar", moved_data)
    good = parcel.read_bytes()
    (moved_data / "files").rename(moved_data / "elsewhere")
    try:
        result = run_tapis("export", parcel, data=moved_data)
    finally:
        shutil.rmtree(moved_data / "files")
        (moved_data / "elsewhere").rename(moved_data / "files")
    assert result.returncode == 1
    assert result.stderr.startswith(
        f"tapis: {moved_data}/files lacks the pictures that this database names: "
    )
    assert parcel.read_bytes() == good


PRODUCTS, GALLERY = records_member_name("public.products"), records_member_name("public.gallery")
ADDED = """
create table public.notes (note text);
create view public.cheap as select heading from public.products where price < 1000;
create schema office; create table office.rents (paid date);
create table private.keys (t text); insert into private.keys values ('door');
alter table public.gallery add column photographer text
"""
REMOVED = """
drop table public.notes; drop view public.cheap; drop schema office cascade; drop table private.keys;
alter table public.gallery drop column photographer
"""


def test_Z8_what_ada_added_to_the_database_is_named_and_not_moved(home: SampleShop, tmp_path: Path) -> None:
    try:
        for statement in ADDED.split(";"):
            home.shop.sql(statement)
        result = run_tapis("export", tmp_path / "shop.tar", data=home.shop.data)
    finally:
        for statement in REMOVED.split(";"):
            home.shop.sql(statement)
    unexported = (
        "table office.rents, table private.keys, table public.notes, view public.cheap, "
        "column public.gallery.photographer"
    )
    assert f"Not the shop's own, and not exported: {unexported}.\n" in result.stderr
    archive = open_archive(tmp_path / "shop.tar", EXPORT)
    assert b"photographer" not in archive.open(GALLERY).read()


def test_Z8_an_export_with_what_is_not_the_shops_is_refused(
    home: SampleShop, export_file: Path, tmp_path: Path
) -> None:
    """As earlier versions made them."""
    archive = open_archive(export_file, EXPORT)
    with (tmp_path / "more.tar").open("wb") as file:
        writer = SealedTarWriter(file, 0)
        for name in [name for name in archive.sums if name != MANIFEST]:
            writer.add(name, archive.open(name))
        writer.add("records/private.keys.jsonl", io.BytesIO(b'{"t": "door"}\n'))
        writer.finish(archive.manifest)
    assert run_tapis("import", tmp_path / "more.tar", data=tmp_path / "data").stderr == (
        "tapis: records/private.keys.jsonl of this export belongs to no table of the shop's. "
        "Export again with this Tapis, which leaves it out.\n"
    )
    with (
        psycopg.connect(home.shop.superuser) as connection,
        pytest.raises(CommandError, match=r"that are not the shop's: photographer\. Export again"),
    ):
        insert_rows(connection, ExportTable("public", "gallery"), io.BytesIO(b'{"photographer": "Sri"}'))


Break = Callable[[bytes], bytes]
BROKEN: dict[str, tuple[Break, str]] = {
    "another bit": (
        lambda all_: all_[:3000] + bytes([all_[3000] ^ 1]) + all_[3001:],
        "is damaged or was cut",
    ),
    "no end": (lambda all_: all_[:-2048], "is damaged or was cut off"),
    "something else": (lambda all_: b"hello" * 2000, "is not a Tapis export"),
}


@pytest.mark.parametrize(("change", "message"), BROKEN.values(), ids=BROKEN)
def test_a_file_that_is_not_as_it_was_written_is_refused_in_one_sentence(
    export_file: Path, tmp_path: Path, change: Break, message: str
) -> None:
    broken = tmp_path / "broken.tar"
    broken.write_bytes(change(export_file.read_bytes()))
    with pytest.raises(CommandError, match=message):
        open_archive(broken, EXPORT)


@pytest.mark.parametrize(
    ("given", "kind", "command"), [(EXPORT, BACKUP, "import"), (BACKUP, EXPORT, "restore")]
)
def test_Z8_ada_who_takes_an_export_for_a_backup_learns_which_command_reads_it(
    tmp_path: Path, given: ArchiveKind, kind: ArchiveKind, command: str
) -> None:
    with (tmp_path / "shop.tar").open("wb") as file:
        writer = SealedTarWriter(file, 0)
        writer.add(given.first, io.BytesIO())
        writer.finish({"format": given.format})
    with pytest.raises(CommandError, match=f"is not a Tapis {kind.noun}: it is for `tapis {command}`.$"):
        open_archive(tmp_path / "shop.tar", kind)


def test_a_file_of_a_newer_tapis_is_refused_in_one_sentence(tmp_path: Path) -> None:
    newer: dict[str, dict[str, Any]] = {
        "format": {"format": 2},
        "rules": {"format": 1, "tapis": "9.0", "migrations": {"9999_tomorrow.sql": "0"}},
    }
    for name, manifest in newer.items():
        with (tmp_path / name).open("wb") as file:
            writer = SealedTarWriter(file, 0)
            writer.add(PEOPLE, io.BytesIO())
            writer.finish(manifest)
        with pytest.raises(CommandError, match=r"newer Tapis.*; install that version to import it"):
            require_known_migrations(open_archive(tmp_path / name, EXPORT))


def make_older_export(export_file: Path, older: Path, had: bytes = b"") -> Path:
    """The same export by an earlier Tapis, whose products had other columns: this one doesn't import it."""
    archive, added = open_archive(export_file, EXPORT), b'"hidden": false, '
    with older.open("wb") as file:
        writer = SealedTarWriter(file, 0)
        for name in archive.sums:
            content = archive.open(name).read()
            if name != MANIFEST:
                writer.add(name, io.BytesIO(content.replace(added, had) if name == PRODUCTS else content))
        known = {name: digest for name, digest in archive.manifest["migrations"].items() if name < "0050"}
        writer.finish(dict(archive.manifest) | {"migrations": known, "tapis": "0.2.0"})
    return older


def test_Z8_an_export_of_an_earlier_tapis_whose_rows_have_got_columns_since_says_what_to_do(
    export_file: Path, tmp_path: Path
) -> None:
    older = make_older_export(export_file, tmp_path / "older.tar")
    result = run_tapis("import", older, data=tmp_path / "data")
    assert result.stderr == (
        f"tapis: {PRODUCTS} differs after the import; nothing was imported. It is of an earlier Tapis "
        "(0.2.0): import it with that one, and upgrade the shop.\n"
    )
    assert not (tmp_path / "data").exists()
    lost = make_older_export(export_file, tmp_path / "lost.tar", b'"hidden": false, "of_before": 1, ')
    assert run_tapis("import", lost, data=tmp_path / "data").stderr == (
        "tapis: public.products of this export has columns that are not the shop's: of_before. It is of an "
        "earlier Tapis (0.2.0): import it with that one, and upgrade the shop.\n"
    )


def test_Z8_an_import_that_failed_leaves_a_bucket_to_which_the_next_one_can_go(
    export_file: Path, tmp_path: Path
) -> None:
    older = make_older_export(export_file, tmp_path / "older.tar")
    with serve_s3() as (shelf, settings):
        settings |= {"TAPIS_STORAGE_URL": "s3://bucket/pictures"}
        failed = run_tapis("import", older, data=tmp_path / "data", **settings)
        assert "nothing was imported" in failed.stderr
        assert shelf.objects == {}
        shelf.objects |= (of_another_shop := {"/bucket/pictures/files/identity": b"another"})
        refused = run_tapis("import", export_file, data=tmp_path / "data", **settings)
        assert "are another shop's than this database" in refused.stderr
        assert shelf.objects == of_another_shop
        shelf.objects.clear()
        data = import_shop(export_file, tmp_path / "data", **settings)
        assert "/bucket/pictures/files/identity" in shelf.objects
        assert export_shop(tmp_path / "again.tar", data, **settings).read_bytes() == export_file.read_bytes()


def build_member(name: str) -> tarfile.TarInfo:
    return tarfile.TarInfo(name)


def build_member_of_type(kind: bytes, target: str = "") -> tarfile.TarInfo:
    member = tarfile.TarInfo("files/kain.jpg")
    member.type, member.linkname = kind, target
    return member


def build_sparse_member() -> tarfile.TarInfo:
    """A sparse file that claims a thousand terabytes in one block."""
    member = tarfile.TarInfo("files/kain.jpg")
    member.pax_headers = {"GNU.sparse.map": "0,0", "GNU.sparse.size": str(10**15)}
    return member


HOSTILE = {
    "absolute": build_member("/etc/cron.d/tapis"),
    "above": build_member("files/../../authorized_keys"),
    "symbolic link": build_member_of_type(tarfile.SYMTYPE, "/etc/passwd"),
    "hard link": build_member_of_type(tarfile.LNKTYPE, "people.jsonl"),
    "device": build_member_of_type(tarfile.CHRTYPE),
    "folder": build_member_of_type(tarfile.DIRTYPE),
    "bomb": build_sparse_member(),
    "name twice": build_member(PEOPLE),
}


@pytest.mark.parametrize("kind", [EXPORT, BACKUP], ids=lambda kind: kind.noun)
@pytest.mark.parametrize("member", HOSTILE.values(), ids=HOSTILE)
def test_Z8_a_sealed_file_that_tapis_never_wrote_is_refused(
    tmp_path: Path, member: tarfile.TarInfo, kind: ArchiveKind
) -> None:
    """An attacker can compute the checksum as well, so the members are checked."""
    added = io.BytesIO()
    with tarfile.open(fileobj=added, mode="w", format=tarfile.PAX_FORMAT) as hostile:
        if member.name == PEOPLE:
            member.name = kind.first
        hostile.addfile(member)
    content = build_tar_header(kind.first, 0, 0) + added.getvalue()[: added.tell()].rstrip(b"\0")
    content += tar_padding(len(content))
    file = tmp_path / "hostile.tar"
    file.write_bytes(content + build_archive_end(hashlib.sha256(content).hexdigest()))
    with pytest.raises(CommandError, match=f"is not a Tapis {kind.noun}"):
        open_archive(file, kind)


NO_PAUSES = (0.0, 0.0)


@pytest.mark.parametrize(
    ("status", "body", "error"),
    [
        (400, {"statusCode": "404", "error": "not_found"}, BlobMissing),
        (404, {}, BlobMissing),
        (400, {"statusCode": "503", "error": "SlowDown"}, CommandError),
        (400, {"statusCode": "403", "error": "Unauthorized"}, CommandError),
        (400, {}, CommandError),
        (502, {}, CommandError),
    ],
)
def test_a_picture_that_the_project_did_not_send_is_missing_only_if_it_says_so(
    status: int, body: dict[str, str], error: type[Exception]
) -> None:
    project = httpx.MockTransport(lambda _: httpx.Response(status, json=body))

    async def fetch() -> None:
        async with httpx.AsyncClient(transport=project, base_url="https://project.example") as client:
            await HostedStorage(client, NO_PAUSES).fetch("gallery/kain.jpg", "")

    with pytest.raises(error):
        asyncio.run(fetch())


@pytest.mark.parametrize(("status", "body"), [(540, {}), (429, {}), (400, {"statusCode": "503"})])
def test_a_project_that_is_paused_or_busy_is_not_said_to_refuse_the_key(
    monkeypatch: pytest.MonkeyPatch, status: int, body: dict[str, str]
) -> None:
    async def answer(_: object, __: httpx.Request) -> httpx.Response:
        return httpx.Response(status, json=body)

    async def reach() -> None:
        async with open_hosted_storage("https://project.example", "key"):
            pass

    monkeypatch.setattr(httpx.AsyncHTTPTransport, "handle_async_request", answer)
    with pytest.raises(
        CommandError,
        match=rf"not answer now \({body.get('statusCode', status)}\): resume the project, or try",
    ):
        asyncio.run(reach())


FAILURES: dict[str, httpx.Response | httpx.TransportError] = {
    "a proxy has no server": httpx.Response(502),
    "its store is busy": httpx.Response(400, json={"statusCode": "503", "error": "SlowDown"}),
    "too many requests": httpx.Response(429),
    "the line breaks": httpx.ReadError(""),
}


@pytest.mark.parametrize("failure", FAILURES.values(), ids=FAILURES)
def test_a_picture_that_the_project_fails_to_send_is_asked_for_again(
    failure: httpx.Response | httpx.TransportError,
) -> None:
    answers: list[httpx.Response | httpx.TransportError] = [
        failure,
        failure,
        httpx.Response(200, content=b"kain"),
    ]

    def answer(_: httpx.Request) -> httpx.Response:
        if isinstance(given := answers.pop(0), httpx.TransportError):
            raise given
        return given

    async def fetch() -> bytes:
        project = httpx.MockTransport(answer)
        async with httpx.AsyncClient(transport=project, base_url="https://project.example") as client:
            with await HostedStorage(client, NO_PAUSES).fetch("gallery/kain.jpg", "") as content:
                content.seek(0)
                return content.read()

    assert asyncio.run(fetch()) == b"kain"
