"""Accounts: their rows, and how a client sees them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from psycopg.types.json import Jsonb

from tapis.gateway.database import Transaction
from tapis.gateway.database.named_queries import NamedQueries

OPTIONAL_TIMES = (
    "email_confirmed_at", "confirmed_at", "phone_confirmed_at", "invited_at", "confirmation_sent_at",
    "recovery_sent_at", "last_sign_in_at", "banned_until",
)  # fmt: skip
Metadata = Mapping[str, Any] | None


class Queries(NamedQueries, file="accounts.sql"):
    find_accounts: str
    find_by_email: str
    page_of_accounts: str
    count_accounts: str
    add_account: str
    add_identity: str
    confirm_email: str
    merge_metadata: str
    set_password: str
    upgrade_password_hash: str
    set_email: str
    set_ban: str
    remove_account: str


@dataclass(frozen=True, slots=True)
class Account:
    row: Mapping[str, Any]

    @property
    def id(self) -> UUID:
        return UUID(str(self.row["id"]))

    @property
    def email(self) -> str:
        return str(self.row["email"])

    @property
    def password_hash(self) -> str | None:
        stored: str | None = self.row["encrypted_password"]
        return stored

    @property
    def confirmed(self) -> bool:
        return self.row["email_confirmed_at"] is not None

    @property
    def banned(self) -> bool:
        """Whether it is locked at this moment."""
        until = self.row["banned_until"]
        return until is not None and until > datetime.now(UTC)

    @property
    def privileged(self) -> bool:
        """Whether it is an administrator's or a leader's; the database keeps this key up to date."""
        return self.row["app_metadata"].get("role") in {"admin", "leadership"}

    @property
    def has_second_factor(self) -> bool:
        return any(factor["status"] == "verified" for factor in self.row["factors"])

    def json(self) -> dict[str, Any]:
        """The user object of the protocol (GoTrue, models/user.go)."""
        row = self.row
        required = {
            key: row[key] for key in ("aud", "role", "email", "phone", "app_metadata", "user_metadata")
        }
        times = {key: rfc3339(row[key]) for key in OPTIONAL_TIMES if row[key] is not None}
        times |= {key: rfc3339(row[key]) for key in ("created_at", "updated_at")}
        rest = {"identities": row["identities"], "is_anonymous": row["is_anonymous"]}
        factors = {"factors": row["factors"]} if row["factors"] else {}
        return {"id": str(self.id), **required, **times, **rest, **factors}


def rfc3339(at: datetime | None) -> str | None:
    """A time in UTC with a Z."""
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z") if at else None


@dataclass(frozen=True, slots=True)
class Match:
    """What an address that was typed refers to.

    `spelling` is the same for every text that PostgreSQL takes for the same address, whether an account has
    it or not; `seen_here` means that the account has a session from the caller's network.
    """

    account: Account | None
    spelling: str
    seen_here: bool


async def find(tx: Transaction, user_id: UUID | str | None) -> Account | None:
    found = await find_all(tx, [user_id])
    return found[0] if found else None


async def find_all(tx: Transaction, user_ids: Sequence[UUID | str | None]) -> list[Account]:
    rows = await tx.run(Queries.find_accounts, ([str(each) if each else None for each in user_ids],))
    return [Account(row) for row in rows.dicts()]


async def match_email(tx: Transaction, email: str, network: str | None = None) -> Match:
    """What an address refers to; does the same work for known and unknown ones."""
    user_id, spelling, seen_here = (await tx.run(Queries.find_by_email, (email, network))).rows[0]
    return Match(await find(tx, user_id), spelling, seen_here)


async def find_by_email(tx: Transaction, email: str) -> Account | None:
    """The account of an address, in any letter case."""
    return (await match_email(tx, email)).account


@dataclass(frozen=True, slots=True)
class NewAccount:
    id: UUID
    email: str
    password_hash: str
    confirmed: bool
    app_metadata: Mapping[str, Any]
    user_metadata: Mapping[str, Any]


async def add(tx: Transaction, new: NewAccount) -> None:
    app_metadata = {"provider": "email", "providers": ["email"], **new.app_metadata}
    await tx.run(
        Queries.add_account,
        (new.id, new.email, new.password_hash, new.confirmed, Jsonb(app_metadata), Jsonb(new.user_metadata)),
    )
    identity = identity_data(new.id, new.email, verified=new.confirmed)
    await tx.run(Queries.add_identity, (new.id, Jsonb(identity)))


def identity_data(user_id: UUID, email: str, *, verified: bool) -> dict[str, Any]:
    """What the email identity says about its account."""
    return {"sub": str(user_id), "email": email, "email_verified": verified, "phone_verified": False}


async def merge_metadata(
    tx: Transaction, user_id: UUID, user_metadata: Metadata, app_metadata: Metadata
) -> None:
    """Replace single keys of the stored metadata; null removes a key."""
    params = (user_id, Jsonb(user_metadata or {}), Jsonb(app_metadata or {}))
    await tx.run(Queries.merge_metadata, params)


async def set_password(tx: Transaction, user_id: UUID, password_hash: str) -> None:
    """Store another password; an open recovery link becomes void."""
    await tx.run(Queries.set_password, (user_id, password_hash))


async def confirm_email(tx: Transaction, user_id: UUID) -> None:
    await tx.run(Queries.confirm_email, (user_id,))
