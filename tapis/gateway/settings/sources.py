"""Where settings come from: environment variables, else the defaults of the table."""

import difflib
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from email.utils import parseaddr
from typing import Any
from urllib.parse import unquote, urlsplit

from tapis.gateway.settings.brand import read_brand
from tapis.gateway.settings.kinds import EMAIL
from tapis.gateway.settings.refusal import SettingRefused
from tapis.gateway.settings.table import PREFIX, SETTINGS, Setting, Settings

KNOWN = {setting.variable for setting in SETTINGS}


@dataclass(frozen=True, slots=True)
class Together:
    """A rule for several settings: what is wrong, and the sentence about it."""

    broken: Callable[[Settings], bool]
    sentence: str


TOGETHER = (
    Together(
        lambda settings: bool(settings.cdn_url and not settings.storage_url),
        "TAPIS_CDN_URL serves the pictures of a bucket; set TAPIS_STORAGE_URL as well.",
    ),
    Together(
        lambda settings: bool(settings.listen_url and not settings.database_url),
        "TAPIS_LISTEN_URL is another way to the database of TAPIS_DATABASE_URL; set that as well.",
    ),
    # A link in a mail must not be built from the address that some request was sent to: its sender can
    # write any host there, and would receive the account's token.
    Together(
        lambda settings: bool(settings.smtp_url and not settings.site_url),
        "TAPIS_SMTP_URL needs TAPIS_SITE_URL: mails carry links to the shop.",
    ),
    Together(
        lambda settings: bool(settings.smtp_url) and not EMAIL.fullmatch(sender(settings)),
        "TAPIS_SMTP_FROM must be set: the user of TAPIS_SMTP_URL is not an address that mails could be from.",
    ),
)


def load(environment: Mapping[str, str] = os.environ, **overrides: object) -> Settings:
    """Read the settings; `overrides` (names of fields) that are not None win. Raises SettingRefused."""
    require_known(environment)
    given = {name: value for name, value in overrides.items() if value is not None}
    settings = Settings(**{one.name.lower(): read(one, environment) for one in SETTINGS} | given)
    for rule in TOGETHER:
        if rule.broken(settings):
            raise SettingRefused(rule.sentence)
    return settings


def sender(settings: Settings) -> str:
    """The address that mails are from: TAPIS_SMTP_FROM, else the user of the mail server."""
    return parseaddr(settings.smtp_from or unquote(urlsplit(settings.smtp_url).username or ""))[1]


def require_known(names: Iterable[str]) -> None:
    """Raise SettingRefused for a name with our prefix that is no setting, such as a misspelt one."""
    for name in sorted(names):
        if name.startswith(PREFIX) and name not in KNOWN:
            nearest = difflib.get_close_matches(name.upper(), KNOWN, 1, 0)[0]
            raise SettingRefused(f"There is no setting {name}; the nearest is {nearest}.")


def read(setting: Setting, values: Mapping[str, str]) -> Any:
    """The value of a setting; an empty text is the default. Raises SettingRefused."""
    text = values.get(setting.variable, "")
    value = parse(setting, text) if text else setting.default
    return read_brand(value) if setting.name == "BRAND" else value


def parse(setting: Setting, text: str) -> Any:
    """What a text means. Raises SettingRefused, which repeats no secret."""
    try:
        return setting.kind.parse(text)
    except ValueError:
        what = "have this value" if setting.secret else f"be {text!r}"
        raise SettingRefused(f"{setting.variable} can't {what}: it takes {setting.kind.limits}.") from None
