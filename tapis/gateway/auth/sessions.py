"""Sessions: an access token that runs out, and a chain of refresh tokens, each good for one exchange.

A refresh token lies in the database only as its hash. Its successor is made from it and a salt, so that
whoever holds the parent of the newest token (a second tab that asked at the same moment) gets the newest too.

presented token is                          answer
newest, never exchanged                     its successor
parent of the newest                        the newest once more, at any age
older, exchanged within the grace           a successor of its own: slow tabs stay in
older still                                 refused, and the session is over: one of two holders is a thief
"""

import base64
import hashlib
import hmac
import re
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from tapis.gateway.auth.accounts import Person
from tapis.gateway.database import Transaction
from tapis.gateway.settings import Settings
from tapis.gateway.tokens.keyring import Keyring

TOKEN = re.compile(r"[a-z2-7]{26}|[a-z0-9]{12}")

START = """
with session as (
  insert into auth.sessions (id, user_id, created_at, updated_at, method, user_agent, ip)
  values ($1, $2, now(), now(), $3, $4, $5)
), signed_in as (
  update auth.users set last_sign_in_at = now(), updated_at = now() where id = $2
), identity as (
  update auth.identities set last_sign_in_at = now(), updated_at = now()
  where user_id = $2 and provider = 'email'
)
select now()
"""
CHAIN = """
insert into auth.refresh_tokens (token, parent, session_id, user_id, salt) values ($1, $2, $3, $4, $5)
"""
LOCK = """
select s.id, s.user_id, s.method, s.created_at from auth.sessions s
where s.id = (select session_id from auth.refresh_tokens where token = $1) for update
"""
PRESENTED = """
select t.revoked, t.updated_at > now() - make_interval(secs => $2) as in_grace, newest.parent, newest.salt
from auth.refresh_tokens t
left join lateral (
  select parent, salt from auth.refresh_tokens n
  where n.session_id = t.session_id and not n.revoked order by n.id desc limit 1
) newest on true
where t.token = $1
"""
REVOKE = "update auth.refresh_tokens set revoked = true, updated_at = now() where token = $1"
TOUCH = "update auth.sessions set refreshed_at = now(), updated_at = now() where id = $1"
# Long past any grace, so that not even the newest token of the family can be exchanged again.
REVOKE_FAMILY = """
with ended as (insert into auth.ended_sessions (session_id) values ($1) on conflict do nothing)
update auth.refresh_tokens set revoked = true, updated_at = '-infinity' where session_id = $1
"""
IS_ALIVE = """
select exists (select from auth.sessions where id = $1)
  and not exists (select from auth.ended_sessions where session_id = $1)
"""
END = """
delete from auth.sessions
where user_id = $1
  and case $3 when 'local' then id = $2 when 'others' then id is distinct from $2 else true end
returning id::text
"""


@dataclass(frozen=True, slots=True)
class Session:
    """One sign-in on one device; `method` and `began` (unix seconds) are told in the claim `amr`."""

    id: UUID
    method: str
    began: int


@dataclass(frozen=True, slots=True)
class Device:
    """What the request tells about the device that signs in."""

    address: str | None
    user_agent: str | None


async def start(tx: Transaction, person: Person, method: str, device: Device) -> tuple[Session, str]:
    """Begin a session; returns it with its first refresh token."""
    session_id, token = uuid4(), _spell(secrets.token_bytes(16))
    params = (session_id, person.id, method, (device.user_agent or "")[:500], device.address)
    began = (await tx.run(START, params)).value
    await tx.run(CHAIN, (_digest(token), None, session_id, person.id, None))
    return Session(session_id, method, int(began.timestamp())), token


@dataclass(frozen=True, slots=True)
class Exchange:
    """What became of a presented refresh token: `refused` is empty when there is a new one."""

    refused: str = ""
    session: Session | None = None
    user_id: UUID | None = None
    token: str = ""


async def exchange(tx: Transaction, presented: str, grace_seconds: int) -> Exchange:
    """Exchange a refresh token by the table above. One request per session at a time."""
    digest = _digest(presented)
    row = (await tx.run(LOCK, (digest,))).one()
    found = (await tx.run(PRESENTED, (digest, float(grace_seconds)))).one() if row else None
    if row is None or found is None:
        return Exchange("unknown")
    session = Session(row[0], row[2], int(row[3].timestamp()))
    revoked, in_grace, newest_parent, newest_salt = found
    if revoked and newest_parent == digest:
        return Exchange("", session, row[1], _successor(presented, newest_salt))
    if revoked and not in_grace:
        await tx.run(REVOKE_FAMILY, (session.id,))
        return Exchange("reused", session)
    if not revoked:
        await tx.run(REVOKE, (digest,))
    salt = secrets.token_bytes(16)
    token = _successor(presented, salt)
    await tx.run(CHAIN, (_digest(token), digest, session.id, row[1], salt))
    await tx.run(TOUCH, (session.id,))
    return Exchange("", session, row[1], token)


async def is_alive(tx: Transaction, session_id: str) -> bool:
    """Whether this session has not ended."""
    return bool((await tx.run(IS_ALIVE, (session_id,))).value)


async def end(tx: Transaction, scope: str, user_id: UUID, session_id: str | None = None) -> list[str]:
    """End a person's sessions: `local` this one, `others` all but this, `global` all; returns their ids."""
    ended = await tx.run(END, (user_id, session_id, scope))
    return [row[0] for row in ended.rows]


def answer(
    keyring: Keyring, settings: Settings, person: Person, session: Session, refresh_token: str
) -> dict[str, Any]:
    """The session object of the protocol, with a fresh access token."""
    now = int(time.time())
    claims = access_claims(person.json(), session)
    return {
        "access_token": keyring.sign_access_token(claims, settings.token_seconds, now),
        "token_type": "bearer",
        "expires_in": settings.token_seconds,
        "expires_at": now + settings.token_seconds,
        "refresh_token": refresh_token,
        "user": person.json(),
    }


def access_claims(user: Mapping[str, Any], session: Session) -> dict[str, Any]:
    """What an access token says, beside its times, issuer and audience."""
    told = ("email", "phone", "app_metadata", "user_metadata", "role", "is_anonymous")
    return {
        "sub": user["id"],
        **{key: user[key] for key in told},
        "aal": "aal1",
        "amr": [{"method": session.method, "timestamp": session.began}],
        "session_id": str(session.id),
    }


def _successor(parent: str, salt: bytes) -> str:
    return _spell(hmac.digest(parent.encode(), salt, "sha256")[:16])


def _spell(secret: bytes) -> str:
    """16 bytes as 26 letters and digits."""
    return base64.b32encode(secret).decode().rstrip("=").lower()


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
