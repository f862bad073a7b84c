"""What can go wrong with the embedded server, each as one sentence for a person.

PostgresError
├── FolderTaken      another tapis owns the data folder
├── FolderRefused    the folder, or its database, is not one that this account can run
└── ServerFailed     PostgreSQL did not start, or did not answer in time
"""


class PostgresError(Exception):
    """The root of the tree; its text is fit to print."""


class FolderTaken(PostgresError):
    """Another process owns the data folder."""


class FolderRefused(PostgresError):
    """The folder can't be used by this account or this version."""


class ServerFailed(PostgresError):
    """The server program ended or stayed silent; the text carries its last words."""
