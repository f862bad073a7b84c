"""Drops root, makes the server end with its parent, and executes the program.

Run as a script by a fresh interpreter with the standard library only, because none of this is safe in the
child of a process with threads:

    python -I -S launch.py PARENT UID GID PROGRAM [ARGUMENT…]
"""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def _drop_root(uid: int, gid: int) -> None:
    """Change to the account, irreversibly."""
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(gid)
        os.setuid(uid)


def die_with_parent(parent: int, signal_number: signal.Signals) -> None:
    """Make the kernel signal this process when its parent exits, even by kill -9 (Linux).

    Call it after `_drop_root`, because a change of account resets it. The parent may have exited before,
    which is checked once.
    """
    if sys.platform != "linux":
        return
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal_number, 0, 0, 0)
    if os.getppid() != parent:
        sys.exit("the parent process has ended")


def main(parent: str, uid: str, gid: str, *command: str) -> None:
    os.umask(0o077)
    _drop_root(int(uid), int(gid))
    # Immediate shutdown: the write-ahead log makes it safe, and nothing can delay it.
    die_with_parent(int(parent), signal.SIGQUIT)
    os.execv(command[0], command)


if __name__ == "__main__":
    main(*sys.argv[1:])
