"""Anna, a visitor, makes an account."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from tests.auth.conftest import auth_client, checksum_accounts, make_email, parse_refusal, sign_in, sign_up
from tests.conftest import Shop


def test_A4_anna_signs_up_and_is_given_a_session_in_the_shape_of_the_protocol(visitor: httpx.Client) -> None:
    email = make_email()
    answer = sign_up(visitor, email.upper(), data={"role": "talent"})
    assert answer.status_code == 200
    session = answer.json()
    assert set(session) == {"access_token", "token_type", "expires_in", "expires_at", "refresh_token", "user"}
    assert session["token_type"] == "bearer"
    assert session["expires_in"] == 3600
    user = session["user"]
    assert user["email"] == email
    assert user["aud"] == user["role"] == "authenticated"
    assert user["phone"] == ""
    assert user["is_anonymous"] is False
    assert user["app_metadata"] == {"provider": "email", "providers": ["email"], "role": "talent"}
    facts = {"sub": user["id"], "email": email, "email_verified": True, "phone_verified": False}
    assert user["user_metadata"] == {"role": "talent", **facts}
    for moment in ("created_at", "updated_at", "email_confirmed_at", "confirmed_at", "last_sign_in_at"):
        assert user[moment].endswith("Z")
    (identity,) = user["identities"]
    assert identity["provider"] == "email"
    assert identity["id"] == identity["user_id"] == user["id"]
    assert identity["identity_id"] != user["id"]
    assert identity["email"] == email
    assert identity["identity_data"] == facts


@pytest.mark.parametrize("password", ["benang-emas", "", "abc", "x" * 73])
def test_A5_a_taken_address_is_refused_before_the_password_is_looked_at(
    shop: Shop, visitor: httpx.Client, password: str
) -> None:
    email = make_email()
    sign_up(visitor, email)
    before = checksum_accounts(shop)
    answer = sign_up(visitor, email.title(), password)
    assert parse_refusal(answer) == (422, "user_already_exists", "Email address is already registered")
    assert checksum_accounts(shop) == before


def test_A5_of_ten_sign_ups_at_once_for_one_address_one_wins(shop: Shop) -> None:
    email = make_email()

    def try_sign_up(_: int) -> int:
        with auth_client(shop) as client:
            return sign_up(client, email).status_code

    with ThreadPoolExecutor(10) as pool:
        statuses = sorted(pool.map(try_sign_up, range(10)))
    assert statuses == [200] + [422] * 9
    assert shop.sql("select count(*) from auth.users where email = %s", email) == [(1,)]


ANONYMOUS = (422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled")
NO_PASSWORD = (400, "validation_failed", "Signup requires a valid password")
SHORT = (422, "weak_password", "Password should be at least 6 characters.")
LONG = (400, "validation_failed", "Password cannot be longer than 72 characters")
NO_ADDRESS = (400, "validation_failed", "Unable to validate email address: invalid format")
BOTH = (400, "validation_failed", "Only an email address or phone number should be provided on signup.")


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"email": "", "password": ""}, ANONYMOUS),
        ({"email": None, "password": "benang-emas"}, ANONYMOUS),
        ({"password": "abc"}, ANONYMOUS),
        ({}, ANONYMOUS),
        ({"email": "anna@kain.id", "password": ""}, NO_PASSWORD),
        ({"email": "anna@kain.id"}, NO_PASSWORD),
        ({"email": "anna@kain.id", "password": None}, NO_PASSWORD),
        ({"email": "anna@kain.id", "password": "12345"}, SHORT),
        ({"email": "not an address", "password": "12345"}, SHORT),
        ({"email": "anna@kain.id", "password": "é" * 37}, LONG),
        ({"email": "anna@kain.id", "phone": "+62811", "password": "benang-emas"}, BOTH),
        ({"email": "anna", "password": "benang-emas"}, NO_ADDRESS),
        ({"email": "anna@", "password": "benang-emas"}, NO_ADDRESS),
        ({"email": "@kain.id", "password": "benang-emas"}, NO_ADDRESS),
        ({"email": "anna@kain..id", "password": "benang-emas"}, NO_ADDRESS),
        ({"email": " anna@kain.id", "password": "benang-emas"}, NO_ADDRESS),
        ({"email": "anna@kain.id\r\nBcc: x@kain.id", "password": "benang-emas"}, NO_ADDRESS),
        ({"email": "anna@kain.id' or 1=1 --", "password": "benang-emas"}, NO_ADDRESS),
        ({"email": "a" * 250 + "@kain.id", "password": "benang-emas"},
         (400, "validation_failed", "An email address is too long")),
        ({"phone": "+62811", "password": "benang-emas"},
         (400, "phone_provider_disabled", "Phone signups are disabled")),
    ],
)  # fmt: skip
def test_A8_anna_reads_what_is_wrong_word_for_word_and_nothing_is_stored(
    shop: Shop, visitor: httpx.Client, body: dict[str, Any], expected: tuple[int, str, str]
) -> None:
    before = checksum_accounts(shop)
    assert parse_refusal(visitor.post("/signup", json=body)) == expected
    assert checksum_accounts(shop) == before


def test_A8_a_weak_password_names_its_reason(visitor: httpx.Client) -> None:
    body = sign_up(visitor, make_email(), "12345").json()
    assert body["weak_password"] == {"reasons": ["length"]}


@pytest.mark.parametrize("version", [None, "", "2023-12-31", "newest", "2024-13-01"])
def test_A8_without_a_date_from_2024_on_the_older_shape_is_answered(shop: Shop, version: str | None) -> None:
    headers = {} if version is None else {"X-Supabase-Api-Version": version}
    with shop.client() as client:
        answer = client.post("/auth/v1/signup", json={"email": "", "password": ""}, headers=headers)
    text = "Anonymous sign-ins are disabled"
    assert answer.json() == {"code": 422, "error_code": "anonymous_provider_disabled", "msg": text}
    assert "x-supabase-api-version" not in answer.headers


def test_A4_anna_may_sign_in_with_what_she_chose_up_to_72_bytes(visitor: httpx.Client) -> None:
    email, password = make_email(), "é" * 36
    assert sign_up(visitor, email, password).status_code == 200
    assert sign_in(visitor, email, password).status_code == 200
    assert sign_in(visitor, email, password[:-1]).status_code == 400


def test_A6_metadata_that_would_burst_every_later_header_is_refused(
    shop: Shop, visitor: httpx.Client
) -> None:
    before = checksum_accounts(shop)
    answer = sign_up(visitor, make_email(), data={"about": "x" * 9_000})
    assert parse_refusal(answer) == (400, "validation_failed", "User metadata cannot be larger than 8 KB")
    assert checksum_accounts(shop) == before
