"""A file as libvips reads it, which knows whether the decoder needed its last bytes.

Libvips stops reading with the last line of pixels, so bytes that it did not ask for belong to none of them.
Cutting them off and decoding once more would tell the same, for twice the time.
"""

import os
from io import SEEK_CUR, SEEK_END, SEEK_SET
from typing import BinaryIO

import pyvips


class ReadTracker:
    """`source` gives the last `tail` bytes in a piece of their own, when they are asked for."""

    def __init__(self, file: BinaryIO, tail: int) -> None:
        self.was_read_to_end = False
        self._number = file.fileno()  # read beside Python's buffer, which keeps its own place in the file
        self._size = os.fstat(self._number).st_size
        self._tail_begins = self._size - tail
        self._at = 0
        self.source = pyvips.SourceCustom()
        self.source.on_read(self._read)
        self.source.on_seek(self._seek)

    def _read(self, length: int) -> bytes:
        before_tail = self._tail_begins - self._at
        if before_tail <= 0:
            self.was_read_to_end = True
        content = os.pread(self._number, min(length, before_tail) if before_tail > 0 else length, self._at)
        self._at += len(content)
        return content

    def _seek(self, offset: int, whence: int) -> int:
        self._at = offset + {SEEK_SET: 0, SEEK_CUR: self._at, SEEK_END: self._size}[whence]
        return self._at
