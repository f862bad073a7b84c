"""Matches a database with its store of pictures: both contain the id of their shop.

The database gets it from its first migration, the store (file `identity` beside the pictures) when they are
first used together. A store without one is accepted only if both agree on its contents, so that neither a
wrong database nor a wrong or empty store is mistaken for a shop that lost its pictures.
"""

from tapis.gateway.database import STORAGE_SERVICE, Database
from tapis.gateway.database.named_queries import NamedQueries
from tapis.gateway.settings import ConfigError
from tapis.gateway.storage.blobs.blob_store import ANY_AGE, BlobMissing, BlobStore

CORRECT = "correct --data, TAPIS_DATABASE_URL or TAPIS_STORAGE_URL"
SAMPLE = 100  # pictures of a store, half of which the database must know
OTHERWISE = "or, if they do belong together, write {shop} into the file `identity` there"

queries = NamedQueries(__file__)


class StoreMismatch(ConfigError):
    """Database and store belong to different shops; the message is for the operator."""


async def ensure_same_shop(database: Database, store: BlobStore) -> None:
    """Require the same shop id; a new or matching store gets it. Raises StoreMismatch."""
    shop = (await database.run(STORAGE_SERVICE, queries.shop_id, read_only=True)).value
    if shop is None:
        return
    stored = await store.identity()
    if stored is None:
        await _require_agreement(database, store, shop)
        stored = await store.set_identity(shop)
    _require_equal(store, stored, shop)


async def refuse_other_shop(database: Database, store: BlobStore) -> None:
    """Raise StoreMismatch if the store has another shop's id. One that lost its pictures may have none."""
    shop = (await database.run(STORAGE_SERVICE, queries.shop_id, read_only=True)).value
    stored = await store.identity()
    if shop is not None and stored is not None:
        _require_equal(store, stored, shop)


def _require_equal(store: BlobStore, stored: str, shop: str) -> None:
    if stored != shop:
        raise StoreMismatch(
            _sentence("The pictures in {store} are another shop's than this database", store, shop)
        )


async def require_no_pictures(store: BlobStore) -> None:
    """Before creating a database: raise StoreMismatch if there are pictures already."""
    if await _some_keys(store):
        raise StoreMismatch(
            f"There are pictures in {store.location} and no database that knows them, so no new one is made: "
            f"{CORRECT}, bring the database back, or move the pictures away."
        )


async def _require_agreement(database: Database, store: BlobStore, shop: str) -> None:
    named = await database.run(STORAGE_SERVICE, queries.some_versions, read_only=True)
    versions = [version for version, _ in named.rows]
    if versions and 2 * sum([await _has(store, version) for version in versions]) < len(versions):
        raise StoreMismatch(_sentence("{store} lacks the pictures that this database names", store, shop))
    if keys := await _some_keys(store):
        count = (await database.run(STORAGE_SERVICE, queries.count_known, (keys,), read_only=True)).value
        if 2 * int(count) < len(keys):
            raise StoreMismatch(_sentence("This database doesn't know the pictures in {store}", store, shop))


async def _some_keys(store: BlobStore) -> list[str]:
    """At least SAMPLE keys, or all if there are fewer."""
    found = list[str]()
    async for keys in store.keys_older_than(ANY_AGE):
        found += keys
        if len(found) >= SAMPLE:
            break
    return found


async def _has(store: BlobStore, version: str) -> bool:
    try:
        (await store.fetch(version)).close()
    except BlobMissing:
        return False
    return True


def _sentence(problem: str, store: BlobStore, shop: str) -> str:
    return f"{problem.format(store=store.location)}: {CORRECT}, {OTHERWISE.format(shop=shop)}."
