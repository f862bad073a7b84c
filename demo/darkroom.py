"""Takes the demo's pictures in processes of their own, one per core."""

import multiprocessing
import os
import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager

import pyvips

from tapis.ops.postgres.launch import end_with_parent

PROCESSES = 2


@contextmanager
def darkroom() -> Iterator[ProcessPoolExecutor]:
    """Processes that take pictures until the end of the block, or of the process that asked for them."""
    fresh = multiprocessing.get_context("spawn")  # libvips has threads by now, which a fork would lose
    pool = ProcessPoolExecutor(PROCESSES, fresh, _move_in, (os.getpid(),))
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _move_in(parent: int) -> None:
    end_with_parent(parent, signal.SIGKILL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which then closes the room
    pyvips.concurrency_set(1)
