"""`tapis mail`: a test letter to yourself, or what the mail server has against it."""

import asyncio
from typing import Annotated

import typer

from tapis.auth import letters, post
from tapis.auth.origin import check_settings
from tapis.cli.refusal import CommandRefused
from tapis.cli.users import checked
from tapis.settings import Settings, load


def mail(
    email: str,
    language: Annotated[str, typer.Option(help=f"One of {', '.join(letters.LANGUAGES)}.")] = "en",
) -> None:
    """Send a test letter through TAPIS_SMTP_URL, as the shop sends its own."""
    settings, address = load(), checked(email)
    if not settings.smtp_url:
        raise CommandRefused("TAPIS_SMTP_URL is not set: this shop sends no mail.")
    if language not in letters.LANGUAGES:
        raise CommandRefused(f"Mails are written in one of {', '.join(letters.LANGUAGES)}.")
    check_settings(settings)
    try:
        taken_by = asyncio.run(send(settings, language, address))
    except (post.MailNotSent, ValueError) as error:
        raise CommandRefused(str(error)) from error
    typer.echo(f"{taken_by} took a mail to {address}; look whether it arrives, and not among the unwanted.")


async def send(settings: Settings, language: str, address: str) -> post.MailServer:
    """Hand over a letter whose link is the shop's first page."""
    server = post.MailServer.of(settings.smtp_url)
    letter = letters.compose(settings, letters.TRIAL, language, address, settings.site_url)
    conversation = await post.reach(server)
    await conversation.hand_over(letter)
    return server
