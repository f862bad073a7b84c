"""Errors of commands; each message is one sentence for the user."""

DATABASE_UNAVAILABLE = "The database does not answer; try again later."


class CommandError(Exception):
    """The command can't be executed here, or with this file."""


class PostgresError(CommandError):
    """The embedded server can't run in this folder, or a program of PostgreSQL failed."""


class MigrationError(CommandError):
    """A migration failed; the steps before it are committed."""
