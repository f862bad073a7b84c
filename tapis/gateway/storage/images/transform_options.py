"""The permitted sizes, shapes, qualities and formats of image variants."""

from dataclasses import dataclass

from tapis.gateway.storage.images.formats import AVIF, GIF, WEBP, Format

# The limit of both sides, also without a requested size.
MAX_SIDE = 2500
# Prepared in every format that browsers ask for; the front end requests no others: a card on a phone or a
# laptop; a phone's whole width or a card on a dense screen; all else (bench/page/visitBytes.ts). Any other
# requested side becomes the next of these. Of two sides it is the width, and the height follows it, so that
# the requested shape stays.
PREPARED_WIDTHS = (384, 832, 1920)
# Personal images, which few people view: rendered on request, never in AVIF, the slowest to encode.
PERSONAL_WIDTHS = (640, 1920)
QUALITIES = (40, 60, 80, 100)
# resize → its value in X-Transformations (imgproxy's).
RESIZES = {"cover": "fill", "contain": "fit", "fill": "force"}


@dataclass(frozen=True, slots=True)
class TransformOptions:
    """Width and height in pixels (0: free), how to fit, and quality (0: the format's own)."""

    width: int
    height: int
    resize: str
    quality: int
    form: Format
    personal: bool = False

    @property
    def file_name(self) -> str:
        kind = "-personal" if self.personal else ""
        return f"{self.width}x{self.height}-{self.resize}-{self.quality}{kind}{self.form.suffix}"

    @property
    def is_prepared(self) -> bool:
        return (
            self == TransformOptions(self.width, 0, "cover", 0, self.form) and self.width in PREPARED_WIDTHS
        )

    @property
    def headers(self) -> dict[str, str]:
        sides = [f"{side}:{size}" for side, size in (("width", self.width), ("height", self.height)) if size]
        transformations = ",".join([*sides, f"resizing_type:{RESIZES[self.resize]}"])
        return {"Vary": "Accept", "X-Transformations": transformations}


def negotiable_formats(source: Format) -> tuple[Format, ...]:
    """The formats that a browser's Accept header may choose, best first."""
    return (WEBP,) if source is GIF else (AVIF, WEBP)
