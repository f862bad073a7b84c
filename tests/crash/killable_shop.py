"""A shop that can be killed and restarted at the same address."""

import json
import random
import signal
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.conftest import TAPIS, environment, serving
from tests.deployments.postgres import free_port
from tests.process_tree import Tree, kill


@dataclass(frozen=True, slots=True)
class KillTarget:
    """What is killed, and whether the shop must be restarted afterwards."""

    name: str
    pids: Callable[[Tree], list[int]]
    needs_restart: bool = False
    picks_one: bool = False

    def kill(self, tree: Tree, rng: random.Random) -> None:
        """Kill all processes of the target, or a random one."""
        pids = self.pids(tree)
        kill(*([rng.choice(pids)] if self.picks_one and pids else pids))


KILL_TARGETS = (
    KillTarget("gateway", lambda tree: [tree.gateway], needs_restart=True),
    KillTarget("worker", lambda tree: tree.workers, picks_one=True),
    KillTarget("postmaster", lambda tree: [tree.postmaster]),
    KillTarget("database process", lambda tree: tree.backends, picks_one=True),
    KillTarget("whole tree", Tree.all, needs_restart=True),
)


class Shop:
    """A data folder and a port, whichever processes serve them."""

    def __init__(self, data: Path, **settings: str) -> None:
        self.data = data
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.settings = settings
        self._serving: serving | None = None

    @property
    def tree(self) -> Tree:
        """The process tree."""
        assert self._serving
        assert self._serving.process
        return Tree(self._serving.process.pid, self.data)

    def open(self) -> None:
        """Serve the shop until it is restarted; returns once the first page is served."""
        self._serving = serving(self.data, **self.settings)
        self._serving.command[-1] = str(self.port)
        self._serving.__enter__()

    def restart(self) -> None:
        """Serve again after a kill."""
        self.wait_for_exit()
        self.open()

    def wait_for_exit(self) -> None:
        """Wait until the killed processes have ended."""
        if self._serving and self._serving.process:
            self._serving.process.wait(timeout=30)
            self._serving.__exit__()

    def last_log_lines(self) -> str:
        """The last lines of the gateway's log."""
        assert self._serving
        self._serving.log.seek(0)
        return "".join(self._serving.log.readlines()[-40:])

    def close(self) -> None:
        """Stop with SIGTERM."""
        kill(self.tree.gateway, number=signal.SIGTERM)
        self.wait_for_exit()

    def keys(self) -> dict[str, Any]:
        """The public key and the service key."""
        command: list[str | Path] = [TAPIS, "keys", "--service", "--json", "--data", self.data]
        return dict(json.loads(subprocess.check_output(command, env=environment())))
