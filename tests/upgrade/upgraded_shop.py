"""A shop that an earlier version made and filled, and what is wrong with it once this version opened it."""

import subprocess
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tests.conftest import PASSWORD, Shop, open_shop, shop_at
from tests.lived_in import signed_in
from tests.maintenance.conftest import found as doctor_finds
from tests.upgrade.filling import TALENTS, fill
from tests.upgrade.old_versions import FIRST, OldVersion, unpacked
from tests.upgrade.shown import Shown, shown_to


@dataclass(frozen=True, slots=True)
class Filled:
    """At rest. `shown` is what its people were shown by the earlier version."""

    data: Path
    people: dict[str, str]
    admin: str
    shown: Shown
    accepted: int  # rupiah that came, as the earlier version says

    def copy(self, name: str) -> "Filled":
        data = self.data.with_name(name)
        subprocess.run(["cp", "--archive", self.data, data], check=True)
        return replace(self, data=data)


def filled(version: OldVersion, folder: Path, count: int) -> Filled:
    """Made and filled by the earlier version, which its doctor finds whole."""
    program, data = unpacked(version, folder / "program"), folder / "data"
    program.tapis("migrate", "--data", data)
    has = "nothing" if version is FIRST else "amounts"
    with program.serving(data) as url, shop_at(url, data) as shop:
        talents = [shop.account("talent") for _ in range(TALENTS)]
        ada = shop.account("admin")
        fill(shop, [one.user_id for one in talents], ada.user_id, count, has_payments=has == "amounts")
        people = {one.email: PASSWORD for one in (talents[0], talents[1], ada)}
        shown = shown_to(shop, people, ada.email, folder, has=has)
    program.tapis("doctor", "--data", data)
    accepted = sum(
        paid["amount"]
        for paid in shown.facts[f"{ada.email}: payments"].values()
        if paid["decision"] == "accepted" and paid["amount"]
    )
    return Filled(data, people, ada.email, shown, accepted)


def faults(shop: Filled) -> list[str]:
    """What differs from before, what `tapis doctor` finds, and whether the closing adds up."""
    with open_shop(shop.data) as opened:
        now = shown_to(opened, shop.people, shop.admin, shop.data.parent, has="payments")
        came = closed(opened, shop)
    wrong = shop.shown.differences(now)
    wrong += [f"doctor: {code}" for code in doctor_finds(shop.data)]
    if came != shop.accepted:
        wrong.append(f"the closing says {came:,} came of {shop.accepted:,}")
    return wrong


def closed(opened: Shop, shop: Filled) -> int:
    """What came in the last year and today, by the closing of these days."""
    with signed_in(opened, shop.admin, PASSWORD) as owner:
        days: list[dict[str, Any]] = owner.send(
            "POST",
            "/rest/v1/rpc/closing",
            dict(zip(("first_day", "last_day"), opened.sql(PERIOD)[0], strict=True)),
        )
    return sum(day["came"] for day in days)


PERIOD = "select (now() - interval '364 days')::date::text, (now() + interval '1 day')::date::text"
