"""The same rules on a hosted project: no superuser, the platform's own schemas, open default rights."""

import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
import pytest
from psycopg import errors
from psycopg.conninfo import make_conninfo

from tapis.ops.migrate.runner import describe_violations
from tapis.ops.postgres import EmbeddedServer
from tests.access_matrix import assert_cell, list_cells
from tests.conftest import TAPIS, environment
from tests.database.conftest import DB, PersonaDatabase
from tests.database.test_amounts import build_device_order, fetch_due, reserve, set_payment_method
from tests.database.test_orders import send_order
from tests.database.test_reviews import (
    ORDERS,
    REGISTRATIONS,
    fetch_decision,
    review,
    send_registration,
    undo_review,
)
from tests.deployments.hosted import prepare

# What the owner of a project may not do, whatever role they are in; and what they hear.
FORBIDDEN = (
    ("create table auth.custom ()", "permission denied for schema auth"),
    ("create function auth.f() returns int language sql return 1", "permission denied for schema auth"),
    ("create table storage.custom ()", "permission denied for schema storage"),
    ("create function storage.f() returns int language sql return 1", "permission denied for schema storage"),
    ("alter table storage.objects enable row level security", "must be owner of"),
    ("alter table storage.objects disable trigger user", "must be owner of"),
    ("drop table storage.objects cascade", "must be owner of"),
    ("alter table auth.users disable trigger user", "must be owner of"),
    ("alter table auth.users add column role_of_shop text", "must be owner of"),
    ("create policy mine on auth.users using (true)", "must be owner of"),
    ("set session_replication_role = replica", "permission denied to set parameter"),
    ("set role supabase_storage_admin", "permission denied to set role"),
    ("set role supabase_admin", "permission denied to set role"),
)
ALLOWED = (
    "create policy mine on storage.objects for select using (false)",
    "drop policy mine on storage.objects",
    "create trigger mine after insert on auth.users execute function private.tg__set_updated_at()",
    "update auth.users set raw_user_meta_data = '{}'",
    "update storage.objects set owner_id = null",
)


@dataclass(frozen=True, slots=True)
class Project:
    """A hosted project that was migrated twice, and the report of each run."""

    superuser: str
    owner: str
    told: tuple[str, str]


@pytest.fixture(scope="module")
def project() -> Iterator[Project]:
    """A project that its owner has brought up to date, from the command line, with a login of their own.

    On a server of its own: a project's roles are known to every database beside it.
    """
    with TemporaryDirectory(prefix="tapis-hosted-") as folder:
        server = EmbeddedServer(Path(folder) / "data")
        there = server.start().superuser
        try:
            owner = prepare(there)
            yield Project(there, owner, (run_migrate(owner), run_migrate(owner)))
        finally:
            server.stop()


