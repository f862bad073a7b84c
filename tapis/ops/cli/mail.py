"""`tapis mail`: a test mail to yourself, or why the mail server refuses it."""

import asyncio
from typing import Annotated

import typer

from tapis.gateway.auth import emails
from tapis.gateway.mail import smtp
from tapis.gateway.settings import Settings, load_settings
from tapis.ops.cli.database_access import require_shop
from tapis.ops.cli.options import DATA, Data
from tapis.ops.cli.users import parse_address
from tapis.ops.command_errors import CommandError


def mail(
    email: str,
    data: Data = DATA,
    language: Annotated[str, typer.Option(help=f"One of {', '.join(emails.LANGUAGES)}.")] = "en",
) -> None:
    """Send a test mail through TAPIS_SMTP_URL, as the shop sends its own."""
    settings, address = load_settings(data=data), parse_address(email)
    require_shop(settings)
    if not settings.smtp_url:
        raise CommandError("TAPIS_SMTP_URL is not set: this shop sends no mail.")
    if language not in emails.LANGUAGES:
        raise CommandError(f"Mails are written in one of {', '.join(emails.LANGUAGES)}.")
    try:
        server = asyncio.run(_send_test_mail(settings, language, address))
    except (smtp.MailNotSent, ValueError) as error:
        raise CommandError(str(error)) from error
    typer.echo(f"{server} accepted a mail to {address}; check that it arrives, and not in the spam folder.")


async def _send_test_mail(settings: Settings, language: str, address: str) -> smtp.MailServer:
    server = smtp.MailServer.of(settings.smtp_url)
    message = emails.compose(settings, "test", language, address, settings.site_url)
    await (await smtp.connect(server)).send(message)
    return server
