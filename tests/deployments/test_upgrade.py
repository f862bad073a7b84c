"""A shop that version 0.2 made, and whose people used it, is opened by this version: nothing is lost.

The old program runs from the project's history, so that what its people did went through its own protocol.
A shop of the version before payments is filled by SQL, as `make test-upgrade` does with 10,000 orders.
"""

import json
from pathlib import Path

import psycopg
import pytest

from tapis.ops import postgres
from tapis.ops.maintenance.snapshot import table_checksums
from tests.conftest import open_shop, shop_at
from tests.maintenance.conftest import run_doctor, run_tapis
from tests.transfer.test_lived_in import assert_only_own_addresses, assert_order_kept_and_place_another
from tests.upgrade.migration_kills import kill_at_each
from tests.upgrade.old_versions import BEFORE_PAYMENTS, SECOND, OldProgram, unpack
from tests.upgrade.upgraded_shop import find_faults, make_filled_shop
from tests.used_shop import ACCOUNTS_FILE, UsedShop, sign_in_as

pytestmark = pytest.mark.anywhere

MIGRATIONS = "private.migrations"


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> OldProgram:
    return unpack(SECOND, tmp_path_factory.mktemp("old-program"))


@pytest.fixture
def lived_in_before(program: OldProgram, tmp_path: Path) -> UsedShop:
    """The old demo shop, in which Anna ordered and Ada accepted."""
    data = tmp_path / "data"
    program.run_tapis("demo", "--data", data)
    people = {one["email"]: one["password"] for one in json.loads((data / ACCOUNTS_FILE).read_text())}
    with program.serve(data) as url, shop_at(url, data) as shop:
        shop_people = UsedShop(data, url, "", "", "", people)
        anna, ada = shop_people.email("talent"), shop_people.email("admin")
        with sign_in_as(shop, anna, people[anna]) as buyer, sign_in_as(shop, ada, people[ada]) as owner:
            order, proof = buyer.place_order()
            owner.send("PATCH", f"/rest/v1/transactions?uuid=eq.{order}", {"status": "Accepted"})
    return UsedShop(data, url, order, proof, "", people)


def counts(data: Path) -> dict[str, object]:
    """How many rows each table has; migrations are those of the program."""
    with postgres.ensure_server(data) as urls, psycopg.connect(urls.superuser) as connection:
        return {
            table: found[0] for table, found in table_checksums(connection).items() if table != MIGRATIONS
        }


def test_Z8_a_shop_of_an_earlier_version_is_whole_and_goes_on_in_this_one(lived_in_before: UsedShop) -> None:
    before = lived_in_before
    had = counts(before.data)
    said = run_tapis("migrate", data=before.data)
    assert said.returncode == 0, said.stderr
    has = counts(before.data)
    assert {place: count for place, count in had.items() if has.get(place) != count} == {}
    assert run_doctor(before.data) == []
    with open_shop(before.data) as shop:
        anna, ada = before.email("talent"), before.email("admin")
        with (
            sign_in_as(shop, anna, before.people[anna]) as buyer,
            sign_in_as(shop, ada, before.people[ada]) as owner,
        ):
            assert_order_kept_and_place_another(buyer, before)
            assert_only_own_addresses(shop, owner, before.address, logs=())  # the old log says what was
    assert run_doctor(before.data) == []


def test_Y24_a_shop_of_before_payments_says_the_same_of_each_order_after_kills_in_its_migration(
    tmp_path: Path,
) -> None:
    shop = make_filled_shop(BEFORE_PAYMENTS, tmp_path / "shop", 60)
    steps = ["0034_payments.sql", "create policy"]
    assert [*kill_at_each(shop.data, steps, "migrate", "--no-backup")] == steps
    assert find_faults(shop) == []
