"""Runs inside pytest: one mutant at a time in every running database, until a test turns red."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import psycopg
import pytest
from _pytest.runner import runtestprotocol

from tests.mutation.detectors import Detectors, in_sql
from tests.mutation.mutants import Mutant, mutants_of

# The fixtures that own a database → how the superuser's address is found in their value.
DATABASES: dict[str, Callable[[Any], str]] = {
    "superuser": str,
    "shop": lambda value: str(value.superuser),
}


@dataclass(eq=False)
class MutationRun:
    """A pytest plugin that takes the place of the test loop; `chosen` says which mutants are tried."""

    chosen: Callable[[Mutant], bool]
    tell: Callable[[str], None]
    noticed: dict[Mutant, str] = field(default_factory=dict)
    survivors: list[Mutant] = field(default_factory=list)
    addresses: dict[str, str] = field(default_factory=dict)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Iterator[None]:
        """Note where a database runs."""
        value = yield
        if fixturedef.argname in DATABASES:
            self.addresses[fixturedef.argname] = DATABASES[fixturedef.argname](value)
        return value

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try every mutant; true says that the loop is done."""
        self.session, self.jury = session, Detectors(session.items)
        self.open()
        for mutant in filter(self.chosen, sorted(self.rules, key=lambda one: (one.kind, one.mutation))):
            start = time.monotonic()
            witness = self.witness_against(mutant)
            if witness:
                self.noticed[mutant] = witness.nodeid
                self.jury.remember(mutant, witness)
            else:
                self.survivors.append(mutant)
            self.tell(
                f"{time.monotonic() - start:6.2f} s  {mutant.kind}: {mutant} – {witness and witness.nodeid}"
            )
        session._setupstate.teardown_exact(None)  # noqa: SLF001 – as pytest does after its own loop
        return True

    def open(self) -> None:
        """Bring the databases up, with a green test each, and read what there is to be missed."""
        for kind in (in_sql, lambda test: "shop" in test.fixturenames):
            first = next(filter(kind, self.jury.tests), None)
            if first and self.is_red(first):
                raise AssertionError(f"red without any mutant: {first.nodeid}\n{self.why}")
        with psycopg.connect(self.addresses["superuser"]) as connection:
            self.rules = frozenset(mutants_of(connection))

    def witness_against(self, mutant: Mutant) -> pytest.Item | None:
        """A test that is red with the mutant and green without it; None if there is no such test."""
        complaint = ""
        for _ in range(2):
            self.everywhere(mutant.mutation)
            try:
                found = next(filter(self.is_red, self.jury.for_(mutant)), None)
            finally:
                self.undo(mutant)
            self.forget_modules()
            if not found or not self.is_red(found):
                return found
            complaint = f"{found.nodeid} stays red after {mutant}\n{self.why}"
            self.restart()  # what the mutant let in may still be there
        raise AssertionError(complaint)

    def everywhere(self, statement: str) -> None:
        """Run a statement in every database."""
        for address in self.addresses.values():
            with psycopg.connect(address) as connection:
                connection.execute(statement.encode())

    def undo(self, mutant: Mutant) -> None:
        """Bring the rule back; where rows are in its way, a new database is the way."""
        try:
            self.everywhere(mutant.undo)
        except psycopg.IntegrityError:
            self.restart()
        with psycopg.connect(self.addresses["superuser"]) as connection:
            assert self.rules <= frozenset(mutants_of(connection)), f"not undone: {mutant}"

    def restart(self) -> None:
        """End every server and start anew."""
        self.session._setupstate.teardown_exact(None)  # noqa: SLF001 – ends the session's fixtures
        self.addresses.clear()
        self.open()

    def forget_modules(self) -> None:
        """End what the tests of a file share: it was made with the mutant."""
        self.session._setupstate.teardown_exact(self.session)  # type: ignore[arg-type]  # noqa: SLF001 – as between files

    def is_red(self, test: pytest.Item) -> bool:
        """Run one test; what it shares with the tests before and after it stays up."""
        self.session._setupstate.teardown_exact(test)  # noqa: SLF001 – pytest only knows a fixed order of tests
        test._initrequest()  # type: ignore[attr-defined]  # noqa: SLF001 – lets a test run again
        reports = runtestprotocol(test, log=False, nextitem=test.parent)  # type: ignore[arg-type]
        self.why = next((report.longreprtext for report in reports if report.failed), "")
        return any(report.failed for report in reports)
