"""The one HTML file of the face, filled with the brand and what the browser needs before its first call."""

import base64
import hashlib
import html
import json
import re
from dataclasses import asdict
from typing import Any

import brotli

from tapis.context import Context
from tapis.pages.files import REVALIDATE, File, make_file
from tapis.settings import Brand, SettingRefused

# The build leaves this element empty; a JSON block is data, so no policy has to allow a script.
EMPTY_CONFIG = b'<script type="application/json" id="tapis-config">{}</script>'
EMPTY_TITLE = b"<title>Tapis</title>"
END_OF_HEAD = b"</head>"
BUCKET = "tapis"
COLOUR_NAME = re.compile(r"[a-z-]+")
COLOUR = re.compile(r"#[0-9a-f]{6}", re.IGNORECASE)


def fill_shell(shell: File, context: Context) -> File:
    """Put the brand and the configuration into the built index.html.

    Raises ValueError when the build has no place for them.
    """
    brand = context.settings.brand
    body = shell.body
    for place, filled in (
        (EMPTY_CONFIG, EMPTY_CONFIG.replace(b"{}", _inline_json(config(context)))),
        (EMPTY_TITLE, _head(brand).encode()),
        (END_OF_HEAD, f"<style>{brand_style(brand)}</style>".encode() + END_OF_HEAD),
    ):
        if place not in body:
            raise ValueError(f"the built index.html has no {place.decode()}")
        body = body.replace(place, filled, 1)
    return make_file(body, brotli.compress(body, quality=9), shell.media_type, REVALIDATE)


def _head(brand: Brand) -> str:
    name, tagline = html.escape(brand.name), html.escape(brand.tagline)
    return f'<title>{name}</title>\n    <meta name="description" content="{tagline}" />'


def brand_style(brand: Brand) -> str:
    """The brand's colours as the custom properties that the style sheet is made of.

    Raises SettingRefused for a colour that is not written as #rrggbb.
    """
    for name, colour in brand.colours.items():
        if not COLOUR_NAME.fullmatch(name) or not COLOUR.fullmatch(colour):
            raise SettingRefused(f"The brand's colour {name} must look like #5a0f1f.")
    return ":root{" + "".join(f"--brand-{name}:{colour};" for name, colour in brand.colours.items()) + "}"


def style_hash(brand: Brand) -> str:
    """The source expression by which a Content-Security-Policy allows this one style element."""
    digest = hashlib.sha256(brand_style(brand).encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def config(context: Context) -> dict[str, Any]:
    """What the face must know: where the services are, the public key, the brand.

    An empty url means the page's own origin.
    """
    settings = context.settings
    return {
        "url": settings.site_url.rstrip("/"),
        "anonKey": context.keyring.anon_key,
        "bucket": BUCKET,
        "brand": asdict(settings.brand),
    }


def _inline_json(value: object) -> bytes:
    """JSON that cannot close its own script element."""
    return json.dumps(value, ensure_ascii=False).replace("<", "\\u003c").encode()
