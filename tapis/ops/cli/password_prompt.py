"""A password for an account: typed twice, read from standard input, or made and shown once."""

import secrets
import sys
from dataclasses import dataclass

import typer

from tapis.gateway.auth.validation import check_password
from tapis.gateway.errors import AuthRefusal
from tapis.ops.cli.command_error import CommandRefused

BYTES_OF_CHANCE = 12


@dataclass(frozen=True, slots=True)
class Chosen:
    """A password, and whether the person has yet to learn it."""

    text: str
    was_made: bool

    @property
    def told(self) -> str:
        """What to say about it."""
        return f"\nPassword: {self.text}" if self.was_made else ""


def choose(from_stdin: bool) -> Chosen:
    """Get a password from standard input, a person at a terminal, or chance. Raises CommandRefused."""
    if from_stdin:
        chosen = Chosen(sys.stdin.readline().rstrip("\r\n"), was_made=False)
    elif sys.stdin.isatty():
        chosen = Chosen(typer.prompt("Password", hide_input=True, confirmation_prompt=True), was_made=False)
    else:
        chosen = Chosen(secrets.token_urlsafe(BYTES_OF_CHANCE), was_made=True)
    try:
        check_password(chosen.text)
    except AuthRefusal as refusal:
        raise CommandRefused(refusal.message) from refusal
    return chosen
