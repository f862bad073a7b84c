"""Creates a shop from a backup and verifies it.

The file's checksum was verified when it was opened. Then: roles, the dump, the checksums over all rows, each
image with its checksum, migrations since the backup, and finally the checks of `tapis doctor`.
"""

import asyncio
import shutil
import tempfile
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

import psycopg
from psycopg import sql

from tapis.gateway.database.named_queries import NamedQueries
from tapis.ops.command_errors import CommandError
from tapis.ops.first_value import first_value
from tapis.ops.maintenance.findings import Finding
from tapis.ops.maintenance.image_checks import compute_checksum
from tapis.ops.maintenance.installation import Installation, connect_as_owner
from tapis.ops.maintenance.invariants import run_checks
from tapis.ops.maintenance.repair import close_exposures
from tapis.ops.maintenance.schema_drift import find_excess_privileges, to_owner_rule_finding
from tapis.ops.maintenance.sealed_tar import DUMP, SealedTar
from tapis.ops.maintenance.snapshot import compute_table_checksums
from tapis.ops.migrate.history import unknown_migrations
from tapis.ops.migrate.rule_ownership import (
    find_exposing_rules,
    find_owner_rules,
    list_shop_relations,
    read_rules_on,
)
from tapis.ops.migrate.runner import require_privileges
from tapis.ops.migrate.sql_files import run_file
from tapis.ops.postgres import pg_dump
from tapis.ops.progress import with_progress
from tapis.resources import DB_FOLDER

# Findings that indicate a failed restore. Any other was in the shop that was backed up.
RESTORE_FAULTS = ("table-", "index-", "bytes-missing", "bytes-changed")
# Findings that appear with time, which a running shop resolves; and what every restored shop is.
EXPECTED = frozenset(
    {
        *("picture-kept", "picture-unclaimed", "sweep-waits", "backup-overdue", "backup-failed"),
        *("backup-damaged", "backup-gone", "backup-unset", "shop-silent"),
    }
)
# Images in memory, of `TAPIS_UPLOAD_BYTES` at most.
CONCURRENT_IMAGES = 8

queries = NamedQueries(__file__)


def require_known_migrations(archive: SealedTar) -> None:
    """Raise CommandError for applied migrations that this program lacks."""
    kind, manifest = archive.kind, archive.manifest
    for name in unknown_migrations(manifest["migrations"], DB_FOLDER / "migrations"):
        raise CommandError(
            f"This {kind.noun} is of a newer Tapis ({manifest['tapis']}; {name} is not known here); "
            f"install that version to {kind.verb} it."
        )


def require_empty_database(owner_url: str) -> None:
    with connect_as_owner(owner_url) as connection:
        if first_value(connection, queries.has_content):
            raise CommandError(
                "This database is not empty; a backup goes into an empty one. "
                "After a restore that was interrupted, create the database anew."
            )


def load_database(archive: SealedTar, owner_url: str, folder: Path | None) -> list[str]:
    """Load the dump, buffered in `folder`: all of it, or nothing. Returns the roles that it made."""
    with tempfile.TemporaryFile(dir=folder) as unpacked:
        with archive.open(DUMP) as content:
            shutil.copyfileobj(content, unpacked)
        unpacked.flush()
        with connect_as_owner(owner_url) as connection:
            require_privileges(connection)
            run_file(connection, DB_FOLDER / "platform" / "10_roles.sql")
            created = _create_roles(connection, pg_dump.find_grantees(unpacked, folder))
        unpacked.seek(0)
        pg_dump.load_dump(owner_url, unpacked, folder)
        return created


def _create_roles(connection: psycopg.Connection, names: Sequence[str]) -> list[str]:
    """Create those of these roles that the server lacks, without a login; returns them."""
    missing = first_value(connection, queries.missing_roles, list(names))
    for name in missing:
        try:
            connection.execute(sql.SQL("create role {} nologin").format(sql.Identifier(name)))
        except psycopg.Error as error:
            raise CommandError(
                f"Rights in this backup are of roles that the server lacks: {', '.join(missing)}. "
                f"{name} could not be created ({error.diag.message_primary}): create them, and restore again."
            ) from error
    return list(missing)


def require_same_rows(archive: SealedTar, owner_url: str) -> None:
    """Raise CommandError if a row differs from the dumped one."""
    with connect_as_owner(owner_url) as connection:
        if (actual := compute_table_checksums(connection)) != archive.manifest["tables"]:
            expected = archive.manifest["tables"]
            differing = sorted(name for name, checksums in expected.items() if actual.get(name) != checksums)
            raise CommandError(f"The restored database differs: {', '.join(differing)}.")


async def store_images(archive: SealedTar, installation: Installation, keys: list[str]) -> None:
    """Store the images concurrently in batches, as each waits for the disk or the network.

    Appends to `keys` what may be stored, also when it fails: for `remove_images`.
    """
    images: list[tuple[str, BinaryIO]] = []
    for key, name in with_progress("Images restored", archive.pictures()):
        images.append((key, _read_image(archive, name)))
        if len(images) == CONCURRENT_IMAGES:
            await _put_all(installation, images, keys)
            images.clear()
    await _put_all(installation, images, keys)


def _read_image(archive: SealedTar, name: str) -> BinaryIO:
    """Read an image of the backup into memory. Raises CommandError if its checksum differs."""
    with archive.open(name) as file:
        content = BytesIO(file.read())
    if compute_checksum(content)[1] != archive.sums.get(name):
        raise CommandError(f"{name} of this backup is damaged.")
    return content


async def _put_all(
    installation: Installation, images: Sequence[tuple[str, BinaryIO]], keys: list[str]
) -> None:
    keys += [key for key, _ in images]
    await asyncio.gather(*(installation.store.put(key, content) for key, content in images))


async def remove_images(keys: Sequence[str], installation: Installation) -> None:
    for key in keys:
        await installation.store.remove(key)


def revoke_excess_privileges(owner_url: str) -> list[str]:
    """Revoke excess privileges that the backed-up shop had; returns a sentence for each."""
    with connect_as_owner(owner_url) as connection:
        added = find_owner_rules(
            connection, read_rules_on(connection, DB_FOLDER, list_shop_relations(DB_FOLDER))
        )
        return close_exposures(
            connection,
            [*find_excess_privileges(connection), *map(to_owner_rule_finding, find_exposing_rules(added))],
        )


async def verify_restored_shop(archive: SealedTar, installation: Installation) -> list[Finding]:
    """Check the new shop; returns the findings that the backed-up shop had already."""
    known = {*archive.manifest["missing"], *archive.manifest["damaged"]}
    findings = [finding for finding in await run_checks(installation) if finding.code not in EXPECTED]
    restore_faults = [
        finding
        for finding in findings
        if finding.code.startswith(RESTORE_FAULTS) and known.isdisjoint(finding.keys)
    ]
    if restore_faults:
        raise CommandError(f"The restored shop is incomplete. {restore_faults[0].sentence}")
    return findings


async def assign_new_identity(installation: Installation) -> None:
    """Give the restored shop a new id, so that neither shop uses the other's pictures."""
    with installation.connect() as connection:
        shop = first_value(connection, queries.renew_shop_id)
    await installation.store.set_identity(shop, replace=True)


def discard_pending_messages(owner_url: str) -> None:
    """Discard messages that the backed-up shop may have sent in the meantime, and send no others yet."""
    with connect_as_owner(owner_url) as connection:
        connection.execute(queries.discard_pending_messages)


def drop_shop(owner_url: str) -> None:
    """Empty a database that was empty before."""
    with connect_as_owner(owner_url) as connection:
        connection.execute(queries.drop_shop)
