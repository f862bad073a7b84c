"""Parts of a gateway that runs alone, without workers or others to notify."""

from tapis.gateway.cache.content_version import ContentVersion
from tapis.gateway.context import Context
from tapis.gateway.database import Database
from tapis.gateway.invalidation import InvalidationListener
from tapis.gateway.settings import Settings
from tapis.gateway.tokens.keyring import Keyring, load_keyring
from tapis.gateway.tokens.revoked_sessions import RevokedSessions

ALONE = InvalidationListener("")


def build_context(settings: Settings, database: Database) -> Context:
    """A context whose keyring is empty."""
    return Context(settings, database, Keyring("", RevokedSessions(), ALONE), ContentVersion(), ALONE)


async def read_keyring(database: Database, site_url: str = "") -> Keyring:
    """The keys of a shop."""
    return await load_keyring(database, site_url, RevokedSessions(), ALONE)
