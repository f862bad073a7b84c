"""The exception hierarchy, and the responses to API clients that are made of it.

ApiError
├── GatewayRefusal   before a service, and /events/v1   {message, hint}
├── AuthRefusal      /auth/v1                      {code, message}, or undated {code, error_code, msg}
├── RestRefusal      /rest/v1                      {code, details, hint, message}
└── StorageRefusal   /storage/v1                   {statusCode, error, message, code}

Raise one of these anywhere; causes are logged, never sent to clients.
"""

from collections.abc import Mapping
from datetime import date
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

API_VERSION = "2024-01-01"
INTERNAL_ERROR_MESSAGE = "Something went wrong on our side. Please try again."
DISK_FULL_MESSAGE = "The server's disk is full, so nothing was stored. Please try again later."
DISK_FULL = "53100"


class ApiError(Exception):
    """A refused request: an HTTP status, a JSON body and perhaps headers."""

    def __init__(self, status: int, message: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(message)
        self.status = self.true_status = status
        self.message = message
        self.headers = dict(headers or {})

    def body(self) -> dict[str, Any]:
        return {"message": self.message}


class GatewayRefusal(ApiError):
    def __init__(
        self, status: int, message: str, hint: str | None = None, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(status, message, headers)
        self.hint = hint

    def body(self) -> dict[str, Any]:
        return {"message": self.message} | ({"hint": self.hint} if self.hint else {})


class AuthRefusal(ApiError):
    """Refused by the accounts service: a stable `code` beside the message (GoTrue's error shape)."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        reasons: list[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(status, message, {"x-sb-error-code": code, **(headers or {})})
        self.code = code
        self.reasons = reasons

    def body(self) -> dict[str, Any]:
        return {"code": self.status, "error_code": self.code, "msg": self.message} | self._weakness()

    def dated_body(self) -> dict[str, Any]:
        return {"code": self.code, "message": self.message} | self._weakness()

    def _weakness(self) -> dict[str, Any]:
        return {"weak_password": {"reasons": self.reasons}} if self.reasons else {}


class RestRefusal(ApiError):
    """Refused by the data API, always with all four keys (PostgREST's error shape)."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        details: str | list[dict[str, str]] | None = None,
        hint: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(
            status,
            message,
            {
                "Proxy-Status": f"PostgREST; error={code}",
                "Content-Type": "application/json; charset=utf-8",
                **(headers or {}),
            },
        )
        self.code = code
        self.details = details
        self.hint = hint

    def body(self) -> dict[str, Any]:
        return {"code": self.code, "details": self.details, "hint": self.hint, "message": self.message}


STORAGE_UNMASKED_STATUSES = {416, 429, 500, 503, 504, 507}


class StorageRefusal(ApiError):
    """Refused by the file service: HTTP 400 for nearly everything, the actual status in `statusCode`."""

    def __init__(
        self, status: int, error: str, code: str, message: str, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(status if status in STORAGE_UNMASKED_STATUSES else 400, message, headers)
        self.true_status = status
        self.error = error
        self.code = code

    def body(self) -> dict[str, Any]:
        return {
            "statusCode": str(self.true_status),
            "error": self.error,
            "message": self.message,
            "code": self.code,
        }


class DatabaseUnavailable(Exception):
    """No connection to the database; nothing was executed."""


class StoreUnavailable(Exception):
    """The picture store is unreachable; the request may be retried later."""


def refusal_response(request: Request, refusal: ApiError) -> Response:
    headers = {**refusal.headers, "Cache-Control": "no-store"}
    if isinstance(refusal, AuthRefusal) and _is_dated(request.headers.get("x-supabase-api-version", "")):
        headers["X-Supabase-Api-Version"] = API_VERSION
        return JSONResponse(refusal.dated_body(), refusal.status, headers)
    return JSONResponse(refusal.body(), refusal.status, headers)


def _is_dated(version: str) -> bool:
    try:
        return date.fromisoformat(version) >= date.fromisoformat(API_VERSION)
    except ValueError:
        return False
