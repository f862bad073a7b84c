"""Requests that make no sense: refused as the protocol says, never with a failure, and nothing is stored."""

import httpx
import pytest

from tests.auth.conftest import auth_client, checksum_accounts, make_email, parse_refusal, sign_up
from tests.conftest import Shop

ENDPOINTS = [
    ("POST", "/signup"),
    ("POST", "/token?grant_type=password"),
    ("POST", "/token?grant_type=refresh_token"),
    ("POST", "/recover"),
    ("POST", "/verify"),
]
MALFORMED = {
    "nothing": b"",
    "not JSON": b"email=anna",
    "half of it": b'{"email": "anna@kain.id"',
    "a list": b"[]",
    "a number": b"7",
    "null": b"null",
    "email as a number": b'{"email": 7, "refresh_token": 7, "type": 7}',
    "email as a list": b'{"email": ["a"], "refresh_token": [], "type": []}',
    "email as an object": b'{"email": {}, "refresh_token": {}, "type": {}}',
    "NUL": b'{"email": "a\\u0000@kain.id", "password": "benang-emas"}',
    "not UTF-8": b'{"email": "\xff\xfe"}',
    "NaN": b'{"email": NaN}',
    "Infinity": b'{"x": 1e999}',
    "thirty thousand deep": b"[" * 30_000 + b"]" * 30_000,
    "objects without end": b'{"data":' * 8_000,
}


@pytest.mark.parametrize(("method", "path"), ENDPOINTS)
@pytest.mark.parametrize("name", MALFORMED)
def test_A8_a_malformed_body_is_refused_at_once(
    shop: Shop, visitor: httpx.Client, method: str, path: str, name: str
) -> None:
    before = checksum_accounts(shop)
    status, code, message = parse_refusal(visitor.request(method, path, content=MALFORMED[name]))
    assert (status, code) == (400, "bad_json")
    assert message.startswith("Could not parse request body as JSON: ")
    assert checksum_accounts(shop) == before


@pytest.mark.parametrize("deep", [b"[" * 500 + b"]" * 500, b'{"a":' * 300 + b"1" + b"}" * 300])
def test_A8_data_of_some_depth_is_stored_or_refused_but_never_breaks(
    visitor: httpx.Client, deep: bytes
) -> None:
    body = b'{"email": "%s", "password": "benang-emas", "data": {"x": %s}}' % (make_email().encode(), deep)
    assert visitor.post("/signup", content=body).status_code in {200, 400}


def test_A8_keys_count_in_any_letter_case_and_unknown_ones_are_ignored(visitor: httpx.Client) -> None:
    body = {"EMAIL": make_email(), "Password": "benang-emas", "gotrue_meta_security": {}, "nonsense": [1]}
    assert visitor.post("/signup", json=body).status_code == 200


def test_A8_half_a_surrogate_pair_is_refused_wherever_it_is(shop: Shop, visitor: httpx.Client) -> None:
    tom = shop.account("talent")
    before = checksum_accounts(shop)
    expected = (400, "bad_json", "Could not parse request body as JSON: a string holds half a surrogate pair")
    with auth_client(shop, tom.token) as client:
        assert parse_refusal(client.put("/user", content=b'{"data": {"nick": "\\ud800x"}}')) == expected
        assert parse_refusal(client.put("/user", content=b'{"data": {"\\udfff": [1]}}')) == expected
    assert parse_refusal(sign_up(visitor, make_email(), "\udfff" * 6)) == expected
    assert parse_refusal(visitor.post("/recover", content=b'{"email": "\\ud800@kain.id"}')) == expected
    assert checksum_accounts(shop) == before


def test_A8_more_than_64_kibibytes_are_not_read(shop: Shop, visitor: httpx.Client) -> None:
    before = checksum_accounts(shop)
    answer = visitor.post("/signup", content=b" " * (64 * 1024 + 1))
    assert parse_refusal(answer)[:2] == (413, "request_entity_too_large")
    assert checksum_accounts(shop) == before


@pytest.mark.parametrize(
    "path",
    [
        "/otp", "/magiclink", "/invite", "/authorize?provider=google", "/callback",
        "/passkeys", "/sso", "/sso/saml/acs", "/reauthenticate", "/admin/generate_link",
    ],
)  # fmt: skip
@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE"])
def test_A8_what_is_left_out_says_so(visitor: httpx.Client, method: str, path: str) -> None:
    answer = parse_refusal(visitor.request(method, path))
    assert answer[:2] == (404, "not_found")
    assert answer[2].endswith("not found")


@pytest.mark.parametrize(("method", "path"), [("GET", "/nonsense"), ("DELETE", "/user"), ("GET", "/signup")])
def test_A8_other_addresses_answer_with_an_error_that_clients_can_read(
    visitor: httpx.Client, method: str, path: str
) -> None:
    answer = visitor.request(method, path)
    assert answer.status_code in {404, 405}
    assert answer.json()["message"]


@pytest.mark.parametrize("path", ["/signup", "/token", "/user", "/settings", "/admin/users"])
def test_A14_without_a_key_nothing_answers(shop: Shop, path: str) -> None:
    answer = httpx.post(f"{shop.url}/auth/v1{path}", json={})
    assert answer.status_code == 401
    assert answer.json()["message"] == "No API key found in request"


def test_A14_the_service_reports_its_health_and_settings(visitor: httpx.Client) -> None:
    result = visitor.get("/health").json()
    assert set(result) == {"version", "name", "description"}
    external = visitor.get("/settings").json()["external"]
    assert [way for way, offered in external.items() if offered] == ["email"]
