"""The embedded PostgreSQL: a server in a data folder that only this account can reach."""

from tapis.ops.postgres.embedded_server import (
    EmbeddedServer,
    ensure_server,
    has_database,
    require_database,
)

__all__ = ["EmbeddedServer", "ensure_server", "has_database", "require_database"]
