"""Two gateways over one database and one bucket give the same answers."""

import json
import os
import signal
import subprocess
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
import pytest

from tests.conftest import PASSWORD, TAPIS, Account, Shop, environment
from tests.deployments.proxy import is_answering
from tests.deployments.targets import run_cluster
from tests.example_rows import Row, put, put_order, row
from tests.postgres.os_processes import eventually
from tests.process_tree import children
from tests.storage.sample_images import photo

pytestmark = pytest.mark.anywhere

ROUNDS = 60  # enough to hit the milliseconds in which only one has been notified
FRESH_SECONDS = 1.0
LIST = "/rest/v1/products?select=uuid,heading&order=created_at.desc,uuid"


@pytest.fixture(scope="module")
def shop() -> Iterator[Shop]:
    """Two gateways behind nginx."""
    with (
        TemporaryDirectory(prefix="tapis-machines-") as folder,
        run_cluster(18, "seaweedfs", Path(folder) / "data") as opened,
    ):
        yield opened


@contextmanager
def open_client(shop: Shop, number: int, token: str | None = None) -> Iterator[httpx.Client]:
    """A client of one of the gateways, without the proxy."""
    address = shop.gateways[number % 2]
    with httpx.Client(base_url=address, headers=shop.headers(token), timeout=30) as client:
        yield client


@pytest.fixture
def product(shop: Shop) -> str:
    """One product that Ada may change."""
    return put(shop.sql, "products", row("products", ""))


def fetch_heading(client: httpx.Client, uuid: str) -> str:
    """The product's heading in a visitor's list."""
    response = client.get(LIST)
    assert response.status_code == 200, response.text
    return str(next(one["heading"] for one in response.json() if one["uuid"] == uuid))


def has_heading(client: httpx.Client, uuid: str, wanted: str) -> bool:
    return fetch_heading(client, uuid) == wanted


def is_refused(client: httpx.Client) -> bool:
    return client.get("/rest/v1/transactions").status_code == 401


def test_what_Ada_changes_through_one_gateway_is_read_through_the_other_at_once(
    shop: Shop, product: str
) -> None:
    ada = shop.token("admin")
    with (
        open_client(shop, 0) as anna_0,
        open_client(shop, 1) as anna_1,
        open_client(shop, 0, ada) as ada_0,
        open_client(shop, 1, ada) as ada_1,
    ):
        for number in range(ROUNDS):
            new, writer, reader = f"Kain {number}", (ada_0, ada_1)[number % 2], (anna_1, anna_0)[number % 2]
            fetch_heading(reader, product)  # now it is cached there
            response = writer.patch(f"/rest/v1/products?uuid=eq.{product}", json={"heading": new})
            assert response.status_code == 204, response.text
            assert fetch_heading(reader, product) == new, number


def test_Ada_finds_her_own_change_in_the_next_page_whoever_makes_it(shop: Shop, product: str) -> None:
    with shop.client(shop.token("admin")) as ada:
        for number in range(10):
            new = f"Selendang {number}"
            ada.patch(f"/rest/v1/products?uuid=eq.{product}", json={"heading": new})
            page = ada.get("/products", headers={"Accept": "text/html"})
            assert new in page.text, number


def test_what_is_written_past_all_gateways_is_read_within_a_second(shop: Shop, product: str) -> None:
    with open_client(shop, 0) as anna_0, open_client(shop, 1) as anna_1:
        for number in range(10):
            new = f"Siger {number}"
            fetch_heading(anna_0, product), fetch_heading(anna_1, product)
            shop.sql("update public.products set heading = %s where uuid = %s", new, product)
            for anna in (anna_0, anna_1):
                assert eventually(partial(has_heading, anna, product, new), FRESH_SECONDS)


def test_a_gateway_that_hangs_does_not_keep_Ada_waiting_for_ever_and_catches_up(
    shop: Shop, product: str
) -> None:
    with open_client(shop, 0, shop.token("admin")) as ada, open_client(shop, 1) as anna:
        fetch_heading(anna, product)
        with pause_gateway(shop, 1):
            response = ada.patch(f"/rest/v1/products?uuid=eq.{product}", json={"heading": "Sulam"})
            assert response.status_code == 204
        assert eventually(partial(has_heading, anna, product, "Sulam"), FRESH_SECONDS)


def test_Toms_sign_out_at_one_gateway_counts_at_the_other(shop: Shop) -> None:
    tom = shop.account("talent")
    for number in range(20):
        token = shop.sign_in(tom.email)["access_token"]
        with (
            open_client(shop, number, token) as first_client,
            open_client(shop, number + 1, token) as second_client,
        ):
            assert second_client.get("/rest/v1/transactions").status_code == 200
            assert first_client.post("/auth/v1/logout?scope=local").status_code == 204
            assert second_client.get("/rest/v1/transactions").status_code == 401, number


def test_a_session_that_the_owner_ends_in_sql_is_refused_within_a_second(shop: Shop) -> None:
    tom = shop.account("talent")
    shop.sql("delete from auth.sessions where user_id = %s", tom.user_id)
    for number in (0, 1):
        with open_client(shop, number, tom.token) as client:
            assert eventually(partial(is_refused, client), FRESH_SECONDS)


def test_failed_sign_ins_are_counted_together(shop: Shop) -> None:
    tom = shop.account("talent")
    answers = []
    for number in range(12):
        with open_client(shop, number) as client:
            body = {"email": tom.email, "password": f"wrong-{PASSWORD}"}
            answers.append(client.post("/auth/v1/token?grant_type=password", json=body).status_code)
    assert answers == [400] * 10 + [429] * 2


