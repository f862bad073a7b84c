"""Accounts, administered with the service key: list, make, look, change, remove."""

import re
import secrets
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from psycopg.errors import ForeignKeyViolation, UniqueViolation
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tapis.gateway.auth import accounts, sessions, validation
from tapis.gateway.auth.bearer import demand_service_key
from tapis.gateway.auth.pagination import Page
from tapis.gateway.auth.password_hashing import KNOWN_HASHES, hash_in_turn
from tapis.gateway.auth.request_body import read_body
from tapis.gateway.context import Context
from tapis.gateway.database import AUTH_SERVICE, Transaction
from tapis.gateway.errors import AuthRefusal
from tapis.gateway.tokens.claims import AUDIENCE

FIELDS = {
    "id": str, "email": str, "phone": str, "password": str, "password_hash": str, "email_confirm": bool,
    "user_metadata": dict, "app_metadata": dict, "role": str, "aud": str, "ban_duration": str,
}  # fmt: skip
DURATION = re.compile(r"(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,9})s)?")

LIST = f"""
select {accounts.COLUMNS} from auth.users u where deleted_at is null
order by created_at desc, id desc limit $1 offset $2
"""
COUNT = "select count(*) from auth.users where deleted_at is null"
SET_EMAIL = """
with person as (update auth.users set email = $2, updated_at = now() where id = $1 returning id)
update auth.identities i
set identity_data = identity_data || jsonb_build_object('email', $2::text), updated_at = now()
from person where i.user_id = person.id and i.provider = 'email'
"""
SET_BAN = "update auth.users set banned_until = $2, updated_at = now() where id = $1"
REMOVE = "delete from auth.users where id = $1"


async def list_people(context: Context, request: Request) -> Response:
    """GET /admin/users?page=&per_page=: newest first; Link and X-Total-Count tell where one is."""
    demand_service_key(context, request)
    page = Page.of(request)
    async with context.database.transaction(AUTH_SERVICE, read_only=True) as tx:
        total = (await tx.run(COUNT)).value
        rows = (await tx.run(LIST, (page.size, page.offset))).dicts()
    found = [accounts.Person(row).json() for row in rows]
    return JSONResponse({"users": found, "aud": AUDIENCE}, headers=page.headers(request, total))


async def make(context: Context, request: Request) -> Response:
    """POST /admin/users: an account as told; without a password it gets one that nobody knows."""
    demand_service_key(context, request)
    body = await _body(request)
    if not body["email"]:
        text = "Cannot create a user without either an email or phone"
        raise AuthRefusal(400, "validation_failed", text)
    new = await _new_person(body)
    try:
        async with context.database.transaction(AUTH_SERVICE) as tx:
            await accounts.add(tx, new)
            if body["ban_duration"]:
                await tx.run(SET_BAN, (new.id, _banned_until(body["ban_duration"])))
            person = await _found(tx, new.id)
    except UniqueViolation as error:
        raise validation.email_taken() from error
    return JSONResponse(person.json())


async def show(context: Context, request: Request) -> Response:
    """GET /admin/users/{id}."""
    demand_service_key(context, request)
    async with context.database.transaction(AUTH_SERVICE, read_only=True) as tx:
        return JSONResponse((await _found(tx, _user_id(request))).json())


async def change(context: Context, request: Request) -> Response:
    """PUT /admin/users/{id}: what is named changes; a new password ends every session of the person."""
    demand_service_key(context, request)
    user_id, body = _user_id(request), await _body(request)
    password_hash = await _password_hash(body)
    try:
        async with context.database.transaction(AUTH_SERVICE) as tx:
            await _found(tx, user_id)
            ended = await _change(tx, user_id, body, password_hash)
            person = await _found(tx, user_id)
    except UniqueViolation as error:
        raise validation.email_taken() from error
    await context.keyring.end_sessions(ended)
    return JSONResponse(person.json())


