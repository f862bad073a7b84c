"""Replaces the functions of db/functions: who may call one is what its file grants, and nobody else."""

import re
from pathlib import Path

import psycopg

from tapis.ops.first_value import first_value
from tapis.ops.migrate.rule_ownership import REQUEST_ROLES
from tapis.ops.migrate.sql_files import queries, run_text

NAME = re.compile(r"^create (?:or replace )?function (\w+\.\w+)\(", re.MULTILINE)
# The first of the grants, with which a file ends.
GRANTS = re.compile(r"^(?=grant )", re.MULTILINE)


def replace_functions(connection: psycopg.Connection, db_folder: Path) -> None:
    """Create all functions, revoke every right of a request's role, then grant what the files grant.

    So no default of PostgreSQL or of a hosted project remains, and nothing that an earlier version granted.
    """
    texts = {file: file.read_text("utf-8") for file in sorted((db_folder / "functions").glob("*.sql"))}
    for file, text in texts.items():
        run_text(connection, GRANTS.split(text, maxsplit=1)[0], file)
    # Constraints call functions that migrations create; who may call them is in db/functions, too.
    migrations = [file.read_text("utf-8") for file in (db_folder / "migrations").glob("*.sql")]
    names = {name for text in (*texts.values(), *migrations) for name in NAME.findall(text)}
    functions = first_value(connection, queries.functions_named, sorted(names))
    connection.execute(f"revoke all on function {functions} from {REQUEST_ROLES}".encode())
    for file, text in texts.items():
        for grants in GRANTS.split(text, maxsplit=1)[1:]:
            run_text(connection, grants, file)
