"""S3 servers: moto, a simulator, and SeaweedFS, a real store.

with bucket("seaweedfs") as opened:
    opened.environment       # what a shop over this bucket is opened with
    opened.keys("reader")    # the same bucket for somebody who may only look

Both are programs of `build/stores`, each in a process and a folder of its own, on ports that were free.
"""

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Literal
from urllib.parse import urlencode

import httpx

from tests.conftest import ROOT, environment
from tests.postgres.os_processes import eventually

Kind = Literal["moto", "seaweedfs"]
KINDS: tuple[Kind, ...] = ("moto", "seaweedfs")
STORES = ROOT / "build" / "stores"
REGION = "lampung"
# Who may do what, in SeaweedFS's words; moto believes everybody.
RIGHTS = {
    "shop": ["Admin", "Read", "Write", "List"],
    "reader": ["Read:kain", "List:kain"],
    "lister": ["List:kain"],
    "stranger": ["Read:other"],
}
SECRETS = {who: f"{who}-of-tapis-1976" for who in RIGHTS}
MAKE = """
import boto3, sys
s3 = boto3.client("s3", endpoint_url=sys.argv[1], region_name="lampung")
if sys.argv[2] not in [one["Name"] for one in s3.list_buckets()["Buckets"]]:
    s3.create_bucket(Bucket=sys.argv[2], CreateBucketConfiguration={"LocationConstraint": "lampung"})
s3.put_object(Bucket=sys.argv[2], Key="first", Body=b"1")
s3.delete_object(Bucket=sys.argv[2], Key="first")
"""
MOTO = """
import sys
from datetime import timedelta
from moto.s3 import models
present, behind = models.utcnow, timedelta(days=int(sys.argv.pop(1)))
models.utcnow = lambda: present() - behind
from moto.server import main
main()
"""


@dataclass(frozen=True, slots=True)
class Bucket:
    """An empty bucket, and the server that has it."""

    kind: Kind
    endpoint: str
    name: str
    server: subprocess.Popen[bytes]

    @property
    def url(self) -> str:
        """As TAPIS_STORAGE_URL wants it."""
        return self.url_of("pictures")

    def url_of(self, prefix: str, **query: str) -> str:
        """Another place in the bucket, or another way there."""
        asked = urlencode({"endpoint": self.endpoint, "region": REGION} | query)
        return f"s3://{self.name}/{prefix}?{asked}"

    def keys(self, who: str = "shop") -> dict[str, str]:
        """The environment that makes us this person."""
        return {"AWS_ACCESS_KEY_ID": who, "AWS_SECRET_ACCESS_KEY": SECRETS[who]}

    @property
    def environment(self) -> dict[str, str]:
        """A shop's whole way to its bucket."""
        return {"TAPIS_STORAGE_URL": self.url, **self.keys()}

    def make(self, name: str) -> bool:
        """Another bucket, ready to be filled; false while the server is not."""
        command = [sys.executable, "-c", MAKE, self.endpoint, name]
        done = subprocess.run(
            command, env=_environment() | self.keys(), check=False, capture_output=True, timeout=60
        )
        return done.returncode == 0

    @contextmanager
    def held_still(self) -> Iterator[None]:
        """The server takes connections and says nothing, until the end of the block."""
        self.server.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.server.send_signal(signal.SIGCONT)


@contextmanager
def bucket(kind: Kind = "seaweedfs", name: str = "kain", *, days_apart: int = 0) -> Iterator[Bucket]:
    """A server of its own with one empty bucket, for the length of the block.

    `days_apart`: moto's clock is so many days behind; SeaweedFS, whose clock can't be moved, then believes
    everybody, also those whose clock is ahead.
    """
    with tempfile.TemporaryDirectory(prefix="tapis-bucket-") as folder:
        port, command = COMMANDS[kind](Path(folder), days_apart)
        with (Path(folder) / "log").open("wb") as log:
            server = subprocess.Popen(
                command, cwd=folder, env=_environment(), stdout=log, stderr=log, start_new_session=True
            )
        opened = Bucket(kind, f"http://127.0.0.1:{port}", name, server)
        try:
            assert eventually(lambda: _answers(opened)), (Path(folder) / "log").read_text()
            assert eventually(lambda: opened.make(name)), (Path(folder) / "log").read_text()
            yield opened
        finally:
            server.send_signal(signal.SIGKILL)
            server.wait()
            for left in chain(*(Path("/tmp").glob(f"seaweedfs-*{used}.sock") for used in _ports_of(port))):
                left.unlink(missing_ok=True)


def _moto(_folder: Path, days_behind: int) -> tuple[int, list[str]]:
    (port,) = _free_ports(1)
    return port, [sys.executable, "-c", MOTO, str(days_behind), "-H", "127.0.0.1", "-p", str(port)]


def _seaweedfs(folder: Path, days_apart: int) -> tuple[int, list[str]]:
    master, volume, filer, port = _free_ports(4)
    identities = [
        {"name": who, "credentials": [{"accessKey": who, "secretKey": SECRETS[who]}], "actions": actions}
        for who, actions in RIGHTS.items()
    ]
    (folder / "identities.json").write_text(json.dumps({"identities": identities}))
    (folder / "data").mkdir()
    options = {
        "dir": folder / "data",
        "ip": "127.0.0.1",
        "ip.bind": "127.0.0.1",
        "master.port": master,
        "master.volumeSizeLimitMB": 64,
        "master.telemetry": "false",
        "volume.port": volume,
        "volume.max": 20,
        "filer.port": filer,
        "s3": "true",
        "s3.port": port,
        **({} if days_apart else {"s3.config": folder / "identities.json"}),
        "s3.autoCreateBucket": "false",
        "filer.localSocket": folder / "filer.sock",
        "s3.localSocket": folder / "s3.sock",
        "s3.port.iceberg": 0,
        "s3.port.lance": 0,
    }
    return port, [
        str(STORES / "bin" / "weed"),
        "server",
        *(f"-{key}={value}" for key, value in options.items()),
    ]


COMMANDS = {"moto": _moto, "seaweedfs": _seaweedfs}


def _environment() -> dict[str, str]:
    kept = {name: value for name, value in environment().items() if not name.startswith("AWS_")}
    return kept | {"PYTHONPATH": str(STORES), "AWS_EC2_METADATA_DISABLED": "true"}


def _answers(opened: Bucket) -> bool:
    if opened.server.poll() is not None:
        raise RuntimeError(f"{opened.kind} ended before it was ready")
    try:
        return httpx.get(opened.endpoint, timeout=5).status_code < 500
    except httpx.HTTPError:
        return False


def _ports_of(port: int) -> Sequence[int]:
    """All that a SeaweedFS took, by the last of its four."""
    return [one + more for one in range(port - 3, port + 1) for more in (0, 10_000)]


def _free_ports(count: int) -> Sequence[int]:
    """Ports that are free, and 10,000 above them, too: there SeaweedFS speaks with itself."""
    found: list[int] = []
    for port in range(20_000 + os.getpid() % 400 * 25, 32_000):
        if len(found) < count and port not in found and _is_free(port) and _is_free(port + 10_000):
            found.append(port)
    return found


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True
