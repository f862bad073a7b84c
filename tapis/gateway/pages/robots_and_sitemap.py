"""robots.txt, the sitemap and the web manifest: the build's files, completed with address and brand."""

import html
import json
from collections.abc import Iterable, Mapping

from tapis.gateway.pages.static_files import File
from tapis.gateway.settings import Brand


def generated_files(
    files: Mapping[str, File], paths: Iterable[str], origin: str, brand: Brand
) -> dict[str, File]:
    return {
        "/robots.txt": _robots(files["/robots.txt"], origin),
        "/sitemap.xml": _sitemap(paths, origin),
        "/site.webmanifest": _manifest(files["/site.webmanifest"], brand),
    }


def _robots(file: File, origin: str) -> File:
    text = f"{file.body.decode().rstrip()}\n\nSitemap: {origin}/sitemap.xml\n"
    return File(text.encode(), file.media_type)


def _sitemap(paths: Iterable[str], origin: str) -> File:
    pages = "".join(f"<url><loc>{html.escape(origin + path)}</loc></url>" for path in paths)
    text = (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{pages}</urlset>\n'
    )
    return File(text.encode(), "application/xml; charset=utf-8")


def _manifest(file: File, brand: Brand) -> File:
    colours = {"background_color": brand.colours.get("ivory"), "theme_color": brand.colours.get("maroon")}
    facts = json.loads(file.body) | {
        "name": brand.name,
        "short_name": brand.name,
        "description": brand.tagline,
        **{key: colour for key, colour in colours.items() if colour},
    }
    return File(json.dumps(facts, ensure_ascii=False).encode(), file.media_type)
