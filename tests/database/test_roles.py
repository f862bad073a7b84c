"""Roles come from private.user_roles alone; metadata is a copy for the front end and never trusted."""

import json
from uuid import uuid4

import psycopg
import pytest

from tests.database.conftest import PersonaDatabase
from tests.example_rows import PUBLIC, row

FORGED = {"role": "admin", "nickname": "Tom"}
METADATA = "select raw_app_meta_data, raw_user_meta_data from auth.users where id = %s"


def run_as_accounts_service(db: PersonaDatabase, query: str, *params: object) -> None:
    """Run a statement as the role of the accounts service."""
    with db.connection.transaction():
        db.sql("set local role supabase_auth_admin")
        db.sql(query, *params)
        db.sql("reset role")


def sign_up(db: PersonaDatabase, app: object = None, user: object = None) -> str:
    """Add an account with this metadata."""
    uuid = str(uuid4())
    run_as_accounts_service(
        db,
        "insert into auth.users (id, email, raw_app_meta_data, raw_user_meta_data) values (%s, %s, %s, %s)",
        uuid,
        f"{uuid}@tapis.example",
        json.dumps(app),
        json.dumps(user),
    )
    return uuid


def fetch_role(db: PersonaDatabase, uuid: str) -> str | None:
    """The effective role."""
    found = db.sql("select role from private.user_roles where user_id = %s", uuid)
    return str(found[0][0]) if found else None


def test_A6_who_signs_up_is_a_talent_whatever_the_request_says(db: PersonaDatabase) -> None:
    tom = sign_up(db, {"provider": "email", "role": "admin"}, FORGED)
    assert fetch_role(db, tom) == "talent"
    assert [*db.sql(METADATA, tom)] == [
        ({"provider": "email", "role": "talent"}, {"role": "talent", "nickname": "Tom"})
    ]


@pytest.mark.parametrize("odd", [None, [], ["role"], "admin", 1, True, {"role": None}, {"role": ["admin"]}])
def test_A6_odd_metadata_makes_a_talent_too(db: PersonaDatabase, odd: object) -> None:
    tom = sign_up(db, odd, odd)
    assert [*db.sql(METADATA, tom)] == [({"role": "talent"}, {"role": "talent"})]


@pytest.mark.parametrize("column", ["raw_app_meta_data", "raw_user_meta_data"])
def test_A6_nobody_raises_their_own_role(db: PersonaDatabase, column: str) -> None:
    tom = sign_up(db)
    for forged in ('{"role": "admin"}', "{}", "null", "[]"):
        run_as_accounts_service(db, f"update auth.users set {column} = %s where id = %s", forged, tom)
        assert [*db.sql(METADATA, tom)] == [({"role": "talent"}, {"role": "talent"})]
    assert fetch_role(db, tom) == "talent"


def test_A6_the_accounts_service_cannot_grant_roles(db: PersonaDatabase) -> None:
    tom = sign_up(db)
    for query in (
        "insert into private.user_roles (user_id, role) values (%s, 'admin') on conflict do nothing",
        "update private.user_roles set role = 'admin' where user_id = %s",
        "delete from private.user_roles where user_id = %s",
        "select private.give_role(%s, 'admin')",
    ):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            run_as_accounts_service(db, query, tom)
    assert fetch_role(db, tom) == "talent"


@pytest.mark.parametrize("role", ["anon", "none", "talent", "leadership", "admin", "service"])
def test_R1_no_key_and_no_person_touches_the_table_of_roles(db: PersonaDatabase, role: str) -> None:
    for query in (
        "select * from private.user_roles",
        "update private.user_roles set role = 'admin'",
        "insert into private.user_roles (user_id, role) select id, 'admin' from auth.users",
        "delete from private.user_roles",
        "truncate private.user_roles",
        "select private.give_role(auth.uid(), 'admin')",
        "select private.app_role()",
    ):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            db.run_as(role, query)


