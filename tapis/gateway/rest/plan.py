"""Plans: the intent of a request, with every name resolved in the catalogue."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from tapis.gateway.rest.ast import Expression, OrderTerm, SelectItem, flatten_conditions
from tapis.gateway.rest.relationships import Relationship
from tapis.gateway.rest.request_headers import MediaType, RowRange
from tapis.gateway.rest.schema import Column, Function, Table

# Words that PostgreSQL parses as a time: their value depends on the clock.
CLOCK = re.compile("now|today|tomorrow|yesterday", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class EmbeddedRead:
    """Rows of a related table as the value `name`, or (`spread`) as values of the outer row.

    An `inner` one without rows excludes its outer row.
    """

    name: str
    table: Table
    relationship: Relationship
    items: tuple["Item", ...]
    where: tuple[Expression, ...]
    order: tuple[OrderTerm, ...]
    page: RowRange
    inner: bool
    spread: bool


Item = SelectItem | EmbeddedRead


def _walk_embeds(items: Iterable[Item]) -> Iterator[EmbeddedRead]:
    """Every embedded table, recursively."""
    for item in items:
        if isinstance(item, EmbeddedRead):
            yield item
            yield from _walk_embeds(item.items)


@dataclass(frozen=True, slots=True)
class ResultShape:
    """How rows are returned: items, order and format; `bare`: without a body.

    A write of more than `max_affected` rows is refused.
    """

    items: tuple[Item, ...]
    order: tuple[OrderTerm, ...]
    media: MediaType
    bare: bool
    max_affected: int | None = None


@dataclass(frozen=True, slots=True)
class ReadPlan:
    table: Table
    shape: ResultShape
    where: tuple[Expression, ...]
    page: RowRange
    counted: bool

    @property
    def tables(self) -> Iterator[str]:
        yield self.table.name
        for embed in _walk_embeds(self.shape.items):
            yield embed.table.name
            if embed.relationship.junction:
                yield embed.relationship.junction.table

    @property
    def depends_on_clock(self) -> bool:
        """Whether the response may change without a change of content: by a cast, or a word for a time."""
        embedded = list(_walk_embeds(self.shape.items))
        where = chain(self.where, *(embed.where for embed in embedded))
        items = chain(self.shape.items, *(embed.items for embed in embedded))
        values = [condition.value for condition in flatten_conditions(where)]
        texts = chain.from_iterable([value] if isinstance(value, str) else value for value in values)
        casts = any(item.cast for item in items if isinstance(item, SelectItem))
        return casts or any(map(CLOCK.search, texts))


@dataclass(frozen=True, slots=True)
class ConflictAction:
    """What to do with a conflicting row, by `columns`: `merge` into it, or leave it."""

    columns: tuple[str, ...]
    merge: bool


@dataclass(frozen=True, slots=True)
class InsertPlan:
    """New rows from a JSON list; missing keys become the column's default when `defaults`, else NULL."""

    table: Table
    shape: ResultShape
    columns: tuple[Column, ...]
    rows: str
    defaults: bool
    conflict: ConflictAction | None


@dataclass(frozen=True, slots=True)
class UpdatePlan:
    """New values, from a JSON list of one object, in the rows that `where` finds."""

    table: Table
    shape: ResultShape
    columns: tuple[Column, ...]
    rows: str
    where: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class DeletePlan:
    table: Table
    shape: ResultShape
    where: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class CallPlan:
    """A function with its `arguments` by name: one value each, or all in the text of one JSON object.

    A function that takes the body gets only the text. `columns` are those of the table whose rows it returns.
    """

    function: Function
    shape: ResultShape
    where: tuple[Expression, ...]
    page: RowRange
    counted: bool
    arguments: tuple[str, ...]
    values: str | tuple[str, ...]
    columns: Mapping[str, Column]


Write = InsertPlan | UpdatePlan | DeletePlan
Plan = ReadPlan | Write | CallPlan
