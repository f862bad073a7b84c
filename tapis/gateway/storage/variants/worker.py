"""The variant worker: takes images from the queue and makes their prepared variants, at the lowest priority.

A process of its own: what a damaged image does to a codec ends this process only.

    python -m tapis.gateway.storage.variants.worker FOLDER STORAGE_URL     (empty: the folder's own files)
"""

import asyncio
import logging
import os
import signal
import sys
import threading
import time
from pathlib import Path

import pyvips

from tapis.gateway.errors import StoreUnavailable
from tapis.gateway.malloc import limit_malloc_arenas
from tapis.gateway.storage.blobs.blob_store import BlobMissing, BlobStore
from tapis.gateway.storage.blobs.storage_url import open_store, variants_folder
from tapis.gateway.storage.images.formats import recognise
from tapis.gateway.storage.images.resize import decode, encode, prepared_options, shrink
from tapis.gateway.storage.images.transform_options import Options
from tapis.gateway.storage.variants.bucket_variants import shared_variants
from tapis.gateway.storage.variants.queue import VariantQueue
from tapis.gateway.storage.variants.variant_files import VariantFiles, write_whole

log = logging.getLogger("tapis.gateway.storage")

LINGER_SECONDS = 2.0
POLL_SECONDS = 0.05
# Before an image is tried again whose store did not answer.
AWAY_SECONDS = 5.0


async def prepare_variants(store: BlobStore, folder: Path, version: str) -> None:
    """Make every prepared variant of an image that does not exist.

    Raises pyvips.Error, BlobMissing, OSError, StoreUnavailable.
    """
    with await store.fetch(version) as source:
        # Past the file's buffer: libvips moves the descriptor under it.
        form = recognise(os.pread(source.fileno(), 64, 0))
        if form is None:
            return
        decoded = DecodedImage(decode(source))
    shared = shared_variants(store)
    shared_names = await shared.names(version) if shared else set[str]()
    files = VariantFiles(folder)
    for options in prepared_options(form):
        if options.file_name in shared_names or files.find(version, options):
            continue
        content = decoded.encode(options)
        if shared:
            await shared.add(version, options, content)
        write_whole(files.path(version, options), content)


class DecodedImage:
    """A decoded image, which is encoded once for each real width and format."""

    def __init__(self, image: pyvips.Image) -> None:
        self._image = image
        self._encoded: dict[tuple[str, int], bytes] = {}

    def encode(self, options: Options) -> bytes:
        """Its bytes at a prepared width. Never enlarged, so all widths above its own are the same."""
        key = options.form.name, min(options.width, self._image.width)
        if key not in self._encoded:
            self._encoded = {key: encode(shrink(self._image, options.width), options.form)}
        return self._encoded[key]


def main() -> None:
    """Work off the queue of a data folder, then linger for a moment: uploads come in handfuls."""
    data, storage_url = Path(sys.argv[1]), sys.argv[2]
    os.nice(19)
    limit_malloc_arenas()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for our parent; we end with it
    threading.Thread(target=_end_with_parent, daemon=True).start()
    store, queue = open_store(data, storage_url), VariantQueue(data)
    last = time.monotonic()
    while time.monotonic() - last < LINGER_SECONDS:
        if (version := queue.next()) is None:
            time.sleep(POLL_SECONDS)
            continue
        try:
            folder = variants_folder(data, storage_url)
            asyncio.run(prepare_variants(store, folder, version))
        except StoreUnavailable:
            log.warning("variants of %s wait for the store", version)
            time.sleep(AWAY_SECONDS)
            continue
        except (pyvips.Error, BlobMissing, OSError) as error:
            log.warning("variants of %s were not made: %s", version, error)
        queue.remove(version)
        last = time.monotonic()


def _end_with_parent() -> None:
    """Unbuffered: a thread blocked in a buffered read would make the interpreter abort at its own end."""
    os.read(sys.stdin.fileno(), 1)
    os._exit(0)


if __name__ == "__main__":
    main()
