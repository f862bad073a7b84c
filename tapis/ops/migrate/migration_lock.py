"""One run at a time, and visitors before it.

Rules are replaced while people order. That takes each table for a moment, so whoever is served waits for us;
never the other way round for long: a lock that is not ours within half a second is given up with everything,
before PostgreSQL would look for a deadlock (after a second) and end somebody's order to resolve it.
"""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from psycopg import errors, sql

from tapis.ops.migrate.migration_error import MigrationError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    import psycopg

Given = TypeVar("Given")

# Any constant will do; two runs at once take turns.
LOCK = 7_461_706_973
LOCK_MILLISECONDS = 500  # less than `deadlock_timeout`, so that a deadlock is always ours
TRY_SECONDS = 30.0  # that visitors may keep a table from us
TURN_SECONDS = 600.0  # that another run may take
PAUSE = 0.1
BUSY = (errors.LockNotAvailable, errors.DeadlockDetected)
TAKE_TURN = "select pg_try_advisory_xact_lock(%s)"


class Turns:
    """The transactions of one run; `tell` hears a sentence when another run goes first."""

    def __init__(self, connection: psycopg.Connection, tell: Callable[[str], None]) -> None:
        self.connection = connection
        self._tell = tell
        self._told = False

    def take(self, work: Callable[[], Given]) -> Given:
        """Do `work` in one transaction while nobody else migrates; anew when visitors hold what it needs.

        Raises MigrationError when that does not end, and psycopg.Error as the database says it.
        """
        deadline = time.monotonic() + TRY_SECONDS
        while True:
            try:
                with self.connection.transaction():
                    self._wait()
                    self.connection.execute(f"set local lock_timeout = {LOCK_MILLISECONDS}")
                    return work()
            except BUSY as busy:
                if time.monotonic() > deadline:
                    raise MigrationError(
                        "Somebody has been working in a table that must change for half a minute; "
                        "end that long transaction, or try again when less is going on."
                    ) from busy
            time.sleep(PAUSE)

    def _wait(self) -> None:
        deadline = time.monotonic() + TURN_SECONDS
        while not self._is_ours():
            if not self._told:
                self._tell("Another tapis is bringing this database up to date; waiting for it.")
                self._told = True
            if time.monotonic() > deadline:
                raise MigrationError(
                    "Another tapis has been bringing this database up to date for ten minutes; "
                    "see what became of it, and try again."
                )
            time.sleep(PAUSE)

    def _is_ours(self) -> bool:
        row = self.connection.execute(TAKE_TURN, [LOCK]).fetchone()
        return bool(row and row[0])


@contextmanager
def between_runs(connection: psycopg.Connection) -> Iterator[None]:
    """No run begins until the end of the block, which is one transaction; waits for one that has begun.

    For whoever reads what the rules are: PostgreSQL looks some of it up as it is now and not as it was when
    the reading began, and stops at a view that was replaced in between.
    """
    with connection.transaction():
        connection.execute("select pg_advisory_xact_lock_shared(%s)", [LOCK])
        yield


def hold(connection: psycopg.Connection, places: Iterable[tuple[str, str]]) -> None:
    """Take tables for ourselves until the end of the transaction: all of them within a moment, or none.

    Raises psycopg.errors.LockNotAvailable.
    """
    names = [sql.Identifier(*place) for place in places]
    if not names:
        return
    connection.execute(f"set local statement_timeout = {LOCK_MILLISECONDS}")
    try:
        connection.execute(
            sql.SQL("lock table {} in access exclusive mode").format(sql.SQL(", ").join(names))
        )
    except errors.QueryCanceled as late:
        raise errors.LockNotAvailable("the tables are in use") from late
    connection.execute("set local statement_timeout to default")
