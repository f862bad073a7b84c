"""The program `tapis`: one file per command; errors are reported in one sentence."""

import importlib
import importlib.metadata
import logging
import signal
import sys
from types import FrameType
from typing import Annotated

import typer

from tapis.ops.cli.failures import explain_error

# Each module contains a function or typer app of the same name; one name is a Python keyword.
COMMANDS = (
    "serve", "config", "demo", "users", "migrate", "keys", "mail", "audit",
    "doctor", "backup", "restore", "export", "import", "removed", "psql", "messages", "maintenance",
)  # fmt: skip
MODULES = {"import": "imports"}
ENDING_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def build_program(selected: tuple[str, ...]) -> typer.Typer:
    """The command line with the selected commands: avoids importing the others in a server."""
    tapis = typer.Typer(
        add_completion=False,
        no_args_is_help=True,
        invoke_without_command=True,
        pretty_exceptions_enable=False,
    )
    tapis.callback(invoke_without_command=True)(about)
    for name in selected:
        module = MODULES.get(name, name)
        command = getattr(importlib.import_module(f"tapis.ops.cli.{module}"), module)
        if isinstance(command, typer.Typer):
            tapis.add_typer(command, name=name)
        else:
            tapis.command(name)(command)
    return tapis


def about(
    version: Annotated[bool, typer.Option("--version", help="Print the version.", is_eager=True)] = False,
) -> None:
    """A fashion brand's shop, showcase and audition community on one machine."""
    if version:
        typer.echo(f"tapis {importlib.metadata.version('tapis')}")
        raise typer.Exit


def main() -> None:
    """Run the command; exits with status 1 and a sentence when it fails."""
    for number in ENDING_SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:  # as with nohup
            signal.signal(number, _exit)  # so that every command cleans up
    logging.getLogger("psycopg").setLevel(logging.ERROR)  # hides warnings about cancelled waits
    selected = tuple(name for name in COMMANDS if name in sys.argv[1:2]) or COMMANDS
    try:
        build_program(selected)()
    except Exception as error:
        sentence = explain_error(error)
        if sentence is None:
            raise
        sys.exit(f"tapis: {sentence}")


def _exit(number: int, _frame: FrameType | None) -> None:
    ignore_ending_signals()
    sys.exit(128 + number)


def ignore_ending_signals() -> None:
    """After the first: a second Ctrl-C, or a closed terminal's and its shell's, would end the clean-up."""
    for number in ENDING_SIGNALS:
        signal.signal(number, signal.SIG_IGN)
