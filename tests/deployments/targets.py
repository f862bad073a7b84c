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
from tests.deployments.gateways import run_two_gateways
from tests.deployments.hosted import prepare
from tests.deployments.pooler import run_pooler
from tests.deployments.postgres import DATABASE, PASSWORDS, Version, free_port, run_postgres
from tests.deployments.proxy import run_proxy
from tests.deployments.s3_servers import Kind, run_bucket
from tests.deployments.shops import connect_shop

OpenDeployment = Callable[[Path], AbstractContextManager[Shop]]


@contextmanager
def run_cluster(version: Version, store: Kind, data: Path) -> Iterator[Shop]:
    """Two gateways behind nginx over one PostgreSQL and one bucket; `data` stays empty."""
    data.mkdir()
    folder = data.parent
    with run_postgres(version) as server, run_bucket(store) as image_bucket:
        port = free_port()
        settings = {
            "TAPIS_DATABASE_URL": server.authenticator,
            "TAPIS_OWNER_URL": server.owner,
            "TAPIS_SITE_URL": f"http://127.0.0.1:{port}",
            "TAPIS_TRUSTED_PROXIES": "127.0.0.1",
            **image_bucket.environment,
        }
        with (
            run_two_gateways(folder, settings) as two,
            run_proxy(folder / "proxy", port, [one.url for one in two.gateways]) as url,
        ):
            shop = connect_shop(url, data, server, settings)
            shop.kill_gateway = two.kill_gateway
            shop.gateways = tuple(one.url for one in two.gateways)
            yield shop


@contextmanager
def run_hosted(data: Path) -> Iterator[Shop]:
    """A database migrated by a hosted project's owner; our gateway stands in for the project's services."""
    with run_postgres(18, with_database=False) as server:
        server.sql(f"create database {DATABASE}", database="postgres")
        owner = prepare(server.superuser, gateway=True)
        subprocess.run([TAPIS, "migrate"], env=environment(TAPIS_OWNER_URL=owner), check=True)
        with psycopg.connect(server.superuser, autocommit=True) as platform:
            ensure_keys(platform)
            password = psycopg.sql.Literal(PASSWORDS["authenticator"])
            platform.execute(psycopg.sql.SQL("alter role authenticator password {}").format(password))
        settings = {"TAPIS_DATABASE_URL": server.authenticator}
        with serving(data, **settings) as url:
            yield connect_shop(url, data, server, settings | {"TAPIS_OWNER_URL": server.superuser})


@contextmanager
def run_pooled(data: Path) -> Iterator[Shop]:
    """One gateway behind a pooler in transaction mode; notifications bypass it."""
    with run_postgres(16) as server, run_pooler(server) as pooler_url:
        settings = {
            "TAPIS_DATABASE_URL": pooler_url,
            "TAPIS_LISTEN_URL": server.authenticator,
            "TAPIS_OWNER_URL": server.owner,
        }
        with serving(data, **settings) as url:
            yield connect_shop(url, data, server, settings)


SETUPS: Mapping[str, OpenDeployment] = {
    "embedded": open_shop,
    "cluster16": partial(run_cluster, 16, "moto"),
    "cluster18": partial(run_cluster, 18, "seaweedfs"),
    "pooled": run_pooled,
    "hosted": run_hosted,
}
