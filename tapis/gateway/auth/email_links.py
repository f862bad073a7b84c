"""Links in mails: confirming an address after sign-up, and replacing a forgotten password.

A link leads to a page of the shop and carries its token behind the `#`, which no server, log or Referer sees.
The page redeems it by POST when a person presses a button: mail scanners, which only open links, use none up,
and no address gives a session by being opened.
"""

import logging
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import quote, urlencode, urljoin, urlsplit

from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tapis.gateway import metrics
from tapis.gateway.auth import accounts, credentials, emails, mail_limits, rate_limits, sessions
from tapis.gateway.auth.accounts import Account
from tapis.gateway.auth.password_hashing import token_hash
from tapis.gateway.auth.request_body import read_body
from tapis.gateway.cache.negotiation import choose_language
from tapis.gateway.context import Context
from tapis.gateway.database import AUTH_SERVICE, Transaction
from tapis.gateway.database.named_queries import NamedQueries
from tapis.gateway.errors import AuthRefusal
from tapis.gateway.http.proxies import client_network
from tapis.gateway.mail import smtp
from tapis.gateway.security_log import record
from tapis.gateway.settings import Settings

log = logging.getLogger("tapis.gateway.auth")


queries = NamedQueries(__file__)


SIGN_UP, RECOVERY = "signup", "recovery"
SAFE = "/?:@&=+,;%"  # what a link to the shop may hold beside letters and digits
# The type that a client names → the statement that redeems such a link.
REDEEM: Mapping[str, str] = {
    SIGN_UP: queries.redeem_sign_up_link,
    "email": queries.redeem_sign_up_link,
    RECOVERY: queries.redeem_recovery_token,
}


@dataclass(frozen=True, slots=True)
class PreparedMail:
    """A mail with a link that was asked for, and the mail server that is ready to take it."""

    context: Context
    request: Request
    kind: str
    connection: smtp.Connection

    async def send(self, email: str) -> str:
        """Send the mail; returns what the database keeps of its token. Raises AuthRefusal, 500."""
        settings, token = await self.context.current_settings(), secrets.token_urlsafe(32)
        target = redirect_target(self.request, settings)
        link = f"{target}#{urlencode({'token_hash': token, 'type': self.kind})}"
        try:
            mail = emails.compose(
                settings, self.kind, await language_of(self.request, self.context), email, link
            )
            await self.connection.send(mail)
        except smtp.RecipientRefused as error:
            raise credentials.undeliverable_email(email) from error
        except (smtp.MailNotSent, ValueError) as error:
            raise await _not_sent(self.context, self.kind, email, error) from error
        return token_hash(token)


async def prepare_mail(context: Context, request: Request, kind: str, spelling: str) -> PreparedMail:
    """Count a mail to this address, and reach the mail server.

    The same for every address, so that neither answer nor time tell which are known.
    Raises AuthRefusal: 429, or 500 when the mail server can't be used.
    """
    await mail_limits.count_mail(context.database, spelling)
    try:
        connection = await smtp.connect(smtp.MailServer.of(context.settings.smtp_url))
    except smtp.MailNotSent as error:
        raise await _not_sent(context, kind, spelling, error) from error
    return PreparedMail(context, request, kind, connection)


async def store_sign_up_link(
    tx: Transaction, account: Account, digest: str, password_hash: str | None
) -> bool:
    """Let a link that was mailed confirm the address; False when the account was confirmed already."""
    params = (account.id, digest, account.email, password_hash)
    return (await tx.run(queries.store_sign_up_link, params)).count == 1


async def recover(context: Context, request: Request) -> Response:
    """POST /recover: a mail with a link, if the address is known; the answer never tells whether it is."""
    email = (await read_body(request, {"email": str}))["email"]
    if not email:
        raise AuthRefusal(400, "validation_failed", "Password recovery requires an email")
    return await _mail_if_known(context, request, RECOVERY, email)


