"""Runs the Locust process: commands on its standard input, results on its standard output."""

import json
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.load_test.recording import Recording
from bench.load_test.scenario import LoadTestShop
from tests.conftest import PASSWORD, ROOT

PYTHON = ROOT / "build" / "load-test" / "bin" / "python"
FileOptions = Mapping[str, Any]
# Percent of all visits.
MIX = {"browse": 95, "order": 4, "register": 1}


@dataclass(frozen=True, slots=True)
class VisitorProcess:
    """The Locust process, waiting for commands."""

    process: "subprocess.Popen[str]"

    def one_by_one(self, kind: str, visits: int) -> FileOptions:
        """Replay visits of a kind one after the other. Raises RuntimeError when a request failed."""
        self._send(kind=kind, visits=visits)
        found = self._receive()
        if found["errors"]:
            raise RuntimeError(f"{kind}: {found['errors']}")
        return found

    def start(self, rate: float, seconds: float, think: float, cycle: float) -> None:
        """Start `rate` visits a second; returns after the ramp-up."""
        self._send(rate=rate, seconds=seconds, think=think, cycle=cycle)
        self._receive()

    def results(self) -> FileOptions:
        """The statistics of the measured seconds, once they are over."""
        return self._receive()

    def stop(self) -> None:
        """Stop all visitors."""
        self._send(rate=0)
        self._receive()

    def _send(self, **command: object) -> None:
        assert self.process.stdin
        self.process.stdin.write(json.dumps(command) + "\n")
        self.process.stdin.flush()

    def _receive(self) -> FileOptions:
        assert self.process.stdout
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"the Locust process ended ({self.process.wait()})")
        found: FileOptions = json.loads(line)
        return found


@contextmanager
def start_visitors(target: LoadTestShop, recording: Recording, folder: Path) -> Iterator[VisitorProcess]:
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
    program = Path(__file__).with_name("locustfile.py")
    with subprocess.Popen(
        [PYTHON, program, file], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield VisitorProcess(process)
        finally:
            process.kill()
