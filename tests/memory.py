"""A folder in memory for the files of tests: databases wait for a disk at each commit, start and stop."""

import os
import re
import shutil
from pathlib import Path

MEMORY = Path("/dev/shm")  # on Linux
ENOUGH_BYTES = 8 * 10**9  # what a whole run may need at once, beside its processes
# What a container may use, of either version of control groups; without a limit "max", or more than there is.
LIMITS = (Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"))


def folder_in_memory() -> Path | None:
    """A folder of this process, for it and its children, or None where there is too little memory.

    Removes those of processes that are gone. Paths stay short enough for the sockets of databases. Processes
    are killed in tests, machines are not: a test sees the same with a disk.
    """
    if not MEMORY.is_mount():
        return None
    for left in MEMORY.glob("tapis-*"):
        if not Path("/proc", left.name.rpartition("-")[2]).exists():
            shutil.rmtree(left, ignore_errors=True)
    facts = os.statvfs(MEMORY)
    if facts.f_flag & os.ST_NOEXEC or min(_available_bytes(), facts.f_bavail * facts.f_frsize) < ENOUGH_BYTES:
        return None
    folder = MEMORY / f"tapis-{os.getpid()}"
    folder.mkdir(mode=0o755, exist_ok=True)
    return folder


def _available_bytes() -> int:
    available = re.search(r"MemAvailable: +(\d+)", Path("/proc/meminfo").read_text())
    limits = [int(text) for path in LIMITS if path.exists() and (text := path.read_text().strip()).isdigit()]
    return min([int(available[1]) * 1024 if available else 0, *limits])
