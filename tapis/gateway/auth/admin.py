"""Account administration with the service key: list, create, get, update, delete."""

import re
import secrets
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from psycopg.errors import ForeignKeyViolation, UniqueViolation
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tapis.gateway.auth import accounts, credentials, sessions
from tapis.gateway.auth.accounts import Account, NewAccount
from tapis.gateway.auth.bearer import require_service_key
from tapis.gateway.auth.password_hashing import KNOWN_HASHES, hash_password_queued
from tapis.gateway.auth.request_body import parse_json_body, parse_uuid
from tapis.gateway.context import Context
from tapis.gateway.database import AUTH_SERVICE, Transaction
from tapis.gateway.errors import AuthRefusal
from tapis.gateway.security_log import log_event
from tapis.gateway.tokens.claims import AUDIENCE

FIELDS = {
    "id": str, "email": str, "phone": str, "password": str, "password_hash": str, "email_confirm": bool,
    "user_metadata": dict, "app_metadata": dict, "role": str, "aud": str, "ban_duration": str,
}  # fmt: skip
MAX_PAGE_SIZE, MAX_PAGE = 1_000, 1_000_000
DURATION = re.compile(r"(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,9})s)?")


async def list_users(context: Context, request: Request) -> Response:
    """GET /admin/users?page=&per_page=: newest first, with Link and X-Total-Count headers."""
    require_service_key(context, request)
    page = _positive_int(request, "page", 1, MAX_PAGE)
    size = _positive_int(request, "per_page", 50, MAX_PAGE_SIZE)
    async with context.database.transaction(AUTH_SERVICE, read_only=True) as tx:
        total = (await tx.run(accounts.queries.count_accounts)).value
        ids = (await tx.run(accounts.queries.page_of_accounts, (size, (page - 1) * size))).rows
        listed = await accounts.find_all(tx, [row[0] for row in ids])
    users = [account.json() for account in listed]
    return JSONResponse(
        {"users": users, "aud": AUDIENCE}, headers=_paging_headers(request, page, size, total)
    )


def _positive_int(request: Request, name: str, default: int, maximum: int) -> int:
    text = request.query_params.get(name) or str(default)
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) >= 1):
        reason = f'{name} must be a whole number from 1, not "{text[:20]}"'
        raise AuthRefusal(400, "validation_failed", f"Bad Pagination Parameters: {reason}")
    return min(int(text), maximum)


