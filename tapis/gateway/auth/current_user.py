"""Endpoints of the current user: get, update, sign out."""

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tapis.gateway.auth import accounts, credentials, rate_limits, sessions
from tapis.gateway.auth.accounts import Account
from tapis.gateway.auth.bearer import (
    SignedInCaller,
    require_signed_in,
    require_signed_in_caller,
    signed_in_transaction,
)
from tapis.gateway.auth.password_hashing import hash_password_queued, verify_password_queued
from tapis.gateway.auth.request_body import parse_json_body
from tapis.gateway.context import Context
from tapis.gateway.database import AUTH_SERVICE
from tapis.gateway.errors import AuthRefusal
from tapis.gateway.security_log import log_event
from tapis.gateway.tokens.claims import AUDIENCE

FIELDS = {
    "email": str, "phone": str, "password": str, "current_password": str, "data": dict, "app_metadata": dict,
}  # fmt: skip
SCOPES = ("global", "local", "others")


async def get_user(context: Context, request: Request) -> Response:
    caller = await require_signed_in_caller(context, request)
    if request.headers.get("x-jwt-aud", AUDIENCE) != AUDIENCE:
        raise AuthRefusal(400, "validation_failed", "Token audience doesn't match request audience")
    return JSONResponse(caller.account.json())


async def update_user(context: Context, request: Request) -> Response:
    """PUT /user: change metadata or password. Roles are managed by the database."""
    caller = await require_signed_in_caller(context, request)
    body = await parse_json_body(request, FIELDS)
    user_id = caller.account.id
    if body["password"] or body["email"]:
        await rate_limits.count_attempt(context.database, rate_limits.ACCOUNT_CHANGES, str(user_id))
    _refuse_unsupported(caller.account, body)
    password_hash = await _new_password_hash(caller, body) if body["password"] else None
    async with signed_in_transaction(context, request) as (tx, caller):
        if body["data"]:
            await accounts.merge_metadata(tx, user_id, body["data"], None)
            merged = await accounts.find(tx, user_id) or caller.account
            credentials.require_small_metadata(merged.row["user_metadata"])
        ended: list[str] = []
        if password_hash:
            await accounts.set_password(tx, user_id, password_hash)
            ended = await sessions.end(tx, "others", user_id, caller.session.id)
        account = await accounts.find(tx, user_id) or caller.account
    if password_hash:
        log_event("password changed", user_id, request)
    await context.keyring.end_sessions(ended)
    return JSONResponse(account.json())


def _refuse_unsupported(account: Account, body: dict[str, Any]) -> None:
    if body["app_metadata"] is not None:
        raise AuthRefusal(403, "not_admin", "Updating app_metadata requires admin privileges")
    if body["phone"]:
        raise AuthRefusal(400, "phone_provider_disabled", "Phone signups are disabled")
    if body["email"] and credentials.parse_email(body["email"]) != account.email:
        # A new address would have to be confirmed by mail. Other accounts with it are not looked up.
        text = "The email address of an account is changed by the owner of this site"
        raise AuthRefusal(422, "feature_disabled", text)


async def _new_password_hash(caller: SignedInCaller, body: dict[str, Any]) -> str:
    """Hash a new password. Requires the second factor, and unless signed in recently the old password."""
    account, password = caller.account, body["password"]
    if account.has_second_factor and not caller.has_aal2:
        text = "AAL2 session is required to update email or password when MFA is enabled."
        raise AuthRefusal(401, "insufficient_aal", text)
    credentials.validate_new_password(password, refuse_common=account.privileged)
    current = body["current_password"]
    if current and not (await verify_password_queued(current, account.password_hash)).matches:
        raise AuthRefusal(400, "invalid_credentials", "Invalid login credentials")
    if not current and not caller.signed_in_recently:
        text = "Current password required when setting new password."
        raise AuthRefusal(400, "current_password_required", text)
    if (await verify_password_queued(password, account.password_hash)).matches:
        text = "New password should be different from the old password."
        raise AuthRefusal(422, "same_password", text)
    return await hash_password_queued(password)


async def sign_out(context: Context, request: Request) -> Response:
    """POST /logout: end this session (`local`), all but this (`others`), or all (`global`). 204."""
    scope = request.query_params.get("scope") or "global"
    async with context.database.transaction(AUTH_SERVICE) as tx:
        caller = await require_signed_in(context, request, tx)
        if scope not in SCOPES:
            raise AuthRefusal(400, "validation_failed", f'Unsupported logout scope "{scope}"')
        ended = await sessions.end(tx, scope, caller.account.id, caller.session.id)
    log_event("signed out", caller.account.id, request, scope=scope)
    await context.keyring.end_sessions(ended)
    return Response(status_code=204)
