"""The shop's owner starts the database in a folder, and in the same folder again."""

import os
from pathlib import Path

import psycopg
import pytest

from tapis.ops.command_errors import PostgresError
from tapis.ops.postgres import EmbeddedServer, ensure_server
from tapis.ops.postgres.configuration import SETTINGS
from tests.conftest import prepared
from tests.postgres.conftest import Keep
from tests.postgres.os_processes import as_root

ABOUT = """
select current_setting('data_checksums'), datlocprovider, datlocale, pg_encoding_to_char(encoding)
from pg_database where datname = current_database()
"""


def test_what_was_written_is_there_after_a_restart(data: Path) -> None:
    with ensure_server(data) as urls, psycopg.connect(urls.superuser) as connection:
        connection.execute("create table cloth as select 'tapis' as name")
    with ensure_server(data) as urls, psycopg.connect(urls.superuser) as connection:
        assert connection.execute("select name from cloth").fetchall() == [("tapis",)]


def test_every_setting_is_in_force_pages_carry_checksums_and_text_sorts_alike_everywhere(data: Path) -> None:
    with ensure_server(data) as urls, psycopg.connect(urls.superuser) as connection:
        for name, value, _ in SETTINGS:
            row = connection.execute("select current_setting(%s)", [name]).fetchone()
            assert row == (value,), name
        connection.execute("create extension amcheck")
        assert connection.execute(ABOUT).fetchone() == ("on", "b", "C.UTF-8", "UTF8")


@pytest.mark.parametrize(
    "name", ["Anna's 100% Lampung & kain-ꦏꦲꦶꦤ꧀", "x" * 120, "kain, tapis", os.fsdecode(b"caf\xe9")]
)
def test_a_folder_may_have_any_name_and_a_long_one(tmp_path: Path, name: str) -> None:
    with ensure_server(tmp_path / name, create=True) as urls, psycopg.connect(urls.superuser) as connection:
        assert connection.execute("select 1").fetchone() == (1,)


def test_a_socket_folder_elsewhere_is_private_removed_at_the_end_and_not_used_when_others_could_have_made_it(
    tmp_path: Path, keep: Keep
) -> None:
    data = prepared(tmp_path / ("x" * 120))
    kept = keep(data)
    elsewhere = (data / "postgres/socket").readlink()
    assert elsewhere.stat().st_mode == 0o040700
    kept.kill()
    elsewhere.chmod(0o777)
    with ensure_server(data):
        another = (data / "postgres/socket").readlink()
        assert another != elsewhere
    assert not another.exists()


def test_the_environment_of_another_postgresql_does_not_matter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = {"PGPORT": "1", "PGHOST": "/nowhere", "PGDATA": "/nowhere", "PGUSER": "x", "LC_ALL": "xx_YY"}
    for name, value in others.items():
        monkeypatch.setenv(name, value)
    with ensure_server(tmp_path, create=True) as urls, psycopg.connect(urls.superuser) as connection:
        assert connection.execute("select current_user").fetchone() == ("postgres",)


def test_a_creation_that_was_killed_half_way_is_begun_anew(tmp_path: Path) -> None:
    half = tmp_path / "postgres" / "cluster.new"
    half.mkdir(parents=True)
    (half / "PG_VERSION").write_text("18\n")
    with ensure_server(tmp_path, create=True) as urls, psycopg.connect(urls.superuser) as connection:
        assert connection.execute("select 1").fetchone() == (1,)


@pytest.mark.parametrize(
    ("version", "way_out"),
    [
        (
            "16",
            r"run `tapis backup` with the version of Tapis that made it, then `tapis restore` with this one",
        ),
        ("19", r"use the newer Tapis that made it\.$"),
    ],
)
def test_the_owner_reads_which_version_made_a_database_and_what_to_do(
    tmp_path: Path, version: str, way_out: str
) -> None:
    cluster = tmp_path / "postgres" / "cluster"
    cluster.mkdir(parents=True)
    (cluster / "PG_VERSION").write_text(f"{version}\n")
    with pytest.raises(PostgresError, match=f"made by PostgreSQL {version}.* runs 18: {way_out}"):
        EmbeddedServer(tmp_path).start()


def test_a_folder_that_cannot_be_made_is_refused_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(PostgresError, match="can't be made: Not a directory"):
        EmbeddedServer(tmp_path / "file" / "data").start()


def test_a_server_that_cannot_start_says_why_and_leaves_the_folder_free(data: Path) -> None:
    control = data / "postgres/cluster/global/pg_control"
    control.rename(control.with_suffix(".away"))
    with pytest.raises(PostgresError, match=r"PostgreSQL did not start: .*pg_control"):
        EmbeddedServer(data).start()
    control.with_suffix(".away").rename(control)
    with ensure_server(data):
        pass


@as_root
def test_root_starts_a_server_that_is_not_root_in_a_folder_that_only_root_may_enter(
    tmp_path: Path, keep: Keep
) -> None:
    tmp_path.chmod(0o700)
    kept = keep(tmp_path / "data")
    assert Path(f"/proc/{kept.server}").stat().st_uid != 0
    assert kept.sql("select 1") == [(1,)]
    assert os.geteuid() == 0
