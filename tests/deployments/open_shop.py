"""Opens a shop in a named deployment, for the browser tests, which can't import Python.

    python -m tests.deployments.open_shop cluster18 FOLDER

Prints one JSON line when it is open. The line `kill` on standard input kills a gateway and restarts it, which
is answered with a line; the end of the input stops everything.
"""

import json
import sys
from pathlib import Path

from tests.deployments.targets import SETUPS


def main(name: str, folder: str) -> None:
    """Serve until the input ends."""
    with SETUPS[name](Path(folder)) as shop:
        facts = {
            "url": shop.url,
            "data": str(shop.data),
            "anonKey": shop.anon_key,
            "serviceKey": shop.service_key,
            "settings": dict(shop.settings),
        }
        sys.stdout.write(json.dumps(facts) + "\n")
        sys.stdout.flush()
        for line in sys.stdin:
            if line.strip() == "kill":
                shop.kill_gateway()
                sys.stdout.write("killed\n")
                sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
