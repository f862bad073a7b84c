"""The clock of a running shop, database and gateway, jumps forty days ahead and back: nothing is deleted."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tapis.gateway.database import Database
from tapis.gateway.storage.blobs.blob_store import FolderBlobStore
from tapis.gateway.storage.sweeper import ClockMonitor, SweepRefused, sweep_blobs
from tests.conftest import Shop, serving
from tests.deployments.clocks import Clock, create_clock
from tests.deployments.postgres import run_postgres
from tests.deployments.shops import connect_shop
from tests.maintenance.conftest import BUCKET, SampleShop, fill_shop, run_doctor, run_tapis
from tests.postgres.os_processes import eventually

pytestmark = pytest.mark.anywhere
AHEAD = "select round(extract(epoch from clock_timestamp() - %s::timestamptz) / 86400)::integer"
WAIT_MESSAGE = "the clock jumped; the shop must run for 24 more hours"


@pytest.fixture
def clock() -> Iterator[Clock]:
    with tempfile.TemporaryDirectory(prefix="tapis-clock-") as folder:
        Path(folder).chmod(0o755)  # the database has an account of its own
        yield create_clock(Path(folder))


def delete_product(shop: Shop, books: SampleShop) -> None:
    """Delete the product and its picture, which can be restored for thirty days."""
    with shop.client(shop.sign_in(books.ada.email)["access_token"]) as ada:
        assert ada.delete(f"{BUCKET}/products/{books.picture}").status_code == 200
        assert ada.delete(f"/rest/v1/products?uuid=eq.{books.product}").status_code == 204


def restore_product(shop: Shop, books: SampleShop) -> httpx.Response:
    with shop.client(shop.sign_in(books.ada.email)["access_token"]) as ada:
        return ada.post("/rest/v1/rpc/restore_record", json={"place": "products", "uuid": books.product})


def assert_start_logs(shop: serving, sentence: str) -> None:
    """Start the shop, and wait until its log has this sentence."""

    def is_logged() -> bool:
        shop.log.seek(0)
        return sentence in shop.log.read()

    with shop:
        assert eventually(is_logged)


def list_files(data: Path) -> set[str]:
    return {file.name for file in (data / "files").rglob("*") if file.is_file()}


async def jump_and_check(clock: Clock, shop: Shop, books: SampleShop, days: int) -> None:
    """Let the clock jump while the shop runs: it notices, sweeps nothing, and still serves orders."""
    async with Database(shop.authenticator, 2, 8) as database:
        monitor = ClockMonitor(database, 30)
        await monitor.check()
        before = shop.sql("select clock_timestamp()")[0][0]
        was_ahead = clock.days
        clock.set_ahead(days)
        assert shop.sql(AHEAD, before) == [(days - was_ahead,)]
        assert await monitor.check()
        with pytest.raises(SweepRefused, match=WAIT_MESSAGE):
            await sweep_blobs(database, FolderBlobStore(shop.data / "files"))
    with shop.client(shop.sign_in(books.tom.email)["access_token"]) as tom:
        orders = tom.get("/rest/v1/transactions?select=uuid").json()
        assert {order["uuid"] for order in orders} == books.orders.keys()


async def test_Z9_a_clock_that_jumps_ahead_and_back_deletes_nothing_and_the_shop_says_that_it_waits(
    tmp_path: Path, clock: Clock
) -> None:
    data = tmp_path / "data"
    with run_postgres(18, tls=False, environment=clock.environment) as server:
        settings = {"TAPIS_DATABASE_URL": server.authenticator, "TAPIS_OWNER_URL": server.owner}
        with serving(data, **settings, **clock.environment) as url:
            shop = connect_shop(url, data, server, settings)
            shop.has_run_for(800)
            books = fill_shop(shop)
            delete_product(shop, books)
            stored = list_files(data)
            for days in (40, 0):
                await jump_and_check(clock, shop, books, days)
        for days in (40, 0):
            clock.set_ahead(days)
            assert_start_logs(serving(data, **settings, **clock.environment), WAIT_MESSAGE)
        result = run_tapis("removed", "sweep", data=data, **settings)
        assert WAIT_MESSAGE in result.stdout + result.stderr
        assert run_doctor(data, **settings) == []
        assert list_files(data) >= stored
        with serving(data, **settings, **clock.environment) as url:
            shop = connect_shop(url, data, server, settings)
            response = restore_product(shop, books)
            assert (response.status_code, response.text) == (200, "true")
            with shop.client() as anna:
                picture = anna.get(f"/storage/v1/object/public/tapis/products/{books.picture}")
                assert picture.status_code == 200
