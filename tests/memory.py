"""Whether tests can keep files in memory: databases wait for a disk at each commit, start and stop."""

import os
import re
from pathlib import Path

MEMORY = Path("/dev/shm")  # on Linux
ENOUGH_BYTES = 8 * 10**9  # what a whole run may need at once, beside its processes


def is_memory_free() -> bool:
    """Whether there is room, and programs may run there.

    Processes are killed, machines are not: a test sees the same with a disk.
    """
    if not MEMORY.is_mount():
        return False
    facts = os.statvfs(MEMORY)
    available = re.search(r"MemAvailable: +(\d+)", Path("/proc/meminfo").read_text())
    room = min(int(available[1]) * 1024 if available else 0, facts.f_bavail * facts.f_frsize)
    return room > ENOUGH_BYTES and not facts.f_flag & os.ST_NOEXEC
