"""Whether this server and this login can complete a run, checked before anything is changed."""

import psycopg

from tapis.ops.migrate.sql_files import MigrationError, Queries

OLDEST = 16


def require_privileges(connection: psycopg.Connection) -> None:
    """Raise MigrationError for a server that is too old or a replica, or a login that is not the owner."""
    if connection.info.server_version < OLDEST * 10_000:
        raise MigrationError(unsupported_version(connection.info.server_version))
    row = connection.execute(Queries.missing_privileges.encode()).fetchone()
    login, database, is_stranger, creates_no_roles, is_replica = row or ("", "", False, False, False)
    if is_replica:
        raise MigrationError("This server is a replica; name the primary in TAPIS_OWNER_URL.")
    if is_stranger:
        raise MigrationError(
            f"{login} is not the owner of the database {database}; name its owner in TAPIS_OWNER_URL."
        )
    if creates_no_roles:
        raise MigrationError(
            f"{login} may not create roles, which a shop needs; let a superuser run "
            f"`alter role {login} createrole bypassrls`."
        )


def unsupported_version(version: int) -> str:
    """The message about a server's version number as libpq has it (150018)."""
    return (
        f"This server is PostgreSQL {version // 10_000}.{version % 10_000}; "
        f"Tapis needs {OLDEST} or later: upgrade it, or use another server."
    )
