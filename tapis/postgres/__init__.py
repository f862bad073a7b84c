"""The embedded PostgreSQL: a server that lives in a data folder, closed to everybody else.

server = Embedded(Path("data"))
urls = server.start()           # urls.superuser, urls.authenticator
server.stop()

with borrow(Path("data")) as urls:   # the running server, else one for the length of the block
    ...
"""

from tapis.postgres.embedded import Embedded, borrow, has_database
from tapis.postgres.errors import FolderRefused, FolderTaken, PostgresError, ServerFailed
from tapis.postgres.place import Urls

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
