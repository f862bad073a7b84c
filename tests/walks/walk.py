"""Steps of people, the sweeper, the clock and kills in a running shop, compared with the model after each."""

import asyncio
import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx

from tapis.gateway.database import Database
from tapis.gateway.storage.blobs.blob_store import FolderBlobStore
from tapis.gateway.storage.sweeper import BackupRunning, sweep_blobs
from tests.conftest import Shop
from tests.crash.workload import PICTURES
from tests.declared_pictures import FOLDER_OF_PROOFS
from tests.example_rows import Row, image, line, row
from tests.walks.model import Model, Order, Picture, Record
from tests.walks.scene import Scene

BUCKET = "/storage/v1/object/tapis"
ENTERED = 5
TOM, ADA = "talent", "admin"
NOT_REPEATED = ("pass_time", "sweep", "sweep_ahead")  # steps that know nothing of answers that got lost

# Everything of the walk as if it had happened that much earlier.
OLDER = (
    """update storage.objects set created_at = created_at - make_interval(hours => %(hours)s)
    where name = any(%(names)s)""",
    """update storage.removed set removed_at = removed_at - make_interval(hours => %(hours)s)
    where object ->> 'name' = any(%(names)s)""",
    """update private.deleted_records set deleted_at = deleted_at - make_interval(hours => %(hours)s)
    where uuid = any(%(uuids)s::uuid[])""",
)
# Seen from a clock that is ahead, what was noted of the shop's running is older, too.
PERIODS = """
update private.running_periods set started_at = started_at - make_interval(hours => %(hours)s),
    seen_at = seen_at - make_interval(hours => %(hours)s)
"""
HOURS_AHEAD = 40 * 24
FOUND = """
select (select sizes from public.products where uuid = %(product)s),
    (select coalesce(jsonb_object_agg(uuid, status), '{}') from public.transactions
        where uuid = any(%(orders)s::uuid[])),
    (select coalesce(jsonb_agg(name), '[]') from storage.objects where name = any(%(names)s)),
    (select coalesce(jsonb_object_agg(name, version), '{}') from (
        select name, version from storage.objects where name = any(%(names)s)
        union all
        select object ->> 'name', version from storage.removed where object ->> 'name' = any(%(names)s)
    ) as stored)
"""


@dataclass(frozen=True, slots=True)
class Step:
    """What is done, to which of several, and how much of it."""

    name: str
    which: int = 0
    value: int = 0


