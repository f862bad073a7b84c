"""The embedded PostgreSQL: a server that lives in a data folder, closed to everybody else.

server = Embedded(Path("data"))
urls = server.start()           # urls.superuser, urls.authenticator
server.stop()

with borrow(Path("data")) as urls:   # the running server, else one for the length of the block
    ...
"""

from tapis.ops.postgres.embedded_server import Embedded, borrow, has_database
from tapis.ops.postgres.paths import Urls
from tapis.ops.postgres.server_errors import FolderRefused, FolderTaken, PostgresError, ServerFailed

__all__ = [
    "Embedded",
    "FolderRefused",
    "FolderTaken",
    "PostgresError",
    "ServerFailed",
    "Urls",
    "borrow",
    "has_database",
]
