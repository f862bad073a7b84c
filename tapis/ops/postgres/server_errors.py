"""Errors of the embedded server, each one sentence that is fit to print."""


class PostgresError(Exception):
    """The base class."""


class FolderTaken(PostgresError):
    """Another process has locked the data folder."""


class FolderRefused(PostgresError):
    """This account or this version can't use the data folder."""


class ServerFailed(PostgresError):
    """The server ended or did not answer; the text has its last log line."""
