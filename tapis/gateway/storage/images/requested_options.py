"""Parses the query of a render URL into options; refuses invalid values.

Separate from transform_options, which image workers import: they parse no URLs.
"""

from collections.abc import Callable, Mapping, Sequence

from tapis.gateway.storage import storage_errors
from tapis.gateway.storage.images.formats import AVIF, BY_MIMETYPE, WEBP, Format
from tapis.gateway.storage.images.transform_options import (
    MAX_SIDE,
    PERSONAL_WIDTHS,
    PREPARED_WIDTHS,
    QUALITIES,
    RESIZES,
    TransformOptions,
    negotiable_formats,
)

FORMATS = {"origin": None, "webp": WEBP, "avif": AVIF}
REQUESTED_QUALITY = range(20, 101)


def parse_transform_options(
    query: Mapping[str, str], accept: str, mimetype: str, *, personal: bool = False
) -> TransformOptions:
    """Parse the options of a render URL; without a format the Accept header decides."""
    quality = _number(query, "quality")
    if "quality" in query and quality not in REQUESTED_QUALITY:
        low, high = REQUESTED_QUALITY[0], REQUESTED_QUALITY[-1]
        raise storage_errors.invalid_request(
            f"querystring/quality must be {f'>= {low}' if quality < low else f'<= {high}'}"
        )
    formats = _personal_formats if personal else negotiable_formats
    widths = PERSONAL_WIDTHS if personal else PREPARED_WIDTHS
    return TransformOptions(
        *_next_size(_number(query, "width"), _number(query, "height"), widths),
        _choice(query, "resize", RESIZES, "cover"),
        _next_step(quality, QUALITIES),
        _format(_choice(query, "format", FORMATS, ""), accept, BY_MIMETYPE.get(mimetype), formats),
        personal,
    )


def _next_size(width: int, height: int, widths: Sequence[int]) -> tuple[int, int]:
    """The next prepared size in the requested shape; neither side exceeds MAX_SIDE."""
    if not (width and height):
        return _next_step(width, widths), _next_step(height, PREPARED_WIDTHS)
    scale = min(_next_step(width, widths) / width, MAX_SIDE / height)
    return max(1, round(width * scale)), max(1, round(height * scale))


def _next_step(requested: int, steps: Sequence[int]) -> int:
    """The smallest step that is not below the request, or the largest; 0 stays 0."""
    return requested and next((step for step in steps if step >= requested), steps[-1])


def _number(query: Mapping[str, str], name: str) -> int:
    text = query.get(name, "0")
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        raise storage_errors.invalid_request(f"querystring/{name} must be integer")
    if text.startswith("-"):
        raise storage_errors.invalid_request(f"querystring/{name} must be >= 0")
    return int(digits[:9])


def _choice(query: Mapping[str, str], name: str, choices: Mapping[str, object], default: str) -> str:
    choice = query.get(name, default)
    if choice != default and choice not in choices:
        raise storage_errors.invalid_request(f"querystring/{name} must be equal to one of the allowed values")
    return choice


def _format(
    requested: str, accept: str, source: Format | None, formats: Callable[[Format], tuple[Format, ...]]
) -> Format:
    if source is None:
        raise storage_errors.not_renderable()
    if requested:
        return FORMATS[requested] or source
    return next((form for form in formats(source) if form.mimetype in accept), source)


def _personal_formats(_source: Format) -> tuple[Format, ...]:
    return (WEBP,)
