"""A password for an account: typed twice, read from standard input, or generated and shown once."""

import secrets
import sys
from dataclasses import dataclass

import typer

from tapis.gateway.auth.credentials import validate_new_password
from tapis.gateway.errors import AuthRefusal
from tapis.ops.command_errors import CommandError

RANDOM_BYTES = 12
INITIAL_DAYS = 7


@dataclass(frozen=True, slots=True)
class ChosenPassword:
    """A password; a generated one is printed, and valid for some days, or until another is chosen."""

    text: str
    is_generated: bool = False
    days: int | None = None

    @property
    def message(self) -> str:
        if not self.is_generated:
            return ""
        limit = (
            f"for {self.days} days, unless another is chosen before"
            if self.days
            else "until another is chosen"
        )
        return f"\nPassword: {self.text}\nIt works {limit}."


def choose_password(from_stdin: bool) -> ChosenPassword:
    """Get a password from standard input, from a person at a terminal, or at random."""
    if from_stdin:
        return ChosenPassword(sys.stdin.readline().rstrip("\r\n"))
    if sys.stdin.isatty():
        return ChosenPassword(typer.prompt("Password", hide_input=True, confirmation_prompt=True))
    return ChosenPassword(secrets.token_urlsafe(RANDOM_BYTES), is_generated=True, days=INITIAL_DAYS)


def require_good_password(password: str, *, privileged: bool) -> None:
    """Raise CommandError for a password that is too short or long, or too common for an administrator."""
    try:
        validate_new_password(password, refuse_common=privileged)
    except AuthRefusal as refusal:
        raise CommandError(refusal.message) from refusal
