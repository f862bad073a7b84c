"""Destinations of backups: a folder, or a bucket of an S3-compatible store.

A backup gets its name only when it is complete and verified. In a bucket, where the name appears before that,
a checksum object (`….tar.sha256`) marks it as verified: a file without one is not a backup.
"""

import hashlib
from collections.abc import AsyncIterator, Iterable
from contextlib import suppress
from pathlib import Path

import obstore
from obstore.store import S3Store

from tapis.fsync import fsync_folder
from tapis.gateway.settings import ConfigError, Settings
from tapis.gateway.storage.blobs.blob_store import BlobMissing
from tapis.gateway.storage.blobs.s3_store import BATCH, RANGE_BYTES, translate_s3_errors
from tapis.gateway.storage.blobs.storage_url import BucketAddress, connect_bucket, parse_storage_url
from tapis.ops.backups.archive_name import ArchiveName, parse_archive_name
from tapis.ops.command_errors import CommandError
from tapis.ops.postgres.folder_lock import inherit_owner

FOLDER = "backups"  # in the data folder, unless TAPIS_BACKUPS_TO is set
CHECKSUM = ".sha256"
PART = ".part"
# An upload to a bucket has at most so many parts, of so many bytes if they suffice.
MAX_PARTS, PART_BYTES = 10_000, 5 * 2**20


class FolderDestination:
    """`scratch`: the folder in which an archive is written."""

    def __init__(self, folder: Path) -> None:
        self.scratch = self._folder = folder

    def __str__(self) -> str:
        return str(self._folder)

    async def publish(self, file: Path, name: str) -> None:
        """Move a verified archive to its final name."""
        _rename(file, self._folder / name)

    async def names(self, shop: str) -> list[ArchiveName]:
        """The complete, verified archives of a shop."""
        return _parse_archive_names(shop, (path.name for path in self._folder.iterdir()))

    async def remove(self, name: ArchiveName) -> None:
        (self._folder / str(name)).unlink(missing_ok=True)

    async def remove_unfinished(self, shop: str) -> None:
        """Delete remains of interrupted runs of this shop; only while no other run is active."""
        _remove_unfinished_files(self._folder, shop)


class BucketDestination:
    """A prefix of a bucket; an archive is written to `scratch` and verified there before the upload."""

    def __init__(self, store: S3Store, address: str, scratch: Path) -> None:
        self.scratch = scratch
        self._store = store
        self._address = address

    def __str__(self) -> str:
        return self._address

    async def publish(self, file: Path, name: str) -> None:
        with file.open("rb") as content:
            digest, size = hashlib.file_digest(content, "sha256").hexdigest(), content.tell()
        with translate_s3_errors():
            # Sequential parts: each has a timeout of thirty seconds, also on a slow line.
            part_bytes = max(PART_BYTES, -(-size // MAX_PARTS))
            await obstore.put_async(self._store, name, file, max_concurrency=1, chunk_size=part_bytes)
            if await self._digest(name) != digest:
                await obstore.delete_async(self._store, name)
                raise CommandError(
                    f"{name} was read back from {self} with another content; nothing was kept."
                )
            await obstore.put_async(self._store, name + CHECKSUM, f"{digest}  {name}\n".encode())

    async def names(self, shop: str) -> list[ArchiveName]:
        found = {path async for path in self._paths()}
        return [name for name in _parse_archive_names(shop, found) if f"{name}{CHECKSUM}" in found]

    async def remove(self, name: ArchiveName) -> None:
        for path in (
            f"{name}{CHECKSUM}",
            str(name),
        ):  # the checksum first: without it the file is not a backup
            with suppress(BlobMissing), translate_s3_errors():
                await obstore.delete_async(self._store, [path])

    async def remove_unfinished(self, shop: str) -> None:
        _remove_unfinished_files(self.scratch, shop)
        complete = await self.names(shop)
        for name in _parse_archive_names(shop, {path async for path in self._paths()}):
            if name not in complete:
                await self.remove(name)

    async def _digest(self, name: str) -> str:
        """Read in ranges: one request for a whole archive would exceed its timeout."""
        digest, size = hashlib.sha256(), (await obstore.head_async(self._store, name))["size"]
        for start in range(0, size, RANGE_BYTES):
            end = min(start + RANGE_BYTES, size)
            digest.update(await obstore.get_range_async(self._store, name, start=start, end=end))
        return digest.hexdigest()

    async def _paths(self) -> AsyncIterator[str]:
        with translate_s3_errors():
            async for batch in obstore.list(self._store, chunk_size=BATCH):
                for found in batch:
                    yield found["path"]


Destination = FolderDestination | BucketDestination


def open_destination(settings: Settings) -> Destination:
    """The configured destination; a folder is created. Raises ConfigError, or CommandError."""
    destination = configured_destination(settings)
    _ensure_folder(destination.scratch, settings.data)
    return destination


def configured_destination(settings: Settings) -> Destination:
    """The destination, whose folder may be missing. Raises ConfigError."""
    if settings.backup_bucket:
        address = _parse_bucket_url(settings.backup_bucket)
        return BucketDestination(connect_bucket(address), str(address), settings.data / FOLDER)
    return FolderDestination(
        Path(settings.backups_to).absolute() if settings.backups_to else settings.data / FOLDER
    )


def _rename(file: Path, target: Path) -> None:
    file.rename(target)
    fsync_folder(target.parent)


def _parse_archive_names(shop: str, paths: Iterable[str]) -> list[ArchiveName]:
    return [name for path in paths if (name := parse_archive_name(path)) and name.shop == shop]


def _remove_unfinished_files(folder: Path, shop: str) -> None:
    for path in folder.glob(f".*{PART}"):
        if _parse_archive_names(shop, [path.name[1:].removesuffix(PART)]):
            path.unlink(missing_ok=True)


def _parse_bucket_url(url: str) -> BucketAddress:
    try:
        return parse_storage_url(url)
    except ConfigError as refusal:  # its message names the setting of the pictures
        raise ConfigError(str(refusal).replace("TAPIS_STORAGE_URL", "TAPIS_BACKUPS_TO")) from None


def _ensure_folder(folder: Path, data: Path) -> None:
    """Create a private folder, owned by the data folder's owner, even if root runs the command."""
    try:
        if not folder.is_dir():
            folder.mkdir(mode=0o700, parents=True)
            if data.exists():
                inherit_owner(folder, data)
    except OSError as error:
        raise CommandError(
            f"The folder {folder} for backups can't be made: {error.strerror}; "
            "name another place in TAPIS_BACKUPS_TO."
        ) from error
