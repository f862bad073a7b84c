"""Server-side rendering of all pages in all languages: rows from the data API, HTML from a child process."""

import asyncio
import html
import json
import logging
import re
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from tapis.gateway.context import PublicRead
from tapis.gateway.services import REST
from tapis.resources import SERVER_BUNDLE

RENDERER = Path(__file__).with_name("render_process.py")
TIMEOUT_SECONDS = 8.0
log = logging.getLogger("tapis.gateway.pages")

# Path → address → rows.
Rows = Mapping[str, Mapping[str, Any]]
# The HTML of a page → a style sheet that shows its pictures' placeholders.
Placeholders = Callable[[str], Awaitable[str]]
STORED_PICTURE = re.compile(r"/storage/v1/object/public/([^\"?\\]+)")


@dataclass(frozen=True, slots=True)
class FrontEndBuild:
    """The pages that can be rendered, from the build's description.

    `known`: every page of the front end; any other address leads home.
    `pages`: path → its reads, URLs below /rest/v1.
    `first_pictures`: path → the read with the first picture, and the link that preloads it.
    `languages`: language → files with its messages.
    `query_parameters`: with one of these in its query a page is left to the browser.
    `optional`: pages that exist only while one of their reads returns a row.
    `record_reads`: pattern → the reads of the page of a record, with `{id}` as placeholder.
    `scripts`: path or pattern → files that this page needs besides the common ones.
    """

    script: Path
    pages: Mapping[str, tuple[str, ...]]
    first_pictures: Mapping[str, tuple[str, str]]
    languages: Mapping[str, tuple[str, ...]]
    query_parameters: tuple[str, ...]
    known: tuple[str, ...] = ()
    optional: frozenset[str] = frozenset()
    record_reads: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    scripts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def listed(self) -> tuple[str, ...]:
        """The pages that always show rows: the ones to list for search engines."""
        return tuple(path for path, reads in self.pages.items() if reads and path not in self.optional)

    def page_at(self, path: str) -> str:
        """The page of a path, also of one below a page that ends in `/*`; else the path itself."""
        below = (page for page in self.pages if page.endswith("/*") and path.startswith(page[:-1]))
        return path if path in self.pages else next(below, path)

    def has_page(self, path: str) -> bool:
        """Whether the front end has this page, matched as in web/src/lib/paths.ts."""
        parts = path.lower().rstrip("/").split("/")
        return any(_matches_pattern(pattern.rstrip("/").split("/"), parts) for pattern in self.known)

    def is_missing(self, path: str, rows: Mapping[str, Any]) -> bool:
        """Whether an optional page has no rows now, and so doesn't exist."""
        return path in self.optional and not any(rows.values())

    def first_picture(self, path: str, rows: Mapping[str, Any]) -> str:
        """The link that preloads the first picture of a page; empty without one."""
        read, link = self.first_pictures.get(path, ("", ""))
        match = STORED_PICTURE.search(json.dumps(rows.get(read, [])[:1]))
        return link.replace("{picture}", html.escape(match[1])) if match else ""


def _matches_pattern(pattern: list[str], path: list[str]) -> bool:
    if pattern[-1] == "*":
        return path[: len(pattern) - 1] == pattern[:-1]
    parts = zip(pattern, path, strict=False)
    return len(pattern) == len(path) and all(one == other or one[:1] == ":" for one, other in parts)


def read_build() -> FrontEndBuild:
    """Read the build's description. Raises FileNotFoundError when the front end was never built."""
    description = json.loads((SERVER_BUNDLE / "pages.json").read_text("utf-8"))
    return FrontEndBuild(
        script=SERVER_BUNDLE / "pages.js",
        pages={path: tuple(reads) for path, reads in description["pages"].items()},
        first_pictures={
            path: (first["read"], first["link"]) for path, first in description["firstPictures"].items()
        },
        languages={language: tuple(files) for language, files in description["languages"].items()},
        query_parameters=tuple(description["queryParameters"]),
        known=tuple(description["known"]),
        optional=frozenset(description["optional"]),
        record_reads={pattern: tuple(reads) for pattern, reads in description["records"].items()},
        scripts={path: tuple(files) for path, files in description["scripts"].items()},
    )


class RenderingFailed(Exception):
    """No page could be rendered; the text says why."""


@dataclass(frozen=True, slots=True)
class PageInput:
    """One page in one language, to be rendered with these rows."""

    path: str
    language: str
    origin: str
    rows: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class RenderedPage:
    path: str
    language: str
    head: str
    body: str
    structured_data: str


async def load_rows_of_listed_pages(build: FrontEndBuild, read: PublicRead) -> Rows:
    return {path: await load_rows_of_page(build, path, read) for path in build.pages}


async def load_rows_of_page(build: FrontEndBuild, path: str, read: PublicRead) -> Mapping[str, Any]:
    return {address: json.loads(await read(REST + address)) for address in build.pages[path]}


async def render_listed_pages(
    build: FrontEndBuild, config: Mapping[str, Any], origin: str, rows: Rows
) -> list[RenderedPage]:
    """Render the pages of these rows in every language, as render_pages does."""
    pages = [PageInput(path, language, origin, rows[path]) for path in rows for language in build.languages]
    return await render_pages(build, config, pages)


async def render_pages(
    build: FrontEndBuild, config: Mapping[str, Any], pages: Sequence[PageInput]
) -> list[RenderedPage]:
    """Render these pages; one that fails is logged and left out. Raises RenderingFailed when all fail."""
    if not pages:
        return []
    job = {"script": str(build.script), "config": config}
    try:
        results = await _run_child(job, pages)
    except RenderingFailed as error:  # one page may be the cause: render each in its own process
        log.warning("rendering pages one by one", extra={"cause": str(error)})
        results = [await _render_alone(job, page) for page in pages]
    rendered = [
        RenderedPage(page.path, page.language, **result)
        for page, result in zip(pages, results, strict=True)
        if _is_rendered(page, result)
    ]
    if not rendered:
        raise RenderingFailed(results[0]["error"])
    return rendered


def _is_rendered(page: PageInput, result: Mapping[str, Any]) -> bool:
    if "error" not in result:
        return True
    facts = {"page": page.path, "language": page.language, "records": result.get("records", [])}
    log.error("page left to the browser to render", extra={**facts, "cause": result["error"]})
    return False


async def _render_alone(job: Mapping[str, Any], page: PageInput) -> Mapping[str, Any]:
    try:
        (result,) = await _run_child(job, [page])
    except RenderingFailed as error:
        return {"error": str(error)}
    return result


async def _run_child(job: Mapping[str, Any], pages: Sequence[PageInput]) -> Sequence[Mapping[str, Any]]:
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        "-I",
        RENDERER,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        request = json.dumps({**job, "pages": [asdict(page) for page in pages]}).encode()
        async with asyncio.timeout(TIMEOUT_SECONDS):
            output, reason = await child.communicate(request)
    except TimeoutError as error:
        raise RenderingFailed(f"the renderer took longer than {TIMEOUT_SECONDS:g} s") from error
    finally:
        if child.returncode is None:
            child.kill()
            await child.wait()
    if child.returncode:
        message = reason.decode(errors="replace")[-500:]
        raise RenderingFailed(f"the renderer ended with {child.returncode}: {message}")
    results: list[dict[str, Any]] = json.loads(output)
    return results
