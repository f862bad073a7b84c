"""Composes a mail as plain text and simple HTML.

The HTML has no picture, no style sheet and no colour but the button's, so that it is readable in dark mode,
and opening it fetches nothing.
"""

import html
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import make_msgid
from pathlib import Path

from tapis.gateway.settings import Brand, Settings

BUTTON = ("#5a0f1f", "#ffffff")
COLOUR = "maroon"  # the brand colour that replaces BUTTON's, if set
FRAME = Path(__file__).with_name("page_frame.html").read_text("utf-8")


@dataclass(frozen=True, slots=True)
class MailTemplate:
    """The HTML and plain-text templates of a kind of mail, with `{fields}`."""

    page: str
    plain: str

    @classmethod
    def read(cls, folder: Path, name: str) -> "MailTemplate":
        """Read `<name>_page.html`, the content of the common frame, and `<name>_plain.txt`."""
        page, plain = ((folder / f"{name}_{form}").read_text("utf-8") for form in ("page.html", "plain.txt"))
        return cls(FRAME.replace("{content}\n", page), plain)


def compose_mail(
    settings: Settings, template: MailTemplate, language: str, to: str, fields: Mapping[str, str]
) -> EmailMessage:
    """Compose a mail; `fields` include a subject. Raises ValueError when `to` is no valid header value."""
    name, _, host = to.rpartition("@")
    fields = {**_brand_fields(settings.brand), "language": language, **fields}
    message = EmailMessage()
    message["From"] = sender_address(settings)
    message["To"] = Address(username=name, domain=host.encode("idna").decode())
    message["Date"] = datetime.now(UTC)
    message["Message-ID"] = make_msgid(domain=sender_address(settings).domain)
    # Suppresses out-of-office replies (RFC 3834).
    message["Auto-Submitted"] = "auto-generated"
    message["X-Auto-Response-Suppress"] = "All"
    message["Subject"] = " ".join(fields["subject"].split())  # a line break in a name would be invalid
    # Keeps lines short and ASCII, whatever the mail server supports.
    message.set_content(template.plain.format(**fields), cte="quoted-printable")
    page = template.page.format(**{key: html.escape(value) for key, value in fields.items()})
    message.add_alternative(page, subtype="html", cte="quoted-printable")
    message["Content-Language"] = language
    return message


def _brand_fields(brand: Brand) -> dict[str, str]:
    return {
        "brand": brand.name,
        "address": brand.address,
        "background": brand.colours.get(COLOUR, BUTTON[0]),
        "foreground": BUTTON[1],
    }


def sender_address(settings: Settings) -> Address:
    """The sender of the mails: the setting, or the mail server's user."""
    name, address = settings.sender
    user, _, host = address.rpartition("@")
    return Address(name or settings.brand.name, user, host.encode("idna").decode())
