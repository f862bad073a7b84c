"""Policies, row security and grants of tables: a cell of the matrix misses each, in one transaction."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg

from tests.access_matrix import TABLE_PROMISES, VERBS, Cell, list_cells
from tests.database.conftest import PersonaDatabase
from tests.database.test_rights import is_broken, rank_cell
from tests.mutation.mutants import Mutant

PLACE = re.compile(r" (?:on|table|view) public\.(\w+)")
VERB = re.compile("|".join(VERBS))
DETECTOR = "tests/database/test_rights.py::test_R1_the_database_alone_keeps_the_promise"
KINDS = ("policy", "policy opened", "row security", "grant")
TRIES = 12


class Matrix:
    """The promises of tests/access.yaml, asked one by one of a database of people."""

    def __init__(self, db: PersonaDatabase) -> None:
        self.db = db
        self.cells = list_cells()
        self.kept = dict[Cell, bool]()

    def misses(self, mutant: Mutant) -> bool:
        """Whether a cell is broken by the mutant that is kept without it."""
        place = PLACE.search(mutant.mutation)
        if mutant.kind not in KINDS or place is None or place[1] not in TABLE_PROMISES:
            return False
        return any(
            is_broken(self.db, mutant.mutation, cell) and self.is_kept(cell)
            for cell in self.likeliest(mutant, place[1])
        )

    def is_kept(self, cell: Cell) -> bool:
        """Whether a cell holds without any mutant."""
        if cell not in self.kept:
            self.kept[cell] = not is_broken(self.db, "select", cell)
        return self.kept[cell]

    def likeliest(self, mutant: Mutant, table: str) -> list[Cell]:
        """The cells to ask: those of the mutant's verb and role first."""
        verb = next(iter(VERB.findall(mutant.mutation.lower()) or mutant.words.intersection(VERBS)), "select")
        mine = [cell for cell in self.cells if cell.table == table]
        mine.sort(key=lambda cell: rank_cell(mutant.mutation, verb, cell))
        if mutant.kind in ("policy opened", "row security"):  # then what is closed is opened
            mine.sort(key=lambda cell: (cell.verb != verb, cell.promise == "all"))
        return mine[:TRIES]


@contextmanager
def matrix(superuser: str) -> Iterator[Matrix]:
    """A matrix whose questions leave nothing behind."""
    with psycopg.connect(superuser) as connection:
        db = PersonaDatabase(connection)
        db.add_people()
        yield Matrix(db)
        connection.rollback()
