"""Pictures are validated in a few worker processes, which are killed and replaced when one costs too much.

A worker starts with the first picture that needs it and ends after it was idle for a while.
"""

import asyncio
import json
import logging
import os
import socket
import subprocess
import sys
from typing import Any, BinaryIO

from tapis.gateway.fair_share import FairQueue, Holder
from tapis.gateway.storage.images.formats import BY_MIMETYPE, JPEG, recognise
from tapis.gateway.storage.images.validation import ImageInfo, ImageRefused, too_expensive

WORKERS = 2
LONGEST_QUEUE = 128  # pictures
WORKER_MODULE = "tapis.gateway.storage.images.validation_worker"
# By the clock, for one picture; the worker itself bounds processor time and memory.
MAX_SECONDS = 30
IDLE_SECONDS = 60
ANSWER_BYTES = 8192

log = logging.getLogger("tapis.gateway.storage")


class WorkerEnded(Exception):
    """The worker exceeded a limit, or did not answer in time."""


class ValidationPool:
    """Validates as many pictures at once as there are workers, and at most one of each person."""

    def __init__(self) -> None:
        self._queue = FairQueue(WORKERS, LONGEST_QUEUE, of_person=1)
        self._idle: list[Worker] = []
        self._expiry: asyncio.TimerHandle | None = None

    async def clean(self, holder: Holder, sent: BinaryIO, kept: BinaryIO) -> ImageInfo:
        """Do what `validation.clean_image` does, in a worker; cancelling stops it.

        Raises ImageRefused, or Full.
        """
        async with self._queue.turn(holder):
            worker = self._idle.pop() if self._idle else Worker()
            try:
                answer = await worker.validate(sent, kept)
            except WorkerEnded as error:
                raise too_expensive(recognise(os.pread(sent.fileno(), 64, 0)) or JPEG) from error
            except asyncio.CancelledError:
                worker.kill()
                raise
            self._put_back(worker)
        if "refused" in answer:
            raise ImageRefused(*answer["refused"])
        return ImageInfo(**answer | {"form": BY_MIMETYPE[answer["form"]["mimetype"]]})

    def _put_back(self, worker: "Worker") -> None:
        self._idle.append(worker)
        if self._expiry:
            self._expiry.cancel()
        self._expiry = asyncio.get_running_loop().call_later(IDLE_SECONDS, self._end_idle)

    def _end_idle(self) -> None:
        while self._idle:
            self._idle.pop().kill()


class Worker:
    def __init__(self) -> None:
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._socket.setblocking(False)
        command = [sys.executable, "-m", WORKER_MODULE]
        quiet = subprocess.DEVNULL
        with theirs:
            self._process = subprocess.Popen(command, stdin=theirs.fileno(), stdout=quiet, stderr=quiet)

    async def validate(self, sent: BinaryIO, kept: BinaryIO) -> dict[str, Any]:
        try:
            socket.send_fds(self._socket, [b"\0"], [sent.fileno(), kept.fileno()])
            async with asyncio.timeout(MAX_SECONDS):
                answer = await asyncio.get_running_loop().sock_recv(self._socket, ANSWER_BYTES)
            return dict(json.loads(answer))
        except (OSError, ValueError) as error:  # a timeout, a broken pipe, an empty answer
            status = self.kill()
            log.warning("an image validation was ended for its cost", extra={"exit_status": status})
            raise WorkerEnded from error

    def kill(self) -> int:
        self._socket.close()
        self._process.kill()
        return int(self._process.wait())
