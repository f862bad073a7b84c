"""Identity: forged tokens, forged roles, and tokens that outlive a role or a session."""

import hmac
import socket
import time
from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import httpx
import jwt
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from jwt.algorithms import ECAlgorithm

from tests.attacks.conftest import Unchanged, Victim, assert_reveals_nothing
from tests.auth.conftest import auth_client, sign_up
from tests.auth.test_tokens import encode_base64, encode_part, fetch_private_key, resign_token, sign_token
from tests.conftest import Account, Shop
from tests.example_rows import OWNED, PUBLIC, row, row_with_files
from tests.storage.sample_images import photo

BAD_TOKEN = {"/auth/v1": (403,), "/rest/v1": (401,), "/storage/v1": (400, 401, 403)}


Forgery = Callable[[Shop, Account], str]
HOUR = 3600


def sign_with_public_key(shop: Shop, tom: Account) -> str:
    """Key confusion: the public key as the secret of HS256."""
    kid, key = fetch_private_key(shop)
    pem = key.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    return sign_hs256(tom, kid, pem)


def sign_with_anon_key(shop: Shop, tom: Account) -> str:
    return sign_hs256(tom, fetch_private_key(shop)[0], shop.anon_key.encode())


def sign_hs256(tom: Account, kid: str, secret: bytes) -> str:
    body = f"{encode_part({'alg': 'HS256', 'typ': 'JWT', 'kid': kid})}.{tom.token.split('.')[1]}"
    return f"{body}.{encode_base64(hmac.digest(secret, body.encode(), 'sha256'))}"


def omit_signature(alg: str) -> Forgery:
    def forge(shop: Shop, tom: Account) -> str:
        kid = fetch_private_key(shop)[0]
        return f"{encode_part({'alg': alg, 'typ': 'JWT', 'kid': kid})}.{tom.token.split('.')[1]}."

    return forge


def sign_with_foreign_key(**header: Any) -> Forgery:
    def forge(shop: Shop, tom: Account) -> str:
        own = {"alg": "ES256", "typ": "JWT", "kid": fetch_private_key(shop)[0]} | header
        claims = jwt.decode(tom.token, options={"verify_signature": False})
        return sign_token(own, claims, ec.generate_private_key(ec.SECP256R1()))

    return forge


def change_claims(purpose: str = "session", **changes: Any) -> Forgery:
    return lambda shop, tom: resign_token(shop, tom, purpose, **changes)


def replace_claims(claims: Any) -> Forgery:
    def forge(shop: Shop, _: Account) -> str:
        kid, key = fetch_private_key(shop)
        return sign_token({"alg": "ES256", "typ": "JWT", "kid": kid}, claims, key)

    return forge


FORGERIES: dict[str, Forgery] = {
    "alg none": omit_signature("none"),
    "alg None": omit_signature("None"),
    "alg ES256 without a signature": omit_signature("ES256"),
    "HS256 with the public key": sign_with_public_key,
    "HS256 with the anon key": sign_with_anon_key,
    "a stranger's key under our kid": sign_with_foreign_key(),
    "a stranger's key in jwk": sign_with_foreign_key(
        jwk=ECAlgorithm.to_jwk(ec.generate_private_key(ec.SECP256R1()).public_key(), as_dict=True)
    ),
    "unknown kid": sign_with_foreign_key(kid=str(uuid4())),
    "no kid": sign_with_foreign_key(kid=None),
    "kid that is a number": sign_with_foreign_key(kid=7),
    "kid that is a path": sign_with_foreign_key(kid="../../etc/passwd"),
    "kid that is SQL": sign_with_foreign_key(kid="' or true --"),
    "huge kid": sign_with_foreign_key(kid="k" * 20_000),
    "crit": sign_with_foreign_key(crit=["x"]),
    "another audience": change_claims(aud="anon"),
    "several audiences": change_claims(aud=["authenticated", "x"]),
    "no audience": change_claims(aud=None),
    "another issuer": change_claims(iss="https://evil.id/auth/v1"),
    "no issuer": change_claims(iss=None),
    "expired 31 s ago": lambda shop, tom: resign_token(shop, tom, exp=time.time() - 31),
    "no expiry": change_claims(exp=None),
    "expiry as text": change_claims(exp="9999999999"),
    "expiry that is no number": change_claims(exp=float("nan")),
    "expiry that is true": change_claims(exp=True),
    "not yet valid": lambda shop, tom: resign_token(shop, tom, nbf=time.time() + HOUR),
    "issued tomorrow": lambda shop, tom: resign_token(shop, tom, iat=time.time() + 24 * HOUR),
    "role service_role": change_claims(role="service_role"),
    "role postgres": change_claims(role="postgres"),
    "role supabase_auth_admin": change_claims(role="supabase_auth_admin"),
    "role anon with a person": change_claims(role="anon"),
    "no role": change_claims(role=None),
    "role that is a list": change_claims(role=["authenticated"]),
    "authenticated by the key of the API keys": change_claims("api"),
    "postgres by the key of the API keys": change_claims("api", role="postgres"),
    "claims that are a list": replace_claims([]),
    "claims that are a number": replace_claims(1),
    "claims that are no JSON": replace_claims(b"\xff\xfe{"),
    "claims a hundred thousand deep": replace_claims(b'{"a":' + b"[" * 20_000 + b"]" * 20_000 + b"}"),
    "two parts": lambda _, tom: tom.token.rpartition(".")[0],
    "four parts": lambda _, tom: tom.token + ".x",
    "a cut signature": lambda _, tom: tom.token[:-8],
    "not a token": lambda *_: "not-a-token",
    "a token with letters beyond ASCII": lambda _, tom: tom.token[:-2] + "\xe9\xe9",
}


