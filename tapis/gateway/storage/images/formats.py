"""The accepted image formats: their signatures, loaders and encoding options."""

import re
from dataclasses import dataclass
from typing import Any

import pyvips

# One image uses one core, and libvips caches nothing.
pyvips.block_untrusted_set(True)
pyvips.concurrency_set(1)
pyvips.cache_set_max(0)


@dataclass(frozen=True, slots=True)
class Format:
    """One format. Its loader is called by name, so that libvips does not try others."""

    name: str
    mimetype: str
    loader: str
    suffix: str
    quality: int | None  # default of a variant; None: the format is lossless
    options: dict[str, Any]
    rewriting: dict[str, Any]  # options for re-encoding an upload without visible loss
    megapixels: int  # limit of an upload: decodable in 3 seconds and 200 MB
    rewritten_megapixels: int  # the limit of an upload that is re-encoded

    @property
    def suffixes(self) -> tuple[str, ...]:
        return (".jpg", ".jpeg") if self.name == "jpeg" else (self.suffix,)


JPEG = Format("jpeg", "image/jpeg", "jpegload_source", ".jpg", 80, {}, {"Q": 90}, 48, 24)
DEFLATE, FASTER = {"compression": 6}, {"compression": 4}
PNG = Format("png", "image/png", "pngload_source", ".png", None, DEFLATE, FASTER, 48, 12)
VP8 = {"effort": 2}
WEBP = Format("webp", "image/webp", "webpload_source", ".webp", 80, VP8, VP8 | {"Q": 90}, 8, 4)
# Effort 1 and not the usual 4: a ninth of the time for a tenth more bytes (docs/decisions/pictures.md).
AV1, BEST = {"compression": "av1", "effort": 1}, {"compression": "av1", "effort": 0, "Q": 80}
AVIF = Format("avif", "image/avif", "heifload_source", ".avif", 60, AV1, BEST, 10, 4)
GIF = Format("gif", "image/gif", "gifload_source", ".gif", None, {}, {"effort": 1}, 40, 2)
FORMATS = (JPEG, PNG, WEBP, AVIF, GIF)
BY_MIMETYPE = {format_.mimetype: format_ for format_ in FORMATS}

SIGNATURES = (
    (re.compile(rb"\xff\xd8\xff"), JPEG),
    (re.compile(rb"\x89PNG\r\n\x1a\n"), PNG),
    (re.compile(rb"RIFF....WEBP", re.DOTALL), WEBP),
    (re.compile(rb"....ftyp(?:avif|mif1.{4}(?:.{4}){0,8}?avif)", re.DOTALL), AVIF),
    (re.compile(rb"GIF8[79]a"), GIF),
)
# Reported with the detected type instead of the declared one.
UNSUPPORTED = (
    (re.compile(rb"....ftyp(?:hei[cmsx]|hev[cmx])", re.DOTALL), "image/heic"),
    (re.compile(rb"....ftyp(?:mif1|msf1)", re.DOTALL), "image/heif"),
    (re.compile(rb"....ftyp", re.DOTALL), "video/mp4"),
    (re.compile(rb"%PDF"), "application/pdf"),
    (re.compile(rb"PK\x03\x04"), "application/zip"),
    (re.compile(rb"(?:II\*\0|MM\0\*)"), "image/tiff"),
    (re.compile(rb"BM"), "image/bmp"),
    (re.compile(rb"[\s\xef\xbb\xbf]*(?:<\?xml.*?)?<svg", re.DOTALL | re.IGNORECASE), "image/svg+xml"),
    (re.compile(rb"[\s\xef\xbb\xbf]*<(?:!doctype )?html", re.IGNORECASE), "text/html"),
    (re.compile(rb"[\s\xef\xbb\xbf]*<\?xml"), "application/xml"),
)


def detect_format(head: bytes) -> Format | None:
    """The format of a file that starts with these bytes (64 are enough), or None."""
    return next((found for signature, found in SIGNATURES if signature.match(head)), None)


def detect_unsupported_type(head: bytes) -> str:
    """The MIME type of a file that is not accepted, by its first bytes (1,024 are enough)."""
    unknown = "application/octet-stream"
    return next((mimetype for signature, mimetype in UNSUPPORTED if signature.match(head)), unknown)
