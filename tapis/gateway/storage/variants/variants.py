"""Variants of stored images: rendered once for all waiting clients, and cached on disk."""

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pyvips

from tapis.gateway import metrics
from tapis.gateway.fair_share import CapacityExceeded, FairQueue, Holder, shielded_result
from tapis.gateway.storage import storage_errors
from tapis.gateway.storage.blobs.blob_store import BlobStore
from tapis.gateway.storage.images.resize import resize_image
from tapis.gateway.storage.images.transform_options import TransformOptions
from tapis.gateway.storage.images.worker_pool import WorkerPool
from tapis.gateway.storage.variants.bucket_variants import open_bucket_variants
from tapis.gateway.storage.variants.prepared_sizes import PreparedSizes
from tapis.gateway.storage.variants.variant_files import PREPARED, VariantFiles, write_atomically

log = logging.getLogger("tapis.gateway.storage")

MAX_CONCURRENT = 2
MAX_QUEUED = 200


class RenderJob:
    def __init__(self, task: asyncio.Task[None]) -> None:
        self.task = task
        self.waiters = 0


class Variants:
    def __init__(self, store: BlobStore, folder: Path, workers: WorkerPool) -> None:
        self.shared = open_bucket_variants(store)
        self.files = VariantFiles(folder, frozenset() if self.shared else PREPARED)
        self.prepared = PreparedSizes(store, self.shared, self.files, workers)
        self._store = store
        self._threads = ThreadPoolExecutor(MAX_CONCURRENT, "render")
        self._queue = FairQueue(MAX_CONCURRENT, MAX_QUEUED, per_person=1)
        self._jobs: dict[Path, RenderJob] = {}

    async def make(self, version: str, options: TransformOptions, holder: Holder) -> Path:
        """The file of this variant, rendered on behalf of `holder` unless already in progress.

        Rendering is cancelled when no client waits any more. Raises StorageRefusal when too many
        variants wait or the image can't be read, BlobMissing without bytes.
        """
        path = self.files.path(version, options)
        job = self._jobs.get(path) or self._start(path, version, options, holder)
        job.waiters += 1
        try:
            await asyncio.shield(job.task)
        finally:
            job.waiters -= 1
            if not job.waiters:
                self._end(path, job)
        return path

    def _start(self, path: Path, version: str, options: TransformOptions, holder: Holder) -> RenderJob:
        job = RenderJob(asyncio.create_task(self._make(path, version, options, holder)))
        self._jobs[path] = job
        job.task.add_done_callback(lambda _: self._end(path, job))
        return job

    def _end(self, path: Path, job: RenderJob) -> None:
        if self._jobs.get(path) is not job:
            return
        del self._jobs[path]
        if not job.task.done():
            job.task.cancel()
        elif not job.task.cancelled() and (error := job.task.exception()):
            log.info("rendering failed", extra={"error": type(error).__name__})

    async def _make(self, path: Path, version: str, options: TransformOptions, holder: Holder) -> None:
        shared = self.shared if options.is_prepared else None
        content = await shared.find(version, options) if shared else None
        if content is None:
            content = await self._render(version, options, holder)
            if shared:
                await shared.add(version, options, content)
        await asyncio.to_thread(write_atomically, path, content)
        if self.shared or not options.is_prepared:
            await asyncio.to_thread(self.files.enforce_limits, version, len(content))

    async def _render(self, version: str, options: TransformOptions, holder: Holder) -> bytes:
        try:
            async with self._queue.slot(holder):
                with await self._store.fetch(version) as source:
                    # Keeps the file open until the thread has finished.
                    content = await shielded_result(self._threads.submit(resize_image, source, options))
        except CapacityExceeded as full:
            raise storage_errors.too_many_renders() from full
        except pyvips.Error as error:
            raise storage_errors.not_renderable() from error
        metrics.count_event("renders")
        if options.is_prepared:
            self.prepared.schedule(version, holder)
        return content
