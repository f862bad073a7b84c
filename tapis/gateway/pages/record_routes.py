"""Routes of pages of single records, as the front end makes them (productAddress.ts, castingEvent.ts)."""

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

SHORT_ID = re.compile(r"(?:[/-])([0-9a-f]{8})/?$", re.IGNORECASE)
UUID = re.compile(r"/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/?$", re.IGNORECASE)
WORDS = re.compile(r"[a-z0-9]+")
LONGEST_WORDS = 60


@dataclass(frozen=True, slots=True)
class RecordRoute:
    """`pattern`: as the front end describes the page. `columns`: what the address of a row is made of."""

    table: str
    pattern: str
    columns: str
    id_in: Callable[[str], str | None]
    path_of: Callable[[Mapping[str, Any]], str]

    def matches(self, path: str) -> bool:
        return re.fullmatch(rf"/{self.table}/[^/]+/?", path) is not None


def product_path(product: Mapping[str, Any]) -> str:
    decomposed = unicodedata.normalize("NFKD", product["heading"])
    plain = "".join(letter for letter in decomposed if not unicodedata.category(letter).startswith("M"))
    words = "-".join(WORDS.findall(plain.lower()))[:LONGEST_WORDS].removesuffix("-")
    return "/products/" + "-".join(filter(None, (words, product["uuid"][:8])))


def short_id_in(path: str) -> str | None:
    """The eight digits at the end, which alone find the product: a renamed one keeps its old address."""
    found = SHORT_ID.search(path)
    return found[1].lower() if found else None


def event_path(event: Mapping[str, Any]) -> str:
    return f"/events/{event['uuid']}"


def uuid_in(path: str) -> str | None:
    found = UUID.search(path)
    return found[1].lower() if found else None


ROUTES = (
    RecordRoute("products", "/products/:product", "uuid,heading", short_id_in, product_path),
    RecordRoute("events", "/events/:event", "uuid", uuid_in, event_path),
)


def route_at(path: str) -> RecordRoute | None:
    return next((route for route in ROUTES if route.matches(path)), None)
