"""The embedded PostgreSQL: a server in a data folder that only this account can reach.

server = EmbeddedServer(Path("data"))
urls = server.start()           # urls.superuser, urls.authenticator
server.stop()

with ensure_server(Path("data")) as urls:   # the running server, else one for the length of the block
    ...
"""

from tapis.ops.postgres.embedded_server import EmbeddedServer, ensure_server, has_database
from tapis.ops.postgres.paths import Urls
from tapis.ops.postgres.server_errors import FolderRefused, FolderTaken, PostgresError, ServerFailed

__all__ = [
    "EmbeddedServer",
    "FolderRefused",
    "FolderTaken",
    "PostgresError",
    "ServerFailed",
    "Urls",
    "ensure_server",
    "has_database",
]
