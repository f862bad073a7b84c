"""The composition root: the only file that knows every part of the gateway.

A request passes GatewayMiddleware (ID, prepared responses, limits, errors, headers, log) to a service:

/rest/v1      rows                          tapis.gateway.rest
/auth/v1      users, sessions, tokens       tapis.gateway.auth
/storage/v1   pictures                      tapis.gateway.storage
/events/v1    what changed, as a stream     tapis.gateway.events
/unsubscribe  for mail programs             tapis.gateway.notifications
/healthz      whether it is alive           tapis.gateway.health
/readyz       whether it can serve          tapis.gateway.health
/             the front end                 tapis.gateway.pages

A background task sends mail and push messages    tapis.gateway.notifications
"""

import asyncio
import gc
import os
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from starlette.routing import BaseRoute, Mount, Router
from starlette.types import Scope

from tapis.cluster.confirmed_invalidation import ClusterInvalidationListener
from tapis.gateway import auth, failpoints, health, metrics, security_log
from tapis.gateway.background import run_in_background
from tapis.gateway.backup_state import BackupState
from tapis.gateway.cache.content_version import ContentVersion
from tapis.gateway.cache.prepared_response import PreparedLookup, PreparedResponse
from tapis.gateway.context import Context
from tapis.gateway.database import Database
from tapis.gateway.events.change_streams import ChangeStreams
from tapis.gateway.events.routes import routes as event_routes
from tapis.gateway.http.api_key import ApiKeyMiddleware
from tapis.gateway.http.maintenance_mode import MaintenanceGate, MaintenanceMode
from tapis.gateway.http.middleware import GatewayMiddleware
from tapis.gateway.http.proxies import build_encryption_detector, client_network, parse_trusted_proxies
from tapis.gateway.http.security_headers import EncodedHeaders
from tapis.gateway.invalidation import CONTENT, KEYS, MAINTENANCE, SCREENS, InvalidationListener, Subscriber
from tapis.gateway.notifications import unsubscribe
from tapis.gateway.notifications.dispatcher import Dispatcher
from tapis.gateway.notifications.web_push import open_push_sender
from tapis.gateway.pages import Pages, open_pages
from tapis.gateway.rest.api import DataApi
from tapis.gateway.services import AUTH, EVENTS, REST, STORAGE, find_service
from tapis.gateway.settings import Settings
from tapis.gateway.shared_memory import SharedMemory
from tapis.gateway.storage.http.routes import routes as storage_routes
from tapis.gateway.storage.placeholders import render_placeholders
from tapis.gateway.storage.storage_context import StorageContext, can_store, open_storage_context
from tapis.gateway.storage.sweeper import sweep_periodically
from tapis.gateway.tokens.keyring import load_keyring

GC_THRESHOLD = 5_000  # new objects until the collector examines the youngest; Python's own figure is 700


def create_app(settings: Settings, shared: SharedMemory | None = None) -> GatewayMiddleware:
    """Compose the gateway as one ASGI application."""
    network_of = partial(client_network, settings=settings)
    security_log.configuration.locate = network_of
    failpoints.enable_failpoints(settings.hold_at)
    open_services = partial(_open_services, settings, shared or SharedMemory())
    is_encrypted = build_encryption_detector(
        settings.site_url, parse_trusted_proxies(settings.trusted_proxies)
    )
    return GatewayMiddleware(
        Router(redirect_slashes=False, lifespan=open_services),
        is_encrypted,
        EncodedHeaders(settings.hsts),
        settings.body_seconds,
        network_of,
    )


