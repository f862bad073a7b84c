"""Fills a shop through its own protocol: pictures to the file service, rows to the data API."""

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from random import Random
from typing import Any

import httpx

from demo.rows import Picture, Row

BUCKET = "tapis"
FOUND_BY_SEARCH = {"slides", "about-us-section", "gallery", "products"}
TABLES = (
    "slides", "about_us_section", "about_us", "gallery", "products", "payment_methods",
    "audition_registrations", "audition_announcements", "transactions",
)  # fmt: skip
JAKARTA = timezone(timedelta(hours=7))
PAST_DAYS = 150
AT_ONCE = 4
"""Rows in the making: two whose pictures are being taken, two on their way into the shop."""


class Refused(Exception):
    """The shop did not take a row or a picture; the text is the shop's own."""


@dataclass(frozen=True, slots=True)
class Shop:
    """A shop to fill: a client with the service key, and the address under which browsers know it."""

    client: httpx.AsyncClient
    url: str

    async def found(self) -> set[str]:
        """The numbers of the rows that are there; of a table with many, some."""
        pages = (f"/rest/v1/{table}?select=uuid&limit=100" for table in TABLES)
        answers = await asyncio.gather(*(self.client.get(page) for page in pages))
        return {row["uuid"] for answer in answers for row in _checked(answer).json()}

    async def add(self, row: Row, values: dict[str, Any], now: datetime) -> None:
        """Insert a row whose pictures are there."""
        images = {column: self.image(picture) for column, picture in row.pictures.items()}
        made = age(row, now).isoformat()
        facts = {column: moment(value, now) for column, value in row.facts.items()}
        body = {"uuid": row.uuid, **facts, **values, **images, "created_at": made, "updated_at": made}
        _checked(await self.client.post(f"/rest/v1/{row.table}", json=body))

    def image(self, picture: Picture) -> dict[str, str]:
        """The value of an image column."""
        url = f"{self.url}/storage/v1/object/public/{BUCKET}/{picture.folder}/{picture.filename}"
        return {"filename": picture.filename, "title": picture.title, "url": url}

    async def upload(self, picture: Picture, content: bytes) -> None:
        """Store a picture; one that an interrupted run has left there is the same."""
        answer = await self.client.post(
            f"/storage/v1/object/{BUCKET}/{picture.folder}/{picture.filename}",
            content=content,
            headers={
                "Content-Type": "image/jpeg",
                "Cache-Control": "max-age=31536000",
                "X-Robots-Tag": "all" if picture.folder in FOUND_BY_SEARCH else "none",
            },
        )
        if not (answer.is_error and answer.json().get("error") == "Duplicate"):
            _checked(answer)


async def fill(
    shop: Shop, lacking: Iterable[Row], owner: str, room: Executor, progress: Callable[[], None]
) -> None:
    """Add the rows with their pictures; rows that belong to a person get the user id `owner`.

    `progress` is called after each row. Raises Refused.
    """
    now, gate = datetime.now(UTC), asyncio.Semaphore(AT_ONCE)

    async def add(row: Row) -> None:
        async with gate:
            for picture in row.pictures.values():
                loop = asyncio.get_running_loop()
                await shop.upload(picture, await loop.run_in_executor(room, picture.take))
            await shop.add(row, {"user_id": owner} if is_personal(row) else {}, now)
        progress()

    await asyncio.gather(*(add(row) for row in lacking))


def is_personal(row: Row) -> bool:
    """Whether a row belongs to the demo's talent."""
    return row.table.startswith("audition_")


def age(row: Row, now: datetime) -> datetime:
    """When a row was made: the first of its table lately, the last some months ago, by day."""
    day = now.astimezone(JAKARTA) - timedelta(days=1 + PAST_DAYS * (row.place + 0.1) / row.of)
    minutes = Random(row.uuid).randrange(8 * 60)
    opening = day.replace(hour=9, minute=0, second=0, microsecond=0)
    return (opening + timedelta(minutes=minutes)).astimezone(UTC)


def moment(value: Any, now: datetime) -> Any:
    """A value for the database: days and an hour from now become a time."""
    if not isinstance(value, dict):
        return value
    day = now.astimezone(JAKARTA) + timedelta(days=value["days"])
    return day.replace(hour=value["hour"], minute=0, second=0, microsecond=0).isoformat()


def _checked(answer: httpx.Response) -> httpx.Response:
    if answer.is_error:
        raise Refused(f"{answer.request.url.path}: {answer.text}")
    return answer
