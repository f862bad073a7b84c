"""`tapis users`: accounts and their roles; the only way to become more than a talent."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any, Literal
from uuid import UUID, uuid4

import typer

from tapis.gateway import security_log
from tapis.gateway.auth import accounts, factors, sessions
from tapis.gateway.auth.accounts import Account, NewAccount
from tapis.gateway.auth.credentials import parse_email
from tapis.gateway.auth.password_hashing import hash_password
from tapis.gateway.database import Transaction
from tapis.gateway.database.named_queries import NamedQueries
from tapis.gateway.errors import AuthRefusal
from tapis.gateway.settings import load_settings
from tapis.ops.cli import account_removal, database_access
from tapis.ops.cli.database_access import (
    open_migrated_database,
    owner_connection,
    owner_transaction,
    run_as_owner,
    run_in_transaction,
)
from tapis.ops.cli.options import DATA, Data, PasswordFromStdin
from tapis.ops.cli.output_file import open_atomic_file
from tapis.ops.cli.password_prompt import ChosenPassword, choose_password, require_good_password
from tapis.ops.cli.security_events import log_security_event
from tapis.ops.command_errors import CommandError
from tapis.ops.migrate.runner import is_hosted

users = typer.Typer(no_args_is_help=True, help="Accounts and their roles.")
MINUTE = "%Y-%m-%d %H:%M"
Role = Literal["admin", "leadership", "talent"]

queries = NamedQueries(__file__)


@users.command()
def create(
    email: str,
    role: Annotated[Role, typer.Option(help="What they may do.")] = "talent",
    password_stdin: PasswordFromStdin = False,
    data: Data = DATA,
) -> None:
    """Make an account, and a shop if there is none; its address counts as confirmed."""
    address, password = parse_address(email), choose_password(password_stdin)
    require_good_password(password.text, privileged=role != "talent")
    with open_migrated_database(load_settings(data=data), create=True) as url:
        password = _without_unenforced_limit(url, password)
        asyncio.run(create_confirmed_account(url, address, password.text, role, days=password.days))
        # Before disconnecting: a later failure must not lose a password that is shown only once.
        _print_password(f"{address} has an account as {role}.", password, address)


@users.command()
def role(email: str, role: Literal[Role, "none"], data: Data = DATA) -> None:
    """Give an account another role, or `none`. It counts at once, also where they are signed in."""

    async def change(tx: Transaction) -> bool:
        account = await _require_account(tx, email)
        was_last = await _is_last_administrator(tx, account)
        await tx.run(queries.give_role, (account.id, role))
        await _log_security_event(tx, "role changed", account, role=role)
        return was_last and role != "admin"

    is_without_administrator = run_as_owner(data, change)
    typer.echo(f"{email} has no role now." if role == "none" else f"{email} is {role} now.")
    if is_without_administrator:
        typer.echo(account_removal.NO_ADMINISTRATOR)


@users.command()
def password(email: str, password_stdin: PasswordFromStdin = False, data: Data = DATA) -> None:
    """Set a new password, sign the person out everywhere, and void an open recovery link.

    The address counts as confirmed then: without that nobody signs in, whatever the password.
    """
    new_password = choose_password(password_stdin)
    require_good_password(new_password.text, privileged=False)

    async def change(tx: Transaction) -> None:
        account = await _require_account(tx, email)
        require_good_password(new_password.text, privileged=account.privileged)
        await accounts.set_password(tx, account.id, hash_password(new_password.text))
        await tx.run(queries.confirm_address, (account.id,))
        await expire_password(tx, account.id, new_password.days)
        await sessions.end(tx, "global", account.id)
        await _log_security_event(tx, "password changed", account)

    with open_migrated_database(load_settings(data=data)) as url:
        new_password = _without_unenforced_limit(url, new_password)
        run_in_transaction(url, change)
        _print_password(f"{email} has a new password and is signed out everywhere.", new_password, email)


@users.command("reset-factor")
def reset_factor(email: str, data: Data = DATA) -> None:
    """Remove a lost second factor with its recovery codes, and end the person's sessions."""

    async def change(tx: Transaction) -> None:
        account = await _require_account(tx, email)
        if not account.row["factors"]:
            raise CommandError(f"{email} has no second factor.")
        await tx.run(factors.queries.remove_all_factors, (account.id,))
        await sessions.end(tx, "global", account.id)
        await _log_security_event(tx, "second factor reset", account)

    run_as_owner(data, change)
    typer.echo(f"{email} has no second factor now and is signed out everywhere.")


@users.command("list")
def list_users(data: Data = DATA) -> None:
    """List all accounts: address, role, second factor, since when, last sign-in (UTC)."""

    async def read(tx: Transaction) -> list[tuple[Any, ...]]:
        return (await tx.run(queries.list_users)).rows

    rows = run_as_owner(data, read)
    if not rows:
        typer.echo("There are no accounts yet.")
    for email, role, has_factor, created_at, last_sign_in in rows:
        factor = "2FA" if has_factor else "-"
        last_seen = format(last_sign_in, MINUTE) if last_sign_in else "never"
        typer.echo(f"{email:40}{role:12}{factor:5}{created_at:{MINUTE}}  {last_seen}")


