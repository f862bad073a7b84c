"""Connects to the external database, and checks the bucket; error messages name the setting.

Database URLs are validated before libpq parses them: it would mistake parts of a password with `/` or `@` for
a port or host. Errors that are not in CONNECTION_ERRORS are reported with libpq's message.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
from psycopg.conninfo import make_conninfo

from tapis.ops.cli.folder_shop import require_same_folder
from tapis.ops.command_errors import CommandError
from tapis.ops.first_value import first_value
from tapis.ops.maintenance.store_check import check_bucket
from tapis.ops.migrate.runner import is_hosted
from tapis.ops.postgres.connection_parameters import parse_owner_url

MIN_POSTGRES = 16
CONNECT_SECONDS = 10  # unless the URL has another limit
BUCKET_CHECK = "tapis.gateway.storage.blobs.bucket_preflight"

MALFORMED = (
    "{setting} is not an address of a database: write postgresql://user:password@host:5432/database, "
    "and in a password %2F for /, %40 for @, %3A for :, %25 for %."
)
OWNER_URL = "TAPIS_OWNER_URL"
DATABASE_URL = "TAPIS_DATABASE_URL"
POOLED = (
    "{setting} leads through a pooler in transaction mode, where the locks of a backup would stay behind: "
    "name the server itself in it, or a pooler in session mode."
)
HOW_TO_SET_IT = "let the owner run `alter role {user} login password '…'`."
# Message of a failed connection → what to do; the first match is used.
CONNECTION_ERRORS = {
    r"failed to resolve host|could not translate host name": (
        "There is no host {host}: correct it in {setting}."
    ),
    r"timeout expired|timed out": (
        "{server} does not answer: check that no firewall blocks this machine, or correct {setting}."
    ),
    r"Connection refused|is unreachable|No route to host|Is the server running locally": (
        "Nothing listens at {server}: start PostgreSQL there, or correct host and port in {setting}."
    ),
    r"invalid response to SSL negotiation|expected authentication request": (
        "What listens at {server} is not PostgreSQL: correct host and port in {setting}."
    ),
    r"server does not support SSL": (
        "{server} does not support TLS: enable it there, or, in a network that you trust, "
        "use sslmode=disable in {setting}."
    ),
    r"certificate verify failed": (
        "The certificate of {server} is not signed by a known authority: "
        "name the file of its authority in {setting} (sslrootcert=…)."
    ),
    r"pg_hba\.conf.*no encryption": (
        "{server} accepts {user} with TLS only: use sslmode=verify-full in {setting}."
    ),
    r"no password supplied": (
        "{server} requires a password of {user}: add it to {setting}; if there is none yet, " + HOW_TO_SET_IT
    ),
    r"(password|SASL) authentication failed": (
        "{server} refuses the password of {user}: correct it in {setting}, or " + HOW_TO_SET_IT
    ),
    r"is not permitted to log in": "{user} can't sign in yet: " + HOW_TO_SET_IT,
    r'role ".*" does not exist': "There is no role {user} at {server}: correct the user in {setting}.",
    r'database ".*" does not exist|no such database': (
        "There is no database {database} at {server}: create it, or correct its name in {setting}."
    ),
    r"pg_hba\.conf": "{server} does not accept {user} from this machine: add a line to its pg_hba.conf.",
}
# A host that begins with a slash is the folder of a socket, which may have any name.
WELL_FORMED = {
    "host": r"[\w.,:%\[\]-]*|/(?s:.*)",
    "port": r"[\d,]*",
    "user": r"[^@/]*",
    "dbname": r"[^@]*",
}


@dataclass(frozen=True, slots=True)
class ExternalDatabase:
    """The URL of a database, the name of its setting, and the folder whose shop it must contain."""

    url: str
    setting: str
    data: Path | None = None

    @contextmanager
    def connect(self) -> Iterator[psycopg.Connection]:
        """A connection, closed at the end of the block. Raises CommandError."""
        parameters = self._parameters()
        try:
            connection = psycopg.connect(make_conninfo("", **parameters), autocommit=True)
        except psycopg.Error as error:
            raise CommandError(self._explain(str(error), parameters)) from error
        with connection:
            if connection.info.server_version < MIN_POSTGRES * 10_000:
                major, minor = divmod(connection.info.server_version, 10_000)
                raise CommandError(
                    f"This server is PostgreSQL {major}.{minor}; Tapis needs {MIN_POSTGRES} or later: "
                    "upgrade it, or use another server."
                )
            if self.setting == OWNER_URL:
                self._require_sessions(connection, parameters)
            if self.data:
                require_same_folder(self.data, connection)
            yield connection

    def _require_sessions(self, connection: psycopg.Connection, parameters: Mapping[str, Any]) -> None:
        """Raise CommandError behind a pooler in transaction mode, which would keep the locks of a backup.

        A hosted project has no such locks. Without a pooler the process is the one that was named at first.
        """
        pid = first_value(connection, "select pg_backend_pid()")
        if pid == connection.info.backend_pid or is_hosted(connection):
            return
        probe = uuid4().hex
        connection.execute("select set_config('tapis.probe', %s, false)", [probe])
        with psycopg.connect(make_conninfo("", **parameters)) as other:
            if first_value(other, "select current_setting('tapis.probe', true)") == probe:
                raise CommandError(POOLED.format(setting=self.setting))

    def _parameters(self) -> dict[str, Any]:
        try:
            parameters = {"connect_timeout": CONNECT_SECONDS, **parse_owner_url(self.url)}
        except psycopg.ProgrammingError:
            raise CommandError(MALFORMED.format(setting=self.setting)) from None
        values = {name: str(parameters.get(name) or "") for name in WELL_FORMED}
        if not all(re.fullmatch(pattern, values[name]) for name, pattern in WELL_FORMED.items()):
            raise CommandError(MALFORMED.format(setting=self.setting))
        return parameters

    def _explain(self, message: str, parameters: Mapping[str, Any]) -> str:
        host = parameters.get("host") or parameters.get("hostaddr") or "this machine's socket"
        facts = {
            "setting": self.setting,
            "host": host,
            "server": host if host.startswith("/") else f"{host}:{parameters.get('port') or 5432}",
            "user": parameters.get("user") or "this account",
            "database": parameters.get("dbname") or parameters.get("user") or "of this account",
        }
        for pattern, sentence in CONNECTION_ERRORS.items():
            if re.search(pattern, message):
                return sentence.format(**facts)
        text = " ".join(message.split())
        if parameters.get("password"):
            text = text.replace(parameters["password"], "…")
        return f"{facts['server']} can't be used ({self.setting}): {text}"


def require_usable_bucket(storage_url: str, *, must_be_empty: bool = False) -> None:
    """Check the bucket, if there is one, in a separate process. Raises CommandError."""
    if not storage_url:
        return
    check_bucket(BUCKET_CHECK, storage_url, *(["empty"] if must_be_empty else []))
