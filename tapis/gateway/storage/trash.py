"""Removed images: what can be restored, and restoring it."""

from dataclasses import dataclass
from datetime import datetime

from tapis.gateway.database import STORAGE_SERVICE, Database
from tapis.gateway.database.named_queries import NamedQueries

queries = NamedQueries(__file__)


@dataclass(frozen=True, slots=True)
class RemovedObject:
    """A removed image: its version, where it was, and when it was removed."""

    version: str
    bucket_id: str
    name: str
    removed_at: datetime


async def list_removed(database: Database, most: int = 1000) -> list[RemovedObject]:
    """What can be restored, newest first."""
    found = await database.run(STORAGE_SERVICE, queries.list_removed, (most,), read_only=True)
    return [RemovedObject(*row) for row in found.rows]


async def find_removed(database: Database, name: str) -> str | None:
    """The version of what was removed last under this name, or with this version."""
    found = await database.run(STORAGE_SERVICE, queries.find_removed, (name,), read_only=True)
    version: str | None = found.value
    return version


async def restore_removed(database: Database, version: str) -> bool:
    """Restore a removed image; false if its bytes are deleted, or its name is in use."""
    return (await database.run(STORAGE_SERVICE, queries.restore, (version,))).value is not None
