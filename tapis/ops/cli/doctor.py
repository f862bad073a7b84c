"""`tapis doctor`: what is wrong with a shop, in sentences; ends with status 1 if anything is."""

import asyncio
import json
from typing import Annotated

import typer

from tapis.gateway.settings import Settings, load
from tapis.ops.cli.common_options import DATA, Data
from tapis.ops.cli.database_access import as_it_is
from tapis.ops.maintenance.findings import Finding
from tapis.ops.maintenance.installation import open_installation
from tapis.ops.maintenance.invariants import examine, repair

MOST_TOLD = 20  # of one kind, to a person


def doctor(
    data: Data = DATA,
    mend: Annotated[
        bool, typer.Option("--repair", help="Mend what can be mended without losing anything.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object: well, done, findings.")] = False,
) -> None:
    """Prove that nothing is lost: orders, proofs, pictures, pages of the database, the shop's own rules.

    Works while the shop is open, and on a folder at rest. Status 0: all is well; 1: something is wrong.
    """
    settings = load(data=data.absolute())
    with as_it_is(settings, newer_too=True) as (owner_url, gateway_url):
        done, found = asyncio.run(look(settings, owner_url, gateway_url, mend))
    typer.echo(as_object(done, found) if as_json else as_sentences(done, found))
    if found:
        raise typer.Exit(1)


async def look(
    settings: Settings, owner_url: str, gateway_url: str, mend: bool
) -> tuple[list[str], list[Finding]]:
    """What was done, and what is wrong (afterwards)."""
    async with open_installation(settings, owner_url, gateway_url) as installation:
        return await repair(installation) if mend else ([], await examine(installation))


def as_object(done: list[str], found: list[Finding]) -> str:
    """For a program."""
    told = [{"code": finding.code, "what": finding.what, "sentence": finding.sentence} for finding in found]
    return json.dumps({"well": not found, "done": done, "findings": told}, indent=2)


def as_sentences(done: list[str], found: list[Finding]) -> str:
    """For a person: what was done, what is wrong, and how much of it."""
    if not found:
        return "\n".join([*done, "All is well: nothing is lost, and every rule holds."])
    lines, told = list(done), dict[str, int]()
    for finding in found:
        told[finding.code] = told.get(finding.code, 0) + 1
        if told[finding.code] <= MOST_TOLD:
            lines.append(f"[{finding.code}] {finding.sentence}")
    lines += [f"[{code}] and {count - MOST_TOLD} more." for code, count in told.items() if count > MOST_TOLD]
    return "\n".join([*lines, f"{len(found)} found."])
