"""Serializes migrations, without blocking visitors.

Rules are replaced while the shop is in use. A run locks each table briefly, and visitors wait; it never waits
long for them: a lock that is not granted within half a second aborts the transaction, before PostgreSQL
checks for a deadlock (after a second) and might cancel an order to resolve it.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import psycopg
from psycopg import errors, sql

from tapis.advisory_locks import MIGRATION
from tapis.ops.command_errors import MigrationError
from tapis.ops.first_value import first_value
from tapis.ops.migrate.sql_files import queries

Result = TypeVar("Result")

LOCK_MILLISECONDS = 500  # less than `deadlock_timeout`, so that a deadlock always cancels the run
BUSY_SECONDS = 30.0  # how long visitors may hold a table
RUN_SECONDS = 600.0  # how long another run may take
RETRY_SECONDS = 0.1
# Otherwise a function in schema public could be called as the owner instead of PostgreSQL's.
EMPTY_SEARCH_PATH = "set local search_path = ''"
BUSY = (errors.LockNotAvailable, errors.DeadlockDetected)


class LockedTransactions:
    """The transactions of one run; `log` gets a message while waiting for another run."""

    def __init__(self, connection: psycopg.Connection, log: Callable[[str], None]) -> None:
        self.connection = connection
        self.log = log
        self._has_logged = False

    def run(self, work: Callable[[], Result]) -> Result:
        """Run `work` in a transaction, exclusive of other runs; retries when visitors hold a needed table.

        Raises MigrationError after a timeout, and psycopg.Error.
        """
        deadline = time.monotonic() + BUSY_SECONDS
        while True:
            try:
                with self.connection.transaction():
                    self._lock()
                    self.connection.execute(EMPTY_SEARCH_PATH)
                    self.connection.execute(f"set local lock_timeout = {LOCK_MILLISECONDS}")
                    return work()
            except BUSY as error:
                if time.monotonic() > deadline:
                    raise MigrationError(
                        "A table that must change was locked by other transactions for half a minute; "
                        "end the long transaction, or try again when less is going on."
                    ) from error
            time.sleep(RETRY_SECONDS)

    def _lock(self) -> None:
        deadline = time.monotonic() + RUN_SECONDS
        while not first_value(self.connection, queries.try_lock, MIGRATION):
            if not self._has_logged:
                self.log("Another tapis is migrating this database; waiting for it.")
                self._has_logged = True
            if time.monotonic() > deadline:
                raise MigrationError(
                    "Another tapis has been migrating this database for ten minutes; "
                    "check what it does, and try again."
                )
            time.sleep(RETRY_SECONDS)


@contextmanager
def migrations_blocked(connection: psycopg.Connection) -> Iterator[None]:
    """Block new runs until the end of the block, which is one transaction; waits for a running one.

    For reading the rules: PostgreSQL looks some of them up as they are now, not as they were in the
    snapshot, and fails at a view that was replaced concurrently.
    """
    with connection.transaction():
        connection.execute(queries.share_lock, [MIGRATION])
        yield


def lock_tables(connection: psycopg.Connection, tables: Iterable[tuple[str, str]]) -> None:
    """Lock all tables exclusively until the end of the transaction, or none if that takes too long.

    Raises psycopg.errors.LockNotAvailable.
    """
    names = [sql.Identifier(*table) for table in tables]
    if not names:
        return
    connection.execute(f"set local statement_timeout = {LOCK_MILLISECONDS}")
    try:
        connection.execute(
            sql.SQL("lock table {} in access exclusive mode").format(sql.SQL(", ").join(names))
        )
    except errors.QueryCanceled as timeout:
        raise errors.LockNotAvailable("the tables are in use") from timeout
    connection.execute("set local statement_timeout to default")
