"""The maker: takes pictures from the queue and makes their prepared variants, behind everything else.

A process of its own: what a damaged codec could do, it does to this one only.

    python -m tapis.storage.maker FOLDER STORAGE_URL     (empty: the folder's own files)
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

from tapis.storage.bytestore import BytesMissing, Bytestore
from tapis.storage.formats import recognise
from tapis.storage.locks import claimed
from tapis.storage.options import PREPARED_WIDTHS, Options
from tapis.storage.rendering import prepared_forms, resized, widest, written
from tapis.storage.stores import open_store
from tapis.storage.waiting import Waiting

log = logging.getLogger("tapis.storage")

LINGER_SECONDS = 2.0
POLL_SECONDS = 0.05


def prepare(store: Bytestore, folder: Path, version: str) -> None:
    """Make every prepared variant of a picture that is not there yet.

    Raises pyvips.Error, BytesMissing, OSError.
    """
    with asyncio.run(store.fetch(version)) as source:
        source.seek(0)
        form = recognise(source.read(64))
        if form is None:
            return
        image = widest(source)
    for wanted in prepared_forms(form):
        contents: dict[int, bytes] = {}
        for width in PREPARED_WIDTHS:
            name = Options(width, 0, "cover", 0, wanted).file_name
            with claimed(folder / version[:2] / version / name) as file:
                if file is not None:
                    real = min(width, image.width)  # never enlarged, so the widths above are all the same
                    contents[real] = contents.get(real) or written(resized(image, width), wanted)
                    file.write(contents[real])


def main() -> None:
    """Work off the queue of a data folder, then linger for a moment: uploads come in handfuls."""
    data, storage_url = Path(sys.argv[1]), sys.argv[2]
    os.nice(19)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for our parent; we end with it
    threading.Thread(target=_end_with_parent, daemon=True).start()
    store, waiting = open_store(data, storage_url), Waiting(data / "variants" / "waiting")
    last = time.monotonic()
    while time.monotonic() - last < LINGER_SECONDS:
        if (version := waiting.next()) is None:
            time.sleep(POLL_SECONDS)
            continue
        try:
            prepare(store, data / "variants", version)
        except (pyvips.Error, BytesMissing, OSError) as error:
            log.warning("variants of %s were not made: %s", version, error)
        waiting.done(version)
        last = time.monotonic()


def _end_with_parent() -> None:
    sys.stdin.buffer.read()
    os._exit(0)


if __name__ == "__main__":
    main()
