"""The ways to ask a shop whose database stands elsewhere."""

import json
import subprocess
from collections.abc import Mapping
from pathlib import Path

from tests.conftest import TAPIS, Shop, environment
from tests.elsewhere.postgres import Server


def shop_on(url: str, data: Path, server: Server, settings: Mapping[str, str]) -> Shop:
    """The ways to ask a shop that is open at `url` over this server."""
    printed = subprocess.check_output(
        [TAPIS, "keys", "--service", "--json", "--data", data], env=environment(**settings)
    )
    keys = json.loads(printed)
    return Shop(
        url,
        data,
        keys["anon_key"],
        keys["service_key"],
        server.superuser,
        server.authenticator,
        settings=settings,
    )
