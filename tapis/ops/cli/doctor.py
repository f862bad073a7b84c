"""`tapis doctor`: what is wrong with a shop, in sentences; ends with status 1 if anything is."""

import asyncio
import json
from typing import Annotated

import typer

from tapis.gateway.settings import Settings, load
from tapis.ops.cli.command import DATA, Data
from tapis.ops.cli.database_access import unchanged_database
from tapis.ops.maintenance.findings import Finding
from tapis.ops.maintenance.installation import open_installation
from tapis.ops.maintenance.invariants import examine, repair

MAX_LISTED = 20  # of one kind


def doctor(
    data: Data = DATA,
    mend: Annotated[
        bool, typer.Option("--repair", help="Repair what can be repaired without losing anything.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object: well, done, findings.")] = False,
) -> None:
    """Check that nothing is lost: orders, proofs, images, pages of the database, rules.

    Works while the shop runs, and when it is stopped. Exit status 0: nothing found; 1: something is wrong.
    """
    settings = load(data=data.absolute())
    with unchanged_database(settings, allow_newer=True) as (owner_url, gateway_url):
        done, found = asyncio.run(run(settings, owner_url, gateway_url, mend))
    typer.echo(as_object(done, found) if as_json else as_sentences(done, found))
    if found:
        raise typer.Exit(1)


async def run(
    settings: Settings, owner_url: str, gateway_url: str, mend: bool
) -> tuple[list[str], list[Finding]]:
    """What was repaired, and what is wrong afterwards."""
    async with open_installation(settings, owner_url, gateway_url) as installation:
        return await repair(installation) if mend else ([], await examine(installation))


def as_object(done: list[str], found: list[Finding]) -> str:
    listed = [{"code": finding.code, "what": finding.what, "sentence": finding.sentence} for finding in found]
    return json.dumps({"well": not found, "done": done, "findings": listed}, indent=2)


def as_sentences(done: list[str], found: list[Finding]) -> str:
    if not found:
        return "\n".join([*done, "Nothing is wrong: nothing is lost, and every rule is in place."])
    lines, counts = list(done), dict[str, int]()
    for finding in found:
        counts[finding.code] = counts.get(finding.code, 0) + 1
        if counts[finding.code] <= MAX_LISTED:
            lines.append(f"[{finding.code}] {finding.sentence}")
    more = {code: count - MAX_LISTED for code, count in counts.items() if count > MAX_LISTED}
    lines += [f"[{code}] and {count} more." for code, count in more.items()]
    return "\n".join([*lines, f"{len(found)} found."])
