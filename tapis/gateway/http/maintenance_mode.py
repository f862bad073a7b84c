"""Maintenance mode: visitors get a maintenance page, administrators can sign in and work.

`tapis maintenance on` writes a row, and the database notifies every gateway. One gate before all services
decides: what an administrator's browser needs before signing in stays public, everything else is for
administrators and the service key. Talents and leaders get the page, like visitors.
"""

import asyncio
import html
import logging
import re
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from psycopg import Error as PostgresError
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from tapis.gateway.context import Context
from tapis.gateway.database import AUTH_SERVICE, SERVICE, Database
from tapis.gateway.database.named_queries import NamedQueries
from tapis.gateway.errors import DatabaseUnavailable
from tapis.gateway.http.error_handlers import MAINTENANCE, error_response
from tapis.gateway.http.security_headers import build_page_csp, csp_source_hash
from tapis.gateway.services import find_service
from tapis.gateway.tokens.claims import TokenRefused

RETRY_SECONDS = 300  # Retry-After of the page
CHECK_SECONDS = 1.0  # polling interval while notifications may be missed
MESSAGE = "The shop is under maintenance. Please try again later."
READ_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
# Public during maintenance, by method and path: health; signing in and out, also with a second factor; the
# pages of administrators, without rows; pictures, which their pages show without a token.
OPEN_READS = re.compile(
    r"/(healthz|readyz|sign-in|admin(/.*)?)"
    r"|/auth/v1/(user|settings|health|\.well-known/jwks\.json)"
    r"|/storage/v1/(object|render/image)/(public|sign)/.*"
)
OPEN_WRITES = re.compile(r"/auth/v1/(token|logout|factors/[^/]+/(challenge|verify))")
PAGE = Path(__file__).with_name("maintenance_page.html").read_text("utf-8")
STYLE = PAGE[PAGE.index("<style>") + len("<style>") : PAGE.index("</style>")]
POLICY = build_page_csp(styles=[csp_source_hash(STYLE)])
TEXTS = {
    "en": {
        "title": "We'll be back soon",
        "lead": "The shop is under maintenance. What you have sent is stored.",
        "again": "Try again",
        "sign_in": "Sign in as administrator",
    },
    "id": {
        "title": "Kami segera kembali",
        "lead": "Toko sedang dalam pemeliharaan. Yang sudah Anda kirim tetap tersimpan.",
        "again": "Coba lagi",
        "sign_in": "Masuk sebagai admin",
    },
}
log = logging.getLogger("tapis.gateway.maintenance")

queries = NamedQueries(__file__)


class MaintenanceMode:
    """Whether the shop is under maintenance, and the operator's message; a Subscriber of the database."""

    def __init__(self, database: Database) -> None:
        self.is_current = False
        self.is_on = False
        self.message = ""
        self._database = database

    async def read(self) -> None:
        """Raises psycopg.Error, or DatabaseUnavailable."""
        row = (await self._database.run(AUTH_SERVICE, queries.message, read_only=True)).one()
        if bool(row) != self.is_on:
            log.warning("maintenance mode is %s", "on: visitors read a page" if row else "off")
        self.is_on, self.message = bool(row), str(row[0]) if row else ""

    async def on_notify(self, payloads: Sequence[str] = ()) -> None:  # noqa: ARG002 – any change counts
        try:
            await self.read()
        except (PostgresError, DatabaseUnavailable) as error:
            log.warning("maintenance mode not read", extra={"error": type(error).__name__})

    async def keep_current(self) -> None:
        """Poll while the database can't notify, until cancelled."""
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            if not self.is_current:
                await self.on_notify()


class MaintenanceGate:
    """Forwards permitted requests, and answers all others with the maintenance page."""

    def __init__(self, app: ASGIApp, mode: MaintenanceMode, context: Context) -> None:
        self._app = app
        self._mode = mode
        self._context = context

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if (
            not self._mode.is_on
            or _is_allowed_in_maintenance(scope)
            or await self._is_administrator(Request(scope))
        ):
            await self._app(scope, receive, send)
        else:
            response = await self._refusal(Request(scope))
            await response(scope, receive, send)

    async def _is_administrator(self, request: Request) -> bool:
        """Whether the caller is an administrator now, according to the database, or has the service key."""
        headers = request.headers
        try:
            caller = self._context.keyring.caller(headers.get("authorization"), headers.get("apikey"))
        except TokenRefused:
            return False
        if caller.role != "authenticated":
            return caller is SERVICE
        return bool((await self._context.database.run(caller, queries.role, read_only=True)).value == "admin")

    async def _refusal(self, request: Request) -> Response:
        if find_service(request.url.path):
            return error_response(request, MAINTENANCE, MESSAGE)
        facts = await self._context.shop.read()
        cookie, accepted = (request.headers.get(name, "") for name in ("cookie", "accept-language"))
        language = facts.choose_language(TEXTS, cookie, accepted)
        return _render_maintenance_page(language, facts.brand.name, self._mode.message)


def _is_allowed_in_maintenance(scope: Scope) -> bool:
    path = scope["path"]
    if scope["method"] not in READ_METHODS:
        return OPEN_WRITES.fullmatch(path) is not None
    is_file = bool(PurePosixPath(path).suffix) and not find_service(path)
    return is_file or scope["method"] == "OPTIONS" or OPEN_READS.fullmatch(path) is not None


def _render_maintenance_page(language: str, brand: str, message: str) -> Response:
    texts = {**TEXTS[language], "language": language, "brand": brand, "message": message}
    page = re.sub(r"\{(\w+)\}", lambda name: html.escape(texts[name[1]]), PAGE)
    headers = {
        "Cache-Control": "no-store",
        "Content-Language": language,
        "Content-Security-Policy": POLICY,
        "Retry-After": str(RETRY_SECONDS),
        "Vary": "Accept-Language, Cookie",
    }
    return HTMLResponse(page, 503, headers)
