"""Links in mails: confirming an address after sign-up, and coming back after a forgotten password.

A link leads to a page of the shop and carries its token behind the `#`, which no server, log or Referer sees.
The page redeems it by POST when a person presses a button: whoever only opens links, as mail scanners do,
uses none up.
"""

import hashlib
import logging
import secrets
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from tapis.gateway import metrics
from tapis.gateway.auth import accounts, emails, rate_limits, sessions, smtp, validation
from tapis.gateway.auth.client_address import device, safe_target
from tapis.gateway.auth.request_body import read_body
from tapis.gateway.cache.negotiation import choose_language
from tapis.gateway.context import Context
from tapis.gateway.database import AUTH_SERVICE, Transaction
from tapis.gateway.errors import AuthRefusal
from tapis.gateway.http.proxies import client_address, counted_as

log = logging.getLogger("tapis.gateway.auth")
GOOD_FOR = "1 hour"


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of link: its name, its mail, and the statements that keep and take back its token."""

    name: str
    words: emails.Words
    store: str
    redeem: str


def _kind(name: str, words: emails.Words, column: str) -> Kind:
    """`column` is one of two names written below, never a caller's text."""
    store = f"update auth.users set {column}_token = $2, {column}_sent_at = now() where id = $1"
    redeem = f"""
    update auth.users set {column}_token = ''
    where {column}_token = $1 and {column}_sent_at > now() - interval '{GOOD_FOR}' returning id
    """
    return Kind(name, words, store, redeem)


SIGN_UP = _kind("signup", emails.CONFIRMATION, "confirmation")
RECOVERY = _kind("recovery", emails.RECOVERY, "recovery")
KINDS = {"signup": SIGN_UP, "email": SIGN_UP, "recovery": RECOVERY}


@dataclass(frozen=True, slots=True)
class Asked:
    """Somebody's wish for a mail with a link, and the mail server that waits for it."""

    context: Context
    request: Request
    kind: Kind
    email: str
    conversation: smtp.Conversation

    async def send(self) -> str:
        """Hand the mail over; returns what the database keeps of its token. Raises AuthRefusal, 500."""
        settings, token = self.context.settings, secrets.token_urlsafe(32)
        target = safe_target(self.request, settings)
        link = f"{target}#{urlencode({'token_hash': token, 'type': self.kind.name})}"
        try:
            mail = emails.compose(settings, self.kind.words, _language(self), self.email, link)
            await self.conversation.hand_over(mail)
        except smtp.RecipientRefused as error:
            raise validation.not_reachable(self.email) from error
        except (smtp.MailNotSent, ValueError) as error:
            raise await _not_sent(self.context, self.kind, self.email, error) from error
        return _digest(token)


async def ask(context: Context, request: Request, kind: Kind, email: str) -> Asked:
    """Reach the mail server, if it is this address's turn again.

    The same for every address, so that neither answer nor time tell which are known.
    Raises AuthRefusal: 429, or 500 when the mail server can't be used.
    """
    for limit in (rate_limits.MAILS, rate_limits.MAILS_AN_HOUR):
        await rate_limits.count(context.database, limit, email)
    try:
        conversation = await smtp.reach(smtp.MailServer.of(context.settings.smtp_url))
    except smtp.MailNotSent as error:
        raise await _not_sent(context, kind, email, error) from error
    return Asked(context, request, kind, email, conversation)


async def keep(tx: Transaction, kind: Kind, user_id: UUID, digest: str) -> None:
    """From now on the link that was mailed last is the one that counts."""
    await tx.run(kind.store, (user_id, digest))


async def recover(context: Context, request: Request) -> Response:
    """POST /recover: a mail with a link, if the address is known; the answer never tells whether it is."""
    email = (await read_body(request, {"email": str}))["email"]
    if not email:
        raise AuthRefusal(400, "validation_failed", "Password recovery requires an email")
    return await _mail_if_known(context, request, RECOVERY, email)


async def resend(context: Context, request: Request) -> Response:
    """POST /resend: another confirmation, if somebody waits for one; the answer never tells whether."""
    body = await read_body(request, {"email": str, "type": str})
    if body["type"] != "signup":
        raise AuthRefusal(400, "validation_failed", "Only the mail of a sign-up can be sent again")
    return await _mail_if_known(context, request, SIGN_UP, body["email"])


async def _mail_if_known(context: Context, request: Request, kind: Kind, email: str) -> Response:
    email = validation.checked_email(email)
    if not context.settings.smtp_url:
        text = "This site sends no mail; ask its owner for a new password"
        raise AuthRefusal(422, "feature_disabled", text)
    address = counted_as(client_address(request, context.settings))
    await rate_limits.count(context.database, rate_limits.MAIL_WISHES, address)
    asked = await ask(context, request, kind, email)
    return JSONResponse({}, background=BackgroundTask(_send_if_known, asked))


async def _send_if_known(asked: Asked) -> None:
    """After the answer has left, so that its time tells nothing either."""
    database = asked.context.database
    async with database.transaction(AUTH_SERVICE, read_only=True) as tx:
        person = await accounts.find_by_email(tx, asked.email)
    if person is None or (asked.kind is SIGN_UP and person.confirmed):
        await asked.conversation.leave()
        return
    try:
        digest = await asked.send()
    except AuthRefusal:
        return  # the log has it
    async with database.transaction(AUTH_SERVICE) as tx:
        await keep(tx, asked.kind, person.id, digest)


async def _not_sent(context: Context, kind: Kind, email: str, error: Exception) -> AuthRefusal:
    """Tell the owner why; the person may try again at once."""
    metrics.count("mail_failures")
    cause = str(error) if isinstance(error, smtp.MailNotSent) else "The address fits into no mail."
    log.error("a mail was not sent", extra={"cause": cause})
    await rate_limits.forget(context.database, rate_limits.MAILS, email)
    what = "confirmation" if kind is SIGN_UP else "recovery"
    return AuthRefusal(500, "unexpected_failure", f"Error sending {what} email")


def _language(asked: Asked) -> str:
    """The language that the person chose in the shop, or that their browser speaks."""
    headers, brand = asked.request.headers, asked.context.settings.brand
    chosen, spoken = headers.get("cookie", ""), headers.get("accept-language", "")
    return choose_language(emails.LANGUAGES, chosen, spoken, f"{brand.prefix}language")


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
        person = await accounts.find(tx, user_id) if user_id else None
        if person is None or person.banned:
            return None
        await accounts.confirm(tx, person.id)
        session, refresh_token = await sessions.start(tx, person, "otp", device(request, context.settings))
        person = await accounts.find(tx, person.id) or person
    return sessions.answer(context.keyring, context.settings, person, session, refresh_token)


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
