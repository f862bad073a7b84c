"""Runs the API and browser suites in every deployment, and prints a table and a total.

ONLY=cluster18 runs one deployment (several with commas, `own` for the tests of the deployments themselves),
SUITE=api or browser one suite.
"""

import os
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.deployments.selection import API
from tests.deployments.targets import SETUPS
from tests.run import BIN, ROOT, Runner, run

OWN_TESTS = "own"


@dataclass(frozen=True, slots=True)
class SuiteResult:
    """The result of one suite in one deployment."""

    setup: str
    suite: str
    passed: int
    failed: int
    seconds: float


@dataclass(frozen=True, slots=True)
class SuiteRun:
    """A suite in a deployment, to be run."""

    setup: str
    suite: str
    runner: Runner
    environment: dict[str, str] = field(default_factory=dict)

    def run(self) -> SuiteResult:
        """Run it and show its output."""
        os.environ.update(self.environment)
        start = time.monotonic()
        passed, failed = run(self.runner)
        return SuiteResult(self.setup, self.suite, passed, failed, time.monotonic() - start)


def select_runs(only: str, suite: str) -> Iterator[SuiteRun]:
    """The selected runs, in order. Raises SystemExit for an unknown name."""
    selected = only.split(",") if only else [OWN_TESTS, *SETUPS]
    if unknown := set(selected) - {OWN_TESTS, *SETUPS}:
        sys.exit(f"ONLY can't be {', '.join(unknown)}; there are {', '.join((OWN_TESTS, *SETUPS))}.")
    if suite not in {"", "api", "browser"}:
        sys.exit(f"SUITE can't be {suite}; there are api and browser.")
    if OWN_TESTS in selected and suite != "browser":
        yield SuiteRun(
            OWN_TESTS, "api", _runner("deployments", "-m", "anywhere", "tests"), {"TEST_SETUP": "embedded"}
        )
    for setup in (one for one in SETUPS if one in selected):
        environment = {"TEST_SETUP": setup}
        if suite != "browser":
            yield SuiteRun(
                setup,
                "api",
                _runner(f"API over {setup}", "-p", "tests.deployments.plugin", *API),
                environment,
            )
        if suite != "api":
            command = ("npm", "run", "--silent", "e2e")
            browser = Runner(f"browser over {setup}", "browser", command, ROOT / "web", counts=True)
            yield SuiteRun(setup, "browser", browser, environment)


def _runner(name: str, *words: str) -> Runner:
    return Runner(name, "api", (f"{BIN}/pytest", "-q", *words), counts=True)


def format_table(results: list[SuiteResult]) -> str:
    """The results as a table."""
    rows = [("setup", "suite", "passed", "failed", "seconds")]
    rows += [
        (result.setup, result.suite, str(result.passed), str(result.failed), f"{result.seconds:.0f}")
        for result in results
    ]
    return "\n".join(f"{a:10}{b:9}{c:>8}{d:>8}{e:>9}" for a, b, c, d, e in rows)


def main() -> int:
    """0 when nothing failed."""
    results = [
        suite_run.run()
        for suite_run in list(select_runs(os.environ.get("ONLY", ""), os.environ.get("SUITE", "")))
    ]
    passed, failed = sum(result.passed for result in results), sum(result.failed for result in results)
    print(f"\n{format_table(results)}\n\n{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
