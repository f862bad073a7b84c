"""A database that stands open is not served: each way to open it is noticed and named."""

import psycopg
import pytest

from tapis.ops.migrate import find_violations
from tests.database.conftest import DB, House
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
    "grant service_role to authenticated": "authenticated may become service_role",
    "alter table storage.objects disable row level security": "row level security is off on storage.objects",
    "create table public.tenth (id int)": "row level security is off on public.tenth",
    "alter view public.audition_announcements_with_registrant reset (security_invoker)": (
        "view public.audition_announcements_with_registrant shows rows with its owner's rights,"
        " past row level security"
    ),
    "create materialized view public.everybody as select * from public.transactions": (
        "materialized view public.everybody shows rows with its owner's rights, past row level security"
    ),
}
OPENED |= {
    f"alter table public.{table} disable row level security": f"row level security is off on public.{table}"
    for table in TABLES + LOGS
}


def test_R1_a_database_fresh_from_migrate_is_closed(house: House) -> None:
    assert find_violations(house.connection, DB) == []


@pytest.mark.parametrize(("opening", "sentence"), OPENED.items())
def test_R1_an_opened_database_is_noticed(house: House, opening: str, sentence: str) -> None:
    house.sql(opening)
    assert sentence in find_violations(house.connection, DB)


def test_R1_the_login_role_may_ask_and_is_asked_about(superuser: str) -> None:
    with psycopg.connect(superuser) as owner:
        assert find_violations(owner, DB, login=True) == [
            "the server signs in as postgres, which is a superuser or bypasses row level security"
        ]
        owner.execute("set session authorization authenticator")
        assert find_violations(owner, DB, login=True) == []
