"""Validates an upload by decoding it, and writes the clean file to store.

Bytes are stored as received, except what `metadata_stripper` removes. A rotated image, one with other colours
than sRGB, or one that may contain bytes that no pixel needs, is re-encoded. The number of pixels is checked
before decoding.
"""

import base64
import math
import mmap
from dataclasses import dataclass
from io import BufferedRandom
from typing import Any, Literal

import pyvips

from tapis.gateway.storage.images.avif_layout import has_only_image_data
from tapis.gateway.storage.images.formats import (
    AVIF,
    GIF,
    JPEG,
    WEBP,
    Format,
    detect_format,
    detect_unsupported_type,
)
from tapis.gateway.storage.images.metadata_stripper import MalformedImage, strip_metadata
from tapis.gateway.storage.images.perceptual_hash import compute_perceptual_hash
from tapis.gateway.storage.images.read_tracker import ReadTracker
from tapis.gateway.storage.images.unused_bytes import has_unused_bytes
from tapis.gateway.storage.images.word_prints import compute_word_prints

MEGAPIXEL = 2**20  # rounded up, for phones do: their sharpest mode of "48" is 8,064 × 6,048
MAX_SIDE = 30_000
MAX_FRAMES = 500
METADATA_FIELDS = ("exif-data", "xmp-data", "iptc-data", "photoshop-data", "icc-profile-data")
# Bytes that a JPEG may have after its pixels.
JPEG_SLACK_BYTES = 16
# Formats whose end of pixel data is found by decoding; that of PNG and JPEG is known.
MEASURED_FORMATS = (WEBP, GIF)

# A placeholder's longer side in pixels, and what it may cost in a page.
PLACEHOLDER_SIDE = 10
MAX_PLACEHOLDER_CHARACTERS = 200


class ImageRefused(Exception):
    """An invalid upload: the kind of `storage_errors`, and its argument."""

    def __init__(self, kind: Literal["type_not_supported", "too_large", "invalid"], text: str) -> None:
        super().__init__(kind, text)
        self.kind = kind
        self.text = text


@dataclass(frozen=True, slots=True)
class ImageInfo:
    """Format, size in pixels, a placeholder, a perceptual hash, and prints of its words.

    The placeholder is a `data:` URL, empty for an image with transparency.
    """

    form: Format
    width: int
    height: int
    placeholder: str
    perceptual_hash: str
    word_prints: str


def clean_image(upload: BufferedRandom, output: BufferedRandom, *, is_personal: bool = False) -> ImageInfo:
    """Validate an image, and write the clean file to `output`, in at most 3 s. Raises ImageRefused.

    Only a personal picture gets prints of its words, which are costly and read for proofs alone.
    """
    data = memoryview(mmap.mmap(upload.fileno(), 0, access=mmap.ACCESS_READ))
    form = detect_format(bytes(data[:64]))
    if form is None:
        raise ImageRefused("type_not_supported", detect_unsupported_type(bytes(data[:1024])))
    try:
        small = _clean_avif(upload, data, output) if form is AVIF else _clean(data, form, output)
    except (MalformedImage, pyvips.Error) as error:
        raise ImageRefused("invalid", "The picture is damaged. Please choose another file.") from error
    output.flush()
    clean = _load(output, form)
    width, height = clean.width, clean.height
    image_hash = compute_perceptual_hash(small, width, height)
    prints = compute_word_prints(clean) if is_personal else ""
    return ImageInfo(form, width, height, _placeholder(small), image_hash, prints)


def _clean(data: memoryview, form: Format, output: BufferedRandom) -> pyvips.Image:
    stripped = strip_metadata(form.name, data)
    output.writelines(stripped.pieces)
    output.flush()
    frames = _check_bounds(_load(output, form), form)
    if stripped.orientation == 1 and not stripped.needs_srgb:
        small = _decode_jpeg(output) if form is JPEG else _decode(output, form, frames)
        if small and not (form in MEASURED_FORMATS and _has_unused_bytes(output, form)):
            return small
    whole = {"n": -1} if frames > 1 and form in MEASURED_FORMATS else {}
    image = _load(output, form, access="random", **whole).copy()
    _check_bounds(_load(output, form), form, rewritten=True)
    image.set_type(pyvips.GValue.gint_type, "orientation", stripped.orientation)
    return _rewrite(output, image.autorot(), form)


def _has_unused_bytes(output: BufferedRandom, form: Format) -> bool:
    with mmap.mmap(output.fileno(), 0, access=mmap.ACCESS_READ) as data:
        content = memoryview(bytes(data))
    return has_unused_bytes(form.name, content)


