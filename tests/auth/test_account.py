"""Tom looks after his account, and signs out."""

import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import httpx
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
from tests.auth.test_factors import add_verified_factor
from tests.conftest import Account, Shop
from tests.storage.conftest import make_object_name
from tests.storage.sample_images import photo

GONE = (403, "session_not_found", "Session from session_id claim in JWT does not exist")
UNKNOWN = (400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found")


@pytest.fixture
def tom(shop: Shop) -> Account:
    return shop.account("talent")


def test_tom_sees_himself(shop: Shop, tom: Account) -> None:
    with auth_client(shop, tom.token) as client:
        answer = client.get("/user")
    assert answer.status_code == 200
    assert answer.json() == tom.session["user"]
    assert answer.headers["cache-control"] == "no-store"


def test_tom_changes_single_keys_of_his_metadata(shop: Shop, tom: Account) -> None:
    with auth_client(shop, tom.token) as client:
        client.put("/user", json={"data": {"nick": "Tommy", "city": "Metro"}})
        answer = client.put("/user", json={"data": {"city": None, "tall": True}})
        metadata = answer.json()["user_metadata"]
        assert metadata.items() >= {"nick": "Tommy", "tall": True, "email_verified": True}.items()
        assert "city" not in metadata
        assert client.get("/user").json()["user_metadata"] == metadata


@pytest.mark.parametrize(
    "body",
    [
        {"data": {"role": "admin"}},
        {"data": {"role": None}},
        {"data": {"role": "leadership"}, "role": "service_role", "aud": "x", "is_super_admin": True},
        {"raw_app_meta_data": {"role": "admin"}, "user_metadata": {"role": "admin"}},
    ],
)  # fmt: skip
def test_A6_tom_cannot_raise_his_own_role(shop: Shop, tom: Account, body: dict[str, Any]) -> None:
    with auth_client(shop, tom.token) as client:
        user = client.put("/user", json=body).json()
    assert user["user_metadata"]["role"] == user["app_metadata"]["role"] == "talent"
    assert user["role"] == user["aud"] == "authenticated"
    assert shop.sql("select role from private.user_roles where user_id = %s", tom.user_id) == [("talent",)]


def test_A6_app_metadata_is_not_toms_to_change(shop: Shop, tom: Account) -> None:
    before = checksum_accounts(shop)
    with auth_client(shop, tom.token) as client:
        answer = client.put("/user", json={"app_metadata": {"role": "admin"}, "data": {"x": 1}})
    expected = (403, "not_admin", "Updating app_metadata requires admin privileges")
    assert parse_refusal(answer) == expected
    assert checksum_accounts(shop) == before


def test_a_new_password_ends_toms_other_sessions_and_keeps_this_one(
    shop: Shop, tom: Account, visitor: httpx.Client
) -> None:
    here = shop.sign_in(tom.email)
    with auth_client(shop, here["access_token"]) as client, auth_client(shop, tom.token) as elsewhere:
        assert elsewhere.get("/user").status_code == 200
        assert client.put("/user", json={"password": "benang-perak"}).status_code == 200
        assert parse_refusal(elsewhere.get("/user")) == GONE
        assert parse_refusal(refresh(visitor, tom.session["refresh_token"])) == UNKNOWN
        assert client.get("/user").status_code == 200
    assert refresh(visitor, here["refresh_token"]).status_code == 200
    assert sign_in(visitor, tom.email, "benang-perak").status_code == 200
    assert sign_in(visitor, tom.email, "kain-tapis-1976").status_code == 400


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"password": "12345"}, (422, "weak_password", "Password should be at least 6 characters.")),
        ({"password": "x" * 73}, (400, "validation_failed", "Password cannot be longer than 72 characters")),
        ({"password": "kain-tapis-1976"},
         (422, "same_password", "New password should be different from the old password.")),
        ({"email": "not an address"},
         (400, "validation_failed", "Unable to validate email address: invalid format")),
        ({"email": "tom.elsewhere@kain.id"},
         (422, "feature_disabled", "The email address of an account is changed by the owner of this site")),
        ({"phone": "+62811"}, (400, "phone_provider_disabled", "Phone signups are disabled")),
        ({"data": {"x": "y" * 9000}},
         (400, "validation_failed", "User metadata cannot be larger than 8 KB")),
    ],
)  # fmt: skip
def test_a_change_that_is_refused_changes_nothing(
    shop: Shop, tom: Account, body: dict[str, Any], expected: tuple[int, str, str]
) -> None:
    before = checksum_accounts(shop)
    with auth_client(shop, tom.token) as client:
        assert parse_refusal(client.put("/user", json=body)) == expected
    assert checksum_accounts(shop) == before


def test_A8_changing_an_address_is_refused_alike_for_known_and_unknown_ones_and_counted(
    shop: Shop, tom: Account, visitor: httpx.Client
) -> None:
    taken = make_email("lea")
    sign_up(visitor, taken)
    with auth_client(shop, tom.token) as client:
        known, unknown = (client.put("/user", json={"email": email}) for email in (taken, make_email()))
        assert parse_refusal(known) == parse_refusal(unknown)
        assert client.put("/user", json={"email": tom.email.upper()}).status_code == 200
        rest = [client.put("/user", json={"email": taken}).status_code for _ in range(28)]
        assert rest == [422] * 27 + [429]


