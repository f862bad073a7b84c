"""Tom, a talent, signs in."""

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any, LiteralString

import bcrypt
import httpx
import jwt
import psycopg
import pytest

from tests.auth.conftest import (
    auth_client,
    checksum_accounts,
    make_email,
    parse_refusal,
    refresh,
    sign_in,
    sign_up,
    wait_until,
)
from tests.conftest import Shop

WRONG = (400, "invalid_credentials", "Invalid login credentials")
MISSING = (400, "validation_failed", "missing email or phone")


def test_A3_tom_signs_in_in_whatever_letter_case_and_gets_his_session(visitor: httpx.Client) -> None:
    email = make_email("tom")
    user_id = sign_up(visitor, email).json()["user"]["id"]
    answer = sign_in(visitor, email.upper())
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    session = answer.json()
    assert session["user"]["id"] == user_id
    assert abs(session["expires_at"] - time.time() - 3600) < 5


@pytest.mark.parametrize(
    ("role", "password", "weakness"),
    [
        ("talent", "12345", {"message": "Password should be at least 6 characters.", "reasons": ["length"]}),
        ("talent", "sunshine", None),
        ("admin", "sunshine", {
            "message": "This password is among the most common ones. Please choose another.",
            "reasons": ["pwned"],
        }),
        ("admin", "benang-emas", None),
    ],
)  # fmt: skip
def test_W5_a_right_password_that_would_be_refused_today_is_called_weak(
    shop: Shop, visitor: httpx.Client, role: str, password: str, weakness: dict[str, Any] | None
) -> None:
    email = make_email("tom")
    with auth_client(shop, shop.service_key) as owner:
        made = owner.post("/admin/users", json={"email": email, "password": password, "email_confirm": True})
    shop.set_role(made.json()["id"], role)
    assert sign_in(visitor, email, password).json().get("weak_password") == weakness


def test_A14_the_access_token_says_exactly_what_the_protocol_lists(visitor: httpx.Client) -> None:
    email = make_email("tom")
    user = sign_up(visitor, email).json()["user"]
    token = sign_in(visitor, email).json()["access_token"]
    header = jwt.get_unverified_header(token)
    assert header["alg"] == "ES256"
    assert header["typ"] == "JWT"
    claims = jwt.decode(token, options={"verify_signature": False})
    reported = {
        "iss", "sub", "aud", "exp", "iat", "email", "phone", "app_metadata", "user_metadata", "role", "aal",
        "amr", "session_id", "is_anonymous",
    }  # fmt: skip
    assert set(claims) == reported
    assert claims["sub"] == user["id"]
    assert claims["aud"] == claims["role"] == "authenticated"
    assert claims["aal"] == "aal1"
    assert [entry["method"] for entry in claims["amr"]] == ["password"]
    assert claims["exp"] - claims["iat"] == 3600


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"email": "", "password": "benang-emas"}, MISSING),
        ({"email": None, "password": "benang-emas"}, MISSING),
        ({"password": "benang-emas"}, MISSING),
        ({}, MISSING),
        ({"email": "nobody@kain.id", "password": "benang-emas"}, WRONG),
        ({"email": "nobody@kain.id", "password": ""}, WRONG),
        ({"email": "not an address", "password": "benang-emas"}, WRONG),
        ({"email": "' or '1'='1", "password": "benang-emas"}, WRONG),
        ({"email": "nobody@kain.id", "password": "x" * 50_000}, WRONG),
        ({"email": "nobody@kain.id", "phone": "+62", "password": "x"},
         (400, "validation_failed", "Only an email address or phone number should be provided on login.")),
        ({"phone": "+62811", "password": "benang-emas"},
         (422, "phone_provider_disabled", "Phone logins are disabled")),
    ],
)  # fmt: skip
def test_A7_tom_reads_what_is_wrong_word_for_word(
    shop: Shop, visitor: httpx.Client, body: dict[str, Any], expected: tuple[int, str, str]
) -> None:
    before = checksum_accounts(shop)
    assert parse_refusal(visitor.post("/token?grant_type=password", json=body)) == expected
    assert checksum_accounts(shop) == before


