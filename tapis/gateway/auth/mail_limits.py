"""Rate limits of requested mails, counted per mailbox regardless of how its address is written."""

from tapis.gateway.auth import rate_limits
from tapis.gateway.database import Database

# Providers where each mailbox has a different owner; other hosts may have one mailbox for all names.
PUBLIC_PROVIDERS = frozenset({
    "gmail.com", "yahoo.com", "yahoo.co.id", "ymail.com", "outlook.com", "hotmail.com", "live.com",
    "icloud.com", "me.com", "aol.com", "proton.me", "protonmail.com", "gmx.com", "mail.com",
})  # fmt: skip
IGNORE_DOTS = frozenset({"gmail.com"})
ALIASES = {"googlemail.com": "gmail.com"}


def _canonical_mailbox(email: str) -> str:
    """`tom.t+shop@googlemail.com` → `tomt@gmail.com`: the part before the `+` is the mailbox."""
    local, _, host = email.lower().rpartition("@")
    host = ALIASES.get(host, host)
    name = local.partition("+")[0] or local
    return f"{name.replace('.', '') if host in IGNORE_DOTS else name}@{host}"


async def enforce_mail_limit(database: Database, email: str) -> None:
    """Count one more mail to this address. Raises AuthRefusal, 429."""
    mailbox = _canonical_mailbox(email)
    host = mailbox.rpartition("@")[2]
    await rate_limits.count_attempt(database, rate_limits.MAILS, mailbox)
    await rate_limits.count_attempt(database, rate_limits.MAILS_AN_HOUR, mailbox)
    if host not in PUBLIC_PROVIDERS:
        await rate_limits.count_attempt(database, rate_limits.MAILS_OF_HOST, host)


async def reset_mail_limit(database: Database, email: str) -> None:
    """Allow another mail at once, because this one was not sent."""
    await rate_limits.reset_attempts(database, rate_limits.MAILS, _canonical_mailbox(email))
