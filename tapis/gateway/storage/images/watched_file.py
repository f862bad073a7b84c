"""A file as libvips reads it, which knows whether the decoder needed its last bytes.

Libvips stops reading with the last line of pixels, so bytes that it did not ask for belong to none of them.
Cutting them off and decoding once more would tell the same, for twice the time.
"""

from io import SEEK_END, BufferedRandom

import pyvips


class WatchedFile:
    """`source` gives the last `tail` bytes in a piece of their own, when they are asked for."""

    def __init__(self, file: BufferedRandom, tail: int) -> None:
        self.was_read_to_end = False
        self._file = file
        self._tail_begins = file.seek(0, SEEK_END) - tail
        file.seek(0)
        self.source = pyvips.SourceCustom()
        self.source.on_read(self._read)
        self.source.on_seek(file.seek)

    def _read(self, length: int) -> bytes:
        before_tail = self._tail_begins - self._file.tell()
        if before_tail > 0:
            return self._file.read(min(length, before_tail))
        self.was_read_to_end = True
        return self._file.read(length)
