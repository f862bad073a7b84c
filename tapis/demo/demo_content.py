"""The content of the demo shop: texts, people, pictures, rows and orders."""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any
from uuid import UUID, uuid5

from tapis.demo.generated_pictures import PaymentProof

FOLDER = Path(__file__).parent
# A row has the same uuid in every demo shop.
NAMESPACE = UUID("7a915d3e-0f5c-4f0e-9d6b-5a0f1fc2964a")
# In the order of insertion.
TABLES = (
    "slides", "about_us_section", "products", "gallery", "payment_methods", "delivery_ways", "about_us",
    "shop_settings", "events", "audition_registrations", "audition_announcements", "transactions",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class PictureColumn:
    """The folder of a column's pictures, and whether search engines may index them."""

    folder: str
    is_indexed: bool


NO_COLUMN = PictureColumn("", is_indexed=False)
PictureColumns = Mapping[tuple[str, str], PictureColumn]
"""The declarations of the database, by table and column."""


@dataclass(frozen=True, slots=True)
class DemoPerson:
    """Somebody with an account; `delivery` has their delivery details, if any."""

    key: str
    email: str
    role: str
    delivery: dict[str, str]


@dataclass(frozen=True, slots=True)
class DemoPicture:
    """A picture below `pictures/` or a generated one, and its storage path. Rows don't share pictures."""

    column: PictureColumn
    source: str
    row: str
    draw: Callable[[datetime], bytes] | None = None
    """Draws it for the time at which its row was created."""

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
        return demo_picture_path(self.source)

    def content(self, made: datetime) -> bytes:
        return self.draw(made) if self.draw else self.file.read_bytes()


@dataclass(frozen=True, slots=True)
class OrderOutcome:
    """The outcome of an order: its final status, and the shop's notes."""

    status: str
    reason: str = ""
    is_packed: bool = False
    tracking_number: str = ""
    refund: int = 0
    note: str = ""


@dataclass(frozen=True, slots=True)
class DemoRow:
    """One row; `columns` may hold times as days and hours from now. `position` counts from the newest."""

    table: str
    position: int
    count: int
    columns: dict[str, Any]
    pictures: dict[str, DemoPicture]
    person: str
    """The owner's key; empty for the shop's own rows."""
    lines: tuple["DemoOrderLine", ...] = ()
    more_images: tuple[DemoPicture, ...] = ()
    """Further pictures of a product."""
    days: float = 0
    """Its age in days; 0: derived from its position."""
    proof: PaymentProof | None = None
    outcome: OrderOutcome | None = None

    @property
    def uuid(self) -> str:
        return demo_row_uuid(self.table, self.position)


@dataclass(frozen=True, slots=True)
class DemoOrderLine:
    product: DemoRow
    size: str
    quantity: int


# The id of the only row of shop_settings.
ONLY = "00000000-0000-4000-8000-000000000001"


def demo_row_uuid(table: str, position: int) -> str:
    if table == "shop_settings":
        return ONLY
    return str(uuid5(NAMESPACE, f"{table} {position}"))


@cache
def load_demo_content() -> dict[str, Any]:
    tables: dict[str, Any] = {}
    for file in sorted((FOLDER / "content").glob("*.toml")):
        tables |= tomllib.loads(file.read_text("utf-8"))
    return tables


def load_demo_people() -> tuple[DemoPerson, ...]:
    return tuple(DemoPerson(**{"delivery": {}, **entry}) for entry in load_demo_content()["people"])


def demo_picture_path(source: str) -> Path:
    return FOLDER / "pictures" / f"{source}.jpg"
