"""Invalid combinations of settings, and their error messages."""

from collections.abc import Callable
from dataclasses import dataclass

from tapis.gateway.settings.setting_types import EMAIL
from tapis.gateway.settings.table import Settings


@dataclass(frozen=True, slots=True)
class Combination:
    broken: Callable[[Settings], bool]
    sentence: str


REFUSED = (
    Combination(
        lambda settings: bool(settings.cdn_url and not settings.storage_url),
        "TAPIS_CDN_URL serves the pictures of a bucket; set TAPIS_STORAGE_URL as well.",
    ),
    Combination(
        lambda settings: bool(settings.listen_url and not settings.database_url),
        "TAPIS_LISTEN_URL is another way to the database of TAPIS_DATABASE_URL; set that as well.",
    ),
    # Links in mails must not be built from a request's Host header: its sender could choose any host there,
    # and would receive the account's token.
    Combination(
        lambda settings: bool(settings.smtp_url and not settings.site_url),
        "TAPIS_SMTP_URL needs TAPIS_SITE_URL: mails carry links to the shop.",
    ),
    Combination(
        lambda settings: bool(settings.smtp_url) and not EMAIL.fullmatch(settings.sender[1]),
        "TAPIS_SMTP_FROM must be set: the user of TAPIS_SMTP_URL is not an address that mails could be from.",
    ),
)


def problems(settings: Settings) -> list[str]:
    return [rule.sentence for rule in REFUSED if rule.broken(settings)]
