"""The unmodified official clients, for Node and Python, use an account for a day."""

from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from supabase import AuthApiError, AuthWeakPasswordError, create_client

from tests.auth.conftest import make_email
from tests.conftest import Shop
from tests.node_client import CLIENTS, run_script

SCRIPT = Path(__file__).with_name("official_client.mjs")
PASSWORD = "benang-emas"


@pytest.fixture(scope="module")
def day(shop: Shop) -> dict[str, dict[str, Any]]:
    """What auth-js received at each step of the script."""
    shop.sql("delete from auth.attempts")
    facts = {
        "url": shop.url,
        "anonKey": shop.anon_key,
        "serviceKey": shop.service_key,
        "email": f"tom-{uuid4().hex[:12]}@example.com",
        "password": PASSWORD,
        "authJs": str(CLIENTS / "auth-js"),
    }
    return run_script(SCRIPT, facts)


@pytest.mark.parametrize(
    ("step", "status", "code", "message"),
    [
        ("anonymous", 422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled"),
        ("noPassword", 400, "validation_failed", "Signup requires a valid password"),
        ("weak", 422, "weak_password", "Password should be at least 6 characters."),
        ("format", 400, "validation_failed", "Unable to validate email address: invalid format"),
        ("taken", 422, "user_already_exists", "Email address is already registered"),
        ("wrong", 400, "invalid_credentials", "Invalid login credentials"),
        ("missing", 400, "validation_failed", "missing email or phone"),
        ("changed", 400, "invalid_credentials", "Invalid login credentials"),
        ("wrongCode", 422, "mfa_verification_failed", "Invalid TOTP code entered"),
        ("stranger", 403, "not_admin", "User not allowed"),
    ],
)
def test_W5_auth_js_hands_on_every_sentence_with_its_code(
    day: dict[str, dict[str, Any]], step: str, status: int, code: str, message: str
) -> None:
    error = day[step]["error"]
    assert (error["status"], error["code"], error["message"]) == (status, code, message)


def test_W5_auth_js_knows_a_weak_password_by_its_own_name(day: dict[str, dict[str, Any]]) -> None:
    assert day["weak"]["error"]["name"] == "AuthWeakPasswordError"
    assert day["weak"]["error"]["reasons"] == ["length"]


def test_W5_auth_js_signs_up_in_refreshes_and_out(day: dict[str, dict[str, Any]]) -> None:
    assert day["signUp"]["role"] == "talent"
    assert day["signUp"]["session"] is True
    assert day["signIn"]["email"]
    assert day["claims"] == {"step": "claims", "error": None, "alg": "ES256", "role": "authenticated"}
    assert day["update"]["metadata"].items() >= {"nick": "Tommy", "role": "talent"}.items()
    assert day["refresh"] == {"step": "refresh", "error": None, "rotated": True}
    assert day["getUser"]["nick"] == "Tommy"
    assert day["signOut"]["error"] is None
    assert day["afterSignOut"]["error"]["name"] == "AuthSessionMissingError"


def test_A13_auth_js_emits_every_event_of_the_day(day: dict[str, dict[str, Any]]) -> None:
    events = {"INITIAL_SESSION", "SIGNED_IN", "USER_UPDATED", "TOKEN_REFRESHED", "MFA_CHALLENGE_VERIFIED"}
    assert set(day["signOut"]["events"]) == events | {"SIGNED_OUT"}


def test_Y21_auth_js_switches_a_second_factor_on_and_off(day: dict[str, dict[str, Any]]) -> None:
    assert day["enroll"] == {
        "step": "enroll", "picture": "data:image/svg+xml;utf-8,<svg xmlns=\"htt", "levels": ["aal1", "aal1"],
        "error": None, "factors": 1,
    }  # fmt: skip
    assert day["secondFactor"] == {
        "step": "secondFactor", "currentLevel": "aal1", "nextLevel": "aal2", "error": None, "remaining": 9,
        "levelAfter": "aal2",
    }  # fmt: skip
    assert day["unenroll"]["error"] is None


def test_W5_auth_js_administers_accounts(day: dict[str, dict[str, Any]]) -> None:
    assert day["create"]["found"] is True
    assert day["list"] == {"step": "list", "total": True, "count": 2, "error": None}
    assert day["remove"]["error"] is None


def test_W5_supabase_py_signs_up_in_refreshes_and_out(shop: Shop) -> None:
    email = make_email("tom")
    client = create_client(shop.url, shop.anon_key)
    with pytest.raises(AuthWeakPasswordError, match="Password should be at least 6 characters"):
        client.auth.sign_up({"email": email, "password": "123"})
    user = client.auth.sign_up({"email": email, "password": PASSWORD}).user
    assert user is not None
    assert user.user_metadata["role"] == "talent"
    with pytest.raises(AuthApiError, match="Email address is already registered") as taken:
        client.auth.sign_up({"email": email, "password": "123"})
    assert taken.value.code == "user_already_exists"
    client.auth.sign_in_with_password({"email": email, "password": PASSWORD})
    first = client.auth.get_session()
    assert first is not None
    second = client.auth.refresh_session().session
    assert second is not None
    assert second.refresh_token != first.refresh_token
    claims = client.auth.get_claims()
    assert claims is not None
    assert claims["claims"]["sub"] == user.id
    client.auth.update_user({"data": {"nick": "Tommy"}})
    found = client.auth.get_user()
    assert found is not None
    assert found.user.user_metadata["nick"] == "Tommy"
    client.auth.sign_out()
    with pytest.raises(AuthApiError):
        client.auth.get_user(second.access_token)


def test_W5_supabase_py_administers_accounts(shop: Shop) -> None:
    admin = create_client(shop.url, shop.service_key).auth.admin
    email = make_email("lea")
    made = admin.create_user({"email": email, "password": PASSWORD, "email_confirm": True}).user
    assert admin.get_user_by_id(made.id).user.email == email
    assert any(user.id == made.id for user in admin.list_users())
    changed = admin.update_user_by_id(made.id, {"user_metadata": {"nick": "Lea"}}).user
    assert changed.user_metadata["nick"] == "Lea"
    admin.delete_user(made.id)
    with pytest.raises(AuthApiError, match="User not found"):
        admin.get_user_by_id(made.id)
