"""Request + catalogue → plan, for what is shown of a table: its columns, and the tables embedded in it."""

from tapis.gateway.errors import RestRefusal
from tapis.gateway.rest.ast import Embed, Scope, SelectItem
from tapis.gateway.rest.plan import EmbeddedRead, Item
from tapis.gateway.rest.relationships import Relationship, find_relationship
from tapis.gateway.rest.request_headers import MAX_ROWS, Page
from tapis.gateway.rest.schema import Catalogue, Table


def check_columns(table: Table, scope: Scope, alias: str = "") -> None:
    for field in scope.fields():
        if field.column not in table.columns:
            raise RestRefusal(400, "42703", f"column {alias or table.name}.{field.column} does not exist")


def plan_items(scope: Scope, origin: str, catalogue: Catalogue, depth: int = 1) -> tuple[Item, ...]:
    """What is selected of `origin`. Raises RestRefusal PGRST200, PGRST201, PGRST119, 42703 or 42712."""
    _refuse_duplicate_names(scope, origin, depth)
    return tuple(
        item if isinstance(item, SelectItem) else _embedded(item, origin, catalogue, depth)
        for item in scope.select
    )


def _refuse_duplicate_names(scope: Scope, origin: str, depth: int) -> None:
    """Of two values with one name a client would keep one; the text is that of PostgREST's own SQL."""
    names = [embed.name for embed in scope.embeds()]
    for name in names:
        if names.count(name) > 1:
            text = f'table name "{origin}_{name}_{depth}" specified more than once'
            raise RestRefusal(400, "42712", text)


def _embedded(embed: Embed, origin: str, catalogue: Catalogue, depth: int) -> EmbeddedRead:
    relationship = find_relationship(catalogue.relationships, origin, embed)
    if embed.spread and not relationship.to_one:
        raise _spread_to_many(relationship, embed)
    table, scope = catalogue.tables[relationship.target], embed.scope
    check_columns(table, scope, f"{table.name}_{depth}")
    return EmbeddedRead(
        embed.name,
        table,
        relationship,
        plan_items(scope, table.name, catalogue, depth + 1),
        scope.where,
        scope.order,
        Page(scope.offset, MAX_ROWS if scope.limit is None else min(MAX_ROWS, scope.limit)),
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