def run_tapis(owner: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command as the owner."""
    return subprocess.run(
        [str(TAPIS), *words],
        env=environment(TAPIS_OWNER_URL=owner),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def run_migrate(owner: str) -> str:
    """Run `tapis migrate` as the owner; gives its output."""
    done = run_tapis(owner, "migrate")
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.fixture
def hosted(project: Project) -> Iterator[PersonaDatabase]:
    """The hosted database with its personas, during one test."""
    with psycopg.connect(project.superuser) as connection:
        db = PersonaDatabase(connection)
        db.add_people()
        yield db
        connection.rollback()


def test_the_owner_of_a_project_applies_all_once_and_leaves_the_platform_alone(
    project: Project,
) -> None:
    first, second = project.told
    left = "The hosted project's own roles and schemas were not changed.\n"
    assert first.startswith("Applied 0001_shop.sql, ")
    assert first.endswith(left)
    assert second == f"The tables are up to date; functions and policies were replaced. {left}"
    with psycopg.connect(project.owner) as connection:
        is_superuser = connection.execute("show is_superuser").fetchone()
        made = connection.execute("""
            select count(*) from pg_class c join pg_namespace n on n.oid = c.relnamespace
            where nspname in ('auth', 'storage') and relowner = 'project_owner'::regrole
        """).fetchone()
        assert (is_superuser, made) == (("off",), (0,))


@pytest.mark.parametrize(("statement", "heard"), FORBIDDEN)
def test_the_project_is_as_strict_as_a_real_one(project: Project, statement: str, heard: str) -> None:
    with (
        psycopg.connect(project.owner) as connection,
        pytest.raises(errors.InsufficientPrivilege, match=heard),
    ):
        connection.execute(statement.encode())


def test_the_project_lets_its_owner_keep_policies_and_triggers(project: Project) -> None:
    with psycopg.connect(project.owner) as connection:
        for statement in ALLOWED:
            connection.execute(statement.encode())
        connection.rollback()


def test_R1_every_cell_holds_on_a_hosted_project(hosted: PersonaDatabase) -> None:
    for cell in list_cells():
        assert_cell(hosted, cell)


def test_R1_a_hosted_project_is_closed_in_what_is_ours(hosted: PersonaDatabase) -> None:
    assert describe_violations(hosted.connection, DB) == []
    hosted.sql("create table public.tenth (id int); grant select on public.tenth to public")
    assert describe_violations(hosted.connection, DB) == [
        "everybody (PUBLIC) may select public.tenth",
        "row level security is off on public.tenth",
    ]


def test_A6_roles_are_mirrored_on_a_hosted_project(hosted: PersonaDatabase) -> None:
    found = hosted.sql("select raw_user_meta_data from auth.users where id = %s", hosted.user_id("admin"))
    assert [*found] == [({"role": "admin"},)]


def test_Y14_payments_are_reserved_and_decided_on_a_hosted_project(hosted: PersonaDatabase) -> None:
    set_payment_method(hosted)
    assert (reserve(hosted, 90_000, hosted.other), reserve(hosted, 90_000)) == (90_000, 89_999)
    order, registration = build_device_order(hosted, 90_000), send_registration(hosted)
    send_order(hosted, order)
    assert fetch_due(hosted, order) == (90_000, 89_999)
    for place, record in ((ORDERS, order), (REGISTRATIONS, registration)):
        warned = hosted.run_as("admin", "select public.review_warnings(%s, %s)", place, record["uuid"])
        assert warned == []
        review(hosted, place, record, "accepted")
        undo_review(hosted, place, record)
        review(hosted, place, record, "rejected", "Unreadable")
        assert fetch_decision(hosted, record) == [{"decision": "rejected", "reason": "Unreadable"}]


def test_ada_learns_what_a_project_has_that_is_in_the_way(project: Project) -> None:
    with psycopg.connect(project.superuser, autocommit=True) as connection:
        connection.execute("create database used")
    owner = prepare(make_conninfo(project.superuser, dbname="used"))
    with psycopg.connect(owner, autocommit=True) as connection:
        connection.execute("create table public.notes (); create table public.products ()")
        connection.execute("insert into storage.buckets (id, name, public) values ('tapis', 'tapis', false)")
        taken = 'tapis: relation "products" already exists: begin with an empty project.\n'
        assert run_tapis(owner, "migrate").stderr == taken
        connection.execute("drop table public.products")
        refused, _, advice = run_tapis(owner, "migrate").stderr.partition("; run in the SQL editor: ")
        assert "anon may truncate public.notes" in refused
        connection.execute(advice.encode())
        run_migrate(owner)
        bucket = "select public, file_size_limit, array_length(allowed_mime_types, 1) from storage.buckets"
        assert connection.execute(bucket).fetchall() == [(True, 15_000_000, 5)]


def test_what_a_project_does_not_enforce_is_not_said_of_it(project: Project) -> None:
    made = run_tapis(project.owner, "users", "create", "lea@tapis.example", "--role", "leadership")
    assert made.stdout.endswith("\nIt works until another is chosen.\n")
    assert "has no maintenance mode" in run_tapis(project.owner, "maintenance", "on").stderr
    with psycopg.connect(project.owner) as connection:
        connection.execute("select private.lapse_orders(3), private.purge_declined()")
        limits = "delete from auth.users returning raw_app_meta_data ->> 'initial_password_until'"
        assert connection.execute(limits).fetchall() == [(None,)]
