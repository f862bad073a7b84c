"""Routes of pages of single records, as in the front end (productPath.ts, castingEvent.ts)."""

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

# Eight digits at the end identify a product: after renaming, old paths still work.
SHORT_ID = re.compile(r"(?:[/-])([0-9a-f]{8})/?$", re.IGNORECASE)
UUID = re.compile(r"/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/?$", re.IGNORECASE)
WORDS = re.compile(r"[a-z0-9]+")
MAX_SLUG_LENGTH = 60


@dataclass(frozen=True, slots=True)
class RecordRoute:
    """`pattern`: the front end's pattern of the page. `columns`: those that form the path of a row."""

    table: str
    pattern: str
    columns: str
    id_pattern: re.Pattern[str]
    path_of: Callable[[Mapping[str, Any]], str]

    def matches(self, path: str) -> bool:
        return re.fullmatch(rf"/{self.table}/[^/]+/?", path) is not None

    def id_in(self, path: str) -> str | None:
        match = self.id_pattern.search(path)
        return match[1].lower() if match else None


def _build_product_path(product: Mapping[str, Any]) -> str:
    decomposed = unicodedata.normalize("NFKD", product["heading"])
    plain = "".join(letter for letter in decomposed if not unicodedata.category(letter).startswith("M"))
    slug = "-".join(WORDS.findall(plain.lower()))[:MAX_SLUG_LENGTH].removesuffix("-")
    if slug.startswith("admin"):
        slug = ""  # the address would be an admin page's
    return "/products/" + "-".join(filter(None, (slug, product["uuid"][:8])))


def _build_event_path(event: Mapping[str, Any]) -> str:
    return f"/events/{event['uuid']}"


ROUTES = (
    RecordRoute("products", "/products/:product", "uuid,heading", SHORT_ID, _build_product_path),
    RecordRoute("events", "/events/:event", "uuid", UUID, _build_event_path),
)


def find_record_route(path: str) -> RecordRoute | None:
    return next((route for route in ROUTES if route.matches(path)), None)
