"""The maker: takes pictures from the queue and makes their prepared variants, behind everything else.

A process of its own: what a damaged codec could do, it does to this one only.

    python -m tapis.gateway.storage.variants.worker FOLDER STORAGE_URL     (empty: the folder's own files)
"""

import asyncio
import logging
import os
import signal
import sys
import threading
import time
from functools import partial
from pathlib import Path

import pyvips

from tapis.gateway.errors import StoreAway
from tapis.gateway.malloc import limit_malloc_arenas
from tapis.gateway.storage.blobs.blob_store import BlobMissing, BlobStore
from tapis.gateway.storage.blobs.open_store import open_store, variants_folder
from tapis.gateway.storage.blobs.s3_store import S3BlobStore
from tapis.gateway.storage.images.formats import recognise
from tapis.gateway.storage.images.resize import prepared, resized, widest, written
from tapis.gateway.storage.images.transform_options import Options
from tapis.gateway.storage.variants.file_locks import claimed, keep
from tapis.gateway.storage.variants.queue import VariantQueue
from tapis.gateway.storage.variants.shared_variants import SharedVariants

log = logging.getLogger("tapis.gateway.storage")

LINGER_SECONDS = 2.0
POLL_SECONDS = 0.05
# Before a picture is tried again whose store did not answer.
AWAY_SECONDS = 5.0


def prepare(store: BlobStore, folder: Path, version: str, shared: SharedVariants | None = None) -> None:
    """Make every prepared variant of a picture that is not there yet, and that nobody else is making.

    Raises pyvips.Error, BlobMissing, OSError, StoreAway.
    """
    asyncio.run(_prepare(store, folder / version[:2] / version, version, shared))


async def _prepare(store: BlobStore, folder: Path, version: str, shared: SharedVariants | None) -> None:
    with await store.fetch(version) as source:
        # Past the file's buffer: libvips moves the descriptor under it.
        form = recognise(os.pread(source.fileno(), 64, 0))
        if form is None:
            return
        drawn = Drawn(widest(source))
    known = await shared.names(version) if shared else set[str]()
    for options in prepared(form):
        path = folder / options.file_name
        if shared is None:
            with claimed(path) as file:
                if file is not None:
                    file.write(drawn.at(options))
        elif options.file_name not in known:
            content = await shared.offer(version, options, partial(asyncio.to_thread, drawn.at, options))
            if content is not None:
                keep(path, content)


class Drawn:
    """A decoded picture, which is written once for each real width and format."""

    def __init__(self, image: pyvips.Image) -> None:
        self._image = image
        self._written: dict[tuple[str, int], bytes] = {}

    def at(self, options: Options) -> bytes:
        """Its bytes at a prepared width. Never enlarged, so all widths above its own are the same."""
        key = options.form.name, min(options.width, self._image.width)
        if key not in self._written:
            self._written = {key: written(resized(self._image, options.width), options.form)}
        return self._written[key]


def main() -> None:
    """Work off the queue of a data folder, then linger for a moment: uploads come in handfuls."""
    data, storage_url = Path(sys.argv[1]), sys.argv[2]
    os.nice(19)
    limit_malloc_arenas()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for our parent; we end with it
    threading.Thread(target=_end_with_parent, daemon=True).start()
    store, waiting = open_store(data, storage_url), VariantQueue(data / "variants" / "waiting")
    shared = SharedVariants(store) if isinstance(store, S3BlobStore) else None
    last = time.monotonic()
    while time.monotonic() - last < LINGER_SECONDS:
        if (version := waiting.next()) is None:
            time.sleep(POLL_SECONDS)
            continue
        try:
            prepare(store, variants_folder(data, storage_url), version, shared)
        except StoreAway:
            log.warning("variants of %s wait for the store", version)
            time.sleep(AWAY_SECONDS)
            continue
        except (pyvips.Error, BlobMissing, OSError) as error:
            log.warning("variants of %s were not made: %s", version, error)
        waiting.done(version)
        last = time.monotonic()


def _end_with_parent() -> None:
    """Unbuffered: a thread blocked in a buffered read would make the interpreter abort at its own end."""
    os.read(sys.stdin.fileno(), 1)
    os._exit(0)


if __name__ == "__main__":
    main()
