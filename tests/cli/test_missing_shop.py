"""A mistyped data folder: no command creates a shop there by accident, and each names the problem.

The commands are read from the program, so that new ones are covered.
"""

import contextlib
import os
import pwd
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

import pytest
import typer
from typer.core import TyperArgument

from tapis.ops import cli, postgres
from tests.postgres.os_processes import STRANGER

# The commands that may make a shop where there is none; README names them.
MAKERS = {"serve", "demo", "migrate", "restore", "import", "users create"}


@dataclass(frozen=True, slots=True)
class Command:
    """The words of a command, with a valid value for each required argument."""

    name: str
    words: tuple[str, ...]
    options: frozenset[str]


def list_commands() -> list[Command]:
    """Every command in `tapis --help` and in the help of its groups."""
    return [*iterate_commands(typer.main.get_command(cli.build_program(cli.COMMANDS)), ())]


def iterate_commands(command: Any, path: tuple[str, ...]) -> Iterator[Command]:
    if path and getattr(command, "invoke_without_command", True):
        values = [
            get_example_value(one)
            for one in command.params
            if isinstance(one, TyperArgument) and one.required
        ]
        options = {flag for one in command.params for flag in one.opts}
        yield Command(" ".join(path), (*path, *values), frozenset(options))
    for name, below in getattr(command, "commands", {}).items():
        yield from iterate_commands(below, (*path, name))


def get_example_value(argument: Any) -> str:
    kind = argument.type_descriptor.annotation
    if values := get_args(kind):  # one of these
        return str(values[0])
    return "ada@tapis.example" if argument.name == "email" else "made.tar"


COMMANDS = {command.name: command for command in list_commands()}
OTHERS = [command for name, command in COMMANDS.items() if name not in MAKERS]
WITH_DATABASE = [one for name, one in COMMANDS.items() if name not in {"config", "config check", "mail"}]
Run = Callable[[Command, Path], str]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Run]:
    """Run a command in this process, in an empty working folder; returns its final message."""
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    for name in [name for name in os.environ if name.startswith("TAPIS_")]:
        monkeypatch.delenv(name)

    def refused(command: Command, data: Path) -> str:
        monkeypatch.setattr(sys, "argv", ["tapis", *command.words, "--data", str(data)])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        message = ended.value.code
        assert isinstance(message, str), (command.name, message, capsys.readouterr())  # exit status 1
        assert message.count("\n") == 0
        assert capsys.readouterr().out == ""
        return message

    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    yield refused
    for number, handler in before.items():
        signal.signal(number, handler)
    assert list((tmp_path / "work").iterdir()) == []


def missing(folder: Path) -> Path:
    return folder / "dta"


def empty(folder: Path) -> Path:
    (folder / "data").mkdir()
    return folder / "data"


def of_something_else(folder: Path) -> Path:
    (folder / "photos/postgres").mkdir(parents=True)
    (folder / "photos/2024.jpg").write_bytes(b"kain")
    return folder / "photos"


def a_file(folder: Path) -> Path:
    (folder / "data").write_text("")
    return folder / "data"


FOLDERS = (missing, empty, of_something_else, a_file)


def test_Z11_every_command_takes_the_folder_of_the_shop() -> None:
    assert COMMANDS.keys() >= MAKERS
    assert [name for name, command in COMMANDS.items() if "--data" not in command.options] == []


@pytest.mark.parametrize("make", FOLDERS, ids=lambda make: make.__name__)
@pytest.mark.parametrize("command", OTHERS, ids=lambda command: command.name)
def test_Z11_a_command_on_a_mistyped_folder_says_that_there_is_no_shop_and_makes_none(
    run: Run, tmp_path: Path, command: Command, make: Callable[[Path], Path]
) -> None:
    data = make(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    assert run(command, data) == f"tapis: There is no shop in {data}."
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("name", ["doctor", "migrate"])
def test_Z11_who_names_the_folder_above_the_shop_is_told_the_right_one(
    run: Run, tmp_path: Path, name: str
) -> None:
    (tmp_path / "home/shop/postgres").mkdir(parents=True)
    home = tmp_path / "home"
    assert run(COMMANDS[name], home) == (
        f"tapis: There is no shop in {home}, perhaps in the folder in it: --data {home}/shop."
    )
    assert list(home.iterdir()) == [home / "shop"]


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_Z11_a_folder_that_may_not_be_read_is_one_sentence(run: Run, command: Command, closed: Path) -> None:
    with drop_privileges():
        message = run(command, closed)
    assert str(closed) in message or "made.tar" in message
    assert list(closed.iterdir()) == []


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_Z11_a_folder_that_may_not_be_written_is_one_sentence(
    run: Run, command: Command, read_only: Path
) -> None:
    with drop_privileges():
        message = run(command, read_only)
    assert str(read_only) in message or "made.tar" in message
    assert list(read_only.iterdir()) == []


@pytest.mark.usefixtures("run")
def test_Z11_ctrl_c_while_a_command_is_loaded_is_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_chosen: tuple[str, ...]) -> typer.Typer:
        signal.raise_signal(signal.SIGINT)
        raise AssertionError

    monkeypatch.setattr(cli, "build_program", interrupted)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # what runs in the background may ignore it
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 130


