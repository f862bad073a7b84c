"""Taking a picture in: first everything that can be refused without its bytes, then the bytes, then the row.

The order of checks is the original's. The bytes are on the disk before the row commits, so there is no row
without bytes; bytes whose row never came are swept a day later.
"""

import asyncio
import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime
from io import BufferedRandom
from typing import Any, BinaryIO
from uuid import uuid4

import psycopg
from psycopg.types.json import Jsonb
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tapis import watch
from tapis.database import Caller
from tapis.errors import DatabaseAway, StorageRefusal, StoreAway
from tapis.steps import reached
from tapis.storage import refusals
from tapis.storage.bytestore import temporary_file
from tapis.storage.depot import Depot
from tapis.storage.form import MOST_FORM_BYTES
from tapis.storage.incoming import Facts, drain, open_body
from tapis.storage.keys import check_object_name
from tapis.storage.objects import Bucket, find_bucket
from tapis.storage.pictures import Judged, clean

INSERT = """
insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata)
values ($1::uuid, $2, $3, $4::uuid, $5, $6, $7, $8)
"""


@dataclass(frozen=True, slots=True)
class NewObject:
    """A row to be: whose it is, what it is called, and which bytes it will name."""

    caller: Caller
    bucket_id: str
    name: str
    id: str
    version: str

    def values(self, metadata: dict[str, Any], user_metadata: dict[str, Any] | None) -> tuple[Any, ...]:
        """For INSERT."""
        owner = self.caller.user_id
        said = Jsonb(user_metadata) if user_metadata is not None else None
        return (self.id, self.bucket_id, self.name, owner, owner, self.version, Jsonb(metadata), said)


async def upload(depot: Depot, request: Request) -> Response:
    """POST /object/<bucket>/<name>: answers the new object's id and key. Raises StorageRefusal."""
    try:
        return await _upload(depot, request)
    except (StorageRefusal, DatabaseAway, StoreAway, OSError):
        await drain(request)
        raise


async def _upload(depot: Depot, request: Request) -> Response:
    caller = depot.caller(request)
    bucket_id, name = request.path_params["bucket"], request.path_params["name"]
    bucket = await find_bucket(depot.database, bucket_id)
    incoming = await open_body(request)
    _check_type(bucket, incoming.mimetype)
    most = min(depot.settings.upload_bytes, bucket.size_limit or depot.settings.upload_bytes)
    _check_declared_size(request, most)
    check_object_name(name)
    if request.headers.get("x-upsert") == "true":
        raise refusals.denied()
    new = NewObject(caller, bucket_id, name, str(uuid4()), str(uuid4()))
    await _check_permission(depot, new)
    reached("upload: permitted")
    with (
        depot.turns.take(caller.user_id),
        temporary_file(depot.scratch) as sent,
        temporary_file(depot.scratch) as kept,
    ):
        await incoming.pour(sent, most)
        reached("upload: received")
        judged = await depot.judge(clean, sent, kept)
        _check_type(bucket, judged.form.mimetype)
        reached("upload: decoded")
        metadata = await asyncio.to_thread(metadata_of, kept, judged, incoming.facts())
        await _store(depot, new, kept, new.values(metadata, incoming.facts().user_metadata))
    depot.variants.prepare(new.version)
    watch.count("uploads")
    answer = {"Id": new.id, "Key": f"{bucket_id}/{name}"}
    return JSONResponse(answer, headers={"Cache-Control": "no-store"})


async def update(depot: Depot, request: Request) -> Response:
    """PUT /object/<bucket>/<name>: refused for everyone, for nothing is ever overwritten."""
    await drain(request)
    depot.caller(request)
    await find_bucket(depot.database, request.path_params["bucket"])
    check_object_name(request.path_params["name"])
    raise refusals.denied()


def _check_type(bucket: Bucket, mimetype: str) -> None:
    if not bucket.takes(mimetype.lower()):
        raise refusals.type_not_supported(mimetype)


def _check_declared_size(request: Request, most: int) -> None:
    declared = request.headers.get("content-length", "0")
    allowance = MOST_FORM_BYTES if request.headers.get("content-type", "").startswith("multipart/") else 0
    if declared.isdigit() and int(declared) > most + allowance:
        raise refusals.too_large()


async def _check_permission(depot: Depot, new: NewObject) -> None:
    """Let the policies judge the row before any byte is read, in a transaction that is undone."""
    with refusals.judged_by_database():
        async with depot.database.transaction(new.caller) as transaction:
            await transaction.run(INSERT, new.values({}, None))
            raise psycopg.Rollback


def metadata_of(kept: BufferedRandom, judged: Judged, facts: Facts) -> dict[str, Any]:
    """What a row of storage.objects says about its bytes, from now on; reads them all once."""
    size = kept.seek(0, 2)
    kept.seek(0)
    checksum = hashlib.file_digest(kept, "sha256").hexdigest()
    return {
        "eTag": f'"{checksum}"',
        "size": size,
        "mimetype": judged.form.mimetype,
        "cacheControl": facts.cache_control,
        "lastModified": datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        "contentLength": size,
        "httpStatusCode": 200,
        "xRobotsTag": facts.robots,
        "width": judged.width,
        "height": judged.height,
        "placeholder": judged.placeholder,
    }


async def _store(depot: Depot, new: NewObject, kept: BinaryIO, values: tuple[Any, ...]) -> None:
    """Bytes, then row. If the database goes away, and with it the row's fate, the sweep judges them."""
    await depot.bytes.put(new.version, kept)
    reached("upload: bytes stored")
    try:
        with refusals.judged_by_database():
            await depot.database.run(new.caller, INSERT, values)
    except StorageRefusal:
        await depot.bytes.remove(new.version)
        raise
    reached("upload: row committed")
