"""A database prepared like a hosted project: its platform is there, and its owner may do little about it."""

from pathlib import Path

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo

from tests.conftest import ROOT

HERE = Path(__file__).parent
OWNER = "project_owner"
PASSWORD = "kain-tapis-1976"
# On the machine's own server a login is a line in two files, which the server itself writes.
DOOR = f"local all {OWNER} peer map=tapis"
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
    """Make an empty database a hosted project; gives the address at which its owner signs in.

    `gateway`: leave in what our own gateway needs, so that it can stand for the project's services.
    """
    with psycopg.connect(superuser, autocommit=True) as connection, connection.transaction():
        for file in sorted((ROOT / "db" / "platform").glob("*.sql")):
            connection.execute(file.read_bytes())
        connection.execute((HERE / "hosted_project.sql").read_bytes())
        if not gateway:
            connection.execute((HERE / "bare.sql").read_bytes())
        connection.execute(sql.SQL("alter role {} password {}").format(sql.Identifier(OWNER), PASSWORD))
        if _is_local(connection):
            _open_door(connection)
    return make_conninfo(superuser, user=OWNER, password=PASSWORD)


def _is_local(connection: psycopg.Connection) -> bool:
    return connection.info.host.startswith("/")


def _open_door(connection: psycopg.Connection) -> None:
    """Let the accounts of this machine that may be anybody be the owner of a project, too."""
    names = "\n".join(line for (line,) in connection.execute(NAMES).fetchall())
    for which, lines in (("hba_file", DOOR), ("ident_file", names)):
        row = connection.execute("select current_setting(%s)", [which]).fetchone()
        file = sql.Literal(row[0] if row else "")
        connection.execute(sql.SQL(ADD).format(file=file, lines=sql.Literal(lines)))
    connection.execute("select pg_reload_conf()")
