"""Rate limits in sliding windows, counted in the database for all workers together."""

from collections.abc import Sequence
from dataclasses import dataclass

from tapis.gateway.auth.password_hashing import hash_token
from tapis.gateway.database import AUTH_SERVICE, Database, Transaction
from tapis.gateway.database.named_queries import NamedQueries
from tapis.gateway.errors import AuthRefusal

TOO_MANY_MAILS = "over_email_send_rate_limit"

queries = NamedQueries(__file__)


@dataclass(frozen=True, slots=True)
class RateLimit:
    """At most `times` within `seconds` for one subject; `name` identifies the counter."""

    name: str
    times: int
    seconds: int
    code: str = "over_request_rate_limit"
    message: str = "Too many attempts. Wait a few minutes, then try again."


# Failed sign-ins: per account and network address, per address for all accounts, and per account for all
# addresses. When the last is reached, each address has fewer attempts on that account.
FAILED_SIGN_INS = RateLimit("failed sign-in", 10, 15 * 60)
FAILED_SIGN_INS_UNDER_ATTACK = RateLimit("failed sign-in under attack", 3, 60 * 60)
FAILURES_OF_ADDRESS = RateLimit("failed sign-in of an address", 30, 15 * 60)
FAILURES_OF_ACCOUNT = RateLimit("failed sign-in of an account", 100, 60 * 60)
SIGN_UPS = RateLimit("sign-up", 30, 5 * 60)
ACCOUNT_CHANGES = RateLimit("account change", 30, 5 * 60)
# Wrong codes are counted per account and network address, so that an intruder who has the password can't lock
# the owner out; one daily limit covers all addresses.
FACTOR_CODES = RateLimit("second factor", 5, 15 * 60)
FACTOR_CODES_A_DAY = RateLimit("second factor of a day", 30, 24 * 60 * 60)
FACTOR_CODES_OF_ACCOUNT = RateLimit("second factor of an account", 100, 24 * 60 * 60)
REFRESHES = RateLimit("refresh", 150, 5 * 60)
RECOVERY_CODES = RateLimit("recovery code", 10, 15 * 60, "mfa_recovery_codes_locked")
MAILS = RateLimit(
    "mail", 1, 60, TOO_MANY_MAILS, "For security purposes, you can only request this after {} seconds."
)
# Keeps requests for another person's address from filling their mailbox.
MAILS_AN_HOUR = RateLimit("mail of an hour", 10, 3600, TOO_MANY_MAILS, "email rate limit exceeded")
# One person may own a host, with one mailbox for all names.
MAILS_OF_HOST = RateLimit("mail of a host", 30, 60, TOO_MANY_MAILS, "email rate limit exceeded")
MAIL_REQUESTS = RateLimit("request for a mail", 30, 5 * 60)

Subject = tuple[str, ...]


async def seconds_until_allowed(database: Database, *limits: tuple[RateLimit, Subject]) -> list[int | None]:
    """For each limit and its subject, the seconds until another attempt is allowed; None: allowed now."""
    params = (
        [limit.name for limit, _ in limits],
        [_hash(subject) for _, subject in limits],
        [float(limit.seconds) for limit, _ in limits],
        [limit.times for limit, _ in limits],
    )
    return [row[0] for row in (await database.run(AUTH_SERVICE, queries.seconds_left, params)).rows]


async def check_rate_limit(database: Database, *limits: tuple[RateLimit, Subject]) -> None:
    """Raises AuthRefusal, 429, when one of the limits is reached; counts nothing."""
    waits = await seconds_until_allowed(database, *limits)
    for (limit, _), wait in zip(limits, waits, strict=True):
        if wait is not None:
            raise rate_limit_error(limit, wait)


async def count_attempt(database: Database, limit: RateLimit, *subject: str, refuse: bool = True) -> None:
    """Count an attempt unless the limit is reached; then, if `refuse`, raises AuthRefusal, 429."""
    row = (await database.run(AUTH_SERVICE, queries.count_attempt, _attempt(limit, subject))).one()
    if row and not row[0] and refuse:
        raise rate_limit_error(limit, row[1])


async def count_attempt_in_transaction(tx: Transaction, limit: RateLimit, *subject: str) -> None:
    """Count an attempt in this transaction. Raises AuthRefusal, 429, which rolls it back."""
    row = (await tx.run(queries.count_attempt, _attempt(limit, subject))).one()
    if row and not row[0]:
        raise rate_limit_error(limit, row[1])


async def reset_attempts(database: Database, limit: RateLimit, *subject: str) -> None:
    await database.run(AUTH_SERVICE, queries.reset_attempts, (limit.name, _hash(subject)))


def rate_limit_error(limit: RateLimit, wait: int) -> AuthRefusal:
    seconds = str(max(1, wait))
    return AuthRefusal(429, limit.code, limit.message.format(seconds), headers={"Retry-After": seconds})


def _attempt(limit: RateLimit, subject: Subject) -> tuple[str, str, float, int]:
    return limit.name, _hash(subject), float(limit.seconds), limit.times


def _hash(subject: Sequence[str]) -> str:
    return hash_token("\n".join(subject))
