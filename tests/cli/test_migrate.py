"""The owner brings a database up to date, here or elsewhere."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from tapis.ops import postgres
from tests.cli.conftest import Runner, make_runner
from tests.conftest import prepared

APPLIED = "Applied 0001_shop.sql, "
NOTHING_NEW = "The tables are up to date; functions and policies were replaced.\n"


def test_the_first_run_applies_everything_and_the_second_nothing_new(run: Runner) -> None:
    assert run("migrate").stdout.startswith(APPLIED)
    assert run("migrate").stdout == NOTHING_NEW


def test_a_database_elsewhere_is_migrated_as_its_owner_and_gets_keys(run: Runner, tmp_path: Path) -> None:
    with postgres.ensure_server(tmp_path / "elsewhere", create=True) as urls:
        assert run("migrate", TAPIS_OWNER_URL=urls.superuser).stdout.startswith(APPLIED)
        assert run("migrate", TAPIS_OWNER_URL=urls.superuser).stdout == NOTHING_NEW
        assert run("keys", TAPIS_OWNER_URL=urls.superuser).returncode == 0
        with psycopg.connect(urls.superuser) as connection:
            row = connection.execute("select count(*) from auth.signing_keys").fetchone()
            assert row
            assert row[0] > 0
    assert not (tmp_path / "data/postgres").exists()


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("postgresql:///postgres?host=/nowhere", "Nothing listens at /nowhere: "),
        ("postgresql://x@127.0.0.1:1/postgres?connect_timeout=2", "Nothing listens at 127.0.0.1:1: "),
        ("postgresql://x@nowhere.invalid/postgres", "There is no host nowhere.invalid: "),
        (
            "postgres//x:s3cret@127.0.0.1/shop",
            "TAPIS_OWNER_URL can't have this value: it takes an address such as postgresql://",
        ),
        ("postgresql://x:s3/cret@127.0.0.1/shop", "TAPIS_OWNER_URL is not an address of a database: "),
        ("postgresql://x:s@3cret@127.0.0.1/shop", "TAPIS_OWNER_URL is not an address of a database: "),
        (
            "postgresql://x:s3cret@127.0.0.1/shop?sslmode=s3cret",
            "127.0.0.1:5432 can't be used (TAPIS_OWNER_URL): ",
        ),
        (
            "postgresql://x:s3cret@127.0.0.1:99999/shop",
            "127.0.0.1:99999 can't be used (TAPIS_OWNER_URL): ",
        ),
    ],
)
def test_a_database_that_is_not_there_is_one_sentence(run: Runner, url: str, sentence: str) -> None:
    refused = run("migrate", TAPIS_OWNER_URL=url)
    assert refused.returncode == 1
    assert refused.stderr.startswith(f"tapis: {sentence}")
    assert refused.stderr.count("\n") == 1
    assert "3cret" not in refused.stderr


def test_a_table_that_was_opened_by_hand_is_named_and_closed_by_the_repair(run: Runner, data: Path) -> None:
    with postgres.ensure_server(data) as urls:
        with psycopg.connect(urls.superuser) as connection:
            connection.execute(
                "alter table slides disable row level security; grant delete on slides to public"
            )
        refused = run("migrate", TAPIS_OWNER_URL=urls.superuser)
        assert "delete on public.slides for public; `tapis doctor --repair` removes them" in refused.stderr
        assert run("doctor", "--repair", TAPIS_OWNER_URL=urls.superuser).returncode == 0
        with psycopg.connect(urls.superuser) as connection:
            query = (
                "select relrowsecurity, relacl::text like '%%{=d%%' from pg_class where relname = 'slides'"
            )
            assert connection.execute(query).fetchone() == (True, False)


def test_Z8_two_shops_share_a_server_if_they_have_one_owner_and_are_examined_at_once(
    run: Runner, tmp_path: Path
) -> None:
    """Roles are those of a whole server, so whoever made them may make another shop, and nobody else."""
    with postgres.ensure_server(prepared(tmp_path / "elsewhere")) as urls:
        with psycopg.connect(urls.superuser, autocommit=True) as server:
            server.execute("create database second")
            server.execute("create role rina createrole createdb")
            server.execute("create database third owner rina")
        second = make_conninfo(urls.superuser, dbname="second")
        third = make_conninfo(urls.superuser, dbname="third", options="-crole=rina")
        empty = run("doctor", TAPIS_OWNER_URL=second)
        assert empty.stderr == "tapis: This database has no shop yet: run `tapis migrate` as its owner.\n"
        made = make_runner(tmp_path / "second")("migrate", TAPIS_OWNER_URL=second)
        assert made.stdout.startswith(APPLIED)
        examine = {make_runner(tmp_path / "first"): urls.superuser, make_runner(tmp_path / "second"): second}
        with ThreadPoolExecutor() as at_once:
            results = list(at_once.map(lambda shop: shop("doctor", TAPIS_OWNER_URL=examine[shop]), examine))
        assert [(one.returncode, one.stderr) for one in results] == [(0, ""), (0, "")]
        refused = run("migrate", TAPIS_OWNER_URL=third)
    assert refused.returncode == 1
    assert refused.stderr == (
        "tapis: The roles of a shop belong to another owner on this server: migrate as that owner, whose "
        "shops may share it, or give the shop of rina a server of its own.\n"
    )
