"""Tokens: the key set, every kind of forgery, and replaced keys."""

import base64
import hmac
import json
import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import httpx
import jwt
import psycopg
import pytest
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from jwt.algorithms import ECAlgorithm

from tapis.gateway.database import Database
from tapis.gateway.tokens.keyring import load_keyring
from tapis.gateway.tokens.signing_keys import ensure_keys
from tests.auth.conftest import auth_client, checksum_accounts, parse_refusal, wait_until
from tests.conftest import Account, Shop


@pytest.fixture
def tom(shop: Shop) -> Account:
    return shop.account("talent")


def fetch_private_key(shop: Shop, purpose: str = "session") -> tuple[str, ec.EllipticCurvePrivateKey]:
    """A private key that only the database and the gateway know, for forging tokens."""
    ((kid, jwk),) = shop.sql(
        "select kid, private_jwk from auth.signing_keys where purpose = %s and accepted_until is null"
        " order by signs_from limit 1",
        purpose,
    )
    key = ECAlgorithm(ECAlgorithm.SHA256).from_jwk(jwk)
    assert isinstance(key, ec.EllipticCurvePrivateKey)
    return kid, key


def resign_token(shop: Shop, tom: Account, purpose: str = "session", **changes: Any) -> str:
    """Tom's token with changed claims, signed with one of the shop's keys; None removes a claim."""
    claims = jwt.decode(tom.token, options={"verify_signature": False}) | changes
    kid, key = fetch_private_key(shop, purpose)
    kept = {name: value for name, value in claims.items() if value is not None}
    return sign_token({"alg": "ES256", "typ": "JWT", "kid": kid}, kept, key)


def sign_token(header: dict[str, Any], claims: Any, key: ec.EllipticCurvePrivateKey) -> str:
    """A compact JWT of any header and claims, with a valid signature."""
    body = f"{_encoded(header)}.{_encoded(claims)}"
    r, s = decode_dss_signature(key.sign(body.encode(), ec.ECDSA(hashes.SHA256())))
    return f"{body}.{_base64(r.to_bytes(32) + s.to_bytes(32))}"


def _encoded(value: Any) -> str:
    return _base64(value if isinstance(value, bytes) else json.dumps(value).encode())


