"""A pool of image worker processes, which are killed and replaced when they exceed their limits.

Workers start on demand. A worker validates uploads until it is idle for a while, or until sizes are to be
rendered: then it renders at the lowest priority, and another validates in its place. Both kinds have the same
idle timeout: starting a process takes longer than rendering the sizes of most pictures.
"""

import asyncio
import json
import logging
import os
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, BinaryIO

from tapis.gateway.fair_share import FairQueue, Holder
from tapis.gateway.storage.images.formats import BY_MIMETYPE, JPEG, detect_format
from tapis.gateway.storage.images.transform_options import TransformOptions
from tapis.gateway.storage.images.validation import ImageInfo, ImageRefused, too_expensive_error

VALIDATORS = 2
MAX_QUEUED = 128  # uploads to be validated
MAX_RENDER_QUEUE = 1_000  # pictures whose sizes are to be rendered
WORKER_MODULE = "tapis.gateway.storage.images.worker"
# Wall-clock time of one task; the worker itself limits CPU time and memory. Rendering gets only idle CPU
# time, which may be none for minutes.
MAX_SECONDS = 30
MAX_SIZE_SECONDS = 600
IDLE_SECONDS = 60
ANSWER_BYTES = 8192

log = logging.getLogger("tapis.gateway.storage")


class WorkerEnded(Exception):
    """The worker exceeded a limit, or did not answer in time."""


class WorkerPool:
    """Validates two pictures concurrently, one per person, and renders the sizes of one."""

    def __init__(self) -> None:
        self._validating = FairQueue(VALIDATORS, MAX_QUEUED, per_person=1)
        self._making = FairQueue(1, MAX_RENDER_QUEUE)
        self._idle: list[Worker] = []
        self._variant_worker: Worker | None = None
        self._expiry: asyncio.TimerHandle | None = None

    async def clean(
        self, holder: Holder, upload: BinaryIO, output: BinaryIO, *, is_personal: bool
    ) -> ImageInfo:
        """Run `validation.clean_image` in a worker; cancelling stops it.

        Raises ImageRefused, or CapacityExceeded.
        """
        async with self._validating.slot(holder):
            worker = self._idle.pop() if self._idle else Worker()
            try:
                answer = await worker.clean(upload, output, is_personal)
            except WorkerEnded as error:
                raise too_expensive_error(detect_format(os.pread(upload.fileno(), 64, 0)) or JPEG) from error
            except asyncio.CancelledError:
                worker.kill()
                raise
            self._return_idle(worker)
        if "refused" in answer:
            raise ImageRefused(*answer["refused"])
        return ImageInfo(**answer | {"form": BY_MIMETYPE[answer["form"]["mimetype"]]})

    @asynccontextmanager
    async def variant_worker(self, holder: Holder) -> AsyncIterator["Worker"]:
        """The worker that renders sizes, for the block. Raises CapacityExceeded."""
        async with self._making.slot(holder):
            worker, self._variant_worker = self._variant_worker or self._take_idle(), None
            try:
                yield worker
                await worker.close()
            except BaseException:
                worker.kill()
                raise
            self._variant_worker = worker
            self._expire_later()

    def _take_idle(self) -> "Worker":
        """Take an idle worker; another is started, so that the next upload need not wait for one."""
        if not self._idle:
            return Worker()
        taken = self._idle.pop()
        if not self._idle:
            self._return_idle(Worker())
        return taken

    def _return_idle(self, worker: "Worker") -> None:
        self._idle.append(worker)
        self._expire_later()

    def _expire_later(self) -> None:
        if self._expiry:
            self._expiry.cancel()
        self._expiry = asyncio.get_running_loop().call_later(IDLE_SECONDS, self._end_idle)

    def _end_idle(self) -> None:
        while self._idle:
            self._idle.pop().kill()
        if self._variant_worker:
            self._variant_worker.kill()
            self._variant_worker = None


class Worker:
    """A worker process. Its methods raise WorkerEnded after it exceeded a limit."""

    def __init__(self) -> None:
        self._socket, child_socket = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._socket.setblocking(False)
        command = [sys.executable, "-m", WORKER_MODULE]
        devnull = subprocess.DEVNULL
        with child_socket:
            self._process = subprocess.Popen(
                command, stdin=child_socket.fileno(), stdout=devnull, stderr=devnull
            )

    async def clean(self, upload: BinaryIO, output: BinaryIO, is_personal: bool) -> dict[str, Any]:
        """Validate an upload; the clean file is written to `output`."""
        return await self._call(MAX_SECONDS, ["clean", is_personal], upload, output)

    async def open(self, picture: BinaryIO) -> None:
        """Decode the picture whose sizes are rendered next."""
        await self._call(MAX_SIZE_SECONDS, ["open"], picture)

    async def close(self) -> None:
        """Release the open picture, which may be 25 MB."""
        await self._call(MAX_SIZE_SECONDS, ["close"])

    async def make(self, options: TransformOptions) -> bytes:
        """A prepared size of the open picture."""
        with os.fdopen(os.memfd_create("size"), "r+b") as output:
            await self._call(MAX_SIZE_SECONDS, ["make", options.width, options.form.mimetype], output)
            output.seek(0)
            return output.read()

    async def _call(self, seconds: float, task: list[Any], *files: BinaryIO) -> dict[str, Any]:
        try:
            socket.send_fds(self._socket, [json.dumps(task).encode()], [file.fileno() for file in files])
            async with asyncio.timeout(seconds):
                answer = await asyncio.get_running_loop().sock_recv(self._socket, ANSWER_BYTES)
            return dict(json.loads(answer))
        except (OSError, ValueError) as error:  # a timeout, a broken pipe, an empty answer
            status = await self.kill()
            log.warning("a worker on images was ended for its cost", extra={"exit_status": status})
            raise WorkerEnded from error

    def kill(self) -> "asyncio.Future[int]":
        """Kill the process; a thread waits for its exit status, as a low priority delays it."""
        self._socket.close()
        self._process.kill()
        return asyncio.get_running_loop().run_in_executor(None, self._process.wait)
