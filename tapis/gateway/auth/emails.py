"""Mails: their texts in the reader's language, as plain text and as simple HTML.

The HTML has no picture, no style sheet and no colour but the button's, so that it reads well in the dark, and
nothing of it is fetched from anywhere when it is opened.
"""

import html
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import make_msgid, parseaddr
from urllib.parse import unquote, urlsplit

from tapis.gateway.auth.credentials import EMAIL
from tapis.gateway.settings import Brand, SettingRefused, Settings

LANGUAGES = ("en", "id")
CONTROL = re.compile(r"[\x00-\x1f\x7f]")  # would end a header and begin another
BUTTON = ("#5a0f1f", "#ffffff")
COLOUR = "maroon"  # the brand's, if it has one


@dataclass(frozen=True, slots=True)
class Template:
    """The texts of one kind of mail in one language; `{brand}` is filled in."""

    subject: str
    why: str
    ask: str
    button: str
    otherwise: str


@dataclass(frozen=True, slots=True)
class Phrases:
    by_hand: str
    validity: str


Words = Mapping[str, Template]

PHRASES = {
    "en": Phrases(
        "If the button does nothing, open this address:", "The link works once, and for one hour only."
    ),
    "id": Phrases(
        "Jika tombol tidak berfungsi, buka alamat ini:",
        "Tautan ini berlaku satu kali, hanya selama satu jam.",
    ),
}
CONFIRMATION: Words = {
    "en": Template(
        "{brand}: please confirm your email address",
        "Welcome to {brand}.",
        "Please confirm that this email address is yours:",
        "Confirm my email address",
        "If you did not sign up at {brand}, you need not do anything.",
    ),
    "id": Template(
        "{brand}: mohon konfirmasi alamat email Anda",
        "Selamat datang di {brand}.",
        "Silakan konfirmasi bahwa alamat email ini milik Anda:",
        "Konfirmasi alamat email saya",
        "Jika Anda tidak mendaftar di {brand}, abaikan saja email ini.",
    ),
}
RECOVERY: Words = {
    "en": Template(
        "{brand}: set a new password",
        "Somebody, hopefully you, has forgotten the password for your account at {brand}.",
        "Choose a new one here:",
        "Set a new password",
        "If it was not you, you need not do anything: your password stays as it is.",
    ),
    "id": Template(
        "{brand}: buat kata sandi baru",
        "Seseorang, semoga Anda sendiri, lupa kata sandi akun Anda di {brand}.",
        "Buat kata sandi baru di sini:",
        "Buat kata sandi baru",
        "Jika bukan Anda, abaikan saja email ini: kata sandi Anda tidak berubah.",
    ),
}
TEST_MAIL: Words = {
    "en": Template(
        "{brand}: mail works",
        "You asked {brand} for a test mail, and here it is.",
        "People who sign up or forget their password get mails like this one:",
        "To the shop",
        "This link is only an example.",
    ),
    "id": Template(
        "{brand}: email berfungsi",
        "Anda meminta email percobaan dari {brand}, dan inilah emailnya.",
        "Orang yang mendaftar atau lupa kata sandi akan menerima email seperti ini:",
        "Ke toko",
        "Tautan ini hanya contoh.",
    ),
}

PAGE = """\
<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>{subject}</title>
</head>
<body style="margin:0;padding:24px 16px">
<div style="max-width:560px;margin:0 auto;font:17px/1.5 system-ui,'Segoe UI',Roboto,Arial,sans-serif">
<p style="margin:0 0 24px;font-size:22px;font-weight:600">{brand}</p>
<p>{why}</p>
<p>{ask}</p>
<p style="margin:28px 0"><a href="{link}" style="display:inline-block;padding:14px 28px;border-radius:4px;\
background-color:{background};color:{foreground};font-weight:600;text-decoration:none">{button}</a></p>
<p style="font-size:15px">{by_hand}<br><a href="{link}" style="word-break:break-all">{link}</a></p>
<p style="font-size:15px">{validity} {otherwise}</p>
<p style="margin-top:32px;font-size:14px">{brand}<br>{address}</p>
</div>
</body>
</html>
"""
PLAIN = """\
{why}

{ask}
{link}

{validity} {otherwise}

-- 
{brand}
{address}
"""  # noqa: W291 – two dashes and a space begin a signature


def compose(settings: Settings, words: Words, language: str, to: str, link: str) -> EmailMessage:
    """The whole mail, in one of LANGUAGES. Raises ValueError when no header can carry `to`."""
    brand, template, phrases = settings.brand, words[language], PHRASES[language]
    name, _, host = to.rpartition("@")
    message = EmailMessage()
    message["From"] = sender(settings)
    message["To"] = Address(username=name, domain=host.encode("idna").decode())
    message["Date"] = datetime.now(UTC)
    message["Message-ID"] = make_msgid(domain=sender(settings).domain)
    # Written by a machine: out-of-office replies are not sent to it (RFC 3834).
    message["Auto-Submitted"] = "auto-generated"
    message["X-Auto-Response-Suppress"] = "All"
    fields = _fields(brand, template, phrases) | {"language": language, "link": link}
    message["Subject"] = fields["subject"]
    # So written, no line is too long and no byte beyond ASCII, whatever the mail server can do.
    message.set_content(PLAIN.format(**fields), cte="quoted-printable")
    page = PAGE.format(**{key: html.escape(value) for key, value in fields.items()})
    message.add_alternative(page, subtype="html", cte="quoted-printable")
    message["Content-Language"] = language
    return message


def _fields(brand: Brand, template: Template, phrases: Phrases) -> dict[str, str]:
    background, foreground = brand.colours.get(COLOUR, BUTTON[0]), BUTTON[1]
    texts = {key: getattr(template, key) for key in ("subject", "why", "ask", "button", "otherwise")}
    return {
        **{key: text.format(brand=brand.name) for key, text in texts.items()},
        "by_hand": phrases.by_hand,
        "validity": phrases.validity,
        "brand": brand.name,
        "address": brand.address,
        "background": background,
        "foreground": foreground,
    }


def sender(settings: Settings) -> Address:
    """Who the mails are from: the setting, or the mail server's user. Raises SettingRefused."""
    user = unquote(urlsplit(settings.smtp_url).username or "")
    name, address = parseaddr(settings.smtp_from or user)
    if not EMAIL.fullmatch(address) or CONTROL.search(settings.smtp_from):
        raise SettingRefused("TAPIS_SMTP_FROM must be an address, such as shop@tapis.example")
    if CONTROL.search(settings.brand.name):
        raise SettingRefused("TAPIS_BRAND: the brand's name goes into mails and must be one line")
    user, _, host = address.rpartition("@")
    return Address(name or settings.brand.name, user, host.encode("idna").decode())
