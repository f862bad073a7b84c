"""The process tree of a running shop, read from /proc."""

import os
import signal
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Tree:
    """`tapis serve` by its process number, and the data folder that it owns."""

    gateway: int
    data: Path

    @property
    def postmaster(self) -> int:
        """The database server's first process; 0 while there is none."""
        with suppress(OSError, IndexError, ValueError):
            return int((self.data / "postgres/cluster/postmaster.pid").read_text().split()[0])
        return 0

    @property
    def workers(self) -> list[int]:
        """The processes that answer requests: forks of the gateway."""
        return [pid for pid in children(self.gateway) if command(pid) == command(self.gateway)]

    @property
    def backends(self) -> list[int]:
        """The database server's other processes, including backends."""
        return children(self.postmaster)

    def all(self) -> list[int]:
        """Every process, parents first."""
        return [self.gateway, *descendants(self.gateway)]


def children(pid: int) -> list[int]:
    """The processes that this one has started; none when it is gone."""
    with suppress(OSError):
        return sorted({int(n) for f in Path(f"/proc/{pid}/task").glob("*/children") for n in _numbers(f)})
    return []


def descendants(pid: int) -> list[int]:
    """Children, their children, and so on."""
    return [found for child in children(pid) for found in (child, *descendants(child))]


def kill(*pids: int, number: signal.Signals = signal.SIGKILL) -> None:
    """Send a signal to all of them; missing ones are ignored."""
    for pid in pids:
        if pid > 1:
            with suppress(ProcessLookupError):
                os.kill(pid, number)


def state(pid: int) -> str:
    """As the kernel abbreviates it: R, S, T for stopped, Z for dead and not yet noticed; X when gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return "X"


def _numbers(file: Path) -> list[str]:
    with suppress(OSError):
        return file.read_text().split()
    return []


def command(pid: int) -> bytes:
    """Its command line, with NUL behind each word."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""
