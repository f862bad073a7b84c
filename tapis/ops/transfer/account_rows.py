"""People: what an account is wherever it lives; the services that keep accounts add columns of their own.

Hashes of argon2id and bcrypt are understood by the gateway and by hosted projects alike. What was sent by
mail and not used yet, sessions and second factors stay behind.
"""

from collections.abc import Iterator
from typing import Any, BinaryIO

import psycopg
from psycopg import sql

from tapis.gateway.auth.password_hashing import KNOWN_HASHES
from tapis.ops.transfer.table_rows import Table, columns_of, fetch, insert_each, told

Connection = psycopg.Connection[Any]
USERS = Table("auth", "users")
FACTS = (
    "id", "email", "encrypted_password", "email_confirmed_at", "invited_at", "last_sign_in_at",
    "raw_app_meta_data", "raw_user_meta_data", "created_at", "updated_at", "phone", "phone_confirmed_at",
    "banned_until", "is_sso_user", "is_anonymous", "deleted_at",
)  # fmt: skip
# Without these a hosted project does not find the account.
FIXED = (
    ("instance_id", "00000000-0000-0000-0000-000000000000"),
    ("aud", "authenticated"),
    ("role", "authenticated"),
)
# A hosted project's service stumbles over null in them.
NOTHING_SENT = (
    "confirmation_token", "recovery_token", "email_change", "email_change_token_new",
    "email_change_token_current", "phone_change", "phone_change_token", "reauthentication_token",
)  # fmt: skip
LINES = """
select line from (
    select (select jsonb_object_agg(fact.key, fact.value) from jsonb_each(to_jsonb(t)) as fact
        where fact.key = any(%s))::text as line
    from {} t
) as told order by line collate "C"
"""
FILL = """
insert into {table} ({columns})
select {values} from jsonb_populate_record(null::{table}, %s::jsonb) as told
"""
# The trigger on accounts puts the truth (db/functions/roles.sql), whatever is written here.
MIRROR = """
update auth.users as account set raw_app_meta_data = account.raw_app_meta_data
from auth.users as shown left join private.user_roles as truth on truth.user_id = shown.id
where shown.id = account.id
    and (shown.raw_app_meta_data ->> 'role' is distinct from truth.role
        or shown.raw_user_meta_data ->> 'role' is distinct from truth.role)
"""
STRANGE = """
select count(*) from auth.users where coalesce(encrypted_password, '') !~ %s and deleted_at is null
"""


def lines(connection: Connection) -> Iterator[str]:
    """Every account as JSON; inside a transaction, a batch at a time."""
    yield from fetch(connection, sql.SQL(LINES).format(USERS.identifier), [list(FACTS)])


def fill(connection: Connection, content: BinaryIO) -> None:
    """Insert every account. Each becomes a talent at once, which the records of roles put right later."""
    there = set(columns_of(connection, USERS)[0])
    fixed = [*FIXED, *((name, "") for name in NOTHING_SENT)]
    values: list[tuple[str, sql.Composable]] = [
        (name, sql.Identifier("told", name)) for name in FACTS if name in there
    ]
    values += [(name, sql.Literal(value)) for name, value in fixed if name in there]
    statement = sql.SQL(FILL).format(
        table=USERS.identifier,
        columns=sql.SQL(", ").join(sql.Identifier(name) for name, _ in values),
        values=sql.SQL(", ").join(value for _, value in values),
    )
    insert_each(connection, statement, told(content))


def show_roles(connection: Connection) -> None:
    """Have every account's metadata show the role that its person has."""
    connection.execute(MIRROR)


def without_usable_password(connection: Connection) -> int:
    """How many accounts have none, or one of a kind that neither the gateway nor a hosted project reads."""
    kinds = "|".join(kind.replace("$", r"\$") for kind in KNOWN_HASHES)
    row = connection.execute(STRANGE, [f"^({kinds})"]).fetchone()
    return int(row[0]) if row else 0
