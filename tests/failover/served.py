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
from tests.deployments.proxy import answers, start_nginx
from tests.failover.machines import SEEN_BY_THE_OTHER, Machines, three_machines, url, variables
from tests.failover.machines import filled as filled_file
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
        self._process = start_nginx(self.folder, PORT, filled_file("nginx-gateways.conf", here), site)

    def kill(self) -> None:
        """At once."""
        if self._process:
            kill(self._process.pid, *children(self._process.pid))
            self._process.wait()


@dataclass(frozen=True, slots=True)
class Served:
    """All that can fail, and the way in."""

    machines: Machines
    store: Store
    gateways: tuple[Gateway, Gateway]
    proxy: Proxy
    shop: Shop


@contextmanager
def served(folder: Path, mail: Mapping[str, str]) -> Iterator[Served]:
    """Serve until the end of the block."""
    with ExitStack() as stack:
        machines = stack.enter_context(three_machines(_made(folder / "machines")))
        nodes = stack.enter_context(store(_made(folder / "store")))
        first = _environment(nodes) | dict(mail) | {"TAPIS_SITE_URL": f"http://127.0.0.1:{PORT}"}
        other = first | {name: _seen_by_the_other(first[name]) for name in first if name.endswith("_URL")}
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
        way_in = f"http://127.0.0.1:{PORT}"
        assert eventually(lambda: answers(way_in), 20), (folder / "proxy/error.log").read_text()
        data = folder / "command"
        data.mkdir()
        keys = keys_of(data, **first)
        shop = Shop(way_in, data, *keys, url("postgres"), settings=first)
        yield Served(machines, nodes, gateways, proxy, shop)


def _environment(nodes: Store) -> dict[str, str]:
    """deploy/gateways.env with what is here."""
    here = settings(nodes.bucket) | {
        f"{user}:@PASSWORD@": f"{user}:{quote(PASSWORDS[user], safe='')}"
        for user in ("owner", "authenticator")
    }
    return variables("gateways.env", here) | {"TAPIS_HOST": "127.0.0.1", "TAPIS_TRUSTED_PROXIES": "127.0.0.1"}


def _seen_by_the_other(address: str) -> str:
    for there, here in SEEN_BY_THE_OTHER.items():
        address = address.replace(there, here)
    return address


def _made(folder: Path) -> Path:
    folder.mkdir()
    folder.chmod(0o755)
    return folder
