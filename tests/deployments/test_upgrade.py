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
from tests.lived_in import PASSWORD_OF, LivedIn, signed_in
from tests.maintenance.conftest import found, tapis
from tests.transfer.test_lived_in import orders, shows_only_its_own_address
from tests.upgrade.migration_kills import killed_at
from tests.upgrade.old_versions import BEFORE_PAYMENTS, SECOND, OldProgram, unpacked
from tests.upgrade.upgraded_shop import faults, filled

pytestmark = pytest.mark.anywhere

MIGRATIONS = "private.migrations"


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> OldProgram:
    return unpacked(SECOND, tmp_path_factory.mktemp("old-program"))


@pytest.fixture
def lived_in_before(program: OldProgram, tmp_path: Path) -> LivedIn:
    """The old demo shop, in which Anna ordered and Ada accepted."""
    data = tmp_path / "data"
    program.tapis("demo", "--data", data)
    people = {one["email"]: one["password"] for one in json.loads((data / PASSWORD_OF).read_text())}
    with program.serving(data) as url, shop_at(url, data) as shop:
        shop_people = LivedIn(data, url, "", "", "", people)
        anna, ada = shop_people.email("talent"), shop_people.email("admin")
        with signed_in(shop, anna, people[anna]) as buyer, signed_in(shop, ada, people[ada]) as owner:
            order, proof = buyer.order()
            owner.send("PATCH", f"/rest/v1/transactions?uuid=eq.{order}", {"status": "Accepted"})
    return LivedIn(data, url, order, proof, "", people)


def counts(data: Path) -> dict[str, object]:
    """How many rows each table has; migrations are those of the program."""
    with postgres.ensure_server(data) as urls, psycopg.connect(urls.superuser) as connection:
        return {
            table: found[0] for table, found in table_checksums(connection).items() if table != MIGRATIONS
        }


def test_Z8_a_shop_of_an_earlier_version_is_whole_and_goes_on_in_this_one(lived_in_before: LivedIn) -> None:
    before = lived_in_before
    had = counts(before.data)
    said = tapis("migrate", data=before.data)
    assert said.returncode == 0, said.stderr
    has = counts(before.data)
    assert {place: count for place, count in had.items() if has.get(place) != count} == {}
    assert found(before.data) == []
    with open_shop(before.data) as shop:
        anna, ada = before.email("talent"), before.email("admin")
        with (
            signed_in(shop, anna, before.people[anna]) as buyer,
            signed_in(shop, ada, before.people[ada]) as owner,
        ):
            orders(buyer, before)
            shows_only_its_own_address(shop, owner, before.address, logs=())  # the old log says what was
    assert found(before.data) == []


def test_Y24_a_shop_of_before_payments_says_the_same_of_each_order_after_kills_in_its_migration(
    tmp_path: Path,
) -> None:
    shop = filled(BEFORE_PAYMENTS, tmp_path / "shop", 60)
    steps = ["0034_payments.sql", "create policy"]
    assert [*killed_at(shop.data, steps, "migrate", "--no-backup")] == steps
    assert faults(shop) == []
