"""Which store of bytes the settings ask for."""

from pathlib import Path

from tapis.storage.bytestore import Bytestore, Folder
from tapis.storage.objectstore import ObjectStore


def open_store(data: Path, storage_url: str) -> Bytestore:
    """The folder `files` below `data`, or what the address names: `memory:///` and `file:///` as well as `s3://`."""
    return ObjectStore(storage_url, data / "scratch") if storage_url else Folder(data / "files")
