"""A visitor becomes a talent."""

import logging
from typing import Any
from uuid import UUID, uuid4

from psycopg.errors import Error as PostgresError
from psycopg.errors import UniqueViolation
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tapis.gateway.auth import accounts, email_links, rate_limits, sessions, validation
from tapis.gateway.auth.client_address import device
from tapis.gateway.auth.password_hashing import hash_in_turn
from tapis.gateway.auth.request_body import read_body
from tapis.gateway.context import Context
from tapis.gateway.database import AUTH_SERVICE, Transaction
from tapis.gateway.errors import AuthRefusal
from tapis.gateway.http.proxies import client_address, counted_as

log = logging.getLogger("tapis.gateway.auth")
FIELDS = {"email": str, "phone": str, "password": str, "data": dict}
REPLACE_UNPROVED = """
update auth.users set encrypted_password = $2, recovery_token = '', updated_at = now()
where id = $1 and email_confirmed_at is null returning id
"""


def taken() -> AuthRefusal:
    """Said before anything about the password, whatever that is."""
    return AuthRefusal(422, "user_already_exists", "Email address is already registered")


async def sign_up(context: Context, request: Request) -> Response:
    """POST /signup: a session at once, or only the person while the address waits to be confirmed."""
    body = await read_body(request, FIELDS)
    if not body["email"] and not body["phone"]:
        raise AuthRefusal(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled")
    address = counted_as(client_address(request, context.settings))
    await rate_limits.count(context.database, rate_limits.SIGN_UPS, address)
    known = await _known(context, body["email"])
    if known and (known.confirmed or not context.settings.smtp_url):
        raise taken()
    email = _checked(body)
    new = await _new_person(context, email, body)
    if not context.settings.smtp_url:
        await _save(context, new)
        return await _begin(context, request, email)
    # The mail first: when it can't be sent, no account is left behind that nobody can confirm.
    digest = await (await email_links.ask(context, request, email_links.SIGN_UP, email)).send()
    return JSONResponse((await _save(context, new, known, digest)).json())


async def _known(context: Context, email: str) -> accounts.Person | None:
    async with context.database.transaction(AUTH_SERVICE, read_only=True) as tx:
        return await accounts.find_by_email(tx, email)


def _checked(body: dict[str, Any]) -> str:
    """The address in lower case, if all of the request is as it must be; in the protocol's order."""
    if not body["password"]:
        raise AuthRefusal(400, "validation_failed", "Signup requires a valid password")
    validation.check_password(body["password"])
    if body["email"] and body["phone"]:
        text = "Only an email address or phone number should be provided on signup."
        raise AuthRefusal(400, "validation_failed", text)
    if body["phone"]:
        raise AuthRefusal(400, "phone_provider_disabled", "Phone signups are disabled")
    email = validation.checked_email(body["email"])
    validation.check_reachable(email)
    validation.check_metadata(body["data"] or {})
    return email


async def _new_person(context: Context, email: str, body: dict[str, Any]) -> accounts.NewPerson:
    confirmed, user_id = not context.settings.smtp_url, uuid4()
    metadata = {**(body["data"] or {}), **accounts.identity_data(user_id, email, verified=confirmed)}
    password_hash = await hash_in_turn(body["password"])
    return accounts.NewPerson(user_id, email, password_hash, confirmed, {}, metadata)


async def _save(
    context: Context, new: accounts.NewPerson, known: accounts.Person | None = None, digest: str | None = None
) -> accounts.Person:
    """Store the account; which role it gets is decided by the database, whatever the request names.

    `known` waits for its proof already; `digest` is of the link that was mailed.
    """
    user_id = known.id if known else new.id
    try:
        async with context.database.transaction(AUTH_SERVICE) as tx:
            await (_replace_password(tx, user_id, new.password_hash) if known else accounts.add(tx, new))
            if digest:
                await email_links.keep(tx, email_links.SIGN_UP, user_id, digest)
            person = await accounts.find(tx, user_id)
    except UniqueViolation as error:
        raise taken() from error
    except PostgresError as error:
        log.error("account was not saved", extra={"sqlstate": error.sqlstate})  # noqa: TRY400
        raise _not_saved() from error
    if person is None:
        raise _not_saved()
    return person


async def _replace_password(tx: Transaction, user_id: UUID, password_hash: str) -> None:
    """An account that nobody has confirmed: the link that was mailed now confirms the password given now.

    Unless it was confirmed while the mail was on its way: then it has an owner.
    """
    if not (await tx.run(REPLACE_UNPROVED, (user_id, password_hash))).rows:
        raise taken()


def _not_saved() -> AuthRefusal:
    return AuthRefusal(500, "unexpected_failure", "Database error saving new user")


async def _begin(context: Context, request: Request, email: str) -> Response:
    async with context.database.transaction(AUTH_SERVICE) as tx:
        person = await accounts.find_by_email(tx, email)
        if person is None:
            raise _not_saved()
        session, token = await sessions.start(tx, person, "password", device(request, context.settings))
        person = await accounts.find(tx, person.id) or person
    return JSONResponse(sessions.answer(context.keyring, context.settings, person, session, token))