@pytest.mark.parametrize("role", ["admin", "leadership", "talent"])
def test_G8_a_role_that_is_given_shows_at_once(db: PersonaDatabase, role: str) -> None:
    tom = sign_up(db, None, {"nickname": "Tom"})
    db.sql("select private.give_role(%s, %s)", tom, role)
    assert fetch_role(db, tom) == role
    assert [*db.sql(METADATA, tom)] == [({"role": role}, {"role": role, "nickname": "Tom"})]


def test_G8_a_role_that_is_taken_leaves_no_key(db: PersonaDatabase) -> None:
    tom = sign_up(db)
    db.sql("select private.give_role(%s, 'none')", tom)
    assert fetch_role(db, tom) is None
    run_as_accounts_service(
        db, 'update auth.users set raw_user_meta_data = \'{"role": "admin"}\' where id = %s', tom
    )
    assert [*db.sql(METADATA, tom)] == [({}, {})]


def test_G8_an_unknown_role_is_refused(db: PersonaDatabase) -> None:
    with pytest.raises(psycopg.errors.CheckViolation) as caught, db.connection.transaction():
        db.sql("select private.give_role(%s, 'owner')", db.other)
    assert caught.value.diag.constraint_name == "user_roles_role_is_known"


def test_R1_a_demoted_admin_has_a_talents_rights_at_once(db: PersonaDatabase) -> None:
    ada = db.user_id("admin")
    db.sql("select private.give_role(%s, 'talent')", ada)
    for table in PUBLIC:
        assert db.insert("admin", table, row(table, ada)).refused == 403
    assert db.select("admin", "audition_registrations").rows == []


@pytest.mark.parametrize("claim", ["role", "user_role", "app_role"])
def test_R1_claims_that_name_a_role_change_nothing(db: PersonaDatabase, claim: str) -> None:
    claims = {
        "sub": db.user_id("talent"),
        "role": "authenticated",
        "app_metadata": {claim: "admin"},
        "user_metadata": {claim: "admin"},
    }
    with db.connection.transaction():
        db.sql("select set_config('request.jwt.claims', %s, true)", json.dumps(claims))
        db.sql("set local role authenticated")
        assert db.sql("delete from public.products where true returning 1") == []
        assert db.sql("select 1 from public.transactions where user_id <> auth.uid()") == []
        db.sql("reset role")


def test_R1_a_deleted_account_has_no_rights_left(db: PersonaDatabase) -> None:
    db.sql("delete from auth.users where id = %s", db.user_id("admin"))
    assert db.insert("admin", "slides", row("slides", db.other)).refused == 403


@pytest.mark.parametrize("claims", ["", "{}", '{"role": "authenticated"}', '{"sub": null}'])
def test_R1_a_request_without_claims_is_nobody(db: PersonaDatabase, claims: str) -> None:
    with db.connection.transaction():
        db.sql("select set_config('request.jwt.claims', %s, true)", claims)
        db.sql("set local role authenticated")
        assert db.sql("select 1 from public.transactions") == []
        assert db.sql("delete from public.slides where true returning 1") == []
        db.sql("reset role")


def assert_authority_holds(db: PersonaDatabase) -> None:
    """New accounts are talents, given roles show in metadata, and writes to metadata are undone."""
    tom = sign_up(db, None, FORGED)
    assert fetch_role(db, tom) == "talent"
    db.sql("select private.give_role(%s, 'leadership')", tom)
    assert [*db.sql(METADATA, tom)] == [
        ({"role": "leadership"}, {"role": "leadership", "nickname": "Tom"}),
    ]
    run_as_accounts_service(db, "update auth.users set raw_user_meta_data = '{}' where id = %s", tom)
    assert [*db.sql(METADATA, tom)] == [({"role": "leadership"}, {"role": "leadership"})]


@pytest.mark.parametrize(
    "trigger",
    [
        "tapis_100_mirror_role on auth.users",
        "tapis_200_begin_as_talent on auth.users",
        "_100_mirror on private.user_roles",
    ],
)
def test_A6_each_trigger_is_missed_when_it_is_gone(db: PersonaDatabase, trigger: str) -> None:
    assert_authority_holds(db)
    db.sql(f"drop trigger {trigger}")
    with pytest.raises(AssertionError):
        assert_authority_holds(db)
