"""Whether an upload is a picture, decided by decoding it, and the clean file that is kept of it.

Bytes are kept as they came, but for what `containers` leaves out. A picture that lies on its side, or whose
format cannot be cleaned that way, is written anew. Memory is bounded: width × height × frames is read from
the header before a pixel is decoded, and decoding streams.
"""

import mmap
from io import BufferedRandom
from typing import Any

import pyvips

from tapis.storage import refusals
from tapis.storage.containers import NotWhole, outline
from tapis.storage.formats import AVIF, JPEG, Format, recognise, stranger

# 48 Mi: the sharpest mode of today's phones is 8,160 × 6,144.
MOST_PIXELS = 48 * 2**20
MOST_SIDE = 30_000
MOST_FRAMES = 500
# What a decoder may have to hold at once (interlaced PNG, progressive JPEG).
MOST_DECODED_BYTES = 256 * 2**20
HIDDEN = ("exif-data", "xmp-data", "iptc-data", "photoshop-data")
AVIF_BOXES = {b"ftyp", b"meta", b"mdat"}


def clean(upload: BufferedRandom, kept: BufferedRandom) -> Format:
    """Judge the picture in the file `upload`, write what is kept of it to `kept`, and tell its format.

    Raises StorageRefusal: 415 for anything that is not a picture we take, 413 for too many pixels,
    400 for a damaged one. CPU-bound (35 ms for 12 megapixels of JPEG): call it in a worker thread.
    """
    data = memoryview(mmap.mmap(upload.fileno(), 0, access=mmap.ACCESS_READ))
    form = recognise(bytes(data[:64]))
    if form is None:
        raise refusals.type_not_supported(stranger(bytes(data[:1024])))
    try:
        if form is AVIF:
            _clean_avif(upload, data, kept)
        else:
            _clean(data, form, kept)
    except (NotWhole, pyvips.Error) as error:
        raise refusals.invalid("The picture is damaged. Please choose another file.") from error
    kept.flush()
    return form


def _clean(data: memoryview, form: Format, kept: BufferedRandom) -> None:
    outlined = outline(form.name, data)
    kept.writelines(outlined.pieces)
    kept.flush()
    frames = _check_bounds(_load(kept, form))
    if outlined.orientation == 1:
        _decode(kept, form, frames)
    else:
        image = _load(kept, form, access="random").copy()
        image.set_type(pyvips.GValue.gint_type, "orientation", outlined.orientation)
        _rewrite(kept, image.autorot(), form)


def _clean_avif(upload: BufferedRandom, data: memoryview, kept: BufferedRandom) -> None:
    image = _load(upload, AVIF)
    _check_bounds(image)
    if _is_plain_avif(image, data):
        kept.write(data)
        kept.flush()
        _decode(kept, AVIF, 1)
    else:
        _rewrite(kept, image, AVIF)


def _load(file: BufferedRandom, form: Format, **options: Any) -> pyvips.Image:
    file.seek(0)
    source = pyvips.Source.new_from_descriptor(file.fileno())
    load = getattr(pyvips.Image, form.loader)
    image: pyvips.Image = load(source, **{"access": "sequential", "fail_on": "truncated", **options})
    return image


def _check_bounds(image: pyvips.Image) -> int:
    """Raise 413 for a picture that is too large to open; tell how many frames it has."""
    width, height = image.width, image.height
    frames = int(image.get("n-pages")) if image.get_typeof("n-pages") else 1
    decoded = width * height * image.bands * (2 if image.format == "ushort" else 1)
    if frames > MOST_FRAMES:
        raise refusals.too_large(f"The picture has {frames} frames; at most {MOST_FRAMES} are taken")
    if (
        width * height * frames > MOST_PIXELS
        or max(width, height) > MOST_SIDE
        or decoded > MOST_DECODED_BYTES
    ):
        each = f" in each of {frames} frames" if frames > 1 else ""
        most = MOST_PIXELS // 10**6
        raise refusals.too_large(
            f"The picture has {width} × {height} pixels{each}; at most {most} million in all are taken"
        )
    return frames


def _decode(file: BufferedRandom, form: Format, frames: int) -> None:
    """Read every pixel once, so that a file which ends too early, or is broken inside, is noticed."""
    options: dict[str, Any] = {}
    if form is JPEG:
        options["shrink"] = 8  # reads every byte of the scans, in 40 % of the time
    elif frames > 1:
        options["n"] = -1
    _load(file, form, **options).avg()


def _rewrite(kept: BufferedRandom, image: pyvips.Image, form: Format) -> None:
    quality = {"Q": form.turned_quality} if form.turned_quality else {}
    written = image.write_to_buffer(form.suffix, keep="icc", **form.options, **quality)
    kept.seek(0)
    kept.truncate()
    kept.write(written)


def _is_plain_avif(image: pyvips.Image, data: memoryview) -> bool:
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
