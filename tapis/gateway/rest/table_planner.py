"""Request + catalogue → plan, for tables.

The columns of select, filters and order are checked here and not left to the database: there `t.count` may
also mean a function of the row, which is not a column. A limit on a write is ignored, as PostgREST does.
"""

from collections.abc import Iterable

from tapis.gateway.errors import RestRefusal
from tapis.gateway.rest.ast import Embed, Selection, SelectItem
from tapis.gateway.rest.plan import (
    ConflictAction,
    DeletePlan,
    EmbeddedRead,
    InsertPlan,
    Item,
    ReadPlan,
    ResultShape,
    UpdatePlan,
)
from tapis.gateway.rest.relationships import Relationship, find_relationship
from tapis.gateway.rest.request import ApiRequest, Payload
from tapis.gateway.rest.request_headers import MAX_ROWS, SCHEMA, RowRange
from tapis.gateway.rest.schema import Catalogue, Column, Table


def plan_read(request: ApiRequest, catalogue: Catalogue) -> ReadPlan:
    """Plan GET or HEAD on a table. Raises RestRefusal PGRST205, 42703 or PGRST200."""
    table = _table(request, catalogue)
    shape = plan_shape(request, table.name, catalogue, bare=request.bare)
    return ReadPlan(table, shape, request.query.where, request.page, request.preferences.counted)


def plan_insert(request: ApiRequest, catalogue: Catalogue) -> InsertPlan:
    """Plan POST on a table. Raises RestRefusal PGRST205, PGRST204, 42703, PGRST102 or PGRST200."""
    table, payload = _table(request, catalogue), _payload(request)
    if request.query.columns is None and not payload.has_uniform_keys:
        raise RestRefusal(400, "PGRST102", "All object keys must match")
    return InsertPlan(
        table,
        _write_shape(request, catalogue),
        _columns(table, _column_names(request, payload)),
        payload.as_array,
        request.preferences["missing"] == "default",
        _conflict(request, table),
    )


def plan_update(request: ApiRequest, catalogue: Catalogue) -> UpdatePlan:
    """Plan PATCH on a table. Raises RestRefusal as `plan_insert`, and 21000 without a filter."""
    table, payload = _table(request, catalogue), _payload(request)
    _refuse_whole_table(request, "UPDATE")
    if payload.rows > 1:
        raise RestRefusal(400, "PGRST102", "An update takes one object")
    names = _column_names(request, payload) if payload.keys else ()
    return UpdatePlan(
        table, _write_shape(request, catalogue), _columns(table, names), payload.as_array, request.query.where
    )


def plan_delete(request: ApiRequest, catalogue: Catalogue) -> DeletePlan:
    """Plan DELETE on a table. Raises RestRefusal PGRST205, 42703, PGRST200, and 21000 without a filter."""
    table = _table(request, catalogue)
    _refuse_whole_table(request, "DELETE")
    return DeletePlan(table, _write_shape(request, catalogue), request.query.where)


def _table(request: ApiRequest, catalogue: Catalogue) -> Table:
    table = catalogue.tables.get(request.target)
    if table is None:
        raise RestRefusal(
            404, "PGRST205", f"Could not find the table '{SCHEMA}.{request.target}' in the schema cache"
        )
    _check_columns(table, request.query)
    return table


def _payload(request: ApiRequest) -> Payload:
    if request.payload is None:
        raise RestRefusal(400, "PGRST102", "Empty or invalid json")
    return request.payload


def _column_names(request: ApiRequest, payload: Payload) -> tuple[str, ...]:
    return payload.keys if request.query.columns is None else request.query.columns


def _columns(table: Table, names: Iterable[str]) -> tuple[Column, ...]:
    for name in names:
        if name not in table.columns:
            raise RestRefusal(
                400, "PGRST204", f"Could not find the '{name}' column of '{table.name}' in the schema cache"
            )
    return tuple(table.columns[name] for name in names)


