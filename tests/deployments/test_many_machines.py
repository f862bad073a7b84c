"""Two gateways over one database and one bucket give the same answers."""

import json
import os
import signal
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
import pytest

from tests.conftest import PASSWORD, TAPIS, Account, Shop, environment
from tests.deployments.proxy import answers
from tests.deployments.targets import cluster
from tests.example_rows import Row, put, put_order, row
from tests.postgres.os_processes import eventually
from tests.process_tree import children
from tests.storage.sample_images import photo

pytestmark = pytest.mark.anywhere

ROUNDS = 60  # enough to meet the milliseconds in which one has been notified and the other has not
FRESH_SECONDS = 1.0
LIST = "/rest/v1/products?select=uuid,heading&order=created_at.desc,uuid"


@pytest.fixture(scope="module")
def shop() -> Iterator[Shop]:
    """Two gateways behind nginx."""
    with (
        TemporaryDirectory(prefix="tapis-machines-") as folder,
        cluster(18, "seaweedfs", Path(folder) / "data") as opened,
    ):
        yield opened


@contextmanager
def at(shop: Shop, number: int, token: str | None = None) -> Iterator[httpx.Client]:
    """A client that has one of the gateways answer, past the proxy."""
    address = shop.gateways[number % 2]
    with httpx.Client(base_url=address, headers=shop.headers(token), timeout=30) as client:
        yield client


@pytest.fixture
def product(shop: Shop) -> str:
    """One product that Ada may change."""
    return put(shop.sql, "products", row("products", ""))


def heading(client: httpx.Client, uuid: str) -> str:
    """What a visitor's list says now."""
    listed = client.get(LIST)
    assert listed.status_code == 200, listed.text
    return str(next(one["heading"] for one in listed.json() if one["uuid"] == uuid))


def says(client: httpx.Client, uuid: str, wanted: str) -> bool:
    return heading(client, uuid) == wanted


def is_refused(client: httpx.Client) -> bool:
    return client.get("/rest/v1/transactions").status_code == 401


def test_what_Ada_changes_through_one_gateway_is_read_through_the_other_at_once(
    shop: Shop, product: str
) -> None:
    ada = shop.token("admin")
    with at(shop, 0) as anna_0, at(shop, 1) as anna_1, at(shop, 0, ada) as ada_0, at(shop, 1, ada) as ada_1:
        for number in range(ROUNDS):
            new, here, there = f"Kain {number}", (ada_0, ada_1)[number % 2], (anna_1, anna_0)[number % 2]
            heading(there, product)  # lies ready there
            changed = here.patch(f"/rest/v1/products?uuid=eq.{product}", json={"heading": new})
            assert changed.status_code == 204, changed.text
            assert heading(there, product) == new, number


def test_Ada_finds_her_own_change_in_the_next_page_whoever_makes_it(shop: Shop, product: str) -> None:
    with shop.client(shop.token("admin")) as ada:
        for number in range(10):
            new = f"Selendang {number}"
            ada.patch(f"/rest/v1/products?uuid=eq.{product}", json={"heading": new})
            page = ada.get("/products", headers={"Accept": "text/html"})
            assert new in page.text, number


def test_what_is_written_past_all_gateways_is_read_within_a_second(shop: Shop, product: str) -> None:
    with at(shop, 0) as anna_0, at(shop, 1) as anna_1:
        for number in range(10):
            new = f"Siger {number}"
            heading(anna_0, product), heading(anna_1, product)
            shop.sql("update public.products set heading = %s where uuid = %s", new, product)
            for anna in (anna_0, anna_1):
                assert eventually(partial(says, anna, product, new), FRESH_SECONDS)


def test_a_gateway_that_hangs_does_not_keep_Ada_waiting_for_ever_and_catches_up(
    shop: Shop, product: str
) -> None:
    with at(shop, 0, shop.token("admin")) as ada, at(shop, 1) as anna:
        heading(anna, product)
        with held_still(shop, 1):
            changed = ada.patch(f"/rest/v1/products?uuid=eq.{product}", json={"heading": "Sulam"})
            assert changed.status_code == 204
        assert eventually(partial(says, anna, product, "Sulam"), FRESH_SECONDS)


def test_Toms_sign_out_at_one_gateway_counts_at_the_other(shop: Shop) -> None:
    tom = shop.account("talent")
    for number in range(20):
        token = shop.sign_in(tom.email)["access_token"]
        with at(shop, number, token) as here, at(shop, number + 1, token) as there:
            assert there.get("/rest/v1/transactions").status_code == 200
            assert here.post("/auth/v1/logout?scope=local").status_code == 204
            assert there.get("/rest/v1/transactions").status_code == 401, number


def test_a_session_that_the_owner_ends_in_sql_is_refused_within_a_second(shop: Shop) -> None:
    tom = shop.account("talent")
    shop.sql("delete from auth.sessions where user_id = %s", tom.user_id)
    for number in (0, 1):
        with at(shop, number, tom.token) as client:
            assert eventually(partial(is_refused, client), FRESH_SECONDS)


