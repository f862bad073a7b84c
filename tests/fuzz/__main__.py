"""`make fuzz`: 10,000 generated requests to each operation, and as many filters, names, carts and tokens.

.venv/bin/python -m tests.fuzz [--examples 10000] [--seed N] [words of tests' names]
"""

import argparse
import os
import secrets
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def main() -> int:
    """Run the full size in two processes; 0 when nothing failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=int, default=10_000, help="of each test")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(2**32), help="repeats a run")
    parser.add_argument("only", nargs="*", help="words that a test's name must contain")
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    start = time.monotonic()
    command = [
        sys.executable, "-m", "pytest", "-q", "-n", "2", "--dist", "load",
        "-o", "addopts=--import-mode=importlib", f"--hypothesis-seed={options.seed}",
        "-k", " and ".join(options.only), "tests/fuzz",
    ]  # fmt: skip
    environment = os.environ | {"FUZZ": "nightly", "FUZZ_EXAMPLES": str(options.examples)}
    code = subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
    seconds = time.monotonic() - start
    print(f"{options.examples} examples of each test, seed {options.seed}, {seconds:.0f} s: exit {code}")
    return code


if __name__ == "__main__":
    sys.exit(main())
