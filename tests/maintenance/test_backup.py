"""Ada takes a backup while people order, loses the machine, and has her shop again."""

import asyncio
import hashlib
import io
import json
import random
import signal
import subprocess
import sys
import tarfile
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from tapis.advisory_locks import DISPATCHER
from tapis.gateway.settings import settings_from_values
from tapis.ops import postgres
from tapis.ops.cli.output_file import open_atomic_file
from tapis.ops.cli.restore import open_empty_target, restore_backup
from tapis.ops.command_errors import CommandError, PostgresError
from tapis.ops.maintenance import snapshot
from tapis.ops.maintenance.backup_restorer import require_empty_database
from tapis.ops.maintenance.sealed_tar import TRAILER_BYTES, SealedTarWriter, open_archive
from tapis.ops.maintenance.staging_folder import require_empty_folder, staging_folder
from tests.auth.certificate import make_certificate
from tests.conftest import PASSWORD, TAPIS, Shop, environment, open_shop, prepared
from tests.example_rows import put, row
from tests.maintenance.conftest import (
    PROOFS,
    SampleShop,
    run_doctor,
    run_tapis,
    stored_file,
    upload_picture,
)
from tests.notifications.push_service import run_push_service
from tests.postgres.os_processes import eventually
from tests.storage.sample_images import photo

ORDERS = "select uuid::text, to_jsonb(o)::text, invoice_image ->> 'filename' from public.transactions o"


OPENED = """
create view public.cheap as select * from public.products; grant select on public.cheap to anon;
create policy p on public.transactions for select to anon using (true); grant select on auth.users to anon;
create trigger own after insert on public.gallery execute function private.tg__notify_content_changed();
create role reporting login; create role "Desk ""A"" 1"; grant select on public.transactions to reporting;
create policy desk on public.transactions for select to anon, "Desk ""A"" 1" using (false)
"""
CLOSED = """
drop view public.cheap; drop policy p on public.transactions; revoke select on auth.users from anon;
drop trigger own on public.gallery; drop policy desk on public.transactions;
drop owned by reporting; drop role reporting, "Desk ""A"" 1"
"""


