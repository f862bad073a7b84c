"""Sends messages to push services: encrypted for the browser (RFC 8291), signed by the shop (RFC 8292).

The URL comes from the subscriber. So only public addresses are contacted, over HTTPS and without redirects,
and of the response only the head is read (docs/decisions/web-push.md).
"""

import asyncio
import json
import logging
import os
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from email.utils import parsedate_to_datetime
from functools import cached_property
from time import monotonic, time
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from jwt.utils import base64url_decode

from tapis.gateway.context import Context
from tapis.gateway.database import AUTH_SERVICE, Database
from tapis.gateway.notifications.public_address import NonPublicAddress, resolve_public_address
from tapis.gateway.notifications.push_keys import PushKey, parse_private_key, queries

if TYPE_CHECKING:
    from tapis.gateway.notifications.push_client import PushClient

RECORD_BYTES = 4_096
KEY_SECONDS = 1.0  # for which the key is not read again: no device subscribes with another in that time
SECONDS = 10  # for a push service to take a message
TTL_DAYS = 3  # how long the push service keeps a message while the device is offline
MAX_RETRY_SECONDS = 3_600.0
GONE = frozenset({404, 410})
log = logging.getLogger("tapis.gateway.notifications")


@dataclass(frozen=True, slots=True)
class PushSubscription:
    """A row of public.push_subscriptions."""

    endpoint: str
    p256dh: str
    auth: str


@dataclass(frozen=True, slots=True)
class PushOutcome:
    """The outcome of a message. `gone`: the subscription no longer exists; `retry`: send it again later."""

    state: Literal["sent", "gone", "retry", "failed"]
    retry_after: timedelta | None = None


class PushSender:
    def __init__(self, database: Database, contact: str, private_hosts: frozenset[str]) -> None:
        self._database = database
        self._contact = contact
        self._private_hosts = private_hosts
        self._key: PushKey | None = None
        self._read_at = 0.0

    async def read_key(self) -> PushKey | None:
        """The current key, which `tapis keys rotate` may replace; None if there is none."""
        if self._key is None or monotonic() - self._read_at >= KEY_SECONDS:
            row = (await self._database.run(AUTH_SERVICE, queries.key_pair, read_only=True)).one()
            self._key = PushKey(parse_private_key(row[0]), self._contact) if row else None
            self._read_at = monotonic()
        return self._key

    @cached_property
    def _client(self) -> "PushClient":
        """Created for the first message: importing and loading certificates takes 0.3 s of CPU time."""
        from tapis.gateway.notifications.push_client import PushClient  # noqa: PLC0415 – as said above

        return PushClient(SECONDS)

    async def send(self, subscription: PushSubscription, payload: Mapping[str, object]) -> PushOutcome:
        """Send one message. Raises only errors of the database."""
        try:
            async with asyncio.timeout(SECONDS):
                outcome = await self._post(subscription, payload)
        except NonPublicAddress:
            outcome = PushOutcome("gone")
        except OSError as error:  # includes timeouts
            log.info("push service not reached", extra={"error": type(error.__cause__ or error).__name__})
            outcome = PushOutcome("retry")
        except ValueError as error:  # a key that is not on the curve, or an invalid address
            log.info("subscription not usable", extra={"error": type(error).__name__})
            outcome = PushOutcome("gone")
        if outcome.state == "gone":
            await self._database.run(AUTH_SERVICE, queries.forget_subscription, (subscription.endpoint,))
        return outcome

    async def _post(self, subscription: PushSubscription, payload: Mapping[str, object]) -> PushOutcome:
        if (key := await self.read_key()) is None:
            return PushOutcome("retry")
        parts = urlsplit(subscription.endpoint)
        host = parts.hostname or ""
        address = await resolve_public_address(host, parts.port or 443, self._private_hosts)
        netloc = f"[{address}]" if ":" in address else address
        url = parts._replace(netloc=f"{netloc}:{parts.port or 443}").geturl()
        headers = {
            "Host": parts.netloc,
            "Authorization": key.authorization(f"{parts.scheme}://{parts.netloc}"),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(TTL_DAYS * 86_400),
        }
        content = encrypt_push_message(subscription, json.dumps(payload, ensure_ascii=False).encode())
        return _status_to_outcome(*await self._client.post(url, host, headers, content))


def _status_to_outcome(status: int, retry: str) -> PushOutcome:
    """The outcome by a response's status and Retry-After."""
    if 200 <= status < 300:
        return PushOutcome("sent")
    if status in GONE:
        return PushOutcome("gone")
    if status == 429 or status >= 500:
        return PushOutcome("retry", parse_retry_after(retry))
    log.warning("push service refused a message", extra={"status": status})
    return PushOutcome("failed")


def parse_retry_after(value: str) -> timedelta | None:
    """The pause in the header Retry-After, which is seconds or a date; an hour at most."""
    try:
        seconds = float(value) if value.isdigit() else parsedate_to_datetime(value).timestamp() - time()
    except (ValueError, OverflowError):
        return None
    return timedelta(seconds=min(max(seconds, 0.0), MAX_RETRY_SECONDS))


def encrypt_push_message(
    subscription: PushSubscription,
    message: bytes,
    key: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """The message as one record of aes128gcm. `key` and `salt` are for tests only. Raises ValueError."""
    private, salt = key or ec.generate_private_key(ec.SECP256R1()), salt or os.urandom(16)
    client_public, auth = base64url_decode(subscription.p256dh), base64url_decode(subscription.auth)
    server_public = private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    shared = private.exchange(
        ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), client_public)
    )
    secret = _derive(shared, auth, b"WebPush: info\0" + client_public + server_public, 32)
    content_key = _derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(secret, salt, b"Content-Encoding: nonce\0", 12)
    header = salt + struct.pack("!IB", RECORD_BYTES, len(server_public)) + server_public
    return header + AESGCM(content_key).encrypt(nonce, message + b"\x02", None)  # 2: the last record


async def open_push_sender(context: Context) -> PushSender | None:
    """The sender with the shop's key; None if there is no key."""
    settings = context.settings
    sender = PushSender(context.database, settings.origin, frozenset(settings.private_push_hosts))
    return sender if await sender.read_key() else None


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)
