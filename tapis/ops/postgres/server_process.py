"""One run of the server program: spawning it, asking whether it answers, and what a dead one left behind."""

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
from tapis.ops.postgres.paths import SOCKET, Paths

WITH_PARENT = "prctl" if sys.platform == "linux" else "pipe"

# What a server says that would start a moment later: its predecessor is still going, or the machine is busy.
PASSING = (
    "lock file",
    "is still in use",
    "could not bind Unix address",
    "could not create any Unix-domain sockets",
    "Resource temporarily unavailable",
)


@dataclass(frozen=True, slots=True)
class Run:
    """A server process, and where its part of the log begins."""

    process: subprocess.Popen[bytes]
    log: Path
    log_start: int

    @property
    def ended(self) -> bool:
        """Whether the process is gone."""
        return self.process.poll() is not None

    def last_words(self) -> str:
        """The last thing that the server complained about, else its last line."""
        with self.log.open("rb") as file:
            file.seek(self.log_start)
            lines = file.read().decode("utf-8", "replace").strip().splitlines() or ["it said nothing"]
        complaints = [line for line in lines if "FATAL:" in line or "PANIC:" in line]
        return (complaints or lines)[-1].partition("] ")[2] or lines[-1]

    def ended_in_passing(self) -> bool:
        """Whether trying again may help."""
        return any(words in self.last_words() for words in PASSING)


def spawn(place: Paths, command: Sequence[str], uid: int, gid: int) -> Run:
    """Start the server as an account. It ends with the calling thread: keep that thread alive."""
    log = os.open(place.log, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW, 0o600)
    launcher = [
        sys.executable,
        "-I",
        "-S",
        launch.__file__,
        WITH_PARENT,
        str(os.getpid()),
        str(uid),
        str(gid),
    ]
    try:
        process = subprocess.Popen(
            [*launcher, *command],
            cwd=place.cluster,
            env=ENVIRONMENT,
            stdin=subprocess.PIPE,  # closes with this process; `launch` may watch it
            stdout=log,
            stderr=log,
            start_new_session=True,  # Ctrl-C is for the gateway, which drains before the server stops
        )
        return Run(process, place.log, os.fstat(log).st_size)
    finally:
        os.close(log)


def answers(url: str) -> bool:
    """Whether a server takes a connection at `url` now."""
    try:
        psycopg.connect(url, connect_timeout=5).close()
    except psycopg.OperationalError:
        return False
    return True


def clear_away(place: Paths) -> None:
    """End a server that outlived its supervisor, or remove the lock files of one that is gone.

    Only for the owner of the folder. A lock file names a process number, and after a restart of the machine
    or of a container that number may belong to somebody else, which the server itself can't tell; neither can
    it tell an empty lock file, left by a power cut, from one that is being written.
    """
    lock = place.cluster / "postmaster.pid"
    if not lock.exists():
        return
    pid = lock.read_text().partition("\n")[0].strip()
    if pid.isdecimal() and not Path("/proc", pid).exists():
        return  # gone (or this system has no /proc): the server knows what to do
    if pid.isdecimal() and _stands_in(pid, place.cluster):
        os.kill(int(pid), signal.SIGQUIT)
        return
    for leftover in (lock, place.socket / f"{SOCKET}.lock", place.socket / SOCKET):
        leftover.unlink(missing_ok=True)


def _stands_in(pid: str, folder: Path) -> bool:
    try:
        return Path("/proc", pid, "cwd").samefile(folder)
    except OSError:
        return False  # a zombie, or another account's process
