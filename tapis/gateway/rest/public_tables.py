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

# Rights that changed without a word (by hand, in psql) count after this long at the latest.
LOOK_SECONDS = 3.0

# tgtype 60: after each statement (not row, not before) that inserts, deletes, updates or truncates.
PROOF = """
select c.relname, r.rolname,
    (select md5(string_agg(format('%s %s', a.attname, a.atttypid), ',' order by a.attnum)) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped)
from pg_class c
join pg_namespace n on n.oid = c.relnamespace
cross join pg_roles r
where n.nspname = $1 and r.rolname in ('anon', 'authenticated') and not r.rolsuper and not r.rolbypassrls
    and c.relkind = 'r' and not c.relhassubclass and c.relrowsecurity
    and has_schema_privilege(r.oid, n.oid, 'usage') and has_table_privilege(r.oid, c.oid, 'select')
    and exists (
        select from pg_policy p where p.polrelid = c.oid and p.polpermissive and p.polcmd in ('r', '*')
            and (0 = any (p.polroles) or r.oid = any (p.polroles))
            and pg_get_expr(p.polqual, p.polrelid) = 'true')
    and not exists (
        select from pg_policy p where p.polrelid = c.oid and not p.polpermissive and p.polcmd in ('r', '*'))
    and exists (
        select from pg_trigger t join pg_proc f on f.oid = t.tgfoid
        where t.tgrelid = c.oid and t.tgenabled in ('O', 'A') and t.tgtype = 60 and t.tgqual is null
            and f.proname = 'tg__tell_changed')
order by 1, 2
"""

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
        found = await self._database.run(ANON, PROOF, (SCHEMA,), read_only=True)
        self._proof = tuple((table, role, shape) for table, role, shape in found.rows)
        tables = {table for table, _, _ in self._proof}
        self._roles = {
            table: frozenset(role for name, role, _ in self._proof if name == table) for table in tables
        }
        self._version = version