async def resend(context: Context, request: Request) -> Response:
    """POST /resend: another confirmation, if one is awaited; the answer never tells whether."""
    body = await read_body(request, {"email": str, "type": str})
    if body["type"] != "signup":
        raise AuthRefusal(400, "validation_failed", "Only the mail of a sign-up can be sent again")
    return await _mail_if_known(context, request, SIGN_UP, body["email"])


async def _mail_if_known(context: Context, request: Request, kind: str, email: str) -> Response:
    email = credentials.checked_email(email)
    if not context.settings.smtp_url:
        text = "This site sends no mail; ask its owner for a new password"
        raise AuthRefusal(422, "feature_disabled", text)
    network = client_network(request, context.settings)
    await rate_limits.count(context.database, rate_limits.MAIL_REQUESTS, network)
    async with context.database.transaction(AUTH_SERVICE, read_only=True) as tx:
        match = await accounts.match_email(tx, email)
    delivery = await prepare_mail(context, request, kind, match.spelling)
    return JSONResponse({}, background=BackgroundTask(_send_if_known, delivery, match.account))


async def _send_if_known(delivery: PreparedMail, account: Account | None) -> None:
    """After the answer has left, so that its time tells nothing either.

    To the stored address, never to the spelling that was sent: another letter can be another person's domain.
    """
    if account is None or (delivery.kind == SIGN_UP and account.confirmed):
        await delivery.connection.close()
        return
    try:
        digest = await delivery.send(account.email)
    except AuthRefusal:
        return  # logged by then
    async with delivery.context.database.transaction(AUTH_SERVICE) as tx:
        if delivery.kind == SIGN_UP:
            await store_sign_up_link(tx, account, digest, None)
        else:
            await tx.run(queries.store_recovery_token, (account.id, digest, account.email))


async def _not_sent(context: Context, kind: str, spelling: str, error: Exception) -> AuthRefusal:
    """Log why, for the owner; the person may try again at once."""
    metrics.count("mail_failures")
    cause = str(error) if isinstance(error, smtp.MailNotSent) else "The address fits into no mail."
    log.error("mail not sent", extra={"cause": cause})
    await mail_limits.reset_mail_count(context.database, spelling)
    what = "confirmation" if kind == SIGN_UP else "recovery"
    return AuthRefusal(500, "unexpected_failure", f"Error sending {what} email")


async def language_of(request: Request, context: Context) -> str:
    """The language that the person chose in the shop, or that their browser asks for, or the shop's."""
    cookie, accepted = request.headers.get("cookie", ""), request.headers.get("accept-language", "")
    languages = (await context.shop.read()).default_language_first(emails.LANGUAGES)
    return choose_language(languages, cookie, accepted, f"{context.settings.brand.prefix}language")


async def verify(context: Context, request: Request) -> Response:
    """POST /verify: the session that a link gives, once."""
    body = await read_body(request, {"type": str, "token_hash": str, "token": str})
    redeem, token = REDEEM.get(body["type"]), body["token_hash"] or body["token"]
    async with context.database.transaction(AUTH_SERVICE) as tx:
        user_id = (await tx.run(redeem, (token_hash(token),))).value if redeem and token else None
        account = await accounts.find(tx, user_id) if user_id else None
        if account is None or account.banned:
            raise AuthRefusal(403, "otp_expired", "Token has expired or is invalid")
        await accounts.confirm_email(tx, account.id)
        session = await sessions.begin(tx, context, request, account, "otp")
    record("signed in", account.id, request, method=f"link of a {body['type']} mail")
    return JSONResponse(session)


def redirect_target(request: Request, settings: Settings) -> str:
    """Where a link in a mail leads: `redirect_to` if it is on our own site, else the first page."""
    home = settings.site_url.rstrip("/") or f"{request.url.scheme}://{request.url.netloc}"
    target = urljoin(home + "/", request.query_params.get("redirect_to", ""))
    asked, ours = urlsplit(target), urlsplit(home)
    if "\\" in target or (asked.scheme, asked.netloc) != (ours.scheme, ours.netloc):
        return home + "/"
    # A space would end the link in a text; what follows could be another address, with the token behind it.
    return home + quote(target.removeprefix(home).partition("#")[0], safe=SAFE)
