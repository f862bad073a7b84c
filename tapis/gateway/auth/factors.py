"""The second factor: codes of an authenticator app, and recovery codes for the day when the phone is gone.

An account with a verified factor has no role in the database (db/functions/who_am_i.sql) until a code was
given in its session, which then is of assurance level aal2.
"""

import hashlib
import re
import secrets
from base64 import b32encode
from typing import Any
from uuid import UUID, uuid4

from psycopg.errors import UniqueViolation
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tapis.gateway.auth import accounts, rate_limits, sessions, totp
from tapis.gateway.auth.accounts import Account
from tapis.gateway.auth.bearer import SignedIn, signed_in
from tapis.gateway.auth.request_body import read_body
from tapis.gateway.auth.sessions import Session
from tapis.gateway.context import Context
from tapis.gateway.database import AUTH_SERVICE, Transaction
from tapis.gateway.database.named_queries import NamedQueries
from tapis.gateway.errors import AuthRefusal
from tapis.gateway.security_log import record

MOST_FACTORS = 10
RECOVERY_CODES = 10
LONGEST_NAME = 100
IGNORED_IN_CODE = re.compile(r"[\s-]")


class Queries(NamedQueries, file="factors.sql"):
    """Statements about second factors, their challenges and recovery codes."""

    find_factor: str
    add_totp_factor: str
    add_challenge: str
    is_open_challenge: str
    accept_code: str
    close_challenge: str
    remove_factor: str
    remove_all_factors: str
    recovery_codes: str
    add_recovery_factor: str
    replace_recovery_codes: str
    use_recovery_code: str


async def enroll(context: Context, request: Request) -> Response:
    """POST /factors: a new authenticator, which counts once its first code was verified."""
    caller = await _caller(context, request)
    body = await read_body(request, {"factor_type": str, "friendly_name": str, "issuer": str})
    if body["factor_type"] != "totp":
        raise AuthRefusal(400, "validation_failed", "factor_type needs to be totp")
    _require_recent(caller)
    if caller.account.has_second_factor:
        _require_aal2(caller, 403, "AAL2 required to enroll a new factor")
    if len(caller.account.row["factors"]) >= MOST_FACTORS:
        text = "Maximum number of verified factors reached, unenroll to continue"
        raise AuthRefusal(422, "too_many_enrolled_mfa_factors", text)
    factor_id, secret, name = uuid4(), totp.new_secret(), _name(body["friendly_name"])
    try:
        params = (factor_id, caller.account.id, name, secret)
        await context.database.run(AUTH_SERVICE, Queries.add_totp_factor, params)
    except UniqueViolation as error:
        raise _name_taken(name) from error
    issuer = _name(body["issuer"]) or context.settings.brand.name
    uri = totp.provisioning_uri(secret, caller.account.email, issuer)
    made = {"id": str(factor_id), "type": "totp", "friendly_name": name}
    return JSONResponse({**made, "totp": {"qr_code": totp.qr_code(uri), "secret": secret, "uri": uri}})


async def challenge(context: Context, request: Request) -> Response:
    """POST /factors/{id}/challenge: a request for a code, for five minutes."""
    caller = await _caller(context, request)
    factor = await _factor(context, request, caller)
    row = (await context.database.run(AUTH_SERVICE, Queries.add_challenge, (factor["id"],))).rows[0]
    return JSONResponse({"id": str(row[0]), "type": "totp", "expires_at": row[1]})


async def verify(context: Context, request: Request) -> Response:
    """POST /factors/{id}/verify: the session at aal2; other sessions of the account below it end."""
    caller = await _caller(context, request)
    factor = await _factor(context, request, caller)
    body = await read_body(request, {"challenge_id": str, "code": str})
    if factor["status"] == "unverified" and caller.account.has_second_factor:
        _require_aal2(caller, 403, "AAL2 required to enroll a new factor")
    challenge_id = _uuid(body["challenge_id"])
    await _check_attempts(context, caller)
    params = (challenge_id, factor["id"])
    if not (
        await context.database.run(AUTH_SERVICE, Queries.is_open_challenge, params, read_only=True)
    ).value:
        text = "MFA challenge has expired, verify against another challenge or create a new challenge."
        raise AuthRefusal(422, "mfa_challenge_expired", text)
    step = totp.matching_step(factor["secret"], body["code"].strip())
    if step is None:
        raise await _wrong_code(context, request, caller)
    await _check_attempts(context, caller)  # guesses sent all at once have passed the first check together
    async with context.database.transaction(AUTH_SERVICE) as tx:
        accepted = (await tx.run(Queries.accept_code, (factor["id"], step))).value
        await tx.run(Queries.close_challenge, (challenge_id,))
        result = await _raise_to_aal2(tx, caller, accepted, "totp") if accepted else None
    if result is None:
        raise await _wrong_code(context, request, caller)
    return await _answer(context, request, result, "second factor verified")