def test_no_order_that_was_acknowledged_is_lost_or_doubled_while_gateways_die(shop: Shop) -> None:
    tom = shop.account("talent")
    ordering, reading = OrderingThread(shop, tom), ReadingThread(shop)
    with ordering, reading:
        for _ in range(4):
            # Both answer for a while: a read that had found one away would be lost with the other.
            assert eventually(lambda: all(map(is_answering, shop.gateways)))
            assert eventually(partial(ordering.has_reached, len(ordering.acknowledged) + 5), 60)
            shop.kill_gateway()
    assert eventually(lambda: all(map(is_answering, shop.gateways)))  # the next tests ask each of them
    assert ordering.unexpected == []
    assert reading.statuses == {200}
    rows = shop.sql("select uuid::text from public.transactions where user_id = %s", tom.user_id)
    stored = [uuid for (uuid,) in rows]
    assert len(stored) == len(set(stored))
    assert ordering.acknowledged <= set(stored)
    assert set(stored) <= ordering.acknowledged | ordering.unanswered
    assert ordering.send_again() == set()
    assert [code for code in run_doctor(shop) if code.startswith("order")] == []  # proofs have no bytes here


def test_a_picture_is_made_smaller_once_and_is_the_same_from_both(shop: Shop) -> None:
    ada = shop.token("admin")
    name = "products/dua-mesin.png"
    with open_client(shop, 0, ada) as here:
        stored = here.post(
            f"/storage/v1/object/tapis/{name}",
            content=photo(900, 700, ".png"),
            headers={"Content-Type": "image/png"},
        )
        assert stored.status_code == 200, stored.text
    address = f"/storage/v1/render/image/public/tapis/{name}?width=320"
    with open_client(shop, 0) as one, open_client(shop, 1) as two:
        first, second = one.get(address), two.get(address)
    assert (first.status_code, second.status_code) == (200, 200)
    assert first.headers["etag"] == second.headers["etag"]
    assert first.content == second.content


class RepeatingThread(ABC, threading.Thread):
    """Repeats an action until the end of the block."""

    def __init__(self, shop: Shop) -> None:
        super().__init__(daemon=True)
        self.shop = shop
        self._ending = threading.Event()

    def __enter__(self) -> None:
        self.start()

    def __exit__(self, *_: object) -> None:
        self._ending.set()
        self.join(60)
        assert not self.is_alive()

    def run(self) -> None:
        while not self._ending.is_set():
            self.act()

    @abstractmethod
    def act(self) -> None:
        """One of the repeated actions."""


class OrderingThread(RepeatingThread):
    """Tom orders through the proxy; records which orders were acknowledged, and which not answered."""

    def __init__(self, shop: Shop, tom: Account) -> None:
        super().__init__(shop)
        self.tom = tom
        self.acknowledged: set[str] = set()
        self.sent: dict[str, Row] = {}
        self.unexpected: list[str] = []

    @property
    def unanswered(self) -> set[str]:
        """Orders that were sent and not acknowledged."""
        return set(self.sent) - self.acknowledged

    def has_reached(self, count: int) -> bool:
        """Whether so many were acknowledged."""
        return len(self.acknowledged) >= count

    def act(self) -> None:
        order = put_order(self.shop.sql, self.tom.user_id)
        self.sent[order["uuid"]] = order
        self._send(order)

    def send_again(self) -> set[str]:
        """Send unanswered orders again, as the cart does; returns those that are still not acknowledged."""
        for uuid in sorted(self.unanswered):
            self._send(self.sent[uuid])
        return self.unanswered

    def _send(self, order: Row) -> None:
        try:
            with self.shop.client(self.tom.token) as client:
                response = client.post("/rest/v1/transactions", json=order)
        except httpx.TransportError:
            return
        # 409: it was sent before, and is stored.
        if response.status_code in {201, 409}:
            self.acknowledged.add(order["uuid"])
        elif response.status_code not in {502, 503, 504}:
            self.unexpected.append(response.text)


class ReadingThread(RepeatingThread):
    """Anna reads repeatedly; the proxy tries another gateway when one dies during her request."""

    def __init__(self, shop: Shop) -> None:
        super().__init__(shop)
        self.statuses: set[int] = set()

    def act(self) -> None:
        with self.shop.client() as client:
            self.statuses.add(client.get(LIST).status_code)


@contextmanager
def pause_gateway(shop: Shop, number: int) -> Iterator[None]:
    """Stop the gateway and its workers until the end of the block."""
    port = int(shop.gateways[number].rpartition(":")[2])
    parent = next(int(pid) for pid in list_pids() if f"--port\0{port}\0".encode() in read_command(pid))
    workers = [parent, *children(parent)]
    for pid in workers:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in workers:
            os.kill(pid, signal.SIGCONT)


def list_pids() -> list[str]:
    return [entry.name for entry in Path("/proc").iterdir() if entry.name.isdigit()]


def read_command(pid: str) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def run_doctor(shop: Shop) -> list[str]:
    """The codes of the findings of `tapis doctor`."""
    result = subprocess.run(
        [TAPIS, "doctor", "--json", "--data", shop.data],
        env=environment(**shop.settings),
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.stdout, result.stderr
    return [finding["code"] for finding in json.loads(result.stdout)["findings"]]
