"""Options shared by several commands."""

import os
import pwd
import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from tapis.ops.command_errors import CommandError


def _require_own_folder(data: Path) -> Path:
    """Raise CommandError when root uses another account's folder, as that account couldn't use root's files.

    It runs while the command line is parsed, before anything is created.
    """
    try:
        owner = data.stat().st_uid
    except OSError:
        return data  # the command reports it, or creates the folder
    if os.geteuid() == 0 and owner != 0:
        raise CommandError(f"The folder {data} belongs to {_name(owner)}: type {_as_account(owner)}")
    return data


def _name(uid: int) -> str:
    try:
        return f"the account {pwd.getpwuid(uid).pw_name}"
    except KeyError:
        return f"account number {uid}"


def _as_account(uid: int) -> str:
    try:
        words = ["runuser", "-u", pwd.getpwuid(uid).pw_name, "--", *sys.argv]
    except KeyError:
        words = ["setpriv", f"--reuid={uid}", "--clear-groups", *sys.argv]
    return shlex.join(words)


Data = Annotated[
    Path,
    typer.Option(
        envvar="TAPIS_DATA",
        readable=False,  # the command says it, in a sentence
        help="Folder of the database, the pictures, their lock and the settings (tapis.env).",
        callback=_require_own_folder,
    ),
]
DATA = Path("data")
PasswordFromStdin = Annotated[
    bool, typer.Option("--password-stdin", help="Read the password from the first line of standard input.")
]
