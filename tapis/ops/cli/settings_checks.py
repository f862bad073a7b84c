"""Checks whether the settings work on this machine; each check tries one thing, as `serve` would."""

import asyncio
import os
import tempfile
from collections.abc import Callable, Iterator

from tapis.gateway.mail import smtp
from tapis.gateway.settings import ConfigError, Settings
from tapis.ops import postgres
from tapis.ops.cli.database_access import require_notifications
from tapis.ops.cli.external_services import ExternalDatabase, require_usable_bucket
from tapis.ops.cli.listen_address import (
    is_address_published,
    reserve_address,
    reserve_metrics_address,
    resolve_host,
    uses_data_folder,
)
from tapis.ops.command_errors import CommandError

PROBE = b"tapis"
DATABASES = ("database_url", "owner_url", "listen_url")


def find_settings_problems(settings: Settings) -> Iterator[str]:
    for check in CHECKS:
        try:
            check(settings)
        except (CommandError, ConfigError, smtp.MailNotSent) as refusal:
            yield str(refusal)


def require_named_database(settings: Settings) -> None:
    """Raise CommandError when only the owner's URL is set: the embedded database is not intended."""
    if settings.owner_url and not (settings.database_url or settings.backend_url):
        raise CommandError(
            "TAPIS_OWNER_URL names a database, but TAPIS_DATABASE_URL is not set: add it, as authenticator."
        )


def _require_usable_folders(settings: Settings) -> None:
    """Raise CommandError for an unusable folder; of a missing one its nearest parent. No side effects."""
    backups = settings.backups_to if settings.backups and not settings.backup_bucket else ""
    for folder in dict.fromkeys((settings.data, settings.data / backups)):
        nearest = next(path for path in (folder, *folder.parents) if path.exists())
        try:
            with tempfile.TemporaryFile(dir=nearest) as file:
                file.write(PROBE)
                file.flush()
                os.fsync(file.fileno())
                file.seek(0)
                is_readable = file.read() == PROBE
        except OSError as error:
            raise CommandError(f"The folder {folder} can't be used: {error.strerror}.") from error
        if not is_readable:
            raise CommandError(f"The folder {folder} can't be used: it doesn't keep what is written.")


def _require_usable_buckets(settings: Settings) -> None:
    require_usable_bucket(settings.storage_url)
    if settings.backups and settings.backup_bucket:
        try:
            require_usable_bucket(settings.backup_bucket)
        except CommandError as refusal:
            message = str(refusal).replace("The pictures can't be reached", "No backup can be kept")
            raise CommandError(message.replace("TAPIS_STORAGE_URL", "TAPIS_BACKUPS_TO")) from refusal


def _require_free_addresses(settings: Settings) -> None:
    """Raise CommandError if an address is in use, unless it may be by a running server of this shop."""
    resolve_host(settings.host)
    if is_address_published(settings.data) or not uses_data_folder(settings):
        return
    with reserve_address(settings.host, settings.port):
        if settings.metrics:
            with reserve_metrics_address(settings):
                pass


def _require_embedded_version(settings: Settings) -> None:
    if not (settings.database_url or settings.owner_url):
        postgres.require_version(settings.data)


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
    _require_free_addresses,
    _require_embedded_version,
    _require_databases,
    _require_usable_buckets,
    _require_mail_server,
)
