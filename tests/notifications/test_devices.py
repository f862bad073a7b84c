"""Tom's phone and Ada's tablet: they subscribe as the front end does, and hear of an order at once."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.auth.certificate import make_certificate
from tests.auth.conftest import wait_until
from tests.conftest import Account, Shop, prepared, serving, shop_at
from tests.notifications.push_service import PushService, Received, push_service
from tests.test_orders import order_of, send


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the push service shows, and the shop believes."""
    return make_certificate(tmp_path_factory.mktemp("certificate"))


@pytest.fixture(scope="module")
def reaching(tmp_path_factory: pytest.TempPathFactory, certificate: Path) -> Iterator[Shop]:
    """A shop with two workers, without a mail server, that reaches push services on this machine."""
    data = prepared(tmp_path_factory.mktemp("reaching") / "data")
    settings = {"TAPIS_PRIVATE_PUSH_HOSTS": "127.0.0.1", "SSL_CERT_FILE": str(certificate)}
    with serving(data, TAPIS_WORKERS="2", **settings) as url, shop_at(url, data) as shop:
        yield shop


@pytest.fixture
def phone(certificate: Path) -> Iterator[PushService]:
    """Tom's phone and its push service."""
    with push_service(certificate) as service:
        yield service


@pytest.fixture
def tablet(certificate: Path) -> Iterator[PushService]:
    """Ada's tablet and its push service."""
    with push_service(certificate) as service:
        yield service


def subscribe(shop: Shop, owner: Account, device: PushService, language: str) -> str:
    """Store a device as the front end does; returns the shop's key."""
    with shop.client(owner.token) as client:
        key = client.post("/rest/v1/rpc/push_key", json={}).json()
        row = device.subscription() | {"user_id": owner.user_id, "language": language}
        assert client.post("/rest/v1/push_subscriptions", json=row).status_code == 201
    return str(key)


def next_message(device: PushService) -> Received:
    return device.received.get(timeout=60)


def test_Y17_an_order_reaches_tom_and_ada_at_once_in_their_languages_and_a_device_that_is_gone_is_forgotten(
    reaching: Shop, phone: PushService, tablet: PushService
) -> None:
    tom, ada = reaching.account("talent"), reaching.account("admin")
    key = subscribe(reaching, tom, phone, "id")
    subscribe(reaching, ada, tablet, "en")
    with reaching.client(tom.token) as client:
        order = order_of(reaching, client)
        assert send(client, order).status_code == 201
    number = order["uuid"][:8].upper()
    to_tom, to_ada = next_message(phone), next_message(tablet)
    assert to_tom.message["title"] == f"Pesanan {number} sudah kami terima"
    assert to_tom.message["url"] == f"/profile/transactions/{order['uuid']}"
    assert to_ada.message["url"].startswith("/admin/review")
    assert phone.verify(to_tom, key)["sub"]
    phone.status = 410
    with reaching.client(tom.token) as client:
        assert send(client, order_of(reaching, client)).status_code == 201
    next_message(phone)
    left = "select user_id::text from public.push_subscriptions"
    wait_until(lambda: reaching.sql(left) == [(ada.user_id,)], 60)
