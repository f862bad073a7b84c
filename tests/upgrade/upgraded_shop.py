"""A shop that an earlier version created and filled, and the checks after this version has opened it."""

import subprocess
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tests.conftest import PASSWORD, Shop, open_shop, shop_at
from tests.maintenance.conftest import run_doctor as doctor_finds
from tests.upgrade.filling import TALENTS, fill_shop
from tests.upgrade.old_versions import FIRST, OldVersion, unpack
from tests.upgrade.snapshot import Snapshot, take_snapshot
from tests.used_shop import sign_in_as


@dataclass(frozen=True, slots=True)
class FilledShop:
    """A closed shop. `snapshot` is what people saw in the earlier version."""

    data: Path
    people: dict[str, str]
    admin: str
    snapshot: Snapshot
    accepted: int  # rupiah received, according to the earlier version

    def copy(self, name: str) -> "FilledShop":
        data = self.data.with_name(name)
        subprocess.run(["cp", "--archive", self.data, data], check=True)
        return replace(self, data=data)


def make_filled_shop(version: OldVersion, folder: Path, count: int) -> FilledShop:
    """Create and fill a shop with the earlier version; its own doctor must find no fault."""
    program, data = unpack(version, folder / "program"), folder / "data"
    program.run_tapis("migrate", "--data", data)
    payment_model = "nothing" if version is FIRST else "amounts"
    with program.serve(data) as url, shop_at(url, data) as shop:
        talents = [shop.account("talent") for _ in range(TALENTS)]
        ada = shop.account("admin")
        fill_shop(
            shop,
            [account.user_id for account in talents],
            ada.user_id,
            count,
            has_payments=payment_model == "amounts",
        )
        people = {account.email: PASSWORD for account in (talents[0], talents[1], ada)}
        snapshot = take_snapshot(shop, people, ada.email, folder, payment_model=payment_model)
    program.run_tapis("doctor", "--data", data)
    accepted = sum(
        payment["amount"]
        for payment in snapshot.facts[f"{ada.email}: payments"].values()
        if payment["decision"] == "accepted" and payment["amount"]
    )
    return FilledShop(data, people, ada.email, snapshot, accepted)


def find_faults(shop: FilledShop) -> list[str]:
    """Differences from the snapshot, findings of `tapis doctor`, and a wrong total of the closing."""
    with open_shop(shop.data) as opened:
        snapshot = take_snapshot(opened, shop.people, shop.admin, shop.data.parent, payment_model="payments")
        received = read_closing(opened, shop)
    faults = shop.snapshot.differences(snapshot)
    faults += [f"doctor: {code}" for code in doctor_finds(shop.data)]
    if received != shop.accepted:
        faults.append(f"the closing says {received:,} came of {shop.accepted:,}")
    return faults


def read_closing(opened: Shop, shop: FilledShop) -> int:
    """The money received within the last year, according to the closing."""
    with sign_in_as(opened, shop.admin, PASSWORD) as owner:
        days: list[dict[str, Any]] = owner.send(
            "POST",
            "/rest/v1/rpc/closing",
            dict(zip(("first_day", "last_day"), opened.sql(PERIOD)[0], strict=True)),
        )
    return sum(day["came"] for day in days)


PERIOD = "select (now() - interval '364 days')::date::text, (now() + interval '1 day')::date::text"
