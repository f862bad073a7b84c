"""Accounts, in the columns that the gateway and hosted projects share, and the lines of all records.

Both verify hashes of argon2id and bcrypt. Links in mails, sessions and second factors are not exported.
"""

from collections.abc import Iterator
from typing import BinaryIO

from psycopg import Connection, sql

from tapis.gateway.auth.password_hashing import KNOWN_HASHES
from tapis.gateway.database.named_queries import NamedQueries
from tapis.ops.first_value import first_value
from tapis.ops.transfer.export_format import IDENTITIES as IDENTITIES_MEMBER
from tapis.ops.transfer.export_format import PEOPLE, records_member_name
from tapis.ops.transfer.table_rows import (
    IDENTITIES,
    ExportTable,
    exported_columns,
    fetch_lines,
    insert_each,
    iterate_rows_as_json,
    list_shop_tables,
    read_lines,
)

USERS = ExportTable("auth", "users")
EXPORTED_COLUMNS = (
    "id", "email", "encrypted_password", "email_confirmed_at", "invited_at", "last_sign_in_at",
    "raw_app_meta_data", "raw_user_meta_data", "created_at", "updated_at", "phone", "phone_confirmed_at",
    "banned_until", "is_sso_user", "is_anonymous", "deleted_at",
)  # fmt: skip
# A hosted project does not find an account without these.
PLATFORM_VALUES = (
    ("instance_id", "00000000-0000-0000-0000-000000000000"),
    ("aud", "authenticated"),
    ("role", "authenticated"),
)
# A hosted project's service fails on null in these columns.
NOT_NULL_TEXTS = (
    "confirmation_token", "recovery_token", "email_change", "email_change_token_new",
    "email_change_token_current", "phone_change", "phone_change_token", "reauthentication_token",
)  # fmt: skip
ACCOUNT_LINES = """
select line from (
    select (select jsonb_object_agg(fact.key, fact.value) from jsonb_each(to_jsonb({0}.*)) as fact
        where fact.key = any(%s))::text as line
    from {0}
) as accounts order by line collate "C"
"""
INSERT_ACCOUNT = """
insert into {table} ({columns})
select {values} from jsonb_populate_record(null::{table}, %s::jsonb) as account
"""

queries = NamedQueries(__file__)


def iterate_record_members(connection: Connection) -> Iterator[tuple[str, Iterator[str]]]:
    """Name and lines of each archive member with rows, in the order of the file."""
    accounts = sql.SQL(ACCOUNT_LINES).format(USERS.identifier)
    yield PEOPLE, fetch_lines(connection, accounts, [list(EXPORTED_COLUMNS)])
    for table in (IDENTITIES, *sorted(list_shop_tables(connection), key=str)):
        yield archive_member_name(table), iterate_rows_as_json(connection, table)


def archive_member_name(table: ExportTable) -> str:
    return IDENTITIES_MEMBER if table == IDENTITIES else records_member_name(str(table))


def insert_accounts(connection: Connection, content: BinaryIO) -> None:
    """Insert every account. A trigger gives each the role talent until its row of user_roles is inserted."""
    existing_columns = set(exported_columns(connection, USERS)[0])
    fixed = [*PLATFORM_VALUES, *((name, "") for name in NOT_NULL_TEXTS)]
    values: list[tuple[str, sql.Composable]] = [
        (name, sql.Identifier("account", name)) for name in EXPORTED_COLUMNS if name in existing_columns
    ]
    values += [(name, sql.Literal(value)) for name, value in fixed if name in existing_columns]
    statement = sql.SQL(INSERT_ACCOUNT).format(
        table=USERS.identifier,
        columns=sql.SQL(", ").join(sql.Identifier(name) for name, _ in values),
        values=sql.SQL(", ").join(value for _, value in values),
    )
    insert_each(connection, statement, read_lines(content))


def copy_roles_to_accounts(connection: Connection) -> None:
    connection.execute(queries.copy_roles_to_accounts)


def count_unusable_passwords(connection: Connection) -> int:
    """The number of accounts without a password hash that gateway and hosted projects can verify."""
    kinds = "|".join(kind.replace("$", r"\$") for kind in KNOWN_HASHES)
    return int(first_value(connection, queries.count_unusable_passwords, f"^({kinds})"))
