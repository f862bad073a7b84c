"""Timing of refused sign-ins: unknown and known addresses alternate, to see whether the time differs.

.venv/bin/python bench/sign_in.py [pairs]     opens a shop of its own
"""

import random
import sys
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles

import httpx

from tapis.ops import postgres
from tests.conftest import Shop, serving

PAIRS = 200
FORGET_EVERY = 4  # attempts are counted; ten failures would be answered sooner


def measure(shop: Shop, pairs: int) -> dict[str, list[float]]:
    """Milliseconds of each refusal, by kind; the order within a pair is random."""
    emails = {"known": shop.account("talent").email, "unknown": "nobody@kain.id"}
    taken: dict[str, list[float]] = {kind: [] for kind in emails}
    with httpx.Client(base_url=shop.url, headers=shop.headers()) as client:
        for pair in range(pairs):
            if pair % FORGET_EVERY == 0:
                shop.sql("delete from auth.attempts")
            for kind in random.sample(["known", "unknown"], 2):
                body = {"email": emails[kind], "password": f"guess-{pair}"}
                start = time.perf_counter()
                answer = client.post("/auth/v1/token?grant_type=password", json=body)
                taken[kind].append((time.perf_counter() - start) * 1000)
                assert answer.status_code == 400, answer.text
    return taken


def advantage(taken: dict[str, list[float]]) -> float:
    """How often a bet on the slower of a pair as the known address wins, in per cent; 50 is chance."""
    wins = sum(known > unknown for known, unknown in zip(taken["known"], taken["unknown"], strict=True))
    return 100 * wins / len(taken["known"])


def main() -> None:
    """Print the medians, the spreads and what a guesser would gain."""
    pairs = int(sys.argv[1]) if len(sys.argv) > 1 else PAIRS
    with tempfile.TemporaryDirectory(prefix="tapis-bench-") as folder:
        data = Path(folder) / "data"
        with serving(data) as url, postgres.ensure_server(data) as urls:
            bare = Shop(url, data, "", "", urls.superuser)
            keys = dict(bare.sql("select role, token from auth.api_keys"))
            shop = Shop(url, data, keys["anon"], keys["service_role"], urls.superuser)
            taken = measure(shop, pairs)
    for kind, times in taken.items():
        low, _, high = quantiles(times, n=4)
        print(f"{kind:8} median {median(times):6.1f} ms   quartiles {low:.1f} to {high:.1f} ms")
    ratio = median(taken["known"]) / median(taken["unknown"])
    right = advantage(taken)
    print(f"known ÷ unknown {ratio:.3f}; a guess by time is right in {right:.0f} % of {pairs} (chance: 50)")


if __name__ == "__main__":
    main()
