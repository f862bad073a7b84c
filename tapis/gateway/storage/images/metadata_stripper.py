"""What a picture's file may consist of: its format's own chunks, by an allow-list, nothing behind the end.

The pixels' bytes pass through untouched, so nothing is lost; camera position, thumbnails, comments, whole
archives hidden in a chunk or behind the end do not. Only what stays is ever shown to a decoder.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Literal

Bytes = memoryview
# Each scan of a progressive JPEG may cost a pass over all pixels; encoders write 10 to 15.
MOST_SCANS = 30
# A photo has a few dozen chunks, a long animation a thousand; a file of millions only costs time.
MOST_STEPS = 50_000
LEFT_OUT = b""


class NotWhole(Exception):
    """The file does not follow its format's outline, or ends too early."""


@dataclass(frozen=True, slots=True)
class Outline:
    """The pieces of a file that stay, in order, and how its camera was held (1 to 8, as EXIF counts)."""

    pieces: list[Bytes | bytes]
    orientation: int


def outline(format_name: str, data: Bytes) -> Outline:
    """Walk a file of one of WALKS. Raises NotWhole. Not for AVIF: it is no chain of chunks."""
    exif: list[Bytes] = []
    try:
        steps = list(islice(WALKS[format_name](data, exif), MOST_STEPS))
    except IndexError as error:
        raise NotWhole(format_name) from error
    if len(steps) == MOST_STEPS:
        raise NotWhole(format_name)
    return Outline([piece for piece in steps if piece], orientation(bytes(exif[0])) if exif else 1)


# EXIF 3.0, 4.6: a TIFF header (byte order, 42, where the first directory lies), then entries of 12 bytes.
ORIENTATION_TAG, SHORT = 0x0112, 3


def orientation(exif: bytes) -> int:
    """The orientation that an EXIF block tells; 1 (upright) when it tells none."""
    order: Literal["little", "big"] = "little" if exif[:2] == b"II" else "big"

    def number(at: int, size: int) -> int:
        return int.from_bytes(exif[at : at + size], order)

    directory = number(4, 4)
    end = min(directory + 2 + 12 * number(directory, 2), len(exif))
    for entry in range(directory + 2, end, 12):
        if number(entry, 2) == ORIENTATION_TAG and number(entry + 2, 2) == SHORT:
            value = number(entry + 8, 2)
            return value if 1 <= value <= 8 else 1
    return 1


# ITU-T T.81, B.1: segments of FF (any number), marker, length; in a scan FF comes with 00 or a restart.
# A few stray bytes in front of a marker are some cameras' habit; they are left out.
JPEG_MARKER = re.compile(rb"[^\xff]{0,64}+\xff++[\x01-\xcf\xd8-\xfe]")
JPEG_MARKER_BEHIND_SCAN = re.compile(rb"\xff[\x01-\xcf\xd8-\xfe]")
JPEG_SCAN, JPEG_END = 0xDA, 0xD9
JPEG_COMMENT, JPEG_APPLICATION = 0xFE, range(0xE0, 0xF0)
# JFIF without a thumbnail, the colour profile, and Adobe's note on how colours are coded.
JPEG_KEPT = {0xE0: b"JFIF\0", 0xE2: b"ICC_PROFILE\0", 0xEE: b"Adobe"}
JPEG_EXIF = b"Exif\0\0"


def _jpeg(data: Bytes, exif: list[Bytes]) -> Iterator[Bytes | bytes]:
    yield data[:2]
    at, scans = 2, 0
    while True:
        found = JPEG_MARKER.match(data, at)
        if not found:
            raise NotWhole("jpeg")
        at = found.end()
        marker = data[at - 1]
        if marker == JPEG_END:
            yield b"\xff\xd9"
            return
        end = at + _number(data, at, 2)
        if _jpeg_keeps(marker, data[at + 2 : end]):
            yield b"\xff" + data[at - 1 : end]
        elif bytes(data[at + 2 : at + 8]) == JPEG_EXIF:
            exif.append(data[at + 8 : end])
        yield LEFT_OUT
        at = end
        if marker == JPEG_SCAN:
            scans += 1
            at = _end_of_scan(data, end)
            yield data[end:at]
        if scans > MOST_SCANS:
            raise NotWhole("jpeg")


def _end_of_scan(data: Bytes, at: int) -> int:
    found = JPEG_MARKER_BEHIND_SCAN.search(data, at)
    if not found:
        raise NotWhole("jpeg")
    return found.start()


def _jpeg_keeps(marker: int, content: Bytes) -> bool:
    if marker == 0xE0 and len(content) != 14:
        return False
    if marker in JPEG_APPLICATION:
        prefix = JPEG_KEPT.get(marker)
        return prefix is not None and bytes(content[: len(prefix)]) == prefix
    return marker != JPEG_COMMENT


