"""Checks that an AVIF contains only its picture: boxes that a decoder needs, without gaps."""

from collections.abc import Iterator
from dataclasses import dataclass, field

Bytes = memoryview
# ISO/IEC 14496-12 and 23000-22: the largest size of each box, in bytes, header included.
IN_FILE = {b"ftyp": 64, b"meta": 4_000, b"mdat": 2**31}
IN_META = {b"hdlr": 64, b"pitm": 14, b"iloc": 1_000, b"iinf": 1_000, b"iprp": 2_000, b"iref": 200}
OF_PICTURES = {
    b"av1C": 128, b"ispe": 20, b"pixi": 16, b"auxC": 64, b"colr": 19, b"irot": 9, b"imir": 9, b"pasp": 16,
    b"clap": 40, b"clli": 12, b"mdcv": 32,
}  # fmt: skip
REFERENCES = {b"auxl", b"dimg", b"prem"}
ITEM_TYPES = {b"av01", b"grid"}
NAME_BYTES = 16  # of an item; encoders write "Color" and "Alpha"


class UnknownContent(Exception):
    """The file contains data that is not known to be needed."""


@dataclass(slots=True)
class ItemExtents:
    """Extents of the items' data as (begin, end) in the file, and the item ids of the two lists."""

    extents: list[tuple[int, int]] = field(default_factory=list)
    located: list[int] = field(default_factory=list)
    described: list[int] = field(default_factory=list)


def has_only_image_data(data: Bytes) -> bool:
    """Whether every byte of the file belongs to a known box, and all media data to a picture."""
    try:
        _check(data)
    except (UnknownContent, IndexError):
        return False
    return True


def _check(data: Bytes) -> None:
    boxes = _boxes_once(data, 0, len(data), IN_FILE)
    found = ItemExtents()
    begin, end = boxes[b"meta"]
    for kind, (at, stop) in _boxes_once(data, begin + 4, end, IN_META).items():
        if kind == b"iloc":
            _read_locations(data[at:stop], found)
        elif kind == b"iinf":
            _read_items(data, at, stop, found)
        elif kind == b"iprp":
            _check_properties(data, at, stop)
        elif kind == b"iref":
            _require({kind for kind, *_ in _boxes(data, at + 4, stop)} <= REFERENCES)
    _require(sorted(found.located) == sorted(found.described) != [])
    _require_no_gaps(sorted(found.extents), *boxes[b"mdat"])


def _require_no_gaps(extents: list[tuple[int, int]], at: int, end: int) -> None:
    for begin, stop in extents:
        _require(begin == at < stop)
        at = stop
    _require(at == end)


def _boxes(data: Bytes, at: int, end: int) -> Iterator[tuple[bytes, int, int]]:
    """The boxes between two offsets: kind, and where the content begins and ends."""
    while at < end:
        size = _number(data, at, 4)
        _require(8 <= size <= end - at)
        yield bytes(data[at + 4 : at + 8]), at + 8, at + size
        at += size


def _boxes_once(data: Bytes, at: int, end: int, sizes: dict[bytes, int]) -> dict[bytes, tuple[int, int]]:
    found: dict[bytes, tuple[int, int]] = {}
    for kind, begin, stop in _boxes(data, at, end):
        _require(kind not in found and stop - begin + 8 <= sizes.get(kind, 0))
        found[kind] = begin, stop
    return found


def _read_locations(box: Bytes, found: ItemExtents) -> None:
    """Items in the file's own data (method 0), with offsets and lengths of four bytes or less."""
    version, sizes = box[0], _number(box, 4, 2)
    of_offset, of_length, of_base, of_index = (sizes >> shift & 15 for shift in (12, 8, 4, 0))
    _require(version in (0, 1) and (version == 1 or of_index == 0))
    at, count = 8, _number(box, 6, 2)
    for _ in range(count):
        found.located.append(_number(box, at, 2))
        if version == 1:
            _require(_number(box, at + 2, 2) == 0)
            at += 2
        base = _number(box, at + 4, of_base)
        at += 4 + of_base
        for _ in range(_number(box, at, 2)):
            begin = base + _number(box, at + 2 + of_index, of_offset)
            length = _number(box, at + 2 + of_index + of_offset, of_length)
            found.extents.append((begin, begin + length))
            at += of_index + of_offset + of_length
        at += 2
    _require(at == len(box))


def _read_items(data: Bytes, at: int, end: int, found: ItemExtents) -> None:
    _require(data[at] == 0)
    for kind, begin, stop in _boxes(data, at + 6, end):
        _require(kind == b"infe" and data[begin] == 2 and bytes(data[begin + 8 : begin + 12]) in ITEM_TYPES)
        _require(stop - begin - 12 <= NAME_BYTES)
        found.described.append(_number(data, begin + 4, 2))


def _check_properties(data: Bytes, at: int, end: int) -> None:
    for kind, begin, stop in _boxes(data, at, end):
        _require(kind in (b"ipco", b"ipma"))
        if kind == b"ipco":
            for what, first, last in _boxes(data, begin, stop):
                _require(last - first + 8 <= OF_PICTURES.get(what, 0))


def _number(data: Bytes, at: int, size: int) -> int:
    _require(at + size <= len(data))
    return int.from_bytes(data[at : at + size], "big")


def _require(holds: bool) -> None:
    if not holds:
        raise UnknownContent
