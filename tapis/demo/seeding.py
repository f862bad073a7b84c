"""Fills a shop through its own protocol: pictures into the storage, rows into the data API."""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from random import Random
from typing import Any

import httpx

from tapis.demo.demo_rows import Picture, Row

BUCKET = "tapis"
INDEXED_FOLDERS = {"slides", "about-us-section", "gallery", "products"}  # search engines may show these
TABLES = (
    "slides", "about_us_section", "about_us", "gallery", "products", "payment_methods",
    "audition_registrations", "audition_announcements", "transactions",
)  # fmt: skip
JAKARTA = timezone(timedelta(hours=7))
OLDEST_DAYS = 150
CONCURRENCY = 4


class Refused(Exception):
    """The shop refused a row or a picture; the text is its answer."""


@dataclass(frozen=True, slots=True)
class Shop:
    """A client with the service key, and the address under which browsers know the shop."""

    client: httpx.AsyncClient
    url: str

    async def existing_rows(self) -> set[str]:
        """The uuids of the rows that are there, up to 100 of each table."""
        pages = (f"/rest/v1/{table}?select=uuid&limit=100" for table in TABLES)
        answers = await asyncio.gather(*(self.client.get(page) for page in pages))
        return {row["uuid"] for answer in answers for row in _checked(answer).json()}

    async def insert(self, row: Row, owner: str, now: datetime) -> None:
        """Store the pictures of a row, then the row."""
        for picture in row.pictures.values():
            await self._upload(picture)
        images = {column: self._image(picture) for column, picture in row.pictures.items()}
        columns = {column: _absolute_time(value, now) for column, value in row.columns.items()}
        owned = {"user_id": owner} if row.is_personal else {}
        created = _created_at(row, now).isoformat()
        body = {"uuid": row.uuid, **columns, **owned, **images, "created_at": created, "updated_at": created}
        _checked(await self.client.post(f"/rest/v1/{row.table}", json=body))

    def _image(self, picture: Picture) -> dict[str, str]:
        url = f"{self.url}/storage/v1/object/public/{BUCKET}/{picture.folder}/{picture.filename}"
        return {"filename": picture.filename, "title": picture.title, "url": url}

    async def _upload(self, picture: Picture) -> None:
        answer = await self.client.post(
            f"/storage/v1/object/{BUCKET}/{picture.folder}/{picture.filename}",
            content=picture.file.read_bytes(),
            headers={
                "Content-Type": "image/jpeg",
                "Cache-Control": "max-age=31536000",
                "X-Robots-Tag": "all" if picture.folder in INDEXED_FOLDERS else "none",
            },
        )
        # An interrupted run may have stored it already.
        if not (answer.is_error and answer.json().get("error") == "Duplicate"):
            _checked(answer)


async def fill(shop: Shop, rows: Iterable[Row], owner: str, on_row: Callable[[], None]) -> None:
    """Insert rows with their pictures; `owner` is the user id of the talent. Raises Refused."""
    now, slots = datetime.now(UTC), asyncio.Semaphore(CONCURRENCY)

    async def insert(row: Row) -> None:
        async with slots:
            await shop.insert(row, owner, now)
        on_row()

    await asyncio.gather(*(insert(row) for row in rows))


def _created_at(row: Row, now: datetime) -> datetime:
    """The newest row of a table yesterday, the oldest some months ago, at daytime."""
    day = now.astimezone(JAKARTA) - timedelta(days=1 + OLDEST_DAYS * (row.position + 0.1) / row.count)
    opening = day.replace(hour=9, minute=0, second=0, microsecond=0)
    minutes = Random(row.uuid).randrange(8 * 60)  # noqa: S311 – no secret
    return (opening + timedelta(minutes=minutes)).astimezone(UTC)


def _absolute_time(value: Any, now: datetime) -> Any:
    if not isinstance(value, dict):
        return value
    day = now.astimezone(JAKARTA) + timedelta(days=value["days"])
    return day.replace(hour=value["hour"], minute=0, second=0, microsecond=0).isoformat()


def _checked(answer: httpx.Response) -> httpx.Response:
    if answer.is_error:
        raise Refused(f"{answer.request.url.path}: {answer.text}")
    return answer
