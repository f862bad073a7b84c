"""The second factor: codes of an authenticator app (TOTP).

An account with a verified factor has no role in the database (db/functions/caller_role.sql) until a code was
verified in its session, which then has assurance level aal2.
"""

from typing import Any
from uuid import UUID, uuid4

from psycopg.errors import UniqueViolation
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tapis.gateway.auth import accounts, rate_limits, sessions, totp
from tapis.gateway.auth.accounts import Account
from tapis.gateway.auth.bearer import SignedInCaller, require_signed_in_caller, signed_in_transaction
from tapis.gateway.auth.request_body import parse_json_body, parse_uuid
from tapis.gateway.auth.sessions import Session
from tapis.gateway.context import Context
from tapis.gateway.database import AUTH_SERVICE, Transaction
from tapis.gateway.database.named_queries import NamedQueries
from tapis.gateway.errors import AuthRefusal
from tapis.gateway.http.proxies import client_network
from tapis.gateway.security_log import log_event

MAX_FACTORS = 10
MAX_NAME_LENGTH = 100

queries = NamedQueries(__file__)


async def enroll(context: Context, request: Request) -> Response:
    """POST /factors: add an authenticator, active once its first code was verified."""
    caller = await require_signed_in_caller(context, request)
    body = await parse_json_body(request, {"factor_type": str, "friendly_name": str, "issuer": str})
    if body["factor_type"] != "totp":
        raise AuthRefusal(400, "validation_failed", "factor_type needs to be totp")
    require_recent_sign_in(caller)
    if caller.account.has_second_factor:
        require_aal2(caller, 403, "AAL2 required to enroll a new factor")
    if len(caller.account.row["factors"]) >= MAX_FACTORS:
        text = "Maximum number of verified factors reached, unenroll to continue"
        raise AuthRefusal(422, "too_many_enrolled_mfa_factors", text)
    factor_id, secret, name = uuid4(), totp.generate_secret(), normalise_factor_name(body["friendly_name"])
    try:
        async with signed_in_transaction(context, request) as (tx, caller):
            await tx.run(queries.add_totp_factor, (factor_id, caller.account.id, name, secret))
    except UniqueViolation as error:
        raise name_taken_error(name) from error
    issuer = normalise_factor_name(body["issuer"]) or (await context.current_settings()).brand.name
    uri = totp.provisioning_uri(secret, caller.account.email, issuer)
    factor = {"id": str(factor_id), "type": "totp", "friendly_name": name}
    return JSONResponse(
        {**factor, "totp": {"qr_code": totp.render_qr_svg(uri), "secret": secret, "uri": uri}}
    )


async def challenge(context: Context, request: Request) -> Response:
    caller = await require_signed_in_caller(context, request)
    factor = await _find_factor(context, request, caller)
    row = (await context.database.run(AUTH_SERVICE, queries.add_challenge, (factor["id"],))).rows[0]
    return JSONResponse({"id": str(row[0]), "type": "totp", "expires_at": row[1]})


async def verify(context: Context, request: Request) -> Response:
    """POST /factors/{id}/verify: upgrade the session to aal2; the account's sessions below aal2 end."""
    caller = await require_signed_in_caller(context, request)
    factor = await _find_factor(context, request, caller)
    body = await parse_json_body(request, {"challenge_id": str, "code": str})
    if factor["status"] == "unverified" and caller.account.has_second_factor:
        require_aal2(caller, 403, "AAL2 required to enroll a new factor")
    challenge_id = parse_uuid(body["challenge_id"], "challenge_id")
    limits = _code_limits(context, request, caller)
    await rate_limits.check_rate_limit(context.database, *limits)
    params = (challenge_id, factor["id"])
    if not (
        await context.database.run(AUTH_SERVICE, queries.is_open_challenge, params, read_only=True)
    ).value:
        text = "MFA challenge has expired, verify against another challenge or create a new challenge."
        raise AuthRefusal(422, "mfa_challenge_expired", text)
    step = totp.find_matching_step(factor["secret"], body["code"].strip())
    if step is None:
        raise await _wrong_code(context, request, caller)
    # Concurrent guesses may all have passed the first check.
    await rate_limits.check_rate_limit(context.database, *limits)
    async with signed_in_transaction(context, request) as (tx, caller):
        accepted = (await tx.run(queries.accept_code, (factor["id"], step))).value
        await tx.run(queries.close_challenge, (challenge_id,))
        upgrade = await upgrade_to_aal2(tx, caller, accepted, "totp") if accepted else None
    if upgrade is None:
        raise await _wrong_code(context, request, caller)
    return await respond_with_session(context, request, upgrade, "second factor verified")