@pytest.mark.parametrize("password", ["", "wrong", "Benang-emas", "benang-emas "])
def test_A7_a_wrong_password_is_answered_like_an_unknown_address(
    visitor: httpx.Client, password: str
) -> None:
    email = make_email("tom")
    sign_up(visitor, email)
    assert parse_refusal(sign_in(visitor, email, password)) == WRONG


def test_A7_the_right_password_of_an_unconfirmed_address_is_not_enough(
    shop: Shop, visitor: httpx.Client
) -> None:
    email = make_email("tom")
    with auth_client(shop, shop.service_key) as owner:
        owner.post("/admin/users", json={"email": email, "password": "benang-emas"})
    assert parse_refusal(sign_in(visitor, email)) == (400, "email_not_confirmed", "Email not confirmed")
    assert parse_refusal(sign_in(visitor, email, "wrong")) == WRONG


def test_A7_a_ban_is_answered_only_after_the_right_password(shop: Shop, visitor: httpx.Client) -> None:
    email = make_email("tom")
    session = sign_up(visitor, email).json()
    with auth_client(shop, shop.service_key) as owner:
        owner.put(f"/admin/users/{session['user']['id']}", json={"ban_duration": "24h"})
    assert parse_refusal(sign_in(visitor, email)) == (400, "user_banned", "User is banned")
    assert parse_refusal(sign_in(visitor, email, "a guess")) == WRONG
    banned = visitor.post("/token?grant_type=refresh_token", json={"refresh_token": session["refresh_token"]})
    assert banned.status_code == 400


@pytest.mark.parametrize(("until", "status"), [("-infinity", 200), ("infinity", 400)])
def test_A7_a_ban_may_end_never_or_have_ended_always(
    shop: Shop, visitor: httpx.Client, until: str, status: int
) -> None:
    email = make_email("tom")
    sign_up(visitor, email)
    shop.sql("update auth.users set banned_until = %s where email = %s", until, email)
    assert sign_in(visitor, email).status_code == status
    with auth_client(shop, shop.service_key) as owner:
        assert owner.get("/admin/users?per_page=1000").status_code == 200


@pytest.mark.parametrize("moment", ["infinity", "-infinity", "12026-11-26", "0044-03-15 BC"])
def test_A7_an_account_is_shown_whatever_times_the_owner_wrote(
    shop: Shop, visitor: httpx.Client, moment: str
) -> None:
    email = make_email("tom")
    tom = sign_up(visitor, email).json()["user"]["id"]
    times = shop.sql(
        """select table_name, string_agg(format('%%I = %%L', column_name, %s::text), ', ')
        from information_schema.columns where table_schema = 'auth' and data_type = 'timestamp with time zone'
        and is_generated = 'NEVER' and column_name not in ('banned_until', 'deleted_at')
        and table_name in ('users', 'identities') group by table_name""",
        moment,
    )
    for table, values in times:
        key = "id" if table == "users" else "user_id"
        shop.sql(f"update auth.{table} set {values} where {key} = %s", tom)
    answer = sign_in(visitor, email)
    assert answer.status_code == 200
    proofs = "update auth.mfa_amr_claims set updated_at = %s where session_id in "
    shop.sql(proofs + "(select id from auth.sessions where user_id = %s)", moment, tom)
    with auth_client(shop, answer.json()["access_token"]) as client:
        assert client.get("/user").status_code == 200
    assert refresh(visitor, answer.json()["refresh_token"]).status_code == 200
    with auth_client(shop, shop.service_key) as owner:
        assert owner.get("/admin/users?per_page=1000").status_code == 200
    shop.sql("delete from auth.users where id = %s", tom)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ("update auth.users set encrypted_password = 'another' where email = %s", WRONG),
        (
            "update auth.users set banned_until = now() + interval '1 day' where email = %s",
            (400, "user_banned", "User is banned"),
        ),
        ("delete from auth.users where email = %s", WRONG),
    ],
)
def test_A11_a_sign_in_that_is_under_way_gives_no_session_to_an_account_that_changes(
    shop: Shop, visitor: httpx.Client, change: LiteralString, expected: tuple[int, str, str]
) -> None:
    """Otherwise a thief who keeps signing in would have a session that survives the new password."""
    email = make_email("tom")
    sign_up(visitor, email)
    waits = "select exists (select from pg_locks where not granted)"
    with ThreadPoolExecutor(1) as tom, psycopg.connect(shop.superuser) as owner:
        owner.execute(change, [email])
        answer = tom.submit(sign_in, visitor, email)
        wait_until(lambda: shop.sql(waits) == [(True,)])
        owner.commit()
        assert parse_refusal(answer.result()) == expected


