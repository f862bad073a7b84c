"""Accounts and sessions: the part of the GoTrue protocol that the shop needs, under /auth/v1."""

from collections.abc import Awaitable, Callable
from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from tapis.gateway.auth import (
    admin,
    current_user,
    discovery,
    email_links,
    factors,
    recovery_codes,
    sign_in,
    sign_up,
)
from tapis.gateway.context import Context

Handler = Callable[[Context, Request], Awaitable[Response]]

ACCOUNT = "/admin/users/{user_id}"
FACTOR = "/factors/{factor_id}"
RECOVERY_CODES = "/factors/recovery-codes"
TABLE: tuple[tuple[str, str, Handler], ...] = (
    # anyone
    ("GET", "/health", discovery.health),
    ("GET", "/settings", discovery.settings),
    ("GET", "/.well-known/jwks.json", discovery.jwks),
    ("POST", "/signup", sign_up.sign_up),
    ("POST", "/token", sign_in.token),
    ("POST", "/recover", email_links.recover),
    ("POST", "/resend", email_links.resend),
    ("POST", "/verify", email_links.verify),
    # a signed-in account
    ("GET", "/user", current_user.get_user),
    ("PUT", "/user", current_user.update_user),
    ("POST", "/logout", current_user.sign_out),
    ("GET", RECOVERY_CODES, recovery_codes.get_status),
    ("POST", RECOVERY_CODES, recovery_codes.generate),
    ("DELETE", RECOVERY_CODES, recovery_codes.unenroll),
    ("POST", f"{RECOVERY_CODES}/regenerate", recovery_codes.regenerate),
    ("POST", f"{RECOVERY_CODES}/verify", recovery_codes.verify),
    ("POST", "/factors", factors.enroll),
    ("POST", f"{FACTOR}/challenge", factors.challenge),
    ("POST", f"{FACTOR}/verify", factors.verify),
    ("DELETE", FACTOR, factors.unenroll),
    # the service key
    ("GET", "/admin/users", admin.list_users),
    ("POST", "/admin/users", admin.create_user),
    ("GET", ACCOUNT, admin.get_user),
    ("PUT", ACCOUNT, admin.update_user),
    ("DELETE", ACCOUNT, admin.delete_user),
)


def routes(context: Context) -> list[BaseRoute]:
    return [
        Route(path, partial(_uncached, handler, context), methods=[method]) for method, path, handler in TABLE
    ]


async def _uncached(handler: Handler, context: Context, request: Request) -> Response:
    """Forbid caches to store responses about accounts."""
    response = await handler(context, request)
    response.headers.setdefault("Cache-Control", "no-store")
    return response
