"""The same rules on a hosted project: no superuser, the platform already there, generous defaults."""

from collections.abc import Iterator

import psycopg
import pytest

from tapis.migrations import complaints, migrate
from tests.database.conftest import DB, House
from tests.promises import cells, hold

# What a hosted project's owner has, as far as our files can tell. That they may write policies on
# storage.objects without owning it is an extension's doing there; membership stands for it here.
PROJECT = """
create role supabase_admin nologin;
create role project_owner nologin bypassrls createrole;
grant anon, authenticated, service_role, supabase_storage_admin to project_owner;
do $$ begin execute format('grant create on database %I to project_owner', current_database()); end $$;
alter schema public owner to project_owner;
grant usage on schema public to public;
grant all on schema auth, storage to project_owner;
grant all on all tables in schema auth, storage to project_owner;
grant all on all functions in schema auth, storage to project_owner;
alter default privileges for role project_owner in schema public
    grant all on tables to anon, authenticated, service_role;
alter default privileges for role project_owner in schema public
    grant all on functions to anon, authenticated, service_role;
create function public.rls_auto_enable() returns event_trigger language plpgsql security definer
    set search_path = pg_catalog as $$ begin end $$;
grant execute on function public.rls_auto_enable() to public;
"""


@pytest.fixture
def hosted(empty: psycopg.Connection) -> Iterator[House]:
    """A hosted project that its owner has brought up to date, for the length of one test."""
    with empty.transaction(force_rollback=True):
        for file in sorted((DB / "platform").glob("*.sql")):
            empty.execute(file.read_bytes())
        empty.execute(PROJECT.encode())
        empty.execute("set local role project_owner")
        assert migrate(empty, DB).hosted
        assert migrate(empty, DB).applied == ()
        empty.execute("reset role")
        house = House(empty)
        house.other = house.person("talent")
        house.people = {role: house.person(role) for role in ("none", "talent", "leadership", "admin")}
        yield house


def test_R1_every_cell_holds_on_a_hosted_project(hosted: House) -> None:
    for cell in cells():
        hold(hosted, cell)


def test_R1_a_hosted_project_is_closed_in_what_is_ours(hosted: House) -> None:
    assert complaints(hosted.connection, DB) == []
    hosted.sql("create table public.tenth (id int); grant select on public.tenth to public")
    assert complaints(hosted.connection, DB) == [
        "row level security is off on public.tenth",
        "everybody (PUBLIC) may select public.tenth",
    ]


def test_A6_roles_are_mirrored_on_a_hosted_project(hosted: House) -> None:
    found = hosted.sql("select raw_user_meta_data from auth.users where id = %s", hosted.user_id("admin"))
    assert [*found] == [({"role": "admin"},)]
