"""`tapis mail`: a test letter to yourself, or what the mail server has against it."""

import asyncio
from typing import Annotated

import typer

from tapis.gateway.auth import emails, smtp
from tapis.gateway.auth.client_address import check_settings
from tapis.gateway.settings import Settings, load
from tapis.ops.cli.command_error import CommandRefused
from tapis.ops.cli.users import checked


def mail(
    email: str,
    language: Annotated[str, typer.Option(help=f"One of {', '.join(emails.LANGUAGES)}.")] = "en",
) -> None:
    """Send a test letter through TAPIS_SMTP_URL, as the shop sends its own."""
    settings, address = load(), checked(email)
    if not settings.smtp_url:
        raise CommandRefused("TAPIS_SMTP_URL is not set: this shop sends no mail.")
    if language not in emails.LANGUAGES:
        raise CommandRefused(f"Mails are written in one of {', '.join(emails.LANGUAGES)}.")
    check_settings(settings)
    try:
        taken_by = asyncio.run(send(settings, language, address))
    except (smtp.MailNotSent, ValueError) as error:
        raise CommandRefused(str(error)) from error
    typer.echo(f"{taken_by} took a mail to {address}; look whether it arrives, and not among the unwanted.")


async def send(settings: Settings, language: str, address: str) -> smtp.MailServer:
    """Hand over a letter whose link is the shop's first page."""
    server = smtp.MailServer.of(settings.smtp_url)
    letter = emails.compose(settings, emails.TRIAL, language, address, settings.site_url)
    conversation = await smtp.reach(server)
    await conversation.hand_over(letter)
    return server
