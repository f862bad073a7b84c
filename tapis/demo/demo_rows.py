"""The rows of the demo shop, read from `content/`, with their pictures."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from uuid import UUID, uuid5

FOLDER = Path(__file__).parent
# A row has the same uuid in every demo shop.
NAMESPACE = UUID("7a915d3e-0f5c-4f0e-9d6b-5a0f1fc2964a")
# Table → the storage folder of each picture column; in the order in which a shop is filled.
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
    """A picture in `pictures/`, and its place in the shop's storage."""

    folder: str
    title: str

    @property
    def filename(self) -> str:
        return f"{self.title}-{uuid5(NAMESPACE, f'{self.folder}/{self.title}')}.jpg"

    @property
    def file(self) -> Path:
        return FOLDER / "pictures" / self.folder / f"{self.title}.jpg"


@dataclass(frozen=True, slots=True)
class Row:
    """One row; `columns` may hold times as days and hours from now. `position` counts from the newest."""

    table: str
    position: int
    count: int
    columns: dict[str, Any]
    pictures: dict[str, Picture]

    @property
    def uuid(self) -> str:
        return str(uuid5(NAMESPACE, f"{self.table} {self.position}"))

    @property
    def is_personal(self) -> bool:
        """Whether it has the demo's talent as its owner."""
        return self.table.startswith("audition_")


@cache
def rows() -> tuple[Row, ...]:
    """All rows, table by table in the order of FOLDERS, the newest first."""
    content: dict[str, Any] = {}
    for file in sorted((FOLDER / "content").glob("*.toml")):
        content |= tomllib.loads(file.read_text("utf-8"))
    return tuple(row for table in FOLDERS for row in _rows_of(table, content[table]))


def _rows_of(table: str, entries: list[dict[str, Any]]) -> Iterator[Row]:
    for position, entry in enumerate(entries):
        titles = entry.pop("pictures", {})
        pictures = {column: Picture(FOLDERS[table][column], title) for column, title in titles.items()}
        yield Row(table, position, len(entries), entry, pictures)
