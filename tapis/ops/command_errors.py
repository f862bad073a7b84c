"""Why a command can't be done: each text is one sentence for the person who typed it."""


class CommandError(Exception):
    """The command can't be done, here or with this file."""


class PostgresError(CommandError):
    """The embedded server can't run in this folder, or a program of PostgreSQL failed."""


class MigrationError(CommandError):
    """Why a run of migrations stopped; the steps before are complete and stay."""
