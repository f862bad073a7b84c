"""A database that stands open is not served: each way to open it is noticed and named."""

import psycopg
import pytest

from tapis.ops.migrate.runner import describe_violations, find_violations
from tests.database.conftest import DB, PersonaDatabase
from tests.example_rows import LOGS, TABLES

# What somebody might do by hand → what the server then says.
EVERYBODY = "everybody (PUBLIC) may"
OPENED = {
    "drop table public.slides": "table public.slides is missing",
    "grant select on public.transactions to public": f"{EVERYBODY} select public.transactions",
    "grant update (role) on private.user_roles to public": f"{EVERYBODY} update private.user_roles.role",
    "grant execute on function private.app_role() to public": f"{EVERYBODY} call private.app_role()",
    "create function public.f() returns int language sql return 1;"
    "grant execute on function public.f() to public": f"{EVERYBODY} call f()",
    "grant usage on schema private to public": "everybody (PUBLIC) has USAGE on schema private",
    "grant usage on schema private to authenticated": "authenticated may use schema private",
    "grant create on schema public to anon": "anon may create things in schema public",
    "grant truncate on public.products to authenticated": (
        "authenticated may truncate public.products, which row level security doesn't judge"
    ),
    "grant execute on function private.app_role() to anon": (
        "anon may call private.app_role(), which runs with its owner's rights"
    ),
    "alter function private.app_role() reset all": (
        "private.app_role() runs with its owner's rights and lets its caller choose the search path"
    ),
    "alter role authenticated bypassrls": "role authenticated is a superuser or bypasses row level security",
    "alter role authenticator superuser": "role authenticator is a superuser or bypasses row level security",
    "alter role supabase_auth_admin superuser": (
        "role supabase_auth_admin is a superuser or bypasses row level security"
    ),
    "alter role service_role superuser": "role service_role is a superuser or bypasses row level security",
    "grant service_role to authenticated": "authenticated may become service_role",
    "grant pg_execute_server_program to authenticator": "authenticator may become pg_execute_server_program",
    "grant pg_read_all_data to supabase_storage_admin": "supabase_storage_admin may become pg_read_all_data",
    "alter role authenticator set session_replication_role = replica": (
        "the gateway signs in with session_replication_role=replica"
    ),
    "alter role all set session_replication_role = replica": (
        "the gateway signs in with session_replication_role=replica"
    ),
    "do $$ begin"
    " execute format('alter database %I set session_replication_role = replica', current_database());"
    " execute format('alter role authenticator in database %I set session_replication_role = local',"
    " current_database()); end $$": "the gateway signs in with session_replication_role=local",
    "alter table storage.objects disable row level security": "row level security is off on storage.objects",
    "create table public.tenth (id int); grant select on public.tenth to authenticated": (
        "row level security is off on public.tenth"
    ),
    "alter view public.audition_announcements_with_registrant reset (security_invoker)": (
        "view public.audition_announcements_with_registrant shows rows with its owner's rights,"
        " past row level security"
    ),
    "create view public.cheap as select * from public.products; grant select on public.cheap to anon": (
        "view public.cheap shows rows with its owner's rights, past row level security"
    ),
    "create materialized view public.everybody as select * from public.transactions;"
    "grant select on public.everybody to authenticated": (
        "materialized view public.everybody shows rows with its owner's rights, past row level security"
    ),
}
ACCOUNTS = {
    "grant select on auth.users to anon": "anon may select auth.users",
    "grant select (email) on auth.users to authenticated": "authenticated may select auth.users.email",
    "grant all on auth.sessions to service_role": "service_role may select auth.sessions",
    "grant delete on auth.users to public": f"{EVERYBODY} delete auth.users",
    "grant execute on function auth.remember_ended_session() to public": (
        f"{EVERYBODY} call auth.remember_ended_session()"
    ),
}
OPENED |= ACCOUNTS | {
    "grant select on private.order_seals to anon": "anon may select private.order_seals",
    "grant select on storage.removed to authenticated": "authenticated may select storage.removed",
}
OPENED |= {
    f"alter table public.{table} disable row level security": f"row level security is off on public.{table}"
    for table in TABLES + LOGS
}


def test_R1_a_database_fresh_from_migrate_is_closed(db: PersonaDatabase) -> None:
    assert describe_violations(db.connection, DB) == []


@pytest.mark.parametrize(("opening", "sentence"), OPENED.items())
def test_R1_an_opened_database_is_noticed(db: PersonaDatabase, opening: str, sentence: str) -> None:
    db.sql(opening)
    assert sentence in describe_violations(db.connection, DB)


@pytest.mark.parametrize("opening", OPENED)
def test_R1_whatever_is_open_is_said_with_the_statement_that_closes_it(
    db: PersonaDatabase, opening: str
) -> None:
    db.sql(opening)
    found = find_violations(db.connection, DB)
    for statement in (one.closing for one in found if one.closing):
        db.sql(statement)
    assert [one.closing for one in find_violations(db.connection, DB)] == [None] * opening.count("drop table")


@pytest.mark.parametrize("opening", ACCOUNTS)
def test_R1_open_accounts_are_said_first(db: PersonaDatabase, opening: str) -> None:
    db.sql(f"alter table public.products disable row level security; {opening}")
    assert [one.of_accounts for one in find_violations(db.connection, DB)][::-1].index(True) == 1


@pytest.mark.parametrize(
    "own",
    [
        "create table public.notes (id int)",
        "create view public.cheap as select * from public.products",
        "create materialized view public.totals as select count(*) from public.transactions",
    ],
)
def test_R1_what_no_visitor_reaches_is_the_owners_own(db: PersonaDatabase, own: str) -> None:
    db.sql(own)
    assert describe_violations(db.connection, DB) == []


def test_R1_the_login_role_may_ask_and_is_asked_about(superuser_url: str) -> None:
    with psycopg.connect(superuser_url) as owner:
        assert describe_violations(owner, DB, login=True) == [
            "the server signs in as postgres, which is a superuser or bypasses row level security"
        ]
        owner.execute("set session authorization authenticator")
        assert describe_violations(owner, DB, login=True) == []
