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

ITSELF = "own"


@dataclass(frozen=True, slots=True)
class Line:
    """The result of one suite in one deployment."""

    setup: str
    suite: str
    passed: int
    failed: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Part:
    """A suite in a deployment, to be run."""

    setup: str
    suite: str
    runner: Runner
    environment: dict[str, str] = field(default_factory=dict)

    def run(self) -> Line:
        """Run it, with its output shown."""
        os.environ.update(self.environment)
        start = time.monotonic()
        passed, failed = run(self.runner)
        return Line(self.setup, self.suite, passed, failed, time.monotonic() - start)


def parts(only: str, suite: str) -> Iterator[Part]:
    """The selected parts, in order. Raises SystemExit for an unknown name."""
    wanted = only.split(",") if only else [ITSELF, *SETUPS]
    if unknown := set(wanted) - {ITSELF, *SETUPS}:
        sys.exit(f"ONLY can't be {', '.join(unknown)}; there are {', '.join((ITSELF, *SETUPS))}.")
    if suite not in {"", "api", "browser"}:
        sys.exit(f"SUITE can't be {suite}; there are api and browser.")
    if ITSELF in wanted and suite != "browser":
        yield Part(
            ITSELF, "api", _runner("deployments", "-m", "anywhere", "tests"), {"TEST_SETUP": "embedded"}
        )
    for setup in (one for one in SETUPS if one in wanted):
        environment = {"TEST_SETUP": setup}
        if suite != "browser":
            yield Part(
                setup,
                "api",
                _runner(f"API over {setup}", "-p", "tests.deployments.plugin", *API),
                environment,
            )
        if suite != "api":
            command = ("npm", "run", "--silent", "e2e")
            browser = Runner(f"browser over {setup}", "browser", command, ROOT / "web", counts=True)
            yield Part(setup, "browser", browser, environment)


def _runner(name: str, *words: str) -> Runner:
    return Runner(name, "api", (f"{BIN}/pytest", "-q", *words), counts=True)


def table(lines: list[Line]) -> str:
    """The results as a table."""
    rows = [("setup", "suite", "passed", "failed", "seconds")]
    rows += [(one.setup, one.suite, str(one.passed), str(one.failed), f"{one.seconds:.0f}") for one in lines]
    return "\n".join(f"{a:10}{b:9}{c:>8}{d:>8}{e:>9}" for a, b, c, d, e in rows)


def main() -> int:
    """0 when nothing failed."""
    lines = [part.run() for part in list(parts(os.environ.get("ONLY", ""), os.environ.get("SUITE", "")))]
    passed, failed = sum(one.passed for one in lines), sum(one.failed for one in lines)
    print(f"\n{table(lines)}\n\n{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
