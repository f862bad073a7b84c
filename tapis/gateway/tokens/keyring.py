"""Tokens: signing and verifying them, and identifying the caller from a request's two headers.

A person's token needs the right audience, issuer, subject and times, and a session that has not ended; an API
key only its role and times. No role but anon, authenticated and service_role is ever accepted.
"""

import asyncio
import hmac
import logging
import re
import time
from collections.abc import Mapping, Sequence
from typing import Any

from tapis.gateway import security_log
from tapis.gateway.database import ANON, AUTH_SERVICE, SERVICE, Caller, Database
from tapis.gateway.fair_share import THE_SHOP, Holder, current_holder
from tapis.gateway.invalidation import KEYS, InvalidationListener
from tapis.gateway.tokens.claims import (
    AUDIENCE,
    TokenRefused,
    check_role,
    check_subject,
    check_times,
    verify_token_signature,
)
from tapis.gateway.tokens.revoked_sessions import RevokedSessions
from tapis.gateway.tokens.signing_keys import (
    RELOAD_SECONDS,
    KeysMissing,
    SigningKey,
    parse_signing_key,
    queries,
)

CACHED_TOKENS = 2_000
MAX_CACHED_TOKEN_LENGTH = 4_000  # characters; people decide how much metadata their tokens carry
BEARER = re.compile(r"bearer(?:\s+(.*))?\s*", re.IGNORECASE | re.DOTALL)
log = logging.getLogger("tapis.gateway.tokens")


