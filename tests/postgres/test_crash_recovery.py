"""Processes are killed at bad moments; nothing that was acknowledged is lost, and no server stays behind."""

import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tapis.ops.postgres import EmbeddedServer, binaries, ensure_server, initdb, os_account, server_process
from tapis.ops.postgres.configuration import build_server_options
from tapis.ops.postgres.paths import SOCKET_FROM_CLUSTER, ServerPaths
from tests.postgres.conftest import Keep
from tests.postgres.os_processes import eventually, is_running
from tests.process_tree import Tree, command, kill


def test_the_server_dies_with_a_parent_that_is_killed(data: Path, keep: Keep) -> None:
    kept = keep(data)
    server = kept.server
    kept.kill()
    assert eventually(lambda: not is_running(server))


def test_the_server_stops_cleanly_with_a_parent_that_stops(data: Path, keep: Keep) -> None:
    kept = keep(data)
    kept.process.communicate("", timeout=20)
    assert "database system is shut down" in (data / "postgres/server.log").read_text()
    assert not (data / "postgres/cluster/postmaster.pid").exists()


def test_after_everything_was_killed_it_starts_again_and_has_every_acknowledged_row(
    data: Path, keep: Keep
) -> None:
    kept = keep(data)
    kept.sql("create table orders (number int)")
    for round_ in range(3):
        kept.sql(f"insert into orders values ({round_})")
        os.kill(kept.server, signal.SIGKILL)
        kept.kill()
        kept = keep(data)
    assert kept.sql("select number from orders order by 1") == [(0,), (1,), (2,)]


def test_a_server_that_dies_while_we_serve_is_started_again(data: Path, keep: Keep) -> None:
    kept = keep(data)
    first = kept.server
    kept.sql("create table cloth ()")
    os.kill(first, signal.SIGKILL)
    assert eventually(lambda: server_process.accepts_connections(kept.superuser))
    assert kept.server != first
    assert kept.sql("select to_regclass('cloth') is not null") == [(True,)]


def test_a_server_whose_recovery_is_killed_too_is_started_again(data: Path, keep: Keep) -> None:
    kept = keep(data)
    kept.sql("create table cloth ()")

    def kill_recovery() -> bool:
        tree = Tree(kept.process.pid, data)
        if kill_named("startup", tree):
            return True
        kill_named("walwriter", tree)  # at first, and again whenever the recovery was faster than this test
        return False

    assert eventually(kill_recovery)
    assert eventually(lambda: server_process.accepts_connections(kept.superuser), seconds=30)
    assert kept.sql("select to_regclass('cloth') is not null") == [(True,)]


def kill_named(title: str, tree: Tree) -> bool:
    """Kill the database process of that title, such as `startup`; whether there was one."""
    found = [pid for pid in tree.backends if command(pid).startswith(f"postgres: tapis: {title}".encode())]
    kill(*found)
    return bool(found)


def test_a_lock_file_whose_number_is_now_another_process_does_not_keep_it_from_starting(
    data: Path,
) -> None:
    lock = data / "postgres/cluster/postmaster.pid"
    owner = (data / "postgres/cluster").stat().st_uid
    with subprocess.Popen(["cat"], stdin=subprocess.PIPE, user=owner if os.geteuid() == 0 else None) as other:
        lock.write_text(f"{other.pid}\n/somewhere\n")
        with ensure_server(data) as urls:
            assert server_process.accepts_connections(urls.superuser)


def test_an_empty_lock_file_left_by_a_power_cut_does_not_keep_it_from_starting(data: Path) -> None:
    (data / "postgres/cluster/postmaster.pid").write_text("")
    with ensure_server(data) as urls:
        assert server_process.accepts_connections(urls.superuser)


@pytest.fixture
def orphan(data: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A server of the folder that nobody looks after."""
    place = ServerPaths(data)
    who = os_account.choose_os_account(place.data, place.cluster)
    programs = binaries.ensure_programs_folder(who)
    command = [
        str(programs / "postgres"),
        "-D",
        initdb.cluster_path_for(place.cluster, who),
        *build_server_options(SOCKET_FROM_CLUSTER),
    ]
    run = server_process.spawn_server(place, command, who)
    assert eventually(lambda: server_process.accepts_connections(place.urls(who).superuser))
    yield run.process
    run.process.kill()
    run.process.wait()


def test_a_server_that_outlived_its_supervisor_is_ended_first(
    data: Path, orphan: subprocess.Popen[bytes]
) -> None:
    server = EmbeddedServer(data)
    urls = server.start()
    with psycopg.connect(urls.superuser) as connection:
        assert connection.execute("select 1").fetchone() == (1,)
    assert orphan.poll() is not None
    server.stop()
