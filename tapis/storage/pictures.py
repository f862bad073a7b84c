"""Whether an upload is a picture, decided by decoding it, and the clean file that is kept of it.

Bytes are kept as they came, but for what `containers` leaves out. A picture that lies on its side, or whose
format cannot be cleaned that way, is written anew. Memory is bounded: width × height × frames is read from
the header before a pixel is decoded, and decoding streams.
"""

import mmap
from collections.abc import Iterable
from typing import Any, BinaryIO

import pyvips

from tapis.storage import refusals
from tapis.storage.containers import NotWhole, pieces
from tapis.storage.formats import AVIF, GIF, JPEG, WEBP, Format, recognise, stranger

# 48 Mi: the sharpest mode of today's phones is 8,160 × 6,144.
MOST_PIXELS = 48 * 2**20
MOST_SIDE = 30_000
MOST_FRAMES = 500
# What a decoder may have to hold at once (interlaced PNG, progressive JPEG).
MOST_DECODED_BYTES = 256 * 2**20
HIDDEN = ("exif-data", "xmp-data", "iptc-data", "photoshop-data")
AVIF_BOXES = {b"ftyp", b"meta", b"mdat"}


def clean(upload: BinaryIO, kept: BinaryIO) -> Format:
    """Judge the picture in the file `upload`, write what is kept of it to `kept`, and tell its format.

    Raises StorageRefusal: 415 for anything that is not a picture we take, 413 for too many pixels,
    400 for a damaged one. CPU-bound (35 ms for 12 megapixels of JPEG): call it in a worker thread.
    """
    with mmap.mmap(upload.fileno(), 0, access=mmap.ACCESS_READ) as mapped, memoryview(mapped) as data:
        form = recognise(bytes(data[:64]))
        if form is None:
            raise refusals.type_not_supported(stranger(bytes(data[:1024])))
        try:
            kept.writelines(_judged(upload, data, form))
        except (NotWhole, pyvips.Error) as error:
            raise refusals.invalid("The picture is damaged. Please choose another file.") from error
    kept.flush()
    return form


def _judged(upload: BinaryIO, data: memoryview, form: Format) -> Iterable[memoryview | bytes]:
    image = _load(upload, form)
    frames = image.get("n-pages") if image.get_typeof("n-pages") else 1
    _bound(image, frames)
    if form is not AVIF:
        parts = list(pieces(form.name, data))
    elif _plain_avif(image, data):
        parts = [data]
    else:
        parts = []
    if _turned(image) or not parts:
        return [_written_anew(upload, form)]
    _decode(upload, form, frames)
    return parts


def _load(upload: BinaryIO, form: Format, **options: Any) -> pyvips.Image:
    upload.seek(0)
    source = pyvips.Source.new_from_descriptor(upload.fileno())
    load = getattr(pyvips.Image, form.loader)
    image: pyvips.Image = load(source, **{"access": "sequential", "fail_on": "truncated", **options})
    return image


def _bound(image: pyvips.Image, frames: int) -> None:
    width, height = image.width, image.height
    pixels = width * height * frames
    size = width * height * image.bands * (2 if image.format == "ushort" else 1)
    if (
        pixels > MOST_PIXELS
        or max(width, height) > MOST_SIDE
        or frames > MOST_FRAMES
        or size > MOST_DECODED_BYTES
    ):
        megapixels = MOST_PIXELS // 10**6
        of_frames = f" in {frames} frames" if frames > 1 else ""
        raise refusals.too_large(
            f"The picture has {width} × {height} pixels{of_frames}; at most {megapixels} million are taken"
        )


def _decode(upload: BinaryIO, form: Format, frames: int) -> None:
    """Read every pixel once, so that a file which ends too early, or is broken inside, is noticed."""
    options: dict[str, Any] = {}
    if form is JPEG:
        options["shrink"] = 8  # reads every byte of the scans, in 40 % of the time
    elif form in (GIF, WEBP) and frames > 1:
        options["n"] = -1
    _load(upload, form, **options).avg()


def _turned(image: pyvips.Image) -> bool:
    return bool(image.get_typeof("orientation")) and image.get("orientation") != 1


def _written_anew(upload: BinaryIO, form: Format) -> bytes:
    upright = _load(upload, form, access="random").autorot()
    quality = {"Q": form.turned_quality} if form.turned_quality else {}
    written: bytes = upright.write_to_buffer(form.suffix, keep="icc", **form.options, **quality)
    return written


def _plain_avif(image: pyvips.Image, data: memoryview) -> bool:
    """Whether an AVIF holds its picture and nothing else."""
    if any(image.get_typeof(field) for field in HIDDEN):
        return False
    at = 0
    while at + 8 <= len(data):
        size = int.from_bytes(data[at : at + 4], "big")
        if bytes(data[at + 4 : at + 8]) not in AVIF_BOXES or size < 8:
            return False
        at += size
    return at == len(data)
