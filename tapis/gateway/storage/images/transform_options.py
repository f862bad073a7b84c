"""How a picture is wanted: the query of a render address, read into one small value."""

from collections.abc import Mapping
from dataclasses import dataclass

from tapis.gateway.storage import storage_errors
from tapis.gateway.storage.images.formats import AVIF, BY_MIMETYPE, GIF, WEBP, Format

LONGEST_SIDE = 2500
# Made beforehand, in every format that browsers ask for. The face asks for these and no others.
PREPARED_WIDTHS = (320, 640, 960, 1280, 1920)
# resize → the word that X-Transformations says for it (imgproxy's).
RESIZES = {"cover": "fill", "contain": "fit", "fill": "force"}
FORMATS = {"origin": None, "webp": WEBP, "avif": AVIF}
QUALITY = range(20, 101)


@dataclass(frozen=True, slots=True)
class Options:
    """Width and height in pixels (0: free), how to fit, and quality from 20 to 100 (0: the format's own)."""

    width: int
    height: int
    resize: str
    quality: int
    form: Format

    @property
    def file_name(self) -> str:
        """Names this variant among all of one picture."""
        return f"{self.width}x{self.height}-{self.resize}-{self.quality}{self.form.suffix}"

    @property
    def prepared(self) -> bool:
        """Whether this is one of the variants that are made beforehand, up to its format."""
        return self == Options(self.width, 0, "cover", 0, self.form) and self.width in PREPARED_WIDTHS

    @property
    def transformations(self) -> str:
        """What was done, for the header X-Transformations."""
        sides = [f"{side}:{size}" for side, size in (("width", self.width), ("height", self.height)) if size]
        return ",".join([*sides, f"resizing_type:{RESIZES[self.resize]}"])


def read_options(query: Mapping[str, str], accept: str, mimetype: str) -> Options:
    """Read width, height, resize, quality and format. Raises StorageRefusal in the words of a schema check.

    Without a format the browser's Accept header decides: AVIF, else WebP, else the picture's own.
    """
    quality = _number(query, "quality")
    if "quality" in query and quality not in QUALITY:
        bound = f">= {QUALITY[0]}" if quality < QUALITY[0] else f"<= {QUALITY[-1]}"
        raise storage_errors.invalid(f"querystring/quality must be {bound}")
    return Options(
        min(_number(query, "width"), LONGEST_SIDE),
        min(_number(query, "height"), LONGEST_SIDE),
        _choice(query, "resize", RESIZES, "cover"),
        quality,
        _format(_choice(query, "format", FORMATS, ""), accept, BY_MIMETYPE.get(mimetype)),
    )


def _number(query: Mapping[str, str], name: str) -> int:
    text = query.get(name, "0")
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        raise storage_errors.invalid(f"querystring/{name} must be integer")
    if text.startswith("-"):
        raise storage_errors.invalid(f"querystring/{name} must be >= 0")
    return int(digits[:9])


def _choice(query: Mapping[str, str], name: str, choices: Mapping[str, object], default: str) -> str:
    choice = query.get(name, default)
    if choice != default and choice not in choices:
        raise storage_errors.invalid(f"querystring/{name} must be equal to one of the allowed values")
    return choice


def _format(wanted: str, accept: str, source: Format | None) -> Format:
    if source is None:
        raise storage_errors.not_renderable()
    if wanted:
        return FORMATS[wanted] or source
    return next((form for form in offered(source) if form.mimetype in accept), source)


def offered(source: Format) -> tuple[Format, ...]:
    """The formats that a browser's Accept header may choose, best first."""
    return (WEBP,) if source is GIF else (AVIF, WEBP)
