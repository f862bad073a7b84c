"""The shop's owner, with the service key, looks after accounts; nobody else does."""

from typing import Any
from uuid import uuid4

import httpx
import pytest

from tests.auth.conftest import (
    auth_client,
    checksum_accounts,
    make_email,
    parse_refusal,
    refresh,
    sign_in,
    sign_up,
)
from tests.conftest import ROLES, Shop

NOT_ADMIN = (403, "not_admin", "User not allowed")
EXISTS = (422, "email_exists", "A user with this email address has already been registered")
NOT_FOUND = (404, "user_not_found", "User not found")


@pytest.fixture
def owner(shop: Shop) -> Any:
    with auth_client(shop, shop.service_key) as client:
        yield client


def list_admin_calls(user_id: str) -> list[tuple[str, str, dict[str, Any] | None]]:
    """All calls that require the service key."""
    person = f"/admin/users/{user_id}"
    return [
        ("GET", "/admin/users", None),
        ("POST", "/admin/users", {"email": "evil@kain.id", "password": "benang-emas"}),
        ("GET", person, None),
        ("PUT", person, {"password": "taken-over", "app_metadata": {"role": "admin"}}),
        ("DELETE", person, {"should_soft_delete": False}),
    ]


@pytest.mark.parametrize("role", ["anon", *ROLES])
def test_R1_no_token_of_a_browser_reaches_the_accounts_of_others(shop: Shop, role: str) -> None:
    victim = shop.persona("admin")
    token = shop.anon_key if role == "anon" else shop.token(role)
    before = checksum_accounts(shop)
    with auth_client(shop, token) as client:
        for method, path, body in list_admin_calls(victim.user_id):
            answer = client.request(method, path, json=body)
            assert parse_refusal(answer) == NOT_ADMIN
            assert "@" not in answer.text
    assert checksum_accounts(shop) == before


def test_R1_without_any_token_the_list_is_closed_too(shop: Shop) -> None:
    answer = httpx.get(f"{shop.url}/auth/v1/admin/users", headers={"apikey": shop.service_key})
    assert answer.status_code == 401
    assert answer.json()["error_code"] == "no_authorization"


def test_the_owner_makes_an_account_that_can_sign_in(owner: httpx.Client, visitor: httpx.Client) -> None:
    email = make_email("lea")
    body = {"email": email, "password": "abc", "email_confirm": True, "user_metadata": {"nick": "Lea"}}
    answer = owner.post("/admin/users", json=body)
    assert answer.status_code == 200
    user = answer.json()
    assert user["user_metadata"] == {"nick": "Lea", "email_verified": True, "role": "talent"}
    assert owner.get(f"/admin/users/{user['id']}").json() == user
    assert sign_in(visitor, email, "abc").json()["user"]["id"] == user["id"]


def test_the_owner_may_choose_the_uuid_and_use_an_address_without_mail(owner: httpx.Client) -> None:
    user_id = str(uuid4())
    user = owner.post("/admin/users", json={"id": user_id, "email": f"{user_id}@kain.test"}).json()
    assert user["id"] == user_id
    assert "email_confirmed_at" not in user


def test_A6_not_even_the_service_key_raises_a_role(shop: Shop, owner: httpx.Client) -> None:
    body = {"email": make_email(), "app_metadata": {"role": "admin"}, "user_metadata": {"role": "admin"}}
    user = owner.post("/admin/users", json=body).json()
    changed = owner.put(f"/admin/users/{user['id']}", json=body | {"email": ""}).json()
    for result in (user, changed):
        assert result["app_metadata"]["role"] == result["user_metadata"]["role"] == "talent"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"password": "benang-emas"},
         (400, "validation_failed", "Cannot create a user without either an email or phone")),
        ({"email": "nonsense"},
         (400, "validation_failed", "Unable to validate email address: invalid format")),
        ({"email": "a@kain.id", "role": "service_role"},
         (400, "validation_failed", "Accounts have role and audience authenticated")),
        ({"email": "a@kain.id", "id": "7"}, (404, "validation_failed", "user_id must be an UUID")),
        ({"email": "a@kain.id", "password_hash": "plain"},
         (400, "validation_failed", "Password hash must be argon2id or bcrypt")),
        ({"email": "a@kain.id", "ban_duration": "soon"},
         (400, "validation_failed", "invalid format for ban duration: soon")),
    ],
)  # fmt: skip
def test_an_account_that_makes_no_sense_is_refused(
    shop: Shop, owner: httpx.Client, body: dict[str, Any], expected: tuple[int, str, str]
) -> None:
    before = checksum_accounts(shop)
    assert parse_refusal(owner.post("/admin/users", json=body)) == expected
    assert checksum_accounts(shop) == before


def test_an_address_belongs_to_one_account_only(owner: httpx.Client, visitor: httpx.Client) -> None:
    taken, free = make_email(), make_email()
    sign_up(visitor, taken)
    assert parse_refusal(owner.post("/admin/users", json={"email": taken.upper()})) == EXISTS
    user = owner.post("/admin/users", json={"email": free}).json()
    assert parse_refusal(owner.put(f"/admin/users/{user['id']}", json={"email": taken})) == EXISTS


