"""Strips metadata from image files: keeps an allowlist of each format's chunks, and nothing after the end.

Pixel data is unchanged, so nothing is lost. Camera position, thumbnails, comments and unknown chunks are
removed, and an sRGB colour profile, which is the default. Any other profile is kept for the decoder, which
converts the image. Only the result is passed to a decoder.
"""

import re
import zlib
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import Literal

Bytes = memoryview
# Each scan of a progressive JPEG may cost a pass over all pixels; encoders write 10 to 15.
MAX_SCANS = 30
# A photo has a few dozen chunks, a long animation a thousand; a file of millions only costs time.
MAX_STEPS = 50_000
REMOVED = b""


class MalformedImage(Exception):
    """The file does not follow its format, or ends too early."""


@dataclass(slots=True)
class FoundMetadata:
    """Relevant metadata found in the chunks of a file."""

    exif: list[Bytes] = field(default_factory=list)
    needs_srgb: bool = False  # it has a colour profile other than sRGB


@dataclass(frozen=True, slots=True)
class StrippedImage:
    """The retained pieces of a file, in order, and how the image must be converted."""

    pieces: list[Bytes | bytes]
    orientation: int  # EXIF orientation, 1 to 8
    needs_srgb: bool


def strip_metadata(format_name: str, data: Bytes) -> StrippedImage:
    """Parse a file of a format in PARSERS. Raises MalformedImage. Not for AVIF: it has no chunk sequence."""
    metadata = FoundMetadata()
    try:
        chunks = list(islice(PARSERS[format_name](data, metadata), MAX_STEPS))
    except (IndexError, zlib.error) as error:
        raise MalformedImage(format_name) from error
    if len(chunks) == MAX_STEPS:
        raise MalformedImage(format_name)
    exif_orientation = parse_exif_orientation(bytes(metadata.exif[0])) if metadata.exif else 1
    return StrippedImage([piece for piece in chunks if piece], exif_orientation, metadata.needs_srgb)


def _needs_profile(profile: bytes, found: FoundMetadata) -> bool:
    """Whether the decoder needs this profile, or this part of one."""
    is_srgb = any("sRGB".encode(encoding) in profile for encoding in ("ascii", "utf-16-be"))
    found.needs_srgb = found.needs_srgb or not is_srgb
    return not is_srgb


# EXIF 3.0, 4.6: a TIFF header (byte order, 42, the offset of the first directory), then entries of 12 bytes.
ORIENTATION_TAG, SHORT = 0x0112, 3


def parse_exif_orientation(exif: bytes) -> int:
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
# Some cameras write a few stray bytes before a marker; they are removed.
JPEG_MARKER = re.compile(rb"[^\xff]{0,64}+\xff++[\x01-\xcf\xd8-\xfe]")
JPEG_MARKER_AFTER_SCAN = re.compile(rb"\xff[\x01-\xcf\xd8-\xfe]")
JPEG_SCAN, JPEG_END = 0xDA, 0xD9
# JFIF without a thumbnail, and Adobe's note on how colours are coded, with their sizes.
JPEG_ICC, JPEG_PROFILE = 0xE2, b"ICC_PROFILE\0"
JPEG_KEPT = {0xE0: (b"JFIF\0", 14), 0xEE: (b"Adobe", 12)}
JPEG_EXIF = b"Exif\0\0"
# Frames, tables and scans; no DNL, hierarchical frames or reserved markers.
JPEG_CODING = {0xC0, 0xC1, 0xC2, 0xC4, 0xC9, 0xCA, 0xCC, 0xDA, 0xDB, 0xDD}


def _jpeg(data: Bytes, found: FoundMetadata) -> Iterator[Bytes | bytes]:
    yield data[:2]
    at, scans = 2, 0
    while True:
        matched = JPEG_MARKER.match(data, at)
        if not matched:
            raise MalformedImage("jpeg")
        at = matched.end()
        marker = data[at - 1]
        if marker == JPEG_END:
            yield b"\xff\xd9"
            return
        end = at + _number(data, at, 2)
        keeps = _jpeg_keeps(marker, data[at + 2 : end], found)
        yield b"\xff" + data[at - 1 : end] if keeps else REMOVED
        at = end
        if marker == JPEG_SCAN:
            scans += 1
            at = _end_of_scan(data, end)
            yield data[end:at]
        if scans > MAX_SCANS:
            raise MalformedImage("jpeg")


def _end_of_scan(data: Bytes, at: int) -> int:
    match = JPEG_MARKER_AFTER_SCAN.search(data, at)
    if not match:
        raise MalformedImage("jpeg")
    return match.start()


