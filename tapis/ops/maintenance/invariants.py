"""Checks every invariant, and repairs what can be repaired without losing data."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import psycopg

from tapis.ops.maintenance import backup_checks, database_checks, image_checks, schema_drift
from tapis.ops.maintenance import repair as repairs
from tapis.ops.maintenance.findings import KINDS, Finding
from tapis.ops.maintenance.installation import Installation

Query = Callable[[psycopg.Connection], list[Finding]]
Check = Callable[[Installation], Awaitable[list[Finding]]]


def _in_database(query: Query) -> Check:
    async def check(installation: Installation) -> list[Finding]:
        with installation.connect() as connection:
            return await asyncio.to_thread(query, connection)

    return check


# Without the right tables and functions nothing else can be checked.
CHECK_HISTORY: Check = _in_database(schema_drift.find_migration_mismatches)
# The other checks, in the order of the report; damaged pages before their content.
FIND_DAMAGE: Check = _in_database(database_checks.find_damage)
CHECKS: tuple[Check, ...] = (
    FIND_DAMAGE,
    _in_database(schema_drift.find_excess_privileges),
    _in_database(schema_drift.find_changed_rules),
    _in_database(database_checks.find_seal_mismatches),
    _in_database(image_checks.find_undeclared_columns),
    _in_database(image_checks.find_missing_pictures),
    _in_database(image_checks.find_checksum_mismatches),
    image_checks.find_exposed_folders,
    image_checks.find_damaged_bytes,
    image_checks.find_unclaimed_bytes,
    _in_database(image_checks.find_overdue_pictures),
    image_checks.find_unusual_sweep,
    _in_database(database_checks.find_undelivered_messages),
    _in_database(database_checks.find_ambiguous_amounts),
    backup_checks.find_backup_faults,
    backup_checks.find_backups_beside_shop,
)

# The checks that read neither image files nor all database pages.
QUICK_CHECKS = tuple(check for check in CHECKS if check not in (FIND_DAMAGE, image_checks.find_damaged_bytes))
# What an open shop sweeps up by itself, unless the sweep waits.
SWEPT = ("bytes-unclaimed", "picture-unclaimed")
ORDER = {kind.code: index for index, kind in enumerate(KINDS)}


async def run_checks(installation: Installation, checks: Sequence[Check] = CHECKS) -> list[Finding]:
    """Run the checks; returns the findings, the most severe first, and changes nothing."""
    if found := await CHECK_HISTORY(installation):
        return found
    for check in checks:
        try:
            found += await check(installation)
        except psycopg.Error:
            if not _is_broken(found):
                raise
    return sorted(_deduplicate(found), key=lambda finding: ORDER[finding.code])


def _deduplicate(found: list[Finding]) -> list[Finding]:
    """Remove duplicates: findings that the same statement repairs, or the same sweep, are one finding."""
    statements: set[str] = set()
    distinct = []
    for finding in found:
        statement = finding.keys[0] if finding.keys and finding.code in repairs.RULES_FIRST else ""
        if statement not in statements:
            distinct.append(finding)
        statements |= {statement} - {""}
    waiting = SWEPT if any(finding.code == "sweep-waits" for finding in distinct) else ()
    dropped = [finding.what for finding in distinct if finding.code == "data-dropped"]
    opened = " ".join(statements)
    return [
        finding
        for finding in distinct
        if finding.code not in waiting
        and not (finding.code == "rule-own" and finding.what.partition(" ")[2] in opened)
        and not (finding.code == "data-dropped" and f"{finding.what} is missing" in dropped)
    ]


def _is_broken(found: list[Finding]) -> bool:
    """Whether a table is damaged or missing, so that checks of its rows are meaningless."""
    return any(finding.code in ("table-broken", "data-dropped") for finding in found)


async def repair(installation: Installation, checks: Sequence[Check]) -> tuple[list[str], list[Finding]]:
    """Repair what can be repaired; returns a sentence for each repair, and the remaining findings.

    Nothing is repaired on damaged pages; where a table or a column is gone, only what is open is closed.
    """
    done: list[str] = []
    found = await run_checks(installation, checks)
    if any(finding.code == "table-broken" for finding in found):
        return done, found
    if any(finding.code in repairs.RULES_FIRST for finding in found):
        done += await asyncio.to_thread(repairs.apply_rules, installation, found)
        found = await run_checks(installation, checks)
    if not _is_broken(found):
        for code, apply in repairs.REPAIRS.items():
            if concerned := [finding for finding in found if finding.code == code]:
                done += await apply(installation, concerned)
    return done, (await run_checks(installation, checks) if done else found)
