"""Makes the names in a folder survive a power cut."""

import os
from pathlib import Path


def fsync_folder(folder: Path) -> None:
    """Write the folder's entries to the disk: new, renamed and removed names."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
