"""Serves a shop for the browser tests, which can't import Python, and does there what no service offers.

    python -m tests.deployments.open_shop cluster18 FOLDER
    python -m tests.deployments.open_shop embedded FOLDER '{"TAPIS_SITE_URL": "…"}'

Prints one JSON line when the shop is ready. Each line on standard input is then answered with one:

    {"sql": "statements"}        runs them as the superuser
    {"row": ["table", "owner"]}  an example row of this table
    {"kill": true}               kills a gateway, where there are several, and restarts it

The end of the input stops everything.
"""

import json
import sys
from contextlib import AbstractContextManager
from importlib import import_module
from pathlib import Path
from typing import Any

import psycopg

from tests.conftest import Shop, open_shop
from tests.example_rows import row


def main(name: str, folder: str, settings: str = "{}") -> None:
    """Serve until the input ends."""
    with find_deployment(name, Path(folder), json.loads(settings)) as shop:
        print_answer({"url": shop.url, "anonKey": shop.anon_key, "serviceKey": shop.service_key})
        for line in sys.stdin:
            print_answer(handle_request(shop, json.loads(line)))


def find_deployment(name: str, folder: Path, settings: dict[str, str]) -> AbstractContextManager[Shop]:
    """A deployment by its name; the default one does not import what the others need."""
    if name == "embedded":
        return open_shop(folder, **settings)
    opened: AbstractContextManager[Shop] = import_module("tests.deployments.targets").SETUPS[name](folder)
    return opened


def handle_request(shop: Shop, request: dict[str, Any]) -> dict[str, Any]:
    """The answer to one line of the input."""
    match request:
        case {"sql": statements}:
            try:
                shop.sql(statements)
            except psycopg.Error as error:
                return {"error": str(error)}
        case {"row": [table, owner]}:
            return {"row": row(table, owner)}
        case {"kill": _}:
            shop.kill_gateway()
    return {}


def print_answer(answer: dict[str, Any]) -> None:
    """Print one line of JSON, without buffering."""
    sys.stdout.write(f"{json.dumps(answer)}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
