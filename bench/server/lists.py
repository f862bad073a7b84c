"""The public list: from memory beside fastify and nginx, and from the database beside three others."""

import re
from pathlib import Path

import httpx

from bench.server.figures import Figure, against
from bench.server.load import Run, in_turns, wrk
from bench.server.nginx import nginx
from bench.server.node import FASTIFY, fastify
from bench.server.peers import run
from bench.server.pocketbase import PocketBase
from bench.server.shops import LIST, LIST_SQL, Shops
from tapis.ops.postgres.binaries import programs
from tapis.ops.postgres.os_account import current_account


def cached_list(shops: Shops, rounds: int, seconds: int, folder: Path) -> list[Figure]:
    """The public list from memory"""
    answer = httpx.get(shops.shop.url + LIST, headers=shops.shop.headers() | {"accept-encoding": "identity"})
    request_headers = shops.shop.headers()
    with fastify(shops, folder), nginx(folder, "list.json", answer) as file:
        found = in_turns(
            rounds,
            {
                "ours": lambda: wrk(shops.shop.url + LIST, seconds, request_headers),
                "fastify": lambda: wrk(f"http://127.0.0.1:{FASTIFY}/memory", seconds, request_headers),
                "nginx": lambda: wrk(file, seconds, request_headers),
            },
        )
    return [
        against(
            "Cached public list", "fastify, same bytes from memory", found["ours"], found["fastify"], 1.0
        ),
        against("Cached public list", "nginx, same bytes in a file", found["ours"], found["nginx"], 0.35),
    ]


def uncached_list(shops: Shops, rounds: int, seconds: int, folder: Path) -> list[Figure]:
    """The public list from the database, with row level security"""
    request_headers = shops.shop.headers()
    with fastify(shops, folder), PocketBase(shops, folder) as address:
        found = in_turns(
            rounds,
            {
                "ours": lambda: wrk(shops.uncached + LIST, seconds, request_headers),
                "fastify": lambda: wrk(f"http://127.0.0.1:{FASTIFY}/list", seconds),
                "pocketbase": lambda: wrk(address, seconds),
                "pgbench": lambda: pgbench(shops, seconds, folder),
            },
        )
    what = "Uncached list with RLS, 32 clients"
    return [
        against(what, "fastify + pg", found["ours"], found["fastify"], 1.8),
        against(what, "PocketBase", found["ours"], found["pocketbase"], 3.0),
        against(what, "pgbench, four round trips, 16 connections", found["ours"], found["pgbench"], 0.8),
    ]


def pgbench(shops: Shops, seconds: int, folder: Path) -> Run:
    """begin, take the role, ask, commit: on 16 connections, prepared, without a server between."""
    script = folder / "list.sql"
    claims = '\'{"role":"anon"}\''
    take = f"select set_config('role', 'anon', true), set_config('request.jwt.claims', {claims}, true);"
    script.write_text("begin;\n" + take + "\n" + " ".join(LIST_SQL.split()) + ";\ncommit;\n")
    program = programs(current_account()) / "pgbench"
    command = [program, "-n", "-M", "prepared", "-c", 16, "-j", 1, "-T", max(1, seconds), "-f", script]
    printed = run(*command, shops.database)
    found = re.search(r"tps = ([\d.]+)", printed)
    if found is None:
        raise RuntimeError(printed)
    return Run(float(found[1]), 0, 0)
