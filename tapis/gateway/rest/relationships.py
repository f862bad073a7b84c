"""Relationships of tables, derived from the foreign keys of the exposed schema, and their resolution.

One foreign key relates its tables in both directions. A table whose primary key contains two of
them is a junction, and relates the tables that they reference.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import permutations
from typing import Any, Literal, NamedTuple

from tapis.gateway.errors import RestRefusal
from tapis.gateway.rest.ast import Embed
from tapis.gateway.rest.request_headers import SCHEMA

# Names of the joined columns: of the one table, of the other.
Pairs = tuple[tuple[str, str], ...]


class ForeignKey(NamedTuple):
    """Columns of `table` that reference a row of `target`; `unique` if at most one row does."""

    table: str
    name: str
    target: str
    columns: Pairs
    unique: bool


@dataclass(frozen=True, slots=True)
class Junction:
    table: str
    origin: ForeignKey
    target: ForeignKey


@dataclass(frozen=True, slots=True)
class Relationship:
    """From `origin` to `target`, by columns of both, or by those of a junction between them."""

    name: str
    origin: str
    target: str
    cardinality: Literal["many-to-one", "one-to-one", "one-to-many", "many-to-many"]
    columns: Pairs = ()
    junction: Junction | None = None

    @property
    def to_one(self) -> bool:
        return self.cardinality in ("many-to-one", "one-to-one")

    @property
    def origin_columns(self) -> list[str]:
        """The columns of `origin` that the join needs."""
        if self.junction:
            return [column for _, column in self.junction.origin.columns]
        return [column for column, _ in self.columns]

    def matches(self, embed: Embed) -> bool:
        """Whether `embed` refers to this: by the name of the target, the constraint, or the only column."""
        single = self.columns[0] if len(self.columns) == 1 else ("", "")
        if self.origin == self.target:
            return self._matches_self_reference(embed, *single)
        if not embed.hint:
            return embed.relation in (self.target, single[0], "" if self.junction else self.name)
        return embed.relation == self.target and embed.hint in (self.name, *single)

    def _matches_self_reference(self, embed: Embed, own: str, other: str) -> bool:
        """For a self-reference: the table's name means the many, the column's name the one."""
        if self.cardinality == "one-to-many":
            return embed.relation == self.target and embed.hint in ("", other)
        return self.cardinality == "many-to-one" and not embed.hint and embed.relation == own

    def describe(self) -> dict[str, str]:
        if self.junction:
            first, second = self.junction.origin, self.junction.target
            using = f"{_columns(first.name, first.columns, 0)} and {_columns(second.name, second.columns, 0)}"
        else:
            using = f"{_columns(self.origin, self.columns, 0)} and {_columns(self.target, self.columns, 1)}"
        return {
            "cardinality": self.cardinality,
            "embedding": f"{self.origin} with {self.target}",
            "relationship": f"{self.name} using {using}",
        }


def _columns(name: str, pairs: Pairs, side: int) -> str:
    return f"{name}({', '.join(pair[side] for pair in pairs)})"


Relationships = Mapping[str, tuple[Relationship, ...]]


def parse_foreign_keys(rows: Iterable[tuple[Any, ...]]) -> list[ForeignKey]:
    return [
        ForeignKey(table, name, target, tuple(zip(columns, others, strict=True)), unique)
        for table, name, target, columns, others, unique in rows
    ]


def build_relationships(keys: list[ForeignKey], primary_keys: Mapping[str, tuple[str, ...]]) -> Relationships:
    """All relationships by the table they start from."""
    found = [*_direct(keys), *_through_junctions(keys, primary_keys)]
    return {
        origin: tuple(relationship for relationship in found if relationship.origin == origin)
        for origin in {r.origin for r in found}
    }


def _direct(keys: list[ForeignKey]) -> Iterable[Relationship]:
    for table, name, target, columns, unique in keys:
        back = tuple((other, own) for own, other in columns)
        yield Relationship(name, table, target, "one-to-one" if unique else "many-to-one", columns)
        yield Relationship(name, target, table, "one-to-one" if unique else "one-to-many", back)


def _through_junctions(
    keys: list[ForeignKey], primary_keys: Mapping[str, tuple[str, ...]]
) -> Iterable[Relationship]:
    for first, second in permutations(keys, 2):
        columns = {column for key in (first, second) for column, _ in key.columns}
        if first.table == second.table and columns <= set(primary_keys.get(first.table, ())):
            junction = Junction(first.table, first, second)
            yield Relationship(first.table, first.target, second.target, "many-to-many", junction=junction)


def find_relationship(relationships: Relationships, origin: str, embed: Embed) -> Relationship:
    """The only matching relationship. Raises RestRefusal PGRST200 for none, PGRST201 for several."""
    matching = [relationship for relationship in relationships.get(origin, ()) if relationship.matches(embed)]
    if not matching:
        raise _unrelated(origin, embed)
    if len(matching) > 1:
        raise _ambiguous(origin, embed, matching)
    return matching[0]


def _unrelated(origin: str, embed: Embed) -> RestRefusal:
    hint = f" using the hint '{embed.hint}'" if embed.hint else ""
    return RestRefusal(
        400,
        "PGRST200",
        f"Could not find a relationship between '{origin}' and '{embed.relation}' in the schema cache",
        f"Searched for a foreign key relationship between '{origin}' and '{embed.relation}'{hint}"
        f" in the schema '{SCHEMA}', but no matches were found.",
    )


def _ambiguous(origin: str, embed: Embed, matching: list[Relationship]) -> RestRefusal:
    hints = ", ".join(f"'{relationship.target}!{relationship.name}'" for relationship in matching)
    return RestRefusal(
        300,
        "PGRST201",
        f"Could not embed because more than one relationship was found for '{origin}' and '{embed.relation}'",
        [relationship.describe() for relationship in matching],
        f"Try changing '{embed.relation}' to one of the following: {hints}."
        " Find the desired relationship in the 'details' key.",
    )
