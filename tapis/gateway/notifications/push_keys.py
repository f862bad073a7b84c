"""The key pair that identifies the shop to push services (VAPID, RFC 8292), stored in the database.

Browsers subscribe with its public half, so another pair cuts off every device. It is replaced after a leak
alone.
"""

import time
from dataclasses import dataclass
from typing import Any

import jwt
import psycopg
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from jwt.algorithms import ECAlgorithm
from jwt.utils import base64url_encode

from tapis.gateway.database.named_queries import NamedQueries

TOKEN_SECONDS = 12 * 3_600  # RFC 8292 allows a day

queries = NamedQueries(__file__)


@dataclass(frozen=True, slots=True)
class PushKey:
    """The key pair, and the contact for a push service's operator: a URL or `mailto:` address."""

    private: ec.EllipticCurvePrivateKey
    contact: str

    def authorization(self, origin: str) -> str:
        """The value of the header Authorization for a push service."""
        claims = {"aud": origin, "exp": int(time.time()) + TOKEN_SECONDS, "sub": self.contact}
        return f"vapid t={jwt.encode(claims, self.private, 'ES256')}, k={_encode_public_key(self.private)}"


def ensure_push_key(connection: psycopg.Connection) -> None:
    """Create the pair if missing; concurrent calls create one."""
    private = ec.generate_private_key(ec.SECP256R1())
    connection.execute(queries.add_key, [_encode_public_key(private), ECAlgorithm.to_jwk(private)])


def replace_leaked_push_key(connection: psycopg.Connection) -> None:
    """Replace the pair, and forget all devices, which have subscribed with the old one."""
    with connection.transaction():
        connection.execute(queries.remove_key)
        connection.execute(queries.forget_all_subscriptions)
        ensure_push_key(connection)


def parse_private_key(jwk: dict[str, Any]) -> ec.EllipticCurvePrivateKey:
    private = ECAlgorithm(ECAlgorithm.SHA256).from_jwk(jwk)
    if not isinstance(private, ec.EllipticCurvePrivateKey):
        raise TypeError("the push key has no private half")
    return private


def _encode_public_key(private: ec.EllipticCurvePrivateKey) -> str:
    """The public half in the format browsers subscribe with."""
    point = private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64url_encode(point).decode()
