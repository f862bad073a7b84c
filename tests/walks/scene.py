"""The shop and its people: each request and statement is repeated until the shop has answered."""

import random
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any

import httpx
import psycopg

from tests.conftest import Shop

PATIENCE_SECONDS = 60
WITHIN_SECONDS = 0.08  # of the next step a process is killed
BUSY = (500, 502, 503)
KILLER = ThreadPoolExecutor(1)
GONE = psycopg.OperationalError, psycopg.InterfaceError


@dataclass(slots=True)
class Scene:
    """The shop with Tom and Ada, for many walks; `kill` ends some process of it and brings it back."""

    shop: Shop
    kill: Callable[[random.Random], None] | None = None
    _connection: psycopg.Connection[Any] | None = None
    _killing: Future[None] | None = None

    def ask(self, role: str, method: str, path: str, **content: Any) -> httpx.Response:
        """Send as a persona until there is an answer: where one got lost, the second tells the same."""
        until, heard = time.monotonic() + PATIENCE_SECONDS, "nothing"
        while time.monotonic() < until:
            try:
                client = client_of(self.shop.url, self.shop.token(role), self.shop.anon_key)
                answer = client.request(method, path, **content)
            except httpx.TransportError as error:
                heard = repr(error)
            else:
                if answer.status_code not in BUSY:
                    return answer
                heard = f"{answer.status_code} {answer.text}"
            time.sleep(0.05)
        raise AssertionError(f"{method} {path} is not answered: {heard}")

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
            self._killing = KILLER.submit(_kill_soon, self.kill, rng)

    def end_kill(self) -> None:
        """Return when the shop is back."""
        killing, self._killing = self._killing, None
        if killing:
            killing.result()


@cache
def client_of(shop_url: str, token: str, anon_key: str) -> httpx.Client:
    """One for each session: a new connection would cost more than most requests."""
    headers = {"apikey": anon_key, "Authorization": f"Bearer {token}"}
    return httpx.Client(base_url=shop_url, headers=headers, timeout=30)


def _kill_soon(kill: Callable[[random.Random], None], rng: random.Random) -> None:
    time.sleep(rng.uniform(0, WITHIN_SECONDS))
    kill(rng)