class Keyring:
    """All keys in use, as of the last `reload`."""

    def __init__(self, issuer: str, ended: RevokedSessions, invalidation: InvalidationListener) -> None:
        self.issuer = issuer
        self.anon_key = ""
        self.service_key = ""
        self._keys: dict[str, SigningKey] = {}
        self._revoked = ended
        self._invalidation = invalidation
        self._seen_count = self._revoked.count
        self._ended: set[str] = set()
        self._verified_tokens: dict[str, Caller] = {}
        self._database: Database | None = None
        self._lock = asyncio.Lock()
        self.is_current = False  # as a Subscriber (gateway/invalidation.py); keys are used in any case

    def sign_access_token(self, claims: Mapping[str, Any], seconds: int, now: float | None = None) -> str:
        """Sign a session's claims (`sub`, `session_id`, …), valid for `seconds` from `now` (unix time)."""
        return self.sign_for(AUDIENCE, {"role": "authenticated", **claims}, seconds, now)

    def sign_for(
        self, audience: str, claims: Mapping[str, Any], seconds: int, now: float | None = None
    ) -> str:
        """Sign a token; another kind, without a role and for another audience, is no bearer token."""
        issued = int(time.time() if now is None else now)
        fixed = {"iss": self.issuer, "aud": audience, "iat": issued, "exp": issued + seconds}
        return self._signer().sign({**claims, **fixed})

    def claims_for(self, audience: str, token: str) -> dict[str, Any]:
        """The claims of a token that `sign_for` signed for this audience. Raises TokenRefused."""
        key, claims = verify_token_signature(token, self._keys)
        if key.purpose != "session" or claims.get("aud") != audience or "role" in claims:
            raise TokenRefused("audience")
        check_times(claims, grace=0)
        if self._has_ended(claims.get("session_id")):
            raise TokenRefused("session")
        return claims

    def verify(self, token: str, *, allow_ended: bool = False) -> dict[str, Any]:
        """The claims of a valid token; `allow_ended`: its session may have ended. Raises TokenRefused."""
        return dict(self._verified(token, allow_ended=allow_ended).claims)

    def is_live(self, claims: Mapping[str, Any]) -> bool:
        """Whether verified claims are still within their times, and their session is active."""
        try:
            check_times(claims)
        except TokenRefused:
            return False
        return not self._has_ended(claims.get("session_id"))

    def caller(self, authorization: str | None, apikey: str | None) -> Caller:
        """Uses the bearer token; without one (or with `sb_…`) the API key. Raises TokenRefused."""
        security_log.account_of_request.set(None)
        bearer = BEARER.fullmatch(authorization or "")
        if bearer is None or (bearer[1] or "").startswith("sb_"):
            return self._caller_of_key(apikey)
        token = (bearer[1] or "").strip()
        if token in {self.anon_key, self.service_key}:
            return self._caller_of_key(token)
        caller = self._verified(token, allow_ended=False)
        security_log.account_of_request.set(caller.user_id)
        if caller.user_id:
            current_holder.set(Holder(caller.user_id, current_holder.get().network))
        return {"anon": ANON, "service_role": SERVICE}.get(caller.role, caller)

    def is_api_key(self, apikey: str | None) -> bool:
        return bool(apikey) and self._role_of_key(apikey or "") is not None

    def jwks(self) -> dict[str, Any]:
        """The public halves of the keys that sign sessions, newest first."""
        return {"keys": [key.jwk for key in self._keys.values() if key.purpose == "session"]}

    async def end_sessions(self, session_ids: Sequence[str]) -> None:
        """Make every worker and gateway refuse these sessions' access tokens; call it after the commit."""
        self._revoked.add(session_ids)
        if session_ids:
            await self._invalidation.confirm(KEYS)

    async def on_notify(self, payloads: Sequence[str] = ()) -> None:  # noqa: ARG002 – any change counts
        """Reload at once, because keys or sessions have changed."""
        if self._database is None:
            return
        try:
            await self.reload(self._database)
        except Exception as error:  # noqa: BLE001 – on any error the current keys stay in use
            log.warning("keys not reloaded", extra={"error": type(error).__name__})

    async def keep_current(self) -> None:
        while True:
            await asyncio.sleep(RELOAD_SECONDS)
            await self.on_notify()

    async def reload(self, database: Database) -> None:
        """Read the keys and the ended sessions again. Raises KeysMissing when there are no keys."""
        self._database = database
        async with self._lock:  # so that an older read never overwrites a newer one
            await self._read(database)

    async def _read(self, database: Database) -> None:
        seen = self._revoked.count
        row = (await database.run(AUTH_SERVICE, queries.in_use, read_only=True)).one()
        keys, api_keys, ended = row or (None, None, None)
        if not keys or not api_keys:
            raise KeysMissing("the database holds no signing keys")
        if [key[0] for key in keys] != list(self._keys):
            self._keys = {key[0]: parse_signing_key(*key) for key in keys}
            self._verified_tokens.clear()
        self.anon_key, self.service_key = api_keys["anon"], api_keys["service_role"]
        security_log.set_pseudonym_key(self.service_key)
        # Sessions that ended during the read may be missing from it.
        self._ended, self._seen_count = set(ended or ()), seen

    def _verified(self, token: str, *, allow_ended: bool) -> Caller:
        """The caller of a token: parsed once, checked each time against the clock and the ended sessions."""
        caller = self._verified_tokens.get(token)
        if caller is None:
            key, claims = verify_token_signature(token, self._keys)
            check_role(key, claims)
            if key.purpose == "session":
                check_subject(claims, self.issuer)
            if len(self._verified_tokens) >= CACHED_TOKENS:
                self._verified_tokens.clear()
            caller = Caller(claims["role"], claims)
            if len(token) <= MAX_CACHED_TOKEN_LENGTH:
                self._verified_tokens[token] = caller
        check_times(caller.claims)
        if not allow_ended and self._has_ended(caller.claims.get("session_id")):
            raise TokenRefused("session")
        return caller

    def _signer(self) -> SigningKey:
        """The newest session key with `signs_from` in the past: every worker knows a key before it signs."""
        sessions = [key for key in self._keys.values() if key.purpose == "session"]
        return next((key for key in sessions if key.signs_from <= time.time()), sessions[-1])

    def _has_ended(self, session_id: object) -> bool:
        if self._revoked.count != self._seen_count:
            self._ended.update(self._revoked.since(self._seen_count))
            self._seen_count = self._revoked.count
        return isinstance(session_id, str) and session_id in self._ended

    def _role_of_key(self, apikey: str) -> str | None:
        if apikey == self.anon_key:
            return "anon"
        if hmac.compare_digest(apikey.encode(), self.service_key.encode()):
            return "service_role"
        return None

    def _caller_of_key(self, apikey: str | None) -> Caller:
        if self._role_of_key(apikey or "") != "service_role":
            return ANON
        current_holder.set(THE_SHOP)
        return SERVICE


async def load_keyring(
    database: Database, site_url: str, ended: RevokedSessions, invalidation: InvalidationListener
) -> Keyring:
    """Read the keys. Raises KeysMissing when `ensure_keys` never ran, or DatabaseUnavailable."""
    keyring = Keyring(f"{site_url or 'http://127.0.0.1'}/auth/v1", ended, invalidation)
    await keyring.reload(database)
    return keyring