async def unenroll(context: Context, request: Request) -> Response:
    caller = await require_signed_in_caller(context, request)
    factor = await _find_factor(context, request, caller)
    if factor["status"] == "verified":
        require_aal2(caller, 422, "AAL2 required to unenroll verified factor")
        require_recent_sign_in(caller)
    return await remove_factor(context, request, factor["id"])


async def _find_factor(context: Context, request: Request, caller: SignedInCaller) -> dict[str, Any]:
    """The caller's authenticator with the id in the path. Raises AuthRefusal, 404."""
    params = (parse_uuid(request.path_params["factor_id"], "factor_id"), caller.account.id)
    rows = (await context.database.run(AUTH_SERVICE, queries.find_factor, params, read_only=True)).dicts()
    if not rows or rows[0]["factor_type"] != "totp":
        raise factor_not_found_error()
    return rows[0]


def require_aal2(caller: SignedInCaller, status: int, text: str) -> None:
    if not caller.has_aal2:
        raise AuthRefusal(status, "insufficient_aal", text)


def require_recent_sign_in(caller: SignedInCaller) -> None:
    if not caller.signed_in_recently:
        text = "Please enter your password again to change the second factor."
        raise AuthRefusal(400, "reauthentication_needed", text)


def _code_limits(
    context: Context, request: Request, caller: SignedInCaller
) -> list[tuple[rate_limits.RateLimit, rate_limits.Subject]]:
    account, network = str(caller.account.id), client_network(request, context.settings)
    return [
        (rate_limits.FACTOR_CODES, (account, network)),
        (rate_limits.FACTOR_CODES_A_DAY, (account, network)),
        (rate_limits.FACTOR_CODES_OF_ACCOUNT, (account,)),
    ]


async def _wrong_code(context: Context, request: Request, caller: SignedInCaller) -> AuthRefusal:
    log_event("second factor refused", caller.account.id, request)
    for limit, subject in _code_limits(context, request, caller):
        await rate_limits.count_attempt(context.database, limit, *subject)
    return AuthRefusal(422, "mfa_verification_failed", "Invalid TOTP code entered")


Upgrade = tuple[Account, Session, str, list[str]]


async def upgrade_to_aal2(tx: Transaction, caller: SignedInCaller, factor_id: UUID, method: str) -> Upgrade:
    """Returns the account, its session at aal2, a new refresh token, and the ids of ended sessions."""
    account, session = caller.account, caller.session
    await sessions.record_factor_verification(tx, session.id, factor_id, method)
    ended = await sessions.end(tx, "below aal2", account.id, session.id)
    refresh_token = await sessions.add_refresh_token(tx, session.id, account.id)
    return (
        await accounts.find(tx, account.id) or account,
        await sessions.get(tx, session.id),
        refresh_token,
        ended,
    )


async def respond_with_session(context: Context, request: Request, upgrade: Upgrade, event: str) -> Response:
    account, session, refresh_token, ended = upgrade
    log_event(event, account.id, request)
    await context.keyring.end_sessions(ended)
    return JSONResponse(sessions.build_session_object(context, account, session, refresh_token))


async def remove_factor(context: Context, request: Request, factor_id: UUID) -> Response:
    async with signed_in_transaction(context, request) as (tx, caller):
        user_id = caller.account.id
        await tx.run(queries.remove_factor, (factor_id, user_id))
        account = await accounts.find(tx, user_id)
        if account and not account.has_second_factor:
            await sessions.downgrade_to_aal1(tx, user_id)
    log_event("second factor removed", user_id, request)
    return JSONResponse({"id": str(factor_id)})


def normalise_factor_name(text: str) -> str:
    return text.strip()[:MAX_NAME_LENGTH]


def name_taken_error(name: str) -> AuthRefusal:
    text = f'A factor with the friendly name "{name}" for this user already exists'
    return AuthRefusal(422, "mfa_factor_name_conflict", text)


def factor_not_found_error() -> AuthRefusal:
    return AuthRefusal(404, "mfa_factor_not_found", "Factor not found")
