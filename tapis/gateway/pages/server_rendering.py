"""Draws all pages in all languages: rows from the data API, HTML from a child process."""

import asyncio
import json
import logging
import sys
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tapis.gateway.context import Read
from tapis.gateway.pages.build_manifest import Build

RENDERER = Path(__file__).with_name("render_process.py")
SECONDS = 8.0
PREFIX = "/rest/v1/"
log = logging.getLogger("tapis.gateway.pages")

# Path → address → rows.
Rows = Mapping[str, Mapping[str, Any]]
# The HTML of a page → a style sheet that the page's pictures are shown with until they have come.
Placeholders = Callable[[str], Awaitable[str]]


class NotDrawn(Exception):
    """The child process did not give the pages; the text says why."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """One page in one language: what belongs into the head, and the body."""

    path: str
    language: str
    head: str
    body: str


async def read_rows(build: Build, read: Read) -> Rows:
    """What the pages show now. Raises what a visitor would be refused with."""
    return {path: await read_page(build, path, read) for path in build.pages}


async def read_page(build: Build, path: str, read: Read) -> Mapping[str, Any]:
    """What one page shows now, by address."""
    return {address: json.loads(await read(PREFIX + address)) for address in build.pages[path]}


async def draw(build: Build, config: Mapping[str, Any], origin: str, rows: Rows) -> list[Drawn]:
    """Have every page drawn in every language. Raises NotDrawn."""
    places = [(path, language) for path in build.pages for language in build.languages]
    drawings = [
        {"path": path, "language": language, "origin": origin, "rows": rows[path]}
        for path, language in places
    ]
    job = {"script": str(build.script), "config": config, "drawings": drawings}
    answer = json.loads(await _child(json.dumps(job).encode()))
    return [
        Drawn(path, language, drawn["head"], drawn["body"])
        for (path, language), drawn in zip(places, answer, strict=True)
    ]


async def _child(job: bytes) -> bytes:
    """Run the renderer once, for so long and no longer."""
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        "-I",
        RENDERER,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        answer, complaint = await asyncio.wait_for(child.communicate(job), SECONDS)
    except TimeoutError as error:
        raise NotDrawn(f"the renderer took longer than {SECONDS:g} s") from error
    finally:
        if child.returncode is None:
            child.kill()
            await child.wait()
    if child.returncode:
        raise NotDrawn(
            f"the renderer ended with {child.returncode}: {complaint.decode(errors='replace')[-500:]}"
        )
    return answer
