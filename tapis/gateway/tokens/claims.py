"""Validation of a token's claims, whichever key signed it."""

import time
from collections.abc import Mapping
from typing import Any
from uuid import UUID

import jwt

from tapis.gateway.tokens.signing_keys import ALGORITHM, ROLES, SigningKey

# Reason of a refusal → message.
TEXTS: Mapping[str, str] = {
    "empty": "Empty JWT is sent in Authorization header",
    "parts": "Expected 3 parts in JWT; got {}",
    "malformed": "JWT could not be read",
    "signature": "No suitable key or wrong key type",
    "expired": "JWT expired",
    "early": "JWT not yet valid",
    "issued_in_future": "JWT issued at future",
    "audience": "JWT not in audience",
    "issuer": "JWT not from this issuer",
    "role": "JWT carries a role that is not given here",
    "subject": "JWT carries no usable subject",
    "session": "JWT is of a session that has ended",
}

AUDIENCE = "authenticated"
SKEW_SECONDS = 30
MAX_TOKEN_LENGTH = 64_000  # characters
# The library verifies only the signature; the checks below give a reason for each refusal.
SIGNATURE_ONLY: Any = {
    "verify_signature": True,
    **dict.fromkeys(
        (f"verify_{claim}" for claim in ("sub", "jti", "exp", "nbf", "iat", "aud", "iss")), False
    ),
}


class TokenRefused(Exception):
    """An invalid token: `reason` for code, `text` for people. Never contains the token."""

    def __init__(self, reason: str, detail: object = "") -> None:
        self.reason = reason
        self.text = TEXTS[reason].format(detail)
        super().__init__(self.text)


def verify_token_signature(token: str, keys: Mapping[str, SigningKey]) -> tuple[SigningKey, dict[str, Any]]:
    """The claims of a token that one of `keys` signed, and that key. Raises TokenRefused."""
    if not token:
        raise TokenRefused("empty")
    if (parts := token.count(".") + 1) != 3:
        raise TokenRefused("parts", parts)
    if len(token) > MAX_TOKEN_LENGTH:
        raise TokenRefused("malformed")
    try:
        header = jwt.get_unverified_header(token)
        key = keys.get(str(header.get("kid")))
        if key is None or header.get("alg") != ALGORITHM:
            raise TokenRefused("signature")
        claims = jwt.decode(token, key.private.public_key(), [ALGORITHM], SIGNATURE_ONLY)
    except jwt.InvalidSignatureError as error:
        raise TokenRefused("signature") from error
    except (jwt.PyJWTError, ValueError, RecursionError) as error:
        raise TokenRefused("malformed") from error
    return key, claims


def check_role(key: SigningKey, claims: Mapping[str, Any]) -> None:
    """Each key is trusted for its own roles only."""
    role = claims.get("role")
    if not isinstance(role, str) or role not in ROLES[key.purpose]:
        raise TokenRefused("role")


def check_subject(claims: Mapping[str, Any], issuer: str) -> None:
    if claims.get("aud") != AUDIENCE:
        raise TokenRefused("audience")
    if claims.get("iss") != issuer:
        raise TokenRefused("issuer")
    try:
        UUID(claims["sub"])
    except (KeyError, ValueError, AttributeError, TypeError) as error:
        raise TokenRefused("subject") from error


def check_times(claims: Mapping[str, Any], grace: int = SKEW_SECONDS) -> None:
    """Check `exp` (required), `nbf` and `iat`, in unix seconds, with 30 s for clocks that disagree.

    `grace`: for how many of them the token is taken after `exp`.
    """
    times = [claims.get(name, None if name == "exp" else 0) for name in ("exp", "nbf", "iat")]
    if any(isinstance(moment, bool) or not isinstance(moment, (int, float)) for moment in times):
        raise TokenRefused("malformed")
    expires, not_before, issued = times
    now = time.time()
    # A NaN compares false to everything, so each condition states what must hold.
    if not expires > now - grace:
        raise TokenRefused("expired")
    if not not_before <= now + SKEW_SECONDS:
        raise TokenRefused("early")
    if not issued <= now + SKEW_SECONDS:
        raise TokenRefused("issued_in_future")
