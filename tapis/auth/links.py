"""Links in mails: confirming an address after sign-up, and coming back after a forgotten password."""

import hashlib
import logging
import secrets
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from tapis.auth import attempts, letters, people, rules, sessions
from tapis.auth.body import read_body
from tapis.auth.origin import device, safe_target, site
from tapis.context import Context
from tapis.database import AUTH_SERVICE
from tapis.errors import AuthRefusal

log = logging.getLogger("tapis.auth")


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of link: its name, its mail, and the statements that keep and take back its token."""

    name: str
    letter: letters.Letter
    store: str
    redeem: str


def _kind(name: str, letter: letters.Letter, column: str, good_for: str) -> Kind:
    """`column` is one of two names written below, never a caller's text."""
    store = f"update auth.users set {column}_token = $2, {column}_sent_at = now() where id = $1"
    redeem = f"""
    update auth.users set {column}_token = ''
    where {column}_token = $1 and {column}_sent_at > now() - interval '{good_for}' returning id
    """
    return Kind(name, letter, store, redeem)


SIGN_UP = _kind("signup", letters.CONFIRMATION, "confirmation", "24 hours")
RECOVERY = _kind("recovery", letters.RECOVERY, "recovery", "1 hour")
KINDS = {"signup": SIGN_UP, "email": SIGN_UP, "recovery": RECOVERY}


async def ask_to_confirm(context: Context, request: Request, email: str) -> Response:
    """Send the first or another confirmation; answers with the person, who is not signed in yet."""
    await attempts.count(context.database, attempts.MAILS, email)
    person = await _send(context, request, SIGN_UP, email)
    if person is None:
        raise AuthRefusal(500, "unexpected_failure", "Database error saving new user")
    return JSONResponse(person.json())


async def recover(context: Context, request: Request) -> Response:
    """POST /recover: a mail with a link, if the address is known; the answer never tells whether it is."""
    email = (await read_body(request, {"email": str}))["email"]
    if not email:
        raise AuthRefusal(400, "validation_failed", "Password recovery requires an email")
    email = rules.checked_email(email)
    if not context.settings.smtp_url:
        text = "This site sends no mail; ask its owner for a new password"
        raise AuthRefusal(422, "feature_disabled", text)
    await attempts.count(context.database, attempts.MAILS, email)
    return JSONResponse({}, background=BackgroundTask(_send_quietly, context, request, email))


async def _send_quietly(context: Context, request: Request, email: str) -> None:
    """After the answer has left, so that its time tells nothing either."""
    try:
        await _send(context, request, RECOVERY, email)
    except AuthRefusal:
        log.warning("recovery mail was not sent")


async def _send(context: Context, request: Request, kind: Kind, email: str) -> people.Person | None:
    token = secrets.token_urlsafe(32)
    async with context.database.transaction(AUTH_SERVICE) as tx:
        person = await people.find_by_email(tx, email)
        if person is None:
            return None
        await tx.run(kind.store, (person.id, _digest(token)))
        person = await people.find(tx, person.id)
    target = safe_target(request, context.settings)
    query = urlencode({"token": token, "type": kind.name, "redirect_to": target})
    link = f"{site(request, context.settings)}/auth/v1/verify?{query}"
    await letters.send(context.settings, kind.letter, email, link)
    return person


async def follow(context: Context, request: Request) -> Response:
    """GET /verify: to our own site, with the session or what went wrong behind the `#`."""
    if request.method == "HEAD":
        # Whoever only looks whether the address is there (mail scanners do) must not use the link up.
        return Response()
    target, kind = safe_target(request, context.settings), request.query_params.get("type", "")
    session = await _redeem(context, request, kind, request.query_params.get("token", ""))
    if session is None:
        problem = {
            "error": "access_denied",
            "error_code": "otp_expired",
            "error_description": "Email link is invalid or has expired",
        }
        return RedirectResponse(f"{target}#{urlencode(problem)}", 303)
    told = ("access_token", "expires_at", "expires_in", "refresh_token", "token_type")
    fragment = urlencode({**{key: session[key] for key in told}, "type": KINDS[kind].name})
    return RedirectResponse(f"{target}#{fragment}", 303)


async def verify(context: Context, request: Request) -> Response:
    """POST /verify: the same for a client that holds the link's token itself."""
    body = await read_body(request, {"type": str, "token_hash": str, "token": str})
    session = await _redeem(context, request, body["type"], body["token_hash"] or body["token"])
    if session is None:
        raise AuthRefusal(403, "otp_expired", "Token has expired or is invalid")
    return JSONResponse(session)


async def _redeem(context: Context, request: Request, kind: str, token: str) -> dict[str, Any] | None:
    """The session that a link gives, once; None when it gives none."""
    if kind not in KINDS or not token:
        return None
    async with context.database.transaction(AUTH_SERVICE) as tx:
        user_id = (await tx.run(KINDS[kind].redeem, (_digest(token),))).value
        person = await people.find(tx, user_id) if user_id else None
        if person is None or person.banned:
            return None
        await people.confirm(tx, person.id)
        session, refresh_token = await sessions.start(tx, person, "otp", device(request, context.settings))
        person = await people.find(tx, person.id) or person
    return sessions.answer(context.keyring, context.settings, person, session, refresh_token)


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
