"""The sitemap with the page of every product, made anew when content has changed and it is asked for."""

import asyncio
import json
import logging
from collections.abc import Iterable

from tapis.gateway.cache.content_version import ContentVersion
from tapis.gateway.cache.prepared_response import Representations
from tapis.gateway.context import PublicRead
from tapis.gateway.pages.product_address import product_path
from tapis.gateway.pages.server_rendering import PREFIX
from tapis.gateway.pages.static_files import sitemap

MAX_ADDRESSES = 50_000  # of one sitemap, as the protocol says
ROWS_PER_READ = 1_000
log = logging.getLogger("tapis.gateway.pages")


class SiteMap:
    def __init__(self, paths: Iterable[str], origin: str, content: ContentVersion, read: PublicRead) -> None:
        self._paths = tuple(paths)
        self._origin = origin
        self._content = content
        self._read = read
        self._made_at = -1
        self._making = asyncio.Lock()
        self._made = sitemap(self._paths, origin).representations()

    async def representations(self) -> Representations:
        """Made once for all who ask meanwhile. While the database is away: as it was made last."""
        if not self._holds:
            async with self._making:
                if not self._holds:
                    await self._make()
        return self._made

    @property
    def _holds(self) -> bool:
        return self._content.is_current and self._made_at == self._content.version

    async def _make(self) -> None:
        version = self._content.version
        try:
            paths = [*self._paths, *await self._product_paths()]
            file = sitemap(paths[:MAX_ADDRESSES], self._origin)
            self._made, self._made_at = await asyncio.to_thread(file.representations), version
        except Exception as error:  # noqa: BLE001 – an older sitemap is better than none
            log.warning("sitemap not made again", extra={"cause": type(error).__name__})

    async def _product_paths(self) -> list[str]:
        paths: list[str] = []
        while len(paths) % ROWS_PER_READ == 0 and len(paths) < MAX_ADDRESSES:
            question = f"products?select=uuid,heading&order=uuid&limit={ROWS_PER_READ}&offset={len(paths)}"
            rows = json.loads(await self._read(PREFIX + question))
            if not rows:
                break
            paths += [product_path(row["uuid"], row["heading"]) for row in rows]
        return paths
