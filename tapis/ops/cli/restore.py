"""`tapis restore FILE`: a shop from a backup, into an empty folder, or an empty database elsewhere."""

import asyncio
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from tapis.gateway.settings import Settings, load_settings
from tapis.gateway.settings.settings_file import SETTINGS_FILE
from tapis.ops.cli.database_access import prepare_database
from tapis.ops.cli.existing_shop import require_not_hosted
from tapis.ops.cli.external_services import OWNER_URL, ExternalDatabase, require_usable_bucket
from tapis.ops.cli.folder_shop import require_folder_without_shop, write_shop_id
from tapis.ops.cli.one_line import to_one_line
from tapis.ops.cli.options import DATA, Data
from tapis.ops.command_errors import CommandError
from tapis.ops.maintenance import backup_restorer
from tapis.ops.maintenance.findings import Finding
from tapis.ops.maintenance.installation import open_installation
from tapis.ops.maintenance.sealed_tar import SealedTar, open_archive
from tapis.ops.maintenance.staging_folder import run_staged_server
from tapis.ops.maintenance.store_check import require_empty_store
from tapis.ops.postgres.client_programs import find_client_programs

NO_SETTINGS = (
    "Settings are not in a backup: copy the other shop's tapis.env into {data}. "
    "Without it there are no nightly backups and no mails, and no proxy is trusted."
)
SILENT = (
    "This shop sends no notifications and no orders lapse, so that it can be looked at beside the other one. "
    "If it takes the place of that one, type:\n    {command}"
)


def restore(
    file: Annotated[Path, typer.Argument(readable=False, help="The file that `tapis backup` wrote.")],
    data: Data = DATA,
) -> None:
    """Create a shop from a backup and verify it. If that fails, nothing is left behind."""
    settings = load_settings(data=data)
    archive = open_archive(file)
    backup_restorer.require_known_migrations(archive)
    try:
        with open_empty_target(settings) as (target, owner_url):
            roles, revoked, findings = asyncio.run(restore_backup(archive, target, owner_url))
    except OSError as error:
        raise CommandError(f"The shop could not be restored: {error.strerror or error}.") from error
    typer.echo(_describe_restore(archive, settings.data))
    if roles:
        names = to_one_line(", ".join(roles))
        typer.echo(f"Made for the rights that they have in this shop, without a login: {names}.")
    for sentence in revoked:
        typer.echo(f"It was open when the backup was taken. {to_one_line(sentence)}")
    for finding in findings:
        typer.echo(f"[{finding.code}] As it was when the backup was taken: {to_one_line(finding.sentence)}")
    if not (settings.data / SETTINGS_FILE).exists():
        typer.echo(NO_SETTINGS.format(data=settings.data))
    typer.echo(SILENT.format(command=_start_command(settings)))


@contextmanager
def open_empty_target(settings: Settings) -> Iterator[tuple[Settings, str]]:
    """A running empty database and an empty store."""
    require_usable_bucket(settings.storage_url, must_be_empty=True)
    if not settings.owner_url:
        with run_staged_server(settings) as target:
            yield target
        return
    if not settings.storage_url:
        _require_unused_folder(settings)
    with ExternalDatabase(settings.owner_url, OWNER_URL).connect() as connection:
        require_not_hosted(connection)
    backup_restorer.require_empty_database(settings.owner_url)
    find_client_programs(settings.owner_url, "psql")
    yield settings, settings.owner_url


def _require_unused_folder(settings: Settings) -> None:
    """Raise CommandError or ConfigError if the pictures would come among those of another shop."""
    require_folder_without_shop(settings.data)
    if settings.data.is_dir():  # which the check would create
        require_empty_store(settings)


async def restore_backup(
    archive: SealedTar, target: Settings, owner_url: str
) -> tuple[list[str], list[str], list[Finding]]:
    """Run all steps; returns created roles, revoked privileges, and findings that the backed-up shop had.

    An exception leaves database and store as they were.
    """
    # Not in /tmp, which may be small, or in memory.
    scratch = target.data if target.data.is_dir() else None
    roles = backup_restorer.load_database(archive, owner_url, scratch)
    try:
        backup_restorer.require_same_rows(archive, owner_url)
        return roles, *await _complete(archive, target, owner_url)
    except BaseException:
        # Only if this run loaded it: another run may have filled the database first.
        if target.owner_url:
            backup_restorer.drop_shop(owner_url)
        raise


async def _complete(archive: SealedTar, target: Settings, owner_url: str) -> tuple[list[str], list[Finding]]:
    async with open_installation(target, owner_url, owner_url) as installation:
        keys = list[str]()
        try:
            await backup_restorer.store_images(archive, installation, keys)
            revoked = backup_restorer.revoke_excess_privileges(owner_url)
            prepare_database(owner_url)
            backup_restorer.discard_pending_messages(owner_url)
            findings = await backup_restorer.verify_restored_shop(archive, installation)
            await backup_restorer.assign_new_identity(installation)
            if target.data.is_dir():
                with installation.connect() as connection:
                    write_shop_id(target.data, connection)
        except BaseException:
            await backup_restorer.remove_images(keys, installation)
            raise
        return revoked, findings


def _describe_restore(archive: SealedTar, data: Path) -> str:
    orders = archive.manifest["tables"]["public.transactions"][0]
    pictures = archive.manifest["pictures"]
    taken = archive.manifest["taken"]
    return f"The shop of {taken} is in {data}: {orders} orders, {pictures} pictures, every checksum right."


def _start_command(settings: Settings) -> str:
    return f"tapis messages start --data {shlex.quote(str(settings.data))}"
