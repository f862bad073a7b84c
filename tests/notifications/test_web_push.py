"""Messages to devices: readable there alone, signed by the shop, sent to push services and nowhere else."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from email.utils import formatdate
from pathlib import Path
from threading import Event

import psycopg
import pytest
import pytest_asyncio
from cryptography.hazmat.primitives.asymmetric import ec

from tapis.gateway.database import Database
from tapis.gateway.notifications.public_address import (
    NonPublicAddress,
    is_public_address,
    resolve_public_address,
)
from tapis.gateway.notifications.push_keys import replace_leaked_push_key
from tapis.gateway.notifications.web_push import (
    KEY_SECONDS,
    PushOutcome,
    PushSender,
    PushSubscription,
    encrypt_push_message,
    open_push_sender,
    parse_retry_after,
)
from tapis.gateway.settings import load_settings
from tests.auth.certificate import make_certificate
from tests.conftest import Shop
from tests.example_rows import put, row
from tests.lone_gateway import build_context
from tests.notifications.push_service import PushService, decode_base64, encode_base64, run_push_service

MESSAGE = {
    "title": "Pesanan diterima",
    "body": "Kami periksa pembayaran Anda.",
    "url": "/profile",
    "tag": "1",
}
# RFC 8291, appendix A.
RFC = {
    "message": b"When I grow up, I want to be a watermelon",
    "salt": "DGv6ra1nlYgDCS1FRnbzlw",
    "private": "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
    "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
    "encrypted": "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWA"
    "mS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
}
INTERNAL = (
    "127.0.0.1", "10.0.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1", "::1",
    "fe80::1", "fd00::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::",
    "64:ff9b:1::7f00:1", "::127.0.0.1", "fec0::1",
)  # fmt: skip


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The certificate of the push service; trusted only where it is configured."""
    return make_certificate(tmp_path_factory.mktemp("certificate"))


@pytest.fixture
def service(certificate: Path) -> Iterator[PushService]:
    """A push service of our own."""
    with run_push_service(certificate) as running:
        yield running


