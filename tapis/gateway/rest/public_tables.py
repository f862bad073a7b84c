"""Which tables are common property: to whom each shows every row, and that its changes are told.

Nothing here is decided by us. The catalogue of the database proves it: row level security is on, a policy
lets the role see all rows, none takes any away, the role may read every column, and a trigger tells each
change. Only answers about such tables may be kept in memory.
"""

import asyncio

from psycopg import Error as PostgresError

from tapis.gateway.cache.content_version import ContentVersion
from tapis.gateway.database import ANON, Database
from tapis.gateway.errors import DatabaseAway
from tapis.gateway.rest.request_headers import SCHEMA
from tapis.gateway.rest.schema import Queries

# Rights that changed without a word (by hand, in psql) count after this long at the latest.
LOOK_SECONDS = 3.0

Proof = tuple[tuple[str, str, str], ...]


class PublicTables:
    """The proof at hand, for one content version; read again for the next."""

    def __init__(self, database: Database, changes: ContentVersion) -> None:
        self._database = database
        self._changes = changes
        self._proof: Proof = ()
        self._roles: dict[str, frozenset[str]] = {}
        self._version = -1
        self._lock = asyncio.Lock()

    async def roles(self, table: str, version: int) -> frozenset[str]:
        """The roles to whom the table showed all its rows at this version or later. Raises DatabaseAway."""
        if self._version < version:
            async with self._lock:
                if self._version < version:
                    await self._read()
        return self._roles.get(table, frozenset())

    async def keep_current(self) -> None:
        """For ever: notice what changed without a word, and tell it."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            before = self._proof, self._version
            try:
                await self._read()
            except (DatabaseAway, PostgresError):
                continue
            if before[1] >= 0 and before[0] != self._proof:
                self._changes.bump()

    async def _read(self) -> None:
        version = self._changes.version
        found = await self._database.run(ANON, Queries.public_tables, (SCHEMA,), read_only=True)
        self._proof = tuple((table, role, shape) for table, role, shape in found.rows)
        tables = {table for table, _, _ in self._proof}
        self._roles = {
            table: frozenset(role for name, role, _ in self._proof if name == table) for table in tables
        }
        self._version = version
