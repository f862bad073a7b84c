"""Plan → outcome: the one place of this service that queries the database for a caller."""

from dataclasses import dataclass

from psycopg import Error as PostgresError

from tapis.gateway.database import Caller, Database, RequestSettings, Result, is_outdated
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


@dataclass(frozen=True, slots=True)
class Execution:
    """A plan's statement for a caller; `http` is what SQL may know of the request."""

    caller: Caller
    plan: Plan
    statement: Statement
    read_only: bool = True
    http: RequestSettings = ()

    async def run(self, database: Database) -> Outcome:
        """Run in one transaction. Raises RestRefusal (nothing was written then) or DatabaseUnavailable."""
        if not self.read_only:
            reached("write: permitted")
        try:
            outcome = await self._run(database)
        except PostgresError as error:
            if error.sqlstate == raised.SQLSTATE:
                raise raised.raised_refusal(error) from error
            raise rest_refusal(error, self.caller.role) from error
        if not self.read_only:
            reached("write: committed")
        return outcome

    async def _run(self, database: Database) -> Outcome:
        shape = self.plan.shape
        if isinstance(self.plan, Read) or not (shape.media.one or shape.at_most is not None):
            sql, values = self.statement.sql, self.statement.values
            result = await database.run(self.caller, sql, values, read_only=self.read_only, http=self.http)
            return self._checked(result)
        try:
            return await self._run_before_commit(database)
        except PostgresError as error:
            if not is_outdated(error):
                raise
        return await self._run_before_commit(database, prepare=False)

    async def _run_before_commit(self, database: Database, *, prepare: bool | None = None) -> Outcome:
        """A result that is refused is undone."""
        async with database.transaction(self.caller, read_only=self.read_only, http=self.http) as tx:
            return self._checked(await tx.run(self.statement.sql, self.statement.values, prepare=prepare))

    def _checked(self, result: Result) -> Outcome:
        outcome, shape = Outcome(*(result.one() or (None, 0, None, None))), self.plan.shape
        affected = outcome.rows if outcome.total is None else outcome.total
        if shape.at_most is not None and affected > shape.at_most:
            text = "Query result exceeds max-affected preference constraint"
            raise RestRefusal(400, "PGRST124", text, f"The query affects {affected} rows")
        if shape.media.one and outcome.rows != 1:
            text = "Cannot coerce the result to a single JSON object"
            raise RestRefusal(406, "PGRST116", text, f"The result contains {outcome.rows} rows")
        return outcome
