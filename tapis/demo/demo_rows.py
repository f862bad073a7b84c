"""The people and rows of the demo shop, read from `content/`, with their pictures."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from uuid import UUID, uuid5

FOLDER = Path(__file__).parent
# A row has the same uuid in every demo shop.
NAMESPACE = UUID("7a915d3e-0f5c-4f0e-9d6b-5a0f1fc2964a")
# In the order in which a shop is filled.
TABLES = (
    "slides", "about_us_section", "products", "gallery", "payment_methods", "about_us", "shop_settings",
    "audition_registrations", "audition_announcements", "transactions",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class PictureColumn:
    """Where the pictures of a column are stored, and whether search engines may show them."""

    folder: str
    is_indexed: bool


PictureColumns = Mapping[tuple[str, str], PictureColumn]
"""As the database declares them, by table and column."""


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

    column: PictureColumn
    source: str
    row: str

    @property
    def folder(self) -> str:
        return self.column.folder

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
    more_images: tuple[Picture, ...] = ()
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


# Of the only row of shop_settings.
ONLY = "00000000-0000-4000-8000-000000000001"


def uuid_of(table: str, position: int) -> str:
    if table == "shop_settings":
        return ONLY
    return str(uuid5(NAMESPACE, f"{table} {position}"))


@cache
def content() -> dict[str, Any]:
    tables: dict[str, Any] = {}
    for file in sorted((FOLDER / "content").glob("*.toml")):
        tables |= tomllib.loads(file.read_text("utf-8"))
    return tables


def people() -> tuple[Person, ...]:
    return tuple(Person(**{"delivery": {}, **entry}) for entry in content()["people"])


def rows(declared: PictureColumns) -> tuple[Row, ...]:
    """All rows, table by table in the order of TABLES, the newest first."""
    found: dict[str, list[Row]] = {}
    for table in TABLES:
        found[table] = list(_rows_of(table, declared, found.get("products", [])))
    return tuple(row for table in TABLES for row in found[table])


def _rows_of(table: str, declared: PictureColumns, products: list[Row]) -> Iterator[Row]:
    entries: list[dict[str, Any]] = content()[table]
    for position, entry in enumerate(entries):
        columns = dict(entry)
        titles: dict[str, str] = columns.pop("pictures", {})
        person: str = columns.pop("person", "")
        lines: list[dict[str, Any]] = columns.pop("lines", [])
        more_images: list[str] = columns.pop("more_images", [])
        if "sizes" in columns:
            columns["sizes"] = [{"stock": None} | size for size in columns["sizes"]]
        if "id" in columns:
            columns["translations"] = {"id": columns.pop("id")}
        uuid = uuid_of(table, position)
        pictures = {
            column: _picture(declared[table, column], title, uuid) for column, title in titles.items()
        }
        ordered = tuple(_line(line, products) for line in lines)
        more = tuple(_picture(declared["products", "pictures"], title, uuid) for title in more_images)
        yield Row(table, position, len(entries), columns, pictures, person, ordered, more)


def _picture(column: PictureColumn, title: str, row: str) -> Picture:
    """A picture of the folder's own, or of another one where the title names it."""
    return Picture(column, title if "/" in title else f"{column.folder}/{title}", row)


def _line(line: dict[str, Any], products: list[Row]) -> Line:
    product = next(row for row in products if row.pictures["image"].title == line["product"])
    return Line(product, line.get("size", ""), line.get("quantity", 1))
