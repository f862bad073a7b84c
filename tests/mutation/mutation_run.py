"""A pytest plugin: applies one mutant at a time to every running database, until a test fails."""

import re
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import psycopg
import pytest
from _pytest.runner import runtestprotocol

from tests.mutation.detectors import Detectors, in_sql
from tests.mutation.matrix import DETECTOR as MATRIX
from tests.mutation.matrix import matrix
from tests.mutation.mutants import ABSENCES, RULES, Mutant, mutants_of
from tests.mutation.withheld import DETECTOR as CLOSED_DOORS
from tests.mutation.withheld import noticed

# Fixtures that own a database → how to get the superuser's address from their value.
DATABASES: dict[str, Callable[[Any], str]] = {
    "superuser": str,
    "shop": lambda value: str(value.superuser),
}


@dataclass(eq=False)
class MutationRun:
    """Replaces pytest's test loop; `is_selected` chooses the mutants."""

    is_selected: Callable[[Mutant], bool]
    print_line: Callable[[str], None]
    most: int | None = None
    killed: dict[Mutant, str] = field(default_factory=dict)
    survivors: list[Mutant] = field(default_factory=list)
    addresses: dict[str, str] = field(default_factory=dict)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Iterator[None]:
        """Record the address of a database."""
        value = yield
        if fixturedef.argname in DATABASES:
            self.addresses[fixturedef.argname] = DATABASES[fixturedef.argname](value)
        return value

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try every mutant; true tells pytest that the loop is done."""
        self.session, self.detectors = session, Detectors(session.items, self.most)
        self.open()
        selected = sorted(
            filter(self.is_selected, self.rules | self.absences), key=lambda one: (one.kind, one.mutation)
        )
        self.ask_in_one_transaction(selected)
        for mutant in (mutant for mutant in selected if mutant not in self.killed):
            start = time.monotonic()
            detector = self.find_detector(mutant)
            if detector:
                self.killed[mutant] = detector.nodeid
                self.detectors.remember(mutant, detector)
            else:
                self.survivors.append(mutant)
            self.print_line(
                f"{time.monotonic() - start:6.2f} s  {mutant.kind}: {mutant} – {detector and detector.nodeid}"
            )
        session._setupstate.teardown_exact(None)  # noqa: SLF001 – as pytest does after its own loop
        return True

    def ask_in_one_transaction(self, mutants: list[Mutant]) -> None:
        """What the database alone can tell of many mutants, without starting a test for each."""
        superuser = self.addresses.get("superuser")
        if superuser is None:
            return  # only tests over HTTP were selected
        self.killed |= dict.fromkeys(noticed(superuser, mutants), CLOSED_DOORS)
        with matrix(superuser) as asked:
            self.killed |= {
                mutant: MATRIX for mutant in mutants if mutant not in self.killed and asked.misses(mutant)
            }
        self.print_line(f"{len(self.killed)} of {len(mutants)} mutants killed in one transaction each")

    def open(self) -> None:
        """Start the databases by a passing test each, and read their mutants."""
        for kind in (in_sql, lambda test: "shop" in test.fixturenames):
            first = next(filter(kind, self.detectors.tests), None)
            if first and self.fails(first):
                raise AssertionError(f"fails without a mutant: {first.nodeid}\n{self.why}")
        with psycopg.connect(self.a_database) as connection:
            self.rules = frozenset(mutants_of(connection, RULES))
            self.absences = frozenset(mutants_of(connection, ABSENCES))
        self.definitions = definitions(self.rules)

    @property
    def a_database(self) -> str:
        """The address of one of the databases, which all have the same rules."""
        return next(iter(self.addresses.values()))

    def find_detector(self, mutant: Mutant) -> pytest.Item | None:
        """A test that fails with the mutant and passes without it; None if there is none."""
        message = ""
        for _ in range(2):
            self.execute_everywhere(mutant.mutation)
            try:
                found = next(filter(self.fails, self.detectors.for_(mutant)), None)
            finally:
                self.undo(mutant)
            self.reset_modules()
            if not found or not self.fails(found):
                return found
            message = f"{found.nodeid} still fails after {mutant}\n{self.why}"
            self.restart()  # rows that the mutant allowed may still exist
        raise AssertionError(message)

    def execute_everywhere(self, statement: str) -> None:
        """Run a statement in every database."""
        for address in self.addresses.values():
            with psycopg.connect(address) as connection:
                connection.execute(statement.encode())

    def undo(self, mutant: Mutant) -> None:
        """Revert the mutant; restart with new databases if rows violate the restored rule."""
        try:
            self.execute_everywhere(mutant.undo)
        except psycopg.IntegrityError:
            self.restart()
        if mutant in self.absences:
            return  # what is granted and revoked is as it was
        with psycopg.connect(self.a_database) as connection:
            assert self.definitions <= definitions(mutants_of(connection, RULES)), f"not reverted: {mutant}"

    def restart(self) -> None:
        """Stop every server and start new ones."""
        self.session._setupstate.teardown_exact(None)  # noqa: SLF001 – ends the session's fixtures
        self.addresses.clear()
        self.open()

    def reset_modules(self) -> None:
        """End module fixtures, which were created with the mutant."""
        self.session._setupstate.teardown_exact(self.session)  # type: ignore[arg-type]  # noqa: SLF001 – as between files

    def fails(self, test: pytest.Item) -> bool:
        """Run one test; shared fixtures stay up."""
        self.session._setupstate.teardown_exact(test)  # noqa: SLF001 – pytest only knows a fixed order of tests
        test._initrequest()  # type: ignore[attr-defined]  # noqa: SLF001 – lets a test run again
        reports = runtestprotocol(test, log=False, nextitem=test.parent)  # type: ignore[arg-type]
        self.why = next((report.longreprtext for report in reports if report.failed), "")
        return any(report.failed for report in reports)


def definitions(rules: Iterable[Mutant]) -> set[str]:
    """What a database says of its rules; it writes fewer parentheses once it has read its own."""
    return {re.sub(r"[()]", "", rule.undo) for rule in rules}
