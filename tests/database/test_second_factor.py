"""Second factor and recent sign-in are required by the database itself, without a gateway."""

import time

import pytest
from psycopg import errors

from tapis.gateway.auth.bearer import RECENT_SECONDS
from tests.database.conftest import PersonaDatabase
from tests.example_rows import row

MINUTE = 60


def add_factor(db: PersonaDatabase, status: str) -> None:
    db.sql(
        "insert into auth.mfa_factors (user_id, factor_type, status, secret) values (%s, 'totp', %s, 'X')",
        db.people["admin"],
        status,
    )


def grant_private_usage(db: PersonaDatabase) -> None:
    """Let the test call the function directly."""
    db.sql("grant usage on schema private to authenticated")


@pytest.mark.parametrize(
    ("status", "claims", "role"),
    [
        ("unverified", {"aal": "aal1"}, "admin"),
        ("verified", {"aal": "aal1"}, None),
        ("verified", {}, None),
        ("verified", {"aal": "aal2"}, "admin"),
    ],
)
def test_Y21_an_account_with_a_verified_factor_has_no_role_without_it(
    db: PersonaDatabase, status: str, claims: dict[str, str], role: str | None
) -> None:
    add_factor(db, status)
    grant_private_usage(db)
    found = db.run_as("admin", "select private.app_role()", more={"aal": None, **claims})
    assert found == [{"app_role": role}]


def test_Y21_the_factor_of_one_administrator_takes_no_role_from_another(db: PersonaDatabase) -> None:
    add_factor(db, "verified")
    grant_private_usage(db)
    found = db.run_as("admin", "select private.app_role()", sub=db.add_person("admin"))
    assert found == [{"app_role": "admin"}]


# What an access token says of its proofs: method and age in seconds, or something that no token of ours says.
OLD: dict[str, object] = {
    "nothing": None,
    "an empty list": [],
    "a text": "password",
    "methods alone": ["password"],
    "an old password": [("password", RECENT_SECONDS + MINUTE)],
    "a link in a mail": [("otp", 1), ("password", RECENT_SECONDS + MINUTE)],
    "one of a clock that ran ahead": [("password", -60 * MINUTE), ("totp", 60 * MINUTE)],
}
RECENT: dict[str, object] = {
    "a password": [("password", RECENT_SECONDS - MINUTE)],
    "a code": [("totp", 1), ("password", 60 * MINUTE)],
    "a recovery code": [("mfa/recovery_code", 1)],
}


def build_amr(proofs: object) -> object:
    """The claim, relative to now."""
    if not isinstance(proofs, list) or not all(isinstance(proof, tuple) for proof in proofs):
        return proofs
    return [{"method": method, "timestamp": int(time.time() - ago)} for method, ago in proofs]


@pytest.mark.parametrize("proofs", OLD)
def test_Y21_where_people_pay_is_not_changed_on_an_old_sign_in(db: PersonaDatabase, proofs: str) -> None:
    method = row("payment_methods", "")
    db.insert("service", "payment_methods", method)
    before = db.state()
    for change in (
        "insert into public.payment_methods (pathname) values ('/x')",
        "update public.payment_methods set account_number = '666'",
        "delete from public.payment_methods",
    ):
        with pytest.raises(errors.DatabaseError) as refused:
            db.run_as("admin", change, more={"amr": build_amr(OLD[proofs])})
        assert (refused.value.sqlstate, refused.value.diag.message_hint) == ("PT403", "recent_sign_in")
    assert db.state() == before


@pytest.mark.parametrize(
    "change",
    [
        "update public.shop_settings set how_to_pay = 'BCA 666'",
        "update public.shop_settings set whatsapp = '628116660000'",
        "update public.shop_settings set phone = '0721 666'",
        """update public.shop_settings set translations = '{"id": {"how_to_pay": "BCA 666"}}'""",
        "delete from public.shop_settings",
        "insert into public.shop_settings (how_to_pay) values ('BCA 666')",
    ],
)
def test_Y21_how_the_shop_says_to_pay_is_not_changed_on_an_old_sign_in(
    db: PersonaDatabase, change: str
) -> None:
    if not change.startswith("insert"):
        db.insert("service", "shop_settings", row("shop_settings", ""))
    before, old = db.state(), {"amr": build_amr(OLD["an old password"])}
    with pytest.raises(errors.DatabaseError) as refused:
        db.run_as("admin", change, more=old)
    assert (refused.value.sqlstate, refused.value.diag.message_hint) == ("PT403", "recent_sign_in")
    assert db.state() == before
    db.run_as("admin", change)
    db.run_as("admin", "update public.shop_settings set tagline = 'Kain'", more=old)


@pytest.mark.parametrize("proofs", RECENT)
def test_Y21_where_people_pay_is_changed_after_a_recent_sign_in(db: PersonaDatabase, proofs: str) -> None:
    method = row("payment_methods", "")
    db.insert("service", "payment_methods", method)
    change = "update public.payment_methods set account_number = '777' where uuid = %s returning uuid"
    changed = db.run_as("admin", change, method["uuid"], more={"amr": build_amr(RECENT[proofs])})
    assert [str(found["uuid"]) for found in changed] == [method["uuid"]]


def test_Y21_the_service_key_needs_no_sign_in(db: PersonaDatabase) -> None:
    assert db.insert("service", "payment_methods", row("payment_methods", "")).refused is None


@pytest.mark.parametrize("role", ["none", "talent", "leadership"])
def test_Y21_everybody_else_is_refused_by_the_policies_as_before(db: PersonaDatabase, role: str) -> None:
    db.insert("service", "payment_methods", row("payment_methods", ""))
    assert db.run_as(role, "update public.payment_methods set account_number = '666' returning uuid") == []
    with pytest.raises(errors.InsufficientPrivilege):
        db.run_as(role, "insert into public.payment_methods (pathname) values ('/x')")
