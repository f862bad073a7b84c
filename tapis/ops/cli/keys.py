"""`tapis keys`: what a front end hosted elsewhere needs to know, and new keys in place of old ones."""

import json
from datetime import UTC, datetime
from typing import Annotated

import psycopg
import typer

from tapis.gateway.settings import load
from tapis.gateway.tokens.key_rotation import SHORTEST_NOTICE_SECONDS, replace_at_once
from tapis.gateway.tokens.key_rotation import rotate as rotate_keys
from tapis.ops.cli.command_error import CommandRefused
from tapis.ops.cli.common_options import DATA, Data
from tapis.ops.cli.database_access import owner_url
from tapis.ops.cli.listen_address import public_address

keys = typer.Typer(help="The address and the keys of the shop.", invoke_without_command=True)

# Longer than the ten minutes for which anybody may keep the published key set.
NOTICE_SECONDS = 11 * 60


@keys.callback()
def show(
    chosen: typer.Context,
    data: Data = DATA,
    service: Annotated[
        bool, typer.Option("--service", help="Also print the service key: it may do all.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="All of it, as one JSON object.")] = False,
) -> None:
    """Print the address and the public key of the shop."""
    if chosen.invoked_subcommand:
        return
    settings = load(data=data)
    with owner_url(settings) as url:
        tokens = api_keys(url)
    told = {
        "url": public_address(settings),
        "anon_key": tokens["anon"],
        "service_key": tokens["service_role"],
    }
    if as_json:
        typer.echo(json.dumps(told))
        return
    typer.echo(f"Address:     {told['url']}\nPublic key:  {told['anon_key']}")
    if service:
        typer.echo(f"Service key: {told['service_key']}\nWhoever has the service key may do everything.")


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
        bool, typer.Option("--api", help="With --now: a new public key and a new service key, too.")
    ] = False,
) -> None:
    """Replace the key that signs sessions; nobody is signed out, unless you say --now."""
    if api and not now:
        raise CommandRefused("The public key and the service key are only replaced at once: add --now.")
    with owner_url(load(data=data)) as url:
        api_keys(url)
        with psycopg.connect(url, autocommit=True) as connection:
            told = _at_once(connection, api) if now else _in_peace(connection, notice)
    typer.echo(told)


def _in_peace(connection: psycopg.Connection, notice: int) -> str:
    signs_from = datetime.fromtimestamp(rotate_keys(connection, notice).signs_from, UTC)
    return (
        f"A new key signs sessions from {signs_from:%H:%M:%S} UTC on; the old one is believed until its last"
        " token has run out. Nobody is signed out."
    )


def _at_once(connection: psycopg.Connection, api: bool) -> str:
    replace_at_once(connection, api_too=api)
    told = "The old key is refused from now on, and every session has ended: everybody signs in again."
    if api:
        told += "\nPublic key and service key are new, too: `tapis keys` prints them for whoever uses them."
    return told


def api_keys(url: str) -> dict[str, str]:
    """The two keys by role. Raises CommandRefused when the database has none, as on a hosted project."""
    with psycopg.connect(url, autocommit=True) as connection:
        try:
            tokens: dict[str, str] = dict(
                connection.execute("select role, token from auth.api_keys").fetchall()
            )
        except psycopg.errors.UndefinedTable:
            raise CommandRefused(
                "This database has no keys of ours; a hosted project shows its own."
            ) from None
    if not tokens:
        raise CommandRefused("This database has no keys yet; `tapis migrate` makes them.")
    return tokens
