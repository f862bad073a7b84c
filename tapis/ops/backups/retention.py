"""Retention: keeps the newest backup of each of the last days and weeks that have one.

Days and weeks without a backup don't count, so a shop that was closed for a month loses none. The newest
one is always kept, and one that lacks pictures never replaces the newest that lacks fewer, which may be all
that is left of them. Others are still deleted: a single picture that is gone for good would fill the disk.
"""

import math
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from tapis.ops.backups.archive_name import ArchiveName
from tapis.shop_time import SHOP_TIME

UPGRADES = 3  # always kept


@dataclass(frozen=True, slots=True)
class Retention:
    """The number of days and weeks to keep a backup of."""

    days: int
    weeks: int


def parse_retention(text: str) -> Retention | None:
    """Parse a validated setting such as `daily,7,4`; None if it is empty."""
    if not text:
        return None
    _, days, weeks = text.split(",")
    return Retention(int(days), int(weeks))


def select_prunable(lacking: Mapping[ArchiveName, int], retention: Retention | None) -> list[ArchiveName]:
    """The backups of one shop to delete; without a schedule only old ones before upgrades.

    `lacking`: how many pictures of each backup are missing or damaged.
    """
    newest = sorted(lacking, key=lambda name: name.taken, reverse=True)
    kept = {*newest[:1], *[name for name in newest if name.before_upgrade][:UPGRADES]}
    if retention is None:
        kept |= {name for name in newest if not name.before_upgrade}
    else:
        kept |= _newest_of_each(newest, datetime.date, retention.days)
        kept |= _newest_of_each(newest, lambda taken: taken.isocalendar()[:2], retention.weeks)
    kept.update(_most_whole(newest, lacking))
    return [name for name in newest if name not in kept]


def _most_whole(newest: Sequence[ArchiveName], lacking: Mapping[ArchiveName, int]) -> Iterator[ArchiveName]:
    """Those that lack fewer pictures than every newer one."""
    least: float = math.inf
    for name in newest:
        if lacking[name] < least:
            least = lacking[name]
            yield name


def _newest_of_each(
    newest: Sequence[ArchiveName], period: Callable[[datetime], Hashable], count: int
) -> set[ArchiveName]:
    first: dict[Hashable, ArchiveName] = {}
    for name in newest:
        first.setdefault(period(name.taken.astimezone(SHOP_TIME)), name)
    return set(list(first.values())[:count])
