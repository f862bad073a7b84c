"""Sessions: an access token that expires, and a chain of refresh tokens, each good for one exchange.

The database has only the hash of a refresh token. Its successor is derived from it and a salt, so that the
holder of the newest token's parent (a second tab that refreshed at the same moment) gets the newest too.

presented token is                          answer
newest, never exchanged                     its successor
parent of the newest                        the newest once more, at any age
older, exchanged within the grace           its own successor: slow tabs stay signed in
older still                                 refused, and the session ends: the token was probably stolen
"""

import base64
import hmac
import re
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from starlette.requests import Request

from tapis.gateway.auth import accounts
from tapis.gateway.auth.accounts import Account
from tapis.gateway.auth.password_hashing import hash_token
from tapis.gateway.context import Context
from tapis.gateway.database import Transaction
from tapis.gateway.database.named_queries import NamedQueries
from tapis.gateway.http.proxies import client_address, parse_address
from tapis.gateway.tokens.claims import SKEW_SECONDS

TOKEN = re.compile(r"[a-z2-7]{26}|[a-z0-9]{12}")

queries = NamedQueries(__file__)


@dataclass(frozen=True, slots=True)
class Session:
    """One sign-in on one device: its assurance level and authentication methods (claims `aal`, `amr`)."""

    id: UUID
    aal: str
    amr: list[dict[str, Any]]

    def authenticated_within(self, seconds: int) -> bool:
        """What a clock that ran ahead has dated proves nothing until then."""
        now = time.time()
        return any(now - seconds < entry["timestamp"] <= now + SKEW_SECONDS for entry in self.amr)


async def begin(
    tx: Transaction, context: Context, request: Request, account: Account, method: str
) -> dict[str, Any]:
    """Create a session authenticated by `method`; returns the session object of the protocol."""
    session_id, address = uuid4(), parse_address(client_address(request, context.settings))
    device = (request.headers.get("user-agent", "")[:500], str(address) if address else None)
    await tx.run(queries.begin_session, (session_id, account.id, method, *device))
    token = await add_refresh_token(tx, session_id, account.id)
    account = await accounts.find(tx, account.id) or account
    return build_session_object(context, account, await get(tx, session_id), token)


async def add_refresh_token(tx: Transaction, session_id: UUID, user_id: UUID) -> str:
    token = _encode(secrets.token_bytes(16))
    await tx.run(queries.add_refresh_token, (hash_token(token), None, session_id, user_id, None))
    return token


async def get(tx: Transaction, session_id: UUID) -> Session:
    return _session(session_id, (await tx.run(queries.find_session, (session_id,))).rows)


async def find_live(tx: Transaction, session_id: str) -> Session | None:
    rows = (await tx.run(queries.find_session, (session_id,))).rows
    return _session(UUID(session_id), rows) if rows and rows[0][1] else None


def _session(session_id: UUID, rows: list[tuple[Any, ...]]) -> Session:
    amr = [{"method": method, "timestamp": int(at.timestamp())} for *_, method, at in rows if method]
    return Session(session_id, rows[0][0] or "aal1", amr)


@dataclass(frozen=True, slots=True)
class RefreshTokenExchange:
    """The outcome of presenting a refresh token; `refusal` gives the reason, or is empty on success."""

    refusal: str = ""
    session: Session | None = None
    user_id: UUID | None = None
    token: str = ""


async def rotate_refresh_token(tx: Transaction, presented: str, grace_seconds: int) -> RefreshTokenExchange:
    """Exchange a refresh token as in the table above, one request per session at a time."""
    digest = hash_token(presented)
    row = (await tx.run(queries.lock_session_of_token, (digest,))).one()
    token_row = (await tx.run(queries.presented_token, (digest, float(grace_seconds)))).one() if row else None
    if row is None or token_row is None:
        return RefreshTokenExchange("unknown")
    session, user_id = await get(tx, row[0]), row[1]
    revoked, in_grace, newest_parent, newest_salt = token_row
    if revoked and newest_parent == digest:
        return RefreshTokenExchange("", session, user_id, _successor(presented, newest_salt))
    if revoked and not in_grace:
        await tx.run(queries.revoke_family, (session.id,))
        return RefreshTokenExchange("reused", session, user_id)
    if not revoked:
        await tx.run(queries.revoke_token, (digest,))
    salt = secrets.token_bytes(16)
    token = _successor(presented, salt)
    await tx.run(queries.add_refresh_token, (hash_token(token), digest, session.id, user_id, salt))
    await tx.run(queries.touch_session, (session.id,))
    return RefreshTokenExchange("", session, user_id, token)


async def end(tx: Transaction, scope: str, user_id: UUID, session_id: UUID | None = None) -> list[str]:
    """End a person's sessions and return their ids: `local` this one, `others` all but this, `global` all,
    `below aal2` those without a second factor but this one. A session without one ends none with it.

    Of `global` and `others`, devices without a session go as well.
    """
    ended = await tx.run(queries.end_sessions, (user_id, session_id, scope))
    if scope in ("global", "others"):
        await tx.run(queries.end_devices_without_session, (user_id,))
    return [row[0] for row in ended.rows]


async def record_factor_verification(tx: Transaction, session_id: UUID, factor_id: UUID, method: str) -> None:
    """Record that a second factor was verified in this session, and void its refresh tokens."""
    await tx.run(queries.add_proof, (session_id, method))
    await tx.run(queries.void_refresh_tokens, (session_id,))
    await tx.run(queries.upgrade_to_aal2, (session_id, factor_id))


async def downgrade_to_aal1(tx: Transaction, user_id: UUID) -> None:
    await tx.run(queries.downgrade_to_aal1, (user_id,))


def build_session_object(
    context: Context, account: Account, session: Session, refresh_token: str
) -> dict[str, Any]:
    now, seconds, user = int(time.time()), context.settings.token_seconds, account.json()
    return {
        "access_token": context.keyring.sign_access_token(
            _build_access_token_claims(user, session), seconds, now
        ),
        "token_type": "bearer",
        "expires_in": seconds,
        "expires_at": now + seconds,
        "refresh_token": refresh_token,
        "user": user,
    }


def _build_access_token_claims(user: Mapping[str, Any], session: Session) -> dict[str, Any]:
    copied = ("email", "phone", "app_metadata", "user_metadata", "role", "is_anonymous")
    return {
        "sub": user["id"],
        **{key: user[key] for key in copied},
        "aal": session.aal,
        "amr": session.amr,
        "session_id": str(session.id),
    }


def _successor(parent: str, salt: bytes) -> str:
    return _encode(hmac.digest(parent.encode(), salt, "sha256")[:16])


def _encode(secret: bytes) -> str:
    return base64.b32encode(secret).decode().rstrip("=").lower()
