"""Our end of the visitors' process: orders go in, what happened comes back."""

import json
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.load_test.recording import Recording
from bench.load_test.scenario import Stage
from tests.conftest import PASSWORD, ROOT

PYTHON = ROOT / "build" / "night" / "bin" / "python"
Facts = Mapping[str, Any]
# Of a hundred visits.
MIX = {"browse": 95, "order": 4, "register": 1}


@dataclass(frozen=True, slots=True)
class Crowd:
    """The visitors, waiting for orders."""

    process: "subprocess.Popen[str]"

    def one_by_one(self, kind: str, visits: int) -> Facts:
        """So many visits of a kind, one after the other. Raises RuntimeError when one was refused."""
        self._say(kind=kind, visits=visits)
        found = self._hear()
        if found["errors"]:
            raise RuntimeError(f"{kind}: {found['errors']}")
        return found

    def gather(self, rate: float, seconds: float, think: float, cycle: float) -> None:
        """Have so many visits a second begin; returns when everybody has come."""
        self._say(rate=rate, seconds=seconds, think=think, cycle=cycle)
        self._hear()

    def outcome(self) -> Facts:
        """What happened in the seconds since they gathered, once these are over."""
        return self._hear()

    def leave(self) -> None:
        """Everybody goes."""
        self._say(rate=0)
        self._hear()

    def _say(self, **order: object) -> None:
        assert self.process.stdin
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()

    def _hear(self) -> Facts:
        assert self.process.stdout
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"the visitors have gone ({self.process.wait()})")
        found: Facts = json.loads(line)
        return found


@contextmanager
def crowd(here: Stage, recording: Recording, folder: Path) -> Iterator[Crowd]:
    """Visitors who know their visits by heart, until the end of the block."""
    script = {
        "url": here.shop.url,
        "visits": recording.visits,
        "mix": MIX,
        "buyers": [talent.email for talent in here.talents],
        "password": PASSWORD,
        "sent": [str(file) for file in here.sent],
    }
    file = folder / "visits.json"
    file.write_text(json.dumps(script))
    program = Path(__file__).with_name("locustfile.py")
    with subprocess.Popen(
        [PYTHON, program, file], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield Crowd(process)
        finally:
            process.kill()
