"""The three unmodified clients from Node: a visitor becomes a talent, orders, and deletes the order."""

from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from tests.conftest import Shop
from tests.node_client import CLIENTS, run_script

SCRIPT = Path(__file__).with_name("day.mjs")
Day = dict[str, dict[str, Any]]


@pytest.fixture(scope="module")
def day(open_shop: Shop, photo: Path) -> Day:
    """What the clients received, by the step's name in the script."""
    facts = {
        "url": open_shop.url,
        "anonKey": open_shop.anon_key,
        "email": f"tom-{uuid4().hex[:12]}@tapis-lampung.id",
        "password": "benang-emas",
        "photo": str(photo),
        "modules": str(CLIENTS),
    }
    return run_script(SCRIPT, facts)


def test_W5_anna_browses_without_an_account(day: Day) -> None:
    assert day["browse"]["error"] is None
    assert day["browse"]["data"][0]["heading"] == "Selendang"
    assert day["pay"]["data"]["pathname"] == "/shopping-cart"


def test_W5_anna_can_neither_order_nor_upload(day: Day) -> None:
    assert (day["early"]["status"], day["early"]["error"]["code"]) == (401, "42501")
    assert day["early"]["error"]["message"] == "permission denied for table transactions"
    assert day["earlyFile"]["data"] is None
    assert day["earlyFile"]["error"]["message"] == "new row violates row-level security policy"


def test_W5_anna_signs_up_as_a_talent_and_signs_in(day: Day) -> None:
    assert (day["signUp"]["error"], day["signUp"]["data"]["role"]) == (None, "talent")
    assert day["signIn"]["error"] is None
    assert day["signIn"]["data"].startswith("tom-")


def test_W4_the_proof_lies_at_the_public_path_of_its_full_path(day: Day) -> None:
    assert day["upload"]["error"] is None
    assert day["upload"]["data"]["fullPath"] == "tapis/" + day["upload"]["data"]["path"]
    address = day["publicUrl"]["data"]["url"]
    assert address.endswith("/storage/v1/object/public/" + day["upload"]["data"]["fullPath"])
    assert day["publicUrl"]["status"] == 400  # a proof of payment is read with a session only


def test_W3_a_file_is_never_overwritten(day: Day) -> None:
    assert day["uploadTwice"]["data"] is None
    assert day["uploadTwice"]["error"]["message"] == "The resource already exists"


def test_W2_an_order_at_a_wished_for_price_is_refused(day: Day) -> None:
    refused = day["cheaper"]
    assert (refused["status"], refused["error"]["hint"]) == (409, "price_moved")


def test_W2_the_order_is_taken_once(day: Day) -> None:
    for step in ("order", "orderTwice"):
        assert (day[step]["error"], day[step]["status"]) == (None, 201)
    assert (day["mine"]["count"], len(day["mine"]["data"])) == (1, 1)
    assert day["mine"]["data"][0]["status"] == "Processed"
    assert (day["others"]["status"], day["others"]["error"]["code"]) == (401, "42501")


def test_W5_tom_cannot_accept_his_own_order(day: Day) -> None:
    assert (day["accept"]["error"], day["accept"]["data"]) == (None, [])


def test_W5_tom_deletes_the_proof_and_the_order(day: Day) -> None:
    assert day["removeFile"]["data"] == [day["upload"]["data"]["path"]]
    assert (day["remove"]["error"], day["remove"]["status"]) == (None, 204)
    assert (day["none"]["data"], day["none"]["count"]) == ([], 0)


def test_W5_after_signing_out_the_token_is_dead(day: Day) -> None:
    assert day["signOut"]["error"] is None
    assert (day["after"]["status"], day["after"]["error"]["code"]) == (401, "PGRST303")