def _jpeg_keeps(marker: int, content: Bytes, found: FoundMetadata) -> bool:
    if bytes(content[:6]) == JPEG_EXIF:
        found.exif.append(content[6:])
    if marker == JPEG_ICC:
        return bytes(content[:12]) == JPEG_PROFILE and _needs_profile(bytes(content), found)
    prefix, size = JPEG_KEPT.get(marker, (b"", 0))
    if prefix:
        return len(content) == size and bytes(content[: len(prefix)]) == prefix
    return marker in JPEG_CODING


# PNG, third edition, 11: what pixels and their colours need, with its largest size, and once at most.
# Of an animation the first frame is kept.
PNG_PIXELS, PNG_PROFILE = b"IDAT", b"iCCP"
MAX_PROFILE_BYTES = 100_000  # the first bytes identify a profile
PNG_MAX_PIXELS = 50_400_000  # larger ones are refused before their pixels are read
PNG_KEPT = {
    b"IHDR": 13,
    b"PLTE": 768,
    b"tRNS": 256,
    b"sRGB": 1,
    b"gAMA": 4,
    b"cHRM": 32,
    b"cICP": 4,
    b"sBIT": 4,
    b"pHYs": 9,
    b"IEND": 0,
}


def _png(data: Bytes, found: FoundMetadata) -> Iterator[Bytes | bytes]:
    yield data[:8]
    at, kind, seen = 8, b"", set[bytes]()
    slack = _png_slack(_number(data, 16, 4), _number(data, 20, 4))
    next(slack)
    while kind != b"IEND":
        kind, end = bytes(data[at + 4 : at + 8]), at + 12 + _number(data, at, 4)
        _within(data, end)
        content = data[at + 8 : end - 4]
        if kind == PNG_PIXELS:
            unused = slack.send(content)
            yield _png_chunk(kind, bytes(content[: len(content) - unused])) if unused else data[at:end]
        elif kind == b"eXIf":
            found.exif.append(content)
        elif kind == PNG_PROFILE:
            yield data[at:end] if _needs_profile(_decompress_profile(content), found) else REMOVED
        elif kind not in seen and len(content) <= PNG_KEPT.get(kind, -1):
            seen.add(kind)
            yield data[at:end]
        yield REMOVED
        at = end


def _png_chunk(kind: bytes, content: bytes) -> bytes:
    checksum = zlib.crc32(kind + content)
    return len(content).to_bytes(4, "big") + kind + content + checksum.to_bytes(4, "big")


def _decompress_profile(content: Bytes) -> bytes:
    """The start of a colour profile, compressed after its name and the compression method."""
    return zlib.decompressobj().decompress(bytes(content).partition(b"\0")[2][1:], MAX_PROFILE_BYTES)


def _png_slack(width: int, height: int) -> Generator[int, Bytes, None]:
    """Receives the chunks of pixels; yields the number of bytes after the end of the data in each."""
    pixels, left, slack = zlib.decompressobj(), height * (8 * width + 8) + 64, 0
    while True:
        content = bytes((yield slack))
        slack = len(content) if pixels.eof else 0
        while content and not pixels.eof and width * height <= PNG_MAX_PIXELS:
            left -= len(pixels.decompress(content, 2**20))
            content, slack = pixels.unconsumed_tail, len(pixels.unused_data)
            if left < 0:
                raise MalformedImage("png")


# RFC 9649: RIFF chunks of name, length (little-endian) and content, padded to even.
WEBP_PIXELS = {b"VP8 ", b"VP8L", b"ALPH"}
WEBP_FRAME_HEADER = 16
WEBP_HAS_EXIF_OR_XMP, WEBP_HAS_PROFILE = 0x08 | 0x04, 0x20


def _webp(data: Bytes, found: FoundMetadata) -> Iterator[Bytes | bytes]:
    whole = 8 + int.from_bytes(data[4:8], "little")
    _within(data, whole)
    kept = list[bytes]()
    for kind, content in iterate_webp_chunks(data[12:whole]):
        yield REMOVED
        if kind == b"EXIF":
            found.exif.append(_without_jpeg_prefix(content))
        else:
            kept += _webp_chunk(kind, _webp_content(kind, content, found))
    if kept and kept[0][:4] == b"VP8X" and not found.needs_srgb:
        kept[1] = bytes([kept[1][0] & ~WEBP_HAS_PROFILE]) + kept[1][1:]
    size = 4 + sum(len(piece) for piece in kept)
    yield b"RIFF" + size.to_bytes(4, "little") + b"WEBP"
    yield from kept


