"""The owner moves a shop from PostgreSQL 16 to this version's; whatever happens, one of the two serves."""

import json
import platform
import re
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

import psycopg
import pytest

from tapis.gateway.failpoints import UpgradeStep
from tapis.ops.postgres import Embedded, Urls, binaries, os_account
from tapis.ops.postgres import initdb as clusters
from tapis.ops.postgres.configuration import VERSION
from tapis.ops.postgres.embedded_server import Release
from tests.conftest import PASSWORD, ROOT, TAPIS, Shop, environment, open_shop, serving
from tests.maintenance.conftest import BUCKET, PROOFS, Books, fill, found, tapis
from tests.postgres.os_processes import eventually
from tests.process_tree import state

pytestmark = pytest.mark.anywhere

ABOUT = """
select current_setting('data_checksums'), datlocprovider, datlocale, pg_encoding_to_char(encoding)
from pg_database where datname = current_database()
"""
# Two builds of PostgreSQL 16, by the Makefile's rule and where the programs then are.
WHEEL = ("build/postgres16", "")
WITH_ICU = ("build/servers", f"node_modules/postgres-16-{platform.machine()}/native")
ICU = ("--locale-provider=icu", "--icu-locale=id")
# How the old database was made. What a default is depends on the machine; each of these may be met.
MADE = {
    "of the system's C": (WHEEL, ("--encoding=UTF8", "--locale=C")),
    "of the system's words": (WHEEL, ("--encoding=UTF8", "--locale=C.UTF-8")),
    "sorted by ICU": (
        WITH_ICU,
        ("--encoding=UTF8", "--locale-provider=icu", "--icu-locale=id", "--locale=C"),
    ),
    "in Latin 1": (WHEEL, ("--encoding=LATIN1", "--locale=C")),
}
ORDERS = "select count(*) from public.transactions"


@dataclass(frozen=True, slots=True)
class Old:
    """A shop of PostgreSQL 16 that is closed, and what it acknowledged."""

    data: Path
    programs: Path
    books: Books
    served: dict[str, bytes]  # each proof, as Tom saw it before


