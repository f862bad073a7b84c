"""Resizes and converts images.

The prepared widths are all made from one decoded image, so that a variant has the same bytes whether it was
rendered with the others or alone.
"""

from typing import BinaryIO

import pyvips

from tapis.gateway.storage.images.formats import JPEG, Format
from tapis.gateway.storage.images.transform_options import (
    MAX_SIDE,
    PREPARED_WIDTHS,
    TransformOptions,
    negotiable_formats,
)


def resize_image(source: BinaryIO, options: TransformOptions) -> bytes:
    """The image at another size and in another format: in sRGB, one frame. Raises pyvips.Error."""
    if options.is_prepared:
        return DecodedImage(source).encode(options.width, options.form)
    return _encode(_reshape(source, options), options.form, options.quality)


class DecodedImage:
    """A decoded image, which is encoded once per actual width and format. Raises pyvips.Error."""

    def __init__(self, source: BinaryIO) -> None:
        self._image = _thumbnail(source, PREPARED_WIDTHS[-1], MAX_SIDE).copy_memory()
        self._encoded: dict[tuple[str, int], bytes] = {}

    def encode(self, width: int, form: Format) -> bytes:
        """The bytes at a prepared width. Never enlarged: all widths above its own give the same."""
        key = form.name, min(width, self._image.width)
        if key not in self._encoded:
            smaller = self._image.thumbnail_image(width, height=MAX_SIDE, size="down")
            self._encoded = {key: _encode(smaller, form)}
        return self._encoded[key]


def _encode(image: pyvips.Image, form: Format, quality: int = 0) -> bytes:
    options = {"Q": quality or form.quality} if form.quality else {}
    content: bytes = image.write_to_buffer(form.suffix, keep="none", **form.options, **options)
    return content


def list_prepared_options(source: Format) -> list[TransformOptions]:
    """In the formats that browsers accept, and JPEG for a JPEG; lossless formats are made on request only."""
    formats = (*negotiable_formats(source), *([source] if source is JPEG else []))
    return [TransformOptions(width, 0, "cover", 0, form) for form in formats for width in PREPARED_WIDTHS]


def _reshape(source: BinaryIO, options: TransformOptions) -> pyvips.Image:
    """In the requested shape, and never larger than the original, as imgproxy does without `enlarge`."""
    width, height = options.width, options.height
    is_cut = options.resize == "cover" and width and height
    is_distorted = options.resize == "fill" and (width or height)
    if not (is_cut or is_distorted):
        return _thumbnail(source, width or MAX_SIDE, height or MAX_SIDE)
    original = pyvips.Image.new_from_source(_open(source), "", access="sequential")
    width, height = _limit_to_original(original, width, height)
    return _thumbnail(
        source, width, height, size="force" if is_distorted else "down", crop="centre" if is_cut else "none"
    )


def _limit_to_original(original: pyvips.Image, width: int, height: int) -> tuple[int, int]:
    """Scale two sides down together until they fit the image; a free side is the image's own."""
    if not (width and height):
        return min(width or original.width, original.width), min(height or original.height, original.height)
    scale = min(1, original.width / width, original.height / height)
    return max(1, round(width * scale)), max(1, round(height * scale))


def _thumbnail(
    source: BinaryIO, width: int, height: int, *, size: str = "down", crop: str = "none"
) -> pyvips.Image:
    image: pyvips.Image = pyvips.Image.thumbnail_source(
        _open(source), width, height=height, size=size, crop=crop, output_profile="srgb"
    )
    return image


def _open(source: BinaryIO) -> pyvips.Source:
    source.seek(0)
    return pyvips.Source.new_from_descriptor(source.fileno())
