"""CORS: front ends on other origins may call the services; no cookie could be misused."""

from starlette.datastructures import Headers
from starlette.types import Scope

from tapis.gateway.cache.prepared_response import Header, PreparedResponse, encode_headers

SERVICES = ("/auth/v1/", "/rest/v1/", "/storage/v1/")
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
