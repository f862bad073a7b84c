"""Plans: the intent of a request in terms of the catalogue, every name known to exist."""

from dataclasses import dataclass

from tapis.gateway.rest.ast import Expression, Item, Order
from tapis.gateway.rest.request_headers import Page
from tapis.gateway.rest.schema import Column, Function, Table


@dataclass(frozen=True, slots=True)
class Shape:
    """How rows are shown: which items, in which order, one object or a list, or (`bare`) not at all."""

    items: tuple[Item, ...]
    order: tuple[Order, ...]
    one: bool
    bare: bool


@dataclass(frozen=True, slots=True)
class Read:
    table: Table
    shape: Shape
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
    shape: Shape
    columns: tuple[Column, ...]
    rows: str
    defaults: bool
    conflict: Conflict | None


@dataclass(frozen=True, slots=True)
class Update:
    """New values, from a JSON list of one object, in the rows that `where` finds."""

    table: Table
    shape: Shape
    columns: tuple[Column, ...]
    rows: str
    where: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Delete:
    table: Table
    shape: Shape
    where: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Call:
    """A function; its arguments are one JSON object or texts by name."""

    function: Function
    shape: Shape
    where: tuple[Expression, ...]
    page: Page
    counted: bool
    arguments: tuple[str, ...]
    values: str | tuple[str, ...]


Write = Insert | Update | Delete
Plan = Read | Write | Call
