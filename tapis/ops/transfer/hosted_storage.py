"""The pictures of a hosted project, over its storage API with the service key."""

import base64
import json
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, BinaryIO
from urllib.parse import quote, urlsplit

import httpx
import psycopg
from psycopg.types.json import Jsonb

from tapis.gateway.storage.blobs.blob_store import CHUNK, BlobMissing
from tapis.ops.transfer.export_format import MoveRefused
from tapis.ops.transfer.image_files import BUCKET, NotTaken, Picture, Stored

Connection = psycopg.Connection[Any]
SECONDS = 60
# An upload with the service key is nobody's, and of now.
CORRECT = """
update storage.objects
set owner_id = %(owner_id)s, created_at = %(created_at)s, user_metadata = %(user_metadata)s
where bucket_id = 'tapis' and name = %(name)s
"""


class ProjectHome:
    """A hosted project's bucket."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self._client = client
        self._put: list[str] = []

    async def fetch(self, stored: Stored) -> BinaryIO:
        """A nameless copy."""
        file = tempfile.TemporaryFile()  # noqa: SIM115 – the caller closes it
        try:
            async with self._client.stream("GET", f"/object/authenticated/{_path(stored.name)}") as answer:
                _demand_bytes(answer, stored.name)
                async for chunk in answer.aiter_bytes(CHUNK):
                    file.write(chunk)
        except BaseException:
            file.close()
            raise
        return file

    async def put(self, picture: Picture, content: BinaryIO) -> None:
        """One upload."""
        headers = {"Content-Type": picture.mimetype, "Cache-Control": picture.cache_control}
        if picture.robots:
            headers["X-Robots-Tag"] = picture.robots
        if picture.user_metadata:
            said = json.dumps(picture.user_metadata).encode()
            headers["X-Metadata"] = base64.b64encode(said).decode()
        answer = await self._client.post(
            f"/object/{_path(picture.name)}", content=content.read(), headers=headers
        )
        if answer.status_code in {400, 413, 415} and _inner_status(answer) in {"400", "413", "415", "422"}:
            raise NotTaken(_message(answer))
        _demand(answer, picture.name)
        self._put.append(picture.name)

    def enter(self, connection: Connection, pictures: Sequence[Picture]) -> None:
        """Whose it is, and since when."""
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
            cursor.executemany(CORRECT, rows)

    async def undo(self) -> None:
        """A thousand at once."""
        for start in range(0, len(self._put), 1000):
            names = {"prefixes": self._put[start : start + 1000]}
            await self._client.request("DELETE", f"/object/{BUCKET}", json=names)


@asynccontextmanager
async def open_project(url: str, service_key: str) -> AsyncIterator[ProjectHome]:
    """Reach a project at its address, such as https://abc.supabase.co. Raises MoveRefused."""
    if urlsplit(url).scheme not in {"http", "https"} or not urlsplit(url).hostname:
        raise MoveRefused(f"{url} is not the address of a project; it looks like https://abc.supabase.co.")
    headers = {"apikey": service_key, "Authorization": f"Bearer {service_key}"}
    base = f"{url.rstrip('/')}/storage/v1"
    async with httpx.AsyncClient(base_url=base, headers=headers, timeout=SECONDS) as client:
        try:
            await _knock(client, url)
            yield ProjectHome(client)
        except httpx.HTTPError as error:
            raise MoveRefused(f"{url} does not answer as it should ({type(error).__name__}).") from error


async def _knock(client: httpx.AsyncClient, url: str) -> None:
    """Whether the key opens the shop's bucket, and more than a visitor may see."""
    answer = await client.get(f"/bucket/{BUCKET}")
    if answer.status_code == 200:
        return
    if "bucket not found" in answer.text.lower() or answer.status_code == 404:
        raise MoveRefused(
            f"{url} shows no bucket {BUCKET}: run `tapis migrate` on it, and use its service key."
        )
    raise MoveRefused(f"{url} does not take this service key ({answer.status_code}).")


def _demand_bytes(answer: httpx.Response, name: str) -> None:
    if answer.status_code in {400, 404}:
        raise BlobMissing(name)
    _demand(answer, name)


def _demand(answer: httpx.Response, name: str) -> None:
    if answer.status_code != 200:
        raise MoveRefused(f"The project answers {answer.status_code} for {name}.")


def _inner_status(answer: httpx.Response) -> str:
    """The protocol wraps the status it means into one of 400."""
    return str(_told(answer).get("statusCode", answer.status_code))


def _message(answer: httpx.Response) -> str:
    return str(_told(answer).get("message", answer.status_code))


def _told(answer: httpx.Response) -> dict[str, Any]:
    try:
        found = answer.json()
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _path(name: str) -> str:
    return f"{BUCKET}/{quote(name)}"
