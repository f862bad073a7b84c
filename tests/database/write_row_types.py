"""Writes web/src/data/rows.generated.ts: what a row of each table and view looks like in TypeScript.

.venv/bin/python -m tests.database.write_schema
"""

from itertools import groupby
from pathlib import Path

import psycopg

ROW_TYPES = Path(__file__).resolve().parents[2] / "web" / "src" / "data" / "rows.generated.ts"
HEADER = """\
// Generated from the database by `make schema`; reviewed, never edited.

/** A row of each table and view of the shop, as the data API answers it. */
export interface Rows {
"""
# A column of a view is never null where the table's column of that name never is.
COLUMNS = """
select c.relname, a.attname, format_type(a.atttypid, null), a.attnotnull or exists (
    select from information_schema.view_column_usage as used
    join pg_attribute as source on source.attname = used.column_name
        and source.attrelid = format('%I.%I', used.table_schema, used.table_name)::regclass
    where used.view_schema = 'public' and used.view_name = c.relname and used.column_name = a.attname
        and source.attnotnull)
from pg_attribute as a join pg_class as c on c.oid = a.attrelid
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') and c.relname <> 'audit_log'
    and a.attnum > 0 and not a.attisdropped
order by c.relkind, c.relname, a.attnum
"""
TYPES = {
    "uuid": "string",
    "text": "string",
    "timestamp with time zone": "string",
    "date": "string",
    "integer": "number",
    "smallint": "number",
    "bigint": "number",
    "numeric": "number",
    "boolean": "boolean",
    "jsonb": "unknown",
}


def row_types(url: str) -> str:
    """The TypeScript file for a database that is up to date. Raises KeyError for an unknown type."""
    with psycopg.connect(url) as connection:
        columns = connection.execute(COLUMNS).fetchall()
    lines = []
    for table, fields in groupby(columns, key=lambda column: str(column[0])):
        lines.append(f"  {table}: {{")
        for _, name, kind, required in fields:
            nullable = "" if required or TYPES[kind] == "unknown" else " | null"
            lines.append(f"    {name}: {TYPES[kind]}{nullable};")
        lines.append("  };")
    return HEADER + "\n".join(lines) + "\n}\n"
