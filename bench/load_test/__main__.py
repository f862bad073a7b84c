"""Load test: what one visitor costs, what one machine holds, and a capacity model for more.

make load-test                                     half an hour; figures in build/bench/load-test.json
.venv/bin/python -m bench.load_test --part 0.1         a tenth as long, to try it
.venv/bin/python -m bench.load_test --model-only       only the capacity model, from the file
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
from bench.load_test.scenario import open_load_test_shop
from bench.load_test.visitor_process import start_visitors
from tests.conftest import ROOT

FILE = ROOT / "build" / "bench" / "load-test.json"


def main() -> int:
    """Exit 0 when the sustained run held."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--part", type=float, default=1.0)
    parser.add_argument("--model-only", action="store_true")
    parser.add_argument(
        "--rate", type=float, help="of the sustained run; without it the highest rate is searched"
    )
    options = parser.parse_args()
    if not options.model_only:
        with TemporaryDirectory(prefix="tapis-load-test-") as folder:
            write(measure(Path(folder), options.part, options.rate))
    facts = json.loads(FILE.read_text())
    capacity_model.print_model(facts)
    return 0 if facts["sustained"]["held"] else 1


def measure(folder: Path, part: float, rate: float | None) -> dict[str, Any]:
    """Run everything, printing results as they come."""
    print("Opening the demo shop …", flush=True)
    with open_load_test_shop(folder) as target:
        recording = record(target)
        cost.print_pages(recording)
        with start_visitors(target, recording, folder) as visitors:
            costs = cost.costs(target, recording, visitors, part)
            cost.print_costs(costs)
            print("\nVisits that begin per second: 95 % browse, 4 % order, 1 % register.\n", flush=True)
            steps = [] if rate else load_profile.highest_rate(target, visitors, part)
            sustained = load_profile.sustained_run(target, visitors, rate or load_profile.best(steps), part)
            load_profile.print_sustained_run(sustained)
    return {
        "about": about(part),
        "pages": {device: cost.pages_as_json(pages) for device, pages in recording.pages.items()},
        "visits": cost.as_json(costs),
        "steps": [load_profile.as_json(step) for step in steps],
        "sustained": load_profile.as_json(sustained),
    }


def about(part: float) -> dict[str, Any]:
    """The machine, the date, and the fraction of the full run."""
    return {
        "date": time.strftime("%Y-%m-%d"),
        "cores": os.cpu_count(),
        "machine": platform.machine(),
        "part": part,
    }


def write(facts: dict[str, Any]) -> None:
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text(json.dumps(facts, indent=2))


if __name__ == "__main__":
    raise SystemExit(main())
