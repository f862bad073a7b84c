"""An operator moves, backs up and restores the lived-in demo shop: nothing is lost, and everything goes on.

Each time it opens on another port, so that every address it shows must be the new one.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Shop, open_shop
from tests.example_rows import LOGS, STORED
from tests.lived_in import PROOFS, LivedIn, Person, signed_in
from tests.maintenance.conftest import found, tapis
from tests.transfer.conftest import exported, imported

PAGES = ("/", "/products", "/gallery", "/about-us", "/sitemap.xml")
PERSONAL = re.compile("/(transactions|audition-registrations)/")


def stayed(shop: LivedIn, _folder: Path) -> Path:
    return shop.data


def moved(shop: LivedIn, folder: Path) -> Path:
    """Exported and imported; a second export is the same file, byte for byte."""
    parcel = exported(folder / "shop.tar", shop.data)
    there = imported(parcel, folder / "moved")
    assert exported(folder / "again.tar", there).read_bytes() == parcel.read_bytes()
    return there


def restored(shop: LivedIn, folder: Path) -> Path:
    backup = tapis("backup", folder / "shop.backup", data=shop.data)
    assert backup.returncode == 0, backup.stderr
    back = tapis("restore", folder / "shop.backup", data=folder / "restored")
    assert (back.returncode, back.stderr) == (0, "")
    assert back.stdout.count("\n") == 1, back.stdout
    return folder / "restored"


WAYS: tuple[Callable[[LivedIn, Path], Path], ...] = (stayed, moved, restored)


@dataclass(frozen=True, slots=True)
class Arrived:
    """The shop where it is now, and as it was."""

    data: Path
    before: LivedIn
    secret: str  # second factors stay behind in a move


@pytest.fixture(params=WAYS, ids=lambda way: way.__name__)
def arrived(request: pytest.FixtureRequest, lived_in: LivedIn, tmp_path: Path) -> Arrived:
    data = request.param(lived_in, tmp_path)
    return Arrived(data, lived_in, "" if request.param is moved else lived_in.secret)


def test_Z8_nothing_is_wrong_and_people_go_on_at_the_new_address(arrived: Arrived) -> None:
    before = arrived.before
    assert found(arrived.data) == []
    with open_shop(arrived.data) as shop:
        assert shop.url != before.address
        anna, ada = before.email("talent"), before.email("admin")
        with (
            signed_in(shop, anna, before.people[anna]) as buyer,
            signed_in(shop, ada, before.people[ada], arrived.secret) as owner,
        ):
            orders(buyer, before)
            shows_only_its_own_address(shop, owner, before.address)
    assert found(arrived.data) == []


def orders(buyer: Person, before: LivedIn) -> None:
    """Anna finds her accepted order with its proof, and orders again."""
    (kept,) = buyer.send("GET", f"/rest/v1/transactions?uuid=eq.{before.order}")
    assert (kept["status"], kept["invoice_image"]["filename"]) == ("Accepted", before.proof)
    for proof in (before.proof, buyer.order()[1]):
        answer = buyer.client.get(f"/storage/v1/object/authenticated/tapis/{PROOFS}/{proof}")
        assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")
    assert len(buyer.call("my_data")["orders"]) >= 2


def shows_only_its_own_address(shop: Shop, owner: Person, old: str, logs: tuple[str, ...] = LOGS) -> None:
    """Every address of a picture is here, and every public one leads to a picture."""
    shown = set[str]()
    for table in (*STORED, *logs):
        answer = owner.client.get(f"/rest/v1/{table}")
        assert answer.status_code == 200, answer.text
        assert old not in answer.text
        shown |= {*addresses_in(answer.json())}
    assert len(shown) > 60
    assert {address for address in shown if not address.startswith(f"{shop.url}/storage/v1/object/")} == set()
    for page in PAGES:
        assert old not in owner.client.get(page).raise_for_status().text
    for address in shown:
        if not PERSONAL.search(address) and "qris-baru" not in address:
            assert owner.client.head(address).status_code == 200, address


def addresses_in(value: Any) -> Iterator[str]:
    """The addresses of all image values in an answer."""
    if isinstance(value, list):
        for one in value:
            yield from addresses_in(one)
    elif isinstance(value, dict):
        if {"filename", "url"} <= value.keys():
            yield value["url"]
        yield from addresses_in([*value.values()])


def test_Z8_what_the_shop_knows_of_anna_is_told_and_removed_and_all_else_stays(lived_in: LivedIn) -> None:
    anna = lived_in.email("talent")
    told = tapis("users", "export", anna, data=lived_in.data)
    assert (told.returncode, lived_in.order in told.stdout) == (0, True), told.stderr
    assert tapis("users", "remove", anna, "--yes", data=lived_in.data).returncode == 0
    assert tapis("users", "export", anna, data=lived_in.data).returncode == 1
    assert found(lived_in.data) == []
