"""Pages that wait to be rendered: in batches, one process at a time, for at most half of the time."""

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice, takewhile
from typing import Any

from tapis.gateway.pages.server_rendering import Build, Page, RenderedPage, RenderingFailed, render_pages

MAX_BATCH = 40  # pages that one process renders
log = logging.getLogger("tapis.gateway.pages")


@dataclass(frozen=True, slots=True)
class PendingPage:
    page: Page
    config: Mapping[str, Any]
    rendered: "asyncio.Future[RenderedPage]"


class RenderingQueue:
    def __init__(self, build: Build) -> None:
        self._build = build
        self._waiting: list[PendingPage] = []
        self._rendering: asyncio.Task[None] | None = None

    async def render(self, page: Page, config: Mapping[str, Any]) -> RenderedPage:
        """Wait for a page. Raises RenderingFailed."""
        waiting = PendingPage(page, config, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        if self._rendering is None:
            self._rendering = asyncio.create_task(self._render_waiting())
        return await waiting.rendered

    async def _render_waiting(self) -> None:
        clock = asyncio.get_running_loop().time
        while batch := self._next_batch():
            del self._waiting[: len(batch)]
            start = clock()
            found = {(page.path, page.language): page for page in await self._rendered(batch)}
            for one in batch:
                if page := found.get((one.page.path, one.page.language)):
                    one.rendered.set_result(page)
                else:
                    one.rendered.set_exception(RenderingFailed(one.page.path))
            await asyncio.sleep(clock() - start)
        self._rendering = None

    def _next_batch(self) -> list[PendingPage]:
        """Pages of one configuration, as one process has one."""
        same = takewhile(lambda one: one.config == self._waiting[0].config, self._waiting)
        return list(islice(same, MAX_BATCH))

    async def _rendered(self, batch: list[PendingPage]) -> list[RenderedPage]:
        """None of them after any failure: whoever waits next has another process."""
        try:
            return await render_pages(self._build, batch[0].config, [one.page for one in batch])
        except Exception as error:  # noqa: BLE001 – also where the system has no process left
            log.warning("pages left to the browser to render", extra={"cause": type(error).__name__})
            return []
