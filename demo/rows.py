"""The rows of the demo shop as its texts tell them, each with the order for its picture."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

from demo.pictures.camera import develop
from demo.pictures.scenes import Order, compose

TEXTS = Path(__file__).parent / "texts"
FILES = ("slides", "about", "payment_methods", "products", "gallery")


@dataclass(frozen=True)
class Picture:
    """A picture to be taken: the name of its file without ending, and what is on it."""

    file: str
    order: Order
    seed: int

    def take(self) -> bytes:
        """The picture as JPEG, 12 megapixels."""
        return develop(compose(self.order, self.seed), self.seed)


@dataclass(frozen=True)
class Row:
    """A row without its keys, times and image."""

    table: str
    facts: dict[str, str | int]
    picture: Picture | None


@cache
def rows() -> list[Row]:
    """All rows of the texts, table by table, newest first within each."""
    return [
        _row(table, number, dict(entry))
        for name in FILES
        for table, entries in tomllib.loads((TEXTS / f"{name}.toml").read_text("utf-8")).items()
        for number, entry in enumerate(entries if isinstance(entries, list) else [entries])
    ]


def _row(table: str, number: int, entry: dict[str, str | int | Order]) -> Row:
    order, file = entry.pop("picture", None), entry.pop("file", None)
    seed = Random(f"{table} {file}").randrange(1, 10_000)
    picture = Picture(str(file), order, seed) if isinstance(order, dict) else None
    return Row(table, {key: value for key, value in entry.items() if not isinstance(value, dict)}, picture)