@pytest_asyncio.fixture
async def sender(shop: Shop, certificate: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[PushSender]:
    """The sender of a shop that may reach this machine's push service."""
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    settings = load_settings({}, private_push_hosts=("127.0.0.1",), site_url="https://tapis.example")
    async with Database(shop.authenticator, 2, 8) as database:
        opened = await open_push_sender(build_context(settings, database))
        assert opened
        yield opened


def store_subscription(shop: Shop, service: PushService) -> PushSubscription:
    """Store a device of Tom's in the shop."""
    values = service.subscription()
    put(shop.sql, "push_subscriptions", row("push_subscriptions", shop.user_id("talent")) | values)
    return PushSubscription(values["endpoint"], values["p256dh"], values["auth"])


def is_stored(shop: Shop, subscription: PushSubscription) -> bool:
    """Whether the shop still knows the device."""
    return bool(
        shop.sql("select 1 from public.push_subscriptions where endpoint = %s", subscription.endpoint)
    )


def test_Y17_a_message_is_encrypted_as_the_standard_does_it() -> None:
    private = ec.derive_private_key(int.from_bytes(decode_base64(str(RFC["private"]))), ec.SECP256R1())
    device = PushSubscription("https://push.example/1", str(RFC["p256dh"]), str(RFC["auth"]))
    body = encrypt_push_message(device, bytes(RFC["message"]), private, decode_base64(str(RFC["salt"])))  # type: ignore[arg-type]
    assert encode_base64(body) == RFC["encrypted"]


async def test_Y17_a_device_reads_what_the_shop_has_signed(
    shop: Shop, sender: PushSender, service: PushService
) -> None:
    subscription = store_subscription(shop, service)
    assert await sender.send(subscription, MESSAGE) == PushOutcome("sent")
    received = service.received.get(timeout=10)
    assert (received.path, received.message) == ("/push/device", MESSAGE)
    assert received.headers["content-encoding"] == "aes128gcm"
    assert int(received.headers["ttl"]) > 0
    [(public_key,)] = shop.sql("select public_key from private.push_keys")
    claims = service.verify(received, public_key)
    assert claims["sub"] == "https://tapis.example"
    assert time.time() < claims["exp"] <= time.time() + 86_400


async def test_Y17_after_a_leak_messages_are_signed_with_another_key_and_the_old_devices_are_forgotten(
    shop: Shop, sender: PushSender, service: PushService
) -> None:
    first = store_subscription(shop, service)
    [(old_key,)] = shop.sql("select public_key from private.push_keys")
    with psycopg.connect(shop.superuser) as connection:
        replace_leaked_push_key(connection)
    assert not is_stored(shop, first)
    await asyncio.sleep(KEY_SECONDS)
    assert await sender.send(store_subscription(shop, service), MESSAGE) == PushOutcome("sent")
    [(public_key,)] = shop.sql("select public_key from private.push_keys")
    assert public_key != old_key
    assert service.verify(service.received.get(timeout=10), public_key)


async def test_Y17_a_device_that_is_gone_is_forgotten_and_all_others_are_tried_again_when_they_ask_for_it(
    shop: Shop, sender: PushSender, service: PushService
) -> None:
    subscription = store_subscription(shop, service)
    for status, headers, outcome in (
        (429, {"Retry-After": "120"}, PushOutcome("retry", timedelta(minutes=2))),
        (503, {}, PushOutcome("retry")),
        (503, {"Retry-After": "Thu, 01 Jan 2026 00:00:00 +99999999999999"}, PushOutcome("retry")),
        (403, {}, PushOutcome("failed")),
        (302, {"Location": f"{service.origin}/elsewhere"}, PushOutcome("failed")),
    ):
        service.status, service.headers = status, headers
        assert await sender.send(subscription, MESSAGE) == outcome
        assert is_stored(shop, subscription)
    assert service.received.qsize() == 5  # the redirect was not followed
    for status in (404, 410):
        service.status = status
        assert await sender.send(store_subscription(shop, service), MESSAGE) == PushOutcome("gone")
        assert not is_stored(shop, subscription)


async def test_Y17_messages_go_to_public_addresses_alone(
    shop: Shop, sender: PushSender, service: PushService
) -> None:
    elsewhere = PushSubscription(
        service.origin.replace("127.0.0.1", "localhost"), *service.device.keys.values()
    )
    assert await sender.send(elsewhere, MESSAGE) == PushOutcome("gone")
    unusable = PushSubscription(
        service.subscription()["endpoint"], encode_base64(bytes(65)), encode_base64(bytes(16))
    )
    assert await sender.send(unusable, MESSAGE) == PushOutcome("gone")
    assert service.received.empty()
    for host in ("localhost", *INTERNAL):
        with pytest.raises(NonPublicAddress):
            await resolve_public_address(host, 443, ())
    assert [address for address in INTERNAL if is_public_address(address)] == []
    assert is_public_address("142.250.1.1")
    assert is_public_address("2a00:1450:4001:830::200a")


async def test_Y17_a_name_is_looked_up_while_all_other_work_of_threads_waits() -> None:
    released = Event()
    with ThreadPoolExecutor(1) as busy:
        asyncio.get_running_loop().set_default_executor(busy)
        busy.submit(released.wait)
        try:
            async with asyncio.timeout(30):
                assert await resolve_public_address("localhost", 443, ("localhost",)) in {"127.0.0.1", "::1"}
        finally:
            released.set()


async def test_Y17_a_push_service_finds_no_cookie_in_the_next_message(
    shop: Shop, sender: PushSender, service: PushService
) -> None:
    service.headers = {"Set-Cookie": "device=Tom; Path=/"}
    for _ in range(2):
        await sender.send(store_subscription(shop, service), MESSAGE)
        assert "cookie" not in service.received.get(timeout=10).headers


async def test_Y17_a_push_service_that_is_away_is_tried_again(
    shop: Shop, sender: PushSender, certificate: Path
) -> None:
    with run_push_service(certificate) as closed:
        subscription = store_subscription(shop, closed)
    assert await sender.send(subscription, MESSAGE) == PushOutcome("retry")
    assert is_stored(shop, subscription)
    unknown = PushSubscription("https://nobody.invalid/1", *closed.device.keys.values())
    assert await sender.send(unknown, MESSAGE) == PushOutcome("retry")


def test_Y17_a_pause_is_understood_in_seconds_and_as_a_date_and_never_longer_than_an_hour() -> None:
    assert parse_retry_after("7") == timedelta(seconds=7)
    assert parse_retry_after("9" * 400) == parse_retry_after("99999") == timedelta(hours=1)
    in_a_minute = parse_retry_after(formatdate(time.time() + 60, usegmt=True))
    assert in_a_minute
    assert timedelta() < in_a_minute <= timedelta(minutes=1)
    for absurd in ("Thu, 01 Jan 2026 00:00:00 +99999999999999", "Fri, 31 Dec 9999 23:59:59 -2359", "²"):
        assert parse_retry_after(absurd) in {None, timedelta(hours=1)}
    assert parse_retry_after("soon") is parse_retry_after("") is None
