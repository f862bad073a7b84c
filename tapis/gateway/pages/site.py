"""The pages of the face: drawn ones from memory, else the shell with the rows inside, else the bare shell.

changes.version  ──►  keep_fresh: calm? → rows → drawn → compressed  ──►  the edition `at_once` answers from
"""

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from urllib.parse import parse_qs

from starlette.types import Scope

from tapis.gateway.cache.prepared_response import PreparedResponse
from tapis.gateway.context import Context, Read
from tapis.gateway.http.language import choose
from tapis.gateway.pages.build_manifest import Build
from tapis.gateway.pages.debounce import Visits, calm
from tapis.gateway.pages.page_responses import Asked, PageAnswers, make_answers, version_of
from tapis.gateway.pages.server_rendering import Drawn, NotDrawn, Placeholders, draw, read_page, read_rows
from tapis.gateway.pages.shell import branded, config, inline_json, plain_head
from tapis.gateway.pages.static_files import File

RETRY_SECONDS = 2.0
log = logging.getLogger("tapis.gateway.pages")

# Path and language → the page.
Pages = Mapping[tuple[str, str], PageAnswers]


@dataclass(frozen=True, slots=True)
class Edition:
    """All pages as they were drawn at one version of the content."""

    version: int
    pages: Pages


NOTHING = Edition(-1, MappingProxyType({}))


class Site:
    """Answers for the pages of one worker, and keeps them fresh."""

    def __init__(
        self,
        context: Context,
        build: Build,
        files: Mapping[str, File],
        read: Read,
        placeholders: Placeholders,
    ) -> None:
        settings = context.settings
        self.origin = settings.origin
        self._changes = context.changes
        self._build = build
        self._read = read
        self._placeholders = placeholders
        self._config = config(context)
        self._cookie = f"{settings.brand.prefix}language"
        self._languages = tuple(build.languages)
        self._draws = settings.draw_pages == "on"
        shell = branded(files["/index.html"], context)
        # Only a drawn page has anything to paint before its scripts: there the style sheet goes inside.
        self._frame = shell.with_styles_inside(files).with_scripts_later()
        self._shell = shell.with_head(plain_head(settings.brand, self.origin))
        self._bare = make_answers(self._shell, version_of(self._shell.text))
        self._filled: dict[str, tuple[int, PageAnswers]] = {}
        self._edition = NOTHING
        self._visits = Visits()

    def at_once(self, scope: Scope) -> PreparedResponse | None:
        """A drawn page, if it is as new as the content."""
        if scope["path"] not in self._build.pages or scope["method"] not in {"GET", "HEAD"}:
            return None
        return self._from_edition(scope) if self._edition.version == self._changes.version else None

    async def answer(self, scope: Scope) -> PreparedResponse:
        """Any page, whatever state the shop is in."""
        asked, method = Asked.of(scope), scope["method"]
        if not self._is_drawn(scope):
            return self._bare.to(asked, method)
        if b"text/html" in dict(scope["headers"]).get(b"accept", b""):
            self._visits.note(asyncio.get_running_loop().time())
        try:
            return (await self._with_rows(scope["path"])).to(asked, method)
        except Exception as error:  # noqa: BLE001 – a page without rows is better than none
            log.warning("a page goes without its rows", extra={"cause": type(error).__name__})
        return self._from_edition(scope) or self._bare.to(asked, method)

    async def keep_fresh(self) -> None:
        """Draw for ever, whenever content has changed."""
        if not self._draws:
            return
        clock = asyncio.get_running_loop().time
        version = NOTHING.version
        while True:
            await self._changes.wait(version)
            await calm(self._changes, self._visits)
            version, start = self._changes.version, clock()
            try:
                self._edition = Edition(version, await self._draw())
            except NotDrawn as error:
                self._edition = NOTHING
                log.error("pages are not drawn; the browser draws them", extra={"cause": str(error)})  # noqa: TRY400
            except Exception as error:  # noqa: BLE001 – the database may be away; what is drawn still holds
                log.warning("pages stay as they are", extra={"cause": type(error).__name__})
                version = NOTHING.version
                await asyncio.sleep(RETRY_SECONDS)
            await asyncio.sleep(clock() - start)

    def _is_drawn(self, scope: Scope) -> bool:
        query = scope["query_string"]
        return (
            self._draws
            and scope["path"] in self._build.pages
            and not (
                query
                and any(name in parse_qs(query.decode("latin-1")) for name in self._build.drawn_by_query)
            )
        )

    def _from_edition(self, scope: Scope) -> PreparedResponse | None:
        if scope["query_string"] and not self._is_drawn(scope):
            return None
        asked = Asked.of(scope)
        language = choose(self._languages, asked.cookie, asked.languages, self._cookie)
        page = self._edition.pages.get((scope["path"], language))
        if page is None:
            return None
        self._visits.note(asyncio.get_running_loop().time())
        return page.to(asked, scope["method"])

    async def _draw(self) -> Pages:
        rows = await read_rows(self._build, self._read)
        drawn = await draw(self._build, self._config, self.origin, rows)
        return {(page.path, page.language): await self._finished(page, rows[page.path]) for page in drawn}

    async def _finished(self, page: Drawn, rows: Mapping[str, object]) -> PageAnswers:
        placeholders = await self._placeholders(page.body)
        preloads = "".join(
            f'<link rel="later" href="/{file}">' for file in self._build.languages[page.language]
        )
        style = f"<style>{placeholders}</style>" if placeholders else ""
        version = self._version_of(rows)
        shell = (
            self._frame.with_language(page.language)
            .with_head(page.head)
            .with_more_head(preloads + style)
            .with_rows(version, rows)
            .with_body(page.body)
        )
        return await asyncio.to_thread(make_answers, shell, version, page.language)

    def _version_of(self, rows: Mapping[str, object]) -> str:
        """The same however the page is made: the browser knows by it whether its rows still hold."""
        return version_of(self._shell.text, inline_json(rows))

    async def _with_rows(self, path: str) -> PageAnswers:
        """The shell with what this page shows, once per version of the content."""
        version = self._changes.version
        made, answers = self._filled.get(path, (-1, self._bare))
        if made != version or not self._changes.is_current:
            rows = await read_page(self._build, path, self._read)
            name = self._version_of(rows)
            shell = self._shell.with_more_head(self._build.first_picture(path, rows)).with_rows(name, rows)
            answers = await asyncio.to_thread(make_answers, shell, name)
            self._filled[path] = (version, answers)
        return answers
