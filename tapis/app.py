"""The composition root: the only file that knows every part of the gateway.

A request passes Edge (ID, headers, log, answers from memory) → the key check → its service:

/auth/v1      people, sessions, tokens      tapis.auth
/rest/v1      rows                          tapis.rest
/storage/v1   pictures                      tapis.storage
/             the face                      tapis.pages
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import cast

from psycopg import Error as PostgresError
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount

from tapis import auth, pages, rest, storage
from tapis.changes import Changes, SharedNumber
from tapis.context import Context
from tapis.database import Database
from tapis.edge import Edge, KeyCheck
from tapis.errors import (
    INTERNAL,
    AuthRefusal,
    DatabaseAway,
    GatewayRefusal,
    Refusal,
    RestRefusal,
    StorageRefusal,
    answer,
)
from tapis.settings import Settings, load
from tapis.tokens import load as load_keyring

log = logging.getLogger("tapis")


def create_app(settings: Settings | None = None, version: SharedNumber | None = None) -> Edge:
    """The whole gateway as one ASGI application; without settings it reads the environment.

    Workers of one server are given the same `version`, so that each sees what the others changed.
    """
    settings = settings or load()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        database = Database(settings.database_url, settings.database_connections, settings.statement_seconds)
        await database.open()
        try:
            keyring = await load_keyring(database, settings.site_url)
            context = Context(settings, database, keyring, Changes(version))
            app.router.routes.extend(mounts(context))
            tasks = (
                asyncio.create_task(storage.keep_sweeping(context)),
                asyncio.create_task(context.changes.listen(settings.database_url)),
            )
            yield
            for task in tasks:
                task.cancel()
            await keyring.close()
        finally:
            await database.close()

    return Edge(
        Starlette(
            lifespan=lifespan,
            exception_handlers={
                Refusal: refused,
                HTTPException: unknown_address,
                DatabaseAway: database_away,
                PostgresError: broken,
                Exception: broken,
            },
        )
    )


def mounts(context: Context) -> list[Mount]:
    """The services by address; the first that fits answers."""
    keyed = [Middleware(KeyCheck, keyring=context.keyring)]
    return [
        Mount("/auth/v1", routes=auth.routes(context), middleware=keyed),
        Mount("/rest/v1", routes=rest.routes(context), middleware=keyed),
        Mount("/storage/v1", routes=storage.routes(context)),
        Mount("/", routes=pages.routes(context, read=rest.reader(context))),
    ]


# How each service says what any service may have to say: (status, message) → its own shape.
Shape = Callable[[int, str], Refusal]
UNKNOWN: dict[str, Shape] = {
    "/auth/v1": lambda status, text: AuthRefusal(status, "not_found", text),
    "/rest/v1": lambda status, text: RestRefusal(status, "PGRST125", text),
    "/storage/v1": lambda status, text: StorageRefusal(status, "Not Found", "InvalidRequest", text),
}
AWAY: dict[str, Shape] = {
    "/auth/v1": lambda status, text: AuthRefusal(status, "unexpected_failure", text),
    "/rest/v1": lambda status, text: RestRefusal(status, "PGRST000", text),
    "/storage/v1": lambda status, text: StorageRefusal(status, "Unavailable", "DatabaseTimeout", text),
}
BROKEN: dict[str, Shape] = {
    "/auth/v1": lambda status, text: AuthRefusal(status, "unexpected_failure", text),
    "/rest/v1": lambda status, text: RestRefusal(status, "XX000", text),
    "/storage/v1": lambda status, text: StorageRefusal(status, "Internal", "InternalError", text),
}


def _shaped(shapes: dict[str, Shape], request: Request, status: int, text: str) -> Refusal:
    for prefix, shape in shapes.items():
        if request.url.path.startswith(prefix):
            return shape(status, text)
    return GatewayRefusal(status, text)


async def refused(request: Request, error: Exception) -> Response:
    """A service said no, and knows how."""
    return answer(request, cast("Refusal", error))


async def unknown_address(request: Request, error: Exception) -> Response:
    """No route fits, or not this method."""
    status = cast("HTTPException", error).status_code
    text = f"Route {request.method}:{request.url.path} not found"
    refusal = _shaped(UNKNOWN, request, status, text)
    refusal.status = status  # the file service hides other statuses behind a 400
    return answer(request, refusal)


async def database_away(request: Request, error: Exception) -> Response:
    """503 with Retry-After, which the client libraries honour for reads."""
    log.warning("database away", extra={"cause": str(error)})
    refusal = _shaped(AWAY, request, 503, "Database connection error.")
    refusal.headers["Retry-After"] = "2"
    return answer(request, refusal)


async def broken(request: Request, error: Exception) -> Response:
    """Something that nobody foresaw: the cause goes to the log, a plain sentence to the caller."""
    log.error("request failed", exc_info=error)
    return answer(request, _shaped(BROKEN, request, 500, INTERNAL))
