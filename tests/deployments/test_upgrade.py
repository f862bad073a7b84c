"""A used shop of version 0.2 is opened by this version: nothing is lost.

The old program runs from the project's history, so that people use the shop through its own protocol.
A shop of the version before payments is filled by SQL, as `make test-upgrade` does with 10,000 orders.
"""

import json
from pathlib import Path

import psycopg
import pytest

from tapis.ops import postgres
from tapis.ops.maintenance.snapshot import compute_table_checksums
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
def old_program(tmp_path_factory: pytest.TempPathFactory) -> OldProgram:
    return unpack(SECOND, tmp_path_factory.mktemp("old-program"))


@pytest.fixture
def old_used_shop(old_program: OldProgram, tmp_path: Path) -> UsedShop:
    """The old demo shop, in which Anna ordered and Ada accepted."""
    data = tmp_path / "data"
    old_program.run_tapis("demo", "--data", data)
    people = {
        account["email"]: account["password"] for account in json.loads((data / ACCOUNTS_FILE).read_text())
    }
    with old_program.serve(data) as url, shop_at(url, data) as shop:
        shop_people = UsedShop(data, url, "", "", "", people)
        anna, ada = shop_people.email("talent"), shop_people.email("admin")
        with sign_in_as(shop, anna, people[anna]) as buyer, sign_in_as(shop, ada, people[ada]) as owner:
            order, proof = buyer.place_order()
            owner.send("PATCH", f"/rest/v1/transactions?uuid=eq.{order}", {"status": "Accepted"})
    return UsedShop(data, url, order, proof, "", people)


def count_rows(data: Path) -> dict[str, object]:
    """The number of rows of each table except the migrations."""
    with postgres.ensure_server(data) as urls, psycopg.connect(urls.superuser) as connection:
        return {
            table: checksum[0]
            for table, checksum in compute_table_checksums(connection).items()
            if table != MIGRATIONS
        }


def test_Z8_a_shop_of_an_earlier_version_is_whole_and_goes_on_in_this_one(old_used_shop: UsedShop) -> None:
    before = old_used_shop
    counts_before = count_rows(before.data)
    result = run_tapis("migrate", data=before.data)
    assert result.returncode == 0, result.stderr
    counts_after = count_rows(before.data)
    assert {table: count for table, count in counts_before.items() if counts_after.get(table) != count} == {}
    assert run_doctor(before.data) == []
    with open_shop(before.data) as shop:
        anna, ada = before.email("talent"), before.email("admin")
        with (
            sign_in_as(shop, anna, before.people[anna]) as buyer,
            sign_in_as(shop, ada, before.people[ada]) as owner,
        ):
            assert_order_kept_and_place_another(buyer, before)
            assert_only_own_addresses(shop, owner, before.address, logs=())  # the log keeps old addresses
    assert run_doctor(before.data) == []


def test_Y24_a_shop_of_before_payments_says_the_same_of_each_order_after_kills_in_its_migration(
    tmp_path: Path,
) -> None:
    shop = make_filled_shop(BEFORE_PAYMENTS, tmp_path / "shop", 60)
    steps = ["0034_payments.sql", "create policy"]
    assert [*kill_at_each(shop.data, steps, "migrate", "--no-backup")] == steps
    assert find_faults(shop) == []
