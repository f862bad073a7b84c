"""`make test-upgrade`: opens shops of two earlier versions, full of orders, with this version.

.venv/bin/python -m tests.upgrade.run [COUNT]

Prints how long the migration took; exits with status 1 when people see anything differently than before.
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from tests.conftest import open_shop
from tests.upgrade.migration_kills import RULES, kill_at_each, list_pending_migrations
from tests.upgrade.old_versions import BEFORE_PAYMENTS, FIRST, OldVersion
from tests.upgrade.upgraded_shop import FilledShop, find_faults, make_filled_shop

COUNT = 10_000
Result = TypeVar("Result")


def main(count: int) -> int:
    fault_count = 0
    with tempfile.TemporaryDirectory(prefix="tapis-upgrade-") as name:
        for version in (FIRST, BEFORE_PAYMENTS):
            fault_count += len(upgrade(version, count, Path(name) / version.commit))
    return 1 if fault_count else 0


def upgrade(version: OldVersion, count: int, folder: Path) -> list[str]:
    """Fill a shop, migrate a copy, migrate another that is killed at each step; return the differences."""
    print(f"{version.name} ({version.commit}), {count:,} orders and as many registrations", flush=True)
    shop = measure_time("filled", lambda: make_filled_shop(version, folder, count))
    before = measure_megabytes(shop.data)
    undisturbed = shop.copy("undisturbed")
    measure_time("opened the first time, with its backup", lambda: open_once(undisturbed))
    print(
        f"  disk: {before:.0f} MB, then {measure_megabytes(undisturbed.data):.0f} MB "
        f"and {measure_megabytes(undisturbed.data / 'backups'):.0f} MB of these are the backup",
        flush=True,
    )
    killed = shop.copy("killed")
    measure_time("killed at each step", lambda: kill_at_each_step(killed))
    differences = []
    for shop_copy in (undisturbed, killed):
        differences += [f"{shop_copy.data.name}: {fault}" for fault in find_faults(shop_copy)]
    print(*(f"  WRONG {fault}" for fault in differences), sep="\n", flush=True)
    print(f"  {len(differences)} differences", flush=True)
    return differences


def open_once(shop: FilledShop) -> None:
    with open_shop(shop.data):
        pass


def kill_at_each_step(shop: FilledShop) -> None:
    steps = [*list_pending_migrations(shop.data), *RULES]
    kills = [*kill_at_each(shop.data, steps, "migrate", "--no-backup")]
    print(f"  {len(kills)} kills: {', '.join(kills)}", flush=True)


def measure_time(what: str, work: Callable[[], Result]) -> Result:
    start = time.monotonic()
    result = work()
    print(f"  {what}: {time.monotonic() - start:.1f} s", flush=True)
    return result


def measure_megabytes(folder: Path) -> float:
    if not folder.exists():
        return 0.0
    printed = subprocess.check_output(["du", "-sk", folder], text=True)
    return int(printed.split()[0]) / 1024


if __name__ == "__main__":
    sys.exit(main(int((sys.argv[1:2] or [str(COUNT)])[0])))
