"""Sign-in with a password, and renewal of a session with a refresh token."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

from psycopg.errors import LockNotAvailable, QueryCanceled
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tapis.gateway import metrics
from tapis.gateway.auth import accounts, credentials, rate_limits, sessions
from tapis.gateway.auth.accounts import Account
from tapis.gateway.auth.password_hashing import (
    RETRY_SECONDS,
    PasswordCheck,
    hold_sign_in_slot,
    is_sign_in_slot_free,
    verify_password_queued,
)
from tapis.gateway.auth.request_body import parse_json_body
from tapis.gateway.context import Context
from tapis.gateway.database import AUTH_SERVICE, Database
from tapis.gateway.errors import AuthRefusal
from tapis.gateway.http.proxies import client_network
from tapis.gateway.security_log import log_event

# An address with many failures (a common password tried on every account) is throttled: failures are answered
# late and few at a time. Correct passwords are not delayed, so others behind the address still get in. If no
# slot is free, a request waits briefly: a client that retries at once would take three quarters of it.
THROTTLED_SLOTS = 4
FAILURE_DELAY_SECONDS = 5
SLOT_WAIT_SECONDS = 1
SIGN_IN_TRIES = 3  # of a sign-in during which its account changes


async def token(context: Context, request: Request) -> Response:
    grant = GRANTS.get(request.query_params.get("grant_type", ""))
    if grant is None:
        raise AuthRefusal(400, "invalid_credentials", "unsupported_grant_type")
    return await grant(context, request)


@dataclass(frozen=True, slots=True)
class FailedSignIns:
    """The failed sign-ins of an account and a network address, counted against their limits."""

    database: Database
    canonical_email: str
    address: str

    @property
    def _limits(self) -> list[tuple[rate_limits.RateLimit, rate_limits.Subject]]:
        """Those of the address, of the account, and two of the pair, which a successful sign-in resets."""
        pair = self.address, self.canonical_email
        return [
            (rate_limits.FAILURES_OF_ADDRESS, (self.address,)),
            (rate_limits.FAILURES_OF_ACCOUNT, (self.canonical_email,)),
            (rate_limits.FAILED_SIGN_INS_UNDER_ATTACK, pair),
            (rate_limits.FAILED_SIGN_INS, pair),
        ]

    async def check(self) -> bool:
        """Whether the address is to be throttled. Raises AuthRefusal, 429."""
        of_address, of_account, under_attack, usual = await rate_limits.seconds_until_allowed(
            self.database, *self._limits
        )
        wait = usual if of_account is None else under_attack
        if wait is not None:
            raise rate_limits.rate_limit_error(rate_limits.FAILED_SIGN_INS, wait)
        return of_address is not None

    async def count(self) -> None:
        for limit, subject in self._limits:
            refuse = limit is rate_limits.FAILED_SIGN_INS
            await rate_limits.count_attempt(self.database, limit, *subject, refuse=refuse)

    async def reset(self) -> None:
        for limit, subject in self._limits[2:]:
            await rate_limits.reset_attempts(self.database, limit, *subject)


async def sign_in_with_password(context: Context, request: Request) -> Response:
    body = await parse_json_body(request, {"email": str, "phone": str, "password": str})
    email = _require_email(body)
    for _ in range(SIGN_IN_TRIES):
        if response := await _sign_in(context, request, email, body["password"]):
            return response
    raise AuthRefusal(409, "conflict", "The account is being changed at the same time")


async def _sign_in(context: Context, request: Request, email: str, password: str) -> Response | None:
    """Returns None if the account changed meanwhile."""
    network = client_network(request, context.settings)
    async with context.database.transaction(AUTH_SERVICE, read_only=True) as tx:
        match = await accounts.match_email(tx, email, network)
    attempts = FailedSignIns(context.database, match.canonical_email, network)
    slowed = await attempts.check()
    is_throttled = slowed and not match.known_network
    if is_throttled and not is_sign_in_slot_free(network, THROTTLED_SLOTS):
        await asyncio.sleep(SLOT_WAIT_SECONDS)
    with hold_sign_in_slot(network, THROTTLED_SLOTS) if is_throttled else nullcontext():
        stored = match.account.password_hash if match.account else None
        password_check = await verify_password_queued(password, stored)
        if match.account is None or not password_check.matches:
            raise await _count_failure(request, attempts, match, slowed=slowed)
    account = match.account
    # Concurrent guesses may all have passed the first check; here the right one is refused like the others.
    await attempts.check()
    if account.banned:
        raise AuthRefusal(400, "user_banned", "User is banned")
    if not account.confirmed:
        raise AuthRefusal(400, "email_not_confirmed", "Email not confirmed")
    if account.initial_password_expired:
        text = (
            "This initial password has expired. Ask whoever runs the server for a new one, or use the link "
            "for a forgotten password."
        )
        raise AuthRefusal(400, "initial_password_expired", text)
    await attempts.reset()
    session = await _begin(context, request, account, password_check)
    if session is None:
        return None
    refuse_common = account.privileged or context.settings.refuse_common_passwords == "on"
    return JSONResponse(session | credentials.describe_weak_password(password, refuse_common=refuse_common))


async def _count_failure(
    request: Request, attempts: FailedSignIns, match: accounts.EmailMatch, *, slowed: bool
) -> AuthRefusal:
    """Count a failure; the response to a throttled address is delayed."""
    metrics.count_event("sign_in_failures")
    log_event("sign-in failed", match.account.id if match.account else match.canonical_email, request)
    await attempts.count()
    if not slowed:
        return AuthRefusal(400, "invalid_credentials", "Invalid login credentials")
    await asyncio.sleep(FAILURE_DELAY_SECONDS)
    return rate_limits.rate_limit_error(rate_limits.FAILURES_OF_ADDRESS, RETRY_SECONDS)


def _require_email(body: Mapping[str, Any]) -> str:
    if body["email"] and body["phone"]:
        text = "Only an email address or phone number should be provided on login."
        raise AuthRefusal(400, "validation_failed", text)
    if body["phone"]:
        raise AuthRefusal(422, "phone_provider_disabled", "Phone logins are disabled")
    if not body["email"]:
        raise AuthRefusal(400, "validation_failed", "missing email or phone")
    return str(body["email"])


async def _begin(
    context: Context, request: Request, account: Account, password_check: PasswordCheck
) -> dict[str, Any] | None:
    """Returns None if password or ban changed since they were read: the new session would survive that."""
    async with context.database.transaction(AUTH_SERVICE) as tx:
        if not (await tx.run(accounts.queries.lock_unchanged, (account.id, account.password_hash))).rows:
            return None
        if password_check.upgraded_hash:
            params = (account.id, password_check.upgraded_hash, account.password_hash)
            await tx.run(accounts.queries.upgrade_password_hash, params)
        session = await sessions.begin(tx, context, request, account, "password")
    log_event("signed in", account.id, request, method="password")
    return session


EXCHANGE_ERRORS = {
    "unknown": ("refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found"),
    "reused": ("refresh_token_already_used", "Invalid Refresh Token: Already Used"),
    "banned": ("user_banned", "Invalid Refresh Token: User Banned"),
}


async def refresh_session(context: Context, request: Request) -> Response:
    """Exchange a refresh token for an access token and the next refresh token."""
    presented = (await parse_json_body(request, {"refresh_token": str}))["refresh_token"]
    if not sessions.TOKEN.fullmatch(presented):
        raise AuthRefusal(400, "validation_failed", "Refresh token is not valid")
    try:
        exchanged, account = await _exchange(context, presented)
    except (LockNotAvailable, QueryCanceled) as error:
        text = "Too many concurrent token refresh requests on the same session or refresh token"
        raise AuthRefusal(409, "conflict", text) from error
    if exchanged.refusal == "reused" and exchanged.session:
        log_event("refresh token reused, session ended", exchanged.user_id, request)
        await context.keyring.end_sessions([str(exchanged.session.id)])
    if account is None or exchanged.session is None:
        raise AuthRefusal(400, *EXCHANGE_ERRORS[exchanged.refusal or "unknown"])
    return JSONResponse(sessions.build_session_object(context, account, exchanged.session, exchanged.token))


async def _exchange(context: Context, presented: str) -> tuple[sessions.RefreshTokenExchange, Account | None]:
    """The exchange and its account, None if refused; changes made by a refusal are committed."""
    async with context.database.transaction(AUTH_SERVICE) as tx:
        exchanged = await sessions.rotate_refresh_token(tx, presented, context.settings.reuse_seconds)
        if exchanged.refusal or exchanged.session is None:
            return exchanged, None
        account = await accounts.find(tx, exchanged.user_id)
        if account and account.banned:
            return sessions.RefreshTokenExchange("banned"), None
        await rate_limits.count_attempt_in_transaction(tx, rate_limits.REFRESHES, str(exchanged.session.id))
    return exchanged, account


Grant = Callable[[Context, Request], Awaitable[Response]]
GRANTS: Mapping[str, Grant] = {"password": sign_in_with_password, "refresh_token": refresh_session}
