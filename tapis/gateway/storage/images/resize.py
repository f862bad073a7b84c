"""Resizing and converting an image.

The prepared widths are all made from one decoded image, so that a variant has the same bytes whether it was
rendered with the others or alone.
"""

from typing import BinaryIO

import pyvips

from tapis.gateway.storage.images.formats import JPEG, Format
from tapis.gateway.storage.images.transform_options import LONGEST_SIDE, PREPARED_WIDTHS, Options, offered


def render(source: BinaryIO, options: Options) -> bytes:
    """The image at another size and in another format: in sRGB, one frame. Raises pyvips.Error."""
    image = resized(widest(source), options.width) if options.prepared else _resized(source, options)
    return written(image, options.form, options.quality)


def widest(source: BinaryIO) -> pyvips.Image:
    return _shrunk(source, PREPARED_WIDTHS[-1], LONGEST_SIDE).copy_memory()


def resized(image: pyvips.Image, width: int) -> pyvips.Image:
    smaller: pyvips.Image = image.thumbnail_image(width, height=LONGEST_SIDE, size="down")
    return smaller


def written(image: pyvips.Image, form: Format, quality: int = 0) -> bytes:
    options = {"Q": quality or form.quality} if form.quality else {}
    content: bytes = image.write_to_buffer(form.suffix, keep="none", **form.options, **options)
    return content


def prepared_forms(source: Format) -> tuple[Format, ...]:
    """The formats that browsers accept, and JPEG for a JPEG; a lossless one is rendered on request only."""
    return (*offered(source), source) if source is JPEG else offered(source)


def prepared(source: Format) -> list[Options]:
    return [
        Options(width, 0, "cover", 0, form) for form in prepared_forms(source) for width in PREPARED_WIDTHS
    ]


def _resized(source: BinaryIO, options: Options) -> pyvips.Image:
    """Never larger than the original, in either direction, as imgproxy does without `enlarge`."""
    width, height = options.width or LONGEST_SIDE, options.height or LONGEST_SIDE
    if options.resize == "fill" and (options.width or options.height):
        whole = pyvips.Image.new_from_source(_rewound(source), "", access="sequential")
        width = min(options.width or whole.width, whole.width)
        height = min(options.height or whole.height, whole.height)
        return _shrunk(source, width, height, size="force")
    if options.resize == "cover" and options.width and options.height:
        return _shrunk(source, width, height, crop="centre")
    return _shrunk(source, width, height)


def _shrunk(
    source: BinaryIO, width: int, height: int, *, size: str = "down", crop: str = "none"
) -> pyvips.Image:
    image: pyvips.Image = pyvips.Image.thumbnail_source(
        _rewound(source), width, height=height, size=size, crop=crop, output_profile="srgb"
    )
    return image


def _rewound(source: BinaryIO) -> pyvips.Source:
    source.seek(0)
    return pyvips.Source.new_from_descriptor(source.fileno())
