"""What can go wrong for any service, and how each of them says it in the shape that its clients know."""

import errno
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import cast

from psycopg import Error as PostgresError
from psycopg.errors import DiskFull
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from tapis.gateway import metrics
from tapis.gateway.errors import (
    DISK_FULL,
    INTERNAL,
    NO_ROOM,
    AuthRefusal,
    DatabaseAway,
    GatewayRefusal,
    Refusal,
    RestRefusal,
    StorageRefusal,
    StoreAway,
    answer,
)
from tapis.gateway.http.body_limits import SlowBody, TooMuchInWork

log = logging.getLogger("tapis")


@dataclass(frozen=True, slots=True)
class ErrorKind:
    """An HTTP status and each service's own words for it."""

    status: int
    auth: str  # error_code
    rest: str  # code
    storage: tuple[str, str]  # error, code
    retry_after: str = ""  # seconds


UNKNOWN = ErrorKind(404, "not_found", "PGRST125", ("Not Found", "InvalidRequest"))
NOT_ALLOWED = ErrorKind(405, "not_found", "PGRST117", ("Not Allowed", "InvalidRequest"))
MALFORMED = ErrorKind(400, "validation_failed", "PGRST102", ("Invalid Input", "InvalidRequest"))
SLOW = ErrorKind(408, "request_timeout", "PGRST102", ("Timeout", "RequestTimeout"))
BUSY = ErrorKind(503, "unexpected_failure", "PGRST003", ("Unavailable", "SlowDown"), retry_after="2")
AWAY = ErrorKind(503, "unexpected_failure", "PGRST000", ("Unavailable", "DatabaseTimeout"), retry_after="2")
STORE_AWAY = ErrorKind(503, "unexpected_failure", "PGRST000", ("Unavailable", "SlowDown"), retry_after="2")
FULL = ErrorKind(507, "unexpected_failure", DISK_FULL, ("Insufficient Storage", "InsufficientStorage"))
BROKEN = ErrorKind(500, "unexpected_failure", "XX000", ("Internal", "InternalError"))

SHAPES: tuple[tuple[str, Callable[[ErrorKind, str], Refusal]], ...] = (
    ("/auth/v1", lambda trouble, text: AuthRefusal(trouble.status, trouble.auth, text)),
    ("/rest/v1", lambda trouble, text: RestRefusal(trouble.status, trouble.rest, text)),
    ("/storage/v1", lambda trouble, text: StorageRefusal(trouble.status, *trouble.storage, text)),
    ("", lambda trouble, text: GatewayRefusal(trouble.status, text)),
)


NO_ROOM_LEFT = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
# Refusals of a service's own that the owner wants to see the number of.
COUNTED = {429: "rate_limited", 503: "overloads"}


def told(request: Request, trouble: ErrorKind, text: str) -> Response:
    """The answer, in the shape of the service that was asked."""
    path = request.scope["path"]
    refusal = next(shape(trouble, text) for prefix, shape in SHAPES if path.startswith(prefix))
    refusal.status = trouble.status  # the file service hides other statuses behind a 400
    if trouble.retry_after:
        refusal.headers["Retry-After"] = trouble.retry_after
    if trouble in (SLOW, BUSY, MALFORMED):
        refusal.headers["Connection"] = "close"  # the rest of the body is not waited for
    return answer(request, refusal)


async def refused(request: Request, error: Exception) -> Response:
    """A service said no, and knows how."""
    refusal = cast("Refusal", error)
    if event := COUNTED.get(refusal.status):
        metrics.count(event)
    return answer(request, refusal)


async def unknown_address(request: Request, error: Exception) -> Response:
    """No route fits, or not this method."""
    trouble = NOT_ALLOWED if cast("HTTPException", error).status_code == 405 else UNKNOWN
    return told(request, trouble, f"Route {request.method}:{request.url.path} not found")


async def too_slow(request: Request, _error: Exception) -> Response:
    """408: the body took longer than anybody needs for it."""
    return told(request, SLOW, "The request took too long to arrive.")


async def broke_off(request: Request, _error: Exception) -> Response:
    """The client went away in the middle of its body: nobody reads this."""
    return told(request, MALFORMED, "The request broke off.")


async def too_much(request: Request, _error: Exception) -> Response:
    """503 with Retry-After: others' requests fill the memory that there is for them."""
    metrics.count("overloads")
    return told(request, BUSY, "Too much is in work. Please try again in a moment.")


async def database_away(request: Request, error: Exception) -> Response:
    """503 with Retry-After, which the client libraries honour for reads."""
    log.warning("database away", extra={"cause": str(error)})
    return told(request, AWAY, "Database connection error.")


async def store_away(request: Request, error: Exception) -> Response:
    """503 with Retry-After: the pictures lie where nobody answers."""
    log.warning("store of pictures away", extra={"cause": str(error)})
    return told(request, STORE_AWAY, "The pictures can't be reached at the moment. Please try again.")


async def perhaps_full(request: Request, error: Exception) -> Response:
    """507 when a disk, or a quota on it, has no room left; else it is something that nobody foresaw."""
    if getattr(error, "errno", None) not in NO_ROOM_LEFT and not isinstance(error, DiskFull):
        return await broken(request, error)
    log.error("disk full")
    return told(request, FULL, NO_ROOM)


async def broken(request: Request, error: Exception) -> Response:
    """Something that nobody foresaw: the cause goes to the log, a plain sentence to the caller."""
    log.error("request failed", exc_info=error)
    metrics.count("unexpected_errors")
    return told(request, BROKEN, INTERNAL)


HANDLERS: dict[type[Exception], Callable[[Request, Exception], Awaitable[Response]]] = {
    Refusal: refused,
    HTTPException: unknown_address,
    SlowBody: too_slow,
    ClientDisconnect: broke_off,
    TooMuchInWork: too_much,
    DatabaseAway: database_away,
    StoreAway: store_away,
    OSError: perhaps_full,
    DiskFull: perhaps_full,
    PostgresError: broken,
    Exception: broken,
}


async def answer_to(request: Request, error: Exception) -> Response:
    """What to say to this error: by its own kind, or the nearest of its ancestors."""
    kind = next(kind for kind in type(error).__mro__ if kind in HANDLERS)
    return await HANDLERS[kind](request, error)
