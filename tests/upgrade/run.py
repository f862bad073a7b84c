"""`make test-upgrade`: shops of two earlier versions, full of orders, are opened by this one.

.venv/bin/python -m tests.upgrade.run [COUNT]

Tells what the migration took; ends with status 1 when anything is shown otherwise than before.
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from tests.conftest import open_shop
from tests.upgrade.migration_kills import RULES, killed_at, pending
from tests.upgrade.old_versions import BEFORE_PAYMENTS, FIRST, OldVersion
from tests.upgrade.upgraded_shop import Filled, faults, filled

COUNT = 10_000
Result = TypeVar("Result")


def main(count: int) -> int:
    wrong = 0
    with tempfile.TemporaryDirectory(prefix="tapis-upgrade-") as name:
        for version in (FIRST, BEFORE_PAYMENTS):
            wrong += len(upgrade(version, count, Path(name) / version.commit))
    return 1 if wrong else 0


def upgrade(version: OldVersion, count: int, folder: Path) -> list[str]:
    """Fill, migrate a copy and measure it, migrate another one that is killed at each step; what is wrong."""
    print(f"{version.name} ({version.commit}), {count:,} orders and as many registrations", flush=True)
    shop = timed("filled", lambda: filled(version, folder, count))
    before = megabytes(shop.data)
    undisturbed = shop.copy("undisturbed")
    timed("opened the first time, with its backup", lambda: opened(undisturbed))
    print(
        f"  disk: {before:.0f} MB, then {megabytes(undisturbed.data):.0f} MB "
        f"and {megabytes(undisturbed.data / 'backups'):.0f} MB of these are the backup",
        flush=True,
    )
    killed = shop.copy("killed")
    timed("killed at each step", lambda: kill_at_each_step(killed))
    found = []
    for one in (undisturbed, killed):
        found += [f"{one.data.name}: {fault}" for fault in faults(one)]
    print(*(f"  WRONG {fault}" for fault in found), sep="\n", flush=True)
    print(f"  {len(found)} differences", flush=True)
    return found


def opened(shop: Filled) -> None:
    with open_shop(shop.data):
        pass


def kill_at_each_step(shop: Filled) -> None:
    steps = [*pending(shop.data), *RULES]
    kills = [*killed_at(shop.data, steps, "migrate", "--no-backup")]
    print(f"  {len(kills)} kills: {', '.join(kills)}", flush=True)


def timed(what: str, work: Callable[[], Result]) -> Result:
    start = time.monotonic()
    result = work()
    print(f"  {what}: {time.monotonic() - start:.1f} s", flush=True)
    return result


def megabytes(folder: Path) -> float:
    if not folder.exists():
        return 0.0
    printed = subprocess.check_output(["du", "-sk", folder], text=True)
    return int(printed.split()[0]) / 1024


if __name__ == "__main__":
    sys.exit(main(int((sys.argv[1:2] or [str(COUNT)])[0])))
