"""Other origins may call the services: the face may live elsewhere, and there is no cookie to abuse."""

from starlette.datastructures import Headers
from starlette.types import Scope

from tapis.gateway.cache.prepared_response import Header, PreparedResponse

SERVICES = ("/auth/v1/", "/rest/v1/", "/storage/v1/")
METHODS = "GET, HEAD, POST, PATCH, PUT, DELETE, OPTIONS"
EXPOSED = (
    "X-Supabase-Api-Version",
    "X-Total-Count",
    "Link",
    "Content-Range",
    "Content-Location",
    "Location",
    "Preference-Applied",
    "Retry-After",
    "Content-Type",
    "Content-Length",
    "ETag",
    "Accept-Ranges",
    "Content-Disposition",
    "X-Request-Id",
)
DAY = "86400"

# The same for every origin, so that no cache has to tell them apart.
ALLOWED: tuple[Header, ...] = (
    (b"access-control-allow-origin", b"*"),
    (b"access-control-expose-headers", ", ".join(EXPOSED).encode()),
)
NONE: tuple[Header, ...] = ()


def allowed(scope: Scope) -> tuple[Header, ...]:
    """What an answer must say so that a face on another origin may read it."""
    return ALLOWED if scope["path"].startswith(SERVICES) else NONE


def preflight(scope: Scope) -> PreparedResponse | None:
    """The answer to a browser that asks before it calls; None for any other request."""
    if scope["method"] != "OPTIONS" or not scope["path"].startswith(SERVICES):
        return None
    headers = Headers(scope=scope)
    if "origin" not in headers or "access-control-request-method" not in headers:
        return None
    asked = headers.get("access-control-request-headers", "")
    return PreparedResponse.text(
        200,
        "OK",
        {
            "Access-Control-Allow-Methods": METHODS,
            "Access-Control-Allow-Headers": asked,
            "Access-Control-Max-Age": DAY,
            "Vary": "Access-Control-Request-Headers",
        },
    )
