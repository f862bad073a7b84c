"""Plans: the intent of a request, in which every name is known to exist."""

from dataclasses import dataclass

from tapis.gateway.rest.ast import Expression, OrderTerm, SelectItem
from tapis.gateway.rest.request_headers import Page
from tapis.gateway.rest.schema import Column, Function, Table


@dataclass(frozen=True, slots=True)
class ResultShape:
    """How rows are shown: which items, in which order, one object or a list, or (`bare`) not at all."""

    items: tuple[SelectItem, ...]
    order: tuple[OrderTerm, ...]
    one: bool
    bare: bool


@dataclass(frozen=True, slots=True)
class Read:
    table: Table
    shape: ResultShape
    where: tuple[Expression, ...]
    page: Page
    counted: bool


@dataclass(frozen=True, slots=True)
class Conflict:
    """What to do with a conflicting row, by `columns`: `merge` into it, or leave it."""

    columns: tuple[str, ...]
    merge: bool


@dataclass(frozen=True, slots=True)
class Insert:
    """New rows from a JSON list; missing keys become the column's default when `defaults`, else NULL."""

    table: Table
    shape: ResultShape
    columns: tuple[Column, ...]
    rows: str
    defaults: bool
    conflict: Conflict | None


@dataclass(frozen=True, slots=True)
class Update:
    """New values, from a JSON list of one object, in the rows that `where` finds."""

    table: Table
    shape: ResultShape
    columns: tuple[Column, ...]
    rows: str
    where: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Delete:
    table: Table
    shape: ResultShape
    where: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Call:
    """A function with its `arguments` by name: one value each, or all in the text of one JSON object.

    One that takes the body has the text alone.
    """

    function: Function
    shape: ResultShape
    where: tuple[Expression, ...]
    page: Page
    counted: bool
    arguments: tuple[str, ...]
    values: str | tuple[str, ...]


Write = Insert | Update | Delete
Plan = Read | Write | Call
