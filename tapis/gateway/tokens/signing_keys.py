"""Signing keys: created, stored in the database, read back, and replaced.

Two kinds, each trusted for its own roles only, so that replacing the session key never invalidates the public
key in every front end:

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

from tapis.gateway.database.named_queries import NamedQueries
from tapis.gateway.invalidation import KEYS
from tapis.gateway.settings.table import MAX_TOKEN_SECONDS

Purpose = Literal["session", "api"]
ALGORITHM = "ES256"
ROLES: Mapping[Purpose, frozenset[str]] = {
    "session": frozenset({"authenticated"}),
    "api": frozenset({"anon", "service_role"}),
}
API_KEY_SECONDS = 20 * 365 * 86_400
RELOAD_SECONDS = 1  # how often each worker reads keys and ended sessions without a notification
# Every worker knows a key before it signs, even a worker that missed two reloads.
SHORTEST_NOTICE_SECONDS = 2 * RELOAD_SECONDS + 1
CLOCK_SKEW_SECONDS = 60

queries = NamedQueries(__file__)


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
        return jwt.encode(dict(claims), self.private, ALGORITHM, {"kid": self.kid})

    @property
    def jwk(self) -> dict[str, Any]:
        """The public half as clients verify with it (RFC 7517)."""
        public = ECAlgorithm.to_jwk(self.private.public_key(), as_dict=True)
        return {**public, "kid": self.kid, "alg": ALGORITHM, "use": "sig", "key_ops": ["verify"]}


def parse_signing_key(
    kid: str, purpose: Purpose, private_jwk: Mapping[str, Any], signs_from: float
) -> SigningKey:
    """Parse a key's row. Raises KeysMissing when it has no private half."""
    private = ECAlgorithm(ECAlgorithm.SHA256).from_jwk(dict(private_jwk))
    if not isinstance(private, ec.EllipticCurvePrivateKey):
        raise KeysMissing(f"signing key {kid} has no private half")
    return SigningKey(kid, purpose, private, signs_from)


def ensure_keys(connection: psycopg.Connection) -> None:
    """Create the first session key and the two API keys if missing; concurrent calls create one set."""
    with connection.transaction():
        _run(connection, queries.lock_keys)
        purposes = {row[0] for row in _run(connection, queries.purposes).fetchall()}
        if "session" not in purposes:
            _create_signing_key(connection, "session")
        if "api" not in purposes:
            _create_api_keys(connection)


def _create_signing_key(
    connection: psycopg.Connection, purpose: Purpose, notice_seconds: int = 0
) -> SigningKey:
    kid, private = str(uuid4()), ec.generate_private_key(ec.SECP256R1())
    params = (kid, purpose, ECAlgorithm.to_jwk(private), notice_seconds)
    row = _run(connection, queries.add_key, *params).fetchone()
    signs_from: datetime = row[0] if row else datetime.now(UTC)
    return SigningKey(kid, purpose, private, signs_from.timestamp())


def _create_api_keys(connection: psycopg.Connection) -> None:
    """Create both API keys with a signing key of their own; they replace the current ones."""
    key = _create_signing_key(connection, "api")
    issued = int(time.time())
    for role in sorted(ROLES["api"]):
        claims = {"iss": "tapis", "role": role, "iat": issued, "exp": issued + API_KEY_SECONDS}
        _run(connection, queries.set_api_key, role, key.kid, key.sign(claims))


def rotate_session_key(connection: psycopg.Connection, notice_seconds: int) -> SigningKey:
    """Add a key that signs sessions after `notice_seconds`; those before it expire with their last tokens.

    Until it signs, the new one is published and known to every worker. No session ends, and the API keys
    stay unchanged. `connection` is the database owner's.
    """
    with connection.transaction():
        _expire_keys(connection, "session", notice_seconds + MAX_TOKEN_SECONDS + CLOCK_SKEW_SECONDS)
        key = _create_signing_key(connection, "session", notice_seconds)
        connection.execute(f"notify {KEYS}")
    return key


def replace_leaked_keys(connection: psycopg.Connection, *, include_api_keys: bool) -> None:
    """Invalidate everything signed with the current keys, and end every session.

    `include_api_keys` replaces the public key and the service key as well.
    """
    with connection.transaction():
        _expire_keys(connection, "session", 0)
        _create_signing_key(connection, "session")
        if include_api_keys:
            _expire_keys(connection, "api", 0)
            _create_api_keys(connection)
        _run(connection, queries.end_all_sessions)
        connection.execute(f"notify {KEYS}")


def _expire_keys(connection: psycopg.Connection, purpose: Purpose, seconds: int) -> None:
    _run(connection, queries.lock_keys)
    _run(connection, queries.remove_expired_keys)
    _run(connection, queries.expire_keys, seconds, purpose)


def _run(connection: psycopg.Connection, sql: str, *params: object) -> psycopg.Cursor:
    return connection.execute(sql, params or None)
