"""The composition root: the only file that knows every part of the gateway.

A request passes GatewayMiddleware (ID, headers, log, answers from memory) → the key check → its service:

/auth/v1      people, sessions, tokens      tapis.gateway.auth
/rest/v1      rows                          tapis.gateway.rest
/storage/v1   pictures                      tapis.gateway.storage
/             the face                      tapis.gateway.pages
"""

import asyncio
import gc
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import BaseRoute, Mount
from starlette.types import Scope

from tapis.gateway import auth, failpoints, metrics, pages, rest, storage
from tapis.gateway.cache.content_version import ContentVersion, SharedCounter
from tapis.gateway.cache.prepared_response import PreparedLookup, PreparedResponse
from tapis.gateway.context import Context
from tapis.gateway.database import Database
from tapis.gateway.http.api_key import KeyCheck
from tapis.gateway.http.error_handlers import HANDLERS
from tapis.gateway.http.fast_path import FastPath
from tapis.gateway.http.middleware import GatewayMiddleware
from tapis.gateway.http.proxies import encryption, read_proxies
from tapis.gateway.invalidation import CHANGED, KEYS, listen
from tapis.gateway.readiness import checks
from tapis.gateway.settings import Settings, load
from tapis.gateway.tokens.keyring import load as load_keyring
from tapis.gateway.tokens.revoked_sessions import RevokedSessions

NEW_OBJECTS = 5_000  # after so many more the collector looks at the young ones; Python's own figure is 700


def create_app(
    settings: Settings | None = None,
    version: SharedCounter | None = None,
    ended: RevokedSessions | None = None,
) -> GatewayMiddleware:
    """The whole gateway as one ASGI application; without settings it reads the environment.

    Workers of one server are given the same `version` and `ended`, so that each sees what the others did.
    """
    settings = settings or load()
    failpoints.watch(settings.hold_at)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        database = Database(
            settings.database_url,
            settings.database_connections,
            settings.statement_seconds,
            prepared={"on": True, "off": False}.get(settings.prepared),
            site_url=settings.origin,
        )
        await database.open()
        try:
            keyring = await load_keyring(database, settings.site_url, ended)
            context = Context(settings, database, keyring, ContentVersion(version))
            data = rest.DataApi(context)
            site = pages.open_site(context, data.read, storage.placeholders(context))
            app.router.routes.extend(mounts(context, data, site))
            edge.at_once = at_once(context.changes, data, site)
            edge.straight = {"/rest/v1": FastPath(keyring, data.answer)}
            told_at = settings.listen_url or settings.database_url
            tasks = (
                asyncio.create_task(data.keep_current()),
                asyncio.create_task(site.keep_fresh()),
                asyncio.create_task(storage.keep_sweeping(context)),
                asyncio.create_task(listen(told_at, {CHANGED: context.changes, KEYS: keyring})),
            )
            freeze_startup_objects()
            async with counted(edge, database, settings.metrics):
                yield
            for task in tasks:
                task.cancel()
            await keyring.close()
        finally:
            await database.close()

    inner = Starlette(lifespan=lifespan, exception_handlers=HANDLERS)
    is_encrypted = encryption(settings.site_url, read_proxies(settings.trusted_proxies))
    edge = GatewayMiddleware(inner, is_encrypted, settings.body_seconds)
    return edge


def freeze_startup_objects() -> None:
    """What is there now stays as long as the gateway, and requests leave next to nothing in cycles."""
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS)


@asynccontextmanager
async def counted(edge: GatewayMiddleware, database: Database, address: str) -> AsyncIterator[None]:
    """Count what happens, and tell it at this address; without one, or without a folder for it, don't."""
    if not (address and metrics.FOLDER in os.environ):
        yield
        return
    edge.count = metrics.start_counting()
    gauges = {
        ("tapis_requests_in_work", "Requests being answered"): lambda: edge.load.requests,
        ("tapis_body_bytes_held", "Bytes of request bodies in memory"): lambda: edge.load.bytes_held,
        ("tapis_database_connections", "Connections to the database"): lambda: database.in_use().open,
        ("tapis_database_idle", "Connections to the database without work"): lambda: database.in_use().idle,
        ("tapis_database_waiting", "Requests that wait for a connection"): lambda: database.in_use().waiting,
    }
    async with metrics.serve_counts(address, gauges):
        yield


def at_once(changes: ContentVersion, data: rest.DataApi, site: pages.OpenSite) -> PreparedLookup:
    """Who may have an answer ready, by the beginning of the address; nobody while a change is heard."""

    def ready(scope: Scope) -> PreparedResponse | None:
        if not changes.is_current:
            return None
        return (data if scope["path"].startswith("/rest/v1/") else site).at_once(scope)

    return ready


def mounts(context: Context, data: rest.DataApi, site: pages.OpenSite) -> list[BaseRoute]:
    """The services by address; the first that fits answers."""
    keyed = [Middleware(KeyCheck, keyring=context.keyring)]
    return [
        Mount("/auth/v1", routes=auth.routes(context), middleware=keyed),
        Mount("/rest/v1", routes=data.routes, middleware=keyed),
        Mount("/storage/v1", routes=storage.routes(context)),
        *metrics.routes(checks(context.database, storage.can_store(context))),
        Mount("/", routes=site.routes),
    ]