# PNG, third edition, 11: what pixels and their colours need. Of an animation the first picture stays.
PNG_KEPT = {
    b"IHDR",
    b"PLTE",
    b"IDAT",
    b"IEND",
    b"tRNS",
    b"iCCP",
    b"sRGB",
    b"gAMA",
    b"cHRM",
    b"cICP",
    b"sBIT",
    b"pHYs",
}


def _png(data: Bytes, exif: list[Bytes]) -> Iterator[Bytes | bytes]:
    yield data[:8]
    at, kind = 8, b""
    while kind != b"IEND":
        kind = bytes(data[at + 4 : at + 8])
        end = at + 12 + _number(data, at, 4)
        _within(data, end)
        if kind in PNG_KEPT:
            yield data[at:end]
        elif kind == b"eXIf":
            exif.append(data[at + 8 : end - 4])
        yield LEFT_OUT
        at = end


# RFC 9649: RIFF chunks of name, length (little-endian) and content, padded to even.
WEBP_KEPT = {b"VP8X", b"VP8 ", b"VP8L", b"ALPH", b"ANIM", b"ANMF", b"ICCP"}
WEBP_HAS_EXIF_OR_XMP = 0x08 | 0x04


def _webp(data: Bytes, exif: list[Bytes]) -> Iterator[Bytes | bytes]:
    whole = 8 + int.from_bytes(data[4:8], "little")
    _within(data, whole)
    at, kept = 12, list[Bytes | bytes]()
    while at + 8 <= whole:
        yield LEFT_OUT
        kind, length = bytes(data[at : at + 4]), int.from_bytes(data[at + 4 : at + 8], "little")
        end = at + 8 + length + length % 2
        _within(data, end)
        if kind == b"VP8X":
            flags = data[at + 8] & ~WEBP_HAS_EXIF_OR_XMP
            kept.append(bytes(data[at : at + 8]) + bytes([flags]) + bytes(data[at + 9 : end]))
        elif kind in WEBP_KEPT:
            kept.append(data[at:end])
        elif kind == b"EXIF":
            exif.append(_bare(data[at + 8 : end]))
        at = end
    size = 4 + sum(len(piece) for piece in kept)
    yield b"RIFF" + size.to_bytes(4, "little") + b"WEBP"
    yield from kept


def _bare(exif: Bytes) -> Bytes:
    """Without the prefix that belongs to JPEG and that some encoders write here too."""
    return exif[6:] if bytes(exif[:6]) == JPEG_EXIF else exif


# GIF89a: blocks start with 21 (extension, label) or 2C (picture), content in sub-blocks; 3B ends the file.
GIF_EXTENSION, GIF_PICTURE, GIF_END = 0x21, 0x2C, 0x3B
GIF_TIMING, GIF_APPLICATION = 0xF9, 0xFF
GIF_LOOPING = (b"NETSCAPE2.0", b"ANIMEXTS1.0")


def _gif(data: Bytes, _exif: list[Bytes]) -> Iterator[Bytes | bytes]:
    at = 13 + _gif_colours(data[10])
    yield data[:at]
    while (block := data[at]) != GIF_END:
        if block == GIF_PICTURE:
            end = _end_of_sub_blocks(data, at + 11 + _gif_colours(data[at + 9]))
            keeps = True
        elif block == GIF_EXTENSION:
            end = _end_of_sub_blocks(data, at + 2)
            label, name = data[at + 1], bytes(data[at + 3 : at + 14])
            keeps = label == GIF_TIMING or (label == GIF_APPLICATION and name in GIF_LOOPING)
        else:
            raise NotWhole("gif")
        yield data[at:end] if keeps else LEFT_OUT
        at = end
    yield b"\x3b"


def _gif_colours(flags: int) -> int:
    """Bytes of the colour table that these flags announce."""
    return 3 * 2 ** ((flags & 7) + 1) if flags & 0x80 else 0


def _end_of_sub_blocks(data: Bytes, at: int) -> int:
    while length := data[at]:
        at += 1 + length
    return at + 1


def _number(data: Bytes, at: int, size: int) -> int:
    _within(data, at + size)
    return int.from_bytes(data[at : at + size], "big")


def _within(data: Bytes, end: int) -> None:
    if end > len(data):
        raise NotWhole("cut off")


WALKS: Mapping[str, Callable[[Bytes, list[Bytes]], Iterator[Bytes | bytes]]] = {
    "jpeg": _jpeg,
    "png": _png,
    "webp": _webp,
    "gif": _gif,
}
