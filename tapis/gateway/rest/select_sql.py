"""Reads → SQL: columns, and for each embedded table a subquery that renders its rows as JSON.

A table is embedded by its name, so that its policies decide which rows the caller gets.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tapis.gateway.rest.ast import Expression, SelectItem
from tapis.gateway.rest.expressions import (
    Relation,
    StatementParameters,
    conditions_sql,
    order_sql,
    quote_identifier,
    select_item_sql,
    table_sql,
)
from tapis.gateway.rest.plan import CallPlan, EmbeddedRead, Item, Plan, ReadPlan
from tapis.gateway.rest.schema import Table

ROW = '"tapis_row"'  # no table or column has this name
# The rows to return, and the value of a function that returns no row. No column has these names.
ROWS, VALUE = '"tapis_rows"', '"tapis_value"'
# Set by the triggers of cached tables (db/functions/content_changes.sql), until the transaction ends.
CONTENT_CHANGED = "coalesce(current_setting('tapis.content_changed', true), '') = 'true'"
# Lists and exports read pages of 1,000 rows; of orders with a hundred lines, 400 fit.
MAX_BODY_BYTES = 16 * 1024 * 1024
# Fails before it takes any memory: a text of gigabytes, which database_errors makes a 413.
TOO_LARGE = "repeat(body, 1000)"

# The header of a CSV: the keys of the first row, quoted if necessary.
CSV_HEADER = rf"""
    select string_agg(
        case when name ~ '[,"\n\r]' then concat('"', replace(name, '"', '""'), '"') else name end, ',')
    from json_object_keys(json_agg({ROWS}) -> 0) as name
