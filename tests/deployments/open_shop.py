"""Opens a shop in the way that is named, for a program that can't import us: the browser tests.

    python -m tests.deployments.open_shop far18 FOLDER

Prints one line of facts when it is open. On standard input `strike` kills a gateway and starts it again,
which is answered with a line; the end of the input closes everything.
"""

import json
import sys
from pathlib import Path

from tests.deployments.targets import SETUPS


def main(name: str, folder: str) -> None:
    """Stay open until the input ends."""
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
            if line.strip() == "strike":
                shop.strike()
                sys.stdout.write("struck\n")
                sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
