"""The ways to run a shop, by name; the suites that ask it don't know which they are asking.

embedded   one `tapis serve` with everything in its folder
far16      PostgreSQL 16 on a server of its own, pictures in a bucket of moto, two gateways behind nginx
far18      the same with PostgreSQL 18 and a bucket of SeaweedFS
pooled     one gateway with PgBouncer before PostgreSQL 16, owned by no superuser
hosted     a database as a hosted project's: auth and storage belong to others, its owner is no superuser
"""

import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path

import psycopg
import psycopg.sql

from tapis.gateway.tokens.signing_keys import ensure_keys
from tests.conftest import TAPIS, Shop, environment, open_shop, serving
from tests.deployments.gateways import two_gateways
from tests.deployments.hosted import prepare
from tests.deployments.pooler import pooled
from tests.deployments.postgres import DATABASE, PASSWORDS, Version, free_port, running
from tests.deployments.proxy import proxy
from tests.deployments.s3_servers import Kind, bucket
from tests.deployments.shops import shop_on

Open = Callable[[Path], AbstractContextManager[Shop]]


@contextmanager
def far(version: Version, store: Kind, data: Path) -> Iterator[Shop]:
    """Two gateways behind nginx over one PostgreSQL and one bucket; nothing lies in `data`."""
    data.mkdir()
    folder = data.parent
    with running(version) as server, bucket(store) as pictures:
        port = free_port()
        settings = {
            "TAPIS_DATABASE_URL": server.authenticator,
            "TAPIS_OWNER_URL": server.owner,
            "TAPIS_SITE_URL": f"http://127.0.0.1:{port}",
            "TAPIS_TRUSTED_PROXIES": "127.0.0.1",
            **pictures.environment,
        }
        with (
            two_gateways(folder, settings) as pair,
            proxy(folder / "proxy", port, [one.url for one in pair.gateways]) as url,
        ):
            shop = shop_on(url, data, server, settings)
            shop.strike = pair.strike
            shop.gateways = tuple(one.url for one in pair.gateways)
            yield shop


@contextmanager
def hosted(data: Path) -> Iterator[Shop]:
    """The rules as a project's owner has applied them; our own gateway stands for the project's services."""
    with running(18, prepared=False) as server:
        server.sql(f"create database {DATABASE}", database="postgres")
        owner = prepare(server.superuser, gateway=True)
        subprocess.run([TAPIS, "migrate"], env=environment(TAPIS_OWNER_URL=owner), check=True)
        with psycopg.connect(server.superuser, autocommit=True) as platform:
            ensure_keys(platform)
            word = psycopg.sql.Literal(PASSWORDS["authenticator"])
            platform.execute(psycopg.sql.SQL("alter role authenticator password {}").format(word))
        settings = {"TAPIS_DATABASE_URL": server.authenticator}
        with serving(data, **settings) as url:
            yield shop_on(url, data, server, settings | {"TAPIS_OWNER_URL": server.superuser})


@contextmanager
def behind_pooler(data: Path) -> Iterator[Shop]:
    """One gateway whose connections a pooler hands around; it hears of changes past it."""
    with running(16) as server, pooled(server) as through:
        settings = {
            "TAPIS_DATABASE_URL": through,
            "TAPIS_LISTEN_URL": server.authenticator,
            "TAPIS_OWNER_URL": server.owner,
        }
        with serving(data, **settings) as url:
            yield shop_on(url, data, server, settings)


SETUPS: Mapping[str, Open] = {
    "embedded": open_shop,
    "far16": partial(far, 16, "moto"),
    "far18": partial(far, 18, "seaweedfs"),
    "pooled": behind_pooler,
    "hosted": hosted,
}
