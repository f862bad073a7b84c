"""Repairs each kind of finding without losing data; each repair is reported in a sentence."""

from collections.abc import Awaitable, Callable, Mapping, Sequence

import psycopg
from psycopg import Connection

from tapis.gateway.storage.objects import restore_removed_object
from tapis.gateway.storage.sweeper import BackupRunning, SweepRefused, sweep_blobs
from tapis.ops.command_errors import MigrationError
from tapis.ops.maintenance import database_checks, image_checks
from tapis.ops.maintenance.findings import Finding
from tapis.ops.maintenance.installation import Installation
from tapis.ops.migrate.runner import migrate
from tapis.resources import DB_FOLDER

Repair = Callable[[Installation, Sequence[Finding]], Awaitable[list[str]]]
RULES_FIRST = frozenset(
    {"accounts-open", "rules-old", "rules-open", "rule-missing", "rule-added", "folder-open"}
)
# Findings whose first key is the statement that fixes them.
EXPOSURES = ("accounts-open", "rules-open", "rule-added")


def apply_rules(installation: Installation, found: Sequence[Finding]) -> list[str]:
    """Revoke excess privileges, then migrate, which replaces the rules."""
    with installation.connect() as connection:
        done = close_exposures(connection, found)
        if any(finding.code == "rules-new" for finding in found):
            return done
        try:
            migrate(connection, DB_FOLDER)
        except (MigrationError, psycopg.Error) as error:
            return [*done, f"The rules could not be applied: {_one_line(error)}."]
    return [*done, "The shop's functions, policies and views were applied again."]


def close_exposures(connection: Connection, found: Sequence[Finding]) -> list[str]:
    """Run the statement that fixes each exposure; returns a sentence for each."""
    done = []
    for finding in (finding for finding in found if finding.code in EXPOSURES):
        statement, *was = finding.keys
        try:
            connection.execute(statement.encode())
            done.append(f"Closed: {finding.what}{''.join(f'; it was: {text}' for text in was)}.")
        except psycopg.Error as error:
            done.append(f"Could not be closed: {finding.what}: {_one_line(error)}.")
    return done


async def _recreate_rules(installation: Installation, found: Sequence[Finding]) -> list[str]:
    """Recreate constraints, indexes, defaults and protections; those that a row violates remain findings."""
    with installation.connect() as connection:
        return [_recreate_rule(connection, finding) for finding in found]


def _recreate_rule(connection: Connection, finding: Finding) -> str:
    try:
        if not finding.keys[0]:
            return f"Could not be made again: {finding.what}: the rules were not applied."
        with connection.transaction():
            connection.execute(finding.keys[0].encode())
    except psycopg.Error as error:
        return f"Could not be made again: {finding.what}: {_one_line(error)}."
    return f"Made again: {finding.what}."


async def _rebuild(installation: Installation, found: Sequence[Finding]) -> list[str]:
    with installation.connect() as connection:
        for finding in found:
            connection.execute(f"reindex index {finding.keys[0]}".encode())
    return [f"Rebuilt from its table: index {finding.keys[0]}." for finding in found]


async def _seal(installation: Installation, found: Sequence[Finding]) -> list[str]:
    with installation.connect() as connection:
        database_checks.seal_orders(connection, [finding.keys[0] for finding in found])
    return [f"Sealed as it is: {finding.what}." for finding in found]


async def _record_checksums(installation: Installation, found: Sequence[Finding]) -> list[str]:
    with installation.connect() as connection:
        image_checks.record_picture_checksums(connection)
    return [f"Noted as it is: {finding.what}." for finding in found]


async def _restore(installation: Installation, found: Sequence[Finding]) -> list[str]:
    """Restore the newest removed picture of this name; its bytes are kept while a record references it."""
    versions = {finding.keys[0]: finding.what for finding in found}
    done = [
        what
        for version, what in versions.items()
        if await restore_removed_object(installation.database, version)
    ]
    return [f"Restored: {what}." for what in done]


async def _sweep(installation: Installation, found: Sequence[Finding]) -> list[str]:
    try:
        count = await sweep_blobs(installation.database, installation.store)
    except BackupRunning:
        return ["Nothing was swept up: a backup is being taken."]
    except SweepRefused as refused:
        return [str(refused)]
    names = ", ".join(finding.what for finding in found)
    return [f"Swept up: {names} ({count} files of bytes went for good)."]


# By code, in the order of repair. One sweep covers three kinds; the second finds nothing.
REPAIRS: Mapping[str, Repair] = {
    "rule-missing": _recreate_rules,
    "index-broken": _rebuild,
    "order-unsealed": _seal,
    "picture-unnoted": _record_checksums,
    "picture-removed": _restore,
    "picture-unclaimed": _sweep,
    "picture-kept": _sweep,
    "bytes-unclaimed": _sweep,
}


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split()).rstrip(".")
