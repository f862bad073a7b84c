"""What a person does with their own account: look, change, sign out."""

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tapis.gateway.auth import accounts, sessions, validation
from tapis.gateway.auth.bearer import SignedIn, check_audience, signed_in
from tapis.gateway.auth.password_hashing import hash_in_turn, verify_in_turn
from tapis.gateway.auth.request_body import read_body
from tapis.gateway.context import Context
from tapis.gateway.database import AUTH_SERVICE, Transaction
from tapis.gateway.errors import AuthRefusal

FIELDS = {"email": str, "phone": str, "password": str, "data": dict, "app_metadata": dict}
SCOPES = ("global", "local", "others")


async def show(context: Context, request: Request) -> Response:
    """GET /user: who the token belongs to, as it is now."""
    async with context.database.transaction(AUTH_SERVICE, read_only=True) as tx:
        person = (await signed_in(context, request, tx)).person
    check_audience(request, person)
    return JSONResponse(person.json())


async def change(context: Context, request: Request) -> Response:
    """PUT /user: other metadata, another password. Roles are the database's business."""
    async with context.database.transaction(AUTH_SERVICE, read_only=True) as tx:
        asking = await signed_in(context, request, tx)
    body = await read_body(request, FIELDS)
    await _check(context, asking.person, body)
    password_hash = await _new_password(asking.person, body["password"])
    async with context.database.transaction(AUTH_SERVICE) as tx:
        if body["data"]:
            await accounts.merge(tx, asking.person.id, body["data"], None)
        ended = await _replace_password(tx, asking, password_hash)
        person = await accounts.find(tx, asking.person.id) or asking.person
    await context.keyring.end_sessions(ended)
    return JSONResponse(person.json())


async def _replace_password(tx: Transaction, asking: SignedIn, password_hash: str | None) -> list[str]:
    """Store it and end the person's other sessions; returns those."""
    if not password_hash:
        return []
    await accounts.store_password(tx, asking.person.id, password_hash)
    return await sessions.end(tx, "others", asking.person.id, asking.session_id)


async def _check(context: Context, person: accounts.Person, body: dict[str, Any]) -> None:
    if body["app_metadata"] is not None:
        raise AuthRefusal(403, "not_admin", "Updating app_metadata requires admin privileges")
    if body["phone"]:
        raise AuthRefusal(400, "phone_provider_disabled", "Phone signups are disabled")
    if body["data"]:
        validation.check_metadata(person.row["user_metadata"], body["data"])
    if body["email"] and validation.checked_email(body["email"]) != person.email:
        await _refuse_other_email(context, body["email"])


async def _refuse_other_email(context: Context, email: str) -> None:
    """An address is proved by a mail to it, so only the shop's owner may set another one."""
    async with context.database.transaction(AUTH_SERVICE, read_only=True) as tx:
        if await accounts.find_by_email(tx, email):
            raise validation.email_taken()
    text = "The email address of an account is changed by the owner of this site"
    raise AuthRefusal(422, "feature_disabled", text)


async def _new_password(person: accounts.Person, password: str) -> str | None:
    """The hash of a new password, or None when none is asked for."""
    if not password:
        return None
    validation.check_password(password)
    if (await verify_in_turn(password, person.password_hash)).fits:
        text = "New password should be different from the old password."
        raise AuthRefusal(422, "same_password", text)
    return await hash_in_turn(password)


async def sign_out(context: Context, request: Request) -> Response:
    """POST /logout: end this session (`local`), all but this (`others`), or all (`global`). 204."""
    scope = request.query_params.get("scope") or "global"
    async with context.database.transaction(AUTH_SERVICE) as tx:
        asking: SignedIn = await signed_in(context, request, tx)
        if scope not in SCOPES:
            raise AuthRefusal(400, "validation_failed", f'Unsupported logout scope "{scope}"')
        ended = await sessions.end(tx, scope, asking.person.id, asking.session_id)
    await context.keyring.end_sessions(ended)
    return Response(status_code=204)