def test_failed_sign_ins_are_counted_together(shop: Shop) -> None:
    tom = shop.account("talent")
    answers = []
    for number in range(12):
        with at(shop, number) as client:
            body = {"email": tom.email, "password": f"wrong-{PASSWORD}"}
            answers.append(client.post("/auth/v1/token?grant_type=password", json=body).status_code)
    assert answers == [400] * 10 + [429] * 2


def test_no_order_that_was_acknowledged_is_lost_or_doubled_while_gateways_die(shop: Shop) -> None:
    tom = shop.account("talent")
    orders, reads = Orders(shop, tom), Reads(shop)
    with orders, reads:
        for _ in range(4):
            assert eventually(partial(orders.has_reached, len(orders.acknowledged) + 5), 60)
            shop.kill_gateway()
    assert eventually(lambda: all(map(answers, shop.gateways)))  # the next tests ask each of them
    assert orders.error_handlers == []
    assert reads.statuses == {200}
    found = shop.sql("select uuid::text from public.transactions where user_id = %s", tom.user_id)
    stored = [uuid for (uuid,) in found]
    assert len(stored) == len(set(stored))
    assert orders.acknowledged <= set(stored)
    assert set(stored) <= orders.acknowledged | orders.unanswered
    assert orders.send_again() == set()
    assert [code for code in doctor(shop) if code.startswith("order")] == []  # proofs have no bytes here


def test_a_picture_is_made_smaller_once_and_is_the_same_from_both(shop: Shop) -> None:
    ada = shop.token("admin")
    name = "products/dua-mesin.png"
    with at(shop, 0, ada) as here:
        stored = here.post(
            f"/storage/v1/object/tapis/{name}",
            content=photo(900, 700, ".png"),
            headers={"Content-Type": "image/png"},
        )
        assert stored.status_code == 200, stored.text
    address = f"/storage/v1/render/image/public/tapis/{name}?width=320"
    with at(shop, 0) as one, at(shop, 1) as two:
        first, second = one.get(address), two.get(address)
    assert (first.status_code, second.status_code) == (200, 200)
    assert first.headers["etag"] == second.headers["etag"]
    assert first.content == second.content


class Working(threading.Thread):
    """Somebody who does one thing again and again until the block ends."""

    def __init__(self, shop: Shop) -> None:
        super().__init__(daemon=True)
        self.shop = shop
        self._over = threading.Event()

    def __enter__(self) -> None:
        self.start()

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self.join(60)
        assert not self.is_alive()

    def run(self) -> None:
        while not self._over.is_set():
            self.do()

    def do(self) -> None:
        raise NotImplementedError


class Orders(Working):
    """Tom orders through the proxy; what was acknowledged, and what had no answer."""

    def __init__(self, shop: Shop, tom: Account) -> None:
        super().__init__(shop)
        self.tom = tom
        self.acknowledged: set[str] = set()
        self.sent: dict[str, Row] = {}
        self.error_handlers: list[str] = []

    @property
    def unanswered(self) -> set[str]:
        """Sent, and not acknowledged."""
        return set(self.sent) - self.acknowledged

    def has_reached(self, count: int) -> bool:
        """Whether so many were acknowledged."""
        return len(self.acknowledged) >= count

    def do(self) -> None:
        order = put_order(self.shop.sql, self.tom.user_id)
        self.sent[order["uuid"]] = order
        self._send(order)

    def send_again(self) -> set[str]:
        """Send what was not answered, as the cart does; gives what is still not in the books."""
        for uuid in sorted(self.unanswered):
            self._send(self.sent[uuid])
        return self.unanswered

    def _send(self, order: Row) -> None:
        try:
            with self.shop.client(self.tom.token) as client:
                answer = client.post("/rest/v1/transactions", json=order)
        except httpx.TransportError:
            return
        # 409: it was sent before, and is in the books.
        if answer.status_code in {201, 409}:
            self.acknowledged.add(order["uuid"])
        elif answer.status_code not in {502, 503, 504}:
            self.error_handlers.append(answer.text)


class Reads(Working):
    """Anna looks, and looks again; the proxy tries another gateway when one dies during her request."""

    def __init__(self, shop: Shop) -> None:
        super().__init__(shop)
        self.statuses: set[int] = set()

    def do(self) -> None:
        with self.shop.client() as client:
            self.statuses.add(client.get(LIST).status_code)


@contextmanager
def held_still(shop: Shop, number: int) -> Iterator[None]:
    """Neither the gateway nor its workers take a step."""
    port = int(shop.gateways[number].rpartition(":")[2])
    parent = next(int(pid) for pid in pids() if f"--port\0{port}\0".encode() in command(pid))
    workers = [parent, *children(parent)]
    for pid in workers:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in workers:
            os.kill(pid, signal.SIGCONT)


def pids() -> list[str]:
    return [entry.name for entry in Path("/proc").iterdir() if entry.name.isdigit()]


def command(pid: str) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def doctor(shop: Shop) -> list[str]:
    """What `tapis doctor` finds."""
    said = subprocess.run(
        [TAPIS, "doctor", "--json", "--data", shop.data],
        env=environment(**shop.settings),
        capture_output=True,
        text=True,
        check=False,
    )
    assert said.stdout, said.stderr
    return [finding["code"] for finding in json.loads(said.stdout)["findings"]]
