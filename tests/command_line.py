"""Runs `tapis` as a person types it, without importing the program for each command.

Importing takes most of a short command's time. A server process does it once; each command is a child of it,
with an environment, input and output of its own. What a test kills or watches is started as a program.
"""

import multiprocessing
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tapis.ops.cli import COMMANDS, MODULES, main
from tests.conftest import environment

PATIENCE_SECONDS = 120
HEAVY = {"serve"}  # imports the HTTP server, which only a program of its own runs

FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(
    [f"tapis.ops.cli.{MODULES.get(name, name)}" for name in COMMANDS if name not in HEAVY] + [__name__]
)


def tapis(*words: object, given: str = "", **settings: str) -> subprocess.CompletedProcess[str]:
    """The outcome of `tapis` with these words. Raises TimeoutError when it does not end."""
    with tempfile.TemporaryDirectory(prefix="tapis-command-") as files:
        streams = [Path(files) / name for name in ("in", "out", "err")]
        for stream in streams:
            stream.touch()
        streams[0].write_text(given)
        told = [str(word) for word in words]
        process = FORKS.Process(target=_become_the_program, args=(told, environment(**settings), streams))
        process.start()
        process.join(PATIENCE_SECONDS)
        if process.exitcode is None:
            process.kill()
            raise TimeoutError(f"tapis {' '.join(told)} did not end: {streams[2].read_text()}")
        out, err = (stream.read_text() for stream in streams[1:])
        return subprocess.CompletedProcess(["tapis", *told], process.exitcode, out, err)


def _become_the_program(words: Sequence[str], settings: dict[str, str], streams: Sequence[Path]) -> None:
    """In the child: the state that the program finds when a shell starts it."""
    for number, name in enumerate(streams):
        os.dup2(os.open(name, os.O_RDWR), number)
    sys.stdin = open(0, closefd=False)  # noqa: SIM115 – as long as the process
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.clear()
    os.environ.update(settings)
    sys.argv = ["tapis", *words]
    main()
