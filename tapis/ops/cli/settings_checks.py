"""Whether the settings work on this machine: each check tries one thing, as `serve` would."""

import asyncio
import os
from collections.abc import Callable, Iterator

from tapis.gateway.mail import smtp
from tapis.gateway.settings import SettingRefused, Settings
from tapis.ops.cli.database_access import require_notifications
from tapis.ops.cli.external_services import ExternalDatabase, require_usable_bucket
from tapis.ops.cli.listen_address import resolve
from tapis.ops.refusals import CommandRefused

DATABASES = ("database_url", "owner_url", "listen_url")


def problems(settings: Settings) -> Iterator[str]:
    """What is wrong, a sentence for each; none when everything works."""
    for check in CHECKS:
        try:
            check(settings)
        except (CommandRefused, SettingRefused, smtp.MailNotSent) as refusal:
            yield str(refusal)


def require_named_database(settings: Settings) -> None:
    """Raise CommandRefused when only the owner's address is there: the embedded database is not meant."""
    if settings.owner_url and not (settings.database_url or settings.backend_url):
        raise CommandRefused(
            "TAPIS_OWNER_URL names a database, but TAPIS_DATABASE_URL is not set: add it, as authenticator."
        )


def _require_usable_folders(settings: Settings) -> None:
    """Raise CommandRefused for a folder that this account can't use; one that isn't there is made."""
    backups = settings.backups_to if settings.backups and "://" not in settings.backups_to else ""
    for folder in (settings.data, settings.data / backups):
        nearest = next(path for path in (folder, *folder.parents) if path.exists())
        if not (nearest.is_dir() and os.access(nearest, os.R_OK | os.W_OK | os.X_OK)):
            raise CommandRefused(f"The folder {folder} can't be used by this account.")


def _require_databases(settings: Settings) -> None:
    for name in DATABASES:
        if url := getattr(settings, name):
            with ExternalDatabase(url, f"TAPIS_{name.upper()}", settings.data).connect():
                pass
    if settings.database_url:
        require_notifications(settings)


def _require_mail_server(settings: Settings) -> None:
    async def greet() -> None:
        await (await smtp.connect(smtp.MailServer.of(settings.smtp_url))).close()

    if settings.smtp_url:
        asyncio.run(greet())


CHECKS: tuple[Callable[[Settings], object], ...] = (
    require_named_database,
    _require_usable_folders,
    lambda settings: resolve(settings.host),
    _require_databases,
    lambda settings: require_usable_bucket(settings.storage_url),
    _require_mail_server,
)
