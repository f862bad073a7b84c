"""Exports the front end for a static host: a folder of files that use a backend on another origin.

python -m tapis.gateway.pages.static_export FOLDER     (BACKEND_URL, KEY and perhaps SITE_URL as environment)

What the gateway adds per request is written into the files: configuration, brand and policy in index.html;
the policy and the other headers in `_headers`, for hosts that support that file. No page is server-rendered.
"""

import os
import shutil
import sys
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

from tapis.gateway.http.security_headers import BASE_HEADERS, build_page_csp
from tapis.gateway.pages.server_rendering import read_build
from tapis.gateway.pages.shell import HtmlShell, render_brand_style, render_default_head, url_origin
from tapis.gateway.pages.static_files import (
    IMMUTABLE,
    REVALIDATE,
    StaticFile,
    build_robots,
    build_sitemap,
    build_web_manifest,
    load_static_files,
)
from tapis.gateway.services import BUCKET
from tapis.gateway.settings import Brand, load_settings
from tapis.resources import FRONT_END

CHARSET_META = '<meta charset="utf-8" />'
# Browsers ignore frame-ancestors in a meta element.
HEADER_ONLY_DIRECTIVE = "frame-ancestors 'none'; "
REDIRECTS = "/* /index.html 200\n"


def main() -> None:
    folder, settings = Path(sys.argv[1]), load_settings()
    site = os.environ.get("SITE_URL", "").rstrip("/")
    _write_static_export(
        folder, os.environ["BACKEND_URL"].rstrip("/"), os.environ["KEY"], site, settings.brand
    )


def _write_static_export(folder: Path, backend: str, key: str, site: str, brand: Brand) -> None:
    """Replace `folder` by the export of the build. `site`: the public address, '' if it isn't known yet."""
    files = dict(load_static_files(FRONT_END))
    shell, policy = _page(files["/index.html"], backend, key, site, brand)
    files["/robots.txt"] = build_robots(files["/robots.txt"], site)
    files["/site.webmanifest"] = build_web_manifest(files["/site.webmanifest"], brand)
    if site:
        files["/sitemap.xml"] = build_sitemap(read_build().listed, site)
    texts = {
        "/index.html": shell.text,
        "/404.html": shell.text,
        "/_redirects": REDIRECTS,
        "/_headers": _build_headers_file({**BASE_HEADERS, "Content-Security-Policy": policy}),
    }
    shutil.rmtree(folder, ignore_errors=True)
    contents = {path: file.body for path, file in files.items() if not path.startswith("/.")}
    for path, body in (contents | {path: text.encode() for path, text in texts.items()}).items():
        target = folder / path.lstrip("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(body)


def _page(index: StaticFile, backend: str, key: str, site: str, brand: Brand) -> tuple[HtmlShell, str]:
    config = {"url": backend, "anonKey": key, "bucket": BUCKET, "brand": asdict(brand)}
    shell = HtmlShell(index.body.decode()).with_config(config).with_head(render_default_head(brand, site))
    shell = shell.with_more_head(f"<style>{render_brand_style(brand)}</style>")
    origin = url_origin(backend)
    policy = build_page_csp(shell.scripts, shell.styles, origin, origin)
    meta = (
        f'<meta http-equiv="Content-Security-Policy" content="{policy.replace(HEADER_ONLY_DIRECTIVE, "")}" />'
    )
    return HtmlShell(shell.text.replace(CHARSET_META, f"{CHARSET_META}{meta}", 1)), policy


def _build_headers_file(table: Mapping[str, str]) -> str:
    lines = [f"  {name}: {value}\n" for name, value in table.items()]
    return "".join(
        (
            "/*\n",
            *lines,
            f"  Cache-Control: {REVALIDATE}\n",
            "/assets/*\n  ! Cache-Control\n",
            f"  Cache-Control: {IMMUTABLE}\n",
        )
    )


if __name__ == "__main__":
    main()
