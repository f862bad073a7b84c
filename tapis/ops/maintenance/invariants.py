"""Looks at everything that must hold, and mends what can be mended without losing anything."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import psycopg

from tapis.ops.maintenance import amcheck, image_checks, order_checks, schema_drift
from tapis.ops.maintenance import repair as repairs
from tapis.ops.maintenance.findings import Finding
from tapis.ops.maintenance.installation import Installation

Ask = Callable[[psycopg.Connection[Any]], list[Finding]]
Look = Callable[[Installation], Awaitable[list[Finding]]]


def _asked(ask: Ask) -> Look:
    """A question to the database alone, as something to look at."""

    async def look(installation: Installation) -> list[Finding]:
        with installation.connect() as connection:
            return await asyncio.to_thread(ask, connection)

    return look


# Without its own tables and functions nothing else can be asked.
FIRST: Look = _asked(schema_drift.find_history)
# Everything else that is looked at, in the order in which it is told; the pages before what lies on them.
LOOKS: tuple[Look, ...] = (
    _asked(amcheck.find_damage),
    _asked(schema_drift.find_open),
    _asked(schema_drift.find_changed),
    _asked(order_checks.find_unlike_seals),
    _asked(image_checks.find_holes),
    _asked(image_checks.find_swapped),
    _asked(image_checks.find_unnoted),
    image_checks.find_open_folders,
    image_checks.find_bad_bytes,
    image_checks.find_strange_bytes,
    _asked(image_checks.find_overdue),
)


async def examine(installation: Installation) -> list[Finding]:
    """Everything that is wrong; empty when the shop is well. Nothing is changed."""
    if found := await FIRST(installation):
        return found
    for look in LOOKS:
        try:
            found += await look(installation)
        except psycopg.Error:
            if not _is_broken(found):
                raise
    return found


def _is_broken(found: list[Finding]) -> bool:
    """Whether a table can't be read: then no answer about its rows means anything."""
    return any(finding.code == "table-broken" for finding in found)


async def repair(installation: Installation) -> tuple[list[str], list[Finding]]:
    """Mend what can be mended; gives what was done, a sentence each, and what is still wrong afterwards."""
    done: list[str] = []
    found = await examine(installation)
    if _is_broken(found):
        return done, found
    if any(finding.code in repairs.RULES_FIRST for finding in found):
        done += await repairs.apply_rules(installation, found)
        found = await examine(installation)
    for code, mend in repairs.MENDS.items():
        if concerned := [finding for finding in found if finding.code == code]:
            done += await mend(installation, concerned)
    return done, (await examine(installation) if done else found)
