"""Ada's second factor: codes of her authenticator, recovery codes, and what a session has without them."""

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import jwt
import pytest

from tapis.gateway.auth import totp
from tests.auth.conftest import auth_client, checksum_accounts, parse_refusal, refresh
from tests.conftest import Account, Shop
from tests.example_rows import row

WRONG = (422, "mfa_verification_failed", "Invalid TOTP code entered")


@pytest.fixture
def ada(shop: Shop) -> Account:
    return shop.account("admin")


def build_code(factor: dict[str, Any], steps: int = 0) -> str:
    return totp.compute_code(factor["totp"]["secret"], int(time.time() // 30) + steps)


def enroll(client: httpx.Client, name: str = "phone") -> dict[str, Any]:
    answer = client.post("/factors", json={"factor_type": "totp", "friendly_name": name, "issuer": "Tapis"})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def verify(client: httpx.Client, factor: dict[str, Any], code: str) -> httpx.Response:
    challenge = client.post(f"/factors/{factor['id']}/challenge", json={}).json()
    return client.post(
        f"/factors/{factor['id']}/verify", json={"challenge_id": challenge["id"], "code": code}
    )


def add_verified_factor(shop: Shop, person: Account) -> tuple[dict[str, Any], dict[str, Any]]:
    """A verified factor and the aal2 session of its verification; the current code is used up."""
    with auth_client(shop, person.token) as client:
        factor = enroll(client)
        session = verify(client, factor, build_code(factor, -1))
        if session.status_code != 200:  # another half minute had begun on the way
            session = verify(client, factor, build_code(factor, -1))
        assert session.status_code == 200, session.text
    return factor, session.json()


def decode_claims(session: dict[str, Any]) -> dict[str, Any]:
    return jwt.decode(session["access_token"], options={"verify_signature": False})


@pytest.mark.parametrize(
    ("second", "code"),
    [(59, "94287082"), (1111111109, "07081804"), (1234567890, "89005924"), (20000000000, "65353130")],
)
def test_Y21_codes_are_those_of_rfc_6238(second: int, code: str) -> None:
    secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
    assert totp.compute_code(secret, second // 30) == code[-6:]
    assert totp.find_matching_step(secret, code[-6:], second) == second // 30
    assert totp.find_matching_step(secret, code[-6:], second + 90) is None


def test_Y21_ada_switches_a_second_factor_on_and_her_session_rises(shop: Shop, ada: Account) -> None:
    other = shop.sign_in(ada.email)
    with auth_client(shop, ada.token) as client:
        factor = enroll(client)
        assert factor["totp"]["qr_code"].startswith("<svg xmlns=")
        assert "#" not in factor["totp"]["qr_code"]
        assert factor["totp"]["uri"].startswith("otpauth://totp/Tapis:")
        assert [each["status"] for each in client.get("/user").json()["factors"]] == ["unverified"]
        session = verify(client, factor, build_code(factor)).json()
    assert [each["status"] for each in session["user"]["factors"]] == ["verified"]
    assert factor["totp"]["secret"] not in str(session["user"])
    assert decode_claims(session)["aal"] == "aal2"
    assert [proof["method"] for proof in decode_claims(session)["amr"]] == ["totp", "password"]
    assert decode_claims(session)["session_id"] == decode_claims(dict(ada.session))["session_id"]
    with auth_client(shop) as visitor:
        renewed = refresh(visitor, session["refresh_token"]).json()
        assert refresh(visitor, other["refresh_token"]).status_code == 400
    assert (decode_claims(renewed)["aal"], decode_claims(renewed)["amr"]) == (
        "aal2",
        decode_claims(session)["amr"],
    )


def test_Y21_a_refresh_token_of_before_the_code_gives_no_session_with_it(shop: Shop, ada: Account) -> None:
    stolen = str(ada.session["refresh_token"])
    _, session = add_verified_factor(shop, ada)
    with auth_client(shop) as thief:
        assert parse_refusal(refresh(thief, stolen))[:2] == (400, "refresh_token_already_used")
        assert refresh(thief, session["refresh_token"]).status_code == 400  # one of two holders is a thief


def test_Y21_with_the_password_alone_ada_has_no_role(shop: Shop, ada: Account) -> None:
    _, session = add_verified_factor(shop, ada)
    password_only = shop.sign_in(ada.email)
    before = checksum_accounts(shop)
    with shop.client(password_only["access_token"]) as client:
        assert client.post("/rest/v1/products", json=row("products", "")).status_code == 403
        assert client.get("/rest/v1/audit_log").json() == []
        assert client.get("/rest/v1/transactions").json() == []
        assert client.post("/storage/v1/object/list/tapis", json={"prefix": ""}).json() == []
    assert checksum_accounts(shop) == before
    with shop.client(session["access_token"]) as client:
        assert client.get("/rest/v1/audit_log").json() != []


def test_Y21_a_code_is_accepted_once_and_none_before_it(shop: Shop, ada: Account) -> None:
    with auth_client(shop, ada.token) as client:
        factor = enroll(client)
        code, earlier = build_code(factor), build_code(factor, -1)
        session = verify(client, factor, code).json()
    with auth_client(shop, session["access_token"]) as client:
        assert parse_refusal(verify(client, factor, code)) == WRONG
        assert parse_refusal(verify(client, factor, earlier)) == WRONG


def test_Y21_after_five_wrong_codes_the_right_one_waits_too(shop: Shop, ada: Account) -> None:
    factor, _ = add_verified_factor(shop, ada)
    token = shop.sign_in(ada.email)["access_token"]

    def guess(_: int) -> int:
        with auth_client(shop, token) as client:
            return verify(client, factor, "abcdef").status_code

    with ThreadPoolExecutor(8) as pool:
        statuses = list(pool.map(guess, range(12)))
    assert statuses.count(422) <= 5
    with auth_client(shop, token) as client:
        waiting = verify(client, factor, build_code(factor, 1))
    assert parse_refusal(waiting)[:2] == (429, "over_request_rate_limit")
    assert 0 < int(waiting.headers["retry-after"]) <= 900


def test_Y21_a_challenge_is_answered_once_within_five_minutes(shop: Shop, ada: Account) -> None:
    with auth_client(shop, ada.token) as client:
        factor = enroll(client)
        path = f"/factors/{factor['id']}"
        first, second = (client.post(f"{path}/challenge", json={}).json()["id"] for _ in range(2))
        shop.sql("update auth.mfa_challenges set created_at = now() - interval '301 s' where id = %s", first)
        expired = client.post(f"{path}/verify", json={"challenge_id": first, "code": build_code(factor)})
        assert parse_refusal(expired)[1] == "mfa_challenge_expired"
        body = {"challenge_id": second, "code": build_code(factor)}
        assert client.post(f"{path}/verify", json=body).status_code == 200
        assert parse_refusal(client.post(f"{path}/verify", json=body))[1] == "mfa_challenge_expired"


def test_Y21_of_a_factors_challenges_the_ten_newest_are_kept(shop: Shop, ada: Account) -> None:
    with auth_client(shop, ada.token) as client:
        factor = enroll(client)
        path = f"/factors/{factor['id']}"
        asked = [client.post(f"{path}/challenge", json={}).json()["id"] for _ in range(12)]
        left = shop.sql("select id::text from auth.mfa_challenges where factor_id = %s", factor["id"])
        assert {one for (one,) in left} == set(asked[2:])


def test_Y21_nobody_touches_the_factor_of_somebody_else(shop: Shop, ada: Account) -> None:
    factor, _ = add_verified_factor(shop, ada)
    tom = shop.account("talent")
    before = checksum_accounts(shop)
    with auth_client(shop, tom.token) as client:
        path = f"/factors/{factor['id']}"
        for method, address in (("DELETE", path), ("POST", f"{path}/challenge"), ("POST", f"{path}/verify")):
            assert parse_refusal(client.request(method, address, json={}))[:2] == (
                404,
                "mfa_factor_not_found",
            )
        assert client.post("/factors/7/challenge").status_code == 404
    assert checksum_accounts(shop) == before


def test_Y21_a_password_alone_neither_removes_nor_adds_a_factor(shop: Shop, ada: Account) -> None:
    factor, session = add_verified_factor(shop, ada)
    before = shop.sql("select id, status from auth.mfa_factors")
    with auth_client(shop, shop.sign_in(ada.email)["access_token"]) as client:
        assert parse_refusal(client.delete(f"/factors/{factor['id']}"))[1] == "insufficient_aal"
        body = {"factor_type": "totp", "friendly_name": "thief"}
        assert parse_refusal(client.post("/factors", json=body))[:2] == (403, "insufficient_aal")
        assert parse_refusal(client.post("/factors/recovery-codes"))[:2] == (403, "insufficient_aal")
    assert shop.sql("select id, status from auth.mfa_factors") == before
    with auth_client(shop, session["access_token"]) as client:
        assert client.delete(f"/factors/{factor['id']}").json() == {"id": factor["id"]}
    assert decode_claims(shop.sign_in(ada.email))["aal"] == "aal1"


def test_Y21_a_password_alone_does_not_change_the_password_of_an_account_with_a_factor(
    shop: Shop, ada: Account
) -> None:
    _, session = add_verified_factor(shop, ada)
    before = shop.sql("select encrypted_password from auth.users where id = %s", ada.user_id)
    with auth_client(shop, shop.sign_in(ada.email)["access_token"]) as client:
        answer = client.put("/user", json={"password": "dicuri-1976"})
        assert parse_refusal(answer)[:2] == (401, "insufficient_aal")
    assert shop.sql("select encrypted_password from auth.users where id = %s", ada.user_id) == before
    with auth_client(shop, session["access_token"]) as client:
        assert client.put("/user", json={"password": "benang-perak"}).status_code == 200


def test_Y21_an_authenticator_that_was_left_unfinished_is_added_again_under_its_name(
    shop: Shop, ada: Account
) -> None:
    with auth_client(shop, ada.token) as client:
        enroll(client)
        again = enroll(client)
        assert [factor["id"] for factor in client.get("/user").json()["factors"]] == [again["id"]]


def test_Y21_a_factor_is_switched_on_only_after_a_recent_sign_in(shop: Shop, ada: Account) -> None:
    shop.sql("update auth.mfa_amr_claims set updated_at = now() - interval '16 minutes'")
    with auth_client(shop, ada.token) as client:
        answer = client.post("/factors", json={"factor_type": "totp"})
    assert parse_refusal(answer)[:2] == (400, "reauthentication_needed")


def test_Y21_recovery_codes_are_shown_once_and_each_works_once(shop: Shop, ada: Account) -> None:
    _, session = add_verified_factor(shop, ada)
    with auth_client(shop, session["access_token"]) as client:
        assert client.get("/factors/recovery-codes").status_code == 404
        made = client.post("/factors/recovery-codes").json()
        assert (made["total"], len(set(made["codes"])), len(made["codes"][0])) == (10, 10, 24)
        assert parse_refusal(client.post("/factors/recovery-codes"))[1] == "mfa_verified_factor_exists"
    ((dump,),) = shop.sql("select string_agg(c::text, ' ') from auth.mfa_recovery_codes c")
    assert not any(code in dump for code in made["codes"])
    typed = "-".join(made["codes"][0][at : at + 4] for at in range(0, 24, 4)).upper()
    with auth_client(shop, shop.sign_in(ada.email)["access_token"]) as client:
        risen = client.post("/factors/recovery-codes/verify", json={"code": typed})
        assert decode_claims(risen.json())["aal"] == "aal2"
        assert decode_claims(risen.json())["amr"][0]["method"] == "mfa/recovery_code"
        status = client.get("/factors/recovery-codes").json()
        assert (status["type"], status["total"], status["remaining"]) == ("recovery_code", 10, 9)
        again = client.post("/factors/recovery-codes/verify", json={"code": typed})
        assert parse_refusal(again)[:2] == (422, "mfa_verification_failed")


def test_Y21_new_recovery_codes_replace_the_old_and_go_with_the_last_factor(shop: Shop, ada: Account) -> None:
    factor, session = add_verified_factor(shop, ada)
    with auth_client(shop, session["access_token"]) as client:
        old = client.post("/factors/recovery-codes").json()["codes"]
        new = client.post("/factors/recovery-codes/regenerate").json()["codes"]
        refused = client.post("/factors/recovery-codes/verify", json={"code": old[0]})
        assert parse_refusal(refused)[:2] == (422, "mfa_verification_failed")
        assert client.post("/factors/recovery-codes/verify", json={"code": new[0]}).status_code == 200
        client.delete(f"/factors/{factor['id']}")
        assert "factors" not in client.get("/user").json()


@pytest.mark.parametrize(
    ("method", "path"), [("POST", ""), ("POST", "/regenerate"), ("DELETE", "")], ids=["new", "others", "none"]
)
def test_Y21_recovery_codes_are_changed_only_after_a_recent_sign_in(
    shop: Shop, ada: Account, method: str, path: str
) -> None:
    _, session = add_verified_factor(shop, ada)
    with auth_client(shop, session["access_token"]) as client:
        if method == "DELETE" or path:
            client.post("/factors/recovery-codes")
        shop.sql("update auth.mfa_amr_claims set updated_at = now() - interval '16 minutes'")
        before = checksum_accounts(shop)
        answer = client.request(method, f"/factors/recovery-codes{path}")
    assert parse_refusal(answer)[:2] == (400, "reauthentication_needed")
    assert checksum_accounts(shop) == before


def test_Y21_recovery_codes_are_guessed_ten_times_and_then_locked(shop: Shop, ada: Account) -> None:
    with auth_client(shop, ada.token) as client:
        answers = [client.post("/factors/recovery-codes/verify", json={"code": "x"}) for _ in range(11)]
    assert {parse_refusal(answer)[1] for answer in answers[:10]} == {"mfa_verification_failed"}
    assert parse_refusal(answers[10])[:2] == (429, "mfa_recovery_codes_locked")
