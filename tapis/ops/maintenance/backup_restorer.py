"""Makes a shop from a backup, and proves it whole before it counts as one.

Every bit of the file was checked when it was opened (`archive`). Then: roles, everything that pg_dump wrote,
the sums over all rows as they were taken, each picture under its checksum, migrations that the backup is too
old to know, and at last all that `tapis doctor` looks at.
"""

import hashlib
from collections.abc import Mapping
from typing import Any, BinaryIO

import psycopg

from tapis.ops.maintenance.findings import Finding
from tapis.ops.maintenance.image_checks import checksum
from tapis.ops.maintenance.installation import Installation, connect
from tapis.ops.maintenance.invariants import examine
from tapis.ops.maintenance.sealed_tar import BACKUP, DUMP, Archive, BackupRefused, Kind
from tapis.ops.maintenance.snapshot import sums
from tapis.ops.migrate import run_file
from tapis.ops.postgres import pg_dump
from tapis.resources import DB_FOLDER

# What can only be wrong if the restore went wrong. Anything else was so in the shop that was backed up.
OURS = ("rules-", "rule-", "table-", "index-", "bytes-missing", "bytes-changed")
# What time alone does: an open shop sweeps it up.
AGED = frozenset({"picture-kept", "picture-unclaimed"})
HAS_SHOP = """
select exists (select from pg_namespace where nspname in ('auth', 'storage', 'private'))
    or exists (select from pg_class where relnamespace = 'public'::regnamespace)
"""
EMPTY_AGAIN = "drop schema if exists auth, storage, private, public cascade; create schema public"


def refuse_newer(manifest: Mapping[str, Any], kind: Kind = BACKUP) -> None:
    """Raise BackupRefused if the database has seen migrations that this program doesn't know."""
    for name, digest in manifest["migrations"].items():
        file = DB_FOLDER / "migrations" / name
        if not file.exists() or hashlib.sha256(file.read_bytes()).hexdigest() != digest:
            raise BackupRefused(
                f"This is {kind.noun} of a newer Tapis ({manifest['tapis']}; {name} is not known here); "
                f"install that version to {kind.verb} it."
            )


def refuse_full(owner_url: str) -> None:
    """Raise BackupRefused if there is something in the database already."""
    with connect(owner_url) as connection:
        row = connection.execute(HAS_SHOP).fetchone()
        if row and row[0]:
            raise BackupRefused("This database is not empty; a backup goes into an empty one.")


def load_database(archive: Archive, owner_url: str, unpacked: BinaryIO) -> None:
    """Load the dump by way of the file `unpacked`. Raises BackupRefused, PostgresError, psycopg.Error."""
    with connect(owner_url) as connection:
        run_file(connection, DB_FOLDER / "platform" / "10_roles.sql")
    with archive.open(DUMP) as content:
        while chunk := content.read(2**18):
            unpacked.write(chunk)
    unpacked.flush()
    unpacked.seek(0)
    pg_dump.load(owner_url, unpacked)
    with connect(owner_url) as connection:
        if (found := sums(connection)) != archive.manifest["tables"]:
            wanted = archive.manifest["tables"]
            unlike = sorted(name for name, told in wanted.items() if found.get(name) != told)
            raise BackupRefused(f"The database did not come back as it was: {', '.join(unlike)}.")


async def put_pictures(archive: Archive, installation: Installation) -> None:
    """Store each picture. Raises BackupRefused for one that is not what was written, OSError."""
    for key, name in archive.pictures():
        with archive.open(name) as content:
            if checksum(content)[1] != archive.sums.get(name):
                raise BackupRefused(f"{name} of this backup is damaged.")
            await installation.store.put(key, content)


async def take_pictures_out(archive: Archive, installation: Installation) -> None:
    """Undo `put_pictures`: their keys are of no other shop."""
    for key, _ in archive.pictures():
        await installation.store.remove(key)


async def prove(archive: Archive, installation: Installation) -> list[Finding]:
    """Examine the new shop; gives what was wrong in the old one already. Raises BackupRefused."""
    known = {*archive.manifest["missing"], *archive.manifest["damaged"]}
    found = [finding for finding in await examine(installation) if finding.code not in AGED]
    bad = [finding for finding in found if finding.code.startswith(OURS) and finding.what not in known]
    if bad:
        raise BackupRefused(f"The restored shop is not whole. {bad[0].sentence}")
    return found


def empty_again(owner_url: str) -> None:
    """Take everything out of a database that was empty before."""
    with psycopg.connect(owner_url, autocommit=True) as connection:
        connection.execute(EMPTY_AGAIN)
