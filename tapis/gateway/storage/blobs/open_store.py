"""Opens the store of bytes that the settings name; where this machine keeps variants."""

import hashlib
from pathlib import Path

from tapis.gateway.storage.blobs.blob_store import BlobStore, Folder
from tapis.gateway.storage.blobs.s3_store import S3BlobStore
from tapis.gateway.storage.blobs.storage_url import connect, read_address


def open_store(data: Path, storage_url: str) -> BlobStore:
    """The folder `files` in `data`, or the bucket that the address names. Raises SettingRefused."""
    if not storage_url:
        return Folder(data / "files")
    return S3BlobStore(connect(read_address(storage_url)), data / "scratch")


def variants_folder(data: Path, storage_url: str) -> Path:
    """The variants on this machine; each bucket has a folder of its own."""
    if not storage_url:
        return data / "variants"
    address = read_address(storage_url)
    place = f"{address.endpoint} {address.bucket}/{address.prefix}"
    return data / f"variants-{hashlib.sha256(place.encode()).hexdigest()[:8]}"
