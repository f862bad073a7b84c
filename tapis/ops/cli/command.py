"""What commands share: the error that ends one, and the options of several."""

from pathlib import Path
from typing import Annotated

import typer

Data = Annotated[
    Path, typer.Option(envvar="TAPIS_DATA", help="Folder of the database, the pictures and their lock.")
]
PasswordFromStdin = Annotated[
    bool, typer.Option("--password-stdin", help="Read the password from the first line of standard input.")
]
DATA = Path("data")
BackendUrl = Annotated[
    str, typer.Option(envvar="TAPIS_BACKEND_URL", help="A hosted project's address, for its pictures.")
]


class CommandRefused(Exception):
    """The command can't be done; the text is one sentence for the person who typed it."""
