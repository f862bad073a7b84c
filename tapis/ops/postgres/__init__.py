"""The embedded PostgreSQL: a server in a data folder that only this account can reach."""

from tapis.ops.postgres.embedded_server import (
    EmbeddedServer,
    ensure_server,
    has_database,
    require_database,
    require_version,
)
from tapis.ops.postgres.paths import ConnectionUrls

__all__ = [
    "ConnectionUrls",
    "EmbeddedServer",
    "ensure_server",
    "has_database",
    "require_database",
    "require_version",
]
