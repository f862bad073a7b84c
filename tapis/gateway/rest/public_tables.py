"""Public tables: those that provably show every row to a role, and notify of every change.

The catalogue of the database is the proof: row level security is on, a policy lets the role see all rows,
no restrictive policy exists, the role may read every column, and a trigger notifies of each change. Only
reads of such tables are cached.
"""

import asyncio

from psycopg import Error as PostgresError

from tapis.gateway.cache.content_version import ContentVersion
from tapis.gateway.database import ANON, Database
from tapis.gateway.errors import DatabaseAway
from tapis.gateway.rest.request_headers import SCHEMA
from tapis.gateway.rest.schema import Queries

# Rights that change without a notification (by hand, in psql) count after this long at the latest.
POLL_SECONDS = 3.0

Proof = tuple[tuple[str, str, str], ...]


class PublicTables:
    """The proof for one content version; read again for the next."""

    def __init__(self, database: Database, content: ContentVersion) -> None:
        self._database = database
        self._content = content
        self._proof: Proof = ()
        self._roles: dict[str, frozenset[str]] = {}
        self._version = -1
        self._lock = asyncio.Lock()

    async def roles(self, table: str, version: int) -> frozenset[str]:
        """The roles that saw all rows of the table at this version or later. Raises DatabaseAway."""
        if self._version < version:
            async with self._lock:
                if self._version < version:
                    await self._read()
        return self._roles.get(table, frozenset())

    async def keep_current(self) -> None:
        """Raise the content version when rights changed without a notification; until cancelled."""
        while True:
            await asyncio.sleep(POLL_SECONDS)
            before = self._proof, self._version
            try:
                await self._read()
            except (DatabaseAway, PostgresError):
                continue
            if before[1] >= 0 and before[0] != self._proof:
                self._content.bump()

    async def _read(self) -> None:
        version = self._content.version
        found = await self._database.run(ANON, Queries.public_tables, (SCHEMA,), read_only=True)
        self._proof = tuple((table, role, shape) for table, role, shape in found.rows)
        tables = {table for table, _, _ in self._proof}
        self._roles = {
            table: frozenset(role for name, role, _ in self._proof if name == table) for table in tables
        }
        self._version = version
