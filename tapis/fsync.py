"""Makes changes of a folder's entries durable."""

import os
from pathlib import Path


def fsync_folder(folder: Path) -> None:
    """Flush a folder's entries (created, renamed and removed names) to the disk."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
