"""A libvips source that records whether the decoder read the last bytes of a file.

Libvips stops reading after the last line of pixels, so unread bytes belong to no pixel. Truncating the file
and decoding it again would show the same, in twice the time.
"""

import os
from io import SEEK_CUR, SEEK_END, SEEK_SET
from typing import BinaryIO

import pyvips


class ReadTracker:
    """`source` returns the last `tail` bytes in a separate read."""

    def __init__(self, file: BinaryIO, tail: int) -> None:
        self.was_read_to_end = False
        self._descriptor = file.fileno()  # bypasses Python's buffer, which has its own position
        self._size = os.fstat(self._descriptor).st_size
        self._tail_begins = self._size - tail
        self._offset = 0
        self.source = pyvips.SourceCustom()
        self.source.on_read(self._read)
        self.source.on_seek(self._seek)

    def _read(self, length: int) -> bytes:
        before_tail = self._tail_begins - self._offset
        if before_tail <= 0:
            self.was_read_to_end = True
        content = os.pread(
            self._descriptor, min(length, before_tail) if before_tail > 0 else length, self._offset
        )
        self._offset += len(content)
        return content

    def _seek(self, offset: int, whence: int) -> int:
        self._offset = offset + {SEEK_SET: 0, SEEK_CUR: self._offset, SEEK_END: self._size}[whence]
        return self._offset
