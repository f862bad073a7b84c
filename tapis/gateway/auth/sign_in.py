"""Signing in with a password, and staying signed in with a refresh token."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from psycopg.errors import LockNotAvailable, QueryCanceled
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tapis.gateway import metrics
from tapis.gateway.auth import accounts, rate_limits, sessions
from tapis.gateway.auth.client_address import device
from tapis.gateway.auth.password_hashing import Verdict, verify_in_turn
from tapis.gateway.auth.request_body import read_body
from tapis.gateway.context import Context
from tapis.gateway.database import AUTH_SERVICE
from tapis.gateway.errors import AuthRefusal
from tapis.gateway.http.proxies import client_address, counted_as

STORE_HASH = "update auth.users set encrypted_password = $2 where id = $1 and encrypted_password = $3"


async def token(context: Context, request: Request) -> Response:
    """POST /token?grant_type=…: a session."""
    grant = GRANTS.get(request.query_params.get("grant_type", ""))
    if grant is None:
        raise AuthRefusal(400, "invalid_credentials", "unsupported_grant_type")
    return await grant(context, request)


async def with_password(context: Context, request: Request) -> Response:
    """Sign in. An unknown address and a wrong password answer alike, in words and in time."""
    body = await read_body(request, {"email": str, "phone": str, "password": str})
    email = _one_address(body)
    who = (counted_as(client_address(request, context.settings)), email)
    await rate_limits.check_rate_limit(context.database, rate_limits.FAILED_SIGN_INS, *who)
    person = await _person_of(context, email)
    verdict = await verify_in_turn(body["password"], person.password_hash if person else None)
    if person is None or not verdict.fits:
        metrics.count("sign_in_failures")
        await rate_limits.count(context.database, rate_limits.FAILED_SIGN_INS, *who)
        raise AuthRefusal(400, "invalid_credentials", "Invalid login credentials")
    # Guesses sent all at once have passed the first look together; here the right one waits like the others.
    await rate_limits.check_rate_limit(context.database, rate_limits.FAILED_SIGN_INS, *who)
    if not person.confirmed:
        raise AuthRefusal(400, "email_not_confirmed", "Email not confirmed")
    await rate_limits.forget(context.database, rate_limits.FAILED_SIGN_INS, *who)
    return await _begin(context, request, person, verdict)


def _one_address(body: Mapping[str, Any]) -> str:
    if body["email"] and body["phone"]:
        text = "Only an email address or phone number should be provided on login."
        raise AuthRefusal(400, "validation_failed", text)
    if body["phone"]:
        raise AuthRefusal(422, "phone_provider_disabled", "Phone logins are disabled")
    if not body["email"]:
        raise AuthRefusal(400, "validation_failed", "missing email or phone")
    return str(body["email"])


async def _person_of(context: Context, email: str) -> accounts.Person | None:
    async with context.database.transaction(AUTH_SERVICE, read_only=True) as tx:
        person = await accounts.find_by_email(tx, email)
    if person and person.banned:
        raise AuthRefusal(400, "user_banned", "User is banned")
    return person


async def _begin(context: Context, request: Request, person: accounts.Person, verdict: Verdict) -> Response:
    async with context.database.transaction(AUTH_SERVICE) as tx:
        if verdict.better_hash:
            await tx.run(STORE_HASH, (person.id, verdict.better_hash, person.password_hash))
        session, refresh_token = await sessions.start(
            tx, person, "password", device(request, context.settings)
        )
        person = await accounts.find(tx, person.id) or person
    return JSONResponse(sessions.answer(context.keyring, context.settings, person, session, refresh_token))


REFUSED_EXCHANGE = {
    "unknown": ("refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found"),
    "reused": ("refresh_token_already_used", "Invalid Refresh Token: Already Used"),
    "banned": ("user_banned", "Invalid Refresh Token: User Banned"),
}


async def with_refresh_token(context: Context, request: Request) -> Response:
    """Stay signed in: a new access token, and the refresh token that comes next."""
    presented = (await read_body(request, {"refresh_token": str}))["refresh_token"]
    if not sessions.TOKEN.fullmatch(presented):
        raise AuthRefusal(400, "validation_failed", "Refresh token is not valid")
    try:
        exchanged, person = await _exchange(context, presented)
    except (LockNotAvailable, QueryCanceled) as error:
        text = "Too many concurrent token refresh requests on the same session or refresh token"
        raise AuthRefusal(409, "conflict", text) from error
    if exchanged.refused == "reused" and exchanged.session:
        await context.keyring.end_sessions([str(exchanged.session.id)])
    if person is None or exchanged.session is None:
        raise AuthRefusal(400, *REFUSED_EXCHANGE[exchanged.refused or "unknown"])
    answer = sessions.answer(context.keyring, context.settings, person, exchanged.session, exchanged.token)
    return JSONResponse(answer)


async def _exchange(context: Context, presented: str) -> tuple[sessions.Exchange, accounts.Person | None]:
    """The exchange and its person; without the person it was refused, and what that changed is kept."""
    async with context.database.transaction(AUTH_SERVICE) as tx:
        exchanged = await sessions.exchange(tx, presented, context.settings.reuse_seconds)
        person = await accounts.find(tx, exchanged.user_id) if exchanged.user_id else None
        if person and person.banned:
            return sessions.Exchange("banned"), None
    return exchanged, person


Grant = Callable[[Context, Request], Awaitable[Response]]
GRANTS: Mapping[str, Grant] = {"password": with_password, "refresh_token": with_refresh_token}
