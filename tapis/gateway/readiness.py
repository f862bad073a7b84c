"""What must work before people are sent here: the database, its rules, and room for a picture."""

from collections.abc import Awaitable, Callable

from tapis.gateway.database import ANON, Database
from tapis.gateway.metrics import Check
from tapis.resources import DB_FOLDER

# One row for each thing that is missing or open; any role may ask.
VERIFY = DB_FOLDER / "verify.sql"


def checks(database: Database, can_store: Callable[[], Awaitable[bool]]) -> tuple[Check, ...]:
    """In the order in which they are asked; each failure has its sentence."""
    rules = VERIFY.read_text()

    async def answers() -> bool:
        return bool((await database.run(ANON, "select true")).value)

    async def is_up_to_date() -> bool:
        return not (await database.run(ANON, rules, read_only=True)).rows

    return (
        Check("The database does not answer.", answers),
        Check("The database is not as this version needs it.", is_up_to_date),
        Check("Pictures can't be stored.", can_store),
    )
