"""Tokens: the key set, claims, and ended sessions; forged ones are in tests/attacks/test_identity.py."""

import base64
import json
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import jwt
import psycopg
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from jwt.algorithms import ECAlgorithm

from tapis.gateway.database import Database
from tapis.gateway.tokens.signing_keys import ensure_keys
from tests.auth.conftest import auth_client, checksum_accounts, parse_refusal, wait_until
from tests.conftest import Account, Shop
from tests.lone_gateway import read_keyring


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
    body = f"{encode_part(header)}.{encode_part(claims)}"
    r, s = decode_dss_signature(key.sign(body.encode(), ec.ECDSA(hashes.SHA256())))
    return f"{body}.{encode_base64(r.to_bytes(32) + s.to_bytes(32))}"


def encode_part(value: Any) -> str:
    return encode_base64(value if isinstance(value, bytes) else json.dumps(value).encode())


def encode_base64(raw: bytes) -> str:
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


@pytest.mark.parametrize("subject", ["", "x", "' or true --", 7, "65cc8dad-d330-4779-9f0c-4a1b6a1d2c3e0"])
def test_A14_a_subject_that_is_no_uuid_is_refused(shop: Shop, tom: Account, subject: object) -> None:
    with auth_client(shop, resign_token(shop, tom, sub=subject)) as client:
        expected = (400, "bad_jwt", "invalid claim: sub claim must be a UUID")
        assert parse_refusal(client.get("/user")) == expected


def test_A14_a_token_for_another_audience_than_asked_for_is_refused(shop: Shop, tom: Account) -> None:
    with auth_client(shop, tom.token) as client:
        expected = (400, "validation_failed", "Token audience doesn't match request audience")
        assert parse_refusal(client.get("/user", headers={"x-jwt-aud": "somebody"})) == expected


def test_A14_clocks_may_differ_by_half_a_minute(shop: Shop, tom: Account) -> None:
    with auth_client(shop, resign_token(shop, tom, exp=time.time() - 25)) as client:
        assert client.get("/user").status_code == 200


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
        keyring = await read_keyring(database)
        small, large = (
            keyring.sign_access_token({"sub": tom.user_id, "user_metadata": {"x": "y" * size}}, 3600)
            for size in (10, 6000)
        )
        assert keyring.is_live(keyring.verify(large))
        assert keyring.verify(large)["sub"] == keyring.verify(small)["sub"] == tom.user_id
        assert [*keyring._verified_tokens] == [small]  # noqa: SLF001 – the rule is what is kept
    with auth_client(shop, small) as client:
        without_session = client.get("/user")
    assert without_session.json()["code"] == "session_not_found"
