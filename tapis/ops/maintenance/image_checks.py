"""Whether every picture that a record names is there as it was uploaded, and nothing else lies about."""

import asyncio
import hashlib
from typing import Any, BinaryIO

import psycopg

from tapis.gateway.database import STORAGE_SERVICE
from tapis.gateway.storage.blobs.blob_store import CHUNK, BlobMissing
from tapis.gateway.storage.sweeper import RECOVERABLE_SECONDS, SWEEP_SECONDS, UNKNOWN
from tapis.ops.maintenance.findings import Finding
from tapis.ops.maintenance.installation import Installation

Connection = psycopg.Connection[Any]
# A file may be this old before it is a finding: its day, and two chances to be swept up.
OVERDUE_SECONDS = RECOVERABLE_SECONDS + 2 * SWEEP_SECONDS
# Their proof is judged by its name when they are made, whatever address they give.
ORDERS = "public.transactions"
ADDRESS = "/public/tapis/"
# What records name and the bucket doesn't hold; if it was removed and can be put back, the version.
HOLES = """
with held as materialized (
    select distinct regexp_replace(name, '^.*/', '') as filename
    from storage.objects where bucket_id = 'tapis'
), gone as materialized (
    select distinct on (filename) filename, version
    from (select regexp_replace(object ->> 'name', '^.*/', '') as filename, version, removed_at
          from storage.removed where object ->> 'bucket_id' = 'tapis') removed
    order by filename, removed_at desc
)
select named.place, named.record, named.named_by, named.filename, named.url, gone.version
from private.named_pictures() named left join gone using (filename)
where not exists (select from held where held.filename = named.filename)
"""
OBJECTS = """
select id::text, bucket_id || '/' || name, version, metadata ->> 'eTag', (metadata ->> 'size')::bigint
from storage.objects order by version
"""
UNCLAIMED = """
select bucket_id || '/' || name from storage.objects
where id in (select private.unclaimed_pictures(make_interval(secs => %s)))
"""
OVERDUE = """
select object ->> 'name', version from storage.removed
where removed_at < now() - make_interval(secs => %s)
    and version not in (
        select private.still_named(array(select version from storage.removed where removed_at < now())))
"""


def find_holes(connection: Connection) -> list[Finding]:
    """Pictures that a record names and that are not in the shop's bucket."""
    return [
        _hole(f"{filename}, {named_by} of {place} {record}", version)
        for place, record, named_by, filename, url, version in connection.execute(HOLES).fetchall()
        if version or place == ORDERS or _is_ours(url)
    ]


def find_overdue(connection: Connection) -> list[Finding]:
    """Pictures that a sweep should have taken by now, in each of its two steps."""
    unclaimed = connection.execute(UNCLAIMED, [OVERDUE_SECONDS]).fetchall()
    kept = connection.execute(OVERDUE, [OVERDUE_SECONDS]).fetchall()
    return [
        *(Finding("picture-unclaimed", name) for (name,) in unclaimed),
        *(Finding("picture-kept", name, (version,)) for name, version in kept),
    ]


async def find_strange_bytes(installation: Installation) -> list[Finding]:
    """Bytes of no picture, older than a sweep allows."""
    strange: list[Finding] = []
    async for keys in installation.store.keys_older_than(OVERDUE_SECONDS):
        found = await installation.database.run(STORAGE_SERVICE, UNKNOWN, (keys,), read_only=True)
        strange += [Finding("bytes-unclaimed", version, (version,)) for (version,) in found.rows]
    return strange


async def find_bad_bytes(installation: Installation) -> list[Finding]:
    """Every picture's bytes are read and held against the checksum that was taken when it was uploaded."""
    with installation.connect() as connection:
        objects = connection.execute(OBJECTS).fetchall()
    bad: list[Finding] = []
    for object_id, name, version, etag, size in objects:
        try:
            with await installation.store.fetch(version) as file:
                length, digest = await asyncio.to_thread(checksum, file)
        except BlobMissing:
            bad.append(Finding("bytes-missing", name, (object_id,)))
            continue
        if etag != f'"{digest}"' or size != length:
            bad.append(Finding("bytes-changed", name, (object_id,)))
    return bad


def checksum(file: BinaryIO) -> tuple[int, str]:
    """Size in bytes and SHA-256, hexadecimal, of a file from its beginning."""
    file.seek(0)
    digest = hashlib.sha256()
    while chunk := file.read(CHUNK):
        digest.update(chunk)
    return file.tell(), digest.hexdigest()


def _hole(what: str, version: str | None) -> Finding:
    return Finding("picture-removed", what, (version,)) if version else Finding("picture-missing", what)


def _is_ours(url: str) -> bool:
    """Whether an address leads into the bucket of a shop like this one; others are not ours to judge."""
    return ADDRESS in url
