"""`tapis users`: people and their roles; the only way to become more than a talent."""

import asyncio
from enum import StrEnum
from typing import Annotated, Any
from uuid import UUID, uuid4

import typer

from tapis.gateway.auth import accounts
from tapis.gateway.auth.password_hashing import hash_password
from tapis.gateway.auth.validation import checked_email
from tapis.gateway.errors import AuthRefusal
from tapis.gateway.settings import load
from tapis.ops.cli import password_prompt
from tapis.ops.cli.command_error import CommandRefused
from tapis.ops.cli.common_options import DATA, Data, PasswordFromStdin
from tapis.ops.cli.database_access import as_owner, owner_url

users = typer.Typer(no_args_is_help=True, help="People and their roles.")

GIVE_ROLE = "select private.give_role($1, $2)"
END_SESSIONS = "delete from auth.sessions where user_id = $1"
LIST = """
select u.email, coalesce(r.role, 'none') as role, u.created_at, u.last_sign_in_at
from auth.users u left join private.user_roles r on r.user_id = u.id
where u.deleted_at is null order by u.created_at, u.email
"""


MINUTE = "%Y-%m-%d %H:%M"


class Role(StrEnum):
    """What a person may be."""

    admin = "admin"
    leadership = "leadership"
    talent = "talent"


class RoleOrNone(StrEnum):
    """What a person may be made."""

    admin = "admin"
    leadership = "leadership"
    talent = "talent"
    none = "none"


@users.command()
def create(
    email: str,
    role: Annotated[Role, typer.Option(help="What they may do.")] = Role.talent,
    password_stdin: PasswordFromStdin = False,
    data: Data = DATA,
) -> None:
    """Make an account; its address counts as confirmed."""
    address, chosen = checked(email), password_prompt.choose(password_stdin)
    with owner_url(load(data=data)) as url:
        asyncio.run(make_account(url, address, chosen.text, role))
    typer.echo(f"{address} has an account as {role}.{chosen.told}")


@users.command()
def role(email: str, role: RoleOrNone, data: Data = DATA) -> None:
    """Give a person another role, or `none`. It counts at once, also where they are signed in."""
    with owner_url(load(data=data)) as url:
        asyncio.run(change(url, email, GIVE_ROLE, role))
    typer.echo(f"{email} has no role now." if role == RoleOrNone.none else f"{email} is {role} now.")


@users.command()
def password(email: str, password_stdin: PasswordFromStdin = False, data: Data = DATA) -> None:
    """Give a person a new password, sign them out everywhere, and void a recovery link that is open."""
    chosen = password_prompt.choose(password_stdin)
    with owner_url(load(data=data)) as url:
        asyncio.run(change(url, email, accounts.SET_HASH, hash_password(chosen.text), and_then=END_SESSIONS))
    typer.echo(f"{email} has a new password and is signed out everywhere.{chosen.told}")


@users.command("list")
def list_people(data: Data = DATA) -> None:
    """List everybody: address, role, since when, last sign-in (UTC)."""
    with owner_url(load(data=data)) as url:
        rows = asyncio.run(everybody(url))
    if not rows:
        typer.echo("Nobody has an account yet.")
    for email, role, since, last in rows:
        typer.echo(f"{email:40}{role:12}{since:{MINUTE}}  {format(last, MINUTE) if last else 'never'}")


def checked(email: str) -> str:
    """The address in lower case. Unlike a visitor, the owner may use one that gets no mail."""
    try:
        return checked_email(email)
    except AuthRefusal as refusal:
        raise CommandRefused(refusal.message) from refusal


async def make_account(url: str, email: str, password: str, role: str) -> UUID:
    """Make a confirmed account with a role. Raises CommandRefused when the address is taken."""
    async with as_owner(url) as tx:
        if await accounts.find_by_email(tx, email):
            raise CommandRefused(f"{email} has an account already.")
        new = accounts.NewPerson(uuid4(), email, hash_password(password), True, {}, {"email_verified": True})
        await accounts.add(tx, new)
        await tx.run(GIVE_ROLE, (new.id, role))
        return new.id


async def change(url: str, email: str, sql: str, value: str, and_then: str = "") -> None:
    """Run a statement about one person ($1, their uuid). Raises CommandRefused for an unknown address."""
    async with as_owner(url) as tx:
        person = await accounts.find_by_email(tx, email)
        if person is None:
            raise CommandRefused(f"Nobody here has the address {email}.")
        await tx.run(sql, (person.id, value))
        if and_then:
            await tx.run(and_then, (person.id,))


async def everybody(url: str) -> list[tuple[Any, ...]]:
    """All people: address, role, made when, last here when."""
    async with as_owner(url) as tx:
        return (await tx.run(LIST)).rows
