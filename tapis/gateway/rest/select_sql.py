"""Reading → SQL: columns, and for each embedded table a subquery that renders its rows as JSON.

A table is embedded as the caller would read it: by its name, so that its policies decide which rows it has.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tapis.gateway.rest.ast import Expression, SelectItem
from tapis.gateway.rest.expressions import (
    Parameters,
    Relation,
    conditions_sql,
    item_sql,
    order_sql,
    quote,
    table_sql,
)
from tapis.gateway.rest.plan import Call, EmbeddedRead, Item, Plan, Read
from tapis.gateway.rest.schema import Table

ROW = '"tapis_row"'  # no table or column is called so
# The rows to show, and what a function returns that returns no row. No column is called so.
ROWS, VALUE = '"tapis_rows"', '"tapis_value"'
# Said by the triggers of cached tables (db/functions/content_changes.sql), until the transaction ends.
CONTENT_CHANGED = "coalesce(current_setting('tapis.content_changed', true), '') = 'true'"

# The names of the first row, in quotes where they need them.
NAMES = rf"""
    select string_agg(
        case when name ~ '[,"\n\r]' then concat('"', replace(name, '"', '""'), '"') else name end, ',')
    from json_object_keys(json_agg({ROWS}) -> 0) as name
"""
# PostgreSQL's text of a row without its parentheses is a line of CSV, but for backslashes, which it doubles.
LINE = rf"replace(substring({ROWS}::text from 2 for length({ROWS}::text) - 2), '\\', '\')"
CSV = f"concat_ws(chr(10), ({NAMES}), string_agg({LINE}, chr(10)))"


@dataclass(frozen=True, slots=True)
class Statement:
    sql: str
    values: list[str]


def read_sql(plan: Read) -> Statement:
    """One statement, whose one row is as `sql` describes it."""
    parameters = Parameters()
    return Statement(rows_sql(plan, relation_of(plan.table), parameters), parameters.values)


def relation_of(table: Table) -> Relation:
    return Relation(table_sql(table.name), quote(table.name), table.columns)


def rows_sql(plan: Read | Call, relation: Relation, parameters: Parameters) -> str:
    where = where_sql(plan.where, plan.shape.items, relation, parameters)
    total = f"(select count(*) from {relation.sql}{where})" if plan.counted else "null"
    rows = (
        f"{_selected(plan, relation, parameters)}{where}"
        f"{order_sql(plan.shape.order, relation, parameters)}"
        f" limit {plan.page.limit} offset {plan.page.offset}"
    )
    changed = f", {CONTENT_CHANGED}" if isinstance(plan, Call) else ""
    return f"select {body_sql(plan)}, count(*), {total}, null{changed} from ({rows}) as {ROWS}"


def _selected(plan: Read | Call, relation: Relation, parameters: Parameters) -> str:
    if isinstance(plan, Call) and plan.function.returns != "row":
        return f"select {relation.alias}.{VALUE} from {relation.sql}"
    return select_sql(plan.shape.items, relation, parameters)


def select_sql(items: Sequence[Item], relation: Relation, parameters: Parameters) -> str:
    """`select … from …`; it may show nothing. Columns of a spread table stand beside the others."""
    shown, joins = list[str](), ""
    for item in items:
        if isinstance(item, SelectItem):
            shown.append(item_sql(item, relation, parameters))
        elif item.items and item.spread:
            inner = _source(item, parameters)
            rows, alias = _rows(item, relation, inner, parameters), f"{inner.alias}_row"
            joins += f" left join lateral ({rows}) as {alias} on true"
            shown.append(f"{alias}.*")
        elif item.items:
            shown.append(f"{_json(item, relation, parameters)} as {quote(item.name)}")
    return f"select {', '.join(shown)} from {relation.sql}{joins}"


def where_sql(
    where: Sequence[Expression], items: Sequence[Item], relation: Relation, parameters: Parameters
) -> str:
    """The conditions, and that each table embedded by an inner join has rows."""
    parts = [*conditions_sql(where, relation, parameters), *_present(items, relation, parameters)]
    return f" where {' and '.join(parts)}" if parts else ""


def _json(embedded: EmbeddedRead, outer: Relation, parameters: Parameters) -> str:
    rows = _rows(embedded, outer, _source(embedded, parameters), parameters)
    shown = f"row_to_json({ROW})" if embedded.relationship.to_one else f"coalesce(json_agg({ROW}), '[]')"
    return f"(select {shown} from ({rows}) as {ROW})"


def _present(items: Sequence[Item], outer: Relation, parameters: Parameters) -> Iterator[str]:
    for item in items:
        if isinstance(item, EmbeddedRead) and item.inner:
            inner = _source(item, parameters)
            yield f"exists (select from {inner.sql}{_chosen(item, outer, inner, parameters)})"


def _source(embedded: EmbeddedRead, parameters: Parameters) -> Relation:
    """The embedded table under a name that no other has in the statement, and its junction."""
    alias = parameters.alias()
    sql = f"{table_sql(embedded.table.name)} as {alias}"
    if junction := embedded.relationship.junction:
        sql = f"{sql}, {table_sql(junction.table)} as {alias}_via"
    return Relation(sql, alias, embedded.table.columns)


def _rows(embedded: EmbeddedRead, outer: Relation, inner: Relation, parameters: Parameters) -> str:
    selected = select_sql(embedded.items, inner, parameters)
    return f"{selected}{_chosen(embedded, outer, inner, parameters)}"


def _chosen(embedded: EmbeddedRead, outer: Relation, inner: Relation, parameters: Parameters) -> str:
    """Which rows of the embedded table, in which order."""
    parts = [
        *_joined(embedded, outer, inner),
        *conditions_sql(embedded.where, inner, parameters),
        *_present(embedded.items, inner, parameters),
    ]
    order = order_sql(embedded.order, inner, parameters)
    page = f" limit {embedded.page.limit} offset {embedded.page.offset}"
    return f" where {' and '.join(parts)}{order}{page}"


def _joined(embedded: EmbeddedRead, outer: Relation, inner: Relation) -> Iterator[str]:
    relationship, via = embedded.relationship, f"{inner.alias}_via"
    for own, other in relationship.columns:
        yield f"{inner.alias}.{quote(other)} = {outer.alias}.{quote(own)}"
    if relationship.junction:
        for own, other in relationship.junction.origin.columns:
            yield f"{via}.{quote(own)} = {outer.alias}.{quote(other)}"
        for own, other in relationship.junction.target.columns:
            yield f"{via}.{quote(own)} = {inner.alias}.{quote(other)}"


def body_sql(plan: Plan) -> str:
    """The text of all rows, or of the one that is wanted; null where none is."""
    media, value, one = plan.shape.media, ROWS, plan.shape.media.one
    if plan.shape.bare:
        return "null"
    if media.csv:
        return CSV
    if isinstance(plan, Call):
        value = ROWS if plan.function.returns == "row" else f"{ROWS}.{VALUE}"
        one = one or not plan.function.many
    listed = f"json_strip_nulls(json_agg({value}))" if media.stripped else f"json_agg({value})"
    return f"({listed} -> 0)::text" if one else f"coalesce({listed}, '[]')::text"
