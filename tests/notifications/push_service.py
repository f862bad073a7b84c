"""A local push service like those of browser vendors; it decrypts as the browser does.

Implements RFC 8291 and RFC 8188 with HMAC alone, so that it shares no code with what it checks.
"""

import base64
import hashlib
import hmac
import http.server
import json
import os
import queue
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.auth.certificate import make_server_context

CURVE = ec.SECP256R1()


@dataclass(frozen=True, slots=True)
class Received:
    """A received message, raw and decrypted."""

    path: str
    headers: dict[str, str]
    message: dict[str, Any]


@dataclass(slots=True)
class Device:
    """A browser with its keys."""

    private: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(CURVE))
    secret: bytes = field(default_factory=lambda: os.urandom(16))

    @property
    def keys(self) -> dict[str, str]:
        """The keys that a page receives when it subscribes."""
        return {
            "p256dh": encode_base64(encode_point(self.private.public_key())),
            "auth": encode_base64(self.secret),
        }

    def decrypt(self, body: bytes) -> bytes:
        """Decrypt a message of one record."""
        salt, theirs, record = body[:16], body[21:86], body[86:]
        assert body[16:21] == (4096).to_bytes(4, "big") + b"\x41"
        shared = self.private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs))
        info = b"WebPush: info\x00" + encode_point(self.private.public_key()) + theirs
        secret = sign(sign(self.secret, shared), info + b"\x01")
        extracted = sign(salt, secret)
        key = sign(extracted, b"Content-Encoding: aes128gcm\x00\x01")[:16]
        nonce = sign(extracted, b"Content-Encoding: nonce\x00\x01")[:12]
        plain = AESGCM(key).decrypt(nonce, record, None)
        assert plain.endswith(b"\x02")
        return plain[:-1]


@dataclass(slots=True)
class PushService:
    """Answers with `status` and `headers`, except to `silent` devices, and records what it received."""

    port: int
    device: Device
    status: int = 201
    headers: dict[str, str] = field(default_factory=dict)
    received: "queue.Queue[Received]" = field(default_factory=queue.Queue)
    silent: frozenset[str] = frozenset()
    speaks_again: threading.Event = field(default_factory=threading.Event)

    @property
    def origin(self) -> str:
        """Its address."""
        return f"https://127.0.0.1:{self.port}"

    def subscription(self, name: str = "device") -> dict[str, str]:
        """A row of push_subscriptions for the device."""
        return {"endpoint": f"{self.origin}/push/{name}", "language": "en"} | self.device.keys

    def verify(self, received: Received, public_key: str) -> dict[str, Any]:
        """The claims that the shop signed with its key."""
        scheme, _, rest = received.headers["authorization"].partition(" ")
        token, key = (part.split("=", 1)[1] for part in rest.split(", "))
        assert (scheme, key) == ("vapid", public_key)
        public = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decode_base64(key))
        return jwt.decode(token, public, ["ES256"], audience=self.origin)


@contextmanager
def run_push_service(certificate: Path) -> Iterator[PushService]:
    """A push service until the end of the block."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            if self.path.removeprefix("/push/") in service.silent:
                service.speaks_again.wait(60)
                return
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            message = json.loads(service.device.decrypt(body))
            service.received.put(Received(self.path, headers, message))
            self.send_response(service.status)
            for name, value in service.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Nothing is printed."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.socket = make_server_context(certificate).wrap_socket(server.socket, server_side=True)
    service = PushService(server.server_address[1], Device())
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def encode_point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def sign(key: bytes, message: bytes) -> bytes:
    return hmac.new(key, message, hashlib.sha256).digest()


def encode_base64(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


def decode_base64(value: str) -> bytes:
    return base64.urlsafe_b64decode(value + "=" * (-len(value) % 4))
