"""Smaller versions of stored pictures: made once however many ask, in any process, and kept on disk.

The folder is this machine's own and may be deleted at any time. Its key is the object's version and the
options, so it can never be stale. The prepared variants of a picture stay as long as the picture; of other
sizes a picture keeps a few, and all pictures together so many bytes. Where pictures lie in a bucket, the
prepared ones do, too, for all machines (`shared`), and what is here of them counts among the other sizes.
"""

import asyncio
import logging
import shutil
from collections.abc import Callable, Collection, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import BinaryIO, TypeVar

import pyvips

from tapis.gateway import metrics
from tapis.gateway.storage import storage_errors
from tapis.gateway.storage.blobs.blob_store import BlobStore
from tapis.gateway.storage.images.resize import render
from tapis.gateway.storage.images.transform_options import PREPARED_WIDTHS, Options
from tapis.gateway.storage.variants.file_locks import claimed, is_whole, keep
from tapis.gateway.storage.variants.job_runner import VariantJobRunner
from tapis.gateway.storage.variants.shared_variants import SharedVariants

log = logging.getLogger("tapis.gateway.storage")

# At most this many pictures are in work at once, and this many more may wait.
BENCHES = 2
MOST_WAITING = 200
# Of sizes that nobody prepared: files of one picture, bytes of all, bytes made before the next look.
MOST_OTHERS = 24
OTHERS_BYTES = 1_000_000_000
LOOK_EVERY_BYTES = 50_000_000
# What is too full is brought down to this part of its bound, least recently made first.
AFTER = 0.8
PREPARED = {f"{width}x0-cover-0" for width in PREPARED_WIDTHS}

Seen = tuple[float, int, Path]
Made = TypeVar("Made")


class Variants:
    """The variants of every stored picture, by version and options."""

    def __init__(
        self,
        store: BlobStore,
        folder: Path,
        workbench: VariantJobRunner,
        shared: SharedVariants | None = None,
    ) -> None:
        self.folder = folder
        self.shared = shared
        self._stays = frozenset() if shared else PREPARED
        self._store = store
        self._workbench = workbench
        self._benches = ThreadPoolExecutor(BENCHES, "make-variant")
        self._in_work: dict[Path, asyncio.Task[None]] = {}
        self._made_since_look = 0

    async def get(self, version: str, options: Options) -> Path:
        """The file of this variant, made now if need be.

        Raises StorageRefusal when too many wait or the picture cannot be read, BlobMissing without bytes.
        """
        path = self._folder_of(version) / options.file_name
        if not is_whole(path):
            # A visitor who leaves must not stop the work that others wait for.
            await asyncio.shield(self._task(path, version, options))
        return path

    def prepare(self, version: str) -> None:
        """Have the prepared variants of a new picture made soon, by somebody else."""
        self._workbench.add(version)

    def resume(self) -> None:
        """Have made what a kill has left in the queue."""
        self._workbench.wake()

    def forget(self, version: str) -> None:
        """Delete every variant of a version that nobody may see any more."""
        shutil.rmtree(self._folder_of(version), ignore_errors=True)

    def versions(self) -> list[str]:
        """The versions that have variants."""
        return [folder.name for folder in self.folder.glob("??/*")]

    def shrink(self, most: int = OTHERS_BYTES) -> None:
        """Delete the oldest of the sizes that nobody prepared if together they exceed `most` bytes."""
        others = list(_others(self.folder.glob("??/*/*"), self._stays))
        if sum(size for _, size, _ in others) > most:
            _thin_out(others, int(most * AFTER))

    def _folder_of(self, version: str) -> Path:
        return self.folder / version[:2] / version

    def _task(self, path: Path, version: str, options: Options) -> asyncio.Task[None]:
        task = self._in_work.get(path)
        if task is None:
            if len(self._in_work) >= MOST_WAITING:
                raise storage_errors.busy()
            task = asyncio.create_task(self._make(path, version, options))
            self._in_work[path] = task
            task.add_done_callback(lambda done: self._finished(path, done))
        return task

    def _finished(self, path: Path, task: asyncio.Task[None]) -> None:
        del self._in_work[path]
        if task.cancelled():
            return
        if error := task.exception():
            log.info("variant was not made", extra={"error": type(error).__name__})

    async def _make(self, path: Path, version: str, options: Options) -> None:
        if self.shared and options.prepared:
            content = await self.shared.get(version, options, partial(self._rendered, version, options))
            size = await asyncio.to_thread(keep, path, content)
        else:
            size = await self._at_bench(version, options, partial(_write_variant, path, options))
        if self.shared or not options.prepared:
            loop = asyncio.get_running_loop()
            await loop.run_in_executor(self._benches, self._keep_bounds, path.parent, size)

    async def _rendered(self, version: str, options: Options) -> bytes:
        return await self._at_bench(version, options, lambda source: render(source, options))

    async def _at_bench(self, version: str, options: Options, work: Callable[[BinaryIO], Made]) -> Made:
        """Do the work with the picture's bytes, and have its sisters made, which will be asked for next."""
        with await self._store.fetch(version) as source:
            try:
                made = await asyncio.get_running_loop().run_in_executor(self._benches, work, source)
            except pyvips.Error as error:
                raise storage_errors.not_renderable() from error
        metrics.count("renders")
        if options.prepared:
            self._workbench.add(version)
        return made

    def _keep_bounds(self, folder: Path, size: int) -> None:
        """After a file of `size` bytes was made in `folder`."""
        others = sorted(_others(folder.iterdir(), PREPARED))
        for _, _, path in others[:-MOST_OTHERS]:
            path.unlink(missing_ok=True)
        self._made_since_look += size
        if self._made_since_look > LOOK_EVERY_BYTES:
            self._made_since_look = 0
            self.shrink()


def _write_variant(path: Path, options: Options, source: BinaryIO) -> int:
    """Make the file unless another process has; tell how many bytes were written."""
    with claimed(path) as file:
        return file.write(render(source, options)) if file is not None else 0


def _others(paths: Iterable[Path], but: Collection[str]) -> Iterator[Seen]:
    """When each file was made, but for those of these names, its size and its path."""
    for path in paths:
        if path.stem not in but:
            with suppress(FileNotFoundError):
                facts = path.stat()
                yield facts.st_mtime, facts.st_size, path


def _thin_out(files: list[Seen], most: int) -> None:
    """Delete the oldest until no more than `most` bytes are left."""
    total = sum(size for _, size, _ in files)
    for _, size, path in sorted(files):
        if total <= most:
            return
        path.unlink(missing_ok=True)
        total -= size
