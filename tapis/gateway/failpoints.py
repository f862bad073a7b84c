"""Failpoints: named steps at which a test can stop a worker, to examine the state after a kill there.

Off unless `TAPIS_HOLD_AT` names a file. The worker that reaches the step named in the file removes the file
and stops, as by SIGSTOP, until the test kills or continues it.
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
    "notification: expanded",
    "notification: sending",
    "notification: sent",
]

_file: Path | None = None


def enable_failpoints(file: Path | None) -> None:
    """Read this file at every step from now on; None, the default, reads nothing."""
    global _file  # noqa: PLW0603 – one process has one test
    _file = file


def stop_at_failpoint(step: Step) -> None:
    """Stop here if the file names this step."""
    if _file is None or not _file.exists() or _file.read_text() != step:
        return
    _file.unlink()
    os.kill(os.getpid(), signal.SIGSTOP)
