"""What the build of the front end tells the server: the script that renders pages, and which pages."""

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
    """The pages that can be rendered, as the front end describes them.

    `pages`: path → the addresses below /rest/v1 that it shows.
    `first_pictures`: path → the one of them with the first picture, and the link that preloads it.
    `languages`: language → files with its messages.
    `query_parameters`: with one of these in its query a page is left to the browser.
    """

    script: Path
    pages: Mapping[str, tuple[str, ...]]
    first_pictures: Mapping[str, tuple[str, str]]
    languages: Mapping[str, tuple[str, ...]]
    query_parameters: tuple[str, ...]

    def first_picture(self, path: str, rows: Mapping[str, Any]) -> str:
        """The link that preloads the first picture of a page; empty without one."""
        read, link = self.first_pictures.get(path, ("", ""))
        stored = STORED.search(json.dumps(rows.get(read, [])[:1]))
        return link.replace("{picture}", html.escape(stored[1])) if stored else ""


def read_build(folder: Path = SERVER_BUNDLE) -> Build:
    """The build's own description. Raises FileNotFoundError when the front end was never built."""
    described = json.loads((folder / "pages.json").read_text("utf-8"))
    return Build(
        script=folder / "pages.js",
        pages={path: tuple(reads) for path, reads in described["pages"].items()},
        first_pictures={
            path: (first["read"], first["link"]) for path, first in described["firstPictures"].items()
        },
        languages={language: tuple(files) for language, files in described["languages"].items()},
        query_parameters=tuple(described["queryParameters"]),
    )
