"""Access to a shop with an external database."""

from collections.abc import Mapping
from pathlib import Path

from tests.conftest import Shop, keys_of
from tests.deployments.postgres import Server


def connect_shop(url: str, data: Path, server: Server, settings: Mapping[str, str]) -> Shop:
    """Access to the shop at `url` that uses this server."""
    anon_key, service_key = keys_of(data, **settings)
    return Shop(url, data, anon_key, service_key, server.superuser, server.authenticator, settings=settings)
