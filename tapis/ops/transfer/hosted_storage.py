"""The images of a hosted project, through its storage API with the service key."""

import asyncio
import base64
import json
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, BinaryIO, TypeVar
from urllib.parse import quote, urlsplit

import httpx
from psycopg import Connection
from psycopg.types.json import Jsonb

from tapis.gateway.database.named_queries import NamedQueries
from tapis.gateway.services import BUCKET
from tapis.gateway.storage.blobs.blob_store import CHUNK_BYTES, BlobMissing
from tapis.ops.command_errors import CommandError
from tapis.ops.transfer.export_format import ExportedPicture

TIMEOUT_SECONDS = 60
REJECTIONS = {"400", "413", "415", "422"}
MISSING, ALREADY_EXISTS, TOO_MANY_REQUESTS = "404", "409", "429"
# Before each further try: among thousands of requests a hosted project fails at some.
PAUSES_SECONDS = (1.0, 2.0, 4.0, 8.0)
Result = TypeVar("Result")

queries = NamedQueries(__file__)


class ImageRejected(Exception):
    """The target storage rejected an image; the message is the reason."""


class TemporaryFailure(CommandError):
    """The project failed at a request, and may answer the next one."""


class HostedStorage:
    def __init__(self, client: httpx.AsyncClient, pauses: Sequence[float] = PAUSES_SECONDS) -> None:
        self._client = client
        self._pauses = pauses
        self._names: set[str] = set()  # of uploads that began: a response may be lost

    async def _try_again(self, request: Callable[[], Awaitable[Result]]) -> Result:
        """Repeat a request that the project or the line fails at, each time after a longer pause."""
        for pause in self._pauses:
            try:
                return await request()
            except (TemporaryFailure, httpx.TransportError):
                await asyncio.sleep(pause)
        return await request()

    async def fetch(self, name: str, _version: str) -> BinaryIO:
        return await self._try_again(lambda: self._download(name))

    async def _download(self, name: str) -> BinaryIO:
        file = tempfile.TemporaryFile()  # noqa: SIM115 – the caller closes it
        try:
            async with self._client.stream("GET", f"/object/authenticated/{_path(name)}") as response:
                await _require_bytes(response, name)
                async for chunk in response.aiter_bytes(CHUNK_BYTES):
                    file.write(chunk)
        except BaseException:
            file.close()
            raise
        return file

    async def put(self, picture: ExportedPicture, content: BinaryIO) -> None:
        headers = {"Content-Type": picture.mimetype, "Cache-Control": picture.cache_control}
        if picture.robots:
            headers["X-Robots-Tag"] = picture.robots
        if picture.user_metadata:
            metadata = json.dumps(picture.user_metadata).encode()
            headers["X-Metadata"] = base64.b64encode(metadata).decode()
        body = content.read()
        await self._try_again(lambda: self._upload(picture.name, body, headers))

    async def _upload(self, name: str, body: bytes, headers: dict[str, str]) -> None:
        """Raises ImageRejected. An image that arrived, although its response did not, is stored."""
        is_repeated = name in self._names
        if not is_repeated:
            self._names.add(name)
        response = await self._client.post(f"/object/{_path(name)}", content=body, headers=headers)
        if (status := _status(response)) in REJECTIONS:
            raise ImageRejected(str(_json(response).get("message", status)))
        if status == ALREADY_EXISTS:
            if is_repeated:
                return
            self._names.remove(name)
        _require_success(response, name)

    def insert_rows(self, connection: Connection, pictures: Sequence[ExportedPicture]) -> None:
        rows = [
            {
                "name": picture.name,
                "owner_id": picture.owner_id,
                "created_at": picture.created_at,
                "user_metadata": Jsonb(picture.user_metadata) if picture.user_metadata is not None else None,
            }
            for picture in pictures
        ]
        with connection.cursor() as cursor:
            cursor.executemany(queries.restore_metadata, rows)

    async def remove_abandoned_uploads(self, connection: Connection, names: Sequence[str]) -> None:
        found = connection.execute(queries.find_abandoned_uploads, [[*names]]).fetchall()
        if abandoned := [name for (name,) in found]:
            await self._remove(connection, abandoned)

    async def undo(self, connection: Connection) -> None:
        await self._remove(connection, sorted(self._names))

    async def _remove(self, connection: Connection, names: list[str]) -> None:
        ids = [] if connection.closed else connection.execute(queries.find_images, [names]).fetchall()
        for start in range(0, len(names), 1000):
            batch = {"prefixes": names[start : start + 1000]}
            await self._client.request("DELETE", f"/object/{BUCKET}", json=batch)
        if connection.closed:
            return
        with connection.transaction():
            connection.execute(queries.allow_deleting_entries)
            connection.execute(queries.delete_entries, [[image for (image,) in ids]])
            connection.execute(queries.forbid_deleting_entries)


@asynccontextmanager
async def open_hosted_storage(url: str, service_key: str) -> AsyncIterator[HostedStorage]:
    if urlsplit(url).scheme not in {"http", "https"} or not urlsplit(url).hostname:
        raise CommandError(f"{url} is not the address of a project; it looks like https://abc.supabase.co.")
    headers = {"apikey": service_key, "Authorization": f"Bearer {service_key}"}
    base = f"{url.rstrip('/')}/storage/v1"
    async with httpx.AsyncClient(base_url=base, headers=headers, timeout=TIMEOUT_SECONDS) as client:
        try:
            await _require_bucket(client, url)
            yield HostedStorage(client)
        except httpx.HTTPError as error:
            raise CommandError(f"{url} does not respond as expected ({type(error).__name__}).") from error


async def _require_bucket(client: httpx.AsyncClient, url: str) -> None:
    response = await client.get(f"/bucket/{BUCKET}")
    if response.status_code == 200:
        return
    if "bucket not found" in response.text.lower() or response.status_code == 404:
        raise CommandError(
            f"{url} has no bucket {BUCKET}: run `tapis migrate` on it, and use its service key."
        )
    status = _status(response)
    if status >= "500" or status == TOO_MANY_REQUESTS:
        raise CommandError(f"{url} does not answer now ({status}): resume the project, or try later.")
    raise CommandError(f"{url} refuses this service key ({status}).")


async def _require_bytes(response: httpx.Response, name: str) -> None:
    if response.status_code != 200:
        await response.aread()
    if _status(response) == MISSING:
        raise BlobMissing(name)
    _require_success(response, name)


def _status(response: httpx.Response) -> str:
    """The status that is meant: the protocol wraps most errors into a 400."""
    wrapped = _json(response) if response.status_code == 400 else {}
    return str(wrapped.get("statusCode", response.status_code))


def _require_success(response: httpx.Response, name: str) -> None:
    if response.status_code != 200:
        status = _status(response)
        kind = TemporaryFailure if status >= "500" or status == TOO_MANY_REQUESTS else CommandError
        raise kind(f"The project answers {status} for {name}.")


def _json(response: httpx.Response) -> dict[str, Any]:
    try:
        value = response.json()
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def _path(name: str) -> str:
    return f"{BUCKET}/{quote(name)}"
