"""The syntax tree of a request: fields, conditions and logic, select items, order terms, embedded tables.

or=(price.gt.5,and(category.eq.shirt,image->>title.like.A*))

Logic(or)
├── Condition(price > 5)
└── Logic(and)
    ├── Condition(category = shirt)
    └── Condition(image ->> title like A*)
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class JsonStep:
    """One `->key` or `->>key` into a JSON value; an int is the index of a list."""

    key: str | int
    as_text: bool


@dataclass(frozen=True, slots=True)
class Field:
    column: str
    path: tuple[JsonStep, ...] = ()


@dataclass(frozen=True, slots=True)
class Condition:
    """`field operator value`; the value is a tuple for operators that take a list.

    The option is the text in parentheses after the operator: any or all, or a language.
    """

    field: Field
    operator: str
    value: str | tuple[str, ...]
    negated: bool = False
    option: str = ""


@dataclass(frozen=True, slots=True)
class Logic:
    connective: Literal["and", "or"]
    parts: tuple["Condition | Logic", ...]
    negated: bool = False


Expression = Condition | Logic


def flatten_conditions(expressions: Iterable[Expression]) -> Iterator[Condition]:
    """All conditions, including those nested in logic."""
    for expression in expressions:
        if isinstance(expression, Condition):
            yield expression
        else:
            yield from flatten_conditions(expression.parts)


@dataclass(frozen=True, slots=True)
class SelectItem:
    """One entry of select: a field (None: all columns), with optional cast and alias."""

    field: Field | None
    alias: str = ""
    cast: str = ""


@dataclass(frozen=True, slots=True)
class OrderTerm:
    """One term of order; without `nulls` PostgreSQL's rule holds (last when ascending)."""

    field: Field
    descending: bool = False
    nulls: Literal["", "first", "last"] = ""


ALL_COLUMNS = (SelectItem(None),)


@dataclass(frozen=True, slots=True)
class Selection:
    """What to select from one table: the target of the request, or an embedded one."""

    select: tuple["SelectItem | Embed", ...] = ALL_COLUMNS
    where: tuple[Expression, ...] = ()
    order: tuple[OrderTerm, ...] = ()
    limit: int | None = None
    offset: int = 0

    def embeds(self) -> Iterator["Embed"]:
        return (item for item in self.select if isinstance(item, Embed))

    def fields(self) -> Iterator[Field]:
        """Every referenced column, without those of embedded tables."""
        for item in self.select:
            if isinstance(item, SelectItem) and item.field:
                yield item.field
        yield from (condition.field for condition in flatten_conditions(self.where))
        yield from (term.field for term in self.order)


@dataclass(frozen=True, slots=True)
class Embed:
    """Rows of a related table inside select; an `inner` one excludes rows without any."""

    relation: str
    alias: str = ""
    hint: str = ""
    inner: bool = False
    spread: bool = False
    selection: Selection = Selection()

    @property
    def name(self) -> str:
        return self.alias or self.relation
