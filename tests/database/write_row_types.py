"""Writes web/src/data/rows.generated.ts: rows of tables and views in TypeScript, and where pictures are.

.venv/bin/python -m tests.database.write_schema
"""

import json
from itertools import groupby
from pathlib import Path
from typing import Any

import psycopg

ROW_TYPES = Path(__file__).resolve().parents[2] / "web" / "src" / "data" / "rows.generated.ts"
HEADER = """\
// Generated from the database by `make schema`; reviewed, never edited.

export type StoredImage = { filename: string; title: string; url: string };

/** A row of each table and view of the shop, as the data API answers it. */
export interface Rows {
"""
PICTURES_HEADER = """
/** The columns that hold a picture or a list of them: the folder of the files, and who may see them. */
export const pictureColumns = {
"""
# A column of a view is never null where the table's column of that name never is, and holds what that holds.
COLUMNS = """
with sources as (
    select relname, attname, attrelid as source
    from pg_attribute join pg_class as c on c.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind = 'r'
    union
    select view_name, column_name, format('%I.%I', table_schema, table_name)::regclass
    from information_schema.view_column_usage where view_schema = 'public')
select c.relname, a.attname, format_type(a.atttypid, null),
    coalesce(bool_or(origin.attnotnull), false), bool_or(declared.is_list)
from pg_class as c join pg_attribute as a on a.attrelid = c.oid
left join sources using (relname, attname)
left join pg_attribute as origin on origin.attrelid = source and origin.attname = a.attname
left join private.picture_columns() as declared
    on to_regclass('public.' || declared.place) = source and declared.column_name = a.attname
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') and c.relname <> 'audit_log'
    and a.attnum > 0 and not a.attisdropped
group by c.relkind, c.relname, a.attnum, a.attname, a.atttypid
order by c.relkind, c.relname, a.attnum
"""
PICTURES = """
select place, column_name, folder, audience, is_list
from private.picture_columns() with ordinality order by place, ordinality
"""
VISIBILITIES = {
    "everyone and search engines": "indexed",
    "everyone": "public",
    "owner": "personal",
    "owner and leaders": "personal",
}
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


def build_row_types(url: str) -> str:
    """The TypeScript file for an up-to-date database. Raises KeyError for an unknown type or audience."""
    with psycopg.connect(url) as connection:
        columns = connection.execute(COLUMNS).fetchall()
        pictures = connection.execute(PICTURES).fetchall()
    return HEADER + _rows(columns) + "}\n" + PICTURES_HEADER + _picture_columns(pictures) + "} as const;\n"


def _rows(columns: list[tuple[Any, ...]]) -> str:
    lines = []
    for table, fields in groupby(columns, key=lambda column: str(column[0])):
        lines.append(f"  {table}: {{")
        lines += [f"    {name}: {_type(*facts)};" for _, name, *facts in fields]
        lines.append("  };")
    return "\n".join(lines) + "\n"


def _type(kind: str, required: bool, is_list_of_pictures: bool | None) -> str:
    if is_list_of_pictures is not None:
        spelled = "StoredImage[]" if is_list_of_pictures else "StoredImage"
    else:
        spelled = TYPES[kind]
    return spelled if required or spelled == "unknown" else f"{spelled} | null"


def _picture_columns(pictures: list[tuple[Any, ...]]) -> str:
    lines = []
    for table, columns in groupby(pictures, key=lambda picture: str(picture[0])):
        lines.append(f"  {table}: {{")
        for _, column, folder, audience, is_list in columns:
            facts = {"column": column, "folder": folder, "visibility": VISIBILITIES[audience]}
            facts |= {"isList": True} if is_list else {}
            spelled = ", ".join(f"{name}: {json.dumps(fact)}" for name, fact in facts.items())
            lines.append(f"    {column}: {{ {spelled} }},")
        lines.append("  },")
    return "\n".join(lines) + "\n"
