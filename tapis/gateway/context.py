"""What every request may need, made once when the gateway starts."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace

from tapis.gateway.cache.content_version import ContentVersion
from tapis.gateway.database import Database
from tapis.gateway.invalidation import Invalidation
from tapis.gateway.settings import Settings
from tapis.gateway.shop_facts import ShopFacts
from tapis.gateway.tokens.keyring import Keyring

# An address under /rest/v1 with its query → the body that a visitor is sent.
PublicRead = Callable[[str], Awaitable[bytes]]


@dataclass(frozen=True, slots=True)
class Context:
    settings: Settings
    database: Database
    keyring: Keyring
    content_version: ContentVersion = field(default_factory=ContentVersion)
    invalidation: Invalidation = field(default_factory=lambda: Invalidation(""))
    shop: ShopFacts = field(init=False)

    def __post_init__(self) -> None:
        facts = ShopFacts(self.settings.brand, self.database, self.content_version)
        object.__setattr__(self, "shop", facts)

    async def current_settings(self) -> Settings:
        """The settings, with the brand as the shop's administrators have written it."""
        return replace(self.settings, brand=(await self.shop.read()).brand)
