"""`tapis doctor`: what is wrong with a shop, in sentences; ends with status 1 if anything is."""

import json
from collections import Counter
from typing import Annotated

import typer

from tapis.gateway.settings import load_settings
from tapis.ops.backups.lost_backup import find_lost_backup
from tapis.ops.backups.upgrade_backup import backup_before_upgrade
from tapis.ops.cli.existing_shop import run_on_existing_shop
from tapis.ops.cli.one_line import to_one_line
from tapis.ops.cli.options import DATA, Data
from tapis.ops.maintenance.findings import KINDS, Finding, Kind
from tapis.ops.maintenance.installation import Installation
from tapis.ops.maintenance.invariants import CHECKS, repair, run_checks
from tapis.ops.maintenance.repair import REPAIRS, RULES_FIRST
from tapis.ops.maintenance.schema_drift import find_migration_mismatches

DOCTOR_CHECKS = (*CHECKS, find_lost_backup)
MAX_LISTED = 20  # of one kind
WELL = "Nothing is wrong: nothing is lost, and every rule is in place."


def doctor(
    data: Data = DATA,
    should_repair: Annotated[
        bool, typer.Option("--repair", help="Repair what can be repaired without losing anything.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object: well, done, findings.")] = False,
    list_kinds: Annotated[
        bool, typer.Option("--list", help="Print every kind of finding, and whether --repair repairs it.")
    ] = False,
) -> None:
    """Check that nothing is lost: orders, proofs, images, pages of the database, rules.

    Works while the shop runs, and when it is stopped. Exit status 0: nothing found; 1: something is wrong.
    """

    if list_kinds:
        typer.echo("\n".join(map(_format_kind, KINDS)))
        return

    async def check(shop: Installation) -> tuple[list[str], list[Finding]]:
        return (
            await _repair_after_backup(shop) if should_repair else ([], await run_checks(shop, DOCTOR_CHECKS))
        )

    done, findings = run_on_existing_shop(load_settings(data=data), check, allow_newer=True)
    typer.echo(_format_json_report(done, findings) if as_json else format_text_report(done, findings))
    if any(finding.kind.is_wrong for finding in findings):
        raise typer.Exit(1)


async def _repair_after_backup(shop: Installation) -> tuple[list[str], list[Finding]]:
    """Repair, after a backup if the repair will migrate. Raises CommandError when it can't be made."""
    with shop.connect() as connection:
        if not any(finding.code == "rules-new" for finding in find_migration_mismatches(connection)):
            backup_before_upgrade(connection, shop.owner_url, shop.settings)
    return await repair(shop, DOCTOR_CHECKS)


def _format_kind(kind: Kind) -> str:
    state = (
        "repaired" if kind.code in (*RULES_FIRST, *REPAIRS) else "reported" if kind.is_wrong else "a notice"
    )
    return f"{kind.code}: {state}\n    {kind.sentence('…')}"


def _format_json_report(done: list[str], findings: list[Finding]) -> str:
    listed = [
        {"code": finding.code, "what": finding.what, "sentence": finding.sentence} for finding in findings
    ]
    is_well = not any(finding.kind.is_wrong for finding in findings)
    return json.dumps({"well": is_well, "done": done, "findings": listed}, indent=2)


def format_text_report(done: list[str], findings: list[Finding]) -> str:
    wrong = sum(finding.kind.is_wrong for finding in findings)
    lines, counts = [to_one_line(sentence) for sentence in done], Counter[str]()
    for finding in findings:
        counts[finding.code] += 1
        if counts[finding.code] <= MAX_LISTED:
            lines.append(f"[{finding.code}] {to_one_line(finding.sentence)}")
    more = counts - Counter(dict.fromkeys(counts, MAX_LISTED))
    lines += [f"[{code}] and {count} more." for code, count in more.items()]
    return "\n".join([*lines, f"{wrong} found." if wrong else WELL])
