"""ICC colour profiles, reduced to the numbers that define colours: no text, no private tags, no gaps.

ICC.1:2022 (version 4) and ICC.1:2001-04 (version 2): a header of 128 bytes, a table of tags, their contents.
"""

from collections.abc import Iterator

MAX_PROFILE_BYTES = 4_000_000
HEADER_BYTES = 128
MAX_TAGS, MAX_CURVE_POINTS = 100, 4096
# Tags that define a profile alone, by colour space; one that also has lookup tables is not reduced.
TAGS = {
    b"RGB ": (b"wtpt", b"rXYZ", b"gXYZ", b"bXYZ", b"rTRC", b"gTRC", b"bTRC"),
    b"GRAY": (b"wtpt", b"kTRC"),
}
OPTIONAL = b"chad"  # how the white point was adapted
LOOKUP_TABLES = {b"A2B0", b"A2B1", b"A2B2", b"D2B0", b"D2B1", b"D2B2", b"D2B3"}
PARAMETERS = {0: 1, 1: 3, 2: 4, 3: 5, 4: 7}  # of a parametric curve, by its function
D50 = bytes.fromhex("0000f6d6 00010000 0000d32d")


def reduce_profile(profile: bytes) -> bytes | None:
    """The profile with what defines its colours and nothing else; None for one that can't be reduced."""
    space = profile[16:20]
    if profile[36:40] != b"acsp" or profile[20:24] != b"XYZ " or space not in TAGS:
        return None
    tags = dict(_tags(profile))
    if not LOOKUP_TABLES.isdisjoint(tags):
        return None
    wanted = [*TAGS[space], *([OPTIONAL] if OPTIONAL in tags else [])]
    contents = {name: _content(name, tags.get(name, b"")) for name in wanted}
    if not all(contents.values()):
        return None
    version = 4 if profile[8] >= 4 else 2
    return _written(version, space, profile[12:16], _texts(version) | contents)


def _tags(profile: bytes) -> Iterator[tuple[bytes, bytes]]:
    for at in range(HEADER_BYTES + 4, min(len(profile), HEADER_BYTES + 4 + 12 * 100), 12)[
        : _number(profile, 128)
    ]:
        start, size = _number(profile, at + 4), _number(profile, at + 8)
        yield profile[at : at + 4], profile[start : start + size]


def _number(data: bytes, at: int, size: int = 4) -> int:
    return int.from_bytes(data[at : at + size], "big")


def _content(name: bytes, tag: bytes) -> bytes:
    """A tag with nothing behind its numbers; empty for one that is not of the expected type."""
    kind = tag[:4]
    if kind == b"XYZ ":
        size = 20
    elif kind == b"sf32" and name == OPTIONAL:
        size = 44
    elif kind == b"curv" and _is_curve(tag):
        size = 12 + 2 * _number(tag, 8)
    elif kind == b"para":
        size = 12 + 4 * PARAMETERS.get(_number(tag, 8, 2), 1000)
    else:
        return b""
    content = kind + bytes(4) + tag[8:size]
    return content if len(content) == size and name.endswith(b"TRC") == (kind in {b"curv", b"para"}) else b""


def _is_curve(tag: bytes) -> bool:
    """Whether the points of a curve only rise, as text or a program would not."""
    count = _number(tag, 8)
    points = [_number(tag, at, 2) for at in range(12, 12 + 2 * min(count, MAX_CURVE_POINTS), 2)]
    return count <= MAX_CURVE_POINTS and (count < 2 or points == sorted(points))


def _texts(version: int) -> dict[bytes, bytes]:
    if version == 4:
        text = b"mluc" + bytes(4) + b"\0\0\0\x01\0\0\0\x0cenUS\0\0\0\x02\0\0\0\x1c\0C"
        return {b"desc": text, b"cprt": text}
    return {b"desc": b"desc" + bytes(7) + b"\x02C\0" + bytes(78), b"cprt": b"text" + bytes(4) + b"C\0"}


def _written(version: int, space: bytes, device: bytes, contents: dict[bytes, bytes]) -> bytes:
    table, body = bytearray(len(contents).to_bytes(4, "big")), bytearray()
    start, places = HEADER_BYTES + 4 + 12 * len(contents), dict[bytes, int]()
    for name, content in contents.items():
        if content not in places:
            places[content] = start + len(body)
            body += content + bytes(-len(content) % 4)
        table += name + places[content].to_bytes(4, "big") + len(content).to_bytes(4, "big")
    size = HEADER_BYTES + len(table) + len(body)
    device = device if device in {b"mntr", b"scnr", b"prtr", b"spac"} else b"mntr"
    header = size.to_bytes(4, "big") + bytes(4) + bytes([version, 0, 0, 0]) + device + space + b"XYZ "
    date = b"\x07\xd0\0\x01\0\x01" + bytes(6)
    header += date + b"acsp" + bytes(28) + D50
    return bytes(header.ljust(HEADER_BYTES, b"\0") + table + body)
