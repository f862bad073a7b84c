"""`tapis audit`: who changed payment accounts, their pictures, orders, prices and roles."""

import json
from collections.abc import Mapping
from typing import Annotated, Any

import typer
from psycopg.rows import dict_row

from tapis.gateway.database.named_queries import NamedQueries
from tapis.ops.cli.database_access import open_shop
from tapis.ops.cli.one_line import to_one_line
from tapis.ops.cli.options import DATA, Data

# Fields omitted from one-line entries; --json has everything.
OMITTED = {"uuid", "id", "user_id", "owner", "owner_id", "bucket_id", "name", "path_tokens", "version"} | {
    "metadata", "user_metadata", "created_at", "updated_at", "last_accessed_at"
}  # fmt: skip

queries = NamedQueries(__file__)


def audit(
    data: Data = DATA,
    count: Annotated[int, typer.Option("--count", min=1, help="How many entries, newest first.")] = 20,
    as_json: Annotated[
        bool, typer.Option("--json", help="One JSON object a line, with all there is.")
    ] = False,
) -> None:
    """Print the latest changes of payment accounts, orders, prices and roles: when (UTC), who, what."""
    with open_shop(data) as connection:
        entries = connection.cursor(row_factory=dict_row).execute(queries.newest_entries, [count]).fetchall()
    for entry in entries:
        typer.echo(json.dumps(entry, default=str, ensure_ascii=False) if as_json else _format_entry(entry))
    if not entries and not as_json:
        typer.echo("Nothing has been changed yet.")


def _format_entry(entry: Mapping[str, Any]) -> str:
    who = to_one_line(str(entry["person"] or entry["actor"]))
    what = to_one_line(str(entry["subject"] or entry["record_id"]))
    changes = _format_changes(entry["before"] or {}, entry["after"] or {})
    line = f"{entry['created_at']:%Y-%m-%d %H:%M:%S}  {who}: {entry['action']} {entry['place']} {what}"
    return f"{line} ({changes})" if changes else line


def _format_changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    """The changed values, as `name: old → new`; a missing side is a dash."""
    names = [name for name in {**before, **after} if name not in OMITTED]
    pairs = [(name, before.get(name, "–"), after.get(name, "–")) for name in names]
    return ", ".join(
        f"{name}: {_format_value(old)} → {_format_value(new)}" for name, old, new in pairs if old != new
    )


def _format_value(value: Any) -> str:
    """A value on one line, without control characters; a picture as its filename, an order as its lines."""
    if isinstance(value, list):
        return " + ".join(map(_format_line, value)) or "nothing"
    text = str(value.get("filename", "") if isinstance(value, dict) else value)
    return to_one_line(text)


def _format_line(line: Any) -> str:
    """An order line, as `2 × Kain Kapal at 450000`; an item of another list, as its value."""
    if isinstance(line, dict) and "price" in line:
        return f"{line.get('quantity_to_buy')} × {_format_value(line.get('heading'))} at {line['price']}"
    return _format_value(line)