def _conflict(request: ApiRequest, table: Table) -> ConflictAction | None:
    columns = request.query.on_conflict or table.key
    resolution = request.preferences["resolution"]
    if not resolution or not columns:
        return None
    for column in columns:
        if column not in table.columns:
            raise RestRefusal(400, "42703", f'column "{column}" does not exist')
    return ConflictAction(columns, merge=resolution == "merge-duplicates")


def plan_shape(request: ApiRequest, origin: str, catalogue: Catalogue, *, bare: bool) -> ResultShape:
    """How rows of the table `origin` are returned. Raises RestRefusal as `_items`."""
    items = _items(request.query, origin, catalogue)
    max_affected = request.preferences.max_affected if request.changes else None
    return ResultShape(items, request.query.order, request.media, bare, max_affected)


def _write_shape(request: ApiRequest, catalogue: Catalogue) -> ResultShape:
    return plan_shape(request, request.target, catalogue, bare=not request.preferences.representation)


def _refuse_whole_table(request: ApiRequest, verb: str) -> None:
    if not request.query.where:
        raise RestRefusal(400, "21000", f"{verb} requires a WHERE clause")


def _check_columns(table: Table, selection: Selection, alias: str = "") -> None:
    for field in selection.fields():
        if field.column not in table.columns:
            raise RestRefusal(400, "42703", f"column {alias or table.name}.{field.column} does not exist")


def _items(selection: Selection, origin: str, catalogue: Catalogue, depth: int = 1) -> tuple[Item, ...]:
    """The items selected from `origin`. Raises RestRefusal PGRST200, PGRST201, PGRST119 or 427xx."""
    _refuse_repeated_columns(selection)
    _refuse_duplicate_names(selection, origin, depth)
    return tuple(
        item if isinstance(item, SelectItem) else _embedded(item, origin, catalogue, depth)
        for item in selection.select
    )


# Of a text, which is no list, they are the text again.
INDEXES_OF_TEXT = (0, -1)


def _refuse_repeated_columns(selection: Selection) -> None:
    """No column, and no path into one, stands twice on a level: under other names it would multiply rows."""
    fields = [item.field for item in selection.select if isinstance(item, SelectItem)]  # None: all columns
    if fields.count(None) > 1:
        raise _repeated_column("*")
    seen = set[tuple[str | int, ...]]()
    for field in filter(None, fields):
        value = (field.column, *(step.key for step in field.path if step.key not in INDEXES_OF_TEXT))
        if value in seen or (None in fields and value == (field.column,)):
            raise _repeated_column(field.column)
        seen.add(value)


def _repeated_column(name: str) -> RestRefusal:
    hint = "A column, or a path into it, can be selected once, whatever its alias."
    return RestRefusal(400, "42701", f'column "{name}" specified more than once', hint=hint)


def _refuse_duplicate_names(selection: Selection, origin: str, depth: int) -> None:
    """A client would lose one of two values with the same name; the message is PostgREST's."""
    names = [embed.name for embed in selection.embeds()]
    for name in names:
        if names.count(name) > 1:
            text = f'table name "{origin}_{name}_{depth}" specified more than once'
            raise RestRefusal(400, "42712", text)


def _embedded(embed: Embed, origin: str, catalogue: Catalogue, depth: int) -> EmbeddedRead:
    relationship = find_relationship(catalogue.relationships, origin, embed)
    if embed.spread and not relationship.to_one:
        raise _spread_to_many(relationship, embed)
    table, selection = catalogue.tables[relationship.target], embed.selection
    _check_columns(table, selection, f"{table.name}_{depth}")
    return EmbeddedRead(
        embed.name,
        table,
        relationship,
        _items(selection, table.name, catalogue, depth + 1),
        selection.where,
        selection.order,
        RowRange(selection.offset, MAX_ROWS if selection.limit is None else min(MAX_ROWS, selection.limit)),
        embed.inner,
        embed.spread,
    )


def _spread_to_many(relationship: Relationship, embed: Embed) -> RestRefusal:
    return RestRefusal(
        400,
        "PGRST119",
        f"A spread operation on '{embed.relation}' is not possible",
        f"'{relationship.origin}' and '{relationship.target}' do not form a many-to-one or one-to-one"
        " relationship",
    )
