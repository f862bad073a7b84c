"""The built front end, read once into memory: bytes, their Brotli twin, type and ETag."""

import hashlib
import mimetypes
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

IMMUTABLE = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"
TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".woff2": "font/woff2"}


@dataclass(frozen=True, slots=True)
class File:
    """One answerable file; `brotli` is None where compression gains nothing."""

    body: bytes
    brotli: bytes | None
    media_type: str
    etag: str
    cache_control: str


def read_folder(folder: Path) -> Mapping[str, File]:
    """All files below `folder` by their URL path (`/assets/index-1a2b.js`), without the `.br` twins."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix != ".br")
    return {f"/{path.relative_to(folder).as_posix()}": _read(path) for path in paths}


def _read(path: Path) -> File:
    body = path.read_bytes()
    twin = path.with_name(path.name + ".br")
    # The build names the files in assets/ by their content, so they never change.
    cache_control = IMMUTABLE if path.parent.name == "assets" else REVALIDATE
    return make_file(body, twin.read_bytes() if twin.exists() else None, media_type_of(path), cache_control)


def make_file(body: bytes, brotli: bytes | None, media_type: str, cache_control: str) -> File:
    """A File with the strong ETag of its bytes."""
    etag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    return File(body, brotli, media_type, etag, cache_control)


def media_type_of(path: Path) -> str:
    """The Content-Type of a file of the front end, by its ending."""
    guessed = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return f"{guessed}; charset=utf-8" if guessed.startswith("text/") else guessed
