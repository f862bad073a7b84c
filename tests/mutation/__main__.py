"""`make mutate`: removes every rule of the database, one at a time; a test must fail each time.

.venv/bin/python -m tests.mutation [--only PATTERN] [--files PATTERN] [--without-http] [--most N]
"""

import argparse
import re
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from tests.mutation.detectors import FILES
from tests.mutation.equivalents import EQUIVALENT
from tests.mutation.mutation_run import MutationRun

ROOT = Path(__file__).resolve().parent.parent.parent
PYTEST_OPTIONS = ("-s", "-p", "no:terminal", "-o", "addopts=--import-mode=importlib", "--rootdir", str(ROOT))


def main() -> int:
    """Run; 0 when only equivalent mutants survive."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="mutants whose kind and statement match this pattern")
    parser.add_argument("--files", default="", help="run only the tests in files that match this pattern")
    parser.add_argument("--without-http", action="store_true", help="run only the tests in SQL")
    parser.add_argument("--most", type=int, help="try at most so many tests with a mutant, the likeliest")
    options = parser.parse_args()
    selected = re.compile(options.only)
    mutation_run = MutationRun(
        lambda mutant: selected.search(f"{mutant.kind}: {mutant}") is not None,
        lambda line: print(line, flush=True),
        options.most,
    )
    files = [file for file in FILES if (ROOT / file).exists() and re.search(options.files, file)]
    if options.without_http:
        files = [file for file in files if file.startswith("tests/database")]
    start = time.monotonic()
    code = pytest.main([*PYTEST_OPTIONS, *files], plugins=[mutation_run])
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        return int(code)
    return summary(mutation_run, time.monotonic() - start)


def summary(mutation_run: MutationRun, seconds: float) -> int:
    """Print the killed mutants by kind, and the survivors; 1 if any survivor is not equivalent."""
    survivors = [mutant for mutant in mutation_run.survivors if mutant.mutation not in EQUIVALENT]
    equivalent = len(mutation_run.survivors) - len(survivors)
    for kind, count in sorted(Counter(mutant.kind for mutant in mutation_run.killed).items()):
        print(f"{count:6} {kind}")
    print(*(f"SURVIVED {mutant.kind}: {mutant}" for mutant in survivors), sep="\n")
    total = len(mutation_run.killed) + len(survivors)
    print(f"{len(mutation_run.killed)} of {total} mutants killed, {equivalent} equivalent, {seconds:.0f} s")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
