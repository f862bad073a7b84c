"""`make mutate`: takes away every rule of the database, one at a time, and demands that a test notices.

.venv/bin/python -m tests.mutation [--only WORDS] [--without-http]
"""

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from tests.mutation.detectors import FILES
from tests.mutation.equivalents import EQUIVALENT
from tests.mutation.mutation_run import MutationRun

ROOT = Path(__file__).resolve().parent.parent.parent
QUIETLY = ("-s", "-p", "no:terminal", "-o", "addopts=--import-mode=importlib", "--rootdir", str(ROOT))


def main() -> int:
    """Run the trial; 0 when no mutant survives that has no excuse."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="mutants whose kind and statement contain this")
    parser.add_argument("--without-http", action="store_true", help="ask only the tests in SQL")
    options = parser.parse_args()
    trial = MutationRun(
        lambda mutant: options.only in f"{mutant.kind}: {mutant}", lambda line: print(line, flush=True)
    )
    files = [file for file in FILES if (ROOT / file).exists()]
    if options.without_http:
        files = [file for file in files if file.startswith("tests/database")]
    start = time.monotonic()
    code = pytest.main([*QUIETLY, *files], plugins=[trial])
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        return int(code)
    return summary(trial, time.monotonic() - start)


def summary(trial: MutationRun, seconds: float) -> int:
    """Tell how many were noticed of each kind, and who survived; 1 if anyone did without an excuse."""
    survivors = [mutant for mutant in trial.survivors if mutant.mutation not in EQUIVALENT]
    excused = len(trial.survivors) - len(survivors)
    for kind, count in sorted(Counter(mutant.kind for mutant in trial.noticed).items()):
        print(f"{count:6} {kind}")
    print(*(f"SURVIVED {mutant.kind}: {mutant}" for mutant in survivors), sep="\n")
    total = len(trial.noticed) + len(survivors)
    print(f"{len(trial.noticed)} of {total} mutants noticed, {excused} equivalent, {seconds:.0f} s")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
