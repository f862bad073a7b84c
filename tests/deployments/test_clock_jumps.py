"""The clock of a running shop, database and gateway, jumps forty days ahead and back: nothing is deleted."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tapis.gateway.database import Database
from tapis.gateway.storage.blobs.blob_store import FolderBlobStore
from tapis.gateway.storage.sweeper import ClockMonitor, SweepRefused, sweep_bytes
from tests.conftest import Shop, serving
from tests.deployments.clocks import Clock, new_clock
from tests.deployments.postgres import running
from tests.deployments.shops import shop_on
from tests.maintenance.conftest import BUCKET, SampleShop, fill_shop, run_doctor, run_tapis
from tests.postgres.os_processes import eventually

pytestmark = pytest.mark.anywhere
AHEAD = "select round(extract(epoch from clock_timestamp() - %s::timestamptz) / 86400)::integer"
WAITS = "the clock jumped; the shop must run for 24 more hours"


@pytest.fixture
def clock() -> Iterator[Clock]:
    with tempfile.TemporaryDirectory(prefix="tapis-clock-") as folder:
        Path(folder).chmod(0o755)  # the database has an account of its own
        yield new_clock(Path(folder))


def delete_product(shop: Shop, books: SampleShop) -> None:
    """With its picture: both can be brought back for thirty days."""
    with shop.client(shop.sign_in(books.ada.email)["access_token"]) as ada:
        assert ada.delete(f"{BUCKET}/products/{books.picture}").status_code == 200
        assert ada.delete(f"/rest/v1/products?uuid=eq.{books.product}").status_code == 204


def restore_product(shop: Shop, books: SampleShop) -> httpx.Response:
    with shop.client(shop.sign_in(books.ada.email)["access_token"]) as ada:
        return ada.post("/rest/v1/rpc/restore_record", json={"place": "products", "uuid": books.product})


def starts_and_says(shop: serving, sentence: str) -> None:
    """In its log."""

    def is_said() -> bool:
        shop.log.seek(0)
        return sentence in shop.log.read()

    with shop:
        assert eventually(is_said)


def files(data: Path) -> set[str]:
    return {file.name for file in (data / "files").rglob("*") if file.is_file()}


async def jumps(clock: Clock, shop: Shop, books: SampleShop, days: int) -> None:
    """While the shop runs: the next look at the clock tells, nothing is swept, and people go on."""
    async with Database(shop.authenticator, 2, 8) as database:
        monitor = ClockMonitor(database, 30)
        await monitor.check()
        before = shop.sql("select clock_timestamp()")[0][0]
        was_ahead = clock.days
        clock.is_ahead(days)
        assert shop.sql(AHEAD, before) == [(days - was_ahead,)]
        assert await monitor.check()
        with pytest.raises(SweepRefused, match=WAITS):
            await sweep_bytes(database, FolderBlobStore(shop.data / "files"))
    with shop.client(shop.sign_in(books.tom.email)["access_token"]) as tom:
        kept = tom.get("/rest/v1/transactions?select=uuid").json()
        assert {order["uuid"] for order in kept} == books.orders.keys()


async def test_Z9_a_clock_that_jumps_ahead_and_back_deletes_nothing_and_the_shop_says_that_it_waits(
    tmp_path: Path, clock: Clock
) -> None:
    data = tmp_path / "data"
    with running(18, tls=False, environment=clock.environment) as server:
        settings = {"TAPIS_DATABASE_URL": server.authenticator, "TAPIS_OWNER_URL": server.owner}
        with serving(data, **settings, **clock.environment) as url:
            shop = shop_on(url, data, server, settings)
            shop.has_run_for(800)
            books = fill_shop(shop)
            delete_product(shop, books)
            stored = files(data)
            for days in (40, 0):
                await jumps(clock, shop, books, days)
        for days in (40, 0):
            clock.is_ahead(days)
            starts_and_says(serving(data, **settings, **clock.environment), WAITS)
        asked = run_tapis("removed", "sweep", data=data, **settings)
        assert WAITS in asked.stdout + asked.stderr
        assert run_doctor(data, **settings) == []
        assert files(data) >= stored
        with serving(data, **settings, **clock.environment) as url:
            shop = shop_on(url, data, server, settings)
            answer = restore_product(shop, books)
            assert (answer.status_code, answer.text) == (200, "true")
            with shop.client() as anna:
                picture = anna.get(f"/storage/v1/object/public/tapis/products/{books.picture}")
                assert picture.status_code == 200
