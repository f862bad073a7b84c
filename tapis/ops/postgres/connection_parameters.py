"""The parameters of a connection as the database's owner, which ends when the server's machine is gone."""

from typing import Any

from psycopg.conninfo import conninfo_to_dict

# A silent machine is given up after a minute; the default of most systems is two hours.
KEEPALIVES = {
    "keepalives_idle": "15",
    "keepalives_interval": "15",
    "keepalives_count": "3",
    "tcp_user_timeout": "60000",
}


def parse_owner_url(url: str) -> dict[str, Any]:
    """The parameters of a URL, and those that it does not set itself. Raises psycopg.ProgrammingError."""
    return {**KEEPALIVES, **conninfo_to_dict(url)}
