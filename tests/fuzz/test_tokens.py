"""Forged tokens: any change makes a token invalid."""

import json
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st
from jwt.utils import base64url_decode as unpacked
from jwt.utils import base64url_encode

from tests.fuzz.conftest import PARSER_SETTINGS, FuzzTarget
from tests.fuzz.generators import ANY_HEADER, JSON

CLAIMS = st.sampled_from(
    ["role", "sub", "aud", "iss", "exp", "iat", "nbf", "session_id", "app_metadata", "amr"]
)
FORGED = st.dictionaries(
    CLAIMS,
    st.sampled_from(["service_role", "postgres", "admin", 0, 2**63, -1, 1e308, None, True]) | JSON,
    max_size=3,
)
HEADS = st.dictionaries(
    st.sampled_from(["alg", "kid", "typ", "jku", "jwk", "x5u", "crit", "b64", "zip"]),
    st.sampled_from(["none", "None", "HS256", "ES256", "RS256", "../../etc/passwd", "http://evil.example/"])
    | JSON,
    max_size=3,
)


def packed(value: Any) -> str:
    """JSON as a part of a token."""
    return base64url_encode(json.dumps(value).encode()).decode()


def is_accepted(target: FuzzTarget, authorization: str) -> bool:
    """Whether the token gives access to an account or orders; otherwise 401 or 403."""
    headers = {b"Authorization": authorization.encode("latin-1")}
    person = target.clients["anna"].get("/auth/v1/user", headers=headers)
    orders = target.clients["anna"].get("/rest/v1/transactions?select=uuid", headers=headers)
    assert {person.status_code, orders.status_code} <= {200, 401, 403}
    return 200 in (person.status_code, orders.status_code)


@PARSER_SETTINGS
@given(
    head=HEADS,
    claims=FORGED,
    signature=st.sampled_from(["kept", "none", "cut", "flipped"]) | st.binary(max_size=80),
)
def test_A5_a_token_with_any_change_is_refused(
    target: FuzzTarget, head: dict[str, Any], claims: dict[str, Any], signature: str | bytes
) -> None:
    genuine = target.clients["tom"].headers["authorization"].removeprefix("Bearer ")
    first, second, third = genuine.split(".")
    bits = unpacked(third)
    kinds = {"kept": bits, "none": b"", "cut": bits[:-1], "flipped": bytes([bits[0] ^ 1]) + bits[1:]}
    changed = kinds[signature] if isinstance(signature, str) else signature
    forged_head, forged_claims = json.loads(unpacked(first)) | head, json.loads(unpacked(second)) | claims
    token = f"{packed(forged_head)}.{packed(forged_claims)}.{base64url_encode(changed).decode()}"
    assume([unpacked(part) for part in token.split(".")] != [unpacked(part) for part in genuine.split(".")])
    assert not is_accepted(target, f"Bearer {token}")


@PARSER_SETTINGS
@given(
    text=ANY_HEADER,
    cut=st.integers(0, 400),
    prefix=st.sampled_from(["", "Bearer ", "bearer ", "Basic ", "Bearer  "]),
)
def test_A5_a_truncated_token_is_refused(target: FuzzTarget, text: str, cut: int, prefix: str) -> None:
    genuine = target.clients["tom"].headers["authorization"].removeprefix("Bearer ")
    for token in (genuine[:cut] + text, text + genuine[cut:], text):
        if token.strip() and token not in genuine and genuine not in token:
            assert not is_accepted(target, (prefix + token).strip())


def test_A5_the_genuine_token_lets_tom_in(target: FuzzTarget) -> None:
    assert is_accepted(target, target.clients["tom"].headers["authorization"])