@dataclass(slots=True)
class Walk:
    """One walk in a scene, with a product of its own."""

    scene: Scene
    model: Model = field(init=False)

    def __post_init__(self) -> None:
        picture = Picture(f"products/kain-{uuid4()}.jpg", 0.0)
        product = row("products", "", image=image(picture.filename), sizes=_sizes(ENTERED))
        self.model = Model(Record(product["uuid"], picture), ENTERED)
        self._upload(ADA, picture)
        answer = self.scene.ask(ADA, "POST", "/rest/v1/products", json=product)
        assert answer.status_code in (201, 409), answer.text

    def take(self, step: Step) -> None:
        """Do one step, and compare."""
        if step.name in NOT_REPEATED:
            self.scene.end_kill()
        getattr(self, step.name)(step)
        if step.name != "kill":
            self.scene.end_kill()
            self.compare()

    # People

    def order(self, step: Step) -> None:
        """Tom orders with a new proof; he may be too late."""
        model, scene = self.model, self.scene
        proof = Picture(f"{FOLDER_OF_PROOFS}/kain-{uuid4()}.jpg", model.now)
        self._upload(TOM, proof)
        pieces = 1 + step.value % 3
        bought = line(model.product.uuid, quantity_to_buy=pieces)
        values = row(
            "transactions",
            scene.shop.user_id(TOM),
            transactions=[bought],
            invoice_image=image(proof.filename),
        )
        answer = scene.ask(TOM, "POST", "/rest/v1/transactions", json=values)
        may_be = model.product.is_there and pieces <= model.left
        assert (answer.status_code == 201) == may_be, answer.text
        if may_be:
            model.orders.append(Order(values["uuid"], proof, pieces=pieces))

    def remove_proof(self, step: Step) -> None:
        """Tom removes the proof of an order, as far as he may."""
        if order := self._order(step):
            self._remove(TOM, order.picture)

    def remove_picture(self, _: Step) -> None:
        """Ada removes the product's picture."""
        self._remove(ADA, self.model.product.picture)

    def restore_picture(self, step: Step) -> None:
        """Ada brings back a removed picture, which she is told the truth about."""
        picture = self.model.pictures[step.which % len(self.model.pictures)]
        path = "/rest/v1/rpc/restore_removed_picture"
        answer = self.scene.ask(ADA, "POST", path, json={"name": picture.name})
        assert answer.status_code == 200, answer.text
        is_restored = answer.json() is True
        assert is_restored or not picture.is_recoverable(self.model.now), f"{picture.name} does not come back"
        if is_restored:
            self._is_shown_again(picture)

    def replace_picture(self, _: Step) -> None:
        """Ada gives the product another picture: upload, write, remove."""
        product = self.model.product
        if not product.is_there:
            return
        new, old = Picture(f"products/kain-{uuid4()}.jpg", self.model.now), product.picture
        self._upload(ADA, new)
        self._patch("products", product, image=image(new.filename))
        product.picture = new
        self._remove(ADA, old)

    def enter_stock(self, step: Step) -> None:
        """Ada counts what is on the shelf."""
        if self.model.product.is_there:
            self._patch("products", self.model.product, sizes=_sizes(step.value))
            self.model.entered += step.value - self.model.left

    def decide(self, step: Step) -> None:
        """Ada gives an order another status; where its pieces are sold, she can't."""
        if not (order := self._order(step)) or not order.is_there:
            return
        status = ("Rejected", "Processed", "Accepted", "Finished")[step.value % 4]
        after = replace(order, status=status)
        answer = self._write("transactions", order, status=status)
        may_be = self.model.left + order.held - after.held >= 0
        assert (answer.status_code == 204) == may_be, answer.text
        if may_be:
            order.status = status
            order.was_decided |= status != "Processed"

    def delete(self, step: Step) -> None:
        """Ada deletes the product, or Tom an order; the picture stays for the sweeper."""
        place, record, who = self._record(step)
        if record.is_there:
            answer = self.scene.ask(who, "DELETE", f"/rest/v1/{place}?uuid=eq.{record.uuid}")
            assert answer.status_code == 204, answer.text
            record.deleted = self.model.now

    def delete_with_picture(self, step: Step) -> None:
        """As the screens do: the picture first."""
        _, record, who = self._record(step)
        if record.is_there:
            self._remove(who, record.picture)
            self.delete(step)

    def restore(self, step: Step) -> None:
        """Ada brings back a record: refused after its time, or where its pieces are sold."""
        place, record, _ = self._record(step)
        if record.is_there:
            return
        body = {"place": place, "uuid": record.uuid}
        answer = self.scene.ask(ADA, "POST", "/rest/v1/rpc/restore_record", json=body)
        is_back = self._exists(place, record)
        after = replace(record, deleted=None)
        holds_more = after.held - record.held if isinstance(after, Order) and isinstance(record, Order) else 0
        if record.is_restorable(self.model.now) and holds_more <= self.model.left:
            assert is_back, answer.text
        if not is_back:
            assert answer.status_code in (404, 409), answer.text
            return
        record.deleted = None
        if answer.status_code == 200 and answer.json() is True:
            self._is_shown_again(record.picture)

    # The sweeper, the clock, kill -9

    def pass_time(self, step: Step) -> None:
        """Hours go by for everything of this walk."""
        hours = (1, 23, 25, 15 * 24, 31 * 24)[step.value % 5]
        self._make_older(OLDER, hours)
        found = self._found()
        for path in filter(Path.exists, (self._path(found, one.name) for one in self.model.pictures)):
            then = path.stat().st_mtime - hours * 3600
            os.utime(path, (then, then))
        self.model.now += hours

    def sweep(self, _: Step) -> None:
        """As the shop does every quarter of an hour, and after each restart: then it may be at it already."""
        with suppress(BackupRunning):
            asyncio.run(_sweep(self.scene.shop))

    def sweep_ahead(self, step: Step) -> None:
        """One sweep while the clock is forty days ahead: nothing is older for it."""
        # The shop may sweep between two of these statements: its periods are moved first, and back last.
        self._make_older((PERIODS, *OLDER), HOURS_AHEAD)
        self.sweep(step)
        self._make_older((*OLDER, PERIODS), -HOURS_AHEAD)
        self.sweep(step)

    def _make_older(self, queries: Sequence[str], hours: int) -> None:
        for query in queries:
            self.scene.sql(query, {"hours": hours, **self._known()})

    def kill(self, step: Step) -> None:
        """One time in eight some process ends during the next step, and the shop comes back."""
        if step.which == 0 and step.value % 2 == 0:
            self.scene.end_kill()
            self.scene.begin_kill(step.value)

    # What is there

    def compare(self) -> None:
        """The shop has what the model says."""
        model = self.model
        found = self._found()
        assert found["sizes"] == (_sizes(model.left) if model.product.is_there else None)
        assert found["orders"] == {order.uuid: order.status for order in model.orders if order.is_there}
        lost = {name for name in model.must_be_kept() if not self._path(found, name).exists()}
        assert not lost, f"bytes are lost of {lost}"
        hidden = model.must_be_shown().difference(found["shown"])
        assert not hidden, f"not shown: {hidden}"

    def _known(self) -> dict[str, Any]:
        model = self.model
        return {
            "product": model.product.uuid,
            "orders": [order.uuid for order in model.orders],
            "uuids": [record.uuid for record in model.records],
            "names": [picture.name for picture in model.pictures],
        }

    def _found(self) -> dict[str, Any]:
        """What the database has: sizes, statuses by order, names that are shown, and versions by name."""
        (row,) = self.scene.sql(FOUND, self._known())
        return dict(zip(("sizes", "orders", "shown", "versions"), row, strict=True))

    def _path(self, found: dict[str, Any], name: str) -> Path:
        version = found["versions"].get(name, "lost")
        return Path(self.scene.shop.data, "files", version[:2], version)

    # How

    def _order(self, step: Step) -> Order | None:
        orders = self.model.orders
        return orders[step.which % len(orders)] if orders else None

    def _record(self, step: Step) -> tuple[str, Record, str]:
        """The product for every third; else an order, where there is one."""
        order = self._order(step)
        if order is None or step.value % 3 == 0:
            return "products", self.model.product, ADA
        return "transactions", order, TOM

    def _upload(self, who: str, picture: Picture) -> None:
        content, headers = PICTURES[len(self.model.pictures) % len(PICTURES)], {"Content-Type": "image/jpeg"}
        answer = self.scene.ask(who, "POST", f"{BUCKET}/{picture.name}", content=content, headers=headers)
        assert answer.status_code == 200 or answer.json()["code"] == "KeyAlreadyExists", answer.text
        self.model.pictures.append(picture)

    def _remove(self, who: str, picture: Picture) -> None:
        self.scene.ask(who, "DELETE", BUCKET, json={"prefixes": [picture.name]})
        if picture.removed is None and picture.name not in self._found()["shown"]:
            picture.removed = self.model.now

    def _patch(self, place: str, record: Record, **changes: Any) -> None:
        answer = self._write(place, record, **changes)
        assert answer.status_code == 204, answer.text

    def _write(self, place: str, record: Record, **changes: Any) -> httpx.Response:
        address = f"/rest/v1/{place}?uuid=eq.{record.uuid}"
        return self.scene.ask(ADA, "PATCH", address, json=changes)

    def _exists(self, place: str, record: Record) -> bool:
        return bool(self.scene.sql(f"select 1 from public.{place} where uuid = %s", (record.uuid,)))

    def _is_shown_again(self, picture: Picture) -> None:
        picture.removed = None
        answer = self.scene.ask(ADA, "GET", f"/storage/v1/object/authenticated/tapis/{picture.name}")
        assert answer.status_code == 200, f"{picture.name} was said to be back: {answer.text}"


def _sizes(left: int) -> list[Row]:
    return [{"size": "", "stock": left}]


async def _sweep(shop: Shop) -> None:
    async with Database(shop.authenticator, 1, 2) as database:
        await sweep_blobs(database, FolderBlobStore(shop.data / "files"), confirmed=True)
