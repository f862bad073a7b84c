"""What an honest buyer waits while a crowd of 25 accounts on four addresses holds all that it can get.

.venv/bin/python -m bench.fair_shares [TIMES]     how often the buyer comes during each attack, 5 by default
"""

import asyncio
import json
import resource
import socket
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import httpx

from bench.memory import Scale
from tests.auth.smtp_server import Mailbox
from tests.conftest import Account, Shop, prepared, serving, shop_at
from tests.example_rows import line, put, row
from tests.faults.concurrent_clients import (
    ATTACKS,
    HONEST_ADDRESS,
    Attack,
    Crowd,
    attacking,
    gather_crowd,
    listen,
)
from tests.postgres.os_processes import eventually
from tests.process_tree import Tree
from tests.test_orders import send_order, upload_proof

SITE = "https://kain.id"
TIMES = 5
GOALS = {"read": 0.5, "order": 3.0, "mail": 5.0}  # seconds
MEGABYTES = 400
STREAM_ACCOUNTS, STREAMS_OF_EACH = 168, 6
SEARCHED = 3_000  # products with a description of 9,000 characters
MAIL_SERVER_SECONDS, MESSAGES = 0.1, 1_000
RUNNING = """
select 1 from pg_stat_activity
where state = 'active' and pid <> pg_backend_pid() and query ~ 'crowd_waits|to_tsquery'
"""
MANY_PRODUCTS = f"""
insert into public.products (image, heading, sub_heading, category, price, description)
select image, heading, sub_heading, category, price, repeat(md5(number::text) || ' ', 270)
from (select * from public.products limit 1) as one, generate_series(1, {SEARCHED}) as number
"""
MAILS = """
insert into private.messages (outbox_id, user_id, way, kind, place, record, data)
select -number, person, 'mail', 'order_received', 'transactions', gen_random_uuid(), %s
from unnest(%s::uuid[]) as person, generate_series(1, %s) as number
"""
DEVICES = """
insert into public.push_subscriptions (user_id, endpoint, p256dh, auth, language)
select person, %s || person || '/' || number, 'B' || repeat('A', 86), repeat('A', 22), 'id'
from unnest(%s::uuid[]) as person, generate_series(1, 2) as number
"""
PUSHES = """
insert into private.messages (outbox_id, user_id, way, subscription, kind, place, record, data)
select -1000000 - number, user_id, 'push', uuid, 'order_received', 'transactions', gen_random_uuid(), %s
from public.push_subscriptions, generate_series(1, 10) as number where user_id = any(%s::uuid[])
"""
FACTS = json.dumps({"amount": "Rp. 1", "reason": None})


async def search(crowd: Crowd, number: int) -> None:
    """A visitor's list with four searches that no index answers."""
    words = "&".join(f"description=not.fts.word{number}{each}" for each in range(4))
    path = f"GET /rest/v1/products?select=uuid&{words}&limit=1000"
    async with crowd.asking(number, path, signed_in=False):
        pass


async def rest(_crowd: Crowd, _number: int) -> None:
    """Nothing more: what was done before is enough."""
    await asyncio.sleep(1)


def at_once(_crowd: Crowd) -> bool:
    """There is nothing to wait for."""
    return True


def is_answered(crowd: Crowd) -> bool:
    """There are more than there may be."""
    return bool(crowd.answers)


def fill_with_products(crowd: Crowd) -> None:
    crowd.shop.sql(MANY_PRODUCTS)


