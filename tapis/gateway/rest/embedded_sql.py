"""Select items → SQL: columns, and for each embedded table a subquery that renders its rows as JSON.

A table is embedded as the caller would read it: by its name, so that its policies decide which rows it has.
"""

from collections.abc import Iterator, Sequence

from tapis.gateway.rest.ast import Expression, Field, SelectItem
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


def items_sql(items: Sequence[Item], relation: Relation, parameters: Parameters) -> str:
    """What follows `select`; it may be nothing."""
    return ", ".join(one for item in items for one in _shown(item, relation, parameters))


def where_sql(
    where: Sequence[Expression], items: Sequence[Item], relation: Relation, parameters: Parameters
) -> str:
    """The conditions, and that each table embedded by an inner join has rows."""
    parts = [*conditions_sql(where, relation, parameters), *_present(items, relation, parameters)]
    return f" where {' and '.join(parts)}" if parts else ""


def _shown(item: Item, relation: Relation, parameters: Parameters) -> Iterator[str]:
    if isinstance(item, SelectItem) and item.field is None:
        yield f"{relation.alias}.*"
    else:
        for expression, name in _values(item, relation, parameters):
            yield f"{expression} as {quote(name)}"


def _values(item: Item, relation: Relation, parameters: Parameters) -> Iterator[tuple[str, str]]:
    """Each value that an item shows, with its name."""
    if isinstance(item, SelectItem):
        yield item_sql(item, relation, parameters)
    elif item.spread:
        inner = _source(item, parameters)
        for one in _expanded(item):
            for expression, name in _values(one, inner, parameters):
                where = _where(item, relation, inner, parameters)
                yield f"(select {expression} from {inner.sql}{where})", name
    elif item.items:
        yield _json(item, relation, parameters), item.name


def _expanded(embedded: EmbeddedRead) -> Iterator[Item]:
    for item in embedded.items:
        if isinstance(item, SelectItem) and item.field is None:
            yield from (SelectItem(Field(column)) for column in embedded.table.columns)
        else:
            yield item


def _json(embedded: EmbeddedRead, outer: Relation, parameters: Parameters) -> str:
    inner = _source(embedded, parameters)
    items = items_sql(embedded.items, inner, parameters)
    rows = f"select {items} {_rows(embedded, outer, inner, parameters)}"
    shown = f"row_to_json({ROW})" if embedded.relationship.to_one else f"coalesce(json_agg({ROW}), '[]')"
    return f"(select {shown} from ({rows}) as {ROW})"


def _present(items: Sequence[Item], outer: Relation, parameters: Parameters) -> Iterator[str]:
    for item in items:
        if isinstance(item, EmbeddedRead) and item.inner:
            inner = _source(item, parameters)
            yield f"exists (select {_rows(item, outer, inner, parameters)})"


def _source(embedded: EmbeddedRead, parameters: Parameters) -> Relation:
    """The embedded table under a name that no other has in the statement, and its junction."""
    alias = parameters.alias()
    sql = f"{table_sql(embedded.table.name)} as {alias}"
    if junction := embedded.relationship.junction:
        sql = f"{sql}, {table_sql(junction.table)} as {alias}_via"
    return Relation(sql, alias, embedded.table.columns)


def _rows(embedded: EmbeddedRead, outer: Relation, inner: Relation, parameters: Parameters) -> str:
    where = _where(embedded, outer, inner, parameters)
    order = order_sql(embedded.order, inner, parameters)
    return f"from {inner.sql}{where}{order} limit {embedded.page.limit} offset {embedded.page.offset}"


def _where(embedded: EmbeddedRead, outer: Relation, inner: Relation, parameters: Parameters) -> str:
    parts = [
        *_joined(embedded, outer, inner),
        *conditions_sql(embedded.where, inner, parameters),
        *_present(embedded.items, inner, parameters),
    ]
    return f" where {' and '.join(parts)}"


def _joined(embedded: EmbeddedRead, outer: Relation, inner: Relation) -> Iterator[str]:
    relationship, via = embedded.relationship, f"{inner.alias}_via"
    for own, other in relationship.columns:
        yield f"{inner.alias}.{quote(other)} = {outer.alias}.{quote(own)}"
    if relationship.junction:
        for own, other in relationship.junction.origin.columns:
            yield f"{via}.{quote(own)} = {outer.alias}.{quote(other)}"
        for own, other in relationship.junction.target.columns:
            yield f"{via}.{quote(own)} = {inner.alias}.{quote(other)}"
