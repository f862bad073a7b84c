"""Accounts and sessions: the part of the GoTrue protocol that the shop needs, under /auth/v1."""

from collections.abc import Awaitable, Callable
from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from tapis.gateway.auth import admin, current_user, discovery, email_links, sign_in, sign_up
from tapis.gateway.auth.client_address import check_settings
from tapis.gateway.context import Context
from tapis.gateway.errors import AuthRefusal

Handler = Callable[[Context, Request], Awaitable[Response]]

PERSON = "/admin/users/{user_id}"
TABLE: tuple[tuple[str, str, Handler], ...] = (
    # anyone
    ("GET", "/health", discovery.health),
    ("GET", "/settings", discovery.settings),
    ("GET", "/.well-known/jwks.json", discovery.key_set),
    ("POST", "/signup", sign_up.sign_up),
    ("POST", "/token", sign_in.token),
    ("POST", "/recover", email_links.recover),
    ("POST", "/resend", email_links.resend),
    ("GET", "/verify", email_links.follow),
    ("POST", "/verify", email_links.verify),
    # whoever is signed in
    ("GET", "/user", current_user.show),
    ("PUT", "/user", current_user.change),
    ("POST", "/logout", current_user.sign_out),
    # the service key
    ("GET", "/admin/users", admin.list_people),
    ("POST", "/admin/users", admin.make),
    ("GET", PERSON, admin.show),
    ("PUT", PERSON, admin.change),
    ("DELETE", PERSON, admin.remove),
)
# Parts of the protocol that this shop has no use for: people sign in with email and password.
LEFT_OUT = (
    "/otp", "/magiclink", "/reauthenticate", "/invite", "/authorize", "/callback", "/sso", "/saml",
    "/factors", "/passkeys", "/oauth", "/admin/generate_link", "/admin/audit", "/admin/sso", "/admin/oauth",
)  # fmt: skip
METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"]


def routes(context: Context) -> list[BaseRoute]:
    """The routes below /auth/v1. Raises SettingRefused when the mail settings can't work."""
    check_settings(context.settings)
    ours = [
        Route(path, partial(_private, handler, context), methods=[method]) for method, path, handler in TABLE
    ]
    return [*ours, *(Route(path + "{rest:path}", left_out, methods=METHODS) for path in LEFT_OUT)]


async def _private(handler: Handler, context: Context, request: Request) -> Response:
    """Answers about people are kept by nobody on the way."""
    response = await handler(context, request)
    response.headers.setdefault("Cache-Control", "no-store")
    return response


async def left_out(_request: Request) -> Response:
    """Say that a part of the protocol is not offered here."""
    raise AuthRefusal(404, "feature_disabled", "This way of signing in is not offered here")
