"""Bringing a removed picture back while it is recoverable: what was removed, and the way back."""

from dataclasses import dataclass
from datetime import datetime

from tapis.gateway.database import STORAGE_SERVICE, Database

LIST = """
select version, object ->> 'bucket_id', object ->> 'name', removed_at
from storage.removed order by removed_at desc, version limit $1
"""
FIND = """
select version from storage.removed where version = $1 or object ->> 'name' = $1
order by removed_at desc limit 1
"""
# Whoever took the name meanwhile keeps it.
PUT_BACK = """
with noted as (
    delete from storage.removed removed where version = $1 and not exists (
        select from storage.objects object
        where object.bucket_id = removed.object ->> 'bucket_id' and object.name = removed.object ->> 'name')
    returning object
)
insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata,
    created_at, updated_at)
select back.id, back.bucket_id, back.name, back.owner, back.owner_id, back.version, back.metadata,
    back.user_metadata, back.created_at, back.updated_at
from noted, jsonb_populate_record(null::storage.objects, noted.object) as back
returning name
"""


@dataclass(frozen=True, slots=True)
class Removed:
    """A removed picture: its version, where it was, and since when it is gone."""

    version: str
    bucket_id: str
    name: str
    removed_at: datetime


async def list_removed(database: Database, most: int = 1000) -> list[Removed]:
    """What can be brought back, newest first."""
    found = await database.run(STORAGE_SERVICE, LIST, (most,), read_only=True)
    return [Removed(*row) for row in found.rows]


async def find_removed(database: Database, name: str) -> str | None:
    """The version of what was removed last under this name, or with this version."""
    value: str | None = (await database.run(STORAGE_SERVICE, FIND, (name,), read_only=True)).value
    return value


async def put_back(database: Database, version: str) -> bool:
    """Make a removed picture exist again; false if it is gone for good, or its name is in use."""
    return bool((await database.run(STORAGE_SERVICE, PUT_BACK, (version,))).rows)