@pytest.mark.parametrize("ago", ["16 minutes", "-1 hour"])  # put back since
def test_Y21_a_password_is_changed_after_a_recent_sign_in_or_with_the_current_one(
    shop: Shop, tom: Account, ago: str
) -> None:
    shop.sql(
        "update auth.mfa_amr_claims set updated_at = now() - %s::interval where session_id in"
        " (select id from auth.sessions where user_id = %s)",
        ago,
        tom.user_id,
    )
    old = {"current_password": "kain-tapis-1976"}
    with auth_client(shop, tom.token) as client:
        missing = client.put("/user", json={"password": "benang-perak"})
        assert parse_refusal(missing)[:2] == (400, "current_password_required")
        wrong = client.put("/user", json={"password": "benang-perak", "current_password": "a guess"})
        assert parse_refusal(wrong)[:2] == (400, "invalid_credentials")
        assert client.put("/user", json={"password": "benang-perak"} | old).status_code == 200


@pytest.mark.parametrize(("role", "status"), [("admin", 422), ("leadership", 422), ("talent", 200)])
def test_A8_a_common_password_is_refused_for_administrators_and_leaders(
    shop: Shop, role: str, status: int
) -> None:
    person = shop.account(role)
    with auth_client(shop, person.token) as client:
        answer = client.put("/user", json={"password": "Sunshine1"[:8].upper()})
        assert answer.status_code == status
    if status == 422:
        assert answer.json()["weak_password"] == {"reasons": ["pwned"]}


def count_sessions(shop: Shop, tom: Account) -> int:
    ((count,),) = shop.sql("select count(*)::int from auth.sessions where user_id = %s", tom.user_id)
    assert isinstance(count, int)
    return count


def test_A11_sign_out_here_ends_this_session_only(shop: Shop, tom: Account, visitor: httpx.Client) -> None:
    other = shop.sign_in(tom.email)
    with auth_client(shop, tom.token) as client:
        answer = client.post("/logout?scope=local")
        assert (answer.status_code, answer.content) == (204, b"")
        assert parse_refusal(client.get("/user")) == GONE
        assert parse_refusal(client.put("/user", json={"data": {"x": 1}})) == GONE
        assert parse_refusal(client.post("/logout")) == GONE
    assert parse_refusal(refresh(visitor, tom.session["refresh_token"])) == UNKNOWN
    assert refresh(visitor, other["refresh_token"]).status_code == 200
    assert count_sessions(shop, tom) == 1


@pytest.mark.parametrize("query", ["", "?scope=global", "?scope="])
def test_A11_sign_out_everywhere_ends_every_session(
    shop: Shop, tom: Account, visitor: httpx.Client, query: str
) -> None:
    other = shop.sign_in(tom.email)
    with auth_client(shop, tom.token) as client:
        assert client.post(f"/logout{query}").status_code == 204
    for session in (tom.session, other):
        assert parse_refusal(refresh(visitor, session["refresh_token"])) == UNKNOWN
    assert count_sessions(shop, tom) == 0


def test_A11_sign_out_elsewhere_keeps_this_session(shop: Shop, tom: Account, visitor: httpx.Client) -> None:
    other = shop.sign_in(tom.email)
    with auth_client(shop, tom.token) as client:
        assert client.post("/logout?scope=others").status_code == 204
        assert client.get("/user").status_code == 200
    assert parse_refusal(refresh(visitor, other["refresh_token"])) == UNKNOWN
    assert refresh(visitor, tom.session["refresh_token"]).status_code == 200


@pytest.mark.parametrize("scope", ["others", "global"])
def test_Y21_a_session_without_the_code_ends_none_in_which_it_was_entered(shop: Shop, scope: str) -> None:
    ada = shop.account("admin")
    session = add_verified_factor(shop, ada)[1]
    thief, another = shop.sign_in(ada.email), shop.sign_in(ada.email)
    with auth_client(shop, thief["access_token"]) as client:
        assert client.post(f"/logout?scope={scope}").status_code == 204
    with auth_client(shop, another["access_token"]) as client:
        assert parse_refusal(client.get("/user")) == GONE
    with auth_client(shop, session["access_token"]) as client:
        assert client.get("/user").status_code == 200
        assert client.post(f"/logout?scope={scope}").status_code == 204


WAITS = "select exists (select from pg_locks where not granted)"


def test_A11_a_session_that_ends_while_it_is_looked_up_is_refused(shop: Shop, tom: Account) -> None:
    with (
        auth_client(shop, tom.token) as client,
        ThreadPoolExecutor(1) as pool,
        psycopg.connect(shop.superuser) as owner,
    ):
        owner.execute("lock table auth.mfa_amr_claims")
        answer = pool.submit(client.get, "/user")
        wait_until(lambda: shop.sql(WAITS) == [(True,)])
        owner.execute("delete from auth.sessions where user_id = %s", [tom.user_id])
        owner.commit()
        assert parse_refusal(answer.result()) == GONE


