"""Recovery codes: ten long random codes, each valid for one sign-in without the phone."""

import re
import secrets
from base64 import b32encode
from typing import Any
from uuid import UUID

from psycopg.errors import UniqueViolation
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tapis.gateway.auth import factors, rate_limits
from tapis.gateway.auth.bearer import (
    SignedInCaller,
    require_signed_in,
    require_signed_in_caller,
    signed_in_transaction,
)
from tapis.gateway.auth.password_hashing import hash_token
from tapis.gateway.auth.request_body import parse_json_body
from tapis.gateway.context import Context
from tapis.gateway.database import AUTH_SERVICE, Transaction
from tapis.gateway.database.named_queries import NamedQueries
from tapis.gateway.errors import AuthRefusal
from tapis.gateway.http.proxies import client_network
from tapis.gateway.security_log import log_event

CODE_COUNT = 10
SEPARATORS = re.compile(r"[\s-]")

queries = NamedQueries(__file__)


async def get_status(context: Context, request: Request) -> Response:
    """GET /factors/recovery-codes: the number of codes, and of unused ones."""
    _, (factor_id, _, total, remaining) = await _find_callers(context, request)
    status = {"id": str(factor_id), "type": "recovery_code", "total": total, "remaining": remaining}
    return JSONResponse(status)


async def generate(context: Context, request: Request) -> Response:
    """POST /factors/recovery-codes: create ten codes; only this response shows them."""
    await require_signed_in_caller(context, request)
    body = await parse_json_body(request, {"friendly_name": str}, may_be_empty=True)
    name = factors.normalise_factor_name(body["friendly_name"]) or "Recovery codes"
    try:
        async with signed_in_transaction(context, request) as (tx, caller):
            if not caller.account.has_second_factor:
                text = "Recovery codes need another verified factor"
                raise AuthRefusal(422, "mfa_recovery_codes_sole_factor", text)
            factors.require_aal2(caller, 403, "AAL2 required to generate recovery codes")
            factors.require_recent_sign_in(caller)
            if (await tx.run(queries.recovery_codes, (caller.account.id,))).rows:
                text = "Recovery codes exist already, regenerate them instead"
                raise AuthRefusal(422, "mfa_verified_factor_exists", text)
            factor_id = (await tx.run(queries.add_recovery_factor, (caller.account.id, name))).value
            codes = await _replace_codes(tx, factor_id)
    except UniqueViolation as error:
        raise factors.name_taken_error(name) from error
    return _codes_response(request, caller, factor_id, name, codes)


async def regenerate(context: Context, request: Request) -> Response:
    """POST /factors/recovery-codes/regenerate: replace the codes; the old ones become invalid."""
    async with signed_in_transaction(context, request) as (tx, caller):
        factor_id, name, _, _ = await _find(tx, caller)
        factors.require_aal2(caller, 403, "AAL2 required to generate recovery codes")
        factors.require_recent_sign_in(caller)
        codes = await _replace_codes(tx, factor_id)
    return _codes_response(request, caller, factor_id, name, codes)


async def verify(context: Context, request: Request) -> Response:
    """POST /factors/recovery-codes/verify: upgrade the session to aal2 with a code, once."""
    caller = await require_signed_in_caller(context, request)
    code = SEPARATORS.sub("", (await parse_json_body(request, {"code": str}))["code"]).lower()
    user_id = str(caller.account.id)
    subject = (user_id, client_network(request, context.settings))
    await rate_limits.check_rate_limit(context.database, (rate_limits.RECOVERY_CODES, subject))
    async with signed_in_transaction(context, request) as (tx, caller):
        used = (await tx.run(queries.use_recovery_code, (user_id, hash_token(code)))).value
        result = await factors.upgrade_to_aal2(tx, caller, used, "mfa/recovery_code") if used else None
    if result is None:
        await rate_limits.count_attempt(context.database, rate_limits.RECOVERY_CODES, *subject)
        log_event("recovery code refused", user_id, request)
        raise AuthRefusal(422, "mfa_verification_failed", "Invalid recovery code entered")
    return await factors.respond_with_session(context, request, result, "recovery code used")


async def unenroll(context: Context, request: Request) -> Response:
    caller, (factor_id, *_) = await _find_callers(context, request)
    factors.require_aal2(caller, 422, "AAL2 required to unenroll verified factor")
    factors.require_recent_sign_in(caller)
    return await factors.remove_factor(context, request, factor_id)


async def _find_callers(context: Context, request: Request) -> tuple[SignedInCaller, tuple[Any, ...]]:
    async with context.database.transaction(AUTH_SERVICE, read_only=True) as tx:
        caller = await require_signed_in(context, request, tx)
        return caller, await _find(tx, caller)


async def _find(tx: Transaction, caller: SignedInCaller) -> tuple[Any, ...]:
    row = (await tx.run(queries.recovery_codes, (caller.account.id,))).one()
    if row is None:
        raise factors.factor_not_found_error()
    return row


async def _replace_codes(tx: Transaction, factor_id: UUID) -> list[str]:
    # 120 random bits each, so an unsalted hash reveals nothing.
    codes = [b32encode(secrets.token_bytes(15)).decode().lower() for _ in range(CODE_COUNT)]
    await tx.run(queries.replace_recovery_codes, (factor_id, [hash_token(code) for code in codes]))
    return codes


def _codes_response(
    request: Request, caller: SignedInCaller, factor_id: UUID, name: str, codes: list[str]
) -> Response:
    log_event("recovery codes generated", caller.account.id, request)
    factor = {"id": str(factor_id), "type": "recovery_code", "friendly_name": name, "total": len(codes)}
    return JSONResponse({**factor, "codes": codes})
