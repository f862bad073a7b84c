"""Options shared by several commands."""

import os
import pwd
import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from tapis.ops.command_errors import CommandError


def _parse_folder(data: Path) -> Path:
    """The folder's whole path, which later commands and child processes may be told.

    Raises CommandError when root uses another account's folder, as that account couldn't use root's files. It
    runs while the command line is parsed, before anything is created.
    """
    data = data.absolute()
    try:
        owner = data.stat().st_uid
    except OSError:
        return data  # the command reports it, or creates the folder
    if os.geteuid() == 0 and owner != 0:
        account, run_as = _describe_account(owner)
        raise CommandError(f"The folder {data} belongs to {account}: type {shlex.join([*run_as, *sys.argv])}")
    return data


def _describe_account(uid: int) -> tuple[str, list[str]]:
    """What to call an account, and the command that runs another one as it."""
    try:
        name = pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"account number {uid}", ["setpriv", f"--reuid={uid}", "--clear-groups"]
    return f"the account {name}", ["runuser", "-u", name, "--"]


Data = Annotated[
    Path,
    typer.Option(
        envvar="TAPIS_DATA",
        readable=False,  # the command says it, in a sentence
        help="Folder of the database, the pictures, their lock and the settings (tapis.env).",
        callback=_parse_folder,
    ),
]
DATA = Path("data")
PasswordFromStdin = Annotated[
    bool, typer.Option("--password-stdin", help="Read the password from the first line of standard input.")
]
