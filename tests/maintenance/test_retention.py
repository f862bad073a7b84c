"""Which backups the shop deletes by itself."""

from datetime import UTC, datetime, timedelta

import pytest

from tapis.ops.backups.archive_name import ArchiveName, parse_archive_name
from tapis.ops.backups.retention import UPGRADES, Retention, parse_retention, select_prunable

NIGHT = datetime(2026, 11, 22, 20, 0, 4, tzinfo=UTC)  # a Monday at three in the morning in Lampung
SCHEDULE = Retention(7, 4)


def build_backup_name(days_ago: float, *, before_upgrade: bool = False) -> ArchiveName:
    """The name of the backup made that many days ago."""
    return ArchiveName("0badcafe", NIGHT - timedelta(days=days_ago), before_upgrade=before_upgrade)


def list_kept(names: list[ArchiveName], retention: Retention | None = SCHEDULE) -> set[ArchiveName]:
    return set(names) - set(select_prunable(dict.fromkeys(names, 0), retention))


def test_Z12_of_a_year_of_nights_seven_days_and_the_last_of_four_weeks_are_kept() -> None:
    days_ago = [
        (NIGHT - name.taken).days for name in list_kept([build_backup_name(days) for days in range(365)])
    ]
    assert sorted(days_ago) == [0, 1, 2, 3, 4, 5, 6, 8, 15]


def test_Z12_days_without_a_backup_dont_count_so_a_shop_that_was_closed_loses_none() -> None:
    names = [build_backup_name(days) for days in (40, 41, 90, 91, 300)]
    assert list_kept(names) == set(names)


def test_Z12_however_often_backups_are_made_the_newest_of_a_day_and_at_least_one_is_kept() -> None:
    names = [build_backup_name(minutes / 1440) for minutes in range(100)]
    assert list_kept(names, Retention(1, 0)) == {build_backup_name(0)}
    assert list_kept([build_backup_name(400)], Retention(1, 0)) == {build_backup_name(400)}


def test_Z12_one_that_lacks_pictures_replaces_none_that_lacks_fewer_and_the_rest_still_goes() -> None:
    names = [build_backup_name(days) for days in range(7)]
    lacking = dict(zip(names, (5, 5, 2, 3, 2, 0, 0), strict=True))
    kept = {*names} - {*select_prunable(lacking, Retention(1, 0))}
    assert kept == {names[0], names[2], names[5]}


def test_Z12_of_those_before_upgrades_the_last_three_are_kept_also_without_a_schedule() -> None:
    upgrades = [build_backup_name(100 + days, before_upgrade=True) for days in range(5)]
    own = [build_backup_name(500), build_backup_name(501)]
    assert list_kept([*upgrades, *own], None) == {*upgrades[:UPGRADES], *own}
    assert list_kept([build_backup_name(0), *upgrades], Retention(1, 0)) == {
        build_backup_name(0),
        *upgrades[:UPGRADES],
    }


@pytest.mark.parametrize(
    "text",
    [
        "shop.tar",
        "tapis-0badcafe-20261122T200004Z.tar.part",
        ".tapis-0badcafe-20261122T200004Z.tar.part",
        "tapis-0badcafe-20261399T200004Z.tar",
        "tapis-0badcafe-20261122T200004Z.tar.sha256",
        "tapis-0BADCAFE-20261122T200004Z.tar",
    ],
)
def test_Z12_a_file_of_another_name_is_never_taken_for_a_backup(text: str) -> None:
    assert parse_archive_name(text) is None


def test_Z12_a_name_says_whose_and_of_when_it_is_and_whether_an_upgrade_followed() -> None:
    for name in (build_backup_name(0), build_backup_name(3, before_upgrade=True)):
        assert parse_archive_name(str(name)) == name
    assert (
        str(build_backup_name(0, before_upgrade=True)) == "tapis-0badcafe-20261122T200004Z-before-upgrade.tar"
    )
    assert parse_retention("daily,7,4") == SCHEDULE
    assert parse_retention("") is None
