"""Pages of single records: rendered on request, and again when their rows have changed.

A shop may have ten thousand products, so they are not in the snapshot that is rendered after each change.
"""

import asyncio
import json
import logging
from collections.abc import Mapping
from functools import partial
from typing import Any

from starlette.types import Scope

from tapis.gateway.cache.prepared_response import PreparedResponse, encode_headers
from tapis.gateway.cache.response_cache import CachedResponse, ResponseCache
from tapis.gateway.context import PublicRead
from tapis.gateway.pages.page_template import (
    PageTemplate,
    language_from_query,
    select_representation,
    with_language_url,
)
from tapis.gateway.pages.record_routes import RecordRoute
from tapis.gateway.pages.rendering_queue import RenderingQueue
from tapis.gateway.pages.server_rendering import FrontEndBuild, PageInput, RenderingFailed
from tapis.gateway.pages.static_files import REVALIDATE
from tapis.gateway.services import REST

MAX_BYTES = 24 * 2**20  # of rendered pages
MAX_WAIT_SECONDS = 3.0  # after it the browser renders the page
log = logging.getLogger("tapis.gateway.pages")

Rows = Mapping[str, list[dict[str, Any]]]


class RecordPages:
    def __init__(self, build: FrontEndBuild, origin: str, read: PublicRead) -> None:
        self._build = build
        self._origin = origin
        self._read = read
        self._cache = ResponseCache(MAX_BYTES)
        self._queue = RenderingQueue(build)

    async def respond(self, scope: Scope, template: PageTemplate, route: RecordRoute) -> PreparedResponse:
        """The page of a record; a redirect from a former path; 404 without a record."""
        try:
            rows = await self._rows(route, scope["path"])
        except Exception as error:  # noqa: BLE001 – a page without rows is better than none
            log.warning("page sent without its rows", extra={"cause": type(error).__name__})
            return select_representation(template.bare, scope)
        paths = [route.path_of(row) for table_rows in rows.values() for row in table_rows]
        if not paths:
            return select_representation(template.not_found, scope)
        if scope["path"] not in paths:
            return _build_redirect(paths[0], scope["query_string"])
        page = PageInput(scope["path"], template.language(scope), self._origin, rows)
        is_language_url = language_from_query(scope) == page.language
        version = int(template.version_of(rows), 16)
        key = (page.path, page.language, is_language_url)
        make = partial(self._make, page, version, template, route.pattern, is_language_url)
        try:
            async with asyncio.timeout(MAX_WAIT_SECONDS):
                entry = await self._cache.find_or_make(key, version, make)
        except (RenderingFailed, TimeoutError):
            return select_representation(await template.filled(rows), scope)
        return select_representation(entry.response, scope)

    async def _rows(self, route: RecordRoute, path: str) -> Rows:
        """The record's rows: one, unless two short ids collide."""
        record_id = route.id_in(path)
        if record_id is None:
            return {}
        reads = [read.replace("{id}", record_id) for read in self._build.record_reads.get(route.pattern, ())]
        return {read: json.loads(await self._read(REST + read)) for read in reads}

    async def _make(
        self, page: PageInput, version: int, template: PageTemplate, pattern: str, is_language_url: bool
    ) -> CachedResponse:
        rendered = await self._queue.render(page, template.config)
        response = await template.rendered(rendered, page.rows, self._build.scripts.get(pattern, ()))
        if is_language_url:
            response = with_language_url(response, page.language)
        return CachedResponse(version, frozenset(), response)


def _build_redirect(path: str, query: bytes) -> PreparedResponse:
    """Not cacheable: a product may be renamed again."""
    location = path + (f"?{query.decode('latin-1')}" if query else "")
    headers = {"Location": location, "Cache-Control": REVALIDATE, "Content-Length": "0"}
    return PreparedResponse(301, encode_headers(headers), b"")
