"""`tapis messages`: the state of each mail and push message, without its content; whether any are sent."""

import json
from collections.abc import Mapping
from typing import Annotated, Any, Literal

import typer
from psycopg.rows import dict_row

from tapis.gateway.database.named_queries import NamedQueries
from tapis.gateway.settings import load_settings
from tapis.ops.cli.database_access import open_shop, owner_connection
from tapis.ops.cli.existing_shop import open_existing_database
from tapis.ops.cli.one_line import to_one_line
from tapis.ops.cli.options import DATA, Data

WAITING_EVENTS = "{} more will become messages when the shop is open."
KEPT_EVENTS = "{} more will become messages after `tapis messages start`: this shop was restored."
MessageState = Literal["waiting", "sending", "sent", "failed", "dropped"]  # of private.messages
queries = NamedQueries(__file__)
messages = typer.Typer(invoke_without_command=True)


@messages.callback()
def list_messages(
    context: typer.Context,
    data: Data = DATA,
    receiver: Annotated[str, typer.Option(help="Only those to this email address.")] = "",
    state: Annotated[MessageState | None, typer.Option(help="Only those in this state.")] = None,
    count: Annotated[int, typer.Option("--count", min=1, help="How many, newest first.")] = 20,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
) -> None:
    """List mails and push messages of 30 days: when (UTC), how, to whom, of which kind, what became of it."""
    if context.invoked_subcommand:
        return
    filters = {"receiver": receiver, "state": state or "", "count": count}
    with (
        open_existing_database(load_settings(data=data)) as (owner, _),
        owner_connection(owner) as connection,
    ):
        cursor = connection.cursor(row_factory=dict_row)
        rows = cursor.execute(queries.newest_messages, filters).fetchall()
        events = cursor.execute(queries.waiting_events).fetchone() or {"count": 0}
    for message in rows:
        typer.echo(
            json.dumps(message, default=str, ensure_ascii=False) if as_json else _describe_message(message)
        )
    if as_json:
        return
    if not rows:
        typer.echo("There is no such message of the last 30 days.")
    if events["count"]:
        typer.echo((KEPT_EVENTS if events["is_silent"] else WAITING_EVENTS).format(events["count"]))


@messages.command("start")
def start_sending(data: Data = DATA) -> None:
    """Have a restored shop send notifications, and its orders lapse, from now on."""
    with open_shop(data) as connection:
        if started := connection.execute(queries.start_sending).rowcount:
            connection.execute(queries.renew_events)
    typer.echo(
        "From now on this shop sends notifications." if started else "This shop sends notifications already."
    )


def _describe_message(message: Mapping[str, Any]) -> str:
    """One line: `2026-11-23 13:05  mail to tom@kain.id, order_accepted: sent at 13:05 (attempt 2)`."""
    details = [message["state"]]
    if message["sent_at"]:
        details = [f"sent {message['sent_at']:%Y-%m-%d %H:%M}"]
    if message["attempts"] > 1:
        details.append(f"attempt {message['attempts']}")
    if message["next_attempt"]:
        details.append(f"next attempt {message['next_attempt']:%Y-%m-%d %H:%M}")
    if message["error"]:
        details.append(to_one_line(message["error"]))
    what = f"{message['channel']} to {message['receiver']}, {message['kind']}"
    return f"{message['created_at']:%Y-%m-%d %H:%M}  {to_one_line(what)}: {'; '.join(details)}"
