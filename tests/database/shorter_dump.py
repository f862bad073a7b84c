"""Shortens pg_dump's output, which has one line for each column, function and role."""

import re
from collections.abc import Iterable
from typing import TypeVar

Key = TypeVar("Key")
REVOKED = re.compile(r"^REVOKE ALL ON FUNCTION (.*) FROM PUBLIC;\n", re.MULTILINE)
FUNCTION = re.compile(r"^CREATE FUNCTION (\w+\.\w+\(.*?\)) RETURNS ", re.MULTILINE)
PROTECTED = re.compile(r"^ALTER TABLE (\S+) ENABLE ROW LEVEL SECURITY;\n+", re.MULTILINE)
TABLE = re.compile(r"^CREATE TABLE (\S+) \(", re.MULTILINE)
DEFAULT = re.compile(r" DEFAULT (?:ARRAY\[[^]]*\]|[^,()]+(?:\([^)]*\))?)")
RIGHT = re.compile(r"GRANT (.+) ON (.+) TO (\w+);")
OF_COLUMN = re.compile(r"(\w+)\(([^)]+)\)")
REMARK = re.compile(r"^COMMENT ON COLUMN (\w+\.\w+)\.(\w+) IS '(.*)';\n", re.MULTILINE)
RIGHTS = re.compile(r"(?:^GRANT .*\n+)+", re.MULTILINE)


def shorten_dump(dump: str) -> str:
    return merge_rights(move_remarks_to_columns(keep_exceptions(dump)))


def keep_exceptions(dump: str) -> str:
    """List only functions that PUBLIC may call and tables without row level security."""
    closed, protected = set(REVOKED.findall(dump)), set(PROTECTED.findall(dump))
    names = [DEFAULT.sub("", name) for name in FUNCTION.findall(dump)]
    found = [f"GRANT ALL ON FUNCTION {name} TO PUBLIC;\n" for name in names if name not in closed]
    tables = [table for table in TABLE.findall(dump) if table not in protected]
    found += [f"ALTER TABLE {table} DISABLE ROW LEVEL SECURITY;\n" for table in tables]
    return PROTECTED.sub("", REVOKED.sub("", dump)).rstrip("\n") + "\n\n" + "".join(found)


def move_remarks_to_columns(dump: str) -> str:
    """Move `COMMENT ON COLUMN` behind the column's line in its table."""
    for table, column, remark in REMARK.findall(dump):
        line = re.compile(
            rf"(^CREATE TABLE {re.escape(table)} \((?:\n    .*)*?\n    {column} .*)", re.MULTILINE
        )
        comment = remark.replace("''", "'").replace("\\", r"\\")
        dump = line.sub(rf"\1 -- {comment}", dump, count=1)
    return REMARK.sub("", dump)


def merge_rights(dump: str) -> str:
    """Merge the rights of a role on a table, and the roles with the same rights, into one line."""
    return RIGHTS.sub(lambda found: "\n".join(merge_lines(found[0].splitlines())) + "\n\n", dump)


def merge_lines(lines: Iterable[str]) -> list[str]:
    rights = [RIGHT.fullmatch(line) for line in lines if line]
    found = [tuple(right.groups()) for right in rights if right]
    by_role = group_by_key(((thing, role), what) for what, thing, role in found)
    by_right = group_by_key(((thing, format_rights(whats)), role) for (thing, role), whats in by_role.items())
    return [f"GRANT {what} ON {thing} TO {', '.join(roles)};" for (thing, what), roles in by_right.items()]


def format_rights(rights: Iterable[str]) -> str:
    """`SELECT, INSERT (uuid, name)` of `SELECT`, `INSERT(uuid)` and `INSERT(name)`."""
    all_of_it = ",".join(rights)
    columns = group_by_key(OF_COLUMN.findall(all_of_it))
    whole = [right for right in OF_COLUMN.sub("", all_of_it).split(",") if right]
    return ", ".join([*whole, *(f"{right} ({', '.join(names)})" for right, names in columns.items())])


def group_by_key(pairs: Iterable[tuple[Key, str]]) -> dict[Key, list[str]]:
    groups: dict[Key, list[str]] = {}
    for key, value in pairs:
        groups.setdefault(key, []).append(value)
    return groups
