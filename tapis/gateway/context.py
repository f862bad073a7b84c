"""What every request may need, made once when the gateway starts."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from tapis.gateway.cache.content_version import ContentVersion
from tapis.gateway.database import Database
from tapis.gateway.invalidation import Invalidation
from tapis.gateway.settings import Settings
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
