"""Security headers, one table for each part of the address space, and CORS.

A service may set another value for one of its responses; what it doesn't set is filled in from here.
Front ends on other origins may call the services: no cookie could be misused.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from starlette.datastructures import Headers
from starlette.types import Scope

from tapis.gateway.cache.prepared_response import Header, PreparedResponse, encode_headers

Table = dict[str, str]

EVERYWHERE: Table = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), hid=(), microphone=(), midi=(), "
    "payment=(), serial=(), usb=()",
}
# Opened by itself, such a response is no document: it may load nothing and be framed by no page.
NOTHING = "default-src 'none'; frame-ancestors 'none'"
# Front ends of other origins use these, too.
SERVICE: Table = EVERYWHERE | {
    "Content-Security-Policy": NOTHING,
    "Cross-Origin-Resource-Policy": "cross-origin",
}
# Files of the build, and refusals; pages of HTML bring a policy of their own, made by `page_policy`. The door
# reads passes with the camera.
PAGES: Table = EVERYWHERE | {
    "Permissions-Policy": EVERYWHERE["Permissions-Policy"].replace("camera=()", "camera=(self)"),
    "Content-Security-Policy": NOTHING,
    "Cross-Origin-Resource-Policy": "same-origin",
}
# The service worker passes on what pages ask of the shop, and its policy counts for that.
SERVICE_WORKER: Table = PAGES | {
    "Content-Security-Policy": "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
}
# The worker that reads codes in pictures compiles WebAssembly, and nothing else may: a worker has the policy
# of its own response. The build names its file so.
CODE_READER: Table = PAGES | {
    "Content-Security-Policy": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "
    "connect-src 'self'; frame-ancestors 'none'",
}
# The owner's handbook is pages of texts and pictures.
HANDBOOK: Table = PAGES | {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; img-src 'self'; frame-ancestors 'none'",
}
# A stored picture opened by itself may run nothing, whatever the bytes are taken for.
STORED_FILE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"

PLACES: tuple[tuple[str, Table], ...] = (
    ("/auth/v1", SERVICE),
    ("/events/v1", SERVICE),
    ("/rest/v1", SERVICE),
    ("/storage/v1", SERVICE),
    ("/sw.js", SERVICE_WORKER),
    ("/assets/codeReader-", CODE_READER),
    ("/handbook/", HANDBOOK),
    ("/", PAGES),
)

SERVICES = ("/auth/v1/", "/events/v1/", "/rest/v1/", "/storage/v1/")
METHODS = "GET, HEAD, POST, PATCH, PUT, DELETE, OPTIONS"
EXPOSED = (
    "X-Supabase-Api-Version, X-Total-Count, Link, Content-Range, Content-Location, Location, "
    "Preference-Applied, Retry-After, Content-Type, Content-Length, ETag, Accept-Ranges, "
    "Content-Disposition, X-Request-Id"
)
DAY = "86400"

# The same for every origin, so that no cache has to tell them apart.
ALLOWED: tuple[Header, ...] = (
    (b"access-control-allow-origin", b"*"),
    (b"access-control-expose-headers", EXPOSED.encode()),
)


def page_policy(
    scripts: Iterable[str] = (), styles: Iterable[str] = (), pictures: str = "", backend: str = ""
) -> str:
    """The Content-Security-Policy of an HTML page: our own origin, and inline what is named by its hash.

    `scripts` and `styles` are source expressions such as `'sha256-…'`, `pictures` is the origin to which our
    picture addresses may redirect, such as `https://cdn.example`, `backend` the origin that a page hosted
    elsewhere calls. The only Trusted Types policies are those by which the page names its service worker and
    the worker that reads codes: nothing of ours writes HTML or script text into the page. `blob:` shows a
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


class HeaderTables:
    """The tables as ASGI sends them. `hsts` is sent over encrypted connections only: it locks out http://."""

    def __init__(self, hsts: str) -> None:
        encrypted = {"Strict-Transport-Security": hsts} if hsts else {}
        self._plain = [(place, encode_headers(table)) for place, table in PLACES]
        self._encrypted = [(place, encode_headers(table | encrypted)) for place, table in PLACES]

    def headers(self, path: str, *, encrypted: bool) -> tuple[Header, ...]:
        tables = self._encrypted if encrypted else self._plain
        for place, headers in tables:
            if path.startswith(place):
                return headers
        return tables[-1][1]


def with_defaults(headers: Sequence[Header], defaults: Sequence[Header]) -> tuple[Header, ...]:
    """A response's headers, with the defaults for those that it does not set itself."""
    names = {name for name, _ in headers}
    return *headers, *(header for header in defaults if header[0] not in names)


# For prepared responses, which are sent many times; the headers of others may hold secrets.
with_defaults_cached = lru_cache(maxsize=512)(with_defaults)


def cors_headers(scope: Scope) -> tuple[Header, ...]:
    return ALLOWED if scope["path"].startswith(SERVICES) else ()


def preflight(scope: Scope) -> PreparedResponse | None:
    """The response to a browser's preflight request; None for any other request."""
    if scope["method"] != "OPTIONS" or not scope["path"].startswith(SERVICES):
        return None
    headers = Headers(scope=scope)
    if "origin" not in headers or "access-control-request-method" not in headers:
        return None
    allowed = {
        "Access-Control-Allow-Methods": METHODS,
        "Access-Control-Allow-Headers": headers.get("access-control-request-headers", ""),
        "Access-Control-Max-Age": DAY,
        "Vary": "Access-Control-Request-Headers",
        "Content-Length": "0",
    }
    return PreparedResponse(200, encode_headers(allowed), b"")
