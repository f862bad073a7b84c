"""The security log: a line for each sign-in, failure, refusal for lack of rights, new key, password or role.

Each says what happened, from which network, and to which account: a keyed hash of its ID, or of the address
that was entered, so that lines about one account can be correlated without naming a person. The key of the
hash is derived from the service key and changes with it.
"""

import hashlib
import hmac
import logging
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass

from starlette.requests import Request

log = logging.getLogger("tapis.security")
MAX_ROUTE = 200

# The account of the current request, from its token.
account_of_request: ContextVar[str | None] = ContextVar("account_of_request", default=None)


@dataclass(slots=True)
class SecurityLogConfig:
    """Set at startup: the key of the hashes, and the function that returns a client's network."""

    key: bytes = b""
    locate: Callable[[Request], str] | None = None


configuration = SecurityLogConfig()


def set_pseudonym_key(service_key: str) -> None:
    configuration.key = hashlib.sha256(b"security log " + service_key.encode()).digest()


def to_pseudonym(subject: str) -> str:
    """The keyed hash that stands for an account's ID or an address in the log."""
    return hmac.digest(configuration.key, subject.lower().encode("utf-8", "replace"), "sha256").hex()[:20]


def log_event(
    event: str, account: object = None, request: Request | None = None, /, **details: object
) -> None:
    """Write one line about an event; `account` is an ID, or the address that was entered."""
    fields = dict(details)
    if account is not None:
        fields["account"] = to_pseudonym(str(account))
    if request is not None and configuration.locate:
        fields["network"] = configuration.locate(request)
    log.info(event, extra=fields)


def log_refusal(request: Request, status: int, code: str) -> None:
    route = "/".join(request.scope["path"].split("/")[:5])[:MAX_ROUTE]  # without file names
    log_event(
        "access refused",
        account_of_request.get(),
        request,
        method=request.method,
        route=route,
        status=status,
        code=code,
    )
