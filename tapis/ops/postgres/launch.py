"""Drops root, makes the server end with its parent, and executes the program.

Run as a script by a fresh interpreter with the standard library only, because none of this is safe in the
child of a process with threads:

    python -I -S launch.py prctl|pipe PARENT UID GID PROGRAM [ARGUMENT…]
"""

import ctypes
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from types import FrameType

PR_SET_PDEATHSIG = 1
FORWARDED = (signal.SIGINT, signal.SIGTERM, signal.SIGQUIT, signal.SIGHUP)


def drop_root(uid: int, gid: int) -> None:
    """Change to the account, irreversibly."""
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(gid)
        os.setuid(uid)


def end_with_parent(parent: int, number: signal.Signals) -> None:
    """Have the kernel send a signal to this process when its parent ends, also after kill -9 (Linux).

    After `drop_root`, because a change of account cancels the request. The parent may have ended before it,
    so check once.
    """
    if sys.platform != "linux":
        return
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, number, 0, 0, 0)
    if os.getppid() != parent:
        sys.exit("the parent process has ended")


def watch_pipe(command: Sequence[str]) -> int:
    """Stay beside the server until the pipe from the parent closes (where the kernel has no such request)."""
    server = subprocess.Popen(command, stdin=subprocess.DEVNULL)

    def forward(number: int, _frame: FrameType | None) -> None:
        server.send_signal(number)

    def end_with_parent() -> None:
        while os.read(0, 1):
            pass
        server.send_signal(signal.SIGQUIT)

    for number in FORWARDED:
        signal.signal(number, forward)
    threading.Thread(target=end_with_parent, daemon=True).start()
    return server.wait()


def main(how: str, parent: str, uid: str, gid: str, *command: str) -> None:
    """Launch `command`; see the module."""
    os.umask(0o077)
    drop_root(int(uid), int(gid))
    if how == "pipe":
        sys.exit(watch_pipe(command))
    # Immediate shutdown: the write-ahead log makes it safe, and nothing can delay it.
    end_with_parent(int(parent), signal.SIGQUIT)
    os.execv(command[0], command)


if __name__ == "__main__":
    main(*sys.argv[1:])
