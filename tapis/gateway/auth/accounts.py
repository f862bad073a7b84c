"""People: their rows, and how a client sees them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from psycopg.types.json import Jsonb

from tapis.gateway.database import Transaction

COLUMNS = """
id, coalesce(aud, 'authenticated') as aud, coalesce(role, 'authenticated') as role,
coalesce(email, '') as email, encrypted_password,
email_confirmed_at, invited_at, confirmation_sent_at, recovery_sent_at, last_sign_in_at,
coalesce(raw_app_meta_data, '{}') as app_metadata, coalesce(raw_user_meta_data, '{}') as user_metadata,
coalesce(phone, '') as phone, phone_confirmed_at, confirmed_at, banned_until, is_anonymous,
created_at, updated_at,
(
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
    'identity_id', i.id, 'id', i.provider_id, 'user_id', i.user_id, 'identity_data', i.identity_data,
    'provider', i.provider, 'email', i.email,
    'last_sign_in_at', to_char(i.last_sign_in_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'created_at', to_char(i.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'updated_at', to_char(i.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
  )) order by i.created_at), '[]')
  from auth.identities i where i.user_id = u.id
) as identities
"""
BY_ID = f"select {COLUMNS} from auth.users u where id = $1 and deleted_at is null"
BY_EMAIL = f"""
select {COLUMNS} from auth.users u where lower(email) = lower($1) and not is_sso_user and deleted_at is null
"""
ADD = """
insert into auth.users (
  id, instance_id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data,
  raw_user_meta_data, is_super_admin, created_at, updated_at
) values (
  $1, '00000000-0000-0000-0000-000000000000', 'authenticated', 'authenticated', $2, $3,
  case when $4 then now() end, $5, $6, false, now(), now()
)
"""
ADD_IDENTITY = """
insert into auth.identities (
  provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at
) values ($1::uuid::text, $1, $2, 'email', now(), now(), now())
"""
CONFIRM = """
with confirmed as (
  update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now()), confirmation_token = '',
    raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}', updated_at = now()
  where id = $1 returning id
)
update auth.identities i set identity_data = identity_data || '{"email_verified": true}', updated_at = now()
from confirmed where i.user_id = confirmed.id and i.provider = 'email'
"""
MERGE = """
update auth.users set updated_at = now(),
  raw_user_meta_data = (
    select coalesce(jsonb_object_agg(key, value), '{}')
    from jsonb_each(coalesce(raw_user_meta_data, '{}') || $2) where value <> 'null'
  ),
  raw_app_meta_data = (
    select coalesce(jsonb_object_agg(key, value), '{}')
    from jsonb_each(coalesce(raw_app_meta_data, '{}') || $3) where value <> 'null'
  )
where id = $1
"""
SET_HASH = """
update auth.users set encrypted_password = $2, recovery_token = '', updated_at = now() where id = $1
"""

# Told only when set; the rest of a person is always told.
OPTIONAL = (
    "email_confirmed_at", "confirmed_at", "phone_confirmed_at", "invited_at", "confirmation_sent_at",
    "recovery_sent_at", "last_sign_in_at", "banned_until",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Person:
    """A row of auth.users with its identities."""

    row: Mapping[str, Any]

    @property
    def id(self) -> UUID:
        """The person's uuid, `sub` in tokens."""
        return UUID(str(self.row["id"]))

    @property
    def email(self) -> str:
        """The address, or an empty text."""
        return str(self.row["email"])

    @property
    def password_hash(self) -> str | None:
        """The stored hash, if a password was ever set."""
        stored: str | None = self.row["encrypted_password"]
        return stored

    @property
    def confirmed(self) -> bool:
        """Whether the address is known to be theirs."""
        return self.row["email_confirmed_at"] is not None

    @property
    def banned(self) -> bool:
        """Whether they are locked out at this moment."""
        until = self.row["banned_until"]
        return until is not None and until > datetime.now(UTC)

    def json(self) -> dict[str, Any]:
        """The user object of the protocol (GoTrue, models/user.go)."""
        row = self.row
        always = {key: row[key] for key in ("aud", "role", "email", "phone", "app_metadata", "user_metadata")}
        times = {key: moment(row[key]) for key in OPTIONAL if row[key] is not None}
        made = {key: moment(row[key]) for key in ("created_at", "updated_at")}
        rest = {"identities": row["identities"], "is_anonymous": row["is_anonymous"]}
        return {"id": str(self.id), **always, **times, **made, **rest}


def moment(at: datetime | None) -> str | None:
    """RFC 3339 in UTC with a Z."""
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z") if at else None


async def find(tx: Transaction, user_id: UUID | str) -> Person | None:
    """The person of a uuid."""
    return _person((await tx.run(BY_ID, (user_id,))).dicts())


async def find_by_email(tx: Transaction, email: str) -> Person | None:
    """The person of an address, in whatever letter case."""
    return _person((await tx.run(BY_EMAIL, (email,))).dicts())


@dataclass(frozen=True, slots=True)
class NewPerson:
    """What an account begins with."""

    id: UUID
    email: str
    password_hash: str
    confirmed: bool
    app_metadata: Mapping[str, Any]
    user_metadata: Mapping[str, Any]


async def add(tx: Transaction, new: NewPerson) -> None:
    """Make the account and its identity. Raises UniqueViolation when address or uuid are taken."""
    app_metadata = {"provider": "email", "providers": ["email"], **new.app_metadata}
    await tx.run(
        ADD,
        (new.id, new.email, new.password_hash, new.confirmed, Jsonb(app_metadata), Jsonb(new.user_metadata)),
    )
    await tx.run(ADD_IDENTITY, (new.id, Jsonb(identity_data(new.id, new.email, verified=new.confirmed))))


def identity_data(user_id: UUID, email: str, *, verified: bool) -> dict[str, Any]:
    """What the email identity says about its person."""
    return {"sub": str(user_id), "email": email, "email_verified": verified, "phone_verified": False}


Metadata = Mapping[str, Any] | None


async def merge(tx: Transaction, user_id: UUID, user_metadata: Metadata, app_metadata: Metadata) -> None:
    """Lay changes over the stored metadata, one level deep; null takes a key away."""
    await tx.run(MERGE, (user_id, Jsonb(user_metadata or {}), Jsonb(app_metadata or {})))


async def store_password(tx: Transaction, user_id: UUID, password_hash: str) -> None:
    """Set another password; an open recovery link is void then."""
    await tx.run(SET_HASH, (user_id, password_hash))


async def confirm(tx: Transaction, user_id: UUID) -> None:
    """The address is theirs."""
    await tx.run(CONFIRM, (user_id,))


def _person(rows: list[dict[str, Any]]) -> Person | None:
    return Person(rows[0]) if rows else None
