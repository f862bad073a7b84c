"""What every request may need, made once when the gateway starts."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from tapis.changes import Changes
from tapis.database import Database
from tapis.settings import Settings
from tapis.tokens.keyring import Keyring

# An address under /rest/v1 with its query → the body that a visitor would be answered with.
Read = Callable[[str], Awaitable[bytes]]


@dataclass(frozen=True, slots=True)
class Context:
    """The settings, the way to the database, the keys of tokens, and the version of public content."""

    settings: Settings
    database: Database
    keyring: Keyring
    changes: Changes = field(default_factory=Changes)
