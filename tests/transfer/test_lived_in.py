"""An operator moves, backs up and restores the used demo shop: nothing is lost, and everything still works.

It opens on another port each time, so that every address in its answers must be the new one.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Shop, open_shop
from tests.example_rows import LOGS, STORED, readable_columns
from tests.maintenance.conftest import run_doctor, run_tapis
from tests.transfer.conftest import export_shop, import_shop
from tests.used_shop import PROOFS, Person, UsedShop, sign_in_as

PAGES = ("/", "/products", "/gallery", "/about-us", "/sitemap.xml")
PERSONAL_ADDRESS = re.compile("/(transactions|audition-registrations)/")


def keep_in_place(shop: UsedShop, _folder: Path) -> Path:
    return shop.data


def export_and_import(shop: UsedShop, folder: Path) -> Path:
    """Export and import; a second export must be the same file, byte for byte."""
    parcel = export_shop(folder / "shop.tar", shop.data)
    data = import_shop(parcel, folder / "moved")
    assert export_shop(folder / "again.tar", data).read_bytes() == parcel.read_bytes()
    return data


def back_up_and_restore(shop: UsedShop, folder: Path) -> Path:
    backup = run_tapis("backup", folder / "shop.backup", data=shop.data)
    assert backup.returncode == 0, backup.stderr
    result = run_tapis("restore", folder / "shop.backup", data=folder / "restored")
    assert (result.returncode, result.stderr) == (0, "")
    assert "when the backup was taken" not in result.stdout
    return folder / "restored"


TRANSFERS: tuple[Callable[[UsedShop, Path], Path], ...] = (
    keep_in_place,
    export_and_import,
    back_up_and_restore,
)


@dataclass(frozen=True, slots=True)
class TransferredShop:
    """The shop after a transfer, and as it was before."""

    data: Path
    before: UsedShop
    secret: str  # an export contains no second factors


@pytest.fixture(params=TRANSFERS, ids=("stayed", "moved", "restored"))
def transferred(request: pytest.FixtureRequest, used_shop: UsedShop, tmp_path: Path) -> TransferredShop:
    data = request.param(used_shop, tmp_path)
    return TransferredShop(data, used_shop, "" if request.param is export_and_import else used_shop.secret)


def test_Z8_nothing_is_wrong_and_people_go_on_at_the_new_address(transferred: TransferredShop) -> None:
    before = transferred.before
    assert run_doctor(transferred.data) == []
    with open_shop(transferred.data) as shop:
        assert shop.url != before.address
        anna, ada = before.email("talent"), before.email("admin")
        with (
            sign_in_as(shop, anna, before.people[anna]) as buyer,
            sign_in_as(shop, ada, before.people[ada], transferred.secret) as owner,
        ):
            assert_order_kept_and_place_another(buyer, before)
            assert_only_own_addresses(shop, owner, before.address)
    assert run_doctor(transferred.data) == []


def assert_order_kept_and_place_another(buyer: Person, before: UsedShop) -> None:
    """Anna still sees her accepted order and its proof, and can order again."""
    (order,) = buyer.send("GET", f"/rest/v1/transactions?uuid=eq.{before.order}")
    assert (order["status"], order["invoice_image"]["filename"]) == ("Accepted", before.proof)
    for proof in (before.proof, buyer.place_order()[1]):
        response = buyer.client.get(f"/storage/v1/object/authenticated/tapis/{PROOFS}/{proof}")
        assert (response.status_code, response.headers["content-type"]) == (200, "image/png")
    assert len(buyer.call("my_data")["orders"]) >= 2


def assert_only_own_addresses(
    shop: Shop, owner: Person, old_address: str, logs: tuple[str, ...] = LOGS
) -> None:
    """Every address of a picture is this shop's, and every public one can be read."""
    addresses = set[str]()
    for table in (*STORED, *logs):
        response = owner.client.get(f"/rest/v1/{table}?select={readable_columns(table)}")
        assert response.status_code == 200, response.text
        assert old_address not in response.text
        addresses |= {*find_addresses(response.json())}
    assert len(addresses) > 60
    assert {
        address for address in addresses if not address.startswith(f"{shop.url}/storage/v1/object/")
    } == set()
    for page in PAGES:
        assert old_address not in owner.client.get(page).raise_for_status().text
    for address in addresses:
        if not PERSONAL_ADDRESS.search(address) and "qris-baru" not in address:
            assert owner.client.head(address).status_code == 200, address


def find_addresses(value: Any) -> Iterator[str]:
    """Yield the addresses of all image values in a response."""
    if isinstance(value, list):
        for item in value:
            yield from find_addresses(item)
    elif isinstance(value, dict):
        if {"filename", "url"} <= value.keys():
            yield value["url"]
        yield from find_addresses([*value.values()])


def test_Z8_what_the_shop_knows_of_anna_is_told_and_removed_and_all_else_stays(used_shop: UsedShop) -> None:
    anna = used_shop.email("talent")
    result = run_tapis("users", "export", anna, data=used_shop.data)
    assert (result.returncode, used_shop.order in result.stdout) == (0, True), result.stderr
    assert run_tapis("users", "remove", anna, "--yes", data=used_shop.data).returncode == 0
    assert run_tapis("users", "export", anna, data=used_shop.data).returncode == 1
    assert run_doctor(used_shop.data) == []