async def unenroll(context: Context, request: Request) -> Response:
    """DELETE /factors/{id}."""
    caller = await _caller(context, request)
    factor = await _factor(context, request, caller)
    if factor["status"] == "verified":
        _require_aal2(caller, 422, "AAL2 required to unenroll verified factor")
        _require_recent(caller)
    return await _remove(context, request, caller, factor["id"])


async def recovery_status(context: Context, request: Request) -> Response:
    """GET /factors/recovery-codes: how many there are and how many are left."""
    factor_id, _, total, remaining = await _recovery_factor(context, await _caller(context, request))
    status = {"id": str(factor_id), "type": "recovery_code", "total": total, "remaining": remaining}
    return JSONResponse(status)


async def generate_recovery_codes(context: Context, request: Request) -> Response:
    """POST /factors/recovery-codes: ten codes, shown this once."""
    caller = await _caller(context, request)
    body = await read_body(request, {"friendly_name": str}, may_be_empty=True)
    name = _name(body["friendly_name"]) or "Recovery codes"
    if not caller.account.has_second_factor:
        text = "Recovery codes need another verified factor"
        raise AuthRefusal(422, "mfa_recovery_codes_sole_factor", text)
    _require_aal2(caller, 403, "AAL2 required to generate recovery codes")
    try:
        async with context.database.transaction(AUTH_SERVICE) as tx:
            if (await tx.run(Queries.recovery_codes, (caller.account.id,))).rows:
                text = "Recovery codes exist already, regenerate them instead"
                raise AuthRefusal(422, "mfa_verified_factor_exists", text)
            factor_id = (await tx.run(Queries.add_recovery_factor, (caller.account.id, name))).value
            codes = await _replace_codes(tx, factor_id)
    except UniqueViolation as error:
        raise _name_taken(name) from error
    return _new_codes(request, caller, factor_id, name, codes)


async def regenerate_recovery_codes(context: Context, request: Request) -> Response:
    """POST /factors/recovery-codes/regenerate: ten others; those of before stop working."""
    caller = await _caller(context, request)
    factor_id, name, _, _ = await _recovery_factor(context, caller)
    _require_aal2(caller, 403, "AAL2 required to generate recovery codes")
    async with context.database.transaction(AUTH_SERVICE) as tx:
        codes = await _replace_codes(tx, factor_id)
    return _new_codes(request, caller, factor_id, name, codes)


async def verify_recovery_code(context: Context, request: Request) -> Response:
    """POST /factors/recovery-codes/verify: the session at aal2; the code is used up."""
    caller = await _caller(context, request)
    code = IGNORED_IN_CODE.sub("", (await read_body(request, {"code": str}))["code"]).lower()
    user_id = str(caller.account.id)
    await rate_limits.check_rate_limit(context.database, rate_limits.RECOVERY_CODES, user_id)
    async with context.database.transaction(AUTH_SERVICE) as tx:
        used = (await tx.run(Queries.use_recovery_code, (user_id, _hash(code)))).value
        result = await _raise_to_aal2(tx, caller, used, "mfa/recovery_code") if used else None
    if result is None:
        await rate_limits.count(context.database, rate_limits.RECOVERY_CODES, user_id)
        record("recovery code refused", user_id, request)
        raise AuthRefusal(422, "mfa_verification_failed", "Invalid recovery code entered")
    return await _answer(context, request, result, "recovery code used")


async def unenroll_recovery_codes(context: Context, request: Request) -> Response:
    """DELETE /factors/recovery-codes."""
    caller = await _caller(context, request)
    factor_id = (await _recovery_factor(context, caller))[0]
    _require_aal2(caller, 422, "AAL2 required to unenroll verified factor")
    return await _remove(context, request, caller, factor_id)


async def _caller(context: Context, request: Request) -> SignedIn:
    async with context.database.transaction(AUTH_SERVICE, read_only=True) as tx:
        return await signed_in(context, request, tx)


