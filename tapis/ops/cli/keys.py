"""`tapis keys`: the address and keys for a front end hosted elsewhere, and rotation of keys."""

import json
from datetime import UTC, datetime
from typing import Annotated

import psycopg
import typer

from tapis.gateway.notifications.push_keys import replace_leaked_push_key
from tapis.gateway.settings import load_settings
from tapis.gateway.tokens.signing_keys import SHORTEST_NOTICE_SECONDS, replace_leaked_keys, rotate_session_key
from tapis.ops.cli.database_access import open_shop
from tapis.ops.cli.listen_address import resolve_public_url
from tapis.ops.cli.options import DATA, Data
from tapis.ops.cli.security_events import log_security_event
from tapis.ops.command_errors import CommandError

keys = typer.Typer(help="The address and the keys of the shop.", invoke_without_command=True)

NOTICE_SECONDS = 11 * 60  # longer than the ten minutes for which clients may cache the published key set


@keys.callback()
def show(
    context: typer.Context,
    data: Data = DATA,
    service: Annotated[
        bool, typer.Option("--service", help="Also print the service key, which gives full access.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="All of it, as one JSON object.")] = False,
) -> None:
    """Print the address and the public key of the shop."""
    if context.invoked_subcommand:
        return
    with open_shop(data) as connection:
        tokens = load_api_keys(connection)
    address = resolve_public_url(load_settings(data=data))
    if as_json:
        result = {"url": address, "anon_key": tokens["anon"], "service_key": tokens["service_role"]}
        typer.echo(json.dumps(result))
        return
    shown_address = address or "not known here; set TAPIS_SITE_URL"
    typer.echo(f"Address:     {shown_address}\nPublic key:  {tokens['anon']}")
    if service:
        typer.echo(f"Service key: {tokens['service_role']}\nIt bypasses every policy: keep it secret.")


@keys.command()
def rotate(
    data: Data = DATA,
    notice: Annotated[
        int,
        typer.Option(min=SHORTEST_NOTICE_SECONDS, help="Seconds for which the new key is only published."),
    ] = NOTICE_SECONDS,
    now: Annotated[
        bool, typer.Option("--now", help="For a key that leaked: refuse it at once, and end every session.")
    ] = False,
    api: Annotated[
        bool, typer.Option("--api", help="With --now: new public, service and push keys, too.")
    ] = False,
) -> None:
    """Replace the key that signs sessions; without --now no session ends."""
    if api and not now:
        raise CommandError("The public key and the service key are only replaced at once: add --now.")
    with open_shop(data) as connection:
        load_api_keys(connection)
        message = _replace(connection, api) if now else _rotate(connection, notice)
    typer.echo(message)
    log_security_event("keys replaced" if now else "session key rotated", keys="all" if api else "session")


def _rotate(connection: psycopg.Connection, notice: int) -> str:
    signs_from = datetime.fromtimestamp(rotate_session_key(connection, notice).signs_from, UTC)
    return (
        f"A new key signs sessions from {signs_from:%H:%M:%S} UTC on; the old one is accepted until its last"
        " token has expired. Nobody is signed out."
    )


def _replace(connection: psycopg.Connection, api: bool) -> str:
    replace_leaked_keys(connection, include_api_keys=api)
    if api:
        replace_leaked_push_key(connection)
    message = "The old key is refused from now on, and every session has ended: everybody signs in again."
    if api:
        message += (
            "\nPublic key and service key are new, too: `tapis keys` prints them."
            "\nThe key of push notifications is new: people switch them on again on their devices."
        )
    return message


def load_api_keys(connection: psycopg.Connection) -> dict[str, str]:
    """The two keys by role. Raises CommandError when the database has none, as on a hosted project."""
    try:
        tokens: dict[str, str] = dict(connection.execute("select role, token from auth.api_keys").fetchall())
    except psycopg.errors.UndefinedTable:
        raise CommandError("This database has no keys of ours; a hosted project shows its own.") from None
    if not tokens:
        raise CommandError("This database has no keys yet; `tapis migrate` creates them.")
    return tokens