@pytest.mark.parametrize("name", ["doctor", "backup", "messages", "removed list"])
def test_Z11_a_first_start_that_was_interrupted_has_made_no_shop_yet(
    run: Run, tmp_path: Path, name: str
) -> None:
    with postgres.ensure_server(tmp_path / "data", create=True):
        pass  # killed here
    assert run(COMMANDS[name], tmp_path / "data") == (
        "tapis: This database has no shop yet: run `tapis migrate` as its owner."
    )


@pytest.mark.parametrize("name", ["doctor", "demo", "migrate", "serve", "users create"])
def test_Z8_what_a_killed_restore_left_does_not_become_another_shop(
    run: Run, tmp_path: Path, name: str
) -> None:
    (tmp_path / "data/restoring/postgres").mkdir(parents=True)
    assert f"type it again, or remove {tmp_path}/data/restoring." in run(COMMANDS[name], tmp_path / "data")
    assert not (tmp_path / "data/postgres").exists()


@pytest.mark.parametrize("command", WITH_DATABASE, ids=lambda command: command.name)
def test_Z11_a_database_of_another_postgresql_is_one_sentence(
    run: Run, command: Command, tmp_path: Path
) -> None:
    cluster = tmp_path / "data/postgres/cluster"
    cluster.mkdir(parents=True)
    (cluster / "PG_VERSION").write_text("17\n")
    message = run(command, tmp_path / "data")
    assert "made by PostgreSQL 17" in message or "made.tar" in message, message


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_Z11_a_broken_settings_file_is_one_sentence(run: Run, command: Command, tmp_path: Path) -> None:
    data = empty(tmp_path)
    (data / "tapis.env").write_text("[tapis]\n")
    (data / "tapis.env").chmod(0o600)
    assert run(command, data).startswith(f"tapis: {data}/tapis.env, line 1: write NAME=value")
    assert [path.name for path in data.iterdir()] == ["tapis.env"]


@pytest.mark.parametrize("name", sorted(MAKERS))
def test_Z11_a_file_in_the_place_of_the_folder_is_one_sentence(run: Run, tmp_path: Path, name: str) -> None:
    message = run(COMMANDS[name], a_file(tmp_path))
    assert str(tmp_path / "data") in message or "made.tar" in message


@pytest.fixture
def read_only() -> Iterator[Path]:
    """An empty folder without write permission."""
    with tempfile.TemporaryDirectory(prefix="tapis-test-") as folder:
        Path(folder).chmod(0o755)
        data = Path(folder) / "data"
        data.mkdir()
        data.chmod(0o555)
        yield data


@pytest.fixture
def closed() -> Iterator[Path]:
    """A folder that only its owner may enter; root switches to another account."""
    with tempfile.TemporaryDirectory(prefix="tapis-test-") as folder:
        data = Path(folder) / "data"
        data.mkdir()
        if os.geteuid() != 0:
            data.chmod(0)
        else:
            data.chmod(0o700)
            Path(folder).chmod(0o755)
        yield data
        data.chmod(0o700)


@contextlib.contextmanager
def drop_privileges() -> Iterator[None]:
    """Act as an unprivileged account, if this is root."""
    if os.geteuid() != 0:
        yield
        return
    stranger = pwd.getpwnam(STRANGER).pw_uid
    os.setresuid(stranger, stranger, 0)  # the real one, too, which os.access asks for
    try:
        yield
    finally:
        os.setresuid(0, 0, 0)
