"""What the build of the front end left for the server: the script that draws, and what it draws."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tapis.settings import PROJECT

DIST = PROJECT / "web" / "dist"
DRAWING = PROJECT / "web" / "dist-server"


@dataclass(frozen=True, slots=True)
class Build:
    """The pages that can be drawn, told by the front end itself, so that no product word stands here.

    `pages`: path → the addresses below /rest/v1 that it shows. `languages`: language → files with its
    sentences. `drawn_by_query`: names which, in a page's query, make it another page than the one drawn.
    """

    script: Path
    pages: Mapping[str, tuple[str, ...]]
    languages: Mapping[str, tuple[str, ...]]
    drawn_by_query: tuple[str, ...]


def read_build(folder: Path = DRAWING) -> Build:
    """The build's own description. Raises FileNotFoundError when the front end was never built."""
    told = json.loads((folder / "pages.json").read_text("utf-8"))
    return Build(
        script=folder / "pages.js",
        pages={path: tuple(reads) for path, reads in told["pages"].items()},
        languages={language: tuple(files) for language, files in told["languages"].items()},
        drawn_by_query=tuple(told["drawnByQuery"]),
    )
