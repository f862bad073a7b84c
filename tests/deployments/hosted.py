"""Prepares a database like a hosted project's: with the platform's schemas and an owner with few rights."""

from pathlib import Path

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo

from tests.conftest import ROOT

HERE = Path(__file__).parent
OWNER = "project_owner"
PASSWORD = "kain-tapis-1976"
# On the embedded server a login needs a line in two files, written through SQL.
HBA_LINE = f"local all {OWNER} peer map=tapis"
NAMES = f"""
select format('tapis "%s" {OWNER}', sys_name) from pg_ident_file_mappings
where map_name = 'tapis' group by sys_name
"""
ADD = """
do $$
begin
    if strpos(pg_read_file({file}), {lines}) = 0 then
        execute format('copy (select unnest(string_to_array(%L, chr(10)))) to %L',
            rtrim(pg_read_file({file}), chr(10)) || chr(10) || {lines}, {file});
    end if;
end
$$
"""


def prepare(superuser: str, *, gateway: bool = False) -> str:
    """Turn an empty database into a hosted project's; returns the connection address of its owner.

    `gateway`: keep what our own gateway needs to take the place of the project's services.
    """
    with psycopg.connect(superuser, autocommit=True) as connection, connection.transaction():
        for file in sorted((ROOT / "db" / "platform").glob("*.sql")):
            connection.execute(file.read_bytes())
        connection.execute((HERE / "hosted_project.sql").read_bytes())
        if not gateway:
            connection.execute((HERE / "bare.sql").read_bytes())
        connection.execute(sql.SQL("alter role {} password {}").format(sql.Identifier(OWNER), PASSWORD))
        if _is_local(connection):
            _allow_local_login(connection)
    return make_conninfo(superuser, user=OWNER, password=PASSWORD)


def _is_local(connection: psycopg.Connection) -> bool:
    return connection.info.host.startswith("/")


def _allow_local_login(connection: psycopg.Connection) -> None:
    """Map the accounts of this machine to the project's owner as well."""
    names = "\n".join(line for (line,) in connection.execute(NAMES).fetchall())
    for which, lines in (("hba_file", HBA_LINE), ("ident_file", names)):
        row = connection.execute("select current_setting(%s)", [which]).fetchone()
        file = sql.Literal(row[0] if row else "")
        connection.execute(sql.SQL(ADD).format(file=file, lines=sql.Literal(lines)))
    connection.execute("select pg_reload_conf()")
