"""SQL files, run as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import psycopg

if TYPE_CHECKING:
    from pathlib import Path


def run_folder(connection: psycopg.Connection, folder: Path) -> None:
    """Run every SQL file of a folder, in the order of their names."""
    for file in sorted(folder.glob("*.sql")):
        run_file(connection, file)


def run_file(connection: psycopg.Connection, file: Path) -> None:
    """Run one SQL file; an error says which file it came from."""
    try:
        connection.execute(file.read_bytes())
    except psycopg.Error as error:
        error.add_note(f"in db/{file.parent.name}/{file.name}")
        raise