def _paging_headers(request: Request, page: int, size: int, total: int) -> dict[str, str]:
    """Links to the next and the last page (clients expect `page` as first parameter), and the total."""
    address, last = request.url.replace(query="", fragment=""), max(1, -(-total // size))
    pages = {"next": page + 1, "last": last} if page < last else {"last": last}
    links = (f'<{address}?page={number}&per_page={size}>; rel="{name}"' for name, number in pages.items())
    return {"Link": ", ".join(links), "X-Total-Count": str(total)}


async def create_user(context: Context, request: Request) -> Response:
    """POST /admin/users: create an account, with a random password if none is given."""
    require_service_key(context, request)
    body = await _read_fields(request)
    if not body["email"]:
        text = "Cannot create a user without either an email or phone"
        raise AuthRefusal(400, "validation_failed", text)
    new = await _new_account(body)
    try:
        async with context.database.transaction(AUTH_SERVICE) as tx:
            await accounts.add(tx, new)
            if body["ban_duration"]:
                await tx.run(accounts.queries.set_ban, (new.id, _banned_until(body["ban_duration"])))
            account = await _require_account(tx, new.id)
    except UniqueViolation as error:
        raise credentials.email_taken_error() from error
    log_event("account created", new.id, request, by="service key")
    return JSONResponse(account.json())


async def get_user(context: Context, request: Request) -> Response:
    require_service_key(context, request)
    async with context.database.transaction(AUTH_SERVICE, read_only=True) as tx:
        return JSONResponse((await _require_account(tx, _user_id(request))).json())


async def update_user(context: Context, request: Request) -> Response:
    """PUT /admin/users/{id}: a new password, a new address or a ban ends every session of the account."""
    require_service_key(context, request)
    user_id, body = _user_id(request), await _read_fields(request)
    password_hash = await _password_hash(body)
    try:
        async with context.database.transaction(AUTH_SERVICE) as tx:
            account = await _require_account(tx, user_id)
            events = await _apply_changes(tx, account, body, password_hash)
            ended = await sessions.end(tx, "global", user_id) if events else []
            account = await _require_account(tx, user_id)
    except UniqueViolation as error:
        raise credentials.email_taken_error() from error
    for event in events:
        log_event(event, user_id, request, by="service key")
    await context.keyring.end_sessions(ended)
    return JSONResponse(account.json())


async def delete_user(context: Context, request: Request) -> Response:
    """DELETE /admin/users/{id}: permanent; soft deletion is not supported."""
    require_service_key(context, request)
    user_id = _user_id(request)
    body = await parse_json_body(request, {"should_soft_delete": bool}, may_be_empty=True)
    if body["should_soft_delete"]:
        raise AuthRefusal(422, "feature_disabled", "Accounts are removed for good or not at all")
    try:
        async with context.database.transaction(AUTH_SERVICE) as tx:
            await _require_account(tx, user_id)
            ended = await sessions.end(tx, "global", user_id)
            await tx.run(accounts.queries.remove_account, (user_id,))
    except ForeignKeyViolation as error:
        raise AuthRefusal(409, "conflict", "Records of this account are still kept") from error
    log_event("account removed", user_id, request, by="service key")
    await context.keyring.end_sessions(ended)
    return JSONResponse({})


async def _read_fields(request: Request) -> dict[str, Any]:
    body = await parse_json_body(request, FIELDS)
    if body["role"] not in {"", "authenticated"} or body["aud"] not in {"", AUDIENCE}:
        # Session tokens with any other role are rejected.
        raise AuthRefusal(400, "validation_failed", "Accounts have role and audience authenticated")
    if body["email"]:
        body["email"] = credentials.parse_email(body["email"])
    credentials.require_small_metadata(body["user_metadata"], body["app_metadata"])
    if body["ban_duration"]:
        _banned_until(body["ban_duration"])
    return body


async def _new_account(body: dict[str, Any]) -> NewAccount:
    confirmed = bool(body["email_confirm"])
    metadata = {**(body["user_metadata"] or {}), **({"email_verified": True} if confirmed else {})}
    password_hash = await _password_hash(body) or await hash_password_queued(secrets.token_urlsafe(24))
    user_id = parse_uuid(body["id"], "user_id") if body["id"] else uuid4()
    return NewAccount(user_id, body["email"], password_hash, confirmed, body["app_metadata"] or {}, metadata)


async def _password_hash(body: dict[str, Any]) -> str | None:
    supplied = str(body["password_hash"])
    if supplied and body["password"]:
        text = "Only a password or a password hash should be provided"
        raise AuthRefusal(400, "validation_failed", text)
    if supplied and not supplied.startswith(KNOWN_HASHES):
        raise AuthRefusal(400, "validation_failed", "Password hash must be argon2id or bcrypt")
    if supplied:
        return supplied
    return await hash_password_queued(body["password"]) if body["password"] else None


async def _apply_changes(
    tx: Transaction, account: Account, body: dict[str, Any], password_hash: str | None
) -> list[str]:
    """Update the fields that were sent; returns the events that end the account's sessions."""
    events: list[str] = []
    if body["email"] and body["email"] != account.email:
        await tx.run(accounts.queries.set_email, (account.id, body["email"]))
        events.append("email changed")
    if body["email_confirm"]:
        await accounts.confirm_email(tx, account.id)
    if body["user_metadata"] or body["app_metadata"]:
        await accounts.merge_metadata(tx, account.id, body["user_metadata"], body["app_metadata"])
    if body["ban_duration"]:
        until = _banned_until(body["ban_duration"])
        await tx.run(accounts.queries.set_ban, (account.id, until))
        events += ["account banned"] if until else []
    if password_hash:
        if body["password"] and account.privileged:
            credentials.validate_new_password(body["password"], refuse_common=True)
        await accounts.set_password(tx, account.id, password_hash)
        events.append("password changed")
    return events


async def _require_account(tx: Transaction, user_id: UUID) -> Account:
    account = await accounts.find(tx, user_id)
    if account is None:
        raise AuthRefusal(404, "user_not_found", "User not found")
    return account


def _user_id(request: Request) -> UUID:
    return parse_uuid(request.path_params["user_id"], "user_id")


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
