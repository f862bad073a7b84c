"""Sign-up: a visitor becomes a talent."""

import logging
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from psycopg.errors import Error as PostgresError
from psycopg.errors import UniqueViolation
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tapis.gateway.auth import accounts, credentials, email_links, rate_limits, sessions
from tapis.gateway.auth.accounts import Account, NewAccount
from tapis.gateway.auth.password_hashing import hash_password_queued
from tapis.gateway.auth.request_body import parse_json_body
from tapis.gateway.context import Context
from tapis.gateway.database import AUTH_SERVICE
from tapis.gateway.errors import AuthRefusal
from tapis.gateway.http.proxies import client_network
from tapis.gateway.security_log import log_event

log = logging.getLogger("tapis.gateway.auth")
FIELDS = {"email": str, "phone": str, "password": str, "data": dict}


def _already_registered_error() -> AuthRefusal:
    """Takes precedence over errors about the password."""
    return AuthRefusal(422, "user_already_exists", "Email address is already registered")


async def sign_up(context: Context, request: Request) -> Response:
    """POST /signup: a session at once, or only the user if the address must be confirmed first."""
    body = await parse_json_body(request, FIELDS)
    if not body["email"] and not body["phone"]:
        raise AuthRefusal(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled")
    network = client_network(request, context.settings)
    await rate_limits.count_attempt(context.database, rate_limits.SIGN_UPS, network)
    async with context.database.transaction(AUTH_SERVICE, read_only=True) as tx:
        match = await accounts.match_email(tx, body["email"])
    existing = match.account
    if existing and (existing.confirmed or existing.banned or not context.settings.smtp_url):
        raise _already_registered_error()
    email = _check_request(context, body)
    new = await _new_account(context, request, email, body)
    if not context.settings.smtp_url:
        account = await _save(context, new)
        return await _begin(context, request, account)
    # The mail first: if it can't be sent, no account remains that can never be confirmed. It goes to the
    # stored address, never to another spelling of it.
    mail = await email_links.prepare_mail(context, request, email_links.SIGN_UP, match.canonical_email)
    digest = await mail.send(existing.email if existing else email)
    account = await _save(context, new, existing, digest)
    log_event("signed up", account.id, request)
    return JSONResponse(_pending_user(new))


def _check_request(context: Context, body: dict[str, Any]) -> str:
    """Validate the request in the protocol's order; returns the address in lower case."""
    if not body["password"]:
        raise AuthRefusal(400, "validation_failed", "Signup requires a valid password")
    refuse_common = context.settings.refuse_common_passwords == "on"
    credentials.validate_new_password(body["password"], refuse_common=refuse_common)
    if body["email"] and body["phone"]:
        text = "Only an email address or phone number should be provided on signup."
        raise AuthRefusal(400, "validation_failed", text)
    if body["phone"]:
        raise AuthRefusal(400, "phone_provider_disabled", "Phone signups are disabled")
    email = credentials.parse_email(body["email"])
    if context.settings.smtp_url:
        credentials.require_deliverable_email(email)
    credentials.require_small_metadata(body["data"] or {})
    return email


async def _new_account(context: Context, request: Request, email: str, body: dict[str, Any]) -> NewAccount:
    confirmed, user_id = not context.settings.smtp_url, uuid4()
    metadata = {**(body["data"] or {}), **accounts.build_identity_data(user_id, email, verified=confirmed)}
    password_hash = await hash_password_queued(body["password"])
    language = await email_links.choose_mail_language(request, context)
    return NewAccount(user_id, email, password_hash, confirmed, {}, metadata, language)


def _pending_user(new: NewAccount) -> dict[str, Any]:
    """The user object before the address is confirmed: of this request alone, whoever signed up before."""
    now = datetime.now(UTC)
    times = dict.fromkeys(("confirmation_sent_at", "created_at", "updated_at"), now)
    identity = {
        "identity_id": str(uuid4()),
        "id": str(new.id),
        "user_id": str(new.id),
        "identity_data": accounts.build_identity_data(new.id, new.email, verified=False),
        "provider": "email",
        "email": new.email,
        **dict.fromkeys(("last_sign_in_at", "created_at", "updated_at"), accounts.format_rfc3339(now)),
    }
    row = {
        **dict.fromkeys(accounts.OPTIONAL_TIMES),
        **times,
        "id": new.id,
        "aud": "authenticated",
        "role": "authenticated",
        "email": new.email,
        "phone": "",
        "encrypted_password": new.password_hash,
        "app_metadata": {"provider": "email", "providers": ["email"], "role": "talent"},
        "user_metadata": {**new.user_metadata, "role": "talent"},
        "identities": [identity],
        "is_anonymous": False,
        "factors": [],
    }
    return Account(row).json()


async def _save(
    context: Context, new: NewAccount, existing: Account | None = None, digest: str | None = None
) -> Account:
    """Store the account; for an `existing` unconfirmed one, only the link has the new password."""
    try:
        async with context.database.transaction(AUTH_SERVICE) as tx:
            if existing is None:
                await accounts.add(tx, new)
            account = await accounts.find(tx, existing.id if existing else new.id)
            if (
                account
                and digest
                and not await email_links.store_sign_up_link(tx, account, digest, new.password_hash)
            ):
                raise _already_registered_error()
    except UniqueViolation as error:
        raise _already_registered_error() from error
    except PostgresError as error:
        log.error("account not saved", extra={"sqlstate": error.sqlstate})  # noqa: TRY400
        raise _not_saved() from error
    if account is None:
        raise _not_saved()
    return account


def _not_saved() -> AuthRefusal:
    return AuthRefusal(500, "unexpected_failure", "Database error saving new user")


async def _begin(context: Context, request: Request, account: Account) -> Response:
    async with context.database.transaction(AUTH_SERVICE) as tx:
        session = await sessions.begin(tx, context, request, account, "password")
    log_event("signed up", account.id, request)
    return JSONResponse(session)
