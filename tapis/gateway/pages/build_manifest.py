"""What the build of the front end left for the server: the script that draws, and what it draws."""

import html
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tapis.resources import SERVER_BUNDLE

STORED = re.compile(r"/storage/v1/object/public/([^\"?\\]+)")


@dataclass(frozen=True, slots=True)
class Build:
    """The pages that can be drawn, told by the front end itself, so that no product word stands here.

    `pages`: path → the addresses below /rest/v1 that it shows.
    `pictures`: path → the one of them with the first picture, and the link that asks for it.
    `languages`: language → files with its sentences.
    `drawn_by_query`: names which, in a page's query, make it another page than the one drawn.
    """

    script: Path
    pages: Mapping[str, tuple[str, ...]]
    pictures: Mapping[str, tuple[str, str]]
    languages: Mapping[str, tuple[str, ...]]
    drawn_by_query: tuple[str, ...]

    def first_picture(self, path: str, rows: Mapping[str, Any]) -> str:
        """The link that has the first picture fetched before the page is drawn; empty without one."""
        read, link = self.pictures.get(path, ("", ""))
        stored = STORED.search(json.dumps(rows.get(read, [])[:1]))
        return link.replace("{picture}", html.escape(stored[1])) if stored else ""


def read_build(folder: Path = SERVER_BUNDLE) -> Build:
    """The build's own description. Raises FileNotFoundError when the front end was never built."""
    told = json.loads((folder / "pages.json").read_text("utf-8"))
    return Build(
        script=folder / "pages.js",
        pages={path: tuple(reads) for path, reads in told["pages"].items()},
        pictures={path: (first["read"], first["link"]) for path, first in told["pictures"].items()},
        languages={language: tuple(files) for language, files in told["languages"].items()},
        drawn_by_query=tuple(told["drawnByQuery"]),
    )