"""
# PostgreSQL's text of a row without its parentheses is a CSV line, except that it doubles backslashes.
CSV_LINE = rf"replace(substring({ROWS}::text from 2 for length({ROWS}::text) - 2), '\\', '\')"
CSV = f"concat_ws(chr(10), ({CSV_HEADER}), string_agg({CSV_LINE}, chr(10)))"


@dataclass(frozen=True, slots=True)
class Statement:
    sql: str
    values: list[str]


def build_read_statement(plan: ReadPlan) -> Statement:
    """One statement, which returns one row as described in `sql`."""
    parameters = StatementParameters()
    return Statement(rows_sql(plan, table_to_relation(plan.table), parameters), parameters.values)


def table_to_relation(table: Table) -> Relation:
    return Relation(table_sql(table.name), quote_identifier(table.name), table.columns)


def rows_sql(plan: ReadPlan | CallPlan, relation: Relation, parameters: StatementParameters) -> str:
    where = where_sql(plan.where, plan.shape.items, relation, parameters)
    total = f"(select count(*) from {relation.sql}{where})" if plan.counted else "null"
    rows = (
        f"{_source_select(plan, relation, parameters)}{where}"
        f"{order_sql(plan.shape.order, relation, parameters)}"
        f" limit {plan.page.limit} offset {plan.page.offset}"
    )
    return response_sql(plan, rows, total, changed=CONTENT_CHANGED if isinstance(plan, CallPlan) else "false")


def _source_select(plan: ReadPlan | CallPlan, relation: Relation, parameters: StatementParameters) -> str:
    if isinstance(plan, CallPlan) and plan.function.returns != "row":
        return f"select {relation.alias}.{VALUE} from {relation.sql}"
    return select_sql(plan.shape.items, relation, parameters)


def select_sql(items: Sequence[Item], relation: Relation, parameters: StatementParameters) -> str:
    """`select … from …`, possibly without columns. Columns of a spread table are added to the others."""
    shown, joins = list[str](), ""
    for item in items:
        if isinstance(item, SelectItem):
            shown.append(select_item_sql(item, relation, parameters))
        elif item.items and item.spread:
            inner = _source(item, parameters)
            rows, alias = _rows(item, relation, inner, parameters), f"{inner.alias}_row"
            joins += f" left join lateral ({rows}) as {alias} on true"
            shown.append(f"{alias}.*")
        elif item.items:
            shown.append(f"{_embedded_json(item, relation, parameters)} as {quote_identifier(item.name)}")
    return f"select {', '.join(shown)} from {relation.sql}{joins}"


def where_sql(
    where: Sequence[Expression], items: Sequence[Item], relation: Relation, parameters: StatementParameters
) -> str:
    """The conditions, including those of embedded inner joins."""
    parts = [
        *conditions_sql(where, relation, parameters),
        *_inner_join_conditions(items, relation, parameters),
    ]
    return f" where {' and '.join(parts)}" if parts else ""


def _embedded_json(embedded: EmbeddedRead, outer: Relation, parameters: StatementParameters) -> str:
    rows = _rows(embedded, outer, _source(embedded, parameters), parameters)
    shown = f"row_to_json({ROW})" if embedded.relationship.to_one else f"coalesce(json_agg({ROW}), '[]')"
    return f"(select {shown} from ({rows}) as {ROW})"


def _inner_join_conditions(
    items: Sequence[Item], outer: Relation, parameters: StatementParameters
) -> Iterator[str]:
    for item in items:
        if isinstance(item, EmbeddedRead) and item.inner:
            inner = _source(item, parameters)
            yield f"exists (select from {inner.sql}{_filter_and_page(item, outer, inner, parameters)})"


def _source(embedded: EmbeddedRead, parameters: StatementParameters) -> Relation:
    """The embedded table with a unique alias, and its junction."""
    alias = parameters.alias()
    sql = f"{table_sql(embedded.table.name)} as {alias}"
    if junction := embedded.relationship.junction:
        sql = f"{sql}, {table_sql(junction.table)} as {alias}_via"
    return Relation(sql, alias, embedded.table.columns)


def _rows(embedded: EmbeddedRead, outer: Relation, inner: Relation, parameters: StatementParameters) -> str:
    selected = select_sql(embedded.items, inner, parameters)
    return f"{selected}{_filter_and_page(embedded, outer, inner, parameters)}"


def _filter_and_page(
    embedded: EmbeddedRead, outer: Relation, inner: Relation, parameters: StatementParameters
) -> str:
    """The where, order and limit clauses of the embedded table."""
    parts = [
        *_join_conditions(embedded, outer, inner),
        *conditions_sql(embedded.where, inner, parameters),
        *_inner_join_conditions(embedded.items, inner, parameters),
    ]
    order = order_sql(embedded.order, inner, parameters)
    page = f" limit {embedded.page.limit} offset {embedded.page.offset}"
    return f" where {' and '.join(parts)}{order}{page}"


def _join_conditions(embedded: EmbeddedRead, outer: Relation, inner: Relation) -> Iterator[str]:
    relationship, via = embedded.relationship, f"{inner.alias}_via"
    for own, other in relationship.columns:
        yield f"{inner.alias}.{quote_identifier(other)} = {outer.alias}.{quote_identifier(own)}"
    if relationship.junction:
        for own, other in relationship.junction.origin.columns:
            yield f"{via}.{quote_identifier(own)} = {outer.alias}.{quote_identifier(other)}"
        for own, other in relationship.junction.target.columns:
            yield f"{via}.{quote_identifier(own)} = {inner.alias}.{quote_identifier(other)}"


def response_sql(plan: Plan, rows: str, total: str, *, inserted: str = "null", changed: str = "false") -> str:
    """The statement's only row, as described in `sql`. A larger body never leaves the database."""
    response = (
        f"select {_body_sql(plan)} as body, count(*) as shown, {total} as total, {inserted} as inserted,"
        f" {changed} as changed from ({rows}) as {ROWS}"
    )
    body = f"case when octet_length(body) > {MAX_BODY_BYTES} then {TOO_LARGE} else body end"
    return f"select {body}, shown, total, inserted, changed from ({response}) as response"


def _body_sql(plan: Plan) -> str:
    """The expression of the body: all rows, or the single one; null without a body."""
    media, value, is_singular = plan.shape.media, ROWS, plan.shape.media.singular
    if plan.shape.bare:
        return "null"
    if media.csv:
        return CSV
    if isinstance(plan, CallPlan):
        value = ROWS if plan.function.returns == "row" else f"{ROWS}.{VALUE}"
        is_singular = is_singular or not plan.function.many
    listed = f"json_strip_nulls(json_agg({value}))" if media.stripped else f"json_agg({value})"
    return f"({listed} -> 0)::text" if is_singular else f"coalesce({listed}, '[]')::text"
