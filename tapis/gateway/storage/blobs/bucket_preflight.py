"""Checks before startup whether the configured bucket is usable; if not, prints a sentence that says why.

    python -m tapis.gateway.storage.blobs.bucket_preflight STORAGE_URL [empty]   (silent when all is well)

A separate program for `tapis serve`: obstore has threads that don't survive a fork.
"""

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

import obstore
from obstore.exceptions import BaseError, GenericError

from tapis.gateway.settings import ConfigError
from tapis.gateway.storage.blobs.blob_store import KEY, NO_KEY
from tapis.gateway.storage.blobs.s3_store import FILES, S3BlobStore, blob_path
from tapis.gateway.storage.blobs.storage_url import BucketAddress, connect_bucket, parse_storage_url

PROBE = b"tapis"
NO_RIGHT = (
    "the key in AWS_ACCESS_KEY_ID may not {act} in {url}; give it the rights to list, read, write and delete"
)
# A word of the store's error → explanation; the first match counts.
EXPLANATIONS = (
    ("NoSuchBucket", "{host} has no bucket {bucket}; make it there, or correct TAPIS_STORAGE_URL"),
    ("InvalidAccessKeyId", "{host} doesn't know the key in AWS_ACCESS_KEY_ID; set the right one"),
    ("SignatureDoesNotMatch", "AWS_SECRET_ACCESS_KEY doesn't belong to AWS_ACCESS_KEY_ID; set the right one"),
    ("RequestTimeTooSkewed", "this machine's clock is not that of {host}; set it right"),
    ("AuthorizationHeaderMalformed", "{url} is in another region; add region=… to TAPIS_STORAGE_URL"),
    ("PermanentRedirect", "{url} is in another region; add region=… to TAPIS_STORAGE_URL"),
    ("AccessDenied", NO_RIGHT),
    ("PermissionDenied", NO_RIGHT),
    ("Unauthenticated", "{host} doesn't accept AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY; correct them"),
)
NO_CREDENTIALS = "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set; {host} asks for them"
UNREACHABLE = (
    "{host} does not answer; correct the endpoint in TAPIS_STORAGE_URL, or see why it is unavailable"
)
NO_STORE = "what answers at {host} is no S3 store that can {act}; correct TAPIS_STORAGE_URL"
CONNECTION_ERRORS = ("error sending request", "dns error", "connect", "timed out", "timeout")
CREDENTIALS = ("AWS_ACCESS_KEY_ID", "AWS_WEB_IDENTITY_TOKEN_FILE", "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI")

Check = Callable[[S3BlobStore, str], Awaitable[object]]


async def _read_back(store: S3BlobStore, probe: str) -> None:
    content = b""
    with suppress(FileNotFoundError):
        content = bytes(await (await obstore.get_async(store.store, probe)).bytes_async())
    if content != PROBE:
        raise GenericError("another content")


async def _list(store: S3BlobStore, _probe: str) -> None:
    await obstore.list(store.store, chunk_size=1).__anext__()


READ_CHECKS: tuple[tuple[str, Check], ...] = (
    ("list", _list),
    ("read", lambda store, _probe: obstore.get_async(store.store, blob_path(NO_KEY))),
)
WRITE_CHECKS: tuple[tuple[str, Check], ...] = (
    ("write", lambda store, probe: obstore.put_async(store.store, probe, PROBE, use_multipart=False)),
    ("read back", _read_back),
    ("delete", lambda store, probe: obstore.delete_async(store.store, probe)),
)


async def _require_empty_bucket(store: S3BlobStore, address: BucketAddress) -> None:
    """Raise ConfigError if the bucket contains any images."""
    async for batch in store.paths(FILES):
        if any(KEY.fullmatch(path.rpartition("/")[2]) for path in batch):
            raise ConfigError(
                f"There are pictures in {address}; a backup goes into an empty bucket or prefix."
            )


async def require_bucket_permissions(store: S3BlobStore, address: BucketAddress, *, changes: bool) -> None:
    """Try each kind of request once, without leaving anything behind. Raises ConfigError."""
    probe = f"probe/{uuid4()}"
    for act, attempt in (*READ_CHECKS, *(WRITE_CHECKS if changes else ())):
        try:
            await attempt(store, probe)
        except (StopAsyncIteration, FileNotFoundError) as error:
            if "NoSuchBucket" in str(error):
                raise ConfigError(_explain(str(error), address, act)) from error
        except BaseError as error:
            raise ConfigError(_explain(f"{type(error).__name__} {error}", address, act)) from error


def _explain(error: str, address: BucketAddress, act: str) -> str:
    default = UNREACHABLE if any(word in error for word in CONNECTION_ERRORS) else NO_STORE
    text = next((text for word, text in EXPLANATIONS if word in error), default)
    if "169.254.169.254" in error or not any(os.environ.get(name) for name in CREDENTIALS):
        text = NO_CREDENTIALS
    sentence = text.format(url=address, bucket=address.bucket, host=address.host, act=act)
    return f"The pictures can't be reached: {sentence}."


def main() -> None:
    try:
        address = parse_storage_url(sys.argv[1])
        asyncio.run(_check(address, must_be_empty=sys.argv[2:] == ["empty"]))
    except ConfigError as refusal:
        sys.stdout.write(str(refusal))
    sys.stdout.flush()
    os._exit(0)  # the library's threads sometimes abort a process that exits normally


async def _check(address: BucketAddress, *, must_be_empty: bool) -> None:
    store = S3BlobStore(connect_bucket(address), Path())
    await require_bucket_permissions(store, address, changes=True)
    if must_be_empty:
        await _require_empty_bucket(store, address)


if __name__ == "__main__":
    main()
