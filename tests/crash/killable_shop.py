"""A shop that is killed again and again, and that its keeper opens again at the same address."""

import json
import random
import signal
import socket
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.conftest import TAPIS, environment, serving
from tests.process_tree import Tree, kill


@dataclass(frozen=True, slots=True)
class Kind:
    """What is killed, and whether somebody has to open the shop again afterwards."""

    name: str
    victims: Callable[[Tree], list[int]]
    opens_again: bool = False
    one_of_them: bool = False

    def strike(self, tree: Tree, chance: random.Random) -> None:
        """Kill them now."""
        victims = self.victims(tree)
        kill(*([chance.choice(victims)] if self.one_of_them and victims else victims))


KINDS = (
    Kind("gateway", lambda tree: [tree.gateway], opens_again=True),
    Kind("worker", lambda tree: tree.workers, one_of_them=True),
    Kind("postmaster", lambda tree: [tree.postmaster]),
    Kind("database process", lambda tree: tree.backends, one_of_them=True),
    Kind("whole tree", Tree.all, opens_again=True),
)


class Shop:
    """One data folder and one port, whichever processes serve them at the moment."""

    def __init__(self, data: Path, **settings: str) -> None:
        self.data = data
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.settings = settings
        self._serving: serving | None = None

    @property
    def tree(self) -> Tree:
        """Its processes."""
        assert self._serving
        assert self._serving.process
        return Tree(self._serving.process.pid, self.data)

    def open(self) -> None:
        """Serve, and return when the first page comes."""
        self._serving = serving(self.data, **self.settings)
        self._serving.command[-1] = str(self.port)
        self._serving.__enter__()

    def open_again(self) -> None:
        """Put the dead away, and serve."""
        self.bury()
        self.open()

    def bury(self) -> None:
        """Wait for what was killed."""
        if self._serving and self._serving.process:
            self._serving.process.wait(timeout=30)
            self._serving.__exit__()

    def close(self) -> None:
        """End as a machine that shuts down asks for it."""
        kill(self.tree.gateway, number=signal.SIGTERM)
        self.bury()

    def keys(self) -> dict[str, Any]:
        """The public and the service key."""
        command: list[str | Path] = [TAPIS, "keys", "--service", "--json", "--data", self.data]
        return dict(json.loads(subprocess.check_output(command, env=environment())))


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
