"""The shop's facts: brand.toml, overridden by the administrators' entries; never stale."""

import logging
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from psycopg import Error as PostgresError

from tapis.gateway.cache.content_version import ContentVersion
from tapis.gateway.cache.negotiation import choose_language
from tapis.gateway.database import ANON, Database
from tapis.gateway.database.named_queries import NamedQueries
from tapis.gateway.errors import DatabaseUnavailable
from tapis.gateway.settings import Brand

NEVER = -1  # before any content version
log = logging.getLogger("tapis.gateway.shop_facts")

queries = NamedQueries(__file__)


@dataclass(frozen=True, slots=True)
class Facts:
    """`row` as the front end reads it; for its empty fields the brand's file applies."""

    brand: Brand
    row: Mapping[str, Any] | None = None

    def choose_language(self, languages: Collection[str], cookie: str, accept_language: str) -> str:
        """The language chosen in the shop, else the browser's preference, else the shop's default."""
        default = (self.row or {}).get("default_language", "")
        first = [default] if default in languages else []
        return choose_language((*first, *languages), cookie, accept_language, f"{self.brand.prefix}language")


class ShopFactsCache:
    def __init__(self, brand: Brand, database: Database, content: ContentVersion) -> None:
        self._brand = brand
        self._database = database
        self._content = content
        self.last_known = Facts(brand)
        self._version = NEVER

    async def read(self) -> Facts:
        """Queried once per content version; while the database is unavailable, the last known facts."""
        version = self._content.version
        if self._version != version or not self._content.is_current:
            try:
                found = (await self._database.run(ANON, queries.shop_facts, read_only=True)).one()
            except (PostgresError, DatabaseUnavailable) as error:
                log.warning("the shop's facts were not read", extra={"cause": type(error).__name__})
                return self.last_known
            row = found[0] if found else None
            if row != self.last_known.row:
                self.last_known = Facts(_merge_brand(self._brand, row or {}), row)
            self._version = version
        return self.last_known


def _merge_brand(brand: Brand, row: Mapping[str, Any]) -> Brand:
    """The brand with the administrators' entries, for mails, the manifest and pages without rows."""
    overrides = {name: row[name] for name in ("name", "address") if row.get(name) is not None}
    if row.get("tagline") is not None:
        tagline, translations = row["tagline"], row.get("translations", {})
        languages = ("en", "id")
        overrides["tagline"] = {
            language: translations.get(language, {}).get("tagline", tagline) for language in languages
        }
    return replace(brand, **overrides)
