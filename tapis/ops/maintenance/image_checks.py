"""Checks that every referenced picture is stored as uploaded, and that there are no other files."""

import asyncio
import hashlib
from functools import partial
from typing import Any, BinaryIO

from psycopg import Connection

from tapis.gateway.database import ANON, STORAGE_SERVICE
from tapis.gateway.database.named_queries import NamedQueries
from tapis.gateway.services import BUCKET
from tapis.gateway.storage.blobs.blob_store import BlobMissing, BlobUnreadable, read_blob
from tapis.gateway.storage.sweeper import DAY, SWEEP_SECONDS, SweepRefused, find_unknown_files, plan_sweep
from tapis.ops.maintenance.findings import Finding
from tapis.ops.maintenance.installation import Installation
from tapis.ops.migrate.runner import is_hosted
from tapis.ops.progress import with_progress

# The age at which a file becomes a finding: a day, and two sweeps.
OVERDUE_SECONDS = DAY + 2 * SWEEP_SECONDS
# Their proof is judged by its name, whatever address an order from before the rule gives.
ORDERS = "public.transactions"
ADDRESS = f"/public/{BUCKET}/"  # of a picture of a shop like this one; others are not ours to judge

image_queries = NamedQueries(__file__)


def find_undeclared_columns(connection: Connection) -> list[Finding]:
    """Columns that differ from the declaration of picture columns."""
    faults = _rows(connection, image_queries.find_undeclared)
    return [Finding("pictures-undeclared", what) for (what,) in faults]


def find_missing_pictures(connection: Connection) -> list[Finding]:
    """Referenced pictures that are not in the shop's bucket."""
    missing = _rows(connection, image_queries.find_missing_pictures)
    return [
        _missing_picture(f"{filename}, {named_by} of {place} {record}", version)
        for place, record, named_by, filename, url, version in missing
        if version or place == ORDERS or ADDRESS in url
    ]


def find_overdue_pictures(connection: Connection) -> list[Finding]:
    """Pictures that a sweep should have removed already, in each of its two steps; none while it refuses."""
    if find_undeclared_columns(connection):
        return []
    unclaimed = _rows(connection, image_queries.find_unclaimed, OVERDUE_SECONDS)
    kept = _rows(connection, image_queries.find_overdue)
    return [
        *(Finding("picture-unclaimed", name) for (name,) in unclaimed),
        *(Finding("picture-kept", name, (version,)) for name, version in kept),
    ]


def find_checksum_mismatches(connection: Connection) -> list[Finding]:
    """Pictures whose checksum differs from the recorded one, or was never recorded."""
    checks = {
        "picture-swapped": image_queries.find_swapped,
        "picture-unnoted": image_queries.find_without_checksum,
    }
    return [Finding(code, name) for code, query in checks.items() for (name,) in _rows(connection, query)]


def record_picture_checksums(connection: Connection) -> None:
    connection.execute(image_queries.record_picture_checksums)


async def find_exposed_folders(installation: Installation) -> list[Finding]:
    """Folders of personal pictures from which a visitor can read one; a hosted project decides by itself."""
    with installation.connect() as connection:
        if is_hosted(connection):
            return []
        personal = _rows(connection, image_queries.find_personal)
    ask = partial(installation.database.run, read_only=True)
    return [
        Finding("folder-open", folder)
        for folder, name in personal
        if (await ask(STORAGE_SERVICE, image_queries.is_public, (name,))).value
        or (await ask(ANON, image_queries.read_as_visitor, (name,))).rows
    ]


async def find_unclaimed_bytes(installation: Installation) -> list[Finding]:
    """Overdue files without a picture that are not set aside."""
    unknown = find_unknown_files(installation.database, installation.store, OVERDUE_SECONDS)
    return [Finding("bytes-unclaimed", version, (version,)) async for version in unknown]


async def find_unusual_sweep(installation: Installation) -> list[Finding]:
    """A sweep that needs confirmation."""
    try:
        plan = await plan_sweep(installation.database, installation.store)
    except SweepRefused:
        return []  # reported by another finding, or temporary
    return [Finding("sweep-waits", plan.question)] if plan.question else []


async def find_damaged_bytes(installation: Installation) -> list[Finding]:
    """Pictures whose bytes are missing, unreadable or unlike the checksum in their row; reads all of them."""
    with installation.connect() as connection:
        objects = _rows(connection, image_queries.find_objects)
    damaged: list[Finding] = []
    for name, version, etag, size in with_progress("Images checked", objects):
        try:
            with await installation.store.fetch(version) as file:
                length, digest = await asyncio.to_thread(compute_checksum, file)
        except (BlobMissing, BlobUnreadable):
            damaged.append(_damaged_picture("bytes-missing", name, version))
            continue
        if etag != f'"{digest}"' or size != length:
            damaged.append(_damaged_picture("bytes-changed", name, version))
    return damaged


def compute_checksum(file: BinaryIO) -> tuple[int, str]:
    """The length of a file and its SHA-256. Raises BlobUnreadable."""
    digest = hashlib.sha256()
    for chunk in read_blob(file):
        digest.update(chunk)
    return file.tell(), digest.hexdigest()


def _rows(connection: Connection, query: str, *values: object) -> list[tuple[Any, ...]]:
    return connection.execute(query, values or None).fetchall()


def _damaged_picture(code: str, name: str, version: str) -> Finding:
    """With the name of its file, in the store and in a backup."""
    return Finding(code, f"{name} (files/{version[:2]}/{version})", (name,))


def _missing_picture(what: str, version: str | None) -> Finding:
    return Finding("picture-removed", what, (version,)) if version else Finding("picture-missing", what)
