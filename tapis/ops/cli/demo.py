"""`tapis demo`: fills an empty shop with a small believable one."""

import asyncio
import json
import os
import secrets
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import httpx
import typer

from demo.darkroom import darkroom
from demo.rows import Row, rows
from demo.shop import Refused, Shop, fill, is_personal
from tapis.app import create_app
from tapis.gateway.auth import accounts
from tapis.gateway.auth.password_hashing import hash_password
from tapis.gateway.settings import Settings, load
from tapis.ops import postgres
from tapis.ops.cli.command_error import CommandRefused
from tapis.ops.cli.common_options import DATA, Data
from tapis.ops.cli.database_access import as_owner, owner_url
from tapis.ops.cli.keys import api_keys
from tapis.ops.cli.listen_address import public_address
from tapis.ops.cli.password_prompt import BYTES_OF_CHANCE
from tapis.ops.cli.users import make_account

# Who signs in to the demo shop, by role.
PEOPLE = {
    "talent": "anna-talent@tapis.example",
    "leadership": "lea-leadership@tapis.example",
    "admin": "ada-admin@tapis.example",
}


def demo(
    data: Data = DATA,
    url: Annotated[
        str, typer.Option(help="Address of the shop in a browser; the pictures are named by it.")
    ] = "",
    if_empty: Annotated[
        bool, typer.Option("--if-empty", help="Do nothing, rather than refuse, if the shop has content.")
    ] = False,
) -> None:
    """Fill an empty shop with demo content and three accounts; an interrupted run is taken up again."""
    settings = load(data=data.absolute())
    with owner_url(settings) as owner, gateway_settings(settings) as inside:
        address = (url or public_address(settings)).rstrip("/")
        try:
            told = asyncio.run(seed(inside, owner, address))
        except Refused as refusal:
            raise CommandRefused(f"The shop refused {refusal}") from refusal
    if told is None and not if_empty:
        raise CommandRefused("This shop has content already; the demo content goes into an empty one only.")
    if told:
        typer.echo(told)


@contextmanager
def gateway_settings(settings: Settings) -> Iterator[Settings]:
    """The settings for a gateway of our own in this process, beside one that may be serving."""
    if settings.database_url:
        yield settings
        return
    with postgres.ensure_server(settings.data) as urls:
        yield replace(settings, database_url=urls.authenticator)


@asynccontextmanager
async def our_gateway(settings: Settings, service_key: str, address: str) -> AsyncIterator[Shop]:
    """The gateway in this process, asked as the service: what is stored passes all the shop's own checks."""
    app = create_app(settings)
    headers = {"apikey": service_key, "Authorization": f"Bearer {service_key}"}
    transport = httpx.ASGITransport(app)
    async with (
        app.inner.router.lifespan_context(app.inner),
        httpx.AsyncClient(transport=transport, base_url=address, headers=headers) as client,
    ):
        yield Shop(client, address)


async def seed(settings: Settings, owner: str, address: str) -> str | None:
    """Fill the shop and say what was made; None, and nothing has changed, if it has content.

    The accounts' file comes last: without it, a shop with none but demo rows is one whose seeding was
    interrupted.
    """
    file = settings.data / "demo-accounts.json"
    async with our_gateway(settings, api_keys(owner)["service_role"], address) as shop:
        found = await shop.found()
        if found and (file.exists() or found - {row.uuid for row in rows()}):
            return None
        accounts = await make_rows_and_accounts(shop, owner, [row for row in rows() if row.uuid not in found])
    write_privately(file, json.dumps(accounts, indent=2) + "\n")
    return summary(address, file)


async def make_rows_and_accounts(shop: Shop, owner: str, lacking: list[Row]) -> list[dict[str, str]]:
    """First what belongs to nobody, then the people, then what belongs to one of them."""
    progress = Progress(len(lacking))
    with darkroom() as room:
        await fill(shop, (row for row in lacking if not is_personal(row)), "", room, progress)
        made = {role: await make_person(owner, email, role) for role, email in PEOPLE.items()}
        await fill(shop, (row for row in lacking if is_personal(row)), made["talent"].id, room, progress)
    return [{"email": PEOPLE[role], "password": new.password, "role": role} for role, new in made.items()]


@dataclass(frozen=True, slots=True)
class Made:
    """An account's user id and its password."""

    id: str
    password: str


async def make_person(owner: str, email: str, role: str) -> Made:
    """A new account; one that an interrupted run has left gets a new password."""
    password = secrets.token_urlsafe(BYTES_OF_CHANCE)
    async with as_owner(owner) as tx:
        person = await accounts.find_by_email(tx, email)
        if person:
            await tx.run(accounts.SET_HASH, (person.id, hash_password(password)))
            return Made(str(person.id), password)
    return Made(str(await make_account(owner, email, password, role)), password)


class Progress:
    """Counts rows on the terminal, if somebody is looking."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.done = 0

    def __call__(self) -> None:
        """One row more."""
        self.done += 1
        if sys.stderr.isatty():
            end = "\n" if self.done == self.total else ""
            typer.echo(f"\rFilling the shop: {self.done} of {self.total}{end}", err=True, nl=False)


def write_privately(file: Path, text: str) -> None:
    """Write a file that only its owner may read, whole or not at all."""
    unfinished = file.with_suffix(".part")
    unfinished.unlink(missing_ok=True)
    descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as opened:
        opened.write(text)
    unfinished.rename(file)


def summary(address: str, file: Path) -> str:
    """What was made, for a person."""
    count = Counter(row.table for row in rows())
    return (
        f"The demo shop for {address} has {count['slides']} slides, {count['gallery']} gallery pictures, "
        f"{count['products']} products and {len(PEOPLE)} accounts; their passwords are in {file}."
    )