def list_requests(sari: Victim) -> list[tuple[str, str, object]]:
    """What a forged admin, talent or service token would request first, from all three services."""
    return [
        ("GET", "/auth/v1/user", None),
        ("PUT", "/auth/v1/user", {"data": {"role": "admin"}, "password": "dicuri-1976"}),
        ("GET", "/auth/v1/admin/users", None),
        ("DELETE", f"/auth/v1/admin/users/{sari.user_id}", None),
        ("POST", "/auth/v1/logout", None),
        ("GET", "/rest/v1/transactions", None),
        ("GET", "/rest/v1/slides", None),
        ("POST", "/rest/v1/products", row("products", "")),
        ("PATCH", f"/rest/v1/transactions?uuid=eq.{sari.rows['transactions']}", {"status": "Finished"}),
        ("DELETE", "/rest/v1/products?uuid=not.is.null", None),
        ("POST", "/storage/v1/object/list/tapis", {"prefix": ""}),
        ("DELETE", "/storage/v1/object/tapis", {"prefixes": ["products/a.jpg"]}),
    ]


def assert_refused_everywhere(shop: Shop, sari: Victim, tom: Account, forge: Forgery) -> None:
    """Assert that each service refuses the token that is forged of Tom's in its own format."""
    token = forge(shop, tom)
    headers = [(b"apikey", shop.anon_key.encode()), (b"authorization", b"Bearer " + token.encode("latin-1"))]
    with httpx.Client(base_url=shop.url) as client:
        for method, path, body in list_requests(sari):
            answer = client.request(method, path, json=body, headers=headers)
            expected = next(statuses for place, statuses in BAD_TOKEN.items() if path.startswith(place))
            assert answer.status_code in expected, (method, path, answer.text)
            assert_reveals_nothing(answer, sari.email, tom.email)
        place = "/storage/v1/object/tapis/products/forged.jpg"
        stored = client.post(place, content=photo(), headers=[*headers, (b"content-type", b"image/jpeg")])
        assert stored.status_code in BAD_TOKEN["/storage/v1"]


def upload_picture(client: httpx.Client, place: str) -> httpx.Response:
    """Upload a picture."""
    return client.post(place, content=photo(), headers={"Content-Type": "image/jpeg"})


@pytest.fixture(scope="module")
def listener() -> Iterator[socket.socket]:
    """A server that tokens name and that must never be called."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        yield server


@pytest.mark.parametrize("name", FORGERIES)
def test_A14_identity_a_forged_token_does_nothing_at_any_service(
    shop: Shop, sari: Victim, toms_account: Account, unchanged: Unchanged, name: str
) -> None:
    with unchanged():
        assert_refused_everywhere(shop, sari, toms_account, FORGERIES[name])


@pytest.mark.parametrize("claim", ["jku", "x5u", "jwk_uri", "iss", "kid"])
def test_A14_identity_no_address_in_a_token_is_called(
    shop: Shop, sari: Victim, toms_account: Account, unchanged: Unchanged, listener: socket.socket, claim: str
) -> None:
    address = f"http://127.0.0.1:{listener.getsockname()[1]}/.well-known/jwks.json"
    headers: list[dict[str, Any]] = [{claim: address}, {"kid": None, claim: address}]
    forgeries = (
        [change_claims(iss=address)] if claim == "iss" else [sign_with_foreign_key(**h) for h in headers]
    )
    with unchanged():
        for forge in forgeries:
            assert_refused_everywhere(shop, sari, toms_account, forge)
    with pytest.raises(BlockingIOError):
        listener.accept()


@pytest.mark.parametrize(
    ("claim", "value"),
    [
        ("email", "ada@tapis.example"),
        ("app_metadata", {"role": "admin"}),
        ("user_metadata", {"role": "admin"}),
    ],
)
def test_identity_a_role_in_the_metadata_of_a_signed_token_is_not_trusted(
    shop: Shop, sari: Victim, toms_account: Account, unchanged: Unchanged, claim: str, value: Any
) -> None:
    """Signed with the shop's own key, as after a demotion: the row decides."""
    token = change_claims(**{claim: value})(shop, toms_account)
    with unchanged(), shop.client(token) as tom:
        assert tom.post("/rest/v1/products", json=row("products", "")).status_code == 403
        assert tom.delete("/rest/v1/products?uuid=not.is.null").status_code in (200, 204)
        for table in (*OWNED, "audit_log"):
            assert tom.get(f"/rest/v1/{table}").json() == []
        assert tom.get("/auth/v1/admin/users").status_code == 403


