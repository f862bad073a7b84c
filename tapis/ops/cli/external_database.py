"""A database elsewhere: reached, or refused in one sentence that names the setting and says what to do.

No sentence quotes the address, because a password is in it; nor what the library says of an address that it
can't read, because a password with a `/` or `@` of its own is then taken for a port or a host.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from tapis.ops.cli.command_error import CommandRefused
from tapis.ops.migrate import OLDEST, unsupported_version

PATIENCE_SECONDS = 10  # for an answer, unless the address says otherwise
Connection = psycopg.Connection[tuple[Any, ...]]

MALFORMED = (
    "{setting} is no address of a database: write postgresql://user:password@host:5432/database, "
    "and in a password %2F for /, %40 for @, %3A for :, %25 for %."
)
GIVE_ONE = "have the owner say `alter role {user} login password '…'`."
# What is said of a connection that fails, and what it means; the first that fits counts.
TROUBLES = {
    r"failed to resolve host|could not translate host name": (
        "There is no host {host}: correct it in {setting}."
    ),
    r"timeout expired|timed out": (
        "{place} does not answer: see that a firewall lets this machine through, or correct {setting}."
    ),
    r"Connection refused|is unreachable|No route to host|Is the server running locally": (
        "Nothing listens at {place}: start PostgreSQL there, or correct host and port in {setting}."
    ),
    r"invalid response to SSL negotiation|expected authentication request": (
        "What listens at {place} is not PostgreSQL: correct host and port in {setting}."
    ),
    r"server does not support SSL": (
        "{place} speaks no TLS: switch it on there, or, if nobody else is on the way, "
        "say sslmode=disable in {setting}."
    ),
    r"certificate verify failed": (
        "Nobody vouches for the certificate of {place}: "
        "name the file of its authority in {setting} (sslrootcert=…)."
    ),
    r"does not match host name": (
        "The certificate of {place} is for another name: write the host in {setting} as it does."
    ),
    r"(root certificate|certificate|private key) file|could not load private key": (
        "A file for TLS that {setting} names is missing, or others may read it: "
        "see to sslrootcert, sslcert and sslkey."
    ),
    r"pg_hba\.conf.*no encryption": (
        "{place} takes {user} with TLS only: say sslmode=verify-full in {setting}."
    ),
    r"valid client certificate|certificate authentication failed": (
        "{place} knows {user} by a certificate for that name: name it in {setting} (sslcert=…&sslkey=…)."
    ),
    r"no password supplied": (
        "{place} asks {user} for a password: write it into {setting}; if there is none yet, " + GIVE_ONE
    ),
    r"(password|SASL) authentication failed": (
        "{place} does not take the password of {user}: correct it in {setting}, or " + GIVE_ONE
    ),
    r"is not permitted to log in": "{user} has no way to sign in yet: " + GIVE_ONE,
    r'role ".*" does not exist': "There is no role {user} at {place}: correct the user in {setting}.",
    r'database ".*" does not exist|no such database': (
        "There is no database {database} at {place}: make it, or correct its name in {setting}."
    ),
    r"permission denied for database": (
        "{user} may not enter the database {database}: "
        "have its owner say `grant connect on database {database} to {user}`."
    ),
    r"too many clients|connection slots|too many connections|no more connections": (
        "{place} has no connection left: raise max_connections there, or lower TAPIS_DATABASE_CONNECTIONS."
    ),
    r"starting up|shutting down|recovery mode": "{place} is starting or stopping: try again in a moment.",
    r"pg_hba\.conf": "{place} does not let {user} in from this machine: add a line to its pg_hba.conf.",
}
SOUND = {"host": r"[\w.,:/%\[\]-]*", "port": r"[\d,]*", "user": r"[^@/]*", "dbname": r"[^@]*"}


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """The address of a database, and the setting that it stands in."""

    url: str
    setting: str

    @contextmanager
    def reached(self) -> Iterator[Connection]:
        """A connection, for the length of the block. Raises CommandRefused."""
        parameters = self._parameters()
        try:
            connection = psycopg.connect(make_conninfo("", **parameters), autocommit=True)
        except psycopg.Error as error:
            raise CommandRefused(self._sentence(str(error), parameters)) from error
        with connection:
            if connection.info.server_version < OLDEST * 10_000:
                raise CommandRefused(unsupported_version(connection.info.server_version))
            yield connection

    def _parameters(self) -> dict[str, Any]:
        try:
            parameters = {"connect_timeout": PATIENCE_SECONDS, **conninfo_to_dict(self.url)}
        except psycopg.ProgrammingError:
            raise CommandRefused(MALFORMED.format(setting=self.setting)) from None
        if not all(re.fullmatch(sound, str(parameters.get(name) or "")) for name, sound in SOUND.items()):
            raise CommandRefused(MALFORMED.format(setting=self.setting))
        return parameters

    def _sentence(self, said: str, parameters: Mapping[str, Any]) -> str:
        host = parameters.get("host") or parameters.get("hostaddr") or "this machine's socket"
        facts = {
            "setting": self.setting,
            "host": host,
            "place": host if host.startswith("/") else f"{host}:{parameters.get('port') or 5432}",
            "user": parameters.get("user") or "this account",
            "database": parameters.get("dbname") or parameters.get("user") or "of this account",
        }
        for pattern, sentence in TROUBLES.items():
            if re.search(pattern, said):
                return sentence.format(**facts)
        words = " ".join(said.split())
        if parameters.get("password"):
            words = words.replace(parameters["password"], "…")
        return f"{facts['place']} can't be used as {self.setting} says: {words}"
