"""Detects bytes after the pixels of a WebP or GIF that no pixel needs.

Pixels are decoded in order, so the last bytes of a picture's data determine its last pixels. Each picture is
decoded a second time with those bytes inverted: if nothing changes, they are not pixel data.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import pyvips

from tapis.gateway.storage.images.metadata_stripper import (
    WEBP_FRAME_HEADER,
    WEBP_PIXELS,
    build_webp_file,
    iterate_webp_chunks,
    split_gif_frames,
)
from tapis.gateway.storage.images.vp8_partitions import parse_vp8_partitions

TAIL_BYTES = 16  # bytes; encoders pad by less
LOSSY, LOSSLESS, ALPHA = b"VP8 ", b"VP8L", b"ALPH"


@dataclass(frozen=True, slots=True)
class StillPicture:
    """A file of one picture, and the parts of it, as (begin, end), whose last bytes must affect pixels."""

    content: bytes
    parts: list[tuple[int, int]]


def has_unused_bytes(form_name: str, content: memoryview) -> bool:
    """For the output of `strip_metadata`. Decodes it twice, or more often if its data has several parts."""
    stills = {"webp": _stills_of_webp, "gif": _stills_of_gif}[form_name](content)
    return any(_has_unused_part(still) for still in stills)


def _has_unused_part(still: StillPicture) -> bool:
    longer = [(begin, end) for begin, end in still.parts if end - begin > TAIL_BYTES]
    if not longer:
        return False
    whole = _decode(still.content).copy_memory()
    return any(_decodes_equal(whole, _inverted(still.content, end)) for _, end in longer)


def _inverted(content: bytes, end: int) -> bytes:
    tail = bytes(byte ^ 0xFF for byte in content[end - TAIL_BYTES : end])
    return content[: end - TAIL_BYTES] + tail + content[end:]


def _decodes_equal(whole: pyvips.Image, content: bytes) -> bool:
    try:
        other = _decode(content)
        same = (other.width, other.height, other.bands) == (whole.width, whole.height, whole.bands)
        return same and (whole != other).max() == 0
    except pyvips.Error:  # the bytes were needed
        return False


def _decode(content: bytes) -> pyvips.Image:
    image: pyvips.Image = pyvips.Image.new_from_buffer(content, "", access="sequential", fail_on="warning")
    return image


def _stills_of_webp(content: memoryview) -> Iterator[StillPicture]:
    chunks = [(kind, bytes(part)) for kind, part in iterate_webp_chunks(content[12:])]
    frames = [part for kind, part in chunks if kind == b"ANMF"]
    if not frames:
        yield _webp_still([(kind, part) for kind, part in chunks if kind in WEBP_PIXELS], b"")
    for frame in frames:
        body = memoryview(frame)[WEBP_FRAME_HEADER:]
        yield _webp_still([(kind, bytes(part)) for kind, part in iterate_webp_chunks(body)], frame[6:12])


def _webp_still(chunks: list[tuple[bytes, bytes]], size: bytes) -> StillPicture:
    """One picture; `size` from its frame, else from its data."""
    kinds = [kind for kind, _ in chunks]
    if kinds not in ([LOSSY], [LOSSLESS], [ALPHA, LOSSY]):
        raise pyvips.Error("a WebP of other parts")
    if ALPHA in kinds:
        size = size or _size_of_vp8(chunks[-1][1])
        chunks = [(b"VP8X", b"\x10\0\0\0" + size), *chunks]
    content, parts, at = build_webp_file(chunks), [], 12
    for kind, part in chunks:
        spans = parse_vp8_partitions(part) if kind == LOSSY else [(0, len(part))] if kind != b"VP8X" else []
        parts += [(at + 8 + begin, at + 8 + end) for begin, end in spans]
        at += 8 + len(part) + len(part) % 2
    return StillPicture(content, parts)


def _size_of_vp8(data: bytes) -> bytes:
    """Width and height less one, in three bytes each, of the frame's header (RFC 6386, 9.1)."""
    sides = (int.from_bytes(data[at : at + 2], "little") & 0x3FFF for at in (6, 8))
    return b"".join((side - 1).to_bytes(3, "little") for side in sides)


def _stills_of_gif(content: memoryview) -> Iterator[StillPicture]:
    for picture in split_gif_frames(content):
        yield StillPicture(picture, [(0, len(picture) - 2)])