@contextmanager
def order_in_background(books: SampleShop, people: int = 2) -> Iterator[None]:
    """People who upload and order without a pause until the end of the block."""
    stop = threading.Event()

    def shop_on() -> None:
        with books.shop.client(books.tom.token) as http:
            while not stop.is_set():
                books.place_order(http)

    threads = [threading.Thread(target=shop_on) for _ in range(people)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stop.set()
        for thread in threads:
            thread.join()


@pytest.fixture(scope="module")
def removed_picture(books: SampleShop) -> str:
    """A picture that Ada uploaded and took out again within the day."""
    name = f"products/{'0' * 8}-kain.png"
    with books.shop.client(books.ada.token) as http:
        assert upload_picture(http, name, photo(31, 31, ".png")).status_code == 200
        http.request("DELETE", "/storage/v1/object/tapis", json={"prefixes": [name]})
    return name


@pytest.fixture(scope="module")
def acknowledged_orders(books: SampleShop, removed_picture: str) -> dict[str, str]:
    """Orders that were acknowledged before the backup began, as the database had them; a decision waits."""
    books.shop.sql(
        "insert into private.outbox (kind, place, record, not_before) "
        "select 'order_accepted', 'transactions', uuid, now() + interval '1 day' from public.transactions"
    )
    return {uuid: told for uuid, told, _ in books.shop.sql(ORDERS)}


@pytest.fixture(scope="module")
def file(
    books: SampleShop, acknowledged_orders: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """A backup taken while people order, of a shop in which somebody opened something."""
    path = tmp_path_factory.mktemp("backups") / "shop.tar"
    books.shop.sql(OPENED)
    with order_in_background(books):
        result = run_tapis("backup", path, data=books.shop.data)
    books.shop.sql(CLOSED)
    assert (result.returncode, result.stdout) == (0, ""), result.stderr
    assert "orders and" in result.stderr
    assert "Warning: this backup is of a shop that is not well.\n[accounts-open] VISITORS" in result.stderr
    return path


@pytest.fixture(scope="module")
def restored_data(file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shop on a new machine."""
    data = tmp_path_factory.mktemp("machine") / "data"
    result = run_tapis("restore", file, data=data)
    assert result.returncode == 0, result.stderr
    assert "every checksum right" in result.stdout
    assert 'in this shop, without a login: Desk "A" 1, reporting.\n' in result.stdout
    for closed in (
        "anon may select auth.users",
        "view public.cheap shows rows",
        "policy public.transactions.p;",
    ):
        assert f"It was open when the backup was taken. Closed: {closed}" in result.stdout
    return data


@pytest.fixture(scope="module")
def restored_shop(restored_data: Path) -> Iterator[Shop]:
    """The restored shop, open."""
    with open_shop(restored_data) as shop:
        yield shop


def test_Z8_every_order_that_was_acknowledged_before_is_there_unchanged(
    restored_shop: Shop, acknowledged_orders: dict[str, str]
) -> None:
    kept = {uuid: told for uuid, told, _ in restored_shop.sql(ORDERS)}
    assert {uuid: kept.get(uuid) for uuid in acknowledged_orders} == acknowledged_orders


def test_Z14_what_was_open_in_the_backup_is_closed_and_what_was_the_owners_is_there(
    restored_shop: Shop,
) -> None:
    assert restored_shop.sql("select reloptions from pg_class where relname = 'cheap'") == [
        (["security_invoker=true"],)
    ]
    assert restored_shop.sql("select count(*) from pg_trigger where tgname = 'own'") == [(1,)]
    assert restored_shop.sql("select has_table_privilege('anon', 'auth.users', 'select')") == [(False,)]
    assert restored_shop.sql("select count(*) from pg_policy where polname = 'p'") == [(0,)]
    assert restored_shop.sql(
        "select has_table_privilege('reporting', 'transactions', 'select'), rolcanlogin"
        " from pg_roles where rolname = 'reporting'"
    ) == [(True, False)]


def test_Y17_a_restored_shop_tells_nobody_what_waited_in_the_backup(
    restored_shop: Shop, books: SampleShop
) -> None:
    waiting = "select count(*) > 0 from private.outbox where kind = 'order_accepted'"
    assert (books.shop.sql(waiting), restored_shop.sql(waiting)) == ([(True,)], [(False,)])


AGE = (
    "update public.payments set created_at = created_at - %s::interval where record = %s",
    "update private.record_pictures set noted_at = noted_at - %s::interval where record = %s",
)
UNTOLD = "select count(*) from private.outbox where not_before <= now()"
ANNOUNCED = "select count(*) from public.payments where lapse_announced_at is not null"
# The second in which the dispatcher last asked what is due.
ASKED = """
select extract(epoch from state_change)::int from pg_stat_activity join pg_locks using (pid)
where locktype = 'advisory' and granted and objid::bigint = %s
"""


def wait_until_dispatched(shop: Shop, times: int) -> None:
    """Wait until the shop has asked what is due in so many seconds."""
    seconds = set[tuple[int]]()

    def has_asked() -> bool:
        seconds.update(shop.sql(ASKED, DISPATCHER % 2**32))
        return len(seconds) >= times

    assert eventually(has_asked, 60)


def test_Y17_a_restored_shop_that_is_looked_at_sends_nothing_and_lapses_nothing_until_it_is_told_to(
    books: SampleShop, tmp_path: Path
) -> None:
    order, file, data = next(iter(books.orders)), tmp_path / "shop.tar", tmp_path / "data"
    certificate = make_certificate(tmp_path)
    with run_push_service(certificate) as phone:
        assert eventually(
            lambda: books.shop.sql(UNTOLD) == [(0,)]
        )  # else this shop finds that the phone is gone
        device = row("push_subscriptions", books.tom.user_id) | phone.subscription()
        put(books.shop.sql, "push_subscriptions", device)
        for statement in AGE:
            books.shop.sql(statement, "60 hours", order)
        assert run_tapis("backup", file, data=books.shop.data).returncode == 0
        for statement in AGE:
            books.shop.sql(statement, "-60 hours", order)
        said = run_tapis("restore", file, data=data).stdout
        settings = {"TAPIS_PRIVATE_PUSH_HOSTS": "127.0.0.1", "SSL_CERT_FILE": str(certificate)}
        with open_shop(data, **settings) as copy:
            wait_until_dispatched(copy, 4)
            assert phone.received.empty()
            assert copy.sql(ANNOUNCED) == [(0,)]
            notices = run_tapis("doctor", data=data)
            assert "[shop-silent]" in notices.stdout
            assert notices.returncode == 0
            for told in ("From now on this shop sends notifications.", "already."):
                assert told in run_tapis("messages", "start", data=data).stdout
            assert run_doctor(data) == []
        with open_shop(data, **settings):
            assert phone.received.get(timeout=60).message["tag"] == order
    assert f"    tapis messages start --data {data}\n" in said


def test_Z8_every_order_in_the_backup_has_its_proof_byte_for_byte(
    restored_shop: Shop, books: SampleShop
) -> None:
    rows = restored_shop.sql(ORDERS)
    assert len(rows) >= 2
    with (
        restored_shop.client(restored_shop.service_key) as restored,
        books.shop.client(books.shop.service_key) as first,
    ):
        for uuid, _, filename in rows:
            there, here = (
                http.get(f"/storage/v1/object/authenticated/tapis/{PROOFS}/{filename}")
                for http in (restored, first)
            )
            assert there.content == here.content, uuid
            assert there.headers["etag"] == f'"{hashlib.sha256(there.content).hexdigest()}"'


def test_Z8_people_sign_in_with_their_old_passwords_and_are_still_signed_in(
    restored_shop: Shop, books: SampleShop
) -> None:
    assert (restored_shop.anon_key, restored_shop.service_key) == (
        books.shop.anon_key,
        books.shop.service_key,
    )
    assert restored_shop.sign_in(books.tom.email, PASSWORD)["user"]["id"] == books.tom.user_id
    with restored_shop.client() as http:
        token = {"refresh_token": books.tom.session["refresh_token"]}
        answer = http.post("/auth/v1/token?grant_type=refresh_token", json=token)
    assert answer.status_code == 200, answer.text
    with restored_shop.client(answer.json()["access_token"]) as http:
        assert len(http.get("/rest/v1/transactions?limit=2").json()) == 2


def test_Z8_a_restored_shop_is_well_and_a_removed_picture_can_still_be_brought_back(
    restored_shop: Shop, removed_picture: str
) -> None:
    assert run_doctor(restored_shop.data) == []
    assert removed_picture in run_tapis("removed", "list", data=restored_shop.data).stdout
    assert run_tapis("removed", "restore", removed_picture, data=restored_shop.data).returncode == 0
    with restored_shop.client() as http:
        assert http.get(f"/storage/v1/object/public/tapis/{removed_picture}").status_code == 200


def test_Z8_only_ada_can_read_the_file_and_nothing_lies_beside_it(file: Path) -> None:
    assert file.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_Z8_any_tar_reads_a_backup_and_sha256sum_agrees(file: Path, tmp_path: Path) -> None:
    subprocess.run(["tar", "--extract", "--file", file, "--directory", tmp_path], check=True)
    subprocess.run(["sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS"], cwd=tmp_path, check=True)
    assert (tmp_path / "database.dump").read_bytes().startswith(b"PGDMP")
    assert json.loads((tmp_path / "manifest.json").read_text())["missing"] == []


def test_Z8_a_backup_to_standard_output_is_the_same_kind_of_file(books: SampleShop, tmp_path: Path) -> None:
    path = tmp_path / "piped.tar"
    with path.open("wb") as out:
        command = [str(TAPIS), "backup", "-", "--data", str(books.shop.data)]
        subprocess.run(command, stdout=out, stderr=subprocess.PIPE, env=environment(), check=True)
    assert open_archive(path).manifest["tables"]["public.transactions"][0] >= 2


def list_members(file: Path) -> list[tuple[str, int, int]]:
    """Name, where its header begins, and its size."""
    with tarfile.open(file, "r:") as tar:
        return [(member.name, member.offset, member.size) for member in tar]


def test_Z8_a_backup_that_was_cut_off_anywhere_is_refused(file: Path, tmp_path: Path) -> None:
    whole = file.read_bytes()
    cuts = {0, 1, 511, 512, len(whole) - 1, len(whole) - 512, len(whole) - 1024, len(whole) - TRAILER_BYTES}
    for _, offset, size in list_members(file):
        cuts |= {offset, offset + 512, offset + 512 + size // 2}
    cut = tmp_path / "cut.tar"
    for length in sorted(cuts):
        cut.write_bytes(whole[:length])
        with pytest.raises(CommandError):
            open_archive(cut)


def test_Z8_one_flipped_bit_anywhere_is_noticed(file: Path, tmp_path: Path) -> None:
    whole = bytearray(file.read_bytes())
    places = {len(whole) - 1, len(whole) - 700}  # the end, and what fills the seal's block
    for _, offset, size in list_members(file):
        places |= {offset, offset + 130, offset + 512, offset + 512 + size // 2, offset + 512 + size}
    places |= {random.Random(7).randrange(len(whole)) for _ in range(20)}
    flipped = tmp_path / "flipped.tar"
    for place in sorted(places):
        whole[place] ^= 1
        flipped.write_bytes(whole)
        whole[place] ^= 1
        with pytest.raises(CommandError):
            open_archive(flipped)
    flipped.write_bytes(whole)
    assert open_archive(flipped).sums


def run_refused_restore(file: Path, data: Path) -> str:
    """What `tapis restore` says to a file that it doesn't take; nothing is left behind."""
    before = sorted(data.parent.iterdir())
    result = run_tapis("restore", file, data=data)
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr.startswith("tapis: ")
    assert result.stderr.count("\n") == 1
    assert sorted(data.parent.iterdir()) == before
    return result.stderr


def test_Z8_a_damaged_backup_is_told_in_one_sentence_and_leaves_nothing(file: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.tar"
    cut.write_bytes(file.read_bytes()[:-1])
    assert "is damaged or was cut off" in run_refused_restore(cut, tmp_path / "data")


def test_Z8_a_file_that_is_no_backup_is_refused(tmp_path: Path) -> None:
    (tmp_path / "hello.tar").write_text("hello")
    with tarfile.open(tmp_path / "holiday.tar", "w") as other:
        other.add(__file__, "holiday.py")
    for name, told in {
        "hello.tar": "is not a Tapis backup",
        "holiday.tar": "is not a Tapis backup",
        "nowhere.tar": "can't be read",
        ".": "can't be read",
    }.items():
        with pytest.raises(CommandError, match=told):
            open_archive(tmp_path / name)
    with pytest.raises(CommandError, match=r"first, for example with `aws s3 cp s3://bucket/x.tar \.`"):
        open_archive(Path("s3://bucket/x.tar"))


def rewrite_backup(file: Path, target: Path, **changes: object) -> Path:
    """A backup with another manifest and a seal that is right."""
    with tarfile.open(file, "r:") as tar, target.open("wb") as out:
        writer = SealedTarWriter(out, 0)
        for member in tar:
            content = tar.extractfile(member)
            if content and member.name not in ("manifest.json", "SHA256SUMS", "SEAL"):
                writer.add(member.name, io.BytesIO(content.read()))
        writer.finish(dict(open_archive(file).manifest) | changes)
    return target


def test_Z8_a_backup_of_a_newer_program_is_refused(file: Path, tmp_path: Path) -> None:
    newer = rewrite_backup(file, tmp_path / "newer.tar", migrations={"9999_tomorrow.sql": "00"})
    assert "9999_tomorrow.sql is not known here" in run_refused_restore(newer, tmp_path / "data")
    later = rewrite_backup(file, tmp_path / "later.tar", format=2)
    with pytest.raises(CommandError, match="was made by a newer Tapis"):
        open_archive(later)


def test_Z8_a_database_that_is_not_what_was_dumped_is_refused(file: Path, tmp_path: Path) -> None:
    tables = dict(open_archive(file).manifest["tables"])
    tables["public.transactions"] = [tables["public.transactions"][0] + 1, "0"]
    lying = rewrite_backup(file, tmp_path / "lying.tar", tables=tables)
    assert "The restored database differs: public.transactions" in run_refused_restore(
        lying, tmp_path / "data"
    )


def test_Z8_a_backup_without_its_pictures_is_refused(file: Path, tmp_path: Path) -> None:
    poor = tmp_path / "poor.tar"
    with tarfile.open(file, "r:") as tar, poor.open("wb") as out:
        writer = SealedTarWriter(out, 0)
        dump = tar.extractfile("database.dump")
        writer.add("database.dump", io.BytesIO(dump.read() if dump else b""))
        writer.finish(open_archive(file).manifest)
    assert "The restored shop is incomplete." in run_refused_restore(poor, tmp_path / "data")


def test_Z8_a_folder_that_holds_something_is_not_touched(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "letter.txt").write_text("mine")
    with pytest.raises(CommandError, match="is not an empty folder"), staging_folder(tmp_path / "data"):
        raise AssertionError
    with pytest.raises(CommandError, match="is not an empty folder"):
        require_empty_folder(tmp_path / "data" / "letter.txt")
    assert (tmp_path / "data" / "letter.txt").read_text() == "mine"


def test_Z8_what_a_killed_restore_left_is_no_shop_and_in_nobodys_way(tmp_path: Path) -> None:
    data = tmp_path / "data"
    (data / "restoring" / "postgres").mkdir(parents=True)
    with staging_folder(data) as stage:
        assert list(stage.iterdir()) == []
        (stage / "postgres").mkdir()
        assert list(data.iterdir()) == [stage]
    assert list(data.iterdir()) == [data / "postgres"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP])  # Ctrl-C, or the terminal is closed
def test_Z8_a_restore_that_is_interrupted_again_and_again_leaves_nothing_and_is_typed_again(
    file: Path, tmp_path: Path, number: signal.Signals
) -> None:
    data = tmp_path / "data"
    words = ["env", "--default-signal=HUP,INT", str(TAPIS), "restore", str(file), "--data", str(data)]
    with subprocess.Popen(words, env=environment()) as process:
        assert eventually((data / "restoring/postgres/cluster").is_dir, 60)
        while process.poll() is None:
            process.send_signal(number)
            time.sleep(0.02)
    assert (process.returncode, list(tmp_path.iterdir())) == (128 + number, [])


def test_Z8_a_shop_that_was_opened_meanwhile_stays(tmp_path: Path) -> None:
    with pytest.raises(CommandError), staging_folder(tmp_path / "data") as stage:
        (stage.parent / "postgres").mkdir()
    assert list((tmp_path / "data").iterdir()) == [tmp_path / "data" / "postgres"]


def test_Z8_a_second_restore_into_a_folder_is_refused_and_the_first_goes_on(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with staging_folder(data) as stage:
        (stage / "postgres").mkdir()
        with pytest.raises(CommandError, match="Another command is making a shop"), staging_folder(data):
            raise AssertionError
        assert (stage / "postgres").is_dir()
    assert list(data.iterdir()) == [data / "postgres"]


def test_Z8_a_restore_that_comes_second_leaves_the_shop_that_was_made_meanwhile(
    books: SampleShop, file: Path, tmp_path: Path
) -> None:
    def come_second(owner: str, first: psycopg.Connection) -> None:
        with open_empty_target(settings_from_values(data=tmp_path / "data", owner_url=owner)) as target:
            first.execute("create schema private; create table private.shop (id uuid)")
            asyncio.run(restore_backup(open_archive(file), *target))

    with postgres.ensure_server(books.shop.data) as urls:
        with psycopg.connect(urls.superuser, autocommit=True) as connection:
            connection.execute("create database meanwhile")
        owner = make_conninfo(urls.superuser, dbname="meanwhile")
        with psycopg.connect(owner, autocommit=True) as first:
            with pytest.raises(PostgresError):
                come_second(owner, first)
            assert first.execute("select count(*) from private.shop").fetchall() == [(0,)]


def test_Z8_a_restore_takes_its_space_where_the_shop_will_be(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", "/proc")  # where nothing can be written
    with open_empty_target(settings_from_values(data=tmp_path / "data")) as target:
        asyncio.run(restore_backup(open_archive(file), *target))
    assert (tmp_path / "data" / "files").is_dir()


def test_Z8_a_backup_that_fails_leaves_no_file_under_its_name(books: SampleShop, tmp_path: Path) -> None:
    empty = run_tapis("backup", tmp_path / "shop.tar", data=tmp_path / "nothing")
    assert (empty.returncode, empty.stderr) == (1, f"tapis: There is no shop in {tmp_path / 'nothing'}.\n")
    with Path("/dev/full").open("wb") as full:
        command = [str(TAPIS), "backup", "-", "--data", str(books.shop.data)]
        result = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, env=environment(), text=True, check=False
        )
    assert result.returncode == 1
    assert "The backup could not be written: No space left on device." in result.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def unreadable_picture(books: SampleShop, tmp_path: Path) -> Iterator[str]:
    """The product's picture with a folder instead of its file: root may read every file."""
    name = f"products/{books.picture}"
    file, kept = stored_file(books.shop, name), tmp_path / "kept.png"
    file.rename(kept)
    file.mkdir()
    yield f"tapis/{name}"
    file.rmdir()
    kept.rename(file)


def test_Z8_a_picture_that_cannot_be_read_is_reported_and_all_else_is_in_backup_and_export(
    books: SampleShop, tmp_path: Path, unreadable_picture: str
) -> None:
    result = run_tapis("backup", tmp_path / "shop.tar", data=books.shop.data)
    assert result.returncode == 1
    assert "1 pictures are missing or damaged" in result.stderr
    archive = open_archive(tmp_path / "shop.tar")
    assert archive.manifest["damaged"] == [unreadable_picture]
    assert archive.manifest["pictures"] == len([*archive.pictures()]) > 0
    restored = run_tapis("restore", tmp_path / "shop.tar", data=tmp_path / "machine")
    assert (restored.returncode, "[bytes-missing]" in restored.stdout) == (0, True)
    assert run_doctor(books.shop.data) == ["bytes-missing"]
    exported = run_tapis("export", tmp_path / "moved.tar", data=books.shop.data)
    assert (exported.returncode, (tmp_path / "moved.tar").is_file()) == (1, True), exported.stderr


def test_Z8_a_backup_removes_what_a_killed_one_of_its_name_left(tmp_path: Path) -> None:
    """Not what another is writing at this moment, and no other file."""
    file, other = tmp_path / "shop.tar", tmp_path / ".another.tar.abc.part"
    other.touch()
    killed = "import os, signal\nfrom tapis.ops.cli.output_file import open_atomic_file\n"
    killed += f"with open_atomic_file({str(file)!r}, 'backup'):\n    os.kill(os.getpid(), signal.SIGKILL)"
    assert subprocess.run([sys.executable, "-c", killed], check=False).returncode == -signal.SIGKILL
    (left,) = set(tmp_path.iterdir()) - {other}
    with open_atomic_file(str(file), "backup") as (first, _):
        first.write(b"first")
        assert not left.exists()
        with open_atomic_file(str(file), "backup") as (second, _):
            second.write(b"second")
        assert file.read_bytes() == b"second"
    assert file.read_bytes() == b"first"
    assert set(tmp_path.iterdir()) == {file, other}


@pytest.mark.parametrize("name", [".", "none/shop.tar", "device"])
def test_Z8_a_backup_replaces_nothing_but_a_file(tmp_path: Path, name: str) -> None:
    (tmp_path / "device").symlink_to("/dev/null")
    with pytest.raises(CommandError), open_atomic_file(str(tmp_path / name), "backup"):
        raise AssertionError
    assert [path.name for path in tmp_path.iterdir()] == ["device"]


def test_Z8_a_backup_goes_to_another_database_too(file: Path, tmp_path: Path) -> None:
    with postgres.ensure_server(prepared(tmp_path / "elsewhere")) as urls:
        with psycopg.connect(urls.superuser, autocommit=True) as connection:
            connection.execute("create database another")
        superuser = make_conninfo(urls.superuser, dbname="another")
        settings = {"TAPIS_OWNER_URL": superuser}
        result = run_tapis("restore", file, data=tmp_path / "data", **settings)
        assert result.returncode == 0, result.stderr
        with psycopg.connect(superuser) as connection:
            assert len(connection.execute(ORDERS.encode()).fetchall()) >= 2
        assert run_tapis("doctor", data=tmp_path / "data", **settings).returncode == 0
        with pytest.raises(CommandError, match="This database is not empty"):
            require_empty_database(superuser)


@pytest.fixture
def empty_database(tmp_path: Path) -> Iterator[str]:
    """The owner's address of an empty database, which is in no shop's folder."""
    with postgres.ensure_server(prepared(tmp_path / "elsewhere")) as urls:
        with psycopg.connect(urls.superuser, autocommit=True) as connection:
            connection.execute("create database beside")
        yield make_conninfo(urls.superuser, dbname="beside")


def read_files(data: Path) -> dict[str, bytes]:
    """The pictures of a data folder, and what says to which shop it belongs, by path."""
    files = [path for path in (data / "shop", *data.glob("files/**/*")) if path.is_file()]
    return {str(path.relative_to(data)): path.read_bytes() for path in files}


def test_Z8_a_backup_goes_to_another_database_and_leaves_the_folder_of_an_open_shop_alone(
    books: SampleShop, file: Path, empty_database: str
) -> None:
    before = read_files(books.shop.data)
    result = run_tapis("restore", file, data=books.shop.data, TAPIS_OWNER_URL=empty_database)
    assert (result.returncode, read_files(books.shop.data)) == (1, before)
    assert result.stderr.startswith(f"tapis: The folder {books.shop.data} belongs to a shop; ")
    require_empty_database(empty_database)


def test_Z8_a_backup_goes_to_another_database_and_not_among_pictures_that_are_in_the_folder(
    file: Path, empty_database: str, tmp_path: Path
) -> None:
    data, key = tmp_path / "data", next(key for key, _ in open_archive(file).pictures())
    (data / "files" / key[:2]).mkdir(parents=True)
    (data / "files" / key[:2] / key).write_bytes(b"the picture of a shop that lost its database")
    before = read_files(data)
    result = run_tapis("restore", file, data=data, TAPIS_OWNER_URL=empty_database)
    assert (result.returncode, read_files(data)) == (1, before)
    assert result.stderr.startswith(f"tapis: There are pictures in {data}/files ")
    require_empty_database(empty_database)


def test_Z8_a_restore_that_fails_takes_away_only_the_pictures_that_it_brought(
    file: Path, empty_database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another restore of the same backup has begun meanwhile, and is ahead with some pictures."""
    monkeypatch.setattr("tapis.ops.maintenance.backup_restorer.CONCURRENT_IMAGES", 1)
    data, archive = tmp_path / "data", open_archive(file)
    first, *_, last = (key for key, _ in archive.pictures())
    begun, brought = (data / "files" / key[:2] / key for key in (f"{first}.part", last))
    with open_empty_target(settings_from_values(data=data, owner_url=empty_database)) as target:
        for path in (begun, brought):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(b"kain")
        with pytest.raises(FileExistsError):
            asyncio.run(restore_backup(archive, *target))
    assert brought.read_bytes() == b"kain"
    require_empty_database(empty_database)


def test_Z12_finding_the_pictures_of_a_backup_takes_no_longer_for_each_when_there_are_more(
    shop: Shop,
) -> None:
    """Beyond the memory of a statement, `not in` compares each removed picture with every other one."""
    with psycopg.connect(shop.superuser) as connection:
        plan = connection.execute(f"explain {snapshot.queries.pictures}").fetchall()
    assert not [line for (line,) in plan if "SubPlan" in line]
