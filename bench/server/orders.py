"""Orders, with fsync on, beside fastify and pg: under the same triggers, and as bare as an order can be."""

from itertools import count
from pathlib import Path
from statistics import median

from bench.server.figures import Figure, against, limit
from bench.server.load import Run, in_turns, wrk
from bench.server.node import FASTIFY, fastify
from bench.server.peers import HERE
from bench.server.shops import MOST_ORDERS, Shops

# In a shop, a person has at most fifty orders that wait for an answer.
ANSWER_ALL = """
set local session_replication_role = replica;
update public.transactions set status = 'Finished' where status = 'Processed'
"""


def orders(shops: Shops, rounds: int, seconds: int, folder: Path) -> list[Figure]:
    """Orders, each another talent's in turn"""
    turn = count()
    talents = [f"{talent.user_id}={talent.token}" for talent in shops.talents]
    headers = {"apikey": shops.shop.anon_key, "content-type": "application/json"}
    shops.shop.sql((HERE / "bare_orders.sql").read_text())

    def send(address: str) -> Run:
        shops.shop.sql(ANSWER_ALL)
        first = str(next(turn) * (MOST_ORDERS // (3 * rounds)))
        return wrk(address, seconds, headers, str(HERE / "orders.lua"), shops.line, first, *talents)

    with fastify(shops, folder):
        found = in_turns(
            rounds,
            {
                "ours": lambda: send(f"{shops.shop.url}/rest/v1/transactions"),
                "fastify": lambda: send(f"http://127.0.0.1:{FASTIFY}/order"),
                "bare": lambda: send(f"http://127.0.0.1:{FASTIFY}/bare"),
            },
        )
    what = "Order with re-pricing, fsync on, 32 clients"
    slowest, of_peer = (median(run.p99 for run in found[name]) for name in ("ours", "fastify"))
    return [
        against(what, "fastify + pg, same triggers", found["ours"], found["fastify"], 1.2),
        against(what, "fastify + pg, prices compared and no more", found["ours"], found["bare"], 0.9),
        limit(f"{what}: 99th percentile ({of_peer:.0f} of the peer)", slowest, "ms", most=100),
    ]
