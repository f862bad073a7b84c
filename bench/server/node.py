"""The peer on Node: fastify and pg."""

import json
from contextlib import ExitStack
from pathlib import Path

import httpx
from psycopg.conninfo import conninfo_to_dict

from bench.server.peers import HERE, NODE, PEERS, running
from bench.server.shops import BARE_ORDER_SQL, LIST, LIST_SQL, ORDER_SQL, Shops

FASTIFY = 18_301


def fastify(shops: Shops, folder: Path) -> ExitStack:
    """Serve the peer on Node until the end of the block."""
    answer = httpx.get(shops.shop.url + LIST, headers=shops.shop.headers() | {"accept-encoding": "identity"})
    kept = {
        name: value
        for name, value in answer.headers.items()
        if name not in ("content-length", "date", "server")
    }
    file = folder / "fastify.json"
    statements = {"list": LIST_SQL, "order": ORDER_SQL, "bare": BARE_ORDER_SQL}
    file.write_text(json.dumps(statements | {"bytes": answer.text, "headers": kept}))
    stack = ExitStack()
    command = [NODE, PEERS / "fastify.js", FASTIFY, node_url(shops.database), file]
    (PEERS / "fastify.js").write_text((HERE / "fastify.js").read_text())
    stack.enter_context(running(*command, answers=f"http://127.0.0.1:{FASTIFY}/memory"))
    return stack


def node_url(database: str) -> str:
    """A libpq address as node-postgres reads it."""
    parts = conninfo_to_dict(database)
    secret = f":{parts['password']}" if parts.get("password") else ""
    parameters = f"host={parts['host']}&port={parts.get('port', 5432)}"
    return f"postgresql://{parts['user']}{secret}@/{parts['dbname']}?{parameters}"
