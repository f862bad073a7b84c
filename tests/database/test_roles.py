"""Where authority lives: a row of private.user_roles, mirrored for the front end, believed nowhere else."""

import json
from uuid import uuid4

import psycopg
import pytest

from tests.database.conftest import House
from tests.example_rows import PUBLIC, row

FORGED = {"role": "admin", "nickname": "Tom"}
METADATA = "select raw_app_meta_data, raw_user_meta_data from auth.users where id = %s"


def as_accounts_service(house: House, query: str, *params: object) -> None:
    """Write to accounts the way the accounts service does."""
    with house.connection.transaction():
        house.sql("set local role supabase_auth_admin")
        house.sql(query, *params)
        house.sql("reset role")


def sign_up(house: House, app: object = None, user: object = None) -> str:
    """A new account whose metadata says this."""
    uuid = str(uuid4())
    as_accounts_service(
        house,
        "insert into auth.users (id, email, raw_app_meta_data, raw_user_meta_data) values (%s, %s, %s, %s)",
        uuid,
        f"{uuid}@tapis.example",
        json.dumps(app),
        json.dumps(user),
    )
    return uuid


def role_of(house: House, uuid: str) -> str | None:
    """The role that counts."""
    found = house.sql("select role from private.user_roles where user_id = %s", uuid)
    return str(found[0][0]) if found else None


def test_A6_who_signs_up_is_a_talent_whatever_the_request_says(house: House) -> None:
    tom = sign_up(house, {"provider": "email", "role": "admin"}, FORGED)
    assert role_of(house, tom) == "talent"
    assert [*house.sql(METADATA, tom)] == [
        ({"provider": "email", "role": "talent"}, {"role": "talent", "nickname": "Tom"})
    ]


@pytest.mark.parametrize("odd", [None, [], ["role"], "admin", 1, True, {"role": None}, {"role": ["admin"]}])
def test_A6_odd_metadata_makes_a_talent_too(house: House, odd: object) -> None:
    tom = sign_up(house, odd, odd)
    assert [*house.sql(METADATA, tom)] == [({"role": "talent"}, {"role": "talent"})]


@pytest.mark.parametrize("column", ["raw_app_meta_data", "raw_user_meta_data"])
def test_A6_nobody_raises_their_own_role(house: House, column: str) -> None:
    tom = sign_up(house)
    for forged in ('{"role": "admin"}', "{}", "null", "[]"):
        as_accounts_service(house, f"update auth.users set {column} = %s where id = %s", forged, tom)
        assert [*house.sql(METADATA, tom)] == [({"role": "talent"}, {"role": "talent"})]
    assert role_of(house, tom) == "talent"


def test_A6_the_accounts_service_cannot_grant_roles(house: House) -> None:
    tom = sign_up(house)
    for query in (
        "insert into private.user_roles (user_id, role) values (%s, 'admin') on conflict do nothing",
        "update private.user_roles set role = 'admin' where user_id = %s",
        "delete from private.user_roles where user_id = %s",
        "select private.give_role(%s, 'admin')",
    ):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            as_accounts_service(house, query, tom)
    assert role_of(house, tom) == "talent"


@pytest.mark.parametrize("role", ["anon", "none", "talent", "leadership", "admin", "service"])
def test_R1_no_key_and_no_person_touches_the_table_of_roles(house: House, role: str) -> None:
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
            house.ask(role, query)


@pytest.mark.parametrize("role", ["admin", "leadership", "talent"])
def test_G8_a_role_that_is_given_shows_at_once(house: House, role: str) -> None:
    tom = sign_up(house, None, {"nickname": "Tom"})
    house.sql("select private.give_role(%s, %s)", tom, role)
    assert role_of(house, tom) == role
    assert [*house.sql(METADATA, tom)] == [({"role": role}, {"role": role, "nickname": "Tom"})]


def test_G8_a_role_that_is_taken_leaves_no_key(house: House) -> None:
    tom = sign_up(house)
    house.sql("select private.give_role(%s, 'none')", tom)
    assert role_of(house, tom) is None
    as_accounts_service(
        house, 'update auth.users set raw_user_meta_data = \'{"role": "admin"}\' where id = %s', tom
    )
    assert [*house.sql(METADATA, tom)] == [({}, {})]


def test_G8_an_unknown_role_is_refused(house: House) -> None:
    with pytest.raises(psycopg.errors.CheckViolation) as caught, house.connection.transaction():
        house.sql("select private.give_role(%s, 'owner')", house.other)
    assert caught.value.diag.constraint_name == "user_roles_role_is_known"


def test_R1_a_demoted_admin_has_a_talents_rights_at_once(house: House) -> None:
    ada = house.user_id("admin")
    house.sql("select private.give_role(%s, 'talent')", ada)
    for table in PUBLIC:
        assert house.insert("admin", table, row(table, ada)).refused == 403
    assert house.select("admin", "audition_registrations").rows == []


@pytest.mark.parametrize("claim", ["role", "user_role", "app_role"])
def test_R1_claims_that_name_a_role_change_nothing(house: House, claim: str) -> None:
    claims = {
        "sub": house.user_id("talent"),
        "role": "authenticated",
        "app_metadata": {claim: "admin"},
        "user_metadata": {claim: "admin"},
    }
    with house.connection.transaction():
        house.sql("select set_config('request.jwt.claims', %s, true)", json.dumps(claims))
        house.sql("set local role authenticated")
        assert house.sql("delete from public.products where true returning 1") == []
        assert house.sql("select 1 from public.transactions where user_id <> auth.uid()") == []
        house.sql("reset role")


def test_R1_a_deleted_account_has_no_rights_left(house: House) -> None:
    house.sql("delete from auth.users where id = %s", house.user_id("admin"))
    assert house.insert("admin", "slides", row("slides", house.other)).refused == 403


@pytest.mark.parametrize("claims", ["", "{}", '{"role": "authenticated"}', '{"sub": null}'])
def test_R1_a_request_without_claims_is_nobody(house: House, claims: str) -> None:
    with house.connection.transaction():
        house.sql("select set_config('request.jwt.claims', %s, true)", claims)
        house.sql("set local role authenticated")
        assert house.sql("select 1 from public.transactions") == []
        assert house.sql("delete from public.slides where true returning 1") == []
        house.sql("reset role")


def authority_holds(house: House) -> None:
    """A new account is a talent, a role that is given shows, and what is written to the mirror is undone."""
    tom = sign_up(house, None, FORGED)
    assert role_of(house, tom) == "talent"
    house.sql("select private.give_role(%s, 'leadership')", tom)
    assert [*house.sql(METADATA, tom)] == [
        ({"role": "leadership"}, {"role": "leadership", "nickname": "Tom"}),
    ]
    as_accounts_service(house, "update auth.users set raw_user_meta_data = '{}' where id = %s", tom)
    assert [*house.sql(METADATA, tom)] == [({"role": "leadership"}, {"role": "leadership"})]


@pytest.mark.parametrize(
    "trigger",
    [
        "tapis_100_mirror_role on auth.users",
        "tapis_200_begin_as_talent on auth.users",
        "_100_mirror on private.user_roles",
    ],
)
def test_A6_each_trigger_is_missed_when_it_is_gone(house: House, trigger: str) -> None:
    authority_holds(house)
    house.sql(f"drop trigger {trigger}")
    with pytest.raises(AssertionError):
        authority_holds(house)
