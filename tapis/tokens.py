"""Tokens: who signs them, which are believed, and whose request a pair of headers makes.

A person's token is believed with the right audience, issuer, subject and times, as long as its session lives;
an API key with its role and times alone. No role but anon, authenticated and service_role is ever believed.
"""

import asyncio
import hmac
import logging
import re
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any, Literal
from uuid import UUID

import jwt

from tapis.database import ANON, AUTH_SERVICE, SERVICE, Caller, Database
from tapis.keys import ALGORITHM, ROLES, KeysMissing, SigningKey, read_key

Reason = Literal[
    "empty",
    "parts",
    "malformed",
    "signature",
    "expired",
    "early",
    "issued_in_future",
    "audience",
    "issuer",
    "role",
    "subject",
    "session",
]
TEXTS: Mapping[Reason, str] = {
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
    "session": "JWT belongs to a session that has ended",
}

AUDIENCE = "authenticated"
SKEW_SECONDS = 30
LONGEST_TOKEN = 64_000
RELOAD_SECONDS = 3
CACHED_TOKENS = 2_000
BEARER = re.compile(r"bearer(?:\s+(.*))?\s*", re.IGNORECASE | re.DOTALL)
log = logging.getLogger("tapis.tokens")


class TokenRefused(Exception):
    """A token that is not believed: `reason` for code, `text` for people. Never carries the token."""

    def __init__(self, reason: Reason, detail: object = "") -> None:
        self.reason = reason
        self.text = TEXTS[reason].format(detail)
        super().__init__(self.text)


# One row: the keys in use, newest first; the two API keys by role; the sessions that ended lately.
IN_USE = """
select
  (select jsonb_agg(
      jsonb_build_array(kid, purpose, private_jwk, extract(epoch from signs_from)) order by signs_from desc)
    from auth.signing_keys where accepted_until is null or accepted_until > now()),
  (select jsonb_object_agg(role, token) from auth.api_keys),
  (select jsonb_agg(session_id) from auth.ended_sessions where ended_at > now() - interval '3 hours')
"""


