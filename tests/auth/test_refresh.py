"""Tom stays signed in: refresh tokens, two tabs, and a thief."""

from concurrent.futures import ThreadPoolExecutor

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
    sign_up,
    wait_until,
)
from tests.conftest import Shop

USED = (400, "refresh_token_already_used", "Invalid Refresh Token: Already Used")
UNKNOWN = (400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found")


@pytest.fixture
def first_token(visitor: httpx.Client) -> str:
    """The refresh token of a new session of Tom's."""
    return str(sign_up(visitor, make_email("tom")).json()["refresh_token"])


def age_tokens(shop: Shop, seconds: int) -> None:
    """Age all exchanged tokens."""
    shop.sql(
        "update auth.refresh_tokens set updated_at = updated_at - make_interval(secs => %s) where revoked",
        seconds,
    )


def test_A12_each_refresh_gives_a_new_pair_for_the_same_session(visitor: httpx.Client) -> None:
    session = sign_up(visitor, make_email("tom")).json()
    after = refresh(visitor, session["refresh_token"]).json()
    assert after["refresh_token"] != session["refresh_token"]
    assert after["user"] == session["user"]
    old, new = (
        jwt.decode(pair["access_token"], options={"verify_signature": False}) for pair in (session, after)
    )
    assert new["session_id"] == old["session_id"]
    assert new["amr"] == old["amr"]
    assert refresh(visitor, after["refresh_token"]).status_code == 200


def test_A12_the_parent_of_the_newest_token_gets_the_newest_again_at_any_age(
    shop: Shop, visitor: httpx.Client, first_token: str
) -> None:
    second = refresh(visitor, first_token).json()["refresh_token"]
    age_tokens(shop, 86_400)
    assert refresh(visitor, first_token).json()["refresh_token"] == second
    assert refresh(visitor, second).status_code == 200


def test_A12_two_tabs_that_refresh_at_once_stay_signed_in_both(shop: Shop, first_token: str) -> None:
    """The token's row is held until both requests wait for a lock, so that they truly meet."""

    def refresh_in_tab(_: int) -> str:
        with auth_client(shop) as tab:
            return str(refresh(tab, first_token).json()["refresh_token"])

    held = "select from auth.refresh_tokens where token = encode(sha256(%s), 'hex') for update"
    waiting = (
        "select count(*) from pg_stat_activity where usename = 'authenticator' and wait_event_type = 'Lock'"
    )
    with ThreadPoolExecutor(2) as pool, psycopg.connect(shop.superuser) as connection:
        connection.execute(held, (first_token.encode(),))
        tabs = [pool.submit(refresh_in_tab, number) for number in range(2)]
        wait_until(lambda: shop.sql(waiting) == [(2,)])
        connection.rollback()
        given = {tab.result() for tab in tabs}
    assert len(given) == 1
    with auth_client(shop) as tab:
        assert refresh(tab, given.pop()).status_code == 200


def test_A12_an_older_token_still_works_within_ten_seconds(
    shop: Shop, visitor: httpx.Client, first_token: str
) -> None:
    second = refresh(visitor, first_token).json()["refresh_token"]
    third = refresh(visitor, second).json()["refresh_token"]
    age_tokens(shop, 9)
    late = refresh(visitor, first_token)
    assert late.status_code == 200
    assert refresh(visitor, late.json()["refresh_token"]).status_code == 200
    assert refresh(visitor, third).status_code == 200


def test_A12_reuse_after_the_grace_ends_the_whole_session_at_once(
    shop: Shop, visitor: httpx.Client, first_token: str
) -> None:
    second = refresh(visitor, first_token).json()["refresh_token"]
    newest = refresh(visitor, second).json()
    age_tokens(shop, 11)
    assert parse_refusal(refresh(visitor, first_token)) == USED
    assert parse_refusal(refresh(visitor, newest["refresh_token"])) == USED
    assert parse_refusal(refresh(visitor, second)) == USED
    with auth_client(shop, newest["access_token"]) as thief:
        assert parse_refusal(thief.get("/user"))[:2] == (403, "session_not_found")


def test_A12_reuse_in_one_session_leaves_the_others_alone(shop: Shop, visitor: httpx.Client) -> None:
    email = make_email("tom")
    stolen = sign_up(visitor, email).json()["refresh_token"]
    body = {"email": email, "password": "benang-emas"}
    other = visitor.post("/token?grant_type=password", json=body).json()["refresh_token"]
    refresh(visitor, refresh(visitor, stolen).json()["refresh_token"])
    age_tokens(shop, 11)
    assert parse_refusal(refresh(visitor, stolen)) == USED
    assert refresh(visitor, other).status_code == 200


@pytest.mark.parametrize(
    ("token", "expected"),
    [
        ("", (400, "validation_failed", "Refresh token is not valid")),
        ("short", (400, "validation_failed", "Refresh token is not valid")),
        ("ABCDEFGHIJKL", (400, "validation_failed", "Refresh token is not valid")),
        ("a" * 50_000, (400, "validation_failed", "Refresh token is not valid")),
        ("abcdefghijk2", UNKNOWN),
        ("a" * 26, UNKNOWN),
    ],
)
def test_A12_tokens_that_were_never_given_are_refused(
    shop: Shop, visitor: httpx.Client, token: str, expected: tuple[int, str, str]
) -> None:
    before = checksum_accounts(shop)
    assert parse_refusal(refresh(visitor, token)) == expected
    assert checksum_accounts(shop) == before


def test_A12_what_is_in_the_database_opens_nothing(
    shop: Shop, visitor: httpx.Client, first_token: str
) -> None:
    second = refresh(visitor, first_token).json()["refresh_token"]
    ((dump,),) = shop.sql("select string_agg(t::text, ' ') from auth.refresh_tokens t")
    assert first_token not in dump
    assert second not in dump


def test_A12_a_role_that_changes_is_in_the_next_access_token(shop: Shop, visitor: httpx.Client) -> None:
    session = sign_up(visitor, make_email("lea")).json()
    shop.set_role(session["user"]["id"], "leadership")
    after = refresh(visitor, session["refresh_token"]).json()
    assert after["user"]["user_metadata"]["role"] == "leadership"
    claims = jwt.decode(after["access_token"], options={"verify_signature": False})
    assert claims["app_metadata"]["role"] == "leadership"
    assert claims["role"] == "authenticated"


def test_A11_refreshing_again_and_again_fills_no_table_and_ends_no_other_session(
    shop: Shop, visitor: httpx.Client
) -> None:
    email = make_email("tom")
    stolen = sign_up(visitor, email).json()["refresh_token"]
    body = {"email": email, "password": "benang-emas"}
    own = visitor.post("/token?grant_type=password", json=body).json()["refresh_token"]
    token, answer = stolen, refresh(visitor, stolen)
    refreshed = 0
    while answer.status_code == 200 and refreshed <= 150:
        refreshed += 1
        token = answer.json()["refresh_token"]
        answer = refresh(visitor, token)
    assert refreshed == 150
    assert parse_refusal(answer)[:2] == (429, "over_request_rate_limit")
    assert int(answer.headers["retry-after"]) > 0
    assert refresh(visitor, own).status_code == 200
    shop.sql("delete from auth.attempts")
    assert refresh(visitor, token).status_code == 200


def test_A11_a_session_has_its_thousand_newest_refresh_tokens(
    shop: Shop, visitor: httpx.Client, first_token: str
) -> None:
    shop.sql(
        "insert into auth.refresh_tokens (token, session_id, user_id, revoked)"
        " select 'former ' || n, session_id, user_id, true"
        " from auth.refresh_tokens cross join generate_series(1, 1200) as n"
        " where token = encode(sha256(%s), 'hex')",
        first_token.encode(),
    )
    newest = refresh(visitor, first_token).json()
    count = "select count(*) from auth.refresh_tokens where session_id = %s"
    session = jwt.decode(newest["access_token"], options={"verify_signature": False})["session_id"]
    assert shop.sql(count, session) == [(1000,)]
    assert refresh(visitor, newest["refresh_token"]).status_code == 200
    assert shop.sql(count, session) == [(1000,)]
    assert parse_refusal(refresh(visitor, first_token)) == UNKNOWN