def tell_by_mail(crowd: Crowd) -> None:
    crowd.shop.sql(MAILS, FACTS, crowd.people[:25], MESSAGES // 25)


def tell_silent_devices(crowd: Crowd) -> None:
    """Each person has two, and ten messages for each wait."""
    silent = socket.create_server(("127.0.0.1", 0))  # never answers, and is closed with the process
    SILENT.append(silent)
    crowd.shop.sql(DEVICES, f"https://127.0.0.1:{silent.getsockname()[1]}/", crowd.people[:25])
    crowd.shop.sql(PUSHES, FACTS, crowd.people[:25])


SILENT: list[socket.socket] = []
NOBODY = Attack(rest, 1, at_once)
MORE = {
    "searches of visitors": Attack(search, 12, at_once),
    "1,008 streams": Attack(listen, STREAM_ACCOUNTS * STREAMS_OF_EACH, is_answered),
    "1,000 mails": NOBODY,
    "50 silent devices": NOBODY,
}
PREPARATIONS: dict[str, Callable[[Crowd], None]] = {
    "searches of visitors": fill_with_products,
    "1,000 mails": tell_by_mail,
    "50 silent devices": tell_silent_devices,
}


@dataclass
class Buyer:
    """Somebody on a fifth address, and the longest times that they have waited."""

    shop: Shop
    box: Mailbox
    account: Account
    longest: dict[str, float] = field(default_factory=dict)

    def come(self) -> None:
        """Read, order with a proof, and wait for the mail."""
        headers = self.shop.headers(self.account.token)
        transport = httpx.HTTPTransport(local_address=HONEST_ADDRESS)
        with httpx.Client(base_url=self.shop.url, headers=headers, transport=transport, timeout=60) as client:
            for path in ("/rest/v1/products?select=heading&limit=9", "/rest/v1/transactions?select=uuid"):
                self._time("read", partial(self._read, client, path))
            self._time("order", lambda: self._order(client))
        self._time("mail", lambda: self.box.next_mail(self.account.email, 120))

    @staticmethod
    def _read(client: httpx.Client, path: str) -> None:
        client.get(path).raise_for_status()

    def _order(self, client: httpx.Client) -> None:
        bought = {"transactions": [line(self.product)], "invoice_image": upload_proof(client)}
        send_order(client, row("transactions", self.account.user_id, **bought)).raise_for_status()

    def __post_init__(self) -> None:
        self.product = put(self.shop.sql, "products", row("products", self.account.user_id))

    def _time(self, what: str, act: Callable[[], object]) -> None:
        start = time.monotonic()
        act()
        self.longest[what] = max(self.longest.get(what, 0), time.monotonic() - start)


async def besiege(crowd: Crowd, name: str, attack: Attack, buyer: Buyer, times: int) -> dict[str, float]:
    """Print the longest times of a buyer during one attack, and return them."""
    assert await asyncio.to_thread(eventually, lambda: not crowd.shop.sql(RUNNING))  # of the attack before
    crowd.answers.clear()
    if name in PREPARATIONS:
        PREPARATIONS[name](crowd)
    await asyncio.to_thread(buyer.come)  # caches and plans are as they were before the preparation
    buyer.longest.clear()
    async with attacking(crowd, attack):
        for _ in range(times):
            await asyncio.to_thread(buyer.come)
    longest = dict(buyer.longest)
    print(f"{name:24}{''.join(f'{seconds:9.2f}' for seconds in longest.values())}   {dict(crowd.answers)}")
    return longest


async def run(shop: Shop, buyer: Buyer, times: int) -> bool:
    """All attacks, one after the other, with nobody's before and after; whether each goal is met."""
    crowd = await gather_crowd(shop, STREAM_ACCOUNTS, SITE)
    print(f"{'the longest, in seconds':24}{''.join(f'{what:>9}' for what in GOALS)}   the crowd was answered")
    before = await besiege(crowd, "nobody", NOBODY, buyer, times)
    attacks = {**ATTACKS, **MORE}
    found = [await besiege(crowd, name, attack, buyer, times) for name, attack in attacks.items()]
    longest = {what: max(one[what] for one in found) for what in GOALS}
    print(f"{'goal':24}{''.join(f'{seconds:9.2f}' for seconds in GOALS.values())}")
    print(f"{'worst / nobody':24}{''.join(f'{longest[what] / before[what]:8.1f}×' for what in GOALS)}")
    return all(longest[what] <= goal for what, goal in GOALS.items())


def besieged(times: int, folder: Path, box: Mailbox) -> bool:
    """Serve a shop for the length of all attacks; whether each goal is met."""
    data = prepared(folder / "data")
    mails = {"TAPIS_SMTP_URL": box.url, "TAPIS_SMTP_FROM": "halo@kain.id", "TAPIS_SITE_URL": SITE}
    server = serving(data, **mails, TAPIS_PRIVATE_PUSH_HOSTS="127.0.0.1")
    with server as url, shop_at(url, data) as shop:
        assert server.process
        scale = Scale(Tree(server.process.pid, shop.data))
        scale.start()
        fast = asyncio.run(run(shop, Buyer(shop, box, shop.account()), times))
        scale.over.set()
        scale.join()
    gateway = sum(size for name, size in scale.peak.items() if name != "postgres")
    print(f"gateway and workers {gateway:.0f} MB of {MEGABYTES}")
    return fast and gateway <= MEGABYTES


def main() -> int:
    """Exit 0 when every goal is met."""
    times = int(sys.argv[1]) if len(sys.argv) > 1 else TIMES
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory(prefix="tapis-bench-") as folder, Mailbox() as box:
        box.meanwhile = lambda: time.sleep(MAIL_SERVER_SECONDS)
        return 0 if besieged(times, Path(folder), box) else 1


if __name__ == "__main__":
    sys.exit(main())