class Keyring:
    """Every key that is in use now; kept current by a task of its own until `close`."""

    def __init__(self, issuer: str) -> None:
        self.issuer = issuer
        self.anon_key = ""
        self.service_key = ""
        self._keys: dict[str, SigningKey] = {}
        self._ended: set[str] = set()
        self._ended_here: set[str] = set()
        self._believed: dict[str, dict[str, Any]] = {}
        self._reloading: asyncio.Task[None] | None = None

    def sign_access_token(
        self, claims: Mapping[str, Any], seconds: int = 3600, now: float | None = None
    ) -> str:
        """Sign a session's claims (`sub`, `session_id`, …), valid for `seconds` from `now` (unix time)."""
        issued = int(time.time() if now is None else now)
        fixed = {"iss": self.issuer, "aud": AUDIENCE, "iat": issued, "exp": issued + seconds}
        return self._signer().sign({"role": "authenticated", **claims, **fixed})

    def verify(self, token: str, *, ended_too: bool = False) -> dict[str, Any]:
        """The claims of a token that may be believed now. Raises TokenRefused for any other.

        `ended_too` lets tokens of ended sessions pass, for a caller who looks the session up itself.
        """
        claims = self._believed.get(token)
        if claims is None:
            key, claims = self._signed_claims(token)
            _judge_role(key, claims)
            if key.purpose == "session":
                self._judge_session(claims)
            if len(self._believed) >= CACHED_TOKENS:
                self._believed.clear()
            self._believed[token] = claims
        _judge_times(claims, time.time())
        if not ended_too and claims.get("session_id") in self._ended:
            raise TokenRefused("session")
        return claims

    def caller(self, authorization: str | None, apikey: str | None) -> Caller:
        """Who asks, by the two headers: the bearer decides; without one (or with `sb_…`) the API key does.

        Raises TokenRefused when a bearer is there and not believed.
        """
        bearer = BEARER.fullmatch(authorization or "")
        if bearer is None or (bearer[1] or "").startswith("sb_"):
            return self._caller_of_key(apikey)
        token = (bearer[1] or "").strip()
        if token in {self.anon_key, self.service_key}:
            return self._caller_of_key(token)
        claims = self.verify(token)
        return {"anon": ANON, "service_role": SERVICE}.get(claims["role"]) or Caller(claims["role"], claims)

    def knows(self, apikey: str | None) -> bool:
        """Whether this is one of the two API keys."""
        return bool(apikey) and self._role_of_key(apikey or "") is not None

    def jwks(self) -> dict[str, Any]:
        """The public halves of the keys that sign sessions, newest first."""
        return {"keys": [key.jwk for key in self._keys.values() if key.purpose == "session"]}

    def end_sessions(self, session_ids: Iterable[str]) -> None:
        """Refuse these sessions' access tokens from now on; other workers learn it at their next reload."""
        ended = set(session_ids)
        self._ended |= ended
        self._ended_here |= ended

    async def reload(self, database: Database) -> None:
        """Read the keys and the ended sessions again. Raises KeysMissing when there are no keys."""
        ended_here, self._ended_here = self._ended_here, set()
        row = (await database.run(AUTH_SERVICE, IN_USE, read_only=True)).one()
        keys, api_keys, ended = row or (None, None, None)
        if not keys or not api_keys:
            raise KeysMissing("the database holds no signing keys")
        if [key[0] for key in keys] != list(self._keys):
            self._keys = {key[0]: read_key(*key) for key in keys}
            self._believed.clear()
        self.anon_key, self.service_key = api_keys["anon"], api_keys["service_role"]
        # What ended while this was being read is not in it yet, so it stays for one more round.
        self._ended = {*(ended or ()), *ended_here, *self._ended_here}

    def keep_current(self, database: Database) -> None:
        """Reload every few seconds until `close`."""
        self._reloading = asyncio.create_task(self._reload_forever(database))

    async def close(self) -> None:
        """Stop reloading."""
        if self._reloading:
            self._reloading.cancel()
            with suppress(asyncio.CancelledError):
                await self._reloading

    async def _reload_forever(self, database: Database) -> None:
        while True:
            await asyncio.sleep(RELOAD_SECONDS)
            try:
                await self.reload(database)
            except Exception as error:  # noqa: BLE001 – whatever it was, the keys at hand stay good
                log.warning("keys were not reloaded", extra={"error": type(error).__name__})

    def _signer(self) -> SigningKey:
        """The newest session key whose time has come: each worker knows a key before any signs with it."""
        sessions = [key for key in self._keys.values() if key.purpose == "session"]
        return next((key for key in sessions if key.signs_from <= time.time()), sessions[-1])

    def _signed_claims(self, token: str) -> tuple[SigningKey, dict[str, Any]]:
        if not token:
            raise TokenRefused("empty")
        if (parts := token.count(".") + 1) != 3:
            raise TokenRefused("parts", parts)
        if len(token) > LONGEST_TOKEN:
            raise TokenRefused("malformed")
        try:
            header = jwt.get_unverified_header(token)
            key = self._keys.get(str(header.get("kid")))
            if key is None or header.get("alg") != ALGORITHM:
                raise TokenRefused("signature")
            options: Any = {"verify_signature": True, "verify_sub": False, "verify_jti": False}
            options |= dict.fromkeys(
                ("verify_exp", "verify_nbf", "verify_iat", "verify_aud", "verify_iss"), False
            )
            claims = jwt.decode(token, key.private.public_key(), [ALGORITHM], options)
        except jwt.InvalidSignatureError as error:
            raise TokenRefused("signature") from error
        except (jwt.PyJWTError, ValueError, RecursionError) as error:
            raise TokenRefused("malformed") from error
        return key, claims

    def _judge_session(self, claims: Mapping[str, Any]) -> None:
        if claims.get("aud") != AUDIENCE:
            raise TokenRefused("audience")
        if claims.get("iss") != self.issuer:
            raise TokenRefused("issuer")
        try:
            UUID(claims["sub"])
        except (KeyError, ValueError, AttributeError, TypeError) as error:
            raise TokenRefused("subject") from error

    def _role_of_key(self, apikey: str) -> str | None:
        if apikey == self.anon_key:
            return "anon"
        if hmac.compare_digest(apikey.encode(), self.service_key.encode()):
            return "service_role"
        return None

    def _caller_of_key(self, apikey: str | None) -> Caller:
        return SERVICE if self._role_of_key(apikey or "") == "service_role" else ANON


def _judge_role(key: SigningKey, claims: Mapping[str, Any]) -> None:
    role = claims.get("role")
    if not isinstance(role, str) or role not in ROLES[key.purpose]:
        raise TokenRefused("role")


def _judge_times(claims: Mapping[str, Any], now: float) -> None:
    """Check `exp` (required), `nbf` and `iat`, in unix seconds, with 30 s for clocks that disagree."""
    times = [claims.get(name, None if name == "exp" else 0) for name in ("exp", "nbf", "iat")]
    if any(isinstance(moment, bool) or not isinstance(moment, (int, float)) for moment in times):
        raise TokenRefused("malformed")
    expires, not_before, issued = times
    # A NaN compares false to everything, so each line says what must hold, not what must not.
    if not expires > now - SKEW_SECONDS:
        raise TokenRefused("expired")
    if not not_before <= now + SKEW_SECONDS:
        raise TokenRefused("early")
    if not issued <= now + SKEW_SECONDS:
        raise TokenRefused("issued_in_future")


async def load(database: Database, site_url: str = "") -> Keyring:
    """Read the keys as the accounts service, and keep them current; `site_url` names the issuer.

    Raises KeysMissing when `ensure_keys` never ran, DatabaseAway without a database.
    """
    keyring = Keyring(f"{site_url.rstrip('/') or 'http://127.0.0.1'}/auth/v1")
    await keyring.reload(database)
    keyring.keep_current(database)
    return keyring
