"""A SeaweedFS of three nodes, each file on two of them; one master, and one door that speaks S3."""

import json
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.deployments.s3_servers import REGION, RIGHTS, SECRETS, STORES, Bucket
from tests.postgres.os_processes import eventually

NODES = 3
MASTER, FILER, DOOR, FIRST_NODE = 9333, 8888, 8333, 8081
HERE = ("-ip=127.0.0.1", "-ip.bind=127.0.0.1")
MASTER_PLACE = f"127.0.0.1:{MASTER}"


@dataclass(slots=True)
class Node:
    """One that keeps bytes."""

    number: int
    folder: Path
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Begin without waiting."""
        place = self.folder / f"node{self.number}"
        place.mkdir(exist_ok=True)
        options = [f"-port={FIRST_NODE + self.number}", f"-dir={place}", f"-master={MASTER_PLACE}", "-max=20"]
        self.process = _weed(self.folder, f"node{self.number}", "volume", *HERE, *options)

    def kill(self) -> None:
        """At once."""
        if self.process:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()


@dataclass(frozen=True, slots=True)
class Store:
    """An empty bucket, and the nodes that have it."""

    bucket: Bucket
    nodes: tuple[Node, ...]


@contextmanager
def store(folder: Path) -> Iterator[Store]:
    """The nodes with an empty bucket, until the end of the block."""
    (folder / "master").mkdir()
    identities = [
        {"name": who, "credentials": [{"accessKey": who, "secretKey": SECRETS[who]}], "actions": actions}
        for who, actions in RIGHTS.items()
    ]
    (folder / "identities.json").write_text(json.dumps({"identities": identities}))
    copies = ["-defaultReplication=001", "-volumeSizeLimitMB=64", "-peers=none", "-telemetry=false"]
    place = [f"-port={MASTER}", f"-mdir={folder / 'master'}"]
    processes = [_weed(folder, "master", "master", *HERE, *place, *copies)]
    nodes = tuple(Node(number, folder) for number in range(NODES))
    for node in nodes:
        node.start()
    sockets = [f"-{name}={folder / name}.sock" for name in ("localSocket", "s3.localSocket")]
    doors = [
        "-s3",
        f"-s3.port={DOOR}",
        f"-s3.config={folder / 'identities.json'}",
        "-s3.port.iceberg=0",
        "-s3.port.lance=0",
    ]
    doors += [f"-master={MASTER_PLACE}", f"-port={FILER}", "-defaultReplicaPlacement=001", *sockets]
    processes.append(_weed(folder, "filer", "filer", *HERE, *doors))
    bucket = Bucket("seaweedfs", f"http://127.0.0.1:{DOOR}", "kain", processes[1])
    try:
        assert eventually(lambda: bucket.create(bucket.name)), (folder / "filer.log").read_text()[-4_000:]
        yield Store(bucket, nodes)
    finally:
        for node in nodes:
            node.kill()
        for process in processes:
            process.kill()
            process.wait()


def settings(bucket: Bucket) -> dict[str, str]:
    """What deploy/gateways.env has in the place of these."""
    return {
        "https://s3.example": bucket.endpoint,
        "lampung": REGION,
        "@KEY@": "shop",
        "@SECRET@": SECRETS["shop"],
    }


def _weed(folder: Path, name: str, *command: str) -> subprocess.Popen[bytes]:
    with (folder / f"{name}.log").open("ab") as log:
        return subprocess.Popen(
            [STORES / "bin" / "weed", *command], cwd=folder, stdout=log, stderr=log, start_new_session=True
        )
