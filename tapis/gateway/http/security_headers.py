"""Security headers, one table per path prefix, and CORS.

A response may set its own values; these are the defaults. Front ends on other origins may call the services:
they use no cookies that could be misused.
"""

import base64
import hashlib
from collections.abc import Iterable, Sequence
from functools import lru_cache

from starlette.datastructures import Headers
from starlette.types import Scope

from tapis.gateway.cache.prepared_response import Header, PreparedResponse, encode_headers
from tapis.gateway.http_methods import METHODS
from tapis.gateway.services import SERVICES, find_service

Table = dict[str, str]

BASE_HEADERS: Table = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), hid=(), microphone=(), midi=(), "
    "payment=(), serial=(), usb=()",
}
# For a response that is no document: opened directly it may load nothing, and no page may frame it.
DENY_ALL = "default-src 'none'; frame-ancestors 'none'"
# Also used by front ends on other origins.
SERVICE: Table = BASE_HEADERS | {
    "Content-Security-Policy": DENY_ALL,
    "Cross-Origin-Resource-Policy": "cross-origin",
}
# Build files and errors; HTML pages have their own policy from `build_page_csp`. Check-in scans passes with
# the camera.
PAGES: Table = BASE_HEADERS | {
    "Permissions-Policy": BASE_HEADERS["Permissions-Policy"].replace("camera=()", "camera=(self)"),
    "Content-Security-Policy": DENY_ALL,
    "Cross-Origin-Resource-Policy": "same-origin",
}
# The service worker forwards the pages' requests, so its own policy must permit them.
SERVICE_WORKER: Table = PAGES | {
    "Content-Security-Policy": "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
}
# Only the worker that reads codes in pictures may compile WebAssembly: a worker has the policy of its own
# response. The build gives its file this name.
CODE_READER: Table = PAGES | {
    "Content-Security-Policy": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "
    "connect-src 'self'; frame-ancestors 'none'",
}
# The owner's handbook consists of texts and pictures.
HANDBOOK: Table = PAGES | {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; img-src 'self'; frame-ancestors 'none'",
}
# A stored picture opened directly may run nothing, whatever type the browser detects.
STORED_FILE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"

TABLES_BY_PREFIX: tuple[tuple[str, Table], ...] = (
    *((prefix, SERVICE) for prefix in SERVICES),
    ("/sw.js", SERVICE_WORKER),
    ("/assets/codeReader-", CODE_READER),
    ("/handbook/", HANDBOOK),
    ("/", PAGES),
)

EXPOSED = (
    "X-Supabase-Api-Version, X-Total-Count, Link, Content-Range, Content-Location, Location, "
    "Preference-Applied, Retry-After, Content-Type, Content-Length, ETag, Accept-Ranges, "
    "Content-Disposition, X-Request-Id"
)
ONE_DAY = "86400"

# The same for every origin, so responses don't vary by origin.
CORS_HEADERS: tuple[Header, ...] = (
    (b"access-control-allow-origin", b"*"),
    (b"access-control-expose-headers", EXPOSED.encode()),
)


def build_page_csp(
    scripts: Iterable[str] = (), styles: Iterable[str] = (), pictures: str = "", backend: str = ""
) -> str:
    """The Content-Security-Policy of an HTML page: the page's own origin, and inline code listed by hash.

    `scripts` and `styles` are source expressions such as `'sha256-…'`, `pictures` is the origin to which our
    picture addresses may redirect, such as `https://cdn.example`, `backend` the origin that a page hosted
    elsewhere calls. The only Trusted Types policies are those by which the page names its service worker and
    the worker that reads codes: no code of the shop writes HTML or script text into the page. `blob:` shows a
    chosen picture before upload, `data:` a placeholder.
    """
    return "; ".join(
        (
            "default-src 'none'",
            " ".join(("script-src 'self'", *scripts)),
            " ".join(("style-src 'self'", *styles)),
            " ".join(("img-src 'self' data: blob:", *filter(None, (pictures,)))),
            "font-src 'self'",
            " ".join(("connect-src 'self'", *filter(None, (backend,)))),
            "manifest-src 'self'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types service-worker code-reader",
        )
    )


def csp_source_hash(inline: str) -> str:
    """The source expression that permits this inline script or style."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(inline.encode()).digest()).decode()}'"


class EncodedHeaders:
    """The tables, encoded for ASGI. `hsts` is sent over encrypted connections only, as it locks out http://."""

    def __init__(self, hsts: str) -> None:
        encrypted = {"Strict-Transport-Security": hsts} if hsts else {}
        self._plain = [(prefix, encode_headers(table)) for prefix, table in TABLES_BY_PREFIX]
        self._encrypted = [(prefix, encode_headers(table | encrypted)) for prefix, table in TABLES_BY_PREFIX]

    def headers(self, path: str, *, encrypted: bool) -> tuple[Header, ...]:
        tables = self._encrypted if encrypted else self._plain
        address = find_service(path) or path
        for prefix, headers in tables:
            if address.startswith(prefix):
                return headers
        return tables[-1][1]


def with_default_headers(headers: Sequence[Header], defaults: Sequence[Header]) -> tuple[Header, ...]:
    """A response's headers, completed with defaults."""
    names = {name for name, _ in headers}
    return *headers, *(header for header in defaults if header[0] not in names)


# For prepared responses, which are sent many times; other headers may contain secrets.
with_defaults_cached = lru_cache(maxsize=512)(with_default_headers)


def cors_headers(scope: Scope) -> tuple[Header, ...]:
    return CORS_HEADERS if find_service(scope["path"]) else ()


def preflight_response(scope: Scope) -> PreparedResponse | None:
    """The response to a browser's preflight request; None for any other request."""
    if scope["method"] != "OPTIONS" or not find_service(scope["path"]):
        return None
    headers = Headers(scope=scope)
    if "origin" not in headers or "access-control-request-method" not in headers:
        return None
    allowed = {
        "Access-Control-Allow-Methods": ", ".join(METHODS),
        "Access-Control-Allow-Headers": headers.get("access-control-request-headers", ""),
        "Access-Control-Max-Age": ONE_DAY,
        "Vary": "Access-Control-Request-Headers",
        "Content-Length": "0",
    }
    return PreparedResponse(200, encode_headers(allowed), b"")
