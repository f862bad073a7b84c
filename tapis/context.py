"""What every request may need, made once when the gateway starts."""

from dataclasses import dataclass

from tapis.database import Database
from tapis.settings import Settings
from tapis.tokens import Keyring


@dataclass(frozen=True, slots=True)
class Context:
    """The settings, the way to the database, and the keys that sign and verify tokens."""

    settings: Settings
    database: Database
    keyring: Keyring
