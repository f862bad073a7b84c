"""One run of the server: starts it, checks its connections, removes the lock files of a dead one."""

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import psycopg

from tapis.ops.postgres import launch
from tapis.ops.postgres.initdb import ENVIRONMENT
from tapis.ops.postgres.os_account import OsAccount
from tapis.ops.postgres.paths import SOCKET, ServerPaths

# Transient errors: the previous server is still stopping, or the machine is busy.
TRANSIENT = (
    "lock file",
    "is still in use",
    "could not bind Unix address",
    "could not create any Unix-domain sockets",
    "Resource temporarily unavailable",
)


@dataclass(frozen=True, slots=True)
class ServerRun:
    """A server process, and the position in the log at its start."""

    process: subprocess.Popen[bytes]
    log: Path
    log_start: int

    @property
    def ended(self) -> bool:
        return self.process.poll() is not None

    def last_error(self) -> str:
        """The last fatal message of this run in the log, else its last line."""
        with self.log.open("rb") as file:
            file.seek(self.log_start)
            lines = file.read().decode("utf-8", "replace").strip().splitlines() or ["it logged nothing"]
        errors = [line for line in lines if "FATAL:" in line or "PANIC:" in line]
        return (errors or lines)[-1].partition("] ")[2] or lines[-1]

    def failed_transiently(self) -> bool:
        """Whether another attempt may succeed."""
        return any(text in self.last_error() for text in TRANSIENT)


def spawn_server(paths: ServerPaths, command: Sequence[str], account: OsAccount) -> ServerRun:
    """Start the server as an account. It is killed when the calling thread exits."""
    log = os.open(paths.log, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW, 0o600)
    numbers = (str(number) for number in (os.getpid(), account.uid, account.gid))
    try:
        process = subprocess.Popen(
            [sys.executable, "-I", "-S", launch.__file__, *numbers, *command],
            cwd=paths.cluster,
            env=ENVIRONMENT,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,  # Ctrl-C is for the gateway, which drains before the server stops
        )
        return ServerRun(process, paths.log, os.fstat(log).st_size)
    finally:
        os.close(log)


def accepts_connections(url: str) -> bool:
    try:
        psycopg.connect(url, connect_timeout=5).close()
    except psycopg.OperationalError:
        return False
    return True


def remove_stale_lock(paths: ServerPaths) -> None:
    """Stop a server that outlived its supervisor, or remove the lock files of a dead one.

    Only for the holder of the folder's lock. After a restart of the machine or of a container the process
    number in the lock file may be another program's, which the server can't detect; nor can it tell an empty
    lock file, left by a power cut, from one that is being written.
    """
    lock = paths.cluster / "postmaster.pid"
    if not lock.exists():
        return
    pid = lock.read_text().partition("\n")[0].strip()
    if pid.isdecimal() and not Path("/proc", pid).exists():
        return  # dead (or this system has no /proc): the server handles it
    if pid.isdecimal() and _runs_in(pid, paths.cluster):
        os.kill(int(pid), signal.SIGQUIT)
        return
    for leftover in (lock, paths.socket / f"{SOCKET}.lock", paths.socket / SOCKET):
        leftover.unlink(missing_ok=True)


def _runs_in(pid: str, folder: Path) -> bool:
    try:
        return Path("/proc", pid, "cwd").samefile(folder)
    except OSError:
        return False  # a zombie, or another account's process
