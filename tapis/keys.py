"""Signing keys: how they are made, kept in the database, and read back.

Two kinds, each trusted for its own roles only, so that replacing the one that signs sessions never ends the
public key that sits in every front end:

    session   signs access tokens       role authenticated
    api       signed the two API keys   roles anon and service_role
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass
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
        connection.execute("lock table auth.signing_keys in share row exclusive mode")
        found = connection.execute("select purpose from auth.signing_keys").fetchall()
        purposes = {row[0] for row in found}
        if "session" not in purposes:
            _add_key(connection, "session")
        if "api" not in purposes:
            _add_api_keys(connection, _add_key(connection, "api"))


def _add_key(connection: psycopg.Connection[Any], purpose: Purpose) -> tuple[str, ec.EllipticCurvePrivateKey]:
    kid, private = str(uuid4()), ec.generate_private_key(ec.SECP256R1())
    connection.execute(
        "insert into auth.signing_keys (kid, purpose, private_jwk) values (%s, %s, %s)",
        (kid, purpose, ECAlgorithm.to_jwk(private)),
    )
    return kid, private


def _add_api_keys(connection: psycopg.Connection[Any], key: tuple[str, ec.EllipticCurvePrivateKey]) -> None:
    kid, private = key
    issued = int(time.time())
    for role in sorted(ROLES["api"]):
        claims = {"iss": "tapis", "role": role, "iat": issued, "exp": issued + API_KEY_SECONDS}
        token = jwt.encode(claims, private, ALGORITHM, {"kid": kid})
        connection.execute(
            "insert into auth.api_keys (role, kid, token) values (%s, %s, %s)", (role, kid, token)
        )
