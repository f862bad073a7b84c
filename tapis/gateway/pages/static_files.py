"""The files of the front end in memory: built ones, and robots.txt, the sitemap and the web manifest."""

import hashlib
import html
import json
import mimetypes
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from tapis.gateway.cache.prepared_response import Representations
from tapis.gateway.settings import Brand

IMMUTABLE = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"
TEXT = re.compile(r"^text/|[+/](json|xml)$")
TYPES = {
    ".js": "text/javascript",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}


@dataclass(frozen=True, slots=True)
class StaticFile:
    """One file; `brotli` is None if compression gains nothing."""

    body: bytes
    media_type: str
    cache_control: str = REVALIDATE
    brotli: bytes | None = None

    def representations(self) -> Representations:
        headers = {
            "Content-Type": self.media_type,
            "Cache-Control": self.cache_control,
            "Vary": "Accept-Encoding",
        }
        response = Representations(200, headers, self.body, hashlib.sha256(self.body).hexdigest()[:32])
        if self.brotli:
            response.add("br", self.brotli)
        return response


def load_static_files(folder: Path) -> Mapping[str, StaticFile]:
    """All files below `folder` by their URL path (`/assets/index-1a2b.js`), without the `.br` files."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix != ".br")
    return {f"/{path.relative_to(folder).as_posix()}": _read(path) for path in paths}


def _read(path: Path) -> StaticFile:
    compressed = path.with_name(path.name + ".br")
    # The build names the files in assets/ by their content, so they never change.
    cache_control = IMMUTABLE if path.parent.name == "assets" else REVALIDATE
    brotli = compressed.read_bytes() if compressed.exists() else None
    return StaticFile(path.read_bytes(), _guess_media_type(path), cache_control, brotli)


def _guess_media_type(path: Path) -> str:
    media_type = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return f"{media_type}; charset=utf-8" if TEXT.search(media_type) else media_type


def build_robots(file: StaticFile, origin: str) -> StaticFile:
    text = f"{file.body.decode().rstrip()}\n\nSitemap: {origin}/sitemap.xml\n"
    return StaticFile(text.encode(), file.media_type)


def build_sitemap(paths: Iterable[str], origin: str) -> StaticFile:
    pages = "".join(f"<url><loc>{html.escape(origin + path)}</loc></url>" for path in paths)
    text = (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{pages}</urlset>\n'
    )
    return StaticFile(text.encode(), "application/xml; charset=utf-8")


def build_web_manifest(file: StaticFile, brand: Brand) -> StaticFile:
    """The web manifest with the facts of the brand."""
    colours = {"background_color": brand.colours.get("ivory"), "theme_color": brand.colours.get("maroon")}
    facts = json.loads(file.body) | {
        "name": brand.name,
        "short_name": brand.name,
        "description": brand.first_tagline,
        **{key: colour for key, colour in colours.items() if colour},
    }
    return StaticFile(json.dumps(facts, ensure_ascii=False).encode(), file.media_type)
