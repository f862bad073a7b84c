"""The types of settings: each parses a text, and describes its limits.

`parse` raises ValueError for everything outside the limits. tests/setting_examples.py has texts just within
and just beyond them.
"""

import ipaddress
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from email.utils import parseaddr
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

# These are used in headers, so the patterns are strict.
HOST = r"(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])"
ORIGIN = rf"https?://{HOST}(?::\d+)?/?"
PUBLIC_ADDRESS = rf"https?://{HOST}(?::\d+)?(?:/[A-Za-z0-9._~/-]*)?"
ATOM = r"[^\s@.\"(),:;<>\[\]\\\x00-\x1f\x7f]+"
LABEL = r"(?!-)[\w-]{1,63}(?<!-)"
EMAIL = re.compile(rf"{ATOM}(?:\.{ATOM})*@{LABEL}(?:\.{LABEL})*")
MAIL_SCHEMES = {"smtp", "smtps"}
# The minimum and maximum length of a password; forms check it, too.
PASSWORD_BYTES = (6, 72)


@dataclass(frozen=True, slots=True)
class SettingType:
    """`limits` completes "It takes …". A path in the settings file is relative to its folder."""

    parse: Callable[[str], Any]
    limits: str
    is_path: bool = False


def number(low: int, high: int) -> SettingType:
    """A whole number from `low` to `high`, both included."""

    def parse(text: str) -> int:
        if not re.fullmatch(r"-?\d{1,18}", text, re.ASCII) or not low <= int(text) <= high:
            raise ValueError(text)
        return int(text)

    return SettingType(parse, f"a number from {low:,} to {high:,}")


def one_of(*words: str) -> SettingType:
    def parse(text: str) -> str:
        if text not in words:
            raise ValueError(text)
        return text

    return SettingType(parse, " or ".join(f"`{word}`" for word in words))


def text(pattern: str, limits: str, end: str = "/") -> SettingType:
    """A text that fully matches `pattern`; a trailing `end` is stripped."""

    def parse(value: str) -> str:
        if not re.fullmatch(pattern, value):
            raise ValueError(value)
        return value.rstrip(end)

    return SettingType(parse, limits)


def _list_of(parse_item: Callable[[str], Any], limits: str) -> SettingType:
    """A comma-separated list."""

    def parse(value: str) -> tuple[str, ...]:
        parts = [part.strip() for part in value.split(",") if part.strip()]
        for part in parts:
            parse_item(part)
        return tuple(parts)

    return SettingType(parse, limits)


def _path(value: str) -> Path:
    if not value.isprintable():
        raise ValueError(value)
    return Path(value)


def _origin(value: str) -> str:
    if not re.fullmatch(ORIGIN, value) or urlsplit(value).port == 0:
        raise ValueError(value)
    return value.rstrip("/")


def _network(value: str) -> str:
    ipaddress.ip_network(value, strict=False)
    return value


def _listening(value: str) -> str:
    host, colon, port = value.rpartition(":")
    if not colon or not re.fullmatch(HOST, host) or not 1 <= int(port) <= 65_535:
        raise ValueError(value)
    return value


def _mail_server(value: str) -> str:
    parts = urlsplit(value)
    has_extras = parts.path not in {"", "/"} or parts.query or parts.fragment or re.search(r"\s", value)
    if parts.scheme not in MAIL_SCHEMES or not parts.hostname or has_extras or parts.port == 0:
        raise ValueError(value)
    return value


def _sender(value: str) -> str:
    _, address = parseaddr(value)
    if not value.isprintable() or not EMAIL.fullmatch(address):
        raise ValueError(value)
    return value


FILE = SettingType(_path, "the path of a file", is_path=True)
FOLDER = SettingType(_path, "the path of a folder")
LISTENING_HOST = text(r"[\w.:%-]+", "an address or a host name of this machine")
ORIGIN_OF_SHOP = SettingType(_origin, "an address without a path, such as https://tapis.example")
CDN = text(PUBLIC_ADDRESS, "an address such as https://cdn.example/pictures")
DATABASE = text(
    r"postgres(?:ql)?://\S*|\w+ *=.*",
    "an address such as postgresql://user:password@host:5432/database",
    end="",  # it may be a password's
)
BUCKET = text(r"s3://[^\s/?]\S*", "an address such as s3://bucket/prefix?endpoint=https://store.example")
SCHEDULE = text(
    r"daily,[1-9]\d{0,2},\d{1,3}", "`daily` and how many days and weeks are kept, such as daily,7,4"
)
FOLDER_OR_BUCKET = replace(
    text(
        r"s3://[^\s/?]\S*|(?!\w+://)[^\0]+",
        "the path of a folder, or an address such as s3://bucket/prefix?endpoint=https://store.example",
        end="",  # it may be all of it
    ),
    is_path=True,
)
MAIL_SERVER = SettingType(
    _mail_server,
    "an address like smtp://user:password@host:587 or smtps://user:password@host:465; within user and "
    "password write %40 for @, %3A for :, %2F for / and %23 for #",
)
SENDER = SettingType(_sender, "an address, such as shop@tapis.example or Tapis <shop@tapis.example>")
NETWORKS = _list_of(_network, "addresses or networks, such as 127.0.0.1, 10.0.0.0/8")
HOSTS = _list_of(text(HOST, "").parse, "names of hosts, with commas between them")
LISTENING = SettingType(_listening, "an address with a port, such as 127.0.0.1:9100")
HSTS = text(
    r"max-age=\d{1,10}(; includeSubDomains)?(; preload)?",
    "such as max-age=31536000, with `; includeSubDomains` behind it or without",
)
SECRET_KEY = text(r"[A-Za-z0-9_.-]+", "a key of letters, digits and the signs . _ -")
