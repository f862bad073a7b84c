"""S3 servers: moto, a simulator, and SeaweedFS, a real store.

with run_bucket("seaweedfs") as bucket:
    bucket.environment       # the settings of a shop over this bucket
    bucket.keys("reader")    # the credentials of somebody who may only read

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
# Identities and their rights in SeaweedFS; moto checks none.
RIGHTS = {
    "shop": ["Admin", "Read", "Write", "List"],
    "reader": ["Read:kain", "List:kain"],
    "lister": ["List:kain"],
    "stranger": ["Read:other"],
}
SECRETS = {who: f"{who}-of-tapis-1976" for who in RIGHTS}
CREATE_BUCKET = """
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
        """The value of TAPIS_STORAGE_URL."""
        return self.build_url("pictures")

    def build_url(self, prefix: str, **query: str) -> str:
        """A URL with another prefix or other parameters."""
        parameters = urlencode({"endpoint": self.endpoint, "region": REGION} | query)
        return f"s3://{self.name}/{prefix}?{parameters}"

    def keys(self, who: str = "shop") -> dict[str, str]:
        """The credentials of this identity, as environment variables."""
        return {"AWS_ACCESS_KEY_ID": who, "AWS_SECRET_ACCESS_KEY": SECRETS[who]}

    @property
    def environment(self) -> dict[str, str]:
        """URL and credentials of the bucket, as environment variables."""
        return {"TAPIS_STORAGE_URL": self.url, **self.keys()}

    def create(self, name: str) -> bool:
        """Create a bucket; false while the server is not ready."""
        command = [sys.executable, "-c", CREATE_BUCKET, self.endpoint, name]
        result = subprocess.run(
            command, env=_environment() | self.keys(), check=False, capture_output=True, timeout=60
        )
        return result.returncode == 0

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Stop the server's process until the end of the block: it accepts connections and never answers."""
        self.server.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.server.send_signal(signal.SIGCONT)


@contextmanager
def run_bucket(kind: Kind = "seaweedfs", name: str = "kain", *, days_apart: int = 0) -> Iterator[Bucket]:
    """Run a server with one empty bucket until the end of the block.

    `days_apart`: moto's clock is that many days behind; SeaweedFS, whose clock can't be moved, then checks
    no credentials, so that it accepts clients whose clock is ahead.
    """
    with tempfile.TemporaryDirectory(prefix="tapis-bucket-") as folder:
        port, command = COMMANDS[kind](Path(folder), days_apart)
        with (Path(folder) / "log").open("wb") as log:
            server = subprocess.Popen(
                command, cwd=folder, env=_environment(), stdout=log, stderr=log, start_new_session=True
            )
        bucket = Bucket(kind, f"http://127.0.0.1:{port}", name, server)
        try:
            assert eventually(lambda: _is_answering(bucket)), (Path(folder) / "log").read_text()
            assert eventually(lambda: bucket.create(name)), (Path(folder) / "log").read_text()
            yield bucket
        finally:
            server.send_signal(signal.SIGKILL)
            server.wait()
            for socket_file in chain(
                *(Path("/tmp").glob(f"seaweedfs-*{used}.sock") for used in _list_ports(port))
            ):
                socket_file.unlink(missing_ok=True)


def _prepare_moto(_folder: Path, days_behind: int) -> tuple[int, list[str]]:
    (port,) = _find_free_ports(1)
    return port, [sys.executable, "-c", MOTO, str(days_behind), "-H", "127.0.0.1", "-p", str(port)]


def _prepare_seaweedfs(folder: Path, days_apart: int) -> tuple[int, list[str]]:
    master, volume, filer, port = _find_free_ports(4)
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


COMMANDS = {"moto": _prepare_moto, "seaweedfs": _prepare_seaweedfs}


def _environment() -> dict[str, str]:
    kept = {name: value for name, value in environment().items() if not name.startswith("AWS_")}
    return kept | {"PYTHONPATH": str(STORES), "AWS_EC2_METADATA_DISABLED": "true"}


def _is_answering(bucket: Bucket) -> bool:
    if bucket.server.poll() is not None:
        raise RuntimeError(f"{bucket.kind} ended before it was ready")
    try:
        return httpx.get(bucket.endpoint, timeout=5).status_code < 500
    except httpx.HTTPError:
        return False


def _list_ports(port: int) -> Sequence[int]:
    """All ports of a SeaweedFS, derived from the last of its four."""
    return [one + more for one in range(port - 3, port + 1) for more in (0, 10_000)]


def _find_free_ports(count: int) -> Sequence[int]:
    """Ports that are free together with those 10,000 above, which SeaweedFS uses internally."""
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
