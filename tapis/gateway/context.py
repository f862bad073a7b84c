"""The objects that requests share, created once at startup."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace

from tapis.gateway.cache.content_version import ContentVersion
from tapis.gateway.database import Database
from tapis.gateway.invalidation import InvalidationListener
from tapis.gateway.settings import Settings
from tapis.gateway.shop_facts import ShopFactsCache
from tapis.gateway.tokens.keyring import Keyring

# A path below /rest/v1 with its query → the response body for an anonymous visitor.
PublicRead = Callable[[str], Awaitable[bytes]]


@dataclass(frozen=True, slots=True)
class Context:
    settings: Settings
    database: Database
    keyring: Keyring
    content_version: ContentVersion
    invalidation: InvalidationListener
    shop: ShopFactsCache = field(init=False)

    def __post_init__(self) -> None:
        facts = ShopFactsCache(self.settings.brand, self.database, self.content_version)
        object.__setattr__(self, "shop", facts)

    async def current_settings(self) -> Settings:
        """The settings, with the brand as edited by the shop's administrators."""
        return replace(self.settings, brand=(await self.shop.read()).brand)
