"""One owner per data folder; commands use the owner's server, or one of their own for a moment."""

import threading
from pathlib import Path

import psycopg
import pytest

from tapis.ops.command_errors import PostgresError
from tapis.ops.postgres import EmbeddedServer, ensure_server
from tests.postgres.conftest import Keep


def test_a_second_server_on_one_data_folder_is_refused_in_one_sentence(data: Path, keep: Keep) -> None:
    kept = keep(data)
    with pytest.raises(PostgresError) as refusal:
        EmbeddedServer(data).start()
    assert str(refusal.value) == (
        f"The data folder {data} is in use by another tapis (process {kept.process.pid})."
    )
    assert kept.sql("select 1") == [(1,)]


def test_a_command_uses_the_server_that_runs_and_leaves_it_running(data: Path, keep: Keep) -> None:
    kept = keep(data)
    with ensure_server(data) as urls:
        assert urls.shared
        assert urls.superuser == kept.superuser
    assert kept.sql("select 1") == [(1,)]


def test_a_command_without_a_server_has_one_for_its_own_length(data: Path) -> None:
    with ensure_server(data) as urls:
        assert not urls.shared
        assert (data / "postgres/cluster/postmaster.pid").exists()
    assert not (data / "postgres/cluster/postmaster.pid").exists()


def test_the_first_of_two_commands_waits_for_the_second_before_it_stops_the_server(data: Path) -> None:
    first, joined, leave = ensure_server(data), threading.Event(), threading.Event()
    answers: list[object] = []

    def second() -> None:
        with ensure_server(data) as urls, psycopg.connect(urls.superuser) as connection:
            joined.set()
            leave.wait(20)
            answers.append(connection.execute("select 1").fetchone())

    first.__enter__()
    joining = threading.Thread(target=second)
    joining.start()
    assert joined.wait(20)
    leaving = threading.Thread(target=first.__exit__, args=(None, None, None))
    leaving.start()
    leaving.join(0.3)
    assert leaving.is_alive()
    leave.set()
    joining.join(20)
    leaving.join(20)
    assert answers == [(1,)]
    assert not leaving.is_alive()


def test_a_server_waits_for_a_command_that_has_the_folder(data: Path) -> None:
    server, started = EmbeddedServer(data), threading.Event()

    def start() -> None:
        server.start()
        started.set()

    with ensure_server(data):
        starting = threading.Thread(target=start)
        starting.start()
        assert not started.wait(0.3)
    assert started.wait(20)
    starting.join()
    server.stop()


def test_a_folder_is_free_again_after_its_owner_was_killed(data: Path, keep: Keep) -> None:
    keep(data).kill()
    server = EmbeddedServer(data)
    server.start()
    server.stop()
