"""Runs every check of the project; the last line is `N passed, N failed` over all of them."""

import os
import re
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from tests.memory import folder_in_memory

ROOT = Path(__file__).resolve().parent.parent
BIN = ROOT / ".venv" / "bin"
SECOND_CHANCES = 5  # more failures than this are no accident


@dataclass(frozen=True, slots=True)
class Runner:
    """A command; `counts`: its output has test counts, otherwise it is one check.

    `again` runs what failed a second time, alone: a borrowed machine may stall for seconds. `in_memory`: its
    files lie in memory where there is room; pytest sees to it itself.
    """

    name: str
    group: str
    command: tuple[str, ...]
    folder: Path = ROOT
    counts: bool = False
    again: tuple[str, ...] = ()
    in_memory: bool = False


RUNNERS = (
    Runner("ruff", "lint", (f"{BIN}/ruff", "check", "--no-cache", ".")),
    Runner("ruff format", "lint", (f"{BIN}/ruff", "format", "--check", "--no-cache", ".")),
    Runner("mypy", "lint", (f"{BIN}/mypy",)),
    Runner("import rules", "lint", (f"{BIN}/lint-imports",)),
    Runner("front end: types, lint, weight", "lint", ("npm", "run", "--silent", "check"), ROOT / "web"),
    Runner("front end: units", "unit", ("npm", "run", "--silent", "test"), ROOT / "web", counts=True),
    Runner(
        "gateway and database",
        "server",
        (f"{BIN}/pytest", "-q", "-n", "3", "--dist", "loadfile", "--no-loadscope-reorder", "--durations=40"),
        counts=True,
        again=(f"{BIN}/pytest", "-q", "--last-failed", "--last-failed-no-failures", "none"),
    ),
    Runner(
        "browser",
        "browser",
        ("npm", "run", "--silent", "e2e"),
        ROOT / "web",
        counts=True,
        again=("npm", "run", "--silent", "e2e", "--", "--workers=1", "--last-failed"),
        in_memory=True,
    ),
)
# In turn; of one step all run at the same time: linters use one core each. Three tests at once keep two cores
# busy, since some wait for disks, kills and timers; with the browsers beside them all took longer.
STEPS = (("lint",), ("unit",), ("server",), ("browser",))


def main(arguments: list[str]) -> int:
    """Run the groups named after `--only`, or all; 0 when nothing failed."""
    only = set(arguments[1:]) if arguments[:1] == ["--only"] else None
    results = []
    for step in STEPS:
        chosen = [one for one in RUNNERS if one.group in step and (only is None or one.group in only)]
        with ThreadPoolExecutor(2) as pool:
            firsts = [*pool.map(attempt, chosen)]
        results += [outcome(runner, *first) for runner, first in zip(chosen, firsts, strict=True)]
    passed, failed = (sum(counts) for counts in zip((0, 0), *results, strict=True))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


def run(runner: Runner) -> tuple[int, int]:
    """Run one command and show its output; returns (passed, failed)."""
    return outcome(runner, *attempt(runner))


def outcome(runner: Runner, code: int, good: int, bad: int) -> tuple[int, int]:
    """What a first attempt came to, after the second chance; returns (passed, failed)."""
    if 0 < bad <= SECOND_CHANCES and runner.again:
        name = f"{runner.name}: a second chance, alone"
        code, recovered, bad = attempt(replace(runner, name=name, command=runner.again))
        good += recovered
        print(f"   {recovered} flaky", flush=True)
    if code != 0:
        return good, max(bad, 1)
    return max(good, 1), bad


def attempt(runner: Runner) -> tuple[int, int, int]:
    """Run a command and show its output; returns its exit code, passed and failed tests."""
    if runner.counts:  # of linters two run at once, whose output would mix
        print(f"── {runner.name}", flush=True)
    start = time.monotonic()
    folder = folder_in_memory() if runner.in_memory else None
    process = subprocess.Popen(
        runner.command,
        cwd=runner.folder,
        env=os.environ | ({"TMPDIR": str(folder)} if folder else {}),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    output = []
    for line in process.stdout or ():
        output.append(line)
        if runner.counts:
            print(line, end="", flush=True)
    code = process.wait()
    if folder:
        shutil.rmtree(folder, ignore_errors=True)
    shown = "" if runner.counts else f"── {runner.name}\n{''.join(output)}"
    print(f"{shown}   {time.monotonic() - start:.0f} s", flush=True)
    good, bad = count("".join(output)) if runner.counts else (0, 0)
    return code, good, bad


def count(output: str) -> tuple[int, int]:
    """The last `N passed`, and `N failed` with `N errors`, of pytest, Vitest or Playwright."""
    plain = re.sub(r"\x1b\[[0-9;]*m", "", output)
    tests = [line for line in plain.splitlines() if not line.lstrip().startswith("Test Files")]
    return _last(r"(\d+) passed", tests), _last(r"(\d+) failed", tests) + _last(r"(\d+) errors?\b", tests)


def _last(pattern: str, lines: list[str]) -> int:
    found = [int(match) for line in lines for match in re.findall(pattern, line)]
    return found[-1] if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
