"""Select items → SQL: columns, and for each embedded table a subquery that renders its rows as JSON.

A table is embedded as the caller would read it: by its name, so that its policies decide which rows it has.
"""

from collections.abc import Iterator, Sequence

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
from tapis.gateway.rest.plan import EmbeddedRead, Item

ROW = '"tapis_row"'  # no table or column is called so


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
