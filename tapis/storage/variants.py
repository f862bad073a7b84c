"""Smaller versions of stored pictures: made once however many ask, kept on disk, forgotten when unused.

The cache is this machine's own and may be deleted at any time. Its key is the object's version and the
options, so it can never be stale.
"""

import asyncio
import logging
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO
from uuid import uuid4

import pyvips

from tapis.storage import refusals
from tapis.storage.bytestore import Bytestore
from tapis.storage.options import LONGEST_SIDE, Options

log = logging.getLogger("tapis.storage")

# At most this many pictures are in work at once, and this many more may wait.
BENCHES = 2
MOST_WAITING = 200
CACHE_BYTES = 1_000_000_000
# A full cache is brought down to this part of its size, least recently made first.
CACHE_AFTER = 0.8


class Variants:
    """The variants of every stored picture, by version and options."""

    def __init__(self, store: Bytestore, folder: Path) -> None:
        self.folder = folder
        self._store = store
        self._benches = ThreadPoolExecutor(BENCHES, "make-variant")
        self._in_work: dict[Path, asyncio.Task[None]] = {}

    async def get(self, version: str, options: Options) -> Path:
        """The file of this variant, made now if need be.

        Raises StorageRefusal when too many wait or the picture cannot be read, BytesMissing without bytes.
        """
        path = self.folder / version[:2] / version / options.file_name
        if not _is_whole(path):
            # A visitor who leaves must not stop the work that others wait for.
            await asyncio.shield(self._task(path, version, options))
        return path

    def forget(self, version: str) -> None:
        """Delete every variant of a version whose bytes are gone."""
        shutil.rmtree(self.folder / version[:2] / version, ignore_errors=True)

    def versions(self) -> list[str]:
        """The versions that have variants."""
        return [folder.name for folder in self.folder.glob("??/*")]

    def shrink(self, most: int = CACHE_BYTES) -> None:
        """Delete the oldest variants if all together are larger than `most` bytes."""
        files = sorted(_sizes(self.folder))
        total = sum(size for _, size, _ in files)
        if total <= most:
            return
        for _, size, path in files:
            path.unlink(missing_ok=True)
            total -= size
            if total <= most * CACHE_AFTER:
                return

    def _task(self, path: Path, version: str, options: Options) -> asyncio.Task[None]:
        task = self._in_work.get(path)
        if task is None:
            if len(self._in_work) >= MOST_WAITING:
                raise refusals.busy()
            task = asyncio.create_task(self._make(path, version, options))
            self._in_work[path] = task
            task.add_done_callback(lambda done: self._finished(path, done))
        return task

    def _finished(self, path: Path, task: asyncio.Task[None]) -> None:
        del self._in_work[path]
        if not task.cancelled() and (error := task.exception()):
            log.info("variant was not made", extra={"error": type(error).__name__})

    async def _make(self, path: Path, version: str, options: Options) -> None:
        with await self._store.fetch(version) as source:
            loop = asyncio.get_running_loop()
            try:
                await loop.run_in_executor(self._benches, _write_variant, source, path, options)
            except pyvips.Error as error:
                raise refusals.not_renderable() from error


def _write_variant(source: BinaryIO, path: Path, options: Options) -> None:
    content = render(source, options)
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    unfinished = path.with_name(f"{uuid4()}.part")
    try:
        unfinished.write_bytes(content)
        unfinished.rename(path)
    finally:
        unfinished.unlink(missing_ok=True)


def render(source: BinaryIO, options: Options) -> bytes:
    """Read the picture in the file `source` at the wanted size and write it in the wanted format.

    Colours become sRGB. Of an animation the first picture is taken. Raises pyvips.Error.
    """
    image = _resized(source, options)
    form = options.form
    quality = {"Q": options.quality or form.quality} if form.quality else {}
    written: bytes = image.write_to_buffer(form.suffix, keep="none", **form.options, **quality)
    return written


def _resized(source: BinaryIO, options: Options) -> pyvips.Image:
    """Never larger than the original, in either direction, as imgproxy does without `enlarge`."""
    whole = pyvips.Image.new_from_source(_rewound(source), "", access="sequential")
    width, height, size = options.width or LONGEST_SIDE, options.height or LONGEST_SIDE, "down"
    extra = {}
    if options.resize == "fill" and (options.width or options.height):
        width = min(options.width or whole.width, whole.width)
        height = min(options.height or whole.height, whole.height)
        size = "force"
    elif options.resize == "cover" and options.width and options.height:
        extra = {"crop": "centre"}
    image: pyvips.Image = pyvips.Image.thumbnail_source(
        _rewound(source), width, height=height, size=size, output_profile="srgb", **extra
    )
    return image


def _rewound(source: BinaryIO) -> pyvips.Source:
    source.seek(0)
    return pyvips.Source.new_from_descriptor(source.fileno())


def _is_whole(path: Path) -> bool:
    """A file that a power cut left empty is made again."""
    try:
        return path.stat().st_size > 0
    except FileNotFoundError:
        return False


def _sizes(folder: Path) -> Iterator[tuple[float, int, Path]]:
    """When each file was made, its size and its path."""
    for path in folder.glob("??/*/*"):
        with suppress(FileNotFoundError):
            facts = path.stat()
            yield facts.st_mtime, facts.st_size, path
