"""Plan → outcome: the one place of this service that queries the database for a caller."""

from dataclasses import dataclass

from psycopg import Error as PostgresError

from tapis.gateway.database import Caller, Database, Result, is_outdated
from tapis.gateway.errors import RestRefusal, rest_refusal
from tapis.gateway.failpoints import reached
from tapis.gateway.rest import raised
from tapis.gateway.rest.plan import Plan, Read
from tapis.gateway.rest.sql import Statement


@dataclass(frozen=True, slots=True)
class Outcome:
    """JSON text, rows shown or written, rows in all, rows newly inserted by an upsert."""

    body: str | None
    rows: int
    total: int | None
    inserted: int | None


async def execute(
    database: Database, caller: Caller, plan: Plan, statement: Statement, *, read_only: bool = True
) -> Outcome:
    """Execute a plan in one transaction. Raises RestRefusal (nothing was written then) or DatabaseAway."""
    if not read_only:
        reached("write: permitted")
    try:
        outcome = await _execute(database, caller, plan, statement, read_only=read_only)
    except PostgresError as error:
        if error.sqlstate == raised.SQLSTATE:
            raise raised.raised_refusal(error) from error
        raise rest_refusal(error, caller.role) from error
    if not read_only:
        reached("write: committed")
    return outcome


async def _execute(
    database: Database, caller: Caller, plan: Plan, statement: Statement, *, read_only: bool
) -> Outcome:
    if isinstance(plan, Read) or not plan.shape.one:
        result = await database.run(caller, statement.sql, statement.values, read_only=read_only)
        return _single(plan, _outcome(result))
    try:
        return await _checked(database, caller, plan, statement, read_only=read_only)
    except PostgresError as error:
        if not is_outdated(error):
            raise
    return await _checked(database, caller, plan, statement, read_only=read_only, prepare=False)


async def _checked(
    database: Database,
    caller: Caller,
    plan: Plan,
    statement: Statement,
    *,
    read_only: bool,
    prepare: bool | None = None,
) -> Outcome:
    async with database.transaction(caller, read_only=read_only) as tx:
        return _single(plan, _outcome(await tx.run(statement.sql, statement.values, prepare=prepare)))


def _outcome(result: Result) -> Outcome:
    return Outcome(*(result.one() or (None, 0, None, None)))


def _single(plan: Plan, outcome: Outcome) -> Outcome:
    if plan.shape.one and outcome.rows != 1:
        raise RestRefusal(
            406,
            "PGRST116",
            "Cannot coerce the result to a single JSON object",
            f"The result contains {outcome.rows} rows",
        )
    return outcome