def test_identity_a_demoted_admin_has_a_talents_rights_at_once_with_the_token_she_has(
    shop: Shop, sari: Victim, unchanged: Unchanged
) -> None:
    ada = shop.account("admin")
    product = row_with_files(shop.sql, "products", "")
    with shop.client(ada.token) as client:
        assert client.post("/rest/v1/products", json=product).status_code == 201
        assert client.get("/rest/v1/transactions").json() != []
        shop.set_role(ada.user_id, "talent")
        with unchanged():
            for table in PUBLIC:
                assert client.post(f"/rest/v1/{table}", json=row(table, "")).status_code == 403
            path = f"/rest/v1/products?uuid=eq.{product['uuid']}"
            touched = {"Prefer": "return=representation"}
            assert client.patch(path, json={"price": 1}, headers=touched).json() == []
            assert client.delete(path, headers=touched).json() == []
            for table in (*OWNED, "audit_log"):
                assert client.get(f"/rest/v1/{table}").json() == []
            stored = upload_picture(client, "/storage/v1/object/tapis/products/late.jpg")
            assert stored.status_code in (400, 403)
            assert client.post("/storage/v1/object/list/tapis", json={"prefix": ""}).json() == []
    shop.sql("delete from public.products where uuid = %s", product["uuid"])


def test_identity_after_signing_out_the_token_stores_and_lists_no_files_either(shop: Shop) -> None:
    tom = shop.account("talent")
    place = "/storage/v1/object/tapis/transactions/invoices"
    with shop.client(tom.token) as client:
        assert upload_picture(client, f"{place}/before-{time.time_ns()}.jpg").status_code == 200
        assert client.post("/auth/v1/logout").status_code == 204
        assert upload_picture(client, f"{place}/after.jpg").status_code in (400, 401, 403)
        assert client.post("/storage/v1/object/list/tapis", json={"prefix": ""}).status_code != 200


# Where a role could be smuggled in beside address and password.
SMUGGLED = (
    {"role": "admin"},
    {"ROLE": "service_role", "aud": "x"},
    {"app_metadata": {"role": "admin"}},
    {"raw_app_meta_data": {"role": "admin"}},
    {"data": {"role": "admin"}},
    {"data": {"role": "leadership", "app_metadata": {"role": "admin"}}},
    {"user_metadata": {"role": "leadership"}},
    {"role": "service_role", "is_super_admin": True, "email_confirm": True, "banned_until": None},
    {"data": {"role": ["admin"]}, "Data": {"role": "admin"}},
    {"data": {"ROLE": "admin", "role": ["admin"]}},
)


@pytest.mark.parametrize("extra", SMUGGLED, ids=str)
def test_A6_identity_anna_signs_up_as_a_talent_and_her_first_token_opens_no_more(
    shop: Shop, sari: Victim, unchanged: Unchanged, extra: dict[str, Any]
) -> None:
    with auth_client(shop) as visitor:
        session = sign_up(visitor, f"anna-{time.time_ns()}@kain.id", **extra).json()
    user = session["user"]
    assert shop.sql("select role from private.user_roles where user_id = %s", user["id"]) == [("talent",)]
    assert user["app_metadata"]["role"] == user["user_metadata"]["role"] == "talent"
    assert user["role"] == user["aud"] == "authenticated"
    stored = shop.sql("select role, is_super_admin from auth.users where id = %s", user["id"])
    assert stored == [("authenticated", False)]
    with unchanged(), shop.client(session["access_token"]) as anna:
        assert anna.post("/rest/v1/products", json=row("products", "")).status_code == 403
        assert anna.get("/rest/v1/audition_registrations").json() == []
        assert anna.get("/auth/v1/admin/users").status_code == 403