async def remove(context: Context, request: Request) -> Response:
    """DELETE /admin/users/{id}: for good; an account is never only hidden."""
    demand_service_key(context, request)
    user_id = _user_id(request)
    body = await read_body(request, {"should_soft_delete": bool}, may_be_empty=True)
    if body["should_soft_delete"]:
        raise AuthRefusal(422, "feature_disabled", "Accounts are removed for good or not at all")
    try:
        async with context.database.transaction(AUTH_SERVICE) as tx:
            await _found(tx, user_id)
            ended = await sessions.end(tx, "global", user_id)
            await tx.run(REMOVE, (user_id,))
    except ForeignKeyViolation as error:
        raise AuthRefusal(409, "conflict", "Records of this account are still kept") from error
    await context.keyring.end_sessions(ended)
    return JSONResponse({})


async def _body(request: Request) -> dict[str, Any]:
    body = await read_body(request, FIELDS)
    if body["role"] not in {"", "authenticated"} or body["aud"] not in {"", AUDIENCE}:
        # Another role than this one is never believed from a token of a person.
        raise AuthRefusal(400, "validation_failed", "Accounts have role and audience authenticated")
    if body["email"]:
        body["email"] = validation.checked_email(body["email"])
    validation.check_metadata(body["user_metadata"], body["app_metadata"])
    if body["ban_duration"]:
        _banned_until(body["ban_duration"])
    return body


async def _new_person(body: dict[str, Any]) -> accounts.NewPerson:
    confirmed = bool(body["email_confirm"])
    metadata = {**(body["user_metadata"] or {}), **({"email_verified": True} if confirmed else {})}
    password_hash = await _password_hash(body) or await hash_in_turn(secrets.token_urlsafe(24))
    user_id = _uuid(body["id"]) if body["id"] else uuid4()
    return accounts.NewPerson(
        user_id, body["email"], password_hash, confirmed, body["app_metadata"] or {}, metadata
    )


async def _password_hash(body: dict[str, Any]) -> str | None:
    given = str(body["password_hash"])
    if given and body["password"]:
        text = "Only a password or a password hash should be provided"
        raise AuthRefusal(400, "validation_failed", text)
    if given and not given.startswith(KNOWN_HASHES):
        raise AuthRefusal(400, "validation_failed", "Password hash must be argon2id or bcrypt")
    if given:
        return given
    return await hash_in_turn(body["password"]) if body["password"] else None


async def _change(
    tx: Transaction, user_id: UUID, body: dict[str, Any], password_hash: str | None
) -> list[str]:
    """Store each thing that is named; returns the sessions that ended by it."""
    if body["email"]:
        await tx.run(SET_EMAIL, (user_id, body["email"]))
    if body["email_confirm"]:
        await accounts.confirm(tx, user_id)
    if body["user_metadata"] or body["app_metadata"]:
        await accounts.merge(tx, user_id, body["user_metadata"], body["app_metadata"])
    if body["ban_duration"]:
        await tx.run(SET_BAN, (user_id, _banned_until(body["ban_duration"])))
    if not password_hash:
        return []
    await accounts.store_password(tx, user_id, password_hash)
    return await sessions.end(tx, "global", user_id)


async def _found(tx: Transaction, user_id: UUID) -> accounts.Person:
    person = await accounts.find(tx, user_id)
    if person is None:
        raise AuthRefusal(404, "user_not_found", "User not found")
    return person


def _user_id(request: Request) -> UUID:
    return _uuid(request.path_params["user_id"])


def _uuid(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError as error:
        raise AuthRefusal(404, "validation_failed", "user_id must be an UUID") from error


def _banned_until(duration: str) -> datetime | None:
    """The end of a ban such as `24h` or `1h30m`, from now; `none` lifts it."""
    if duration == "none":
        return None
    match = DURATION.fullmatch(duration)
    if not match or not match[0]:
        text = f"invalid format for ban duration: {duration[:40]}"
        raise AuthRefusal(400, "validation_failed", text)
    hours, minutes, seconds = (int(part or 0) for part in match.groups())
    return datetime.now(UTC) + timedelta(hours=hours, minutes=minutes, seconds=seconds)