async def _factor(context: Context, request: Request, caller: SignedIn) -> dict[str, Any]:
    """The authenticator that the path names, if it is the caller's. Raises AuthRefusal, 404."""
    params = (_uuid(request.path_params["factor_id"]), caller.account.id)
    rows = (await context.database.run(AUTH_SERVICE, Queries.find_factor, params, read_only=True)).dicts()
    if not rows or rows[0]["factor_type"] != "totp":
        raise _not_found()
    return rows[0]


async def _recovery_factor(context: Context, caller: SignedIn) -> tuple[Any, ...]:
    params = (caller.account.id,)
    row = (await context.database.run(AUTH_SERVICE, Queries.recovery_codes, params, read_only=True)).one()
    if row is None:
        raise _not_found()
    return row


def _require_aal2(caller: SignedIn, status: int, text: str) -> None:
    if caller.session is None or caller.session.aal != "aal2":
        raise AuthRefusal(status, "insufficient_aal", text)


def _require_recent(caller: SignedIn) -> None:
    if not caller.recent:
        text = "Please enter your password again to change the second factor."
        raise AuthRefusal(400, "reauthentication_needed", text)


async def _check_attempts(context: Context, caller: SignedIn) -> None:
    for limit in (rate_limits.FACTOR_CODES, rate_limits.FACTOR_CODES_A_DAY):
        await rate_limits.check_rate_limit(context.database, limit, str(caller.account.id))


async def _wrong_code(context: Context, request: Request, caller: SignedIn) -> AuthRefusal:
    record("second factor refused", caller.account.id, request)
    for limit in (rate_limits.FACTOR_CODES, rate_limits.FACTOR_CODES_A_DAY):
        await rate_limits.count(context.database, limit, str(caller.account.id))
    return AuthRefusal(422, "mfa_verification_failed", "Invalid TOTP code entered")


Result = tuple[Account, Session, str, list[str]]


async def _raise_to_aal2(tx: Transaction, caller: SignedIn, factor_id: UUID, method: str) -> Result:
    """The session at aal2 with a new refresh token, and the ids of the sessions that ended by it."""
    account, session = caller.account, caller.session
    if session is None or not await sessions.is_alive(tx, str(session.id)):
        raise AuthRefusal(403, "session_not_found", "Session from session_id claim in JWT does not exist")
    await sessions.add_factor_proof(tx, session.id, factor_id, method)
    ended = await sessions.end(tx, "below aal2", account.id, session.id)
    refresh_token = await sessions.add_refresh_token(tx, session.id, account.id)
    return (
        await accounts.find(tx, account.id) or account,
        await sessions.get(tx, session.id),
        refresh_token,
        ended,
    )


async def _answer(context: Context, request: Request, result: Result, event: str) -> Response:
    account, session, refresh_token, ended = result
    record(event, account.id, request)
    await context.keyring.end_sessions(ended)
    return JSONResponse(sessions.answer(context, account, session, refresh_token))


async def _remove(context: Context, request: Request, caller: SignedIn, factor_id: UUID) -> Response:
    user_id = caller.account.id
    async with context.database.transaction(AUTH_SERVICE) as tx:
        await tx.run(Queries.remove_factor, (factor_id, user_id))
        account = await accounts.find(tx, user_id)
        if account and not account.has_second_factor:
            await sessions.lower_to_aal1(tx, user_id)
    record("second factor removed", user_id, request)
    return JSONResponse({"id": str(factor_id)})


async def _replace_codes(tx: Transaction, factor_id: UUID) -> list[str]:
    # 120 random bits each: so many that their plain hash tells nothing.
    codes = [b32encode(secrets.token_bytes(15)).decode().lower() for _ in range(RECOVERY_CODES)]
    await tx.run(Queries.replace_recovery_codes, (factor_id, [_hash(code) for code in codes]))
    return codes


def _new_codes(request: Request, caller: SignedIn, factor_id: UUID, name: str, codes: list[str]) -> Response:
    record("recovery codes generated", caller.account.id, request)
    made = {"id": str(factor_id), "type": "recovery_code", "friendly_name": name, "total": len(codes)}
    return JSONResponse({**made, "codes": codes})


def _hash(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()


def _name(text: str) -> str:
    return text.strip()[:LONGEST_NAME]


def _name_taken(name: str) -> AuthRefusal:
    text = f'A factor with the friendly name "{name}" for this user already exists'
    return AuthRefusal(422, "mfa_factor_name_conflict", text)


def _not_found() -> AuthRefusal:
    return AuthRefusal(404, "mfa_factor_not_found", "Factor not found")


def _uuid(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError as error:
        raise AuthRefusal(404, "validation_failed", "factor_id must be an UUID") from error
