"""Exceptions → responses, in the error format of each service."""

import errno
import logging
from collections.abc import Callable
from dataclasses import dataclass

from psycopg.errors import DiskFull
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from tapis.gateway import metrics, services
from tapis.gateway.errors import (
    DISK_FULL,
    DISK_FULL_MESSAGE,
    INTERNAL_ERROR_MESSAGE,
    ApiError,
    AuthRefusal,
    DatabaseUnavailable,
    GatewayRefusal,
    RestRefusal,
    StorageRefusal,
    StoreUnavailable,
    refusal_response,
)
from tapis.gateway.http.body_limits import BodyTimeout, Overloaded
from tapis.gateway.security_log import log_refusal

log = logging.getLogger("tapis")


@dataclass(frozen=True, slots=True)
class ErrorKind:
    status: int
    auth: str  # error_code
    rest: str  # code
    storage: tuple[str, str]  # error, code
    retry_after: str = ""  # seconds
    closes: bool = False  # the connection, because the rest of the body is unread


UNKNOWN = ErrorKind(404, "not_found", "PGRST125", ("Not Found", "InvalidRequest"))
NOT_ALLOWED = ErrorKind(405, "not_found", "PGRST117", ("Not Allowed", "InvalidRequest"))
MALFORMED = ErrorKind(400, "validation_failed", "PGRST102", ("Invalid Input", "InvalidRequest"), closes=True)
SLOW = ErrorKind(408, "request_timeout", "PGRST102", ("Timeout", "RequestTimeout"), closes=True)
BUSY = ErrorKind(503, "unexpected_failure", "PGRST003", ("Unavailable", "SlowDown"), "2", closes=True)
UNAVAILABLE = ErrorKind(503, "unexpected_failure", "PGRST000", ("Unavailable", "DatabaseTimeout"), "2")
STORE_UNAVAILABLE = ErrorKind(503, "unexpected_failure", "PGRST000", ("Unavailable", "SlowDown"), "2")
MAINTENANCE = ErrorKind(503, "maintenance", "PT503", ("Unavailable", "Maintenance"), "2")
FULL = ErrorKind(507, "unexpected_failure", DISK_FULL, ("Insufficient Storage", "InsufficientStorage"))
BROKEN = ErrorKind(500, "unexpected_failure", "XX000", ("Internal", "InternalError"))

SHAPES: dict[str, Callable[[ErrorKind, str], ApiError]] = {
    services.AUTH: lambda kind, text: AuthRefusal(kind.status, kind.auth, text),
    services.REST: lambda kind, text: RestRefusal(kind.status, kind.rest, text),
    services.STORAGE: lambda kind, text: StorageRefusal(kind.status, *kind.storage, text),
}
EXPECTED_ERRORS: dict[type[Exception], tuple[ErrorKind, str]] = {
    BodyTimeout: (SLOW, "The request took too long to arrive."),
    ClientDisconnect: (MALFORMED, "The request broke off."),
    Overloaded: (BUSY, "Too many requests are in progress. Please try again in a moment."),
    # The client libraries retry reads after Retry-After.
    DatabaseUnavailable: (UNAVAILABLE, "Database connection error."),
    StoreUnavailable: (STORE_UNAVAILABLE, "The pictures can't be reached at the moment. Please try again."),
}
NO_SPACE_LEFT = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
METRIC_OF_STATUS = {429: "rate_limited", 503: "overloads"}


def error_to_response(request: Request, error: Exception) -> Response:
    """The response to an exception raised before a response was started; unexpected ones are logged."""
    if isinstance(error, ApiError | Overloaded) and (
        event := METRIC_OF_STATUS.get(getattr(error, "status", 503))
    ):
        metrics.count_event(event)
    if isinstance(error, ApiError):
        if error.true_status in {401, 403}:
            log_refusal(request, error.true_status, str(getattr(error, "code", "")))
        return refusal_response(request, error)
    return error_response(request, *_kind_and_text(request, error))


def _kind_and_text(request: Request, error: Exception) -> tuple[ErrorKind, str]:
    if isinstance(error, HTTPException):
        kind = NOT_ALLOWED if error.status_code == 405 else UNKNOWN
        return kind, f"Route {request.method}:{request.url.path} not found"
    if type(error) in EXPECTED_ERRORS:
        if isinstance(error, DatabaseUnavailable | StoreUnavailable):
            service = "database" if isinstance(error, DatabaseUnavailable) else "picture store"
            log.warning("%s unavailable", service, extra={"cause": str(error)})
        return EXPECTED_ERRORS[type(error)]
    if isinstance(error, DiskFull) or getattr(error, "errno", None) in NO_SPACE_LEFT:
        log.error("disk full")
        return FULL, DISK_FULL_MESSAGE
    log.error("request failed", exc_info=error)
    metrics.count_event("unexpected_errors")
    return BROKEN, INTERNAL_ERROR_MESSAGE


def error_response(request: Request, kind: ErrorKind, text: str) -> Response:
    shape = SHAPES.get(services.find_service(request.scope["path"]))
    refusal = shape(kind, text) if shape else GatewayRefusal(kind.status, text)
    refusal.status = kind.status  # the storage service would mask other statuses with 400
    if kind.retry_after:
        refusal.headers["Retry-After"] = kind.retry_after
    if kind.closes:
        refusal.headers["Connection"] = "close"
    return refusal_response(request, refusal)
