"""Whether the bucket of the settings can be used, asked before anything begins; if not, a sentence says why.

    python -m tapis.gateway.storage.blobs.bucket_preflight STORAGE_URL [empty]   (silent when all is well)

A program of its own for `tapis serve`: whoever has asked a store has threads that don't survive a fork.
"""

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from uuid import uuid4

import obstore
from obstore.exceptions import BaseError

from tapis.gateway.settings import SettingRefused
from tapis.gateway.storage.blobs.s3_store import FILES, S3BlobStore
from tapis.gateway.storage.blobs.storage_url import BucketAddress, connect, read_address

NOBODYS = f"{FILES}/00/00000000-0000-0000-0000-000000000000"
NO_RIGHT = (
    "the key in AWS_ACCESS_KEY_ID may not {act} in {url}; give it the rights to list, read, write and delete"
)
# What stores answer, by a word of it; the first that is found is told.
ANSWERS = (
    ("NoSuchBucket", "{host} has no bucket {bucket}; make it there, or correct TAPIS_STORAGE_URL"),
    ("InvalidAccessKeyId", "{host} doesn't know the key in AWS_ACCESS_KEY_ID; set the right one"),
    ("SignatureDoesNotMatch", "AWS_SECRET_ACCESS_KEY doesn't belong to AWS_ACCESS_KEY_ID; set the right one"),
    ("RequestTimeTooSkewed", "this machine's clock is not that of {host}; set it right"),
    ("AuthorizationHeaderMalformed", "{url} is in another region; add region=… to TAPIS_STORAGE_URL"),
    ("PermanentRedirect", "{url} is in another region; add region=… to TAPIS_STORAGE_URL"),
    ("AccessDenied", NO_RIGHT),
    ("PermissionDenied", NO_RIGHT),
    ("Unauthenticated", "{host} doesn't believe AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY; correct them"),
)
NO_KEY = "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set; {host} asks for them"
NOBODY = "nobody answers at {host}; correct the endpoint in TAPIS_STORAGE_URL, or see why it is away"
STRANGER = "what answers at {host} is no S3 store that can {act}; correct TAPIS_STORAGE_URL"
UNREACHED = ("error sending request", "dns error", "connect", "timed out", "timeout")
KEYS = ("AWS_ACCESS_KEY_ID", "AWS_WEB_IDENTITY_TOKEN_FILE", "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI")

Act = Callable[[S3BlobStore, str], Awaitable[object]]


async def _list(store: S3BlobStore, _probe: str) -> None:
    await obstore.list(store.store, chunk_size=1).__anext__()


async def _read(store: S3BlobStore, _probe: str) -> None:
    await obstore.get_async(store.store, NOBODYS)


async def _write(store: S3BlobStore, probe: str) -> None:
    await obstore.put_async(store.store, probe, b"tapis", use_multipart=False)


async def _delete(store: S3BlobStore, probe: str) -> None:
    await obstore.delete_async(store.store, probe)


LOOK: tuple[tuple[str, Act], ...] = (("list", _list), ("read", _read))
CHANGE: tuple[tuple[str, Act], ...] = (("write", _write), ("delete", _delete))


async def refuse_full(store: S3BlobStore, address: BucketAddress) -> None:
    """Raise SettingRefused where pictures lie already, whosesoever they are."""
    async for batch in store.paths(FILES):
        if batch:
            raise SettingRefused(
                f"There are pictures in {address.told}; a backup goes into an empty bucket or prefix."
            )


async def refuse_unusable(store: S3BlobStore, address: BucketAddress, *, changes: bool) -> None:
    """Do once all that will be done, `changes` too if they are wanted; nothing stays behind.

    Raises SettingRefused with one sentence.
    """
    probe = f"probe/{uuid4()}"
    for act, attempt in (*LOOK, *(CHANGE if changes else ())):
        try:
            await attempt(store, probe)
        except (StopAsyncIteration, FileNotFoundError) as error:
            if "NoSuchBucket" in str(error):
                raise SettingRefused(_sentence(str(error), address, act)) from error
        except BaseError as error:
            raise SettingRefused(_sentence(f"{type(error).__name__} {error}", address, act)) from error


def _sentence(said: str, address: BucketAddress, act: str) -> str:
    known = (text for word, text in ANSWERS if word in said)
    if "169.254.169.254" in said or not any(os.environ.get(name) for name in KEYS):
        text = NO_KEY
    elif any(word in said for word in UNREACHED):
        text = next(known, NOBODY)
    else:
        text = next(known, STRANGER)
    told = text.format(url=address.told, bucket=address.bucket, host=address.host, act=act)
    return f"The pictures can't be reached: {told}."


def main() -> None:
    """Look at the bucket that the argument names, as a gateway would use it."""
    try:
        address = read_address(sys.argv[1])
        asyncio.run(_look(address, must_be_empty=sys.argv[2:] == ["empty"]))
    except SettingRefused as refusal:
        sys.stdout.write(str(refusal))
    sys.stdout.flush()
    os._exit(0)  # the library's threads sometimes abort a process that ends the usual way


async def _look(address: BucketAddress, *, must_be_empty: bool) -> None:
    store = S3BlobStore(connect(address), Path())
    await refuse_unusable(store, address, changes=True)
    if must_be_empty:
        await refuse_full(store, address)


if __name__ == "__main__":
    main()
