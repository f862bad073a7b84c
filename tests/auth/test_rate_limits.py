"""How often clients may try before they must wait, and whose X-Forwarded-For is trusted."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tests.auth.conftest import API_VERSION_HEADER, auth_client, make_email, parse_refusal, sign_in, sign_up
from tests.conftest import Shop

TOO_OFTEN = (429, "over_request_rate_limit", "Too many attempts. Wait a few minutes, then try again.")
WRONG = 400


@pytest.fixture
def tom(visitor: httpx.Client) -> str:
    """The email address of Tom's account."""
    email = make_email("tom")
    assert sign_up(visitor, email).status_code == 200
    return email


def fail_sign_in(client: httpx.Client, email: str, times: int = 10) -> None:
    for number in range(times):
        assert sign_in(client, email, f"guess-{number}").status_code == WRONG


def assert_rate_limited(answer: httpx.Response, at_most: int) -> None:
    assert parse_refusal(answer) == TOO_OFTEN
    assert 0 < int(answer.headers["retry-after"]) <= at_most


def test_A7_after_ten_failures_even_the_right_password_waits(visitor: httpx.Client, tom: str) -> None:
    fail_sign_in(visitor, tom)
    assert_rate_limited(sign_in(visitor, tom), 900)
    assert_rate_limited(sign_in(visitor, tom, "guess-11"), 900)


def test_A7_unknown_addresses_count_alike(visitor: httpx.Client) -> None:
    email = make_email("nobody")
    fail_sign_in(visitor, email)
    assert_rate_limited(sign_in(visitor, email), 900)


def test_A7_the_wait_is_over_after_fifteen_minutes_and_not_longer_for_trying(
    shop: Shop, visitor: httpx.Client, tom: str
) -> None:
    fail_sign_in(visitor, tom)
    shop.sql("update auth.attempts set times = array(select t - interval '880 s' from unnest(times) t)")
    for _ in range(5):
        assert_rate_limited(sign_in(visitor, tom), 20)
    shop.sql("update auth.attempts set times = array(select t - interval '21 s' from unnest(times) t)")
    assert sign_in(visitor, tom).status_code == 200


def test_A7_signing_in_forgives_the_failures_before_it(visitor: httpx.Client, tom: str) -> None:
    for _ in range(3):
        fail_sign_in(visitor, tom, 9)
        assert sign_in(visitor, tom).status_code == 200


def test_A7_fifty_guesses_sent_at_once_get_ten_answers(shop: Shop, tom: str) -> None:
    def guess(number: int) -> int:
        with auth_client(shop) as client:
            password = "benang-emas" if number == 49 else f"guess-{number}"
            return sign_in(client, tom, password).status_code

    with ThreadPoolExecutor(50) as pool:
        statuses = list(pool.map(guess, range(50)))
    assert statuses.count(WRONG) <= 10
    assert set(statuses) <= {200, WRONG, 429}


def test_A7_many_people_behind_one_address_do_not_wait_for_each_other(
    visitor: httpx.Client, tom: str
) -> None:
    fail_sign_in(visitor, make_email("lea"))
    assert sign_in(visitor, tom).status_code == 200


def test_what_is_counted_can_be_read_by_nobody(shop: Shop, visitor: httpx.Client, tom: str) -> None:
    fail_sign_in(visitor, tom, 1)
    rows = shop.sql("select who from auth.attempts")
    assert rows
    assert all(re.fullmatch("[0-9a-f]{64}", who) for (who,) in rows)


@pytest.fixture
def proxied(mailing_shop: Shop) -> Iterator[httpx.Client]:
    """A client of a shop that trusts 127.0.0.1 as its proxy."""
    mailing_shop.sql("delete from auth.attempts")
    with httpx.Client(
        base_url=f"{mailing_shop.url}/auth/v1", headers=mailing_shop.headers() | API_VERSION_HEADER
    ) as client:
        yield client


def sign_in_for(client: httpx.Client, email: str, forwarded: str) -> httpx.Response:
    body = {"email": email, "password": "wrong"}
    return client.post("/token?grant_type=password", json=body, headers={"X-Forwarded-For": forwarded})


def test_A7_behind_a_trusted_proxy_each_client_counts_for_itself(proxied: httpx.Client) -> None:
    email = make_email("tom")
    for _ in range(10):
        assert sign_in_for(proxied, email, "203.0.113.7").status_code == WRONG
    assert_rate_limited(sign_in_for(proxied, email, "203.0.113.7"), 900)
    assert sign_in_for(proxied, email, "203.0.113.8").status_code == WRONG


def test_A7_what_a_client_wrote_before_the_proxy_did_is_not_trusted(proxied: httpx.Client) -> None:
    email = make_email("tom")
    for number in range(10):
        assert sign_in_for(proxied, email, f"198.51.100.{number}, 203.0.113.7").status_code == WRONG
    assert_rate_limited(sign_in_for(proxied, email, "198.51.100.99, 203.0.113.7"), 900)


def test_A7_one_customer_with_many_ipv6_addresses_is_one_customer(proxied: httpx.Client) -> None:
    email = make_email("tom")
    for number in range(10):
        assert sign_in_for(proxied, email, f"2001:db8:1:2::{number:x}").status_code == WRONG
    assert_rate_limited(sign_in_for(proxied, email, "2001:db8:1:2:ffff::1"), 900)
    assert sign_in_for(proxied, email, "2001:db8:1:3::1").status_code == WRONG
