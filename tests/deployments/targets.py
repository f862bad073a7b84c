"""The deployments that the suites run in, by name.

embedded   one `tapis serve` with everything in its folder
cluster16  external PostgreSQL 16, images in a bucket of moto, two gateways behind nginx
cluster18      the same with PostgreSQL 18 and a bucket of SeaweedFS
pooled     one gateway with PgBouncer in front of PostgreSQL 16, whose owner is no superuser
hosted     a database like a hosted project's: other owners of auth and storage, its owner is no superuser
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
def cluster(version: Version, store: Kind, data: Path) -> Iterator[Shop]:
    """Two gateways behind nginx over one PostgreSQL and one bucket; `data` stays empty."""
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
            shop.kill_gateway = pair.kill_gateway
            shop.gateways = tuple(one.url for one in pair.gateways)
            yield shop


@contextmanager
def hosted(data: Path) -> Iterator[Shop]:
    """Migrated by a project's owner; our own gateway takes the place of the project's services."""
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
def with_pooler(data: Path) -> Iterator[Shop]:
    """One gateway behind a pooler in transaction mode; notifications bypass it."""
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
    "cluster16": partial(cluster, 16, "moto"),
    "cluster18": partial(cluster, 18, "seaweedfs"),
    "pooled": with_pooler,
    "hosted": hosted,
}
