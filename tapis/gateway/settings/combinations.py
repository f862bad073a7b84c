"""Invalid combinations of settings, and their error messages."""

from collections.abc import Callable, Mapping

from tapis.gateway.settings.setting_types import EMAIL
from tapis.gateway.settings.table import Settings

# Sentence → whether it is true of the settings.
REFUSED: Mapping[str, Callable[[Settings], bool]] = {
    "TAPIS_CDN_URL serves the pictures of a bucket; set TAPIS_STORAGE_URL as well.": (
        lambda settings: bool(settings.cdn_url and not settings.storage_url)
    ),
    "TAPIS_LISTEN_URL is another way to the database of TAPIS_DATABASE_URL; set that as well.": (
        lambda settings: bool(settings.listen_url and not settings.database_url)
    ),
    # Links in mails must not be built from a request's Host header: its sender could choose any host there,
    # and would receive the account's token.
    "TAPIS_SMTP_URL needs TAPIS_SITE_URL: mails carry links to the shop.": (
        lambda settings: bool(settings.smtp_url and not settings.site_url)
    ),
    "TAPIS_SMTP_FROM must be set: the user of TAPIS_SMTP_URL is not an address that mails could be from.": (
        lambda settings: bool(settings.smtp_url) and not EMAIL.fullmatch(settings.sender[1])
    ),
}


def find_invalid_combinations(settings: Settings) -> list[str]:
    return [sentence for sentence, is_broken in REFUSED.items() if is_broken(settings)]
