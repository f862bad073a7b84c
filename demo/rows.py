"""The rows of the demo shop as its texts tell them, each with the orders for its pictures."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID, uuid5

from demo.pictures.camera import develop
from demo.pictures.scenes import Order, compose

TEXTS = Path(__file__).parent / "texts"
DEMO = UUID("7a915d3e-0f5c-4f0e-9d6b-5a0f1fc2964a")
"""Where the numbers of demo rows come from: the same row has the same uuid in every shop."""

# Table → where its pictures go, by column; in the order in which a shop is filled.
FOLDERS: dict[str, dict[str, str]] = {
    "slides": {"image": "slides"},
    "about_us_section": {"image": "about-us-section"},
    "products": {"image": "products"},
    "gallery": {"image": "gallery"},
    "payment_methods": {"qris_image": "payment-methods"},
    "about_us": {},
    "audition_registrations": {
        "comcard_image": "audition-registrations/comcards",
        "invoice_image": "audition-registrations/invoices",
    },
    "audition_announcements": {},
}


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture to be taken: where it goes, the name of its file without ending, and what is on it."""

    folder: str
    title: str
    order: Order

    @property
    def filename(self) -> str:
        """The title, a number that is always the same, and the ending."""
        return f"{self.title}-{uuid5(DEMO, f'{self.folder}/{self.title}')}.jpg"

    def take(self) -> bytes:
        """The picture as JPEG, 12 megapixels."""
        seed = Random(f"{self.folder}/{self.title}").randrange(1, 10_000)
        return develop(compose(self.order, seed), seed)


@dataclass(frozen=True, slots=True)
class Row:
    """A row as the texts tell it: `facts` may hold times as days and hours from now; pictures by column."""

    table: str
    place: int
    of: int
    facts: dict[str, Any]
    pictures: dict[str, Picture]

    @property
    def uuid(self) -> str:
        """The row's number in every shop."""
        return str(uuid5(DEMO, f"{self.table} {self.place}"))


@cache
def rows() -> tuple[Row, ...]:
    """All rows, table by table in the order of FOLDERS, newest first within each."""
    told: dict[str, Any] = {}
    for file in sorted(TEXTS.glob("*.toml")):
        told |= tomllib.loads(file.read_text("utf-8"))
    return tuple(row for table in FOLDERS for row in _table(table, told[table]))


def _table(table: str, entries: list[dict[str, Any]]) -> Iterator[Row]:
    for place, entry in enumerate(entries):
        pictures = {
            column: Picture(FOLDERS[table][column], order["file"], order)
            for column, order in entry.get("pictures", {}).items()
        }
        facts = {column: value for column, value in entry.items() if column != "pictures"}
        yield Row(table, place, len(entries), facts, pictures)
