"""What is open that must be closed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    import psycopg


def complaints(connection: psycopg.Connection, db_folder: Path, login: bool = False) -> list[str]:
    """What is open that must be closed, one sentence each; empty when the database may be served.

    `login` adds the person behind `connection`: a server asks for that, an owner who migrates does not.
    Any role may ask. The questions are in db/verify.sql.
    """
    questions = (db_folder / "verify.sql").read_bytes()
    found = [sentence for (sentence,) in connection.execute(questions).fetchall()]
    if login:
        found += [sentence for (sentence,) in connection.execute(LOGIN_TOO_STRONG).fetchall()]
    return found


LOGIN_TOO_STRONG = """
select format('the server signs in as %I, which is a superuser or bypasses row level security', rolname)
from pg_roles where rolname = session_user and (rolsuper or rolbypassrls)
"""
