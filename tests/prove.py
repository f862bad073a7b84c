"""Runs every long proof of the project in turn, and writes what each said into one page: `make prove`.

    build/proofs.md     version, commit and date; of each proof its command, minutes, outcome and last line
    build/proofs/       the whole output of each

A proof that fails does not keep the next one from running. `ONLY="crash fuzz"` runs some of them.
"""

import importlib.metadata
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from tests.conftest import ROOT

PROOFS = (
    "test",
    "mutate",
    "crash",
    "walk",
    "fuzz",
    "test-upgrade",
    "test-anywhere",
    "test-failover",
    "bench",
    "load-test",
    "release",
)
FOLDER = ROOT / "build" / "proofs"
PAGE = ROOT / "build" / "proofs.md"


@dataclass(frozen=True, slots=True)
class Proof:
    """One target of the Makefile that has run."""

    name: str
    minutes: float
    code: int
    last_line: str

    def __str__(self) -> str:
        outcome = "passed" if self.code == 0 else f"**failed ({self.code})**"
        return f"| `make {self.name}` | {self.minutes:.0f} | {outcome} | {self.last_line} |"


def run(name: str) -> Proof:
    """Run one proof to its end; its output is kept, as it comes."""
    start = time.monotonic()
    with (FOLDER / f"{name}.log").open("w") as log:
        command = ["make", "--no-print-directory", name]
        done = subprocess.run(command, cwd=ROOT, stdout=log, stderr=subprocess.STDOUT, check=False)
    return Proof(name, (time.monotonic() - start) / 60, done.returncode, last_line(FOLDER / f"{name}.log"))


def last_line(log: Path) -> str:
    """The last line with words in it that make did not add; bars would divide the table's cells."""
    lines = log.read_text(errors="replace").splitlines()
    said = [line.strip() for line in lines if line.strip() and not line.startswith("make: ***")]
    return said[-1].replace("|", "·")[:200] if said else ""


def git(*arguments: str) -> str:
    return subprocess.check_output(["git", *arguments], cwd=ROOT, text=True).strip()


def heading() -> str:
    """What was proven: the version, the commit, and whether anything was changed since."""
    changed = ", with local changes" if git("status", "--porcelain") else ""
    now = datetime.now(UTC).strftime("%Y-%m-%d %H:%M")
    version = importlib.metadata.version("tapis")
    commit = git("rev-parse", "--short", "HEAD")
    return f"# Tapis {version}, commit {commit}{changed}, begun {now} UTC, on {os.cpu_count()} cores\n"


def main(only: list[str]) -> int:
    """Run the proofs and write the page after each, so that a night that is cut short leaves what it has."""
    if unknown := set(only) - set(PROOFS):
        sys.exit(f"There is no proof {', '.join(sorted(unknown))}; there are {', '.join(PROOFS)}.")
    FOLDER.mkdir(parents=True, exist_ok=True)
    page = [heading(), "| Proof | minutes | | its last line |", "|---|---:|---|---|"]
    failed = 0
    for name in only or PROOFS:
        proof = run(name)
        failed += proof.code != 0
        page.append(str(proof))
        PAGE.write_text("\n".join(page) + "\n")
        print(proof, flush=True)
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
