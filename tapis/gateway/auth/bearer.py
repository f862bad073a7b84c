"""Authentication of a request: by a signed-in account, or by the service key."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request

from tapis.gateway.auth import accounts, sessions
from tapis.gateway.auth.accounts import Account
from tapis.gateway.auth.sessions import Session
from tapis.gateway.context import Context
from tapis.gateway.database import AUTH_SERVICE, Transaction
from tapis.gateway.errors import AuthRefusal
from tapis.gateway.security_log import account_of_request
from tapis.gateway.tokens.claims import TokenRefused

BEARER = re.compile(r"bearer (\S+)", re.IGNORECASE)
RECENT_SECONDS = 15 * 60  # as in db/functions/recent_sign_in.sql: tests/database/test_second_factor.py


@dataclass(frozen=True, slots=True)
class SignedInCaller:
    """A caller whose token, account and session are all valid."""

    account: Account
    session: Session

    @property
    def has_aal2(self) -> bool:
        return self.session.aal == "aal2"

    @property
    def signed_in_recently(self) -> bool:
        return self.session.authenticated_within(RECENT_SECONDS)


def _require_bearer_claims(context: Context, request: Request) -> dict[str, Any]:
    """The claims of the bearer token. Raises AuthRefusal: 401 without one, 403 if it is invalid."""
    bearer = BEARER.fullmatch(request.headers.get("authorization", ""))
    if bearer is None:
        raise AuthRefusal(401, "no_authorization", "This endpoint requires a valid Bearer token")
    try:
        claims = context.keyring.verify(bearer[1], allow_ended=True)
    except TokenRefused as error:
        if error.reason == "subject":
            raise AuthRefusal(400, "bad_jwt", "invalid claim: sub claim must be a UUID") from error
        text = f"invalid JWT: unable to parse or verify signature, {error.text}"
        raise AuthRefusal(403, "bad_jwt", text) from error
    account_of_request.set(claims.get("sub"))
    return claims


async def require_signed_in(context: Context, request: Request, tx: Transaction) -> SignedInCaller:
    claims = _require_bearer_claims(context, request)
    if "sub" not in claims:
        raise AuthRefusal(403, "bad_jwt", "invalid claim: missing sub claim")
    account = await accounts.find(tx, claims["sub"])
    if account is None:
        raise AuthRefusal(403, "user_not_found", "User from sub claim in JWT does not exist")
    if account.banned:
        raise AuthRefusal(403, "user_banned", "User is banned")
    session_id = claims.get("session_id")
    session = await sessions.find_live(tx, session_id) if session_id else None
    if session is None:
        raise AuthRefusal(403, "session_not_found", "Session from session_id claim in JWT does not exist")
    return SignedInCaller(account, session)


async def require_signed_in_caller(context: Context, request: Request) -> SignedInCaller:
    """`require_signed_in` in its own transaction."""
    async with context.database.transaction(AUTH_SERVICE, read_only=True) as tx:
        return await require_signed_in(context, request, tx)


@asynccontextmanager
async def signed_in_transaction(
    context: Context, request: Request
) -> AsyncIterator[tuple[Transaction, SignedInCaller]]:
    """A transaction for a caller's changes: account and session stay as they are until it ends.

    Since `require_signed_in_caller`, a body that arrived slowly or a password's hash has taken time to end
    the session.
    """
    claims = _require_bearer_claims(context, request)
    async with context.database.transaction(AUTH_SERVICE) as tx:
        await tx.run(sessions.queries.lock_caller, (claims.get("sub"), claims.get("session_id")))
        yield tx, await require_signed_in(context, request, tx)


def require_service_key(context: Context, request: Request) -> None:
    if _require_bearer_claims(context, request).get("role") != "service_role":
        raise AuthRefusal(403, "not_admin", "User not allowed")