def test_A11_an_unknown_scope_ends_nothing(shop: Shop, tom: Account) -> None:
    with auth_client(shop, tom.token) as client:
        answer = client.post("/logout?scope=foo")
    assert parse_refusal(answer) == (400, "validation_failed", 'Unsupported logout scope "foo"')
    assert count_sessions(shop, tom) == 1


def test_A11_metadata_that_tom_sends_all_at_once_stays_within_its_limit(shop: Shop, tom: Account) -> None:
    def send(number: int) -> int:
        with auth_client(shop, tom.token) as client:
            return client.put("/user", json={"data": {f"key-{number}": "x" * 3000}}).status_code

    with ThreadPoolExecutor(12) as pool:
        statuses = list(pool.map(send, range(12)))
    assert sorted(statuses) == [200] * 2 + [400] * 10
    ((size,),) = shop.sql(
        "select length(raw_user_meta_data::text) from auth.users where id = %s", tom.user_id
    )
    assert size < 8192


@contextmanager
def open_half_sent_request(shop: Shop, token: str, line: str, body: bytes) -> Iterator[Callable[[], bytes]]:
    """A request whose body stops after one byte; call the result to send the rest and get the status."""
    address = urlsplit(shop.url)
    mimetype = "application/json" if body.startswith(b"{") else "image/jpeg"
    headers = {"Host": address.netloc, "Content-Length": len(body), "Content-Type": mimetype}
    lines = [f"{line} HTTP/1.1", *(f"{k}: {v}" for k, v in (headers | shop.headers(token)).items())]
    with socket.create_connection((address.hostname, address.port), timeout=20) as connection:
        connection.sendall("\r\n".join([*lines, "", ""]).encode() + body[:1])
        time.sleep(1)  # by now the session was found valid

        def finish() -> bytes:
            connection.sendall(body[1:])
            return connection.recv(12)

        yield finish


@pytest.mark.parametrize(
    ("line", "body", "expected"),
    [
        ("PUT /auth/v1/user", b'{"password": "what the thief chose"}', b"HTTP/1.1 403"),
        ("POST /auth/v1/factors", b'{"factor_type": "totp"}', b"HTTP/1.1 403"),
        ("POST /rest/v1/rpc/delete_my_account", b"{}", b"HTTP/1.1 401"),
        (
            f"POST /storage/v1/object/tapis/{make_object_name('transactions/invoices')}",
            photo(),
            b"HTTP/1.1 400",
        ),
        ("DELETE /storage/v1/object/tapis", b'{"prefixes": ["transactions"]}', b"HTTP/1.1 400"),
    ],
    ids=["password", "authenticator", "account", "picture", "removal"],
)
def test_A11_a_request_that_is_under_way_does_nothing_once_its_session_has_ended(
    shop: Shop, tom: Account, line: str, body: bytes, expected: bytes
) -> None:
    """Otherwise a thief with a half-sent request could take the account over after Tom signed them out."""
    with open_half_sent_request(shop, tom.token, line, body) as finish:
        with auth_client(shop, shop.sign_in(tom.email)["access_token"]) as client:
            assert client.post("/logout?scope=global").status_code == 204
        before = checksum_accounts(shop), shop.sql("select count(*) from storage.objects")
        assert finish() == expected
    assert (checksum_accounts(shop), shop.sql("select count(*) from storage.objects")) == before


def test_Y21_no_recovery_codes_are_made_once_the_last_factor_has_gone(shop: Shop) -> None:
    """Else they would be asked for at every sign-in, with nothing that they stand in for."""
    ada = shop.account("admin")
    factor, session = add_verified_factor(shop, ada)
    line = "POST /auth/v1/factors/recovery-codes"
    with (
        open_half_sent_request(shop, session["access_token"], line, b"{}") as finish,
        auth_client(shop, session["access_token"]) as client,
    ):
        assert client.delete(f"/factors/{factor['id']}").status_code == 200
        assert finish() == b"HTTP/1.1 422"
    assert shop.sql("select id from auth.mfa_factors where user_id = %s", ada.user_id) == []


def test_Y21_recovery_codes_that_go_while_they_are_replaced_are_not_found(shop: Shop) -> None:
    ada = shop.account("admin")
    session = add_verified_factor(shop, ada)[1]
    with (
        auth_client(shop, session["access_token"]) as client,
        ThreadPoolExecutor(1) as pool,
        psycopg.connect(shop.superuser) as owner,
    ):
        assert client.post("/factors/recovery-codes", json={}).status_code == 200
        owner.execute("select from auth.users where id = %s for update", [ada.user_id])
        answer = pool.submit(client.post, "/factors/recovery-codes/regenerate")
        wait_until(lambda: shop.sql(WAITS) == [(True,)])
        owner.execute("delete from auth.mfa_factors where user_id = %s", [ada.user_id])
        owner.commit()
        assert parse_refusal(answer.result()) == (404, "mfa_factor_not_found", "Factor not found")