def _webp_content(kind: bytes, content: Bytes, found: FoundMetadata) -> bytes:
    match kind:
        case b"VP8X":
            return bytes([content[0] & ~WEBP_HAS_EXIF_OR_XMP]) + bytes(content[1:10])
        case b"ICCP":
            return bytes(content) if _needs_profile(bytes(content), found) else b""
        case b"ANIM":
            return bytes(content[:6])
        case b"ANMF":
            frame = islice(iterate_webp_chunks(content[WEBP_FRAME_HEADER:]), MAX_STEPS)
            pixels = [_webp_chunk(kind, bytes(part)) for kind, part in frame if kind in WEBP_PIXELS]
            return bytes(content[:WEBP_FRAME_HEADER]) + b"".join(chain.from_iterable(pixels))
        case _:
            return bytes(content) if kind in WEBP_PIXELS else b""


def iterate_webp_chunks(data: Bytes) -> Iterator[tuple[bytes, Bytes]]:
    at = 0
    while at + 8 <= len(data):
        end = at + 8 + int.from_bytes(data[at + 4 : at + 8], "little")
        _within(data, end)
        yield bytes(data[at : at + 4]), data[at + 8 : end]
        at = end + end % 2


def build_webp_file(chunks: list[tuple[bytes, bytes]]) -> bytes:
    body = b"".join(chain.from_iterable(_webp_chunk(kind, content) for kind, content in chunks))
    return b"RIFF" + (4 + len(body)).to_bytes(4, "little") + b"WEBP" + body


def _webp_chunk(kind: bytes, content: bytes) -> list[bytes]:
    return [kind + len(content).to_bytes(4, "little"), content + bytes(len(content) % 2)] if content else []


def _without_jpeg_prefix(exif: Bytes) -> Bytes:
    """Without JPEG's prefix, which some encoders write here, too."""
    return exif[6:] if bytes(exif[:6]) == JPEG_EXIF else exif


# GIF89a: blocks start with 21 (extension, label) or 2C (picture), content in sub-blocks; 3B ends the file.
GIF_EXTENSION, GIF_PICTURE, GIF_END = 0x21, 0x2C, 0x3B
GIF_TIMING, GIF_APPLICATION = 0xF9, 0xFF
GIF_LOOPING = (b"NETSCAPE2.0", b"ANIMEXTS1.0")
GIF_SIDE_BYTES = 4  # width and height


def _gif(data: Bytes, _found: FoundMetadata) -> Iterator[Bytes | bytes]:
    at = 13 + _gif_colours(data[10])
    yield data[:at]
    while (block := data[at]) != GIF_END:
        if block == GIF_PICTURE:
            end = _end_of_sub_blocks(data, at + 11 + _gif_colours(data[at + 9]))
            keeps = True
        elif block == GIF_EXTENSION:
            end = _end_of_sub_blocks(data, at + 2)
            keeps = _gif_keeps(data[at:end])
        else:
            raise MalformedImage("gif")
        yield data[at:end] if keeps else REMOVED
        at = end
    yield b"\x3b"


def _gif_keeps(extension: Bytes) -> bool:
    """Timing, and how often an animation is repeated; each has a fixed size, without room for other data."""
    label, sizes = extension[1], (len(extension), extension[2])
    if label == GIF_TIMING:
        return sizes == (8, 4)
    return label == GIF_APPLICATION and sizes == (19, 11) and bytes(extension[3:14]) in GIF_LOOPING


def split_gif_frames(data: Bytes) -> Iterator[bytes]:
    """Each picture of a stripped file, as a separate file; its data ends two bytes before the end."""
    colours = 13 + _gif_colours(data[10])
    at = colours
    while data[at] != GIF_END:
        begin, at = at, _end_of_sub_blocks(data, at + 2)
        if data[begin] == GIF_PICTURE:
            at = _end_of_sub_blocks(data, begin + 11 + _gif_colours(data[begin + 9]))
            size = data[begin + 5 : begin + 5 + GIF_SIDE_BYTES]
            head = bytes(data[:6]) + bytes(size) + bytes(data[10:colours])
            picture = b"\x2c" + bytes(4) + bytes(data[begin + 5 : at])
            yield head + picture + b"\x3b"


def _gif_colours(flags: int) -> int:
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
        raise MalformedImage("cut off")


PARSERS: Mapping[str, Callable[[Bytes, FoundMetadata], Iterator[Bytes | bytes]]] = {
    "jpeg": _jpeg,
    "png": _png,
    "webp": _webp,
    "gif": _gif,
}
