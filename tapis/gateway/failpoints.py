"""Named steps at which a test can hold a worker still, to see what a kill at that very moment leaves behind.

Off unless `TAPIS_HOLD_AT` names a file. The worker that comes to the step which the file names takes the file
away and stops, as if it had been sent SIGSTOP, until the test kills it or lets it go on.
"""

import os
import signal
from pathlib import Path
from typing import Literal

Step = Literal[
    "upload: permitted",
    "upload: received",
    "upload: decoded",
    "upload: bytes half stored",
    "upload: bytes stored",
    "upload: row committed",
    "write: permitted",
    "write: committed",
    "removal: row gone",
]

_wanted: Path | None = None


def watch(file: Path | None) -> None:
    """Look into this file at every step from now on; None, the default, looks nowhere."""
    global _wanted  # noqa: PLW0603 – one process has one test
    _wanted = file


def reached(step: Step) -> None:
    """Stop here if this step is wanted."""
    if _wanted is None or not _wanted.exists() or _wanted.read_text() != step:
        return
    _wanted.unlink()
    os.kill(os.getpid(), signal.SIGSTOP)
