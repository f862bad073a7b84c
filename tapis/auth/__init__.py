"""Accounts and sessions: the part of the GoTrue protocol that the shop needs, under /auth/v1."""

from collections.abc import Awaitable, Callable
from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from tapis.auth import about, account, admin, links, signin, signup
from tapis.auth.origin import check_settings
from tapis.context import Context
from tapis.errors import AuthRefusal

Handler = Callable[[Context, Request], Awaitable[Response]]

PERSON = "/admin/users/{user_id}"
TABLE: tuple[tuple[str, str, Handler], ...] = (
    # anyone
    ("GET", "/health", about.health),
    ("GET", "/settings", about.settings),
    ("GET", "/.well-known/jwks.json", about.key_set),
    ("POST", "/signup", signup.sign_up),
    ("POST", "/token", signin.token),
    ("POST", "/recover", links.recover),
    ("POST", "/resend", links.resend),
    ("GET", "/verify", links.follow),
    ("POST", "/verify", links.verify),
    # whoever is signed in
    ("GET", "/user", account.show),
    ("PUT", "/user", account.change),
    ("POST", "/logout", account.sign_out),
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