@pytest.fixture(scope="module", params=MADE)
def old(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Old:
    """Tom has ordered twice, Ada has put a product with its picture into the shop."""
    folder = tmp_path_factory.mktemp("old")
    (rule, inside), options = MADE[request.param]
    subprocess.run(["make", "--silent", rule], cwd=ROOT, check=True)
    programs = ROOT / rule / inside
    with running(folder / "data", programs, options) as urls:
        books, served = filled(folder / "pictures", urls)
    (folder / "pictures" / "files").rename(folder / "data" / "files")
    return Old(folder / "data", programs, books, served)


@pytest.fixture
def data(old: Old, tmp_path: Path) -> Path:
    """A copy of the old folder, to be upgraded."""
    subprocess.run(["cp", "-a", old.data, tmp_path / "data"], check=True)
    return tmp_path / "data"


only_one = pytest.mark.parametrize("old", ["of the system's C"], indirect=True)


@contextmanager
def running(data: Path, programs: Path, made: tuple[str, ...] = ()) -> Iterator[Urls]:
    """A server of PostgreSQL 16 on a data folder, made first if there is none."""
    server = Embedded(data)
    server.own()
    who = os_account.choose(data, data / "postgres" / "cluster")
    found = binaries.older_programs("16", who, programs)
    if not (data / "postgres").exists():
        initdb(data / "postgres", found, who, made)
    server.use(Release("16", lambda _who: found))
    try:
        yield server.start()
    finally:
        server.stop()


def initdb(folder: Path, programs: Path, who: os_account.Account, made: tuple[str, ...]) -> None:
    """Make the database as an older version would have."""
    (folder / "cluster").mkdir(parents=True)
    who.own(folder / "cluster")
    subprocess.run(
        [
            programs / "initdb",
            f"--pgdata={clusters.directory(folder / 'cluster', who)}",
            "--username=postgres",
            "--auth=peer",
            "--no-sync",
            *made,
        ],
        cwd=folder / "cluster",
        user=who.uid,
        group=who.gid,
        extra_groups=[],
        env={"PATH": "/usr/bin:/bin"},
        check=True,
        stdout=subprocess.DEVNULL,
    )


def filled(pictures: Path, urls: Urls) -> tuple[Books, dict[str, bytes]]:
    """Open the shop over that server, and use it; gives what it served, too."""
    settings = {"TAPIS_DATABASE_URL": urls.authenticator, "TAPIS_OWNER_URL": urls.superuser}
    with serving(pictures, **settings) as url:
        printed = tapis("keys", "--service", "--json", data=pictures, **settings).stdout
        keys = json.loads(printed)
        shop = Shop(url, pictures, keys["anon_key"], keys["service_key"], urls.superuser)
        books = fill(shop)
        return books, proofs(shop, books)


def proofs(shop: Shop, books: Books) -> dict[str, bytes]:
    """Tom signs in with his password, and looks at what he sent."""
    token = shop.sign_in(books.tom.email, PASSWORD)["access_token"]
    with shop.client(token) as http:
        rows = http.get("/rest/v1/transactions", params={"select": "uuid"}).json()
        assert {row["uuid"] for row in rows} == set(books.orders)
        answers = {name: http.get(f"{BUCKET}/{PROOFS}/{name}") for name, _ in books.orders.values()}
    assert all(answer.status_code == 200 for answer in answers.values())
    return {name: answer.content for name, answer in answers.items()}


def upgraded(data: Path, programs: Path) -> str:
    """What `tapis upgrade` says when all goes well."""
    said = tapis("upgrade", "--programs", programs, data=data)
    assert said.returncode == 0, said.stderr
    return said.stdout


def refused(*words: object, data: Path) -> str:
    """What a command says that can't be done: one line, which is no SQL and no trace."""
    said = tapis(*words, data=data)
    assert said.returncode == 1, said.stdout
    (line,) = said.stderr.strip().splitlines()
    assert line.startswith("tapis: ")
    return line


def version(data: Path) -> str:
    """Of the database that would be opened."""
    return (data / "postgres/cluster/PG_VERSION").read_text().strip()


def is_as_it_was(data: Path, old: Old) -> bool:
    """Whether the doctor finds nothing, and Tom signs in and finds his orders and their proofs."""
    assert found(data) == []
    with open_shop(data) as shop:
        assert shop.sql(ABOUT) == [("on", "b", "C.UTF-8", "UTF8")]
        return proofs(shop, old.books) == old.served


def test_the_owner_upgrades_a_shop_and_it_is_as_it_was_whatever_its_text_was_sorted_by(
    old: Old, data: Path, tmp_path: Path
) -> None:
    assert "`tapis doctor` finds nothing" in upgraded(data, old.programs)
    assert version(data) == VERSION
    assert is_as_it_was(data, old)
    assert (data / "postgres/cluster-16/PG_VERSION").exists()
    assert not (data / "postgres/upgrading").exists()


@only_one
def test_the_backup_of_an_upgrade_is_a_backup_like_any_other(old: Old, data: Path, tmp_path: Path) -> None:
    said = tapis("upgrade", "--programs", old.programs, "--backup", tmp_path / "shop.tar", data=data)
    assert f"2 orders and 3 pictures are in {tmp_path}/shop.tar." in said.stdout
    assert tapis("restore", tmp_path / "shop.tar", data=tmp_path / "new").returncode == 0
    assert is_as_it_was(tmp_path / "new", old)


@only_one
@pytest.mark.parametrize("step", get_args(UpgradeStep))
def test_killed_at_any_step_either_database_serves_and_the_upgrade_can_be_done_again(
    old: Old, data: Path, tmp_path: Path, step: str
) -> None:
    hold = tmp_path / "hold"
    hold.write_text(step)
    command = [str(TAPIS), "upgrade", "--programs", str(old.programs), "--data", str(data)]
    upgrade = subprocess.Popen(command, env=environment(TAPIS_HOLD_AT=str(hold)), stdout=subprocess.DEVNULL)
    assert eventually(lambda: state(upgrade.pid) in "TX" or upgrade.poll() is not None, seconds=60)
    assert state(upgrade.pid) == "T", step
    upgrade.send_signal(signal.SIGKILL)
    upgrade.wait()
    if (data / "postgres/cluster").exists() and version(data) == "16":
        assert "`tapis upgrade` moves it" in refused("serve", data=data)
        with running(data, old.programs) as urls, psycopg.connect(urls.superuser) as connection:
            assert connection.execute(ORDERS).fetchone() == (len(old.books.orders),)
        upgraded(data, old.programs)
    assert is_as_it_was(data, old)
    assert "is of PostgreSQL 18 already" in upgraded(data, old.programs)
    left = {path.name for path in (data / "postgres").iterdir()}
    assert left <= {"cluster", "cluster-16", "socket", "server.log", "users.lock"}, left


@only_one
def test_an_open_shop_is_not_upgraded_and_neither_is_a_newer_one_or_none(
    old: Old, data: Path, tmp_path: Path
) -> None:
    server = Embedded(data)
    server.own()
    assert "is in use by another tapis" in refused("upgrade", data=data)
    server.stop()
    (data / "postgres/cluster/PG_VERSION").write_text("19\n")
    for words in (["upgrade"], ["serve"], ["backup", tmp_path / "shop.tar"]):
        assert "is of PostgreSQL 19, and this program runs 18: open it with the newer Tapis" in refused(
            *words, data=data
        )
    assert refused("upgrade", data=tmp_path / "none") == f"tapis: There is no shop in {tmp_path}/none."
    assert not (tmp_path / "none").exists()


@only_one
def test_without_the_old_programs_the_owner_is_told_how_to_get_them(
    old: Old, data: Path, tmp_path: Path
) -> None:
    there = f"There are no programs of PostgreSQL 16 in {tmp_path}."
    assert refused("upgrade", "--programs", tmp_path, data=data) == f"tapis: {there}"
    (data / "postgres/cluster/PG_VERSION").write_text("12\n")
    assert "Debian's package postgresql-12 brings them, or name a folder" in refused("upgrade", data=data)


@only_one
def test_an_upgrade_that_has_no_room_says_how_much_it_needs_and_begins_nothing(old: Old, data: Path) -> None:
    with (data / "files" / "large").open("wb") as file:
        file.truncate(10**13)  # it has no bytes, but would have in the backup
    said = refused("upgrade", "--programs", old.programs, data=data)
    assert re.match(r"tapis: The upgrade needs 10000\.\d GB on the disk of", said)
    assert said.endswith("with --backup. Nothing was changed.")
    assert version(data) == "16"


@only_one
def test_an_upgrade_never_overwrites_what_an_earlier_one_set_aside(old: Old, data: Path) -> None:
    shutil.copytree(data / "postgres/cluster", data / "postgres/cluster-16")
    assert "is there from an earlier upgrade" in refused("upgrade", "--programs", old.programs, data=data)


@only_one
def test_two_accounts_that_only_the_old_collation_told_apart_stop_the_upgrade_before_anything_is_changed(
    old: Old, data: Path
) -> None:
    with running(data, old.programs) as urls, psycopg.connect(urls.superuser) as connection:
        for email in ("änne@tapis.example", "Änne@tapis.example"):
            connection.execute("insert into auth.users (id, email) values (gen_random_uuid(), %s)", [email])
    said = refused("upgrade", "--programs", old.programs, data=data)
    assert "PostgreSQL 18 does not take this database" in said
    assert "create unique index" not in said.lower().replace("could not create unique index", "")
    assert version(data) == "16"
    assert {path.name for path in (data / "postgres").iterdir()} & {"upgrading", "cluster.upgraded"} == set()
