"""Attacks, guessing: one password on many accounts, one account from many addresses, many guesses at once."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import httpx
import pytest

from tapis.gateway.auth import password_hashing
from tapis.gateway.auth.password_hashing import hash_password_queued, hold_sign_in_slot
from tapis.gateway.errors import AuthRefusal
from tapis.gateway.fair_share import FairQueue
from tests.auth.conftest import API_VERSION_HEADER, auth_client, make_email, parse_refusal, sign_in
from tests.auth.test_factors import add_verified_factor, build_code, verify
from tests.conftest import PASSWORD, Shop, prepared, serving, shop_at


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    """A shop behind a proxy that it trusts, so that one test can come from many addresses."""
    data = prepared(tmp_path_factory.mktemp("proxied") / "data")
    with serving(data, TAPIS_TRUSTED_PROXIES="127.0.0.1") as url, shop_at(url, data) as opened:
        yield opened


def guess(shop: Shop, email: str, address: str, password: str = "a guess") -> httpx.Response:
    """Sign in as a client with this network address."""
    headers = shop.headers() | API_VERSION_HEADER | {"X-Forwarded-For": address}
    body = {"email": email, "password": password}
    return httpx.post(f"{shop.url}/auth/v1/token?grant_type=password", json=body, headers=headers, timeout=60)


def test_abuse_one_password_on_sixty_accounts_is_slowed_and_the_neighbours_get_in(proxied: Shop) -> None:
    neighbour, address = proxied.account("talent"), "203.0.113.50"
    assert guess(proxied, neighbour.email, address, PASSWORD).status_code == 200
    victims = [make_email("victim") for _ in range(60)]
    start = time.monotonic()
    assert [guess(proxied, email, address).status_code for email in victims[:30]] == [400] * 30
    with ThreadPoolExecutor(12) as pool:
        spraying = [pool.submit(guess, proxied, email, address) for email in victims[30:]]
        assert guess(proxied, neighbour.email, address, PASSWORD).status_code == 200
        answers = [each.result() for each in spraying]
    assert {parse_refusal(answer)[:2] for answer in answers} == {(429, "over_request_rate_limit")}
    assert all(int(answer.headers["retry-after"]) > 0 for answer in answers)
    assert min(answer.elapsed for answer in answers) > timedelta(seconds=0.9)
    assert time.monotonic() - start > 5
    assert guess(proxied, victims[0], "203.0.113.51").status_code == 400


def test_abuse_a_newcomer_behind_a_slowed_address_gets_in_with_the_right_password(proxied: Shop) -> None:
    newcomer, address = proxied.account("talent"), "203.0.113.52"
    for _ in range(30):
        guess(proxied, make_email("victim"), address)
    assert guess(proxied, newcomer.email, address, PASSWORD).status_code == 200


def test_abuse_guessing_one_account_from_many_addresses_is_slowed_and_its_owner_gets_in(
    proxied: Shop,
) -> None:
    tom, unknown = proxied.account("talent").email, make_email("unknown")
    for email in (tom, unknown):
        for number in range(100):
            assert guess(proxied, email, f"198.51.{number // 10}.1").status_code == 400
        answers = [guess(proxied, email, "192.0.2.7") for _ in range(4)]
        assert [answer.status_code for answer in answers] == [400, 400, 400, 429]
        assert int(answers[3].headers["retry-after"]) > 900
    assert guess(proxied, tom, "192.0.2.8", PASSWORD).status_code == 200


def test_abuse_under_attack_an_address_has_three_guesses_an_hour_however_slowly_it_guesses(
    proxied: Shop,
) -> None:
    tom, address = proxied.account("talent").email, "192.0.2.9"
    for number in range(100):
        assert guess(proxied, tom, f"198.51.{number // 10}.2").status_code == 400
    assert guess(proxied, tom, address).status_code == 400
    assert guess(proxied, tom, address, PASSWORD).status_code == 200  # which forgives the failure before it
    for _ in range(3):
        assert guess(proxied, tom, address).status_code == 400
        proxied.sql(
            "update auth.attempts set times = array(select t - interval '18 min' from unnest(times) t)"
        )
    answer = guess(proxied, tom, address)
    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) <= 6 * 60


def test_abuse_an_i_with_a_dot_is_no_other_account(shop: Shop) -> None:
    """PostgreSQL and Python differ in the small letter of U+0130: what the database finds is counted."""
    email = f"iiii-{time.time_ns()}@kiki.id"
    with auth_client(shop, shop.service_key) as owner:
        owner.post("/admin/users", json={"email": email, "password": PASSWORD, "email_confirm": True})
    ((same,),) = shop.sql("select lower(%s) = %s", email.replace("i", "\u0130"), email)
    spellings = [email.replace("i", "\u0130", number) for number in range(1, 5)] if same else [email] * 4
    with auth_client(shop) as visitor:
        statuses = [sign_in(visitor, spellings[number % 4], "a guess").status_code for number in range(12)]
    assert statuses == [400] * 10 + [429] * 2


async def test_abuse_a_pile_of_sign_ins_is_refused_and_not_queued(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(password_hashing, "queue", FairQueue(at_once=1, max_waiting=0))
    with pytest.raises(AuthRefusal) as refused:
        await hash_password_queued("benang-emas")
    assert (refused.value.status, refused.value.headers["Retry-After"]) == (429, "5")


def test_abuse_one_address_has_a_few_slow_sign_ins_and_takes_no_others() -> None:
    busy, other = hold_sign_in_slot("203.0.113.9", 1), hold_sign_in_slot("203.0.113.10", 1)
    with busy, other, pytest.raises(AuthRefusal), hold_sign_in_slot("203.0.113.9", 1):
        pass
    with hold_sign_in_slot("203.0.113.9", 1):
        pass


def test_Y21_wrong_codes_of_somebody_with_the_password_do_not_keep_ada_out(proxied: Shop) -> None:
    ada = proxied.account("admin")
    factor, _ = add_verified_factor(proxied, ada)
    token = proxied.sign_in(ada.email)["access_token"]
    with auth_client(proxied, token) as thief:
        thief.headers["X-Forwarded-For"] = "203.0.113.80"
        assert [verify(thief, factor, "abcdef").status_code for _ in range(6)] == [422] * 5 + [429]
        guesses = [thief.post("/factors/recovery-codes/verify", json={"code": "x"}) for _ in range(11)]
        assert [answer.status_code for answer in guesses] == [422] * 10 + [429]
    with auth_client(proxied, token) as client:
        client.headers["X-Forwarded-For"] = "203.0.113.81"
        recovery = client.post("/factors/recovery-codes/verify", json={"code": "x"})
        assert parse_refusal(recovery)[:2] == (422, "mfa_verification_failed")
        assert verify(client, factor, build_code(factor)).status_code == 200


def test_Y21_codes_are_guessed_a_hundred_times_a_day_from_all_addresses_together(proxied: Shop) -> None:
    ada = proxied.account("admin")
    factor, _ = add_verified_factor(proxied, ada)
    with auth_client(proxied, proxied.sign_in(ada.email)["access_token"]) as thief:
        for number in range(20):
            thief.headers["X-Forwarded-For"] = f"198.51.100.{number}"
            assert [verify(thief, factor, "abcdef").status_code for _ in range(5)] == [422] * 5
        thief.headers["X-Forwarded-For"] = "198.51.100.99"
        assert parse_refusal(verify(thief, factor, build_code(factor)))[:2] == (
            429,
            "over_request_rate_limit",
        )
