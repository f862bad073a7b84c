"""How often one may try: counted in the database, for all workers together, in sliding windows."""

import hashlib
from dataclasses import dataclass

from tapis.gateway.database import AUTH_SERVICE, Database
from tapis.gateway.errors import AuthRefusal


@dataclass(frozen=True, slots=True)
class Limit:
    """At most `times` within `seconds` for the same `what`."""

    what: str
    times: int
    seconds: int
    code: str = "over_request_rate_limit"
    message: str = "Request rate limit reached"


FAILED_SIGN_INS = Limit("failed sign-in", 10, 15 * 60)
SIGN_UPS = Limit("sign-up", 30, 5 * 60)
TOO_MANY_MAILS = "over_email_send_rate_limit"
MAILS = Limit(
    "mail", 1, 60, TOO_MANY_MAILS, "For security purposes, you can only request this after {} seconds."
)
# Whoever asks in another's name can't fill their mailbox either.
MAILS_AN_HOUR = Limit("mail of an hour", 10, 3600, TOO_MANY_MAILS, "email rate limit exceeded")
MAIL_WISHES = Limit("wish for a mail", 30, 5 * 60)

# What lies ahead of us was counted before the clock was put back: nobody waits for that.
SECONDS_LEFT = """
select ceil(extract(epoch from recent.oldest + make_interval(secs => $3) - clock_timestamp()))::int
from auth.attempts a, lateral (
  select min(at) as oldest, count(*) as times
  from unnest(a.times) at
  where at > clock_timestamp() - make_interval(secs => $3) and at <= clock_timestamp()
) recent
where a.what = $1 and a.who = $2 and recent.times >= $4
"""
# Counts unless the limit is reached: waiting is never made longer by trying.
COUNT = """
with forgotten as (
  delete from auth.attempts where last < now() - interval '1 hour' and (what, who) <> ($1, $2)
)
insert into auth.attempts as a (what, who, times, last) values ($1, $2, array[statement_timestamp()], now())
on conflict (what, who) do update set last = now(), times = (
  select array_agg(at order by at)
    || case when count(*) < $4 then array[statement_timestamp()] else array[]::timestamptz[] end
  from unnest(a.times) at
  where at > statement_timestamp() - make_interval(secs => $3) and at <= clock_timestamp()
)
returning times[cardinality(times)] = statement_timestamp(),
  ceil(extract(epoch from times[1] + make_interval(secs => $3) - clock_timestamp()))::int
"""
FORGET = "delete from auth.attempts where what = $1 and who = $2"


async def check_rate_limit(database: Database, limit: Limit, *who: str) -> None:
    """Refuse, without counting, somebody who has reached the limit. Raises AuthRefusal, 429."""
    params = (limit.what, _hidden(who), float(limit.seconds), limit.times)
    left = (await database.run(AUTH_SERVICE, SECONDS_LEFT, params)).value
    if left is not None:
        raise _too_often(limit, left)


async def count(database: Database, limit: Limit, *who: str) -> None:
    """Count one more, or refuse when the limit is reached. Raises AuthRefusal, 429."""
    params = (limit.what, _hidden(who), float(limit.seconds), limit.times)
    row = (await database.run(AUTH_SERVICE, COUNT, params)).one()
    if row and not row[0]:
        raise _too_often(limit, row[1])


async def forget(database: Database, limit: Limit, *who: str) -> None:
    """Start from nothing again."""
    await database.run(AUTH_SERVICE, FORGET, (limit.what, _hidden(who)))


def _too_often(limit: Limit, seconds_left: int) -> AuthRefusal:
    wait = str(max(1, seconds_left))
    return AuthRefusal(429, limit.code, limit.message.format(wait), headers={"Retry-After": wait})


def _hidden(who: tuple[str, ...]) -> str:
    return hashlib.sha256("\n".join(who).lower().encode()).hexdigest()