def test_A11_a_sign_in_is_given_up_when_its_account_changes_again_and_again(
    shop: Shop, visitor: httpx.Client
) -> None:
    email = make_email("tom")
    sign_up(visitor, email)
    shop.sql("create policy seen_but_never_locked on auth.users for select using (true)")
    try:
        shop.sql("alter table auth.users enable row level security, force row level security")
        assert parse_refusal(sign_in(visitor, email))[:2] == (409, "conflict")
    finally:
        shop.sql("alter table auth.users disable row level security, no force row level security")
        shop.sql("drop policy seen_but_never_locked on auth.users")
    assert sign_in(visitor, email).status_code == 200


def test_A11_of_a_persons_sessions_the_hundred_newest_last(shop: Shop, visitor: httpx.Client) -> None:
    """Else one account could fill the disk. A session with a second factor outlasts them."""
    email = make_email("tom")
    tom = sign_up(visitor, email).json()["user"]["id"]
    add = """insert into auth.sessions (id, user_id, created_at, refreshed_at, aal, user_agent)
        select gen_random_uuid(), %s, '2020-01-01', now() - make_interval(hours => n), %s, n::text
        from generate_series(1, %s) as n"""
    shop.sql(add, tom, "aal1", 150)
    shop.sql(add, tom, "aal2", 1)
    assert sign_in(visitor, email).status_code == 200
    oldest = "max(user_agent::int) filter (where user_agent ~ '^[0-9]+$')"
    lasting = (
        f"select aal, count(*), {oldest} from auth.sessions where user_id = %s group by aal order by aal"
    )
    assert shop.sql(lasting, tom) == [("aal1", 100, 98), ("aal2", 1, 1)]


@pytest.mark.parametrize("grant", ["", "?grant_type=", "?grant_type=id_token", "?grant_type=PASSWORD"])
def test_other_ways_to_get_a_token_are_refused(visitor: httpx.Client, grant: str) -> None:
    answer = visitor.post(f"/token{grant}", json={})
    assert parse_refusal(answer) == (400, "invalid_credentials", "unsupported_grant_type")


def test_a_password_from_an_imported_project_works_and_is_kept_better_from_then_on(
    shop: Shop, visitor: httpx.Client
) -> None:
    email = make_email("tom")
    stored = bcrypt.hashpw(b"benang-emas", bcrypt.gensalt(4, b"2a")).decode()
    with auth_client(shop, shop.service_key) as owner:
        owner.post("/admin/users", json={"email": email, "password_hash": stored, "email_confirm": True})
    assert parse_refusal(sign_in(visitor, email, "wrong")) == WRONG
    assert sign_in(visitor, email).status_code == 200
    ((kept,),) = shop.sql("select encrypted_password from auth.users where email = %s", email)
    assert kept.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert sign_in(visitor, email).status_code == 200


def test_reading_goes_on_while_many_sign_in(shop: Shop, visitor: httpx.Client) -> None:
    """Hashing 40 passwords takes about a second of one thread; a reader must not wait for it."""
    email = make_email("tom")
    sign_up(visitor, email)

    def try_sign_in(_: int) -> int:
        with auth_client(shop) as client:
            return sign_in(client, email).status_code

    with ThreadPoolExecutor(41) as pool:
        signing_in = [pool.submit(try_sign_in, number) for number in range(40)]
        answers = 0
        while not all(answer.done() for answer in signing_in):
            assert visitor.get("/health").status_code == 200
            answers += 1
    assert [answer.result() for answer in signing_in] == [200] * 40
    assert answers > 10  # a reader who waited for the thread would be answered once or twice
