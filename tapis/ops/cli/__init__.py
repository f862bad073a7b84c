"""The program `tapis`: one file per command, each of which says what went wrong in one sentence."""

import importlib
import importlib.metadata
import logging
import signal
import sys
from typing import Annotated

import typer

from tapis.ops.cli.failures import explain

# Each module holds a function, or a typer program, of the same name; one name is a word of Python's own.
COMMANDS = (
    "serve", "config", "demo", "users", "migrate", "keys", "mail", "audit",
    "doctor", "backup", "restore", "export", "import", "removed", "psql", "messages", "maintenance",
)  # fmt: skip
MODULES = {"import": "imports"}


def program(chosen: tuple[str, ...]) -> typer.Typer:
    """The command line with the chosen commands: a server need not carry what the others import."""
    tapis = typer.Typer(
        add_completion=False,
        no_args_is_help=True,
        invoke_without_command=True,
        pretty_exceptions_enable=False,
    )
    tapis.callback(invoke_without_command=True)(about)
    for name in chosen:
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
    """Run the command that was typed; ends with status 1 and a sentence when it can't be done."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that every command puts away what it made
    logging.getLogger("psycopg").setLevel(logging.ERROR)  # that a wait was given up is no news at a terminal
    chosen = tuple(name for name in COMMANDS if name in sys.argv[1:2]) or COMMANDS
    try:
        program(chosen)()
    except KeyboardInterrupt:  # while it was loaded; afterwards typer says the same
        sys.exit(130)
    except Exception as error:
        sentence = explain(error)
        if sentence is None:
            raise
        sys.exit(f"tapis: {sentence}")
