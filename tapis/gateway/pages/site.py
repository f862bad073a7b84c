"""The pages: server-rendered ones from memory, else the shell with its rows inside, else the bare shell.

content version  ──►  keep_rendered: debounce → rows → rendered → compressed  ──►  `find_prepared`

Pages of single products are rendered when they are asked for (product_pages.py).
"""

import asyncio
import logging
from collections.abc import Mapping
from urllib.parse import parse_qs

from starlette.types import Scope

from tapis.gateway.cache.content_version import ContentVersion
from tapis.gateway.cache.prepared_response import PreparedResponse, Representations
from tapis.gateway.context import Context, PublicRead
from tapis.gateway.pages.frame import Frame, compress, select_representation
from tapis.gateway.pages.product_address import is_below_products
from tapis.gateway.pages.product_pages import ProductPages
from tapis.gateway.pages.server_rendering import (
    Build,
    Placeholders,
    RenderedPage,
    RenderingFailed,
    read_page,
    read_rows,
    render,
)
from tapis.gateway.pages.shell import front_end_config
from tapis.gateway.pages.static_files import File

RETRY_SECONDS = 2.0
QUIET_SECONDS = 0.2  # without a change, until pages are rendered
LONGEST_BURST = 10  # times that
log = logging.getLogger("tapis.gateway.pages")


NEVER = -1  # before any content version


class Site:
    def __init__(
        self,
        context: Context,
        build: Build,
        files: Mapping[str, File],
        read: PublicRead,
        placeholders: Placeholders,
    ) -> None:
        settings = context.settings
        self._origin = settings.origin
        self._content = context.content_version
        self._build = build
        self._read = read
        self._config = front_end_config(context)
        self._renders = settings.render_pages == "on"
        self._frame = Frame(context, build, files, placeholders)
        self._products = ProductPages(build, self._config, self._origin, read, self._frame)
        self._filled: dict[str, tuple[int, Representations]] = {}
        self._rendered: Mapping[tuple[str, str], Representations] = {}  # by path and language
        self._rendered_version = NEVER
        self._without_rows: dict[tuple[str, str], Representations] = {}  # rendered once

    def find_prepared(self, scope: Scope) -> PreparedResponse | None:
        """A server-rendered page, if it is as new as the content."""
        reads = self._build.pages.get(self._build.page_at(scope["path"]))
        is_current = reads == () or self._rendered_version == self._content.version
        return self._rendered_page(scope) if reads is not None and is_current else None

    async def respond(self, scope: Scope) -> PreparedResponse:
        page = self._frame.bare
        if self._renders and is_below_products(scope["path"]):
            return await self._products.respond(scope)
        if self._is_rendered(scope):
            try:
                page = await self._with_rows(self._build.page_at(scope["path"]))
            except Exception as error:  # noqa: BLE001 – a page without rows is better than none
                log.warning("page sent without its rows", extra={"cause": type(error).__name__})
                if rendered := self._rendered_page(scope):
                    return rendered
        return select_representation(page, scope)

    async def keep_rendered(self) -> None:
        """Render whenever content has changed, for at most half of the time, until cancelled."""
        if not self._renders:
            return
        clock = asyncio.get_running_loop().time
        version = NEVER
        while True:
            await self._content.wait(version)
            await until_quiet(self._content)
            version, start = self._content.version, clock()
            try:
                self._rendered, self._rendered_version = await self._render(), version
            except RenderingFailed as error:
                self._rendered, self._rendered_version = {}, NEVER
                log.error("no page was rendered; browsers render them", extra={"cause": str(error)})  # noqa: TRY400
            except Exception as error:  # noqa: BLE001 – the database may be away; the last edition still holds
                log.warning("pages were not rendered again", extra={"cause": type(error).__name__})
                version = NEVER
                await asyncio.sleep(RETRY_SECONDS)
            await asyncio.sleep(clock() - start)

    def _is_rendered(self, scope: Scope) -> bool:
        if not self._renders or self._build.page_at(scope["path"]) not in self._build.pages:
            return False
        query = scope["query_string"]
        parameters = parse_qs(query.decode("latin-1")) if query else {}
        return not any(name in parameters for name in self._build.query_parameters)

    def _rendered_page(self, scope: Scope) -> PreparedResponse | None:
        if scope["query_string"] and not self._is_rendered(scope):
            return None
        page = self._rendered.get((self._build.page_at(scope["path"]), self._frame.language(scope)))
        return select_representation(page, scope) if page else None

    async def _render(self) -> Mapping[tuple[str, str], Representations]:
        rows = await read_rows(self._build, self._read)
        due = {path: found for path, found in rows.items() if found or not self._without_rows}
        rendered = await render(self._build, self._config, self._origin, due)
        pages = {(page.path, page.language): await self._finish(page, rows[page.path]) for page in rendered}
        self._without_rows |= {key: page for key, page in pages.items() if not rows[key[0]]}
        return self._without_rows | pages

    async def _finish(self, page: RenderedPage, rows: Mapping[str, object]) -> Representations:
        response = await self._frame.rendered(page, rows, self._build.scripts.get(page.path, ()))
        return await asyncio.to_thread(compress, response)

    async def _with_rows(self, path: str) -> Representations:
        """The shell with the rows of this page, made once per content version."""
        version = self._content.version
        made_at, page = self._filled.get(path, (-1, self._frame.bare))
        if made_at != version or not self._content.is_current:
            rows = await read_page(self._build, path, self._read)
            filled = await self._frame.filled(rows, self._build.first_picture(path, rows))
            page = await asyncio.to_thread(compress, filled)
            self._filled[path] = (version, page)
        return page


async def until_quiet(content: ContentVersion) -> None:
    """Wait for the end of a burst of changes, but not for long."""
    for _ in range(LONGEST_BURST):
        version = content.version
        await asyncio.sleep(QUIET_SECONDS)
        if content.version == version:
            return
