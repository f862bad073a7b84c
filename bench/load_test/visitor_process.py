"""Runs the Locust processes: commands on their standard input, results on their standard output."""

import json
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.load_test.recording import Recording
from bench.load_test.scenario import LoadTestShop
from bench.load_test.visitor_report import Report, merged
from tests.conftest import PASSWORD, ROOT

PYTHON = ROOT / "build" / "load-test" / "bin" / "python"
PROCESSES = 2  # one is full at 50 visits a second
# Percent of all visits.
MIX = {"browse": 95, "order": 4, "register": 1}


@dataclass(frozen=True, slots=True)
class Visitors:
    """The Locust processes, waiting for commands."""

    processes: Sequence["subprocess.Popen[str]"]

    def one_by_one(self, kind: str, visits: int) -> None:
        """Replay visits of a kind one after the other. Raises RuntimeError when a request failed."""
        _send(self.processes[0], kind=kind, visits=visits)
        if errors := _receive(self.processes[0])["errors"]:
            raise RuntimeError(f"{kind}: {errors}")

    def start(self, rate: float, seconds: float, think: float, cycle: float) -> None:
        """Start `rate` visits a second; returns after the ramp-up."""
        share = rate / len(self.processes)
        for process in self.processes:
            _send(process, rate=share, seconds=seconds, think=think, cycle=cycle)
        self._receive()

    def results(self) -> Report:
        """What the measured seconds gave, once they are over."""
        return merged(self._receive())

    def stop(self) -> None:
        """Stop all visitors."""
        for process in self.processes:
            _send(process, rate=0)
        self._receive()

    def _receive(self) -> list[Any]:
        return [_receive(process) for process in self.processes]


def _send(process: "subprocess.Popen[str]", **command: object) -> None:
    assert process.stdin
    process.stdin.write(json.dumps(command) + "\n")
    process.stdin.flush()


def _receive(process: "subprocess.Popen[str]") -> Any:
    assert process.stdout
    line = process.stdout.readline()
    if not line:
        raise RuntimeError(f"a Locust process ended ({process.wait()})")
    return json.loads(line)


@contextmanager
def start_visitors(target: LoadTestShop, recording: Recording, folder: Path) -> Iterator[Visitors]:
    """Start Locust with the recorded visits, until the end of the block."""
    script = {
        "url": target.shop.url,
        "visits": recording.visits,
        "mix": MIX,
        "buyers": [talent.email for talent in target.talents],
        "password": PASSWORD,
        "sent": [str(file) for file in target.reduced],
    }
    file = folder / "visits.json"
    file.write_text(json.dumps(script))
    command = [PYTHON, Path(__file__).with_name("locustfile.py"), file]
    with ExitStack() as running:
        processes = []
        for _ in range(PROCESSES):
            process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            processes.append(running.enter_context(process))
            running.callback(process.kill)
        yield Visitors(processes)
