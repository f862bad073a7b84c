"""Options that several commands have."""

from pathlib import Path
from typing import Annotated

import typer

Data = Annotated[
    Path, typer.Option(envvar="TAPIS_DATA", help="Folder of the database, the pictures and their lock.")
]
DATA = Path("data")
PasswordFromStdin = Annotated[
    bool, typer.Option("--password-stdin", help="Read the password from the first line of standard input.")
]
