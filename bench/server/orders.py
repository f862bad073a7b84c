"""Orders with re-pricing, with fsync on: ours over HTTP beside fastify and pg under the same trigger."""

from itertools import count
from pathlib import Path
from statistics import median

from bench.server.figures import Figure, against, limit
from bench.server.load import Run, in_turns, wrk
from bench.server.node import FASTIFY, fastify
from bench.server.peers import HERE
from bench.server.shops import MOST_ORDERS, Shops


def orders(shops: Shops, rounds: int, seconds: int, folder: Path) -> list[Figure]:
    """Orders, each another talent's in turn"""
    turn = count()
    talents = [f"{talent.user_id}={talent.token}" for talent in shops.talents]
    headers = {"apikey": shops.shop.anon_key, "content-type": "application/json"}

    def send(address: str) -> Run:
        first = str(next(turn) * (MOST_ORDERS // (2 * rounds)))
        return wrk(address, seconds, headers, str(HERE / "orders.lua"), shops.line, first, *talents)

    with fastify(shops, folder):
        found = in_turns(
            rounds,
            {
                "ours": lambda: send(f"{shops.shop.url}/rest/v1/transactions"),
                "fastify": lambda: send(f"http://127.0.0.1:{FASTIFY}/order"),
            },
        )
    what = "Order with re-pricing, fsync on, 32 clients"
    return [
        against(what, "fastify + pg, same trigger", found["ours"], found["fastify"], 1.4),
        limit(f"{what}: 99th percentile", median(run.p99 for run in found["ours"]), "ms", most=100),
    ]