@asynccontextmanager
async def _open_services(
    settings: Settings, shared: SharedMemory, gateway: GatewayMiddleware
) -> AsyncIterator[None]:
    """Connect to the database, give the gateway its services, and run what they do in the background."""
    async with Database(
        settings.database_url,
        settings.database_connections,
        settings.statement_seconds,
        prepared={"on": True, "off": False}.get(settings.prepared),
        quota=(settings.quota_files, settings.quota_bytes, settings.quota_factor),
    ) as database:
        invalidation = _create_invalidation_listener(settings, database)
        keyring = await load_keyring(database, settings.site_url, shared.revoked_sessions, invalidation)
        context = Context(settings, database, keyring, ContentVersion(shared.content_version), invalidation)
        data = DataApi(context)
        files = open_storage_context(context)
        _set_temporary_folder(files.scratch)
        streams = ChangeStreams(context, shared.stopping)
        pages = open_pages(context, data.read, partial(render_placeholders, context.database))
        maintenance = MaintenanceMode(database)
        await maintenance.read()  # before the first request: maintenance outlives a restart
        gateway.router.routes.extend(routes(context, data, files, pages, streams))
        gateway.services = MaintenanceGate(gateway.router, maintenance, context)
        gateway.find_prepared = _build_prepared_response_lookup(
            context.content_version, maintenance, data, files, pages
        )
        subscribers: dict[str, Subscriber] = {
            CONTENT: context.content_version,
            KEYS: keyring,
            SCREENS: streams,
            MAINTENANCE: maintenance,
        }
        dispatcher = Dispatcher(context, await open_push_sender(context))
        dispatching = asyncio.create_task(dispatcher.run())
        try:
            async with (
                run_in_background(
                    keyring.keep_current,
                    data.keep_current,
                    pages.site.render_on_change,
                    partial(sweep_periodically, files),
                    streams.keep_current,
                    maintenance.keep_current,
                    partial(invalidation.listen, subscribers),
                ),
                expose_metrics(gateway, database, settings.metrics),
            ):
                _freeze_startup_objects()
                yield
        finally:
            await dispatcher.stop(dispatching)


def _create_invalidation_listener(settings: Settings, database: Database) -> InvalidationListener:
    """Several gateways may share a bucket; a data folder has only one gateway."""
    url = settings.listen_url or settings.database_url
    return ClusterInvalidationListener(url, database) if settings.storage_url else InvalidationListener(url)


def _set_temporary_folder(folder: Path) -> None:
    """Also for libraries: the form parser spools files as large as uploads, and `/tmp` may be in memory."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    tempfile.tempdir = str(folder)


def _freeze_startup_objects() -> None:
    gc.freeze()
    gc.set_threshold(GC_THRESHOLD)


@asynccontextmanager
async def expose_metrics(gateway: GatewayMiddleware, database: Database, address: str) -> AsyncIterator[None]:
    if not (address and metrics.FOLDER in os.environ):
        yield
        return
    gateway.observe = metrics.enable_metrics()
    gauges = {
        ("tapis_requests_in_work", "Requests in progress"): lambda: gateway.load.requests,
        ("tapis_body_bytes_held", "Bytes of request bodies in memory"): lambda: gateway.load.bodies.held,
        ("tapis_database_connections", "Connections to the database"): lambda: database.usage().open,
        ("tapis_database_idle", "Idle connections to the database"): lambda: database.usage().idle,
        ("tapis_database_waiting", "Requests that wait for a connection"): lambda: database.usage().waiting,
    }
    backups = BackupState()
    shared_gauges = {
        ("tapis_last_backup_timestamp_seconds", "Time of the last good backup; 0: none"): (
            lambda: backups.made_at
        ),
        ("tapis_backup_failed", "1 if an attempt to make a backup failed since"): lambda: backups.has_failed,
        ("tapis_backup_damaged_pictures", "Pictures that the last good backup lacks"): (
            lambda: backups.damaged
        ),
    }
    async with (
        run_in_background(partial(backups.keep_current, database)),
        metrics.serve_metrics(address, gauges, shared_gauges),
    ):
        yield


def _build_prepared_response_lookup(
    content: ContentVersion, maintenance: MaintenanceMode, data: DataApi, files: StorageContext, pages: Pages
) -> PreparedLookup:
    """Find responses prepared in memory; none during maintenance, or while notifications may be missed."""

    finders: dict[str, PreparedLookup] = {
        REST: data.find_prepared,
        STORAGE: files.images.find_prepared,
    }

    def find(scope: Scope) -> PreparedResponse | None:
        if not content.is_current or maintenance.is_on:
            return None
        return finders.get(find_service(scope["path"]), pages.find_prepared)(scope)

    return find


def routes(
    context: Context, data: DataApi, files: StorageContext, pages: Pages, streams: ChangeStreams
) -> list[BaseRoute]:
    return [
        Mount(REST, data),
        Mount(
            AUTH,
            ApiKeyMiddleware(Router(auth.routes(context), redirect_slashes=False), context.keyring),
        ),
        Mount(STORAGE, Router(storage_routes(files), redirect_slashes=False)),
        Mount(EVENTS, Router(event_routes(context, streams), redirect_slashes=False)),
        *unsubscribe.routes(context),
        *health.routes(health.build_readiness_checks(context.database, partial(can_store, files))),
        *pages.routes,
    ]
