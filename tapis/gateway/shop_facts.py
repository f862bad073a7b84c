"""What the shop says of itself: brand.toml, and over it what its administrators have written, never stale."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from psycopg import Error as PostgresError

from tapis.gateway.cache.content_version import ContentVersion
from tapis.gateway.database import ANON, Database
from tapis.gateway.database.named_queries import NamedQueries
from tapis.gateway.errors import DatabaseUnavailable
from tapis.gateway.settings import Brand

NEVER = -1  # before any content version
log = logging.getLogger("tapis.gateway.shop_facts")

queries = NamedQueries(__file__)


@dataclass(frozen=True, slots=True)
class Facts:
    """`row` as the front end reads it; its empty fields are what the brand's file says."""

    brand: Brand
    row: Mapping[str, Any] | None = None

    def default_language_first(self, languages: Sequence[str]) -> tuple[str, ...]:
        """These languages, the shop's own first: it is spoken to whoever asks for none of them."""
        own = (self.row or {}).get("default_language")
        return tuple(sorted(languages, key=lambda language: language != own))


class ShopFacts:
    def __init__(self, brand: Brand, database: Database, content: ContentVersion) -> None:
        self._brand = brand
        self._database = database
        self._content = content
        self.known = Facts(brand)
        self._known_at = NEVER

    async def read(self) -> Facts:
        """Asked once for each content version; while the database is unavailable, what was known last."""
        version = self._content.version
        if self._known_at != version or not self._content.is_current:
            try:
                found = (await self._database.run(ANON, queries.shop_facts, read_only=True)).one()
            except (PostgresError, DatabaseUnavailable) as error:
                log.warning("the shop's facts were not read", extra={"cause": type(error).__name__})
                return self.known
            row = found[0] if found else None
            if row != self.known.row:
                self.known = Facts(merge_brand(self._brand, row or {}), row)
            self._known_at = version
        return self.known


def merge_brand(brand: Brand, row: Mapping[str, Any]) -> Brand:
    """The brand with what mails, the manifest and a page without rows say of it."""
    written = {name: row[name] for name in ("name", "address") if row.get(name) is not None}
    if row.get("tagline") is not None:
        own, other = row["tagline"], row.get("translations", {})
        languages = ("en", "id")
        written["tagline"] = {one: other.get(one, {}).get("tagline", own) for one in languages}
    return replace(brand, **written)
