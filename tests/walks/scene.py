"""The shop and its people: each request and statement is repeated until the shop has answered."""

import random
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from threading import Thread
from typing import Any

import httpx
import psycopg

from tests.conftest import Shop

PATIENCE_SECONDS = 60
WITHIN_SECONDS = 0.08  # of the next step a process is killed
BUSY = (500, 502, 503)
GONE = psycopg.OperationalError, psycopg.InterfaceError


@dataclass(slots=True)
class Scene:
    """The shop with Tom and Ada, for many walks; `kill` ends some process of it and brings it back."""

    shop: Shop
    kill: Callable[[random.Random], None] | None = None
    _connection: psycopg.Connection[Any] | None = None
    _killing: Thread | None = None

    def ask(self, role: str, method: str, path: str, **content: Any) -> httpx.Response:
        """Send as a persona until there is an answer: where one got lost, the second tells the same."""
        until = time.monotonic() + PATIENCE_SECONDS
        while True:
            with suppress(httpx.TransportError):
                answer = client_of(self.shop.url, self.shop.token(role), self.shop.anon_key).request(
                    method, path, **content
                )
                if answer.status_code not in BUSY:
                    return answer
            assert time.monotonic() < until, f"{method} {path} is not answered"
            time.sleep(0.05)

    def sql(self, query: str, params: Any = ()) -> list[tuple[Any, ...]]:
        """Run one statement, also where the database is just coming back."""
        until = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                self._connection = self._connection or psycopg.connect(self.shop.superuser, autocommit=True)
                cursor = self._connection.execute(query.encode(), params)
                return cursor.fetchall() if cursor.description else []
            except GONE:
                self._connection = None
                assert time.monotonic() < until, "the database does not come back"
                time.sleep(0.05)

    def begin_kill(self, seed: int) -> None:
        """Within the next milliseconds, while something else is done."""
        if self.kill:
            rng = random.Random(seed)
            self._killing = Thread(target=_kill_soon, args=[self.kill, rng])
            self._killing.start()

    def end_kill(self) -> None:
        """Return when the shop is back."""
        if self._killing:
            self._killing.join()
            self._killing = None


@cache
def client_of(shop_url: str, token: str, anon_key: str) -> httpx.Client:
    """One for each session: a new connection would cost more than most requests."""
    headers = {"apikey": anon_key, "Authorization": f"Bearer {token}"}
    return httpx.Client(base_url=shop_url, headers=headers, timeout=30)


def _kill_soon(kill: Callable[[random.Random], None], rng: random.Random) -> None:
    time.sleep(rng.uniform(0, WITHIN_SECONDS))
    kill(rng)
