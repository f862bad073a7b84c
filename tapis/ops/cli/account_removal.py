"""Describes what is deleted with an account and what remains, and asks for confirmation."""

import sys
from collections.abc import Mapping
from typing import Any

import typer

from tapis.ops.command_errors import CommandError

NO_ADMINISTRATOR = (
    "This leaves the shop without an administrator; `tapis users role EMAIL admin` appoints one."
)


def describe_removal(email: str, removal: Mapping[str, Any], is_last_administrator: bool) -> str:
    """The text for the counts of `private.removal_of`."""
    records = f"registrations ({removal['registrations']}), announcements ({removal['announcements']})"
    deleted = f"its sessions, delivery details, messages, {records} and pictures ({removal['pictures']})"
    lines = [
        f"Deleting the account of {email} also deletes {deleted}.",
        f"Its orders ({removal['orders']}) stay in the books, without name and address.",
    ]
    if removal["open_orders"]:
        lines.append(f"Open ones ({removal['open_orders']}) keep both until they are finished or rejected.")
    if is_last_administrator:
        lines.append(NO_ADMINISTRATOR)
    return "\n".join(lines)


def confirm_removal(email: str) -> None:
    """Ask at the terminal. Raises CommandError without one, and for any answer but yes."""
    if not sys.stdin.isatty():
        raise CommandError("Nothing was removed: without a terminal to ask at, add --yes.")
    if not typer.confirm(f"Remove {email} for good?"):
        raise CommandError("Nothing was removed.")
