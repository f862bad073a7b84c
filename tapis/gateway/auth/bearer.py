"""Who may pass: somebody signed in, or the holder of the service key."""

import re
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request

from tapis.gateway.auth import accounts, sessions
from tapis.gateway.context import Context
from tapis.gateway.database import Transaction
from tapis.gateway.errors import AuthRefusal
from tapis.gateway.tokens.claims import AUDIENCE, TokenRefused

BEARER = re.compile(r"bearer (\S+)", re.IGNORECASE)
SENTENCES = {
    "expired": "token has invalid claims: token is expired",
    "early": "token has invalid claims: token is not valid yet",
    "issued_in_future": "token has invalid claims: token used before issued",
    "signature": "signature is invalid",
    "parts": "token is malformed: token contains an invalid number of segments",
}


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A person whose token, account and session are all good."""

    person: accounts.Person
    session_id: str | None


def claims_of(context: Context, request: Request) -> dict[str, Any]:
    """The claims of the bearer token. Raises AuthRefusal: 401 without one, 403 if it is not believed."""
    bearer = BEARER.fullmatch(request.headers.get("authorization", ""))
    if bearer is None:
        raise AuthRefusal(401, "no_authorization", "This endpoint requires a valid Bearer token")
    try:
        return context.keyring.verify(bearer[1], ended_too=True)
    except TokenRefused as error:
        if error.reason == "subject":
            raise AuthRefusal(400, "bad_jwt", "invalid claim: sub claim must be a UUID") from error
        why = SENTENCES.get(error.reason, error.text)
        text = f"invalid JWT: unable to parse or verify signature, {why}"
        raise AuthRefusal(403, "bad_jwt", text) from error


async def signed_in(context: Context, request: Request, tx: Transaction) -> SignedIn:
    """The person who asks. Raises AuthRefusal when token, account or session is not good any more."""
    claims = claims_of(context, request)
    if "sub" not in claims:
        raise AuthRefusal(403, "bad_jwt", "invalid claim: missing sub claim")
    person = await accounts.find(tx, claims["sub"])
    if person is None:
        raise AuthRefusal(403, "user_not_found", "User from sub claim in JWT does not exist")
    session_id = claims.get("session_id")
    if session_id and not await sessions.is_alive(tx, session_id):
        raise AuthRefusal(403, "session_not_found", "Session from session_id claim in JWT does not exist")
    if person.banned:
        raise AuthRefusal(403, "user_banned", "User is banned")
    return SignedIn(person, session_id)


def demand_service_key(context: Context, request: Request) -> None:
    """Let only the service key pass. Raises AuthRefusal, 401 or 403."""
    if claims_of(context, request).get("role") != "service_role":
        raise AuthRefusal(403, "not_admin", "User not allowed")


def check_audience(request: Request, person: accounts.Person) -> None:
    """Refuse when the client asks for another audience than the person's."""
    asked = request.headers.get("x-jwt-aud", AUDIENCE)
    if asked != person.row["aud"]:
        raise AuthRefusal(400, "validation_failed", "Token audience doesn't match request audience")
