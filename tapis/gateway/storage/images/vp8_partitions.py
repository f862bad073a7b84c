"""The partitions of a lossy WebP's data: modes, then the coefficients in one to eight parts (RFC 6386, 9)."""

HEADER = 10  # bytes of a key frame in front of its first partition


class _BoolDecoder:
    """The boolean decoder of RFC 6386, 7.3, for bits of equal probability."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._value, self._at, self._range, self._shifted = int.from_bytes(data[:2], "big"), 2, 255, 0

    def number(self, bits: int) -> int:
        value = 0
        for _ in range(bits):
            value = value << 1 | self._bit()
        return value

    def skip_optional(self, bits: int) -> None:
        """Skip a flag, and a number (with or without a sign) if it is set."""
        if self.number(1):
            self.number(bits)

    def _bit(self) -> int:
        split = 1 + (self._range - 1) // 2
        bit = int(self._value >= split << 8)
        self._value -= bit * (split << 8)
        self._range = self._range - split if bit else split
        while self._range < 128:
            self._value, self._range, self._shifted = self._value << 1, self._range << 1, self._shifted + 1
            if self._shifted == 8:
                self._value |= self._data[self._at] if self._at < len(self._data) else 0
                self._at, self._shifted = self._at + 1, 0
        return bit


def parse_vp8_partitions(frame: bytes) -> list[tuple[int, int]]:
    """The (begin, end) of each partition of a key frame."""
    end = HEADER + (int.from_bytes(frame[:3], "little") >> 5)
    count = _count(_BoolDecoder(frame[HEADER:end]))
    found, at = [(HEADER, end)], end + 3 * (count - 1)
    for number in range(count - 1):
        size = int.from_bytes(frame[end + 3 * number : end + 3 * number + 3], "little")
        found.append((at, at + size))
        at += size
    return [*found, (at, len(frame))]


def _count(bits: _BoolDecoder) -> int:
    """The number of coefficient partitions, which follows other fields of the header (RFC 6386, 19.2)."""
    bits.number(2)  # colour space, clamping
    if bits.number(1):
        _skip_segments(bits)
    bits.number(1 + 6 + 3)  # the loop filter
    if bits.number(1) and bits.number(1):
        for _ in range(8):
            bits.skip_optional(6 + 1)
    return 1 << bits.number(2)


def _skip_segments(bits: _BoolDecoder) -> None:
    has_map, has_data = bits.number(1), bits.number(1)
    if has_data:
        bits.number(1)
        for size in (7 + 1,) * 4 + (6 + 1,) * 4:
            bits.skip_optional(size)
    if has_map:
        for _ in range(3):
            bits.skip_optional(8)
