"""Signing keys: how they are made, kept in the database, and read back.

Two kinds, each trusted for its own roles only, so that replacing the one that signs sessions never ends the
public key that sits in every front end:

    session   signs access tokens       role authenticated
    api       signed the two API keys   roles anon and service_role
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal
from uuid import uuid4

import jwt
import psycopg
from cryptography.hazmat.primitives.asymmetric import ec
from jwt.algorithms import ECAlgorithm

Purpose = Literal["session", "api"]
ALGORITHM = "ES256"
ROLES: Mapping[Purpose, frozenset[str]] = {
    "session": frozenset({"authenticated"}),
    "api": frozenset({"anon", "service_role"}),
}
API_KEY_SECONDS = 20 * 365 * 86_400
LONGEST_TOKEN_SECONDS = 7_200  # ended sessions are remembered for a little longer than this
RELOAD_SECONDS = 1  # how often each worker looks for new keys and ended sessions when nobody tells it
LOCK = "lock table auth.signing_keys in share row exclusive mode"


class KeysMissing(Exception):
    """The database holds no signing keys yet: `ensure_keys` was never run on it."""


@dataclass(frozen=True, slots=True)
class SigningKey:
    """One EC key pair on P-256: what it is for, and from when it signs (unix seconds)."""

    kid: str
    purpose: Purpose
    private: ec.EllipticCurvePrivateKey
    signs_from: float

    def sign(self, claims: Mapping[str, Any]) -> str:
        """Write `claims` as a compact JWT with this key's id in the header."""
        return jwt.encode(dict(claims), self.private, ALGORITHM, {"kid": self.kid})

    @property
    def jwk(self) -> dict[str, Any]:
        """The public half as clients verify with it (RFC 7517)."""
        public = ECAlgorithm.to_jwk(self.private.public_key(), as_dict=True)
        return {**public, "kid": self.kid, "alg": ALGORITHM, "use": "sig", "key_ops": ["verify"]}


def read_key(kid: str, purpose: Purpose, private_jwk: Mapping[str, Any], signs_from: float) -> SigningKey:
    """A key as its row says. Raises KeysMissing when the private half is not there."""
    private = ECAlgorithm(ECAlgorithm.SHA256).from_jwk(dict(private_jwk))
    if not isinstance(private, ec.EllipticCurvePrivateKey):
        raise KeysMissing(f"signing key {kid} has no private half")
    return SigningKey(kid, purpose, private, signs_from)


def ensure_keys(connection: psycopg.Connection[Any]) -> None:
    """Make the first session key and the two API keys where they are missing, in one transaction.

    Run by whoever owns the database; two at once make one set.
    """
    with connection.transaction():
        connection.execute(LOCK)
        found = connection.execute("select purpose from auth.signing_keys").fetchall()
        purposes = {row[0] for row in found}
        if "session" not in purposes:
            add_key(connection, "session")
        if "api" not in purposes:
            add_api_keys(connection)


def add_key(connection: psycopg.Connection[Any], purpose: Purpose, notice_seconds: int = 0) -> SigningKey:
    """Make a key that signs after `notice_seconds`."""
    kid, private = str(uuid4()), ec.generate_private_key(ec.SECP256R1())
    row = connection.execute(
        "insert into auth.signing_keys (kid, purpose, private_jwk, signs_from)"
        " values (%s, %s, %s, now() + make_interval(secs => %s)) returning signs_from",
        (kid, purpose, ECAlgorithm.to_jwk(private), notice_seconds),
    ).fetchone()
    signs_from: datetime = row[0] if row else datetime.now(UTC)
    return SigningKey(kid, purpose, private, signs_from.timestamp())


def add_api_keys(connection: psycopg.Connection[Any]) -> None:
    """Make the public key and the service key with a signing key of their own; they replace those at hand."""
    key = add_key(connection, "api")
    issued = int(time.time())
    for role in sorted(ROLES["api"]):
        claims = {"iss": "tapis", "role": role, "iat": issued, "exp": issued + API_KEY_SECONDS}
        connection.execute(
            "insert into auth.api_keys (role, kid, token) values (%s, %s, %s)"
            " on conflict (role) do update set kid = excluded.kid, token = excluded.token",
            (role, key.kid, key.sign(claims)),
        )
