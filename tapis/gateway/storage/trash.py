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
PUT_BACK = "select private.restore_removed($1)"


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
    return (await database.run(STORAGE_SERVICE, PUT_BACK, (version,))).value is not None
