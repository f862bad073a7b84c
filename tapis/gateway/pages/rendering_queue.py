"""A queue of pages to render: in batches, one process at a time, at most half of the time."""

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice, takewhile
from typing import Any

from tapis.gateway.pages.server_rendering import (
    FrontEndBuild,
    PageInput,
    RenderedPage,
    RenderingFailed,
    render_pages,
)

MAX_BATCH = 40  # pages that one process renders
log = logging.getLogger("tapis.gateway.pages")


@dataclass(frozen=True, slots=True)
class PendingPage:
    page: PageInput
    config: Mapping[str, Any]
    rendered: "asyncio.Future[RenderedPage]"


class RenderingQueue:
    def __init__(self, build: FrontEndBuild) -> None:
        self._build = build
        self._queue: list[PendingPage] = []
        self._rendering: asyncio.Task[None] | None = None

    async def render(self, page: PageInput, config: Mapping[str, Any]) -> RenderedPage:
        """Queue a page and wait for it. Raises RenderingFailed."""
        pending = PendingPage(page, config, asyncio.get_running_loop().create_future())
        self._queue.append(pending)
        if self._rendering is None:
            self._rendering = asyncio.create_task(self._render_queued())
        return await pending.rendered

    async def _render_queued(self) -> None:
        clock = asyncio.get_running_loop().time
        while batch := self._next_batch():
            del self._queue[: len(batch)]
            start = clock()
            rendered_pages = {(page.path, page.language): page for page in await self._render_batch(batch)}
            for pending in batch:
                if page := rendered_pages.get((pending.page.path, pending.page.language)):
                    pending.rendered.set_result(page)
                else:
                    pending.rendered.set_exception(RenderingFailed(pending.page.path))
            await asyncio.sleep(clock() - start)
        self._rendering = None

    def _next_batch(self) -> list[PendingPage]:
        """The next pages with the same configuration, as a process has only one."""
        same_config = takewhile(lambda pending: pending.config == self._queue[0].config, self._queue)
        return list(islice(same_config, MAX_BATCH))

    async def _render_batch(self, batch: list[PendingPage]) -> list[RenderedPage]:
        """Empty after any failure; the next batch has a new process."""
        try:
            return await render_pages(self._build, batch[0].config, [pending.page for pending in batch])
        except Exception as error:  # noqa: BLE001 – also when no process can be started
            log.warning("pages left to the browser to render", extra={"cause": type(error).__name__})
            return []