def _clean_avif(upload: BufferedRandom, data: memoryview, output: BufferedRandom) -> pyvips.Image:
    image = _load(upload, AVIF)
    plain = _is_plain_avif(image, data)
    _check_bounds(image, AVIF, rewritten=not plain)
    if plain:
        output.write(data)
        output.flush()
        return _small(_load(output, AVIF))
    return _rewrite(output, image, AVIF)


def _load(file: BufferedRandom, form: Format, **options: Any) -> pyvips.Image:
    file.seek(0)
    return _load_from(pyvips.Source.new_from_descriptor(file.fileno()), form, **options)


def _load_from(source: pyvips.Source, form: Format, **options: Any) -> pyvips.Image:
    load = getattr(pyvips.Image, form.loader)
    image: pyvips.Image = load(source, **{"access": "sequential", "fail_on": "truncated", **options})
    return image


def _check_bounds(image: pyvips.Image, form: Format, *, rewritten: bool = False) -> int:
    """Raise 413 for a picture that is too expensive to decode, or to encode again; return its frames."""
    width, height = image.width, image.height
    frames = int(image.get("n-pages")) if image.get_typeof("n-pages") else 1
    if frames > MAX_FRAMES:
        text = f"The picture has {frames} frames; at most {MAX_FRAMES} are taken"
        raise ImageRefused("too_large", text)
    # Deep colours, and progressive encoding, take twice the memory.
    costs = [image.format == "ushort", bool(image.get_typeof("interlaced"))]
    max_megapixels = (form.rewritten_megapixels if rewritten else form.megapixels) >> sum(costs)
    if width * height * frames > max_megapixels * MEGAPIXEL or max(width, height) > MAX_SIDE:
        per_frame = f" in each of {frames} frames" if frames > 1 else ""
        raise too_expensive_error(
            form, max_megapixels, f"The picture has {width} × {height} pixels{per_frame} and"
        )
    return frames


def too_expensive_error(form: Format, max_megapixels: int = 0, subject: str = "The picture") -> ImageRefused:
    """The error with the limit; by default the megapixels permitted for any picture of this format."""
    name, max_megapixels = form.name.upper(), max_megapixels or form.rewritten_megapixels
    limit = f"at most {max_megapixels} megapixels for {name} files like this one"
    text = f"{subject} is too expensive to process: {limit}"
    return ImageRefused("too_large", text)


def _decode(file: BufferedRandom, form: Format, frames: int) -> pyvips.Image:
    """Read every pixel once, to detect a truncated or damaged file."""
    if frames > 1:
        _load(file, form, n=-1).avg()
    return _small(_load(file, form))


def _decode_jpeg(file: BufferedRandom) -> pyvips.Image | None:
    """The same at an eighth of the size: every byte of the scans is read, in 40 % of the time.

    None for a JPEG that is damaged, or has bytes that no pixel needs, after a scan or before its end.
    """
    tracker = ReadTracker(file, JPEG_SLACK_BYTES)
    try:
        small = _small(_load_from(tracker.source, JPEG, shrink=8, fail_on="warning"))
        # At an eighth the decoder may skip the last lines, whose bytes then seem unused.
        if not tracker.was_read_to_end and (shrink := math.gcd(_load(file, JPEG).height, 8)) < 8:
            tracker = ReadTracker(file, JPEG_SLACK_BYTES)
            _load_from(tracker.source, JPEG, shrink=shrink).avg()
    except pyvips.Error:
        return None
    return small if tracker.was_read_to_end else None


def _small(image: pyvips.Image) -> pyvips.Image:
    """Reduced to at most 160 pixels a side, reading every pixel of `image`."""
    side = math.ceil(max(image.width, image.height) / 160)
    return image.shrink(side, side, ceil=True).copy_memory()


def _placeholder(small: pyvips.Image) -> str:
    try:
        if small.hasalpha():
            return ""
        tiny = small.thumbnail_image(PLACEHOLDER_SIDE, height=PLACEHOLDER_SIDE, output_profile="srgb")
        content = tiny.colourspace("srgb").webpsave_buffer(Q=30, keep="none")
    except pyvips.Error:
        return ""
    address = "data:image/webp;base64," + base64.b64encode(content).decode()
    return address if len(address) <= MAX_PLACEHOLDER_CHARACTERS else ""


def _rewrite(output: BufferedRandom, image: pyvips.Image, form: Format) -> pyvips.Image:
    if image.get_typeof("icc-profile-data"):
        image = image.icc_transform("srgb", embedded=True)
    written = image.write_to_buffer(form.suffix, keep="none", **form.rewriting)
    output.seek(0)
    output.truncate()
    output.write(written)
    output.flush()
    return _small(_load(output, form))


def _is_plain_avif(image: pyvips.Image, data: memoryview) -> bool:
    if any(image.get_typeof(field) for field in METADATA_FIELDS):
        return False
    return has_only_image_data(data)
