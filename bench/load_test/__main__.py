"""What one visitor costs, what one machine holds on a season's night, and what more visitors would need.

make night                                    a quarter of an hour; build/bench/night.json has the figures
.venv/bin/python -m bench.load_test --part 0.1    everything a tenth as long, to try it
.venv/bin/python -m bench.load_test --paper       only the last table, from the file
"""

import argparse
import json
import os
import platform
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench.load_test import capacity_model, cost, load_profile
from bench.load_test.recording import record
from bench.load_test.scenario import stage
from bench.load_test.visitor_process import crowd
from tests.conftest import ROOT

FILE = ROOT / "build" / "bench" / "night.json"


def main() -> int:
    """Exit 0 when the night held."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--part", type=float, default=1.0)
    asked.add_argument("--paper", action="store_true")
    asked.add_argument("--rate", type=float, help="of the night; else the highest is looked for")
    wanted = asked.parse_args()
    if not wanted.paper:
        with TemporaryDirectory(prefix="tapis-night-") as folder:
            write(measure(Path(folder), wanted.part, wanted.rate))
    facts = json.loads(FILE.read_text())
    capacity_model.show(facts)
    return 0 if facts["night"]["held"] else 1


def measure(folder: Path, part: float, rate: float | None) -> dict[str, Any]:
    """All of it, printed as it is found."""
    print("Opening the demo shop …", flush=True)
    with stage(folder) as here:
        recording = record(here)
        cost.show_pages(recording)
        with crowd(here, recording, folder) as visitors:
            costs = cost.costs(here, recording, visitors, part)
            cost.show(costs)
            print("\nHow many visits begin in a second: 95 % browse, 4 % order, 1 % register.\n", flush=True)
            steps = [] if rate else load_profile.highest_rate(here, visitors, part)
            night = load_profile.night(here, visitors, rate or load_profile.best(steps), part)
            load_profile.show_night(night)
    return {
        "about": about(part),
        "pages": {device: cost.page_facts(pages) for device, pages in recording.pages.items()},
        "visits": cost.as_facts(costs),
        "steps": [load_profile.as_facts(step) for step in steps],
        "night": load_profile.as_facts(night),
    }


def about(part: float) -> dict[str, Any]:
    """Which machine, when, and how much of the whole run it was."""
    return {
        "date": time.strftime("%Y-%m-%d"),
        "cores": os.cpu_count(),
        "machine": platform.machine(),
        "part": part,
    }


def write(facts: dict[str, Any]) -> None:
    """Keep the figures."""
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text(json.dumps(facts, indent=2))


if __name__ == "__main__":
    raise SystemExit(main())
