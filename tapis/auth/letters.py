"""Mails: what they say, in both languages, and how they leave."""

import asyncio
import logging
import smtplib
import ssl
from dataclasses import dataclass
from email.message import EmailMessage
from urllib.parse import unquote, urlsplit

from tapis.errors import AuthRefusal
from tapis.settings import Settings

log = logging.getLogger("tapis.auth")
SECONDS = 10


@dataclass(frozen=True, slots=True)
class Letter:
    """A kind of mail; `{brand}` and `{link}` are filled in."""

    subject: str
    text: str


CONFIRMATION = Letter(
    "{brand}: please confirm your email address",
    """Welcome to {brand}.

Please confirm your email address by opening this link within 24 hours:
{link}

If you did not sign up, you need not do anything.

---
Selamat datang di {brand}.

Silakan konfirmasi alamat email Anda dengan membuka tautan di atas dalam 24 jam.
Jika Anda tidak mendaftar, abaikan surel ini.
""",
)
RECOVERY = Letter(
    "{brand}: set a new password",
    """Somebody, hopefully you, asked for a new password at {brand}.

Set it by opening this link within one hour:
{link}

If it was not you, you need not do anything: your password stays as it is.

---
Seseorang, semoga Anda sendiri, meminta kata sandi baru di {brand}.

Buka tautan di atas dalam satu jam untuk membuatnya.
Jika bukan Anda, abaikan surel ini: kata sandi Anda tidak berubah.
""",
)


async def send(settings: Settings, letter: Letter, to: str, link: str) -> None:
    """Hand a mail to the mail server. Raises AuthRefusal, 500, when it does not take it."""
    facts = {"brand": settings.brand.name, "link": link}
    message = EmailMessage()
    message["From"] = sender(settings)
    message["To"] = to
    message["Subject"] = letter.subject.format(**facts)
    message.set_content(letter.text.format(**facts))
    try:
        await asyncio.to_thread(_deliver, settings.smtp_url, message)
    except (OSError, smtplib.SMTPException) as error:
        # Without the error's text: it can name the recipient.
        log.error("mail was not taken", extra={"cause": type(error).__name__})  # noqa: TRY400
        raise AuthRefusal(500, "unexpected_failure", "Error sending confirmation email") from error


def sender(settings: Settings) -> str:
    """Who the mails are from: the setting, or the mail server's user."""
    return settings.smtp_from or unquote(urlsplit(settings.smtp_url).username or "")


def _deliver(smtp_url: str, message: EmailMessage) -> None:
    """Speak SMTP; a password is only ever sent over an encrypted connection, or to this very machine."""
    url = urlsplit(smtp_url)
    host, secure = url.hostname or "localhost", url.scheme == "smtps"
    context = ssl.create_default_context()
    if secure:
        server: smtplib.SMTP = smtplib.SMTP_SSL(host, url.port or 465, timeout=SECONDS, context=context)
    else:
        server = smtplib.SMTP(host, url.port or 587, timeout=SECONDS)
    with server:
        server.ehlo()
        if not secure and server.has_extn("starttls"):
            server.starttls(context=context)
            server.ehlo()
            secure = True
        if url.username and (secure or host in {"localhost", "127.0.0.1", "::1"}):
            server.login(unquote(url.username), unquote(url.password or ""))
        server.send_message(message)
