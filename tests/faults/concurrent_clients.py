"""A crowd of 25 accounts on four network addresses, and how it tries to keep everybody else out."""

import asyncio
import os
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from urllib.parse import urlsplit
from uuid import uuid4

from tapis.gateway.database import Database
from tests.conftest import Shop
from tests.lone_gateway import read_keyring
from tests.postgres.os_processes import eventually

ADDRESSES = tuple(f"127.0.0.{number}" for number in range(2, 6))
HONEST_ADDRESS = "127.0.0.6"
SLOW = """
create or replace function public.crowd_waits() returns integer language sql as 'select 1 from pg_sleep(6)'
"""


@dataclass(slots=True)
class Crowd:
    """Its accounts, their tokens, and the statuses that it was answered with."""

    shop: Shop
    people: list[str]
    tokens: list[str]
    answers: Counter[str] = field(default_factory=Counter)

    @asynccontextmanager
    async def asking(
        self, number: int, request: str, body: bytes = b"", *lines: str, signed_in: bool = True
    ) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        """A request on a connection of its own, from one of the addresses, by one of the accounts."""
        place = urlsplit(self.shop.url)
        reader, writer = await asyncio.open_connection(
            place.hostname, place.port, local_addr=(ADDRESSES[number % len(ADDRESSES)], 0)
        )
        token = self.tokens[number % len(self.tokens)] if signed_in else self.shop.anon_key
        head = [f"{request} HTTP/1.1", "Host: shop", f"apikey: {self.shop.anon_key}"]
        head += [f"Authorization: Bearer {token}", "Connection: close", *lines]
        try:
            writer.write("\r\n".join([*head, "", ""]).encode() + body)
            yield reader, writer
            line = await reader.readline()
            self.answers[line.split(b" ")[1].decode() if line.startswith(b"HTTP") else "closed"] += 1
            await reader.read()
        finally:
            writer.close()


async def wait_long(crowd: Crowd, number: int) -> None:
    """A statement of six seconds."""
    lines = ("Content-Type: application/json", "Content-Length: 2")
    async with crowd.asking(number, "POST /rest/v1/rpc/crowd_waits", b"{}", *lines):
        pass


async def send_half(crowd: Crowd, number: int) -> None:
    """Most of a megabyte, and no more; some less, to fill what those leave."""
    size = 850_000 if number < 80 else 60_000 if number < 95 else 1_000
    lines = ("Content-Type: application/json", "Content-Length: 1000000")
    async with crowd.asking(number, "POST /rest/v1/products", b"[" + b" " * size, *lines):
        pass


async def trickle(crowd: Crowd, number: int) -> None:
    """An upload of a megabyte, at 4.3 KB a second."""
    path = f"/storage/v1/object/tapis/transactions/invoices/nota-{uuid4()}.jpg"
    lines = ("Content-Type: image/jpeg", "Content-Length: 1000000")
    async with crowd.asking(number, f"POST {path}", b"\xff\xd8\xff", *lines) as (reader, writer):
        with suppress(OSError):
            while not reader.at_eof() and not reader._buffer:  # type: ignore[attr-defined] # noqa: SLF001
                writer.write(os.urandom(4_300))
                await asyncio.sleep(1)


async def guess(crowd: Crowd, number: int) -> None:
    """A sign-in with a wrong password."""
    body = b'{"email": "%s@kain.id", "password": "a guess"}' % uuid4().hex.encode()
    lines = ("Content-Type: application/json", f"Content-Length: {len(body)}")
    async with crowd.asking(number, "POST /auth/v1/token?grant_type=password", body, *lines):
        pass


async def listen(crowd: Crowd, number: int) -> None:
    """A stream of changes that stays open."""
    async with crowd.asking(number, "GET /events/v1/changes"):
        pass


@dataclass(frozen=True, slots=True)
class Attack:
    """So many connections that do this again and again; `holds`: whether they have all that there is."""

    act: Callable[[Crowd, int], Awaitable[None]]
    connections: int
    holds: Callable[[Crowd], bool]


def _running(crowd: Crowd) -> bool:
    running = "select count(*) >= 8 from pg_stat_activity where state = 'active' and query ~ 'crowd_waits'"
    return bool(crowd.shop.sql(running)[0][0])


def _refused(crowd: Crowd) -> bool:
    return any(status in crowd.answers for status in ("400", "408", "429", "503"))


ATTACKS = {
    "long statements": Attack(wait_long, 40, _running),
    "half-sent bodies": Attack(send_half, 155, _refused),
    "uploads that trickle": Attack(trickle, 150, _refused),
    "guesses of passwords": Attack(guess, 80, _refused),
}


async def gather_crowd(shop: Shop, accounts: int = 25, site_url: str = "") -> Crowd:
    """Talents with tokens, made without the cost of passwords."""
    people = [str(uuid4()) for _ in range(accounts)]
    shop.sql(SLOW)
    shop.sql("grant execute on function public.crowd_waits() to authenticated")
    shop.sql(
        "insert into auth.users (id, email) select id, id || '@kain.id' from unnest(%s::uuid[]) as id"
        " on conflict do nothing",
        people,
    )
    shop.sql(
        "insert into private.user_roles (user_id, role) select id, 'talent' from unnest(%s::uuid[]) as id"
        " on conflict do nothing",
        people,
    )
    async with Database(shop.authenticator, 2, 8) as database:
        keyring = await read_keyring(database, site_url)
        tokens = [keyring.sign_access_token({"sub": one, "session_id": str(uuid4())}, 3600) for one in people]
    return Crowd(shop, people, tokens)


@asynccontextmanager
async def attacking(crowd: Crowd, attack: Attack) -> AsyncIterator[None]:
    """The crowd at work, for the length of the block."""

    async def again_and_again(number: int) -> None:
        while True:
            with suppress(OSError):
                await attack.act(crowd, number)
            await asyncio.sleep(0.05)

    tasks = [asyncio.create_task(again_and_again(number)) for number in range(attack.connections)]
    try:
        held = await asyncio.to_thread(eventually, lambda: attack.holds(crowd))
        assert held, crowd.answers
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
