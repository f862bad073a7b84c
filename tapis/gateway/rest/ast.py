"""The syntax tree of a request: fields, conditions and logic, select items, order terms.

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
    """One `->key` or `->>key` into a JSON value; an int counts into a list."""

    key: str | int
    as_text: bool


@dataclass(frozen=True, slots=True)
class Field:
    column: str
    path: tuple[JsonStep, ...] = ()


@dataclass(frozen=True, slots=True)
class Condition:
    """`field operator value`; the value is a tuple for operators that take a list."""

    field: Field
    operator: str
    value: str | tuple[str, ...]
    negated: bool = False
    quantifier: Literal["", "any", "all"] = ""


@dataclass(frozen=True, slots=True)
class Logic:
    joint: Literal["and", "or"]
    parts: tuple["Condition | Logic", ...]
    negated: bool = False


Expression = Condition | Logic


def conditions(expressions: Iterable[Expression]) -> Iterator[Condition]:
    """All conditions, however deep in logic."""
    for expression in expressions:
        if isinstance(expression, Condition):
            yield expression
        else:
            yield from conditions(expression.parts)


@dataclass(frozen=True, slots=True)
class SelectItem:
    """One entry of select: a field (None: all columns), perhaps cast, perhaps under another name."""

    field: Field | None
    alias: str = ""
    cast: str = ""


@dataclass(frozen=True, slots=True)
class Embed:
    """Rows of a related table inside select; parsed to be refused by name."""

    relation: str


@dataclass(frozen=True, slots=True)
class OrderTerm:
    """One term of order; without `nulls` PostgreSQL's rule holds (last when ascending)."""

    field: Field
    descending: bool = False
    nulls: Literal["", "first", "last"] = ""