@users.command("export")
def export_person(
    email: str,
    file: Annotated[str, typer.Argument(help="Where to; `-` writes to standard output.")] = "-",
    data: Data = DATA,
) -> None:
    """Write everything that the shop knows of a person, as JSON: what they may ask for, and may be sent."""

    async def read(tx: Transaction) -> str:
        account = await _require_account(tx, email)
        return str((await tx.run(queries.data_of, (account.id,))).value)

    exported = run_as_owner(data, read)
    if file == "-":
        typer.echo(exported)
        return
    with open_atomic_file(file, "file") as (opened, _):
        opened.write(f"{exported}\n".encode())
    typer.echo(f"{file} holds everything that the shop knows of {email}.")


@users.command("remove")
def remove_person(
    email: str,
    yes: Annotated[bool, typer.Option("--yes", help="Don't ask; for scripts.")] = False,
    data: Data = DATA,
) -> None:
    """Delete an account for good, after a question; its orders stay in the books without name and address."""

    async def read(tx: Transaction) -> tuple[Mapping[str, Any], bool]:
        account = await _require_account(tx, email)
        removal = (await tx.run(queries.removal_of, (account.id,))).value
        return dict(removal), await _is_last_administrator(tx, account)

    async def remove(tx: Transaction) -> None:
        account = await _require_account(tx, email)
        await tx.run(queries.remove_account, (account.id,))
        await _log_security_event(tx, "account removed", account)

    with open_migrated_database(load_settings(data=data)) as url:
        removal, is_last_administrator = run_in_transaction(url, read)
        typer.echo(account_removal.describe_removal(email, removal, is_last_administrator))
        if not yes:
            account_removal.confirm_removal(email)
        run_in_transaction(url, remove)
    typer.echo(f"{email} has no account any more.")


@users.command()
def pseudonym(email: str, data: Data = DATA) -> None:
    """Print what the security log calls an account and its address, one a line: two patterns for `grep`."""

    async def read(tx: Transaction) -> list[str]:
        await _load_pseudonym_key(tx)
        account = await accounts.find_by_email(tx, email)
        return [str(account.id)] if account else []

    subjects = [*run_as_owner(data, read), email]
    typer.echo("\n".join(security_log.to_pseudonym(subject) for subject in subjects))


def parse_address(email: str) -> str:
    """The address in lower case. Unlike a visitor, the owner may use an undeliverable one."""
    try:
        return parse_email(email)
    except AuthRefusal as refusal:
        raise CommandError(refusal.message) from refusal


async def create_confirmed_account(
    url: str, email: str, password: str, role: str, days: int | None = None
) -> str:
    """Create a confirmed account with a role; returns its id. Raises CommandError for a taken address.

    With `days` the password expires after that time, unless it is changed.
    """
    async with owner_transaction(url) as tx:
        if await accounts.find_by_email(tx, email):
            raise CommandError(f"{email} has an account already.")
        new = NewAccount(uuid4(), email, hash_password(password), True, {}, {"email_verified": True})
        await accounts.add(tx, new)
        await tx.run(queries.give_role, (new.id, role))
        await expire_password(tx, new.id, days)
        return str(new.id)


async def expire_password(tx: Transaction, user_id: UUID, days: int | None) -> None:
    if days is not None:
        await tx.run(queries.expire_password, (user_id, days))


def _without_unenforced_limit(url: str, password: ChosenPassword) -> ChosenPassword:
    """The same password, without days in a hosted project, where none expires."""
    if password.days is None:
        return password
    with owner_connection(url) as connection:
        return replace(password, days=None) if is_hosted(connection) else password


def _print_password(done: str, password: ChosenPassword, email: str) -> None:
    """Raise CommandError if nobody could read it: its hash is in the database by then."""
    try:
        typer.echo(f"{done}{password.message}")
    except OSError as error:
        again = (
            f"`tapis users password {email}` sets another" if password.message else "nothing is left to do"
        )
        raise CommandError(f"{done} This could not be printed ({error.strerror}): {again}.") from error


async def _require_account(tx: Transaction, email: str) -> Account:
    """The account of an address. Raises CommandError when there is none."""
    account = await accounts.find_by_email(tx, email)
    if account is None:
        raise CommandError(f"There is no account with the address {email}.")
    return account


async def _is_last_administrator(tx: Transaction, account: Account) -> bool:
    return bool((await tx.run(queries.is_last_administrator, (account.id,))).value)


async def _log_security_event(tx: Transaction, event: str, account: Account, **details: str) -> None:
    """Log what was done to an account."""
    if await _load_pseudonym_key(tx):
        details["account"] = security_log.to_pseudonym(str(account.id))
    log_security_event(event, **details)


async def _load_pseudonym_key(tx: Transaction) -> bool:
    """Set the key of the security log's hashes; False in a hosted project, whose keys are elsewhere."""
    if not (await tx.run(database_access.queries.has_api_keys)).value:
        return False
    security_log.set_pseudonym_key((await tx.run(queries.service_key)).value)
    return True
