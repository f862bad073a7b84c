"""A shop per module that can be stopped at a failpoint, killed and restarted."""

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import pytest

from tapis.gateway.failpoints import Step
from tapis.ops.postgres import server_process
from tests.crash.harness import CrashHarness, open_harness
from tests.crash.killable_shop import KILL_TARGETS
from tests.crash.verification import run_doctor
from tests.postgres.os_processes import eventually
from tests.process_tree import kill, state

Done = TypeVar("Done")
TARGETS = {target.name: target for target in KILL_TARGETS}


@dataclass(frozen=True, slots=True)
class Hold:
    """The harness of a shop whose worker stops at a failpoint."""

    harness: CrashHarness
    file: Path
    executor: ThreadPoolExecutor

    def at(self, step: Step, act: Callable[[], Done]) -> Future[Done]:
        """Start `act`; return when the worker has stopped at the failpoint."""
        (worker,) = self.harness.shop.tree.workers
        self.file.write_text(step)
        acting = self.executor.submit(act)
        assert eventually(lambda: state(worker) == "T"), step
        return acting

    def kill(self, victim: str) -> None:
        """Kill a target; resume what is left, and restart the shop if necessary."""
        shop, target = self.harness.shop, TARGETS[victim]
        workers = shop.tree.workers
        kill(*target.pids(shop.tree))
        kill(*workers, number=signal.SIGCONT)
        if target.needs_restart:
            shop.restart()

    def is_as_acknowledged(self) -> bool:
        """Whether the shop holds exactly the acknowledged writes, once the database is available."""
        assert eventually(lambda: server_process.accepts_connections(self.harness.access.superuser))
        findings = self.harness.audit()
        assert findings.is_empty, findings
        return True


@pytest.fixture(scope="module")
def hold(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hold]:
    """A shop with Ada and Tom; the doctor must find nothing after the module."""
    folder = tmp_path_factory.mktemp("harness")
    with (
        ThreadPoolExecutor(2) as executor,
        open_harness(folder / "data", toms=1, TAPIS_HOLD_AT=str(folder / "hold")) as harness,
    ):
        yield Hold(harness, folder / "hold", executor)
        assert run_doctor(folder / "data") == ""
