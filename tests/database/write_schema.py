"""Writes db/schema.sql, the schema that migrations, functions and policies build, and the row types.

.venv/bin/python -m tests.database.write_schema
"""

import re
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg

from tapis.ops.migrate.runner import migrate
from tapis.ops.postgres import EmbeddedServer
from tapis.ops.postgres.binaries import INSTALLATION, find_wheel_folder
from tests.database.shorter_dump import shorten_dump
from tests.database.write_row_types import ROW_TYPES, build_row_types

DB = Path(__file__).resolve().parent.parent.parent / "db"
SNAPSHOT = DB / "schema.sql"
HEADER = """\
-- Generated from migrations/, functions/ and policies/ by `make schema`; reviewed, never edited.
-- The schemas public and private, then our rules on tables of the platform. Bodies of functions are in
-- functions/. Each table has row level security, and no function is open to PUBLIC: exceptions have a line.

"""
# What tells nothing about the schema: settings of the dump, and a banner above each thing.
NOISE = re.compile(
    r"^--\n-- PostgreSQL database dump.*\n--\n|^-- Dumped .*\n|^SET .*\n|^SELECT pg_catalog\..*\n"
    r"|^\\(?:un)?restrict .*\n|^--\n-- Name: .*\n--\n",
    re.MULTILINE,
)
BODY = re.compile(r"\n    (?:AS (\$\w*\$).*?\1|BEGIN ATOMIC\n.*?\nEND|RETURN [^\n]*);", re.DOTALL)
# What the dump writes in two lines or more, and is one rule.
CONTINUED = re.compile(r"\n    (?=LANGUAGE |SET \w+ TO |ADD CONSTRAINT )")
# Lines without a blank one between them: rights, remarks, switches, and statements that fill a line or two.
CLOSE = re.compile(
    r"(?<=;)\n\n(?=(?:GRANT|REVOKE|COMMENT|ALTER|CREATE (?:(?:UNIQUE )?INDEX|TRIGGER|FUNCTION|POLICY)) )"
)
SHARED = r"""
select pg_get_triggerdef(oid) || ';' from pg_trigger where tgname like 'tapis\_%'
union all
select format(E'CREATE POLICY %I ON %I.%I FOR %s TO %s%s%s;', policyname, schemaname, tablename, cmd,
    array_to_string(roles, ', '), E'\n    USING ' || qual, E'\n    WITH CHECK ' || with_check)
from pg_policies where policyname like 'tapis\_%'
order by 1
"""


def dump_schema(url: str) -> str:
    """The schema of a migrated database, as reproducible text."""
    dump = subprocess.check_output(
        [
            find_wheel_folder() / INSTALLATION / "bin" / "pg_dump",
            "--schema-only",
            "--no-owner",
            "--schema=public",
            "--schema=private",
            f"--dbname={url}",
        ],
        text=True,
    )
    with psycopg.connect(url) as connection:
        shared = [rule for (rule,) in connection.execute(SHARED.encode()).fetchall()]
    ours = re.sub(r"\n{3,}", "\n\n", BODY.sub(";", NOISE.sub("", dump))).strip()
    ours = re.sub(r"\n{3,}", "\n\n", shorten_dump(CLOSE.sub("\n", CONTINUED.sub(" ", ours)))).strip()
    return f"{HEADER}{ours}\n\n" + "\n\n".join(shared) + "\n"


def main() -> None:
    """Build a database from nothing and write its schema and its row types."""
    with TemporaryDirectory(prefix="tapis-schema-") as folder:
        server = EmbeddedServer(Path(folder) / "data")
        url = server.start().superuser
        try:
            with psycopg.connect(url, autocommit=True) as connection:
                migrate(connection, DB)
            SNAPSHOT.write_text(dump_schema(url))
            ROW_TYPES.write_text(build_row_types(url))
        finally:
            server.stop()


if __name__ == "__main__":
    main()
