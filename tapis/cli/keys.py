"""`tapis keys`: what a front end hosted elsewhere needs to know."""

import json
from typing import Annotated

import psycopg
import typer

from tapis.cli.access import owner_url
from tapis.cli.address import public_address
from tapis.cli.options import DATA, Data
from tapis.cli.refusal import CommandRefused
from tapis.settings import load


def keys(
    data: Data = DATA,
    service: Annotated[
        bool, typer.Option("--service", help="Also print the service key: it may do all.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="All of it, as one JSON object.")] = False,
) -> None:
    """Print the address and the public key of the shop."""
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
