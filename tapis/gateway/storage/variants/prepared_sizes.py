"""The prepared sizes of an image, made after the response to its upload by the process that validated it.

The queue is in memory only: sizes that are missing after a crash are made on request.
"""

import asyncio
import logging
import os

from tapis.gateway.errors import StoreUnavailable
from tapis.gateway.fair_share import CapacityExceeded, Holder
from tapis.gateway.storage.blobs.blob_store import BlobMissing, BlobStore
from tapis.gateway.storage.images.formats import detect_format
from tapis.gateway.storage.images.resize import list_prepared_options
from tapis.gateway.storage.images.transform_options import TransformOptions
from tapis.gateway.storage.images.worker_pool import Worker, WorkerEnded, WorkerPool
from tapis.gateway.storage.variants.bucket_variants import BucketVariants
from tapis.gateway.storage.variants.variant_files import VariantFiles, write_atomically

log = logging.getLogger("tapis.gateway.storage")


class PreparedSizes:
    """Makes the sizes of one image at a time; the holder with the least usage is next."""

    def __init__(
        self, store: BlobStore, shared: BucketVariants | None, files: VariantFiles, workers: WorkerPool
    ) -> None:
        self._store = store
        self._shared = shared
        self._files = files
        self._workers = workers
        self._making: dict[str, asyncio.Task[None]] = {}

    def schedule(self, version: str, holder: Holder) -> None:
        """Schedule all missing sizes of this image; returns immediately."""
        if version not in self._making:
            task = self._making[version] = asyncio.create_task(self._make(version, holder))
            task.add_done_callback(lambda _: self._making.pop(version))

    async def _make(self, version: str, holder: Holder) -> None:
        try:
            async with self._workers.variant_worker(holder) as worker:
                with await self._store.fetch(version) as source:
                    missing = await self._missing(version, os.pread(source.fileno(), 64, 0))
                    if missing:
                        await worker.open(source)
                for options in missing:
                    await self._store_size(version, options, worker)
        except (CapacityExceeded, WorkerEnded, BlobMissing, StoreUnavailable, OSError) as error:
            log.warning("sizes were not made", extra={"version": version, "error": type(error).__name__})

    async def _missing(self, version: str, head: bytes) -> list[TransformOptions]:
        form = detect_format(head)
        shared = await self._shared.names(version) if self._shared else set[str]()
        all_options = list_prepared_options(form) if form else []
        return [
            options
            for options in all_options
            if options.file_name not in shared and not self._files.find(version, options)
        ]

    async def _store_size(self, version: str, options: TransformOptions, worker: Worker) -> None:
        path = self._files.path(version, options)
        if self._files.find(version, options):  # made on request meanwhile
            return
        content = await worker.make(options)
        if self._shared:
            await self._shared.add(version, options, content)
        await asyncio.to_thread(write_atomically, path, content)
