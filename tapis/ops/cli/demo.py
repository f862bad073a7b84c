"""`tapis demo`: fills an empty shop with demo content and accounts."""

import asyncio
import json
import secrets
from collections import Counter
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import httpx
import typer

from tapis.app import create_app
from tapis.demo import casting, month
from tapis.demo.demo_content import DemoRow, PictureColumn, PictureColumns, load_demo_people
from tapis.demo.demo_rows import build_demo_rows
from tapis.demo.seeding import SeedRejected, ShopClient, insert_rows
from tapis.gateway.auth.accounts import find_by_email, set_password
from tapis.gateway.auth.password_hashing import hash_password
from tapis.gateway.database.named_queries import NamedQueries
from tapis.gateway.settings import Settings, load_settings
from tapis.ops.cli.database_access import open_migrated_database, owner_connection, owner_transaction
from tapis.ops.cli.existing_shop import open_existing_database
from tapis.ops.cli.keys import load_api_keys
from tapis.ops.cli.options import DATA, Data
from tapis.ops.cli.output_file import open_atomic_file
from tapis.ops.cli.password_prompt import RANDOM_BYTES
from tapis.ops.cli.users import create_confirmed_account
from tapis.ops.command_errors import CommandError
from tapis.ops.maintenance.store_check import require_same_shop
from tapis.ops.progress import Progress

queries = NamedQueries(__file__)


def demo(
    data: Data = DATA,
    if_empty: Annotated[
        bool, typer.Option("--if-empty", help="Do nothing, rather than refuse, if the shop has content.")
    ] = False,
) -> None:
    """Fill an empty shop with demo content and eight accounts; an interrupted run is taken up again."""
    settings = load_settings(data=data)
    with (
        open_migrated_database(settings, create=True) as owner,
        open_existing_database(settings) as (_, gateway),
    ):
        require_same_shop(settings, gateway)  # before the first picture
        try:
            summary = asyncio.run(_seed_demo_shop(replace(settings, database_url=gateway), owner))
        except SeedRejected as refusal:
            raise CommandError(f"The shop refused {refusal}") from refusal
    if summary is None and not if_empty:
        raise CommandError("This shop has content already; the demo content goes into an empty one only.")
    if summary:
        typer.echo(summary)


@asynccontextmanager
async def run_in_process_gateway(settings: Settings, service_key: str) -> AsyncIterator[ShopClient]:
    """The gateway in this process, with the service key: all data passes the shop's own checks."""
    app = create_app(replace(settings, render_pages="off"))  # no visitor sees a page of this gateway
    headers = {"apikey": service_key, "Authorization": f"Bearer {service_key}"}
    transport = httpx.ASGITransport(app)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url=settings.origin, headers=headers) as client,
    ):
        yield ShopClient(client)


async def _seed_demo_shop(settings: Settings, owner: str) -> str | None:
    """Fill the shop and describe it; returns None without changes if it has content.

    The accounts' file is written last: without it, a shop with only demo rows is one whose seeding was
    interrupted.
    """
    file = settings.data / "demo-accounts.json"
    demo_rows = build_demo_rows(await _load_picture_columns(owner))
    with owner_connection(owner) as connection:
        service_key = load_api_keys(connection)["service_role"]
    async with run_in_process_gateway(settings, service_key) as shop:
        existing = await shop.existing_rows()
        if existing and (file.exists() or existing - {row.uuid for row in demo_rows}):
            return None
        missing = [row for row in demo_rows if row.uuid not in existing]
        now = datetime.now(UTC)
        created = await _insert_rows_and_accounts(shop, owner, demo_rows, missing, now)
    async with owner_transaction(owner) as tx:
        await month.backdate_orders(tx, [row for row in demo_rows if row.outcome], now)
        await casting.backdate_castings(tx, demo_rows, now)
    with open_atomic_file(str(settings.demo_statement), "statement") as (opened, _):
        opened.write(month.build_bank_statement(demo_rows, now).encode())
    with open_atomic_file(str(file), "file of accounts") as (opened, _):
        opened.write(json.dumps(created, indent=2).encode() + b"\n")
    return _describe_demo_shop(demo_rows, file, settings.demo_statement)


async def _load_picture_columns(owner: str) -> PictureColumns:
    async with owner_transaction(owner) as tx:
        columns = (await tx.run(queries.picture_columns)).rows
    return {
        (table, column): PictureColumn(folder, is_indexed) for table, column, folder, is_indexed in columns
    }


async def _insert_rows_and_accounts(
    shop: ShopClient, owner: str, demo_rows: tuple[DemoRow, ...], missing: list[DemoRow], now: datetime
) -> list[dict[str, str]]:
    """Insert rows without an owner, accounts, rows with an owner, and simulate their processing."""
    progress = Progress("Rows of the demo shop", len(missing))
    await insert_rows(shop, (row for row in missing if not row.person), {}, progress, now)
    accounts = [
        (person, await _create_account(owner, person.email, person.role)) for person in load_demo_people()
    ]
    owners = {person.key: await shop.sign_in(person, password) for person, password in accounts}
    for person, _ in accounts:
        if person.delivery:
            await shop.set_delivery(person, owners[person.key])
    await insert_rows(shop, (row for row in missing if row.person), owners, progress, now)
    await month.simulate_orders(shop, (row for row in demo_rows if row.outcome), owners["ada"], now)
    await casting.accept_fees(shop, demo_rows, owners["ada"])
    await casting.simulate_past_casting(shop, demo_rows, owners["ada"], owners["lea"], now)
    progress.close()
    return [
        {"email": person.email, "password": password, "role": person.role} for person, password in accounts
    ]


async def _create_account(owner: str, email: str, role: str) -> str:
    """Create an account and return its password; an account of an interrupted run gets a new one."""
    password = secrets.token_urlsafe(RANDOM_BYTES)
    async with owner_transaction(owner) as tx:
        person = await find_by_email(tx, email)
        if person:
            await set_password(tx, person.id, hash_password(password))
            return password
    await create_confirmed_account(owner, email, password, role)
    return password


def _describe_demo_shop(demo_rows: Iterable[DemoRow], file: Path, statement: Path) -> str:
    count = Counter(row.table for row in demo_rows)
    return (
        f"The demo shop has {count['slides']} slides, {count['gallery']} gallery pictures, "
        f"{count['products']} products, {count['transactions']} orders and "
        f"{len(load_demo_people())} accounts; their passwords are in {file}. "
        f"{statement} is a bank's statement to import."
    )
