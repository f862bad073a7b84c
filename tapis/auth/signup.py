"""A visitor becomes a talent."""

import logging
from typing import Any
from uuid import uuid4

from psycopg.errors import Error as PostgresError
from psycopg.errors import UniqueViolation
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tapis.auth import attempts, links, people, rules, sessions
from tapis.auth.body import read_body
from tapis.auth.origin import client_address, counted_as, device
from tapis.auth.passwords import hash_in_turn
from tapis.context import Context
from tapis.database import AUTH_SERVICE
from tapis.errors import AuthRefusal

log = logging.getLogger("tapis.auth")
FIELDS = {"email": str, "phone": str, "password": str, "data": dict}


def taken() -> AuthRefusal:
    """Said before anything about the password, whatever that is."""
    return AuthRefusal(422, "user_already_exists", "Email address is already registered")


async def sign_up(context: Context, request: Request) -> Response:
    """POST /signup: a session at once, or only the person while the address waits to be confirmed."""
    body = await read_body(request, FIELDS)
    if not body["email"] and not body["phone"]:
        raise AuthRefusal(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled")
    address = counted_as(client_address(request, context.settings))
    await attempts.count(context.database, attempts.SIGN_UPS, address)
    known = await _known(context, body["email"])
    if known and (known.confirmed or not context.settings.smtp_url):
        raise taken()
    email = _checked(body)
    password_hash = await hash_in_turn(body["password"])
    if known:
        await _replace_password(context, known, password_hash)
    else:
        await _make(context, email, password_hash, body["data"] or {})
    if context.settings.smtp_url:
        return await links.ask_to_confirm(context, request, email)
    return await _begin(context, request, email)


async def _known(context: Context, email: str) -> people.Person | None:
    async with context.database.transaction(AUTH_SERVICE, read_only=True) as tx:
        return await people.find_by_email(tx, email)


def _checked(body: dict[str, Any]) -> str:
    """The address in lower case, if all of the request is as it must be; in the protocol's order."""
    if not body["password"]:
        raise AuthRefusal(400, "validation_failed", "Signup requires a valid password")
    rules.check_password(body["password"])
    if body["email"] and body["phone"]:
        text = "Only an email address or phone number should be provided on signup."
        raise AuthRefusal(400, "validation_failed", text)
    if body["phone"]:
        raise AuthRefusal(400, "phone_provider_disabled", "Phone signups are disabled")
    email = rules.checked_email(body["email"])
    rules.check_reachable(email)
    rules.check_metadata(body["data"] or {})
    return email


async def _replace_password(context: Context, known: people.Person, password_hash: str) -> None:
    """An account that nobody has confirmed: the link that is mailed now confirms the password given now."""
    async with context.database.transaction(AUTH_SERVICE) as tx:
        await people.store_password(tx, known.id, password_hash)


async def _make(context: Context, email: str, password_hash: str, data: dict[str, Any]) -> None:
    """Store the account; which role it gets is decided by the database, whatever `data` names."""
    confirmed, user_id = not context.settings.smtp_url, uuid4()
    metadata = {**data, **people.identity_data(user_id, email, verified=confirmed)}
    new = people.NewPerson(user_id, email, password_hash, confirmed, {}, metadata)
    try:
        async with context.database.transaction(AUTH_SERVICE) as tx:
            await people.add(tx, new)
    except UniqueViolation as error:
        raise taken() from error
    except PostgresError as error:
        log.error("account was not saved", extra={"sqlstate": error.sqlstate})  # noqa: TRY400
        raise AuthRefusal(500, "unexpected_failure", "Database error saving new user") from error


async def _begin(context: Context, request: Request, email: str) -> Response:
    async with context.database.transaction(AUTH_SERVICE) as tx:
        person = await people.find_by_email(tx, email)
        if person is None:
            raise AuthRefusal(500, "unexpected_failure", "Database error saving new user")
        session, token = await sessions.start(tx, person, "password", device(request, context.settings))
        person = await people.find(tx, person.id) or person
    return JSONResponse(sessions.answer(context.keyring, context.settings, person, session, token))
