"""Looks at everything that must hold, and mends what can be mended without losing anything."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import psycopg

from tapis.keeping import mending, orders, pages, pictures, rules
from tapis.keeping.findings import Finding
from tapis.keeping.premises import Premises

Ask = Callable[[psycopg.Connection[Any]], list[Finding]]
Look = Callable[[Premises], Awaitable[list[Finding]]]


def _asked(ask: Ask) -> Look:
    """A question to the database alone, as something to look at."""

    async def look(premises: Premises) -> list[Finding]:
        with premises.connect() as connection:
            return await asyncio.to_thread(ask, connection)

    return look


# Without its own tables and functions nothing else can be asked.
FIRST: Look = _asked(rules.find_history)
# Everything else that is looked at, in the order in which it is told; the pages before what lies on them.
LOOKS: tuple[Look, ...] = (
    _asked(pages.find_damage),
    _asked(rules.find_open),
    _asked(rules.find_changed),
    _asked(orders.find_unlike_seals),
    _asked(pictures.find_holes),
    pictures.find_bad_bytes,
    pictures.find_strange_bytes,
    _asked(pictures.find_overdue),
)


async def examine(premises: Premises) -> list[Finding]:
    """Everything that is wrong; empty when the shop is well. Nothing is changed."""
    if found := await FIRST(premises):
        return found
    for look in LOOKS:
        try:
            found += await look(premises)
        except psycopg.Error:
            if not _is_broken(found):
                raise
    return found


def _is_broken(found: list[Finding]) -> bool:
    """Whether a table can't be read: then no answer about its rows means anything."""
    return any(finding.code == "table-broken" for finding in found)


async def repair(premises: Premises) -> tuple[list[str], list[Finding]]:
    """Mend what can be mended; gives what was done, a sentence each, and what is still wrong afterwards."""
    done: list[str] = []
    found = await examine(premises)
    if _is_broken(found):
        return done, found
    if any(finding.code in mending.RULES_FIRST for finding in found):
        done += await mending.apply_rules(premises, found)
        found = await examine(premises)
    for code, mend in mending.MENDS.items():
        if concerned := [finding for finding in found if finding.code == code]:
            done += await mend(premises, concerned)
    return done, (await examine(premises) if done else found)
