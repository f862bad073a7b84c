"""The one HTML file of the face, filled with the facts that the browser needs before the first call."""

import json
from dataclasses import asdict
from typing import Any

import brotli

from tapis.context import Context
from tapis.pages.files import REVALIDATE, File, make_file

# The build leaves this element empty; a JSON block is data, so no policy has to allow a script.
EMPTY_CONFIG = b'<script type="application/json" id="tapis-config">{}</script>'
BUCKET = "tapis"


def fill_shell(shell: File, context: Context) -> File:
    """Put the configuration into the built index.html.

    Raises ValueError when the build has no place for it.
    """
    if EMPTY_CONFIG not in shell.body:
        raise ValueError("index.html has no empty tapis-config element")
    body = shell.body.replace(EMPTY_CONFIG, EMPTY_CONFIG.replace(b"{}", _inline_json(config(context))))
    return make_file(body, brotli.compress(body, quality=9), shell.media_type, REVALIDATE)


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
