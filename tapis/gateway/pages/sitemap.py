"""The sitemap with the page of every record, created on request when content has changed."""

import asyncio
import json
import logging

from tapis.gateway.cache.content_version import ContentVersion
from tapis.gateway.cache.prepared_response import Representations
from tapis.gateway.context import PublicRead
from tapis.gateway.pages.record_routes import ROUTES, RecordRoute
from tapis.gateway.pages.server_rendering import FrontEndBuild, load_rows_of_page
from tapis.gateway.pages.static_files import build_sitemap
from tapis.gateway.services import REST

MAX_ADDRESSES = 50_000  # per sitemap, a limit of the protocol
ROWS_PER_READ = 1_000
log = logging.getLogger("tapis.gateway.pages")


class Sitemap:
    def __init__(self, build: FrontEndBuild, origin: str, content: ContentVersion, read: PublicRead) -> None:
        self._build = build
        self._origin = origin
        self._content = content
        self._read = read
        self._version = -1
        self._lock = asyncio.Lock()
        self._response = build_sitemap(build.listed, origin).representations()

    async def representations(self) -> Representations:
        """Created once for concurrent requests; while the database is unavailable, the last one is served."""
        if not self._is_current:
            async with self._lock:
                if not self._is_current:
                    await self._make()
        return self._response

    @property
    def _is_current(self) -> bool:
        return self._content.is_current and self._version == self._content.version

    async def _make(self) -> None:
        version = self._content.version
        try:
            paths = [*self._build.listed, *await self._optional_paths()]
            for route in ROUTES:
                paths += await self._record_paths(route)
            file = build_sitemap(paths[:MAX_ADDRESSES], self._origin)
            self._response, self._version = await asyncio.to_thread(file.representations), version
        except Exception as error:  # noqa: BLE001 – an older sitemap is better than none
            log.warning("sitemap not made again", extra={"cause": type(error).__name__})

    async def _optional_paths(self) -> list[str]:
        rows_by_path = {
            path: await load_rows_of_page(self._build, path, self._read)
            for path in sorted(self._build.optional)
        }
        return [path for path, rows in rows_by_path.items() if not self._build.is_missing(path, rows)]

    async def _record_paths(self, route: RecordRoute) -> list[str]:
        paths: list[str] = []
        while len(paths) % ROWS_PER_READ == 0 and len(paths) < MAX_ADDRESSES:
            page = f"order=uuid&limit={ROWS_PER_READ}&offset={len(paths)}"
            query = f"{route.table}?select={route.columns}&{page}"
            rows = json.loads(await self._read(REST + query))
            if not rows:
                break
            paths += [route.path_of(row) for row in rows]
        return paths
