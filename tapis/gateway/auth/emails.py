"""Account mails: texts in the recipient's language, and one link."""

import tomllib
from collections.abc import Mapping
from email.message import EmailMessage
from pathlib import Path

from tapis.gateway.mail.composition import MailTemplate, compose_mail
from tapis.gateway.settings import Settings

FOLDER = Path(__file__).parent
TEMPLATE = MailTemplate.read(FOLDER, "email")
# Language → kind of mail → its texts; those of `every` are part of all mails.
TEXTS: Mapping[str, Mapping[str, Mapping[str, str]]] = tomllib.loads(
    (FOLDER / "email_texts.toml").read_text("utf-8")
)
LANGUAGES = tuple(TEXTS)


def compose(settings: Settings, kind: str, language: str, to: str, link: str) -> EmailMessage:
    """Compose a mail in one of LANGUAGES. Raises ValueError when `to` is no valid header value."""
    texts = {**TEXTS[language]["every"], **TEXTS[language][kind]}
    fields = {key: text.format(brand=settings.brand.name) for key, text in texts.items()}
    return compose_mail(settings, TEMPLATE, language, to, fields | {"link": link})
