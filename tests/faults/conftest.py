"""A shop of the module's own, to be held still, killed and opened again."""

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import pytest

from tapis.gateway.failpoints import Step
from tapis.ops.postgres import server_process
from tests.crash.harness import CrashHarness, besiege
from tests.crash.killable_shop import KINDS
from tests.crash.verification import doctor
from tests.postgres.os_processes import eventually
from tests.process_tree import kill, state

Done = TypeVar("Done")
KIND = {kind.name: kind for kind in KINDS}


@dataclass(frozen=True, slots=True)
class Hold:
    """The harness of a shop whose worker stops at a step that we name."""

    harness: CrashHarness
    file: Path
    hands: ThreadPoolExecutor

    def at(self, step: Step, act: Callable[[], Done]) -> Future[Done]:
        """Begin to `act`, and return when the worker has come to the step, and stands there."""
        (worker,) = self.harness.shop.tree.workers
        self.file.write_text(step)
        acting = self.hands.submit(act)
        assert eventually(lambda: state(worker) == "T", seconds=20), step
        return acting

    def strike(self, victim: str) -> None:
        """Kill it; whatever still stands goes on, and the owner opens the shop again if nobody else does."""
        shop, kind = self.harness.shop, KIND[victim]
        workers = shop.tree.workers
        kill(*kind.victims(shop.tree))
        kill(*workers, number=signal.SIGCONT)
        if kind.opens_again:
            shop.open_again()

    def is_as_acknowledged(self) -> bool:
        """Whether the shop holds what it said, each once, and nothing else; once the database answers."""
        assert eventually(lambda: server_process.accepts_connections(self.harness.door.superuser), seconds=20)
        findings = self.harness.audit()
        assert findings.are_none, findings
        return True


@pytest.fixture(scope="module")
def hold(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hold]:
    """A shop with Ada and Tom; after the last test of the module the doctor must find nothing."""
    folder = tmp_path_factory.mktemp("harness")
    with (
        ThreadPoolExecutor(2) as hands,
        besiege(folder / "data", toms=1, TAPIS_HOLD_AT=str(folder / "hold")) as harness,
    ):
        yield Hold(harness, folder / "hold", hands)
        assert doctor(folder / "data") == ""
