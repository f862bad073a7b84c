"""A shop for maintenance commands: its database, as the owner, and its images."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import psycopg

from tapis.gateway.database import Database
from tapis.gateway.errors import StoreUnavailable
from tapis.gateway.settings import ConfigError, Settings
from tapis.gateway.storage.blobs.blob_store import BlobStore
from tapis.gateway.storage.blobs.bucket_preflight import require_bucket_permissions
from tapis.gateway.storage.blobs.s3_store import S3BlobStore
from tapis.gateway.storage.blobs.storage_url import open_blob_store, parse_storage_url
from tapis.ops.postgres.connection_parameters import parse_owner_url

CONNECTIONS = 2
STORE_UNAVAILABLE = "The store that TAPIS_STORAGE_URL names stopped responding; try again later."
# Qualified names in definitions; one time zone; an error instead of rows that a policy hides; no limits of
# time, which an external database's role may have, for a connection that is idle while images are copied.
OWNER_SETTINGS = """
set search_path = ''; set timezone = 'UTC'; set row_security = off;
select set_config(name, '0', false) from pg_settings where name in (
    'statement_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout', 'idle_session_timeout')
"""


@dataclass(frozen=True, slots=True)
class Installation:
    """The owner's URL of the database, a pool with the gateway's login, and the image store."""

    settings: Settings
    owner_url: str
    database: Database
    store: BlobStore

    def connect(self) -> psycopg.Connection:
        """A connection as the owner, who sees every row."""
        return connect_as_owner(self.owner_url)


def connect_as_owner(owner_url: str) -> psycopg.Connection:
    connection = psycopg.connect(**parse_owner_url(owner_url), autocommit=True)
    connection.execute(OWNER_SETTINGS)
    return connection


@asynccontextmanager
async def open_installation(
    settings: Settings, owner_url: str, gateway_url: str
) -> AsyncIterator[Installation]:
    """Open a shop with a running database, without changes.

    Raises ConfigError for an unusable bucket, also when it fails in between.
    """
    store = open_blob_store(settings.data, settings.storage_url)
    if isinstance(store, S3BlobStore):
        await require_bucket_permissions(store, parse_storage_url(settings.storage_url), changes=False)
    async with Database(gateway_url, CONNECTIONS, settings.statement_seconds) as database:
        try:
            yield Installation(settings, owner_url, database, store)
        except StoreUnavailable as error:
            raise ConfigError(STORE_UNAVAILABLE) from error