def _base64(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def test_A14_the_key_set_is_public_and_verifies_toms_token(shop: Shop, tom: Account) -> None:
    answer = httpx.get(f"{shop.url}/auth/v1/.well-known/jwks.json")
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "public, max-age=600"
    keys = answer.json()["keys"]
    assert keys
    for key in keys:
        assert set(key) == {"kty", "crv", "x", "y", "kid", "alg", "use", "key_ops"}
        assert (key["kty"], key["crv"], key["alg"], key["use"]) == ("EC", "P-256", "ES256", "sig")
    kid = jwt.get_unverified_header(tom.token)["kid"]
    public = jwt.PyJWK(next(key for key in keys if key["kid"] == kid))
    claims = jwt.decode(tom.token, public, ["ES256"], audience="authenticated")
    assert claims["sub"] == tom.user_id


def test_A14_nobody_but_the_accounts_service_can_read_the_private_keys(shop: Shop) -> None:
    for role in ("anon", "authenticated", "service_role", "supabase_storage_admin", "authenticator"):
        for table in ("signing_keys", "api_keys", "users", "refresh_tokens", "sessions"):
            ((may,),) = shop.sql("select has_table_privilege(%s, %s, 'select')", role, f"auth.{table}")
            assert not may, f"{role} may read auth.{table}"


def test_A14_both_api_keys_are_tokens_of_the_form_that_clients_check(shop: Shop) -> None:
    for key, role in ((shop.anon_key, "anon"), (shop.service_key, "service_role")):
        claims = jwt.decode(key, options={"verify_signature": False})
        assert claims["role"] == role
        assert claims["exp"] > time.time() + 10 * 365 * 86_400


def test_A14_keys_are_made_once_however_often_they_are_asked_for(shop: Shop) -> None:
    before = checksum_accounts(shop)

    def create_keys(_: int) -> None:
        with psycopg.connect(shop.superuser, autocommit=True) as connection:
            ensure_keys(connection)

    with ThreadPoolExecutor(3) as pool:
        list(pool.map(create_keys, range(3)))
    assert checksum_accounts(shop) == before


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
    body = f"{_encoded({'alg': 'HS256', 'typ': 'JWT', 'kid': kid})}.{tom.token.split('.')[1]}"
    return f"{body}.{_base64(hmac.digest(secret, body.encode(), 'sha256'))}"


def omit_signature(alg: str) -> Forgery:
    def forge(shop: Shop, tom: Account) -> str:
        kid = fetch_private_key(shop)[0]
        return f"{_encoded({'alg': alg, 'typ': 'JWT', 'kid': kid})}.{tom.token.split('.')[1]}."

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


@pytest.mark.parametrize("name", FORGERIES)
def test_A14_a_forged_token_is_refused_everywhere_and_changes_nothing(
    shop: Shop, tom: Account, name: str
) -> None:
    before = checksum_accounts(shop)
    forged = FORGERIES[name](shop, tom).encode("latin-1")
    for service, expected in (("/auth/v1/user", 403), ("/rest/v1/transactions?select=*", 401)):
        headers = {b"apikey": shop.anon_key.encode(), b"Authorization": b"Bearer " + forged}
        answer = httpx.get(shop.url + service, headers=headers)
        assert answer.status_code == expected, answer.text
        assert tom.email not in answer.text
    assert checksum_accounts(shop) == before


@pytest.mark.parametrize("subject", ["", "x", "' or true --", 7, "65cc8dad-d330-4779-9f0c-4a1b6a1d2c3e0"])
def test_A14_a_subject_that_is_no_uuid_is_refused(shop: Shop, tom: Account, subject: object) -> None:
    with auth_client(shop, resign_token(shop, tom, sub=subject)) as client:
        expected = (400, "bad_jwt", "invalid claim: sub claim must be a UUID")
        assert parse_refusal(client.get("/user")) == expected


def test_A14_clocks_may_differ_by_half_a_minute(shop: Shop, tom: Account) -> None:
    with auth_client(shop, resign_token(shop, tom, exp=time.time() - 25)) as client:
        assert client.get("/user").status_code == 200


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    """A server that a token names and that must never be called."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        yield server


def test_A14_addresses_inside_a_token_are_never_called(
    shop: Shop, tom: Account, listener: socket.socket
) -> None:
    address = f"http://127.0.0.1:{listener.getsockname()[1]}/jwks.json"
    forged = sign_with_foreign_key(kid=None, jku=address, x5u=address)(shop, tom)
    with auth_client(shop, forged) as client:
        assert client.get("/user").status_code == 403
    with pytest.raises(BlockingIOError):
        listener.accept()


@pytest.mark.parametrize("header", [None, "", "Bearer", "Basic YTpi", "Bearer two words", "tom"])
def test_without_a_bearer_token_nobody_is_signed_in(shop: Shop, header: str | None) -> None:
    headers = {"apikey": shop.anon_key, "X-Supabase-Api-Version": "2024-01-01"}
    answer = httpx.get(
        f"{shop.url}/auth/v1/user",
        headers=headers if header is None else headers | {"Authorization": header},
    )
    expected = (401, "no_authorization", "This endpoint requires a valid Bearer token")
    assert parse_refusal(answer) == expected


def test_the_public_key_is_no_account(shop: Shop, visitor: httpx.Client) -> None:
    for key in (shop.anon_key, shop.service_key):
        with auth_client(shop, key) as client:
            expected = (403, "bad_jwt", "invalid claim: missing sub claim")
            assert parse_refusal(client.get("/user")) == expected
            assert parse_refusal(client.post("/logout")) == expected


def test_a_token_of_a_removed_account_is_refused(shop: Shop, tom: Account) -> None:
    with auth_client(shop, shop.service_key) as owner:
        assert owner.delete(f"/admin/users/{tom.user_id}").status_code == 200
    with auth_client(shop, tom.token) as client:
        expected = (403, "user_not_found", "User from sub claim in JWT does not exist")
        assert parse_refusal(client.get("/user")) == expected


def fetch_rest_status(shop: Shop, token: str) -> int:
    with shop.client(token) as client:
        return client.get("/rest/v1/transactions?select=uuid").status_code


def test_A11_after_signing_out_the_access_token_reads_no_rows_either(shop: Shop, tom: Account) -> None:
    assert fetch_rest_status(shop, tom.token) == 200
    with auth_client(shop, tom.token) as client:
        client.post("/logout")
    with shop.client(tom.token) as client:
        answer = client.get("/rest/v1/transactions?select=uuid")
    assert (answer.status_code, answer.json()["code"]) == (401, "PGRST303")


def test_A11_a_session_that_is_ended_in_the_database_is_refused_soon(shop: Shop, tom: Account) -> None:
    assert fetch_rest_status(shop, tom.token) == 200
    shop.sql("delete from auth.sessions where user_id = %s", tom.user_id)
    wait_until(lambda: fetch_rest_status(shop, tom.token) == 401)


def test_A11_every_server_of_a_database_is_notified_of_ended_sessions(shop: Shop, tom: Account) -> None:
    with psycopg.connect(shop.superuser, autocommit=True) as connection:
        connection.execute("listen tapis_keys")
        shop.sql("delete from auth.sessions where user_id = %s", tom.user_id)
        result = [received.channel for received in connection.notifies(timeout=5, stop_after=1)]
    assert result == ["tapis_keys"]


async def test_W5_tokens_that_carry_much_are_not_kept_in_memory(shop: Shop, tom: Account) -> None:
    async with Database(shop.authenticator, 1, 4) as database:
        keyring = await load_keyring(database)
        small, large = (
            keyring.sign_access_token({"sub": tom.user_id, "user_metadata": {"x": "y" * size}})
            for size in (10, 6000)
        )
        assert keyring.is_live(keyring.verify(large))
        assert keyring.verify(large)["sub"] == keyring.verify(small)["sub"] == tom.user_id
        assert [*keyring._verified_tokens] == [small]  # noqa: SLF001 – the rule is what is kept
