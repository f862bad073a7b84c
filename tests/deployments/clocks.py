"""A machine whose clock is ahead, to which all that is stored is old."""

import subprocess
from pathlib import Path

SOURCE = Path(__file__).with_name("clock_ahead.c")


def ahead(days: int, folder: Path) -> dict[str, str]:
    """The environment of a process whose clock, and that of all that it starts, is so far ahead.

    `folder`: where every account may read.
    """
    library = folder / f"{days}-days-ahead.so"
    flags = ("-shared", "-fPIC", "-nostdlib", f"-DAHEAD={days * 86_400}L")
    subprocess.run(["gcc", *flags, "-o", library, SOURCE], check=True)
    return {"LD_PRELOAD": str(library)}
