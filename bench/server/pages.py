"""The public page from memory, and public reads while attackers try to sign in."""

import subprocess
import time
from pathlib import Path
from statistics import median

import httpx

from bench.server.figures import Figure, against, limit
from bench.server.load import Run, in_turns, rates, wrk
from bench.server.peers import HERE
from bench.server.shops import LIST, Shops

RENDER_SECONDS = 120


def pages(shops: Shops, rounds: int, seconds: int, _folder: Path) -> list[Figure]:
    """The home page from memory"""
    address, packed = f"{shops.shop.url}/", {"accept-encoding": "br"}
    wait_until_rendered(address)
    found = in_turns(rounds, {"page": lambda: wrk(address, seconds, packed)})
    return [
        limit(
            "Home page, rendered on the server, from memory, one worker",
            rates(found["page"]),
            "requests/s",
            least=5_000,
        )
    ]


def wait_until_rendered(address: str) -> None:
    """Until the page holds its content. Raises RuntimeError when it never does."""
    deadline = time.monotonic() + RENDER_SECONDS
    while "<h1" not in httpx.get(address).text:
        if time.monotonic() > deadline:
            raise RuntimeError("the home page was not rendered")
        time.sleep(0.1)


def flood(shops: Shops, rounds: int, seconds: int, _folder: Path) -> list[Figure]:
    """Public reads while attackers try to sign in"""
    request_headers = shops.shop.headers()

    def read() -> Run:
        return wrk(shops.shop.url + LIST, seconds, request_headers)

    def read_in_flood() -> Run:
        address = f"{shops.shop.url}/auth/v1/token?grant_type=password"
        headers = ["-H", f"apikey: {shops.shop.anon_key}", "-H", "content-type: application/json"]
        script = ["-s", str(HERE / "signIns.lua")]
        command = ["wrk", "-t1", "-c32", f"-d{seconds + 2}s", *headers, *script, address]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as attackers:
            time.sleep(1)
            found = read()
            attackers.wait()
        return found

    found = in_turns(rounds, {"without": read, "flood": read_in_flood})
    ratio = median(one.p99 for one in found["flood"])
    return [
        against(
            "Cached reads during a flood of sign-ins", "without it", found["flood"], found["without"], 0.5
        ),
        limit("… their 99th percentile", ratio, "ms", most=250),
    ]
