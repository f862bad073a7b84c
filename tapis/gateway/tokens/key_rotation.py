"""Signing keys are replaced: in peace, so that nobody notices, or at once, when one has leaked."""

from typing import Any

import psycopg

from tapis.gateway.invalidation import KEYS
from tapis.gateway.tokens.signing_keys import (
    LOCK,
    LONGEST_TOKEN_SECONDS,
    RELOAD_SECONDS,
    Purpose,
    SigningKey,
    add_api_keys,
    add_key,
)

# Each worker knows a key before any signs with it, even one that missed two looks.
SHORTEST_NOTICE_SECONDS = 2 * RELOAD_SECONDS + 1
CLOCKS_SECONDS = 60  # that machines may disagree by
LET_RUN_OUT = """
update auth.signing_keys set accepted_until = least(accepted_until, now() + make_interval(secs => %s))
where purpose = %s
"""


def rotate(connection: psycopg.Connection[Any], notice_seconds: int) -> SigningKey:
    """Add a key that signs sessions after `notice_seconds`; those before it run out with their last tokens.

    Until it signs, the new one is published and known to every worker. Nobody is signed out, and the API keys
    stay what they are. `connection` belongs to the owner of the database.
    """
    with connection.transaction():
        _let_run_out(connection, "session", notice_seconds + LONGEST_TOKEN_SECONDS + CLOCKS_SECONDS)
        key = add_key(connection, "session", notice_seconds)
        connection.execute(f"notify {KEYS}")
    return key


def replace_at_once(connection: psycopg.Connection[Any], *, api_too: bool) -> None:
    """Refuse from now on what the keys at hand have signed, and end every session.

    `api_too` replaces the public key and the service key as well.
    """
    with connection.transaction():
        _let_run_out(connection, "session", 0)
        add_key(connection, "session")
        if api_too:
            _let_run_out(connection, "api", 0)
            add_api_keys(connection)
        connection.execute("delete from auth.sessions")
        connection.execute(f"notify {KEYS}")


def _let_run_out(connection: psycopg.Connection[Any], purpose: Purpose, seconds: int) -> None:
    """Believe the keys at hand no longer than that; one that ran out already is forgotten."""
    connection.execute(LOCK)
    connection.execute("delete from auth.signing_keys where accepted_until < now()")
    connection.execute(LET_RUN_OUT, (seconds, purpose))
