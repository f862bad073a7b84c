"""The ways to ask a shop whose database stands elsewhere."""

from collections.abc import Mapping
from pathlib import Path

from tests.conftest import Shop, keys_of
from tests.deployments.postgres import Server


def shop_on(url: str, data: Path, server: Server, settings: Mapping[str, str]) -> Shop:
    """The ways to ask a shop that is open at `url` over this server."""
    anon_key, service_key = keys_of(data, **settings)
    return Shop(url, data, anon_key, service_key, server.superuser, server.authenticator, settings=settings)
