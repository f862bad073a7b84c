"""A shop of the module's own, to be held still, killed and opened again."""

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import pytest

from tapis.postgres import process
from tapis.steps import Step
from tests.crash.audit import doctor
from tests.crash.shop import KINDS
from tests.crash.siege import Siege, besiege
from tests.postgres.machine import eventually
from tests.tree import kill, state

Done = TypeVar("Done")
KIND = {kind.name: kind for kind in KINDS}


@dataclass(frozen=True, slots=True)
class Hold:
    """The siege of a shop whose worker stops at a step that we name."""

    siege: Siege
    file: Path
    hands: ThreadPoolExecutor

    def at(self, step: Step, act: Callable[[], Done]) -> Future[Done]:
        """Begin to `act`, and return when the worker has come to the step, and stands there."""
        (worker,) = self.siege.shop.tree.workers
        self.file.write_text(step)
        acting = self.hands.submit(act)
        assert eventually(lambda: state(worker) == "T", seconds=20), step
        return acting

    def strike(self, victim: str) -> None:
        """Kill it; whatever still stands goes on, and the owner opens the shop again if nobody else does."""
        shop, kind = self.siege.shop, KIND[victim]
        workers = shop.tree.workers
        kill(*kind.victims(shop.tree))
        kill(*workers, number=signal.SIGCONT)
        if kind.opens_again:
            shop.open_again()

    def is_as_acknowledged(self) -> bool:
        """Whether the shop holds what it said, each once, and nothing else; once the database answers."""
        assert eventually(lambda: process.answers(self.siege.door.superuser), seconds=20)
        findings = self.siege.audit()
        assert findings.are_none, findings
        return True


@pytest.fixture(scope="module")
def hold(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hold]:
    """A shop with Ada and Tom; after the last test of the module the doctor must find nothing."""
    folder = tmp_path_factory.mktemp("siege")
    with (
        ThreadPoolExecutor(2) as hands,
        besiege(folder / "data", toms=1, TAPIS_HOLD_AT=str(folder / "hold")) as siege,
    ):
        yield Hold(siege, folder / "hold", hands)
        assert doctor(folder / "data") == ""
