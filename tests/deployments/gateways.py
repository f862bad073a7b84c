"""Several gateways of one shop, each with its own port and data folder, as on separate machines."""

import os
import signal
import socket
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.conftest import SHARED_QUOTA, TAPIS, environment
from tests.deployments.postgres import free_port
from tests.deployments.proxy import is_answering
from tests.postgres.os_processes import eventually


@dataclass(slots=True)
class Gateway:
    """`tapis serve` with a port and a folder; it can be killed and restarted."""

    port: int
    data: Path
    settings: Mapping[str, str]
    _process: "subprocess.Popen[bytes] | None" = field(default=None)

    @property
    def url(self) -> str:
        """Its own address, without the proxy."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> Path:
        """Its standard output and error."""
        return self.data.with_suffix(".log")

    def start(self) -> None:
        """Start without waiting."""
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [TAPIS, "serve", "--data", self.data, "--port", str(self.port)],
                env=environment(**SHARED_QUOTA, **self.settings),
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def is_open(self) -> bool:
        """Whether it answers requests."""
        assert self._process, "not started"
        assert self._process.poll() is None, self.log_tail
        return is_answering(self.url)

    def wait(self) -> None:
        """Wait until it answers."""
        assert eventually(self.is_open), self.log_tail

    @property
    def log_tail(self) -> str:
        """The end of its log."""
        return self.log.read_text()[-2_000:]

    def kill(self) -> None:
        """Kill all its processes at once, like a power failure; then no dying worker takes a connection."""
        if self._process and self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            assert eventually(lambda: not is_listening(self.port))

    def stop(self) -> None:
        """Stop with SIGTERM."""
        if self._process and self._process.poll() is None:
            self._process.terminate()
            self._process.wait(30)


@dataclass(slots=True)
class TwoGateways:
    """Two gateways that are killed alternately."""

    gateways: tuple[Gateway, Gateway]
    _kills: int = 0

    def kill_gateway(self) -> None:
        """Kill and restart one of them, once the other one answers; returns without waiting."""
        victim, other = self.gateways[self._kills % 2], self.gateways[(self._kills + 1) % 2]
        other.wait()
        self._kills += 1
        victim.kill()
        victim.start()


def is_listening(port: int) -> bool:
    """Whether a process accepts connections on this port."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def run_two_gateways(folder: Path, settings: Mapping[str, str]) -> Iterator[TwoGateways]:
    """Two running gateways; the first one applies the migrations."""
    one, two = (Gateway(free_port(), folder / f"gateway-{name}", settings) for name in ("1", "2"))
    with ExitStack() as stack:
        for gateway in (one, two):
            stack.callback(gateway.stop)
            gateway.start()
            gateway.wait()
        yield TwoGateways((one, two))
