"""Gateways of one shop, each as on a machine of its own: a port, a folder, and nothing that they share."""

import os
import signal
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.conftest import TAPIS, environment
from tests.deployments.postgres import free_port
from tests.deployments.proxy import answers
from tests.postgres.os_processes import eventually

PATIENCE_SECONDS = 60.0


@dataclass(slots=True)
class Gateway:
    """`tapis serve`, by its port and folder; it may be killed and started again."""

    port: int
    data: Path
    settings: Mapping[str, str]
    _process: "subprocess.Popen[bytes] | None" = field(default=None)

    @property
    def url(self) -> str:
        """Past any proxy."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> Path:
        """What it said on both outputs."""
        return self.data.with_suffix(".log")

    def start(self) -> None:
        """Begin; it is open a little later."""
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [TAPIS, "serve", "--data", self.data, "--port", str(self.port)],
                env=environment(**self.settings),
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def is_open(self) -> bool:
        """Whether it takes visitors now."""
        assert self._process, "it was never started"
        assert self._process.poll() is None, self.last_words
        return answers(self.url)

    def wait(self) -> None:
        """Until it is open."""
        assert eventually(self.is_open, PATIENCE_SECONDS), self.last_words

    @property
    def last_words(self) -> str:
        """The end of its log."""
        return self.log.read_text()[-2_000:]

    def kill(self) -> None:
        """End it as a power cut does: everything in the same moment."""
        if self._process and self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()

    def stop(self) -> None:
        """End it as its owner does."""
        if self._process and self._process.poll() is None:
            self._process.terminate()
            self._process.wait(30)


@dataclass(slots=True)
class Pair:
    """Two gateways; strikes hit them in turn."""

    gateways: tuple[Gateway, Gateway]
    _strikes: int = 0

    def strike(self) -> None:
        """Kill one and start it again, once the other one is open; return while it still opens."""
        victim, other = self.gateways[self._strikes % 2], self.gateways[(self._strikes + 1) % 2]
        other.wait()
        self._strikes += 1
        victim.kill()
        victim.start()


@contextmanager
def two_gateways(folder: Path, settings: Mapping[str, str]) -> Iterator[Pair]:
    """Both open, the first of which has brought the database up to date."""
    one, two = (Gateway(free_port(), folder / f"gateway-{name}", settings) for name in ("1", "2"))
    with ExitStack() as stack:
        for gateway in (one, two):
            stack.callback(gateway.stop)
            gateway.start()
            gateway.wait()
        yield Pair((one, two))
