"""Fills a shop through its own protocol: pictures into the storage, rows into the data API."""

import asyncio
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import httpx

from tapis.demo.demo_content import TABLES, DemoOrderLine, DemoPerson, DemoPicture, DemoRow
from tapis.gateway.services import BUCKET
from tapis.shop_time import SHOP_TIME

OLDEST_DAYS = {"audition_registrations": 12, "audition_announcements": 3}
DEFAULT_OLDEST_DAYS = 150
PAID_BEFORE = timedelta(minutes=4)
ALREADY_DONE_HINTS = ("already_reviewed", "parcel_moved", "refund_too_high", "slots_overlap")
CONCURRENCY = 4


class SeedRejected(Exception):
    """The shop refused a row or a picture; the message is its response."""


@dataclass(frozen=True, slots=True)
class SignedInOwner:
    """A signed-in person: uploads must be their own, or they could not read them."""

    id: str
    token: str


@dataclass(frozen=True, slots=True)
class ShopClient:
    """A client with the service key."""

    client: httpx.AsyncClient

    async def existing_rows(self) -> set[str]:
        """The UUIDs of existing rows, up to 100 per table."""
        pages = (f"/rest/v1/{table}?select=uuid&limit=100" for table in TABLES)
        answers = await asyncio.gather(*(self.client.get(page) for page in pages))
        return {row["uuid"] for response in answers for row in _require_success(response).json()}

    async def sign_in(self, person: DemoPerson, password: str) -> SignedInOwner:
        """The person in the shop, with a token for what they upload."""
        body = {"email": person.email, "password": password}
        response = await self.client.post("/auth/v1/token?grant_type=password", json=body)
        session = _require_success(response).json()
        return SignedInOwner(session["user"]["id"], session["access_token"])

    async def insert(self, row: DemoRow, owner: SignedInOwner | None, now: datetime) -> None:
        """Store the pictures of a row, then the row; the shop's own rows have no owner."""
        made = choose_creation_time(row, now)
        for picture in (*row.pictures.values(), *row.more_images):
            await self._upload(picture, owner, await asyncio.to_thread(picture.content, made - PAID_BEFORE))
        images = {column: _image(picture) for column, picture in row.pictures.items()}
        columns = {column: _absolute_time(value, now) for column, value in row.columns.items()}
        owned = {"user_id": owner.id} if owner else {}
        created = made.isoformat()
        ordered = {"transactions": [_line(line, created) for line in row.lines]} if row.lines else {}
        more = {"pictures": [_image(picture) for picture in row.more_images]} if row.more_images else {}
        times = {"created_at": created, "updated_at": created}
        body = {"uuid": row.uuid, **columns, **owned, **images, **more, **ordered, **times}
        _require_success(await self.client.post(f"/rest/v1/{row.table}", json=body))

    async def set_delivery(self, person: DemoPerson, owner: SignedInOwner) -> None:
        upsert = {"Prefer": "resolution=merge-duplicates"}
        details = {"user_id": owner.id, **person.delivery}
        _require_success(await self.client.post("/rest/v1/delivery_details", json=details, headers=upsert))

    async def call_function(self, person: SignedInOwner, function: str, **arguments: Any) -> None:
        """Call a function as a person; errors of steps already done by an interrupted run are ignored."""
        as_person = {"Authorization": f"Bearer {person.token}"}
        response = await self.client.post(f"/rest/v1/rpc/{function}", json=arguments, headers=as_person)
        if response.is_error and response.json().get("hint") not in ALREADY_DONE_HINTS:
            raise SeedRejected(f"{function}: {response.text}")

    async def numbers(self, event: str) -> dict[str, int]:
        """The numbers of an event's registrations, by uuid."""
        page = f"/rest/v1/event_registrations?select=uuid,number&event_uuid=eq.{event}"
        return {row["uuid"]: row["number"] for row in _require_success(await self.client.get(page)).json()}

    async def finish(self, person: SignedInOwner, order: str) -> None:
        """Finish an order that was collected or has arrived, as an administrator."""
        as_person = {"Authorization": f"Bearer {person.token}"}
        order_page = f"/rest/v1/transactions?uuid=eq.{order}&status=eq.Accepted"
        _require_success(await self.client.patch(order_page, json={"status": "Finished"}, headers=as_person))

    async def _upload(self, picture: DemoPicture, owner: SignedInOwner | None, content: bytes) -> None:
        as_owner = {"Authorization": f"Bearer {owner.token}"} if owner else {}
        response = await self.client.post(
            f"/storage/v1/object/{BUCKET}/{picture.folder}/{picture.filename}",
            content=content,
            headers={
                "Content-Type": "image/jpeg",
                "Cache-Control": "max-age=31536000",
                "X-Robots-Tag": "all" if picture.column.is_indexed else "none",
                **as_owner,
            },
        )
        # An interrupted run may have stored it already.
        if not (response.is_error and response.json().get("error") == "Duplicate"):
            _require_success(response)


async def insert_rows(
    shop: ShopClient,
    rows: Iterable[DemoRow],
    owners: Mapping[str, SignedInOwner],
    on_row: Callable[[], None],
    now: datetime,
) -> None:
    """Insert rows with their pictures; `owners` are people by their keys. Raises SeedRejected."""
    slots = asyncio.Semaphore(CONCURRENCY)

    async def insert(row: DemoRow) -> None:
        async with slots:
            await shop.insert(row, owners.get(row.person), now)
        on_row()

    await asyncio.gather(*(insert(row) for row in rows))


def choose_creation_time(row: DemoRow, now: datetime) -> datetime:
    """The row's age, else spread by position from yesterday to some months ago, at daytime."""
    if row.days:
        return now - timedelta(days=row.days)
    oldest = OLDEST_DAYS.get(row.table, DEFAULT_OLDEST_DAYS)
    day = now.astimezone(SHOP_TIME) - timedelta(days=1 + oldest * (row.position + 0.1) / row.count)
    opening = day.replace(hour=9, minute=0, second=0, microsecond=0)
    minutes = Random(row.uuid).randrange(8 * 60)  # noqa: S311 – no secret
    return (opening + timedelta(minutes=minutes)).astimezone(UTC)


def _absolute_time(value: Any, now: datetime) -> Any:
    if isinstance(value, list):
        return [_absolute_time(item, now) for item in value]
    if not isinstance(value, dict):
        return value
    if "days" not in value:
        return {name: _absolute_time(item, now) for name, item in value.items()}
    day = now.astimezone(SHOP_TIME) + timedelta(days=value["days"])
    if "hour" not in value:
        return f"{day:%F}"
    return day.replace(hour=value["hour"], minute=0, second=0, microsecond=0).isoformat()


def _require_success(response: httpx.Response) -> httpx.Response:
    if response.is_error:
        raise SeedRejected(f"{response.request.url.path}: {response.text}")
    return response


def _line(line: DemoOrderLine, created: str) -> dict[str, Any]:
    product = line.product
    return {
        "uuid": product.uuid,
        **{name: product.columns[name] for name in ("heading", "price", "category")},
        "image": _image(product.pictures["image"]),
        "checked": True,
        "quantity_to_buy": line.quantity,
        "inserted_at": created,
        **({"size": line.size} if line.size else {}),
    }


def _image(picture: DemoPicture) -> dict[str, str]:
    url = f"/storage/v1/object/public/{BUCKET}/{picture.folder}/{picture.filename}"
    return {"filename": picture.filename, "title": picture.title, "url": url}
