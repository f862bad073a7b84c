"""The whole shop: two gateways behind nginx over the machines and the store, with the files of deploy/."""

import subprocess
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from tests.conftest import ROOT, Shop, keys_of
from tests.deployments.gateways import Gateway
from tests.deployments.postgres import PASSWORDS, free_port
from tests.deployments.proxy import is_answering, start_nginx
from tests.failover.patroni_cluster import (
    PARTITIONED_ADDRESSES,
    PatroniCluster,
    patroni_cluster,
    read_environment,
    render_deploy_file,
    url,
)
from tests.failover.store import Store, settings, store
from tests.postgres.os_processes import eventually
from tests.process_tree import children, kill

PORT = 8080


@dataclass(slots=True)
class Proxy:
    """nginx, which can be killed and started again."""

    folder: Path
    gateways: tuple[Gateway, Gateway]
    _process: subprocess.Popen[bytes] | None = field(default=None)

    def start(self) -> None:
        """Begin; the frame around deploy/ has neither names nor certificates."""
        here = {f"10.0.0.2{n}:8000": f"127.0.0.1:{one.port}" for n, one in enumerate(self.gateways, 1)}
        whole = (ROOT / "deploy" / "nginx.conf").read_text()
        site = whole.partition("ssl_certificate_key /etc/ssl/tapis.key;")[2].rpartition("}")[0]
        self._process = start_nginx(self.folder, PORT, render_deploy_file("nginx-gateways.conf", here), site)

    def kill(self) -> None:
        """At once."""
        if self._process:
            kill(self._process.pid, *children(self._process.pid))
            self._process.wait()


@dataclass(frozen=True, slots=True)
class Deployment:
    """All that can fail, and the way in."""

    cluster: PatroniCluster
    store: Store
    gateways: tuple[Gateway, Gateway]
    proxy: Proxy
    shop: Shop


@contextmanager
def deploy(folder: Path, mail: Mapping[str, str]) -> Iterator[Deployment]:
    """Serve until the end of the block."""
    with ExitStack() as stack:
        cluster = stack.enter_context(patroni_cluster(_make_folder(folder / "machines")))
        nodes = stack.enter_context(store(_make_folder(folder / "store")))
        first = _environment(nodes) | dict(mail) | {"TAPIS_SITE_URL": f"http://127.0.0.1:{PORT}"}
        other = first | {
            name: _through_partitioned_addresses(first[name]) for name in first if name.endswith("_URL")
        }
        gateways = (
            Gateway(free_port(), folder / "gateway-1", first),
            Gateway(free_port(), folder / "gateway-2", other),
        )
        for gateway in gateways:
            stack.callback(gateway.stop)
            gateway.start()
            gateway.wait()
        proxy = Proxy(folder / "proxy", gateways)
        stack.callback(proxy.kill)
        proxy.start()
        url_of_shop = f"http://127.0.0.1:{PORT}"
        assert eventually(lambda: is_answering(url_of_shop), 20), (folder / "proxy/error.log").read_text()
        data = folder / "command"
        data.mkdir()
        keys = keys_of(data, **first)
        shop = Shop(url_of_shop, data, *keys, url("postgres"), settings=first)
        yield Deployment(cluster, nodes, gateways, proxy, shop)


def _environment(nodes: Store) -> dict[str, str]:
    """deploy/gateways.env with what is here."""
    here = settings(nodes.bucket) | {
        f"{user}:@PASSWORD@": f"{user}:{quote(PASSWORDS[user], safe='')}"
        for user in ("owner", "authenticator")
    }
    return read_environment("gateways.env", here) | {
        "TAPIS_HOST": "127.0.0.1",
        "TAPIS_TRUSTED_PROXIES": "127.0.0.1",
    }


def _through_partitioned_addresses(address: str) -> str:
    for there, here in PARTITIONED_ADDRESSES.items():
        address = address.replace(there, here)
    return address


def _make_folder(folder: Path) -> Path:
    folder.mkdir()
    folder.chmod(0o755)
    return folder
