"""The people and rows of the demo shop, read from `content/`, with their pictures."""

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
    "transactions": {"invoice_image": "transactions/invoices"},
}


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with an account; `delivery` is where their orders go, if they said so."""

    key: str
    email: str
    role: str
    delivery: dict[str, str]


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture below `pictures/`, and its place in the shop's storage. No two rows share a stored one."""

    folder: str
    source: str
    row: str

    @property
    def title(self) -> str:
        return self.source.rpartition("/")[2]

    @property
    def filename(self) -> str:
        return f"{self.title}-{uuid5(NAMESPACE, f'{self.row} {self.folder}/{self.source}')}.jpg"

    @property
    def file(self) -> Path:
        return FOLDER / "pictures" / f"{self.source}.jpg"


@dataclass(frozen=True, slots=True)
class Row:
    """One row; `columns` may hold times as days and hours from now. `position` counts from the newest."""

    table: str
    position: int
    count: int
    columns: dict[str, Any]
    pictures: dict[str, Picture]
    person: str
    """Whose it is; empty for what the shop itself shows."""
    lines: tuple["Line", ...] = ()
    further: tuple[Picture, ...] = ()
    """Of a product: the pictures after its image."""

    @property
    def uuid(self) -> str:
        return uuid_of(self.table, self.position)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of an order."""

    product: Row
    size: str
    quantity: int


def uuid_of(table: str, position: int) -> str:
    return str(uuid5(NAMESPACE, f"{table} {position}"))


@cache
def content() -> dict[str, Any]:
    tables: dict[str, Any] = {}
    for file in sorted((FOLDER / "content").glob("*.toml")):
        tables |= tomllib.loads(file.read_text("utf-8"))
    return tables


def people() -> tuple[Person, ...]:
    return tuple(Person(**{"delivery": {}, **entry}) for entry in content()["people"])


@cache
def rows() -> tuple[Row, ...]:
    """All rows, table by table in the order of FOLDERS, the newest first."""
    found: dict[str, list[Row]] = {}
    for table in FOLDERS:
        found[table] = list(_rows_of(table, content()[table], found.get("products", [])))
    return tuple(row for table in FOLDERS for row in found[table])


def _rows_of(table: str, entries: list[dict[str, Any]], products: list[Row]) -> Iterator[Row]:
    for position, entry in enumerate(entries):
        columns = dict(entry)
        titles: dict[str, str] = columns.pop("pictures", {})
        person: str = columns.pop("person", "")
        lines: list[dict[str, Any]] = columns.pop("lines", [])
        further: list[str] = columns.pop("further", [])
        if "sizes" in columns:
            columns["sizes"] = [{"stock": None} | size for size in columns["sizes"]]
        if "id" in columns:
            columns["translations"] = {"id": columns.pop("id")}
        uuid = uuid_of(table, position)
        pictures = {column: _picture(FOLDERS[table][column], title, uuid) for column, title in titles.items()}
        ordered = tuple(_line(line, products) for line in lines)
        more = tuple(_picture("products", title, uuid) for title in further)
        yield Row(table, position, len(entries), columns, pictures, person, ordered, more)


def _picture(folder: str, title: str, row: str) -> Picture:
    """A picture of the folder's own, or of another one where the title names it."""
    return Picture(folder, title if "/" in title else f"{folder}/{title}", row)


def _line(line: dict[str, Any], products: list[Row]) -> Line:
    product = next(row for row in products if row.pictures["image"].title == line["product"])
    return Line(product, line.get("size", ""), line.get("quantity", 1))