def test_the_owner_changes_address_metadata_and_password(
    shop: Shop, owner: httpx.Client, visitor: httpx.Client
) -> None:
    session = sign_up(visitor, make_email()).json()
    email, path = make_email(), f"/admin/users/{session['user']['id']}"
    body = {"email": email, "password": "new-one", "user_metadata": {"nick": "A"}, "app_metadata": {"x": 1}}
    user = owner.put(path, json=body).json()
    assert user["email"] == user["identities"][0]["email"] == email
    assert user["user_metadata"]["nick"] == "A"
    assert user["app_metadata"].items() >= {"x": 1, "provider": "email", "role": "talent"}.items()
    with auth_client(shop, session["access_token"]) as client:
        assert parse_refusal(client.get("/user"))[1] == "session_not_found"
    assert sign_in(visitor, email, "new-one").status_code == 200


def test_A11_a_ban_ends_all_access_at_once_until_it_is_lifted(
    shop: Shop, owner: httpx.Client, visitor: httpx.Client
) -> None:
    email = make_email()
    session = sign_up(visitor, email).json()
    path = f"/admin/users/{session['user']['id']}"
    with shop.client(session["access_token"]) as tom:
        assert tom.get("/rest/v1/transactions").status_code == 200
        assert "banned_until" in owner.put(path, json={"ban_duration": "1h30m"}).json()
        assert tom.get("/rest/v1/transactions").status_code == 401
        assert tom.post("/storage/v1/object/list/tapis", json={"prefix": ""}).status_code in {400, 401, 403}
    with auth_client(shop, session["access_token"]) as client:
        assert parse_refusal(client.get("/user")) == (403, "user_banned", "User is banned")
    assert refresh(visitor, session["refresh_token"]).status_code == 400
    assert "banned_until" not in owner.put(path, json={"ban_duration": "none"}).json()
    assert sign_in(visitor, email).status_code == 200


def test_A11_a_changed_address_ends_sessions_and_every_link_that_was_sent_to_the_old_one(
    shop: Shop, owner: httpx.Client
) -> None:
    tom, link = shop.account("talent"), "a-link-in-a-mailbox-that-tom-has-left"
    shop.sql(
        "update auth.users set recovery_token = encode(sha256(%s), 'hex'), recovery_sent_at = now()"
        " where id = %s",
        link.encode(),
        tom.user_id,
    )
    with shop.client(tom.token) as client:
        unchanged = owner.put(f"/admin/users/{tom.user_id}", json={"email": tom.email})
        assert (unchanged.status_code, client.get("/rest/v1/transactions").status_code) == (200, 200)
        owner.put(f"/admin/users/{tom.user_id}", json={"email": make_email("tom")})
        assert client.get("/rest/v1/transactions").status_code == 401
        followed = client.post("/auth/v1/verify", json={"type": "recovery", "token_hash": link})
        assert followed.status_code == 403
    assert shop.sql("select count(*)::int from auth.sessions where user_id = %s", tom.user_id) == [(0,)]


def test_A8_the_service_key_gives_no_administrator_a_common_password(shop: Shop, owner: httpx.Client) -> None:
    path = f"/admin/users/{shop.account('admin').user_id}"
    assert parse_refusal(owner.put(path, json={"password": "iloveyou"}))[:2] == (422, "weak_password")


def test_a_removed_account_is_gone(shop: Shop, owner: httpx.Client, visitor: httpx.Client) -> None:
    email = make_email()
    user = sign_up(visitor, email).json()["user"]
    path = f"/admin/users/{user['id']}"
    assert (
        parse_refusal(owner.request("DELETE", path, json={"should_soft_delete": True}))[1]
        == "feature_disabled"
    )
    answer = owner.request("DELETE", path, json={"should_soft_delete": False})
    assert (answer.status_code, answer.json()) == (200, {})
    assert parse_refusal(owner.get(path)) == NOT_FOUND
    assert parse_refusal(owner.delete(path)) == NOT_FOUND
    assert parse_refusal(owner.put(path, json={"password": "x"})) == NOT_FOUND
    assert shop.sql("select count(*) from auth.identities where user_id = %s", user["id"]) == [(0,)]
    assert sign_up(visitor, email).status_code == 200


def test_an_id_that_is_no_uuid_has_an_error_of_its_own(owner: httpx.Client) -> None:
    expected = (404, "validation_failed", "user_id must be an UUID")
    assert parse_refusal(owner.get("/admin/users/7")) == expected


def test_the_list_is_newest_first_with_links_to_its_pages(shop: Shop, owner: httpx.Client) -> None:
    made = [owner.post("/admin/users", json={"email": make_email()}).json()["id"] for _ in range(3)]
    first = owner.get("/admin/users?page=&per_page=2")
    assert first.json()["aud"] == "authenticated"
    assert [user["id"] for user in first.json()["users"]] == made[:0:-1]
    ((total,),) = shop.sql("select count(*)::int from auth.users")
    last = -(-total // 2)
    assert first.headers["x-total-count"] == str(total)
    here = f"{shop.url}/auth/v1/admin/users"
    assert first.headers["link"] == (
        f'<{here}?page=2&per_page=2>; rel="next", <{here}?page={last}&per_page=2>; rel="last"'
    )
    end = owner.get(f"/admin/users?page={last}&per_page=2")
    assert 'rel="next"' not in end.headers["link"]
    assert owner.get(f"/admin/users?page={last + 1}&per_page=2").json()["users"] == []


@pytest.mark.parametrize("query", ["page=x", "page=-1", "page=0", "per_page=1.5", "page=9" * 20, "page=²"])
def test_pages_that_make_no_sense_are_refused(owner: httpx.Client, query: str) -> None:
    answer = owner.get(f"/admin/users?{query}")
    status, code, message = parse_refusal(answer)
    assert (status, code) == (400, "validation_failed")
    assert message.startswith("Bad Pagination Parameters: ")
