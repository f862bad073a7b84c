"""Generated images, and files that pretend to be images."""

import struct
import zlib
from functools import cache
from typing import Any

import pyvips

# A quarter is red, which shows the orientation.
RED, GREY = [200, 30, 40], [120, 120, 120]


@cache
def photo(
    width: int = 64,
    height: int = 48,
    suffix: str = ".jpg",
    held: int = 1,
    private: bool = False,
    **options: Any,
) -> bytes:
    """A picture, red at upper left; `held` is its EXIF orientation, `private` adds camera and position."""
    image = pyvips.Image.black(width, height, bands=3) + GREY
    image = image.draw_rect(RED, 0, 0, width // 2, height // 2, fill=True)
    image = image.cast("uchar").copy(interpretation="srgb")
    if held != 1:
        image.set_type(pyvips.GValue.gint_type, "orientation", held)
    if private:
        for field, value in PRIVATE.items():
            image.set_type(pyvips.GValue.gstr_type, field, value)
        image.set_type(pyvips.GValue.blob_type, "xmp-data", b"<x:xmpmeta>Jl. Pucuk Rebung 1</x:xmpmeta>")
        image.set_type(pyvips.GValue.blob_type, "icc-profile-data", build_wide_profile())
    written: bytes = image.write_to_buffer(suffix, **options)
    return written


PRIVATE = {
    "exif-ifd0-Make": "Kamera-Tom",
    "exif-ifd3-GPSLatitude": "5/1 23/1 46/1",
    "exif-ifd3-GPSLongitude": "105/1 15/1 58/1",
    "exif-ifd0-ImageDescription": "Jl. Pucuk Rebung 1",
}


@cache
def build_wide_profile() -> bytes:
    """The wide-gamut colour profile that phones write."""
    tagged = (
        pyvips.Image.black(8, 8, bands=3)
        .copy(interpretation="srgb")
        .icc_transform("p3", input_profile="srgb")
    )
    profile: bytes = tagged.get("icc-profile-data")
    return profile


@cache
def noise(megapixels: float) -> bytes:
    """A JPEG as large as a phone's picture."""
    width = int((megapixels * 10**6 * 4 / 3) ** 0.5)
    height = width * 3 // 4
    image = pyvips.Image.gaussnoise(width // 6 + 2, height // 6 + 2, sigma=60, mean=128).resize(6)
    written: bytes = (
        image.crop(0, 0, width, height)
        .bandjoin([image.crop(0, 0, width, height)] * 2)
        .cast("uchar")
        .copy(interpretation="srgb")
        .jpegsave_buffer(Q=92)
    )
    return written


def animation(frames: int, side: int = 8) -> bytes:
    """A GIF with many identical frames."""
    size = struct.pack("<HH", side, side)
    head = b"GIF89a" + size + b"\x80\0\0" + b"\0\0\0\xff\xff\xff"
    frame = b"\x21\xf9\x04\0\x0a\0\0\0" + b"\x2c\0\0\0\0" + size + b"\0\x02\x02\x4c\x01\0"
    return head + frame * frames + b"\x3b"


def png(width: int, height: int, pixels: bytes, *extra: bytes) -> bytes:
    """A PNG with any size in its header."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = [chunk(b"IHDR", header), *extra, chunk(b"IDAT", zlib.compress(pixels)), chunk(b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def chunk(kind: bytes, content: bytes) -> bytes:
    """One chunk of a PNG."""
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def decode_image(content: bytes) -> pyvips.Image:
    """The image as a browser shows it."""
    return pyvips.Image.new_from_buffer(content, "").autorot()


def is_red(image: pyvips.Image, x: float, y: float) -> bool:
    """Whether the picture is red at this place, in parts of its width and height."""
    red, green, *_ = image.getpoint(int(x * image.width), int(y * image.height))
    return bool(red > green + 80)
