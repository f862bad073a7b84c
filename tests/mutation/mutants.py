"""The mutants of a database, read from its catalogue, each with the statement that reverts it."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psycopg

HERE = Path(__file__).parent
RULES, ABSENCES = "rules.sql", "absences.sql"


@dataclass(frozen=True, slots=True)
class Mutant:
    """One removed rule, or one right that is deliberately not granted."""

    kind: str
    schema: str
    words: frozenset[str]
    mutation: str
    undo: str

    def __str__(self) -> str:
        return self.mutation


def mutants_of(connection: psycopg.Connection, *lists: str) -> Iterator[Mutant]:
    """The mutants of this database on these lists, read by its superuser."""
    for name in lists:
        for kind, schema, words, mutation, undo in connection.execute((HERE / name).read_bytes()):
            yield Mutant(kind, schema, frozenset(word for word in words if word), mutation, undo)
