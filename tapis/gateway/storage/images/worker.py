"""A process that handles uploaded pictures one at a time, with limits of memory and CPU time.

It validates uploads, and later may render sizes, for which it lowers its priority permanently. Its standard
input is a socket: a message is a JSON task with its file descriptors, and the response is JSON. The process
exits when the other end of the socket is closed.
"""

import json
import os
import resource
import signal
import socket
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tapis.gateway.malloc import limit_malloc_arenas
from tapis.gateway.storage.images.formats import BY_MIMETYPE
from tapis.gateway.storage.images.resize import DecodedImage
from tapis.gateway.storage.images.validation import ImageRefused, clean_image

MESSAGE_BYTES = 200
# CPU time for validating a picture, and for one size: the kernel kills the process that exceeds it.
VALIDATION_SECONDS = 2.8
SIZE_SECONDS = 15.0
# Address space in addition to that at startup. Resident memory stays below 250 MB in all; an AVIF
# with transparency of the largest size takes 20 MB more.
VALIDATION_BYTES = 220_000_000
SIZES_BYTES = 320_000_000
MAX_FILE_BYTES = 200_000_000
LOWEST_PRIORITY = 19

Answer = dict[str, Any]
Task = Callable[..., Answer]


class ImageWorker:
    """The tasks, and the open picture whose sizes are rendered."""

    _picture: DecodedImage

    def __init__(self) -> None:
        self._size_at_start = _address_space()
        self._limit_memory(VALIDATION_BYTES)
        resource.setrlimit(resource.RLIMIT_FSIZE, (MAX_FILE_BYTES, MAX_FILE_BYTES))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    def clean(self, upload: int, output: int, is_personal: bool) -> Answer:
        """Validate an upload, and write the clean file."""
        with os.fdopen(upload, "r+b") as source, os.fdopen(output, "r+b") as result:
            try:
                return asdict(clean_image(source, result, is_personal=is_personal))
            except ImageRefused as refusal:
                return {"refused": [refusal.kind, refusal.text]}

    def open(self, picture: int) -> Answer:
        """Decode a stored picture, at the lowest priority from now on."""
        self._limit_memory(SIZES_BYTES)
        for thread in Path("/proc/self/task").iterdir():  # new threads inherit it
            os.setpriority(os.PRIO_PROCESS, int(thread.name), LOWEST_PRIORITY)
        with os.fdopen(picture, "rb") as source:
            self._picture = DecodedImage(source)
        return {}

    def make(self, output: int, width: int, mimetype: str) -> Answer:
        """Write one size of the open picture."""
        with os.fdopen(output, "r+b") as file:
            file.write(self._picture.encode(width, BY_MIMETYPE[mimetype]))
        return {}

    def close(self) -> Answer:
        vars(self).pop("_picture", None)
        return {}

    def _limit_memory(self, extra: int) -> None:
        limit = self._size_at_start + extra
        resource.setrlimit(resource.RLIMIT_AS, (limit, self._size_at_start + SIZES_BYTES))


def _address_space() -> int:
    with open("/proc/self/statm", "rb") as statm:  # noqa: PTH123 – not a file of ours
        return int(statm.read().split()[0]) * resource.getpagesize()


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the gateway
    limit_malloc_arenas()
    worker = ImageWorker()
    tasks: dict[str, tuple[Task, float]] = {
        "clean": (worker.clean, VALIDATION_SECONDS),
        "open": (worker.open, SIZE_SECONDS),
        "make": (worker.make, SIZE_SECONDS),
        "close": (worker.close, SIZE_SECONDS),
    }
    with socket.socket(fileno=sys.stdin.fileno()) as gateway:
        while True:
            message, files, _, _ = socket.recv_fds(gateway, MESSAGE_BYTES, 2)
            if not message:
                return
            name, *values = json.loads(message)
            task, seconds = tasks[name]
            signal.setitimer(signal.ITIMER_PROF, seconds)
            answer = task(*files, *values)
            signal.setitimer(signal.ITIMER_PROF, 0)
            gateway.send(json.dumps(answer).encode())


if __name__ == "__main__":
    main()
