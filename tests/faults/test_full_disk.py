"""The disk is full: 507, nothing incomplete is stored, and the shop recovers without a restart."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import httpx
import psycopg
import pytest

from tapis.ops.postgres import server_process
from tests.access_matrix import checksum
from tests.command_line import tapis
from tests.conftest import prepared
from tests.crash.harness import CrashHarness, open_harness
from tests.crash.verification import run_doctor
from tests.crash.workload import PICTURES, Tom
from tests.declared_pictures import FOLDER_OF_PROOFS
from tests.example_rows import image, line, put_file, row
from tests.postgres.os_processes import as_root, eventually

MEGABYTE = 1_000_000
NO_ROOM = "The server's disk is full, so nothing was stored. Please try again later."


@dataclass(frozen=True, slots=True)
class SmallDisk:
    """A shop on a disk of its own, which we can fill."""

    harness: CrashHarness
    filler: Path

    def fill(self) -> None:
        """Leave not one block."""
        with self.filler.open("ab", buffering=0) as file, suppress(OSError):
            while True:
                file.write(bytes(MEGABYTE))
        with self.filler.open("ab", buffering=0) as file, suppress(OSError):
            while True:
                file.write(bytes(512))

    def leave(self, count: int) -> None:
        """Give back so many bytes."""
        os.truncate(self.filler, self.filler.stat().st_size - count)

    def free_space(self) -> None:
        """Take away what we filled it with."""
        self.filler.unlink(missing_ok=True)

    def files(self) -> set[Path]:
        """What the file service has there, temporary files too."""
        parts = (self.harness.shop.data / part for part in ("files", "scratch"))
        return {path for part in parts for path in part.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SmallDisk]:
    """300 MB; afterwards the doctor must find nothing."""
    place = tmp_path_factory.mktemp("disk")
    mount = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=300m", "tmpfs", place], check=False, capture_output=True
    )
    if mount.returncode:
        pytest.skip("no disk can be mounted here")
    try:
        with open_harness(place / "data", toms=1) as harness:
            small = SmallDisk(harness, place / "filler")
            yield small
            small.free_space()
            assert run_doctor(place / "data") == ""
    finally:
        subprocess.run(["umount", "--lazy", place], check=True)


@pytest.fixture
def tom(disk: SmallDisk) -> Iterator[Tom]:
    """Tom, with free disk space before and after."""
    disk.free_space()
    (tom,) = disk.harness.toms
    tom.order()
    yield tom
    disk.free_space()
    assert eventually(lambda: server_process.accepts_connections(disk.harness.access.superuser))
    tom.order()
    assert disk.harness.audit().is_empty


@as_root
def test_Z8_a_picture_without_room_is_a_507_and_leaves_nothing(disk: SmallDisk, tom: Tom) -> None:
    files, rows = disk.files(), checksum(disk.harness.access.sql)
    disk.fill()
    path = f"/storage/v1/object/tapis/{FOLDER_OF_PROOFS}/bukti.jpg"
    with disk.harness.access.client(tom.account.token) as client:
        answer = client.post(path, content=PICTURES[0], headers={"Content-Type": "image/jpeg"})
    assert (answer.status_code, answer.json()["message"]) == (507, NO_ROOM)
    assert answer.json()["code"] == "InsufficientStorage"
    assert (disk.files(), checksum(disk.harness.access.sql)) == (files, rows)


def orders_until_refused(client: httpx.Client, tom: Tom, proofs: list[str]) -> tuple[int, httpx.Response]:
    """Place large orders until one is refused: their number, and the refusal."""
    lines = [line(tom.product, inserted_at="2026-11-20T10:00:00.000Z")] * 100
    for taken, proof in enumerate(proofs):
        order = row("transactions", tom.account.user_id, transactions=lines, invoice_image=image(proof))
        answer = client.post("/rest/v1/transactions", json=order)
        if answer.status_code != 201:
            return taken, answer
    pytest.fail("the disk is not full")


@as_root
def test_Z8_an_order_without_room_is_a_507_and_the_shop_is_read_all_the_same(
    disk: SmallDisk, tom: Tom
) -> None:
    access, owner = disk.harness.access, tom.account.user_id
    proofs = [put_file(access.sql, FOLDER_OF_PROOFS, owner) for _ in range(200)]
    ((before,),) = access.sql("select count(*) from public.transactions")
    disk.fill()
    with access.client(tom.account.token) as client:
        taken, refused = orders_until_refused(client, tom, proofs)
        assert (refused.status_code, refused.json()["message"]) == (507, NO_ROOM)
        assert client.get("/rest/v1/products").status_code == 200
    assert access.sql("select count(*) from public.transactions") == [(before + taken,)]
    disk.free_space()
    access.sql("delete from public.transactions where jsonb_array_length(transactions) = 100")
    access.sql("delete from storage.objects where name like '%%/kain-%%' and owner_id = %s", owner)


LINES = [
    {
        "booked_on": "2026-11-20",
        "amount": 150_000 + number,
        "description": "KAIN TAPIS " * 25,
        "place_of_day": 1,
    }
    for number in range(2_000)
]


@as_root
def test_Z8_a_statement_that_runs_out_of_room_half_way_is_a_507_and_nothing_of_it_is_stored(
    disk: SmallDisk, tom: Tom
) -> None:
    access, sent = disk.harness.access, {"account": "0000", "lines": LINES}
    count = "select count(*) from public.statement_lines"
    disk.fill()
    disk.leave(200_000)  # of which the lines take more
    with access.client(access.token("admin")) as client:
        refused = client.post("/rest/v1/rpc/import_statement", json=sent)
        assert (refused.status_code, refused.json()["message"]) == (507, NO_ROOM)
        assert refused.json()["code"] == "53100"
        assert access.sql(count) == [(0,)]
        disk.free_space()
        stored = client.post("/rest/v1/rpc/import_statement", json=sent)
        assert (stored.status_code, stored.json()["new"]) == (200, len(LINES)), stored.text
    access.sql("delete from public.statement_lines")


@as_root
def test_Z8_a_database_that_stops_for_want_of_room_comes_back_when_there_is_some(
    disk: SmallDisk, tom: Tom
) -> None:
    """Without space for its WAL, PostgreSQL stops and can't start until there is some.

    Its recovery may free old WAL and start once more, so the disk is filled again until it stays away.
    """
    with disk.harness.access.client() as client:

        def is_refused_for_want_of_room() -> bool:
            disk.fill()
            with suppress(psycopg.OperationalError):
                for _ in range(20):
                    disk.harness.access.sql("select pg_switch_wal(), pg_logical_emit_message(true, 'x', 'x')")
            answer = client.get("/rest/v1/transactions")
            away = not server_process.accepts_connections(disk.harness.access.superuser)
            return away and (answer.status_code, answer.headers.get("retry-after")) == (503, "2")

        assert eventually(is_refused_for_want_of_room)
        assert client.get("/").status_code == 200


@as_root
def test_Z8_a_checkpoint_without_room_stops_the_database_and_loses_no_order(
    disk: SmallDisk, tom: Tom
) -> None:
    """What was acknowledged is in the write-ahead log; the fixture counts when there is room again."""
    for _ in range(3):
        tom.order()
    disk.fill()
    with pytest.raises(psycopg.OperationalError):
        disk.harness.access.sql("checkpoint")
    with disk.harness.access.client() as client:
        assert client.get("/rest/v1/transactions").status_code in (401, 503)  # visitors read no orders


@as_root
def test_Z11_a_command_without_room_says_that_the_disk_is_full_and_nothing_of_postgresqls(
    disk: SmallDisk, tom: Tom
) -> None:
    place = disk.filler.parent
    resting = prepared(place / "resting")
    disk.fill()
    said = [
        tapis("users", "create", "ada@kain.id", "--data", place / "new"),
        tapis("users", "list", "--data", resting),
        tapis("audit", "--data", resting),
        tapis("serve", "--port", "0", "--data", place / "another"),
    ]
    for refused in said:
        assert refused.returncode == 1
        assert "Traceback" not in refused.stderr
        assert refused.stderr.splitlines()[-1].startswith("tapis: The disk is full: free some space"), refused
    disk.free_space()
    shutil.rmtree(resting)
