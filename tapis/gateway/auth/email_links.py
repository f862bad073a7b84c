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
from tapis.gateway.auth.password_hashing import hash_token
from tapis.gateway.auth.request_body import parse_json_body
from tapis.gateway.context import Context
from tapis.gateway.database import AUTH_SERVICE, Transaction
from tapis.gateway.database.named_queries import NamedQueries
from tapis.gateway.errors import AuthRefusal
from tapis.gateway.http.proxies import client_network
from tapis.gateway.mail import smtp
from tapis.gateway.security_log import log_event
from tapis.gateway.settings import Settings

log = logging.getLogger("tapis.gateway.auth")

queries = NamedQueries(__file__)

SIGN_UP, RECOVERY = "signup", "recovery"
SAFE = "/?:@&=+,;%"  # left unescaped in a link, besides letters and digits
# The `type` that a client sends → the statement that redeems the link.
REDEEM: Mapping[str, str] = {
    SIGN_UP: queries.redeem_sign_up_link,
    "email": queries.redeem_sign_up_link,
    RECOVERY: queries.redeem_recovery_token,
}


@dataclass(frozen=True, slots=True)
class PreparedMail:
    """A requested mail with a link, and an open connection to the mail server."""

    context: Context
    request: Request
    kind: str
    connection: smtp.SmtpConnection

    async def send(self, email: str) -> str:
        """Send the mail; returns the hash of its token to store. Raises AuthRefusal, 500."""
        settings, token = await self.context.current_settings(), secrets.token_urlsafe(32)
        target = _safe_redirect_target(self.request, settings)
        link = f"{target}#{urlencode({'token_hash': token, 'type': self.kind})}"
        try:
            mail = emails.compose(
                settings, self.kind, await choose_mail_language(self.request, self.context), email, link
            )
            await self.connection.send(mail)
        except smtp.RecipientRefused as error:
            raise credentials.undeliverable_email_error(email) from error
        except (smtp.MailNotSent, ValueError) as error:
            raise await _mail_failure(self.context, self.kind, email, error) from error
        return hash_token(token)


async def prepare_mail(context: Context, request: Request, kind: str, canonical_email: str) -> PreparedMail:
    """Count a mail to this address, and connect to the mail server.

    Works alike for every address, so that neither response nor timing reveals which are registered.
    Raises AuthRefusal: 429, or 500 when the mail server is unavailable.
    """
    await mail_limits.enforce_mail_limit(context.database, canonical_email)
    try:
        connection = await smtp.connect(smtp.MailServer.of(context.settings.smtp_url))
    except smtp.MailNotSent as error:
        raise await _mail_failure(context, kind, canonical_email, error) from error
    return PreparedMail(context, request, kind, connection)


async def store_sign_up_link(
    tx: Transaction, account: Account, digest: str, password_hash: str | None
) -> bool:
    """Store the hash of a mailed confirmation link; False when the account is confirmed or banned."""
    params = (account.id, digest, account.email, password_hash)
    return (await tx.run(queries.store_sign_up_link, params)).count == 1


async def recover(context: Context, request: Request) -> Response:
    """POST /recover: mail a link if the address is registered; the response is the same if not."""
    email = (await parse_json_body(request, {"email": str}))["email"]
    if not email:
        raise AuthRefusal(400, "validation_failed", "Password recovery requires an email")
    return await _mail_if_known(context, request, RECOVERY, email)


async def resend(context: Context, request: Request) -> Response:
    """POST /resend: mail another confirmation link if one is pending; same response if not."""
    body = await parse_json_body(request, {"email": str, "type": str})
    if body["type"] != "signup":
        raise AuthRefusal(400, "validation_failed", "Only the mail of a sign-up can be sent again")
    return await _mail_if_known(context, request, SIGN_UP, body["email"])


async def _mail_if_known(context: Context, request: Request, kind: str, email: str) -> Response:
    email = credentials.parse_email(email)
    if not context.settings.smtp_url:
        text = "This site sends no mail; ask its owner for a new password"
        raise AuthRefusal(422, "feature_disabled", text)
    network = client_network(request, context.settings)
    await rate_limits.count_attempt(context.database, rate_limits.MAIL_REQUESTS, network)
    async with context.database.transaction(AUTH_SERVICE, read_only=True) as tx:
        match = await accounts.match_email(tx, email)
    mail = await prepare_mail(context, request, kind, match.canonical_email)
    return JSONResponse({}, background=BackgroundTask(_send_if_known, mail, match.account))


async def _send_if_known(mail: PreparedMail, account: Account | None) -> None:
    """Runs after the response, so that its timing reveals nothing either.

    Sends to the stored address, never to the spelling in the request, which can be another person's domain.
    """
    if account is None or account.banned or (mail.kind == SIGN_UP and account.confirmed):
        await mail.connection.close()
        return
    try:
        digest = await mail.send(account.email)
    except AuthRefusal:
        return  # already logged
    async with mail.context.database.transaction(AUTH_SERVICE) as tx:
        if mail.kind == SIGN_UP:
            await store_sign_up_link(tx, account, digest, None)
        else:
            await tx.run(queries.store_recovery_token, (account.id, digest, account.email))


async def _mail_failure(context: Context, kind: str, canonical_email: str, error: Exception) -> AuthRefusal:
    """Log the cause; the user may try again at once."""
    metrics.count_event("mail_failures")
    cause = str(error) if isinstance(error, smtp.MailNotSent) else "The address fits into no mail."
    log.error("mail not sent", extra={"cause": cause})
    await mail_limits.reset_mail_limit(context.database, canonical_email)
    purpose = "confirmation" if kind == SIGN_UP else "recovery"
    return AuthRefusal(500, "unexpected_failure", f"Error sending {purpose} email")


async def choose_mail_language(request: Request, context: Context) -> str:
    cookie, accepted = request.headers.get("cookie", ""), request.headers.get("accept-language", "")
    return (await context.shop.read()).choose_language(emails.LANGUAGES, cookie, accepted)


async def verify(context: Context, request: Request) -> Response:
    """POST /verify: exchange the token of a link for a session, once."""
    body = await parse_json_body(request, {"type": str, "token_hash": str, "token": str})
    redeem, token = REDEEM.get(body["type"]), body["token_hash"] or body["token"]
    async with context.database.transaction(AUTH_SERVICE) as tx:
        user_id = (await tx.run(redeem, (hash_token(token),))).value if redeem and token else None
        account = await accounts.find(tx, user_id) if user_id else None
        if account is None or account.banned:
            raise AuthRefusal(403, "otp_expired", "Token has expired or is invalid")
        await accounts.confirm_email(tx, account.id)
        session = await sessions.begin(tx, context, request, account, "otp")
    log_event("signed in", account.id, request, method=f"link of a {body['type']} mail")
    return JSONResponse(session)


def _safe_redirect_target(request: Request, settings: Settings) -> str:
    """The target of a link in a mail: `redirect_to` if it has the shop's origin, else the home page."""
    home = settings.site_url
    target = urljoin(home + "/", request.query_params.get("redirect_to", ""))
    requested, site = urlsplit(target), urlsplit(home)
    if "\\" in target or (requested.scheme, requested.netloc) != (site.scheme, site.netloc):
        return home + "/"
    # A space would end the link in plain text; the rest could form another URL, with the token appended.
    return home + quote(target.removeprefix(home).partition("#")[0], safe=SAFE)
