"""The pages: server-rendered ones from memory, else the shell with embedded rows, else the bare shell.

content version  ──►  render_on_change: _debounce → rows → rendered → compressed  ──►  `find_prepared`

Pages of single records are rendered on request (record_pages.py).
"""

import asyncio
import logging
from collections.abc import Mapping
from functools import partial
from urllib.parse import parse_qs

from starlette.types import Scope

from tapis.gateway.cache.content_version import ContentVersion
from tapis.gateway.cache.prepared_response import PreparedResponse, Representations
from tapis.gateway.context import Context, PublicRead
from tapis.gateway.pages.page_snapshot import NEVER, PageSnapshot
from tapis.gateway.pages.page_template import (
    PageTemplate,
    compress_page,
    language_from_query,
    select_representation,
    with_language_urls,
)
from tapis.gateway.pages.record_pages import RecordPages
from tapis.gateway.pages.record_routes import find_record_route
from tapis.gateway.pages.server_rendering import (
    FrontEndBuild,
    Placeholders,
    RenderedPage,
    RenderingFailed,
    Rows,
    load_rows_of_listed_pages,
    load_rows_of_page,
    render_listed_pages,
)
from tapis.gateway.pages.static_files import StaticFile

RETRY_SECONDS = 2.0
QUIET_SECONDS = 0.2  # without a change before rendering
MAX_DEBOUNCES = 10  # times QUIET_SECONDS
log = logging.getLogger("tapis.gateway.pages")


class ServerRenderedSite:
    def __init__(
        self,
        context: Context,
        build: FrontEndBuild,
        files: Mapping[str, StaticFile],
        read: PublicRead,
        placeholders: Placeholders,
    ) -> None:
        settings = context.settings
        self.shop = context.shop
        self._origin = settings.origin
        self._content = context.content_version
        self._build = build
        self._read = read
        self._renders = settings.render_pages == "on"
        self._make_template = partial(
            PageTemplate, context, build=build, files=dict(files), placeholders=placeholders
        )
        self._template = self._make_template(context.shop.last_known)
        self._records = RecordPages(build, self._origin, read)
        self._filled: dict[str, tuple[int, Representations]] = {}
        self._snapshot = PageSnapshot(self._template)

    def find_prepared(self, scope: Scope) -> PreparedResponse | None:
        """A server-rendered page, if it is up to date with the content."""
        is_current = self._snapshot.version == self._content.version
        return self._rendered_page(scope) if is_current else None

    async def respond(self, scope: Scope) -> PreparedResponse:
        template = await self._current_template()
        page = template.bare if self._build.has_page(scope["path"]) else template.not_found
        if self._renders and (route := find_record_route(scope["path"])):
            return await self._records.respond(scope, template, route)
        if self._is_rendered(scope):
            path = self._build.page_at(scope["path"])
            shows_rows = bool(self._build.pages[path])
            if (
                not shows_rows
                and self._snapshot.template is template
                and (rendered := self._rendered_page(scope))
            ):
                return rendered
            try:
                page = await self._with_rows(path, template)
            except Exception as error:  # noqa: BLE001 – a page without rows is better than none
                log.warning("page sent without its rows", extra={"cause": type(error).__name__})
                if rendered := self._rendered_page(scope):
                    return rendered
        return select_representation(page, scope)

    async def render_on_change(self) -> None:
        """Render whenever content has changed, for at most half of the time, until cancelled."""
        if not self._renders:
            return
        clock = asyncio.get_running_loop().time
        version = NEVER
        while True:
            await self._content.wait(version)
            await _debounce(self._content)
            version, start = self._content.version, clock()
            try:
                self._snapshot = await self._render(version)
            except Exception as error:  # noqa: BLE001 – the database may be unavailable; the last snapshot stays
                log.warning("pages were not rendered again", extra={"cause": type(error).__name__})
                version = NEVER
                await asyncio.sleep(RETRY_SECONDS)
            await asyncio.sleep(clock() - start)

    async def _current_template(self) -> PageTemplate:
        """The template with the current facts; requests after a change wait for it."""
        while (facts := await self.shop.read()) is not self._template.facts:
            self._template = await asyncio.to_thread(self._make_template, facts)
        return self._template

    def _is_rendered(self, scope: Scope) -> bool:
        if not self._renders or self._build.page_at(scope["path"]) not in self._build.pages:
            return False
        query = scope["query_string"]
        parameters = parse_qs(query.decode("latin-1")) if query else {}
        return not any(name in parameters for name in self._build.query_parameters)

    def _rendered_page(self, scope: Scope) -> PreparedResponse | None:
        if scope["query_string"] and not self._is_rendered(scope):
            return None
        snapshot = self._snapshot
        language = snapshot.template.language(scope)
        pages = snapshot.at_language_urls if language_from_query(scope) == language else snapshot.pages
        page = pages.get((self._build.page_at(scope["path"]), language))
        return select_representation(page, scope) if page else None

    async def _render(self, version: int) -> PageSnapshot:
        """The next snapshot; pages with unchanged rows are reused."""
        template = await self._current_template()
        rows = await load_rows_of_listed_pages(self._build, self._read)
        visible = {
            path: page_rows for path, page_rows in rows.items() if not self._build.is_missing(path, page_rows)
        }
        unchanged = self._snapshot.unchanged_pages(template, visible, tuple(self._build.languages))
        changed = {path: page_rows for path, page_rows in visible.items() if path not in unchanged.rows}
        pages = {
            (page.path, page.language): await self._finish(template, page, changed[page.path])
            for page in await self._render_pages(template, changed)
        }
        at_language_urls = await asyncio.to_thread(with_language_urls, pages)
        return PageSnapshot(
            template,
            version,
            visible,
            {**unchanged.pages, **pages},
            {**unchanged.at_language_urls, **at_language_urls},
        )

    async def _render_pages(self, template: PageTemplate, rows: Rows) -> list[RenderedPage]:
        try:
            return await render_listed_pages(self._build, template.config, self._origin, rows)
        except RenderingFailed as error:
            log.error("no page was rendered; browsers render them", extra={"cause": str(error)})  # noqa: TRY400
            return []

    async def _finish(
        self, template: PageTemplate, page: RenderedPage, rows: Mapping[str, object]
    ) -> Representations:
        response = await template.rendered(page, rows, self._build.scripts.get(page.path, ()))
        return await asyncio.to_thread(compress_page, response)

    async def _with_rows(self, path: str, template: PageTemplate) -> Representations:
        """The shell with the rows of this page, made once per content version."""
        version = self._content.version
        page_version, page = self._filled.get(path, (NEVER, template.bare))
        if page_version != version or not self._content.is_current:
            rows = await load_rows_of_page(self._build, path, self._read)
            if self._build.is_missing(path, rows):
                return template.not_found
            filled = await template.filled(rows, self._build.first_picture(path, rows))
            page = await asyncio.to_thread(compress_page, filled)
            self._filled[path] = (version, page)
        return page


async def _debounce(content: ContentVersion) -> None:
    """Wait for the end of a burst of changes, up to a limit."""
    for _ in range(MAX_DEBOUNCES):
        version = content.version
        await asyncio.sleep(QUIET_SECONDS)
        if content.version == version:
            return
