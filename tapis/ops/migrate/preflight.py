"""Whether a run can come to its end on this server and with this login, asked before anything is done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapis.ops.migrate.migration_error import MigrationError

if TYPE_CHECKING:
    import psycopg

OLDEST = 16
# Who signs in, where, and what this login lacks: to make schemas or own what is there, to make roles.
LACKS = """
select current_user, current_database(),
    not has_database_privilege(current_database(), 'create')
        or exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
            where n.nspname = 'private' and c.relname = 'migrations'
                and not pg_has_role(c.relowner, 'usage')),
    not exists (select from pg_roles where rolname = 'anon')
        and not exists (select from pg_roles where rolname = current_user and (rolcreaterole or rolsuper)),
    pg_is_in_recovery()
"""


def require_privileges(connection: psycopg.Connection) -> None:
    """Raise MigrationError for a server that is too old or only copies another, and for a stranger."""
    if connection.info.server_version < OLDEST * 10_000:
        raise MigrationError(too_old(connection.info.server_version))
    row = connection.execute(LACKS).fetchone()
    login, database, is_stranger, makes_no_roles, is_copy = row or ("", "", False, False, False)
    if is_copy:
        raise MigrationError("This server only copies another one; name that in TAPIS_OWNER_URL.")
    if is_stranger:
        raise MigrationError(
            f"{login} is not the owner of the database {database}; name its owner in TAPIS_OWNER_URL."
        )
    if makes_no_roles:
        raise MigrationError(
            f"{login} may make no roles, and a shop needs some; have a superuser say "
            f"`alter role {login} createrole bypassrls`."
        )


def too_old(version: int) -> str:
    """The sentence about a server of a version number as libpq tells it (150018)."""
    return (
        f"This server is PostgreSQL {version // 10_000}.{version % 10_000}; "
        f"Tapis needs {OLDEST} or later, so bring it up to date or take another."
    )
