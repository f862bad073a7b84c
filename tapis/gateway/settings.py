"""The settings of the gateway: name, type, default and one sentence each, read once at start."""

import os
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tapis.resources import BRAND_FILE

# These go into headers, so nothing else may be in them.
PUBLIC_ADDRESS = r"https?://[A-Za-z0-9.-]+(?::\d+)?(?:/[A-Za-z0-9._~/-]*)?"
HSTS = r"max-age=\d+(; includeSubDomains)?(; preload)?"


class SettingRefused(ValueError):
    """A setting has a value that can't be used; the text names the setting."""


@dataclass(frozen=True, slots=True)
class Social:
    name: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class Brand:
    """The facts of `brand.toml`; one build serves any brand."""

    name: str = "Tapis"
    # One text, or one per language.
    tagline: str | Mapping[str, str] = ""
    address: str = ""
    phone: str = ""
    whatsapp: str = ""  # where the phone is a landline
    logo: str = "/logo.svg"
    prefix: str = "tapis_"
    social: Social = field(default_factory=Social)
    colours: Mapping[str, str] = field(default_factory=dict)

    @property
    def first_tagline(self) -> str:
        """Where nobody's language is known."""
        return self.tagline if isinstance(self.tagline, str) else next(iter(self.tagline.values()), "")


def setting(parse: Callable[[str], Any], default: Any, description: str) -> Any:
    """A field of Settings, read from the environment variable of its name."""
    return field(metadata={"parse": parse, "default": default, "description": description})


def _matching(pattern: str) -> Callable[[str], str]:
    def parse(text: str) -> str:
        if not re.fullmatch(pattern, text):
            raise ValueError(text)
        return text.rstrip("/")

    return parse


def _list(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _origin(text: str) -> str:
    parts = urlsplit(text)
    beyond = parts.path.strip("/") or parts.query or parts.fragment or parts.username
    if parts.scheme not in {"http", "https"} or not parts.hostname or beyond or parts.port == 0:
        raise ValueError(text)
    return text.rstrip("/")


def _brand(path: str) -> Brand:
    try:
        facts = tomllib.loads(Path(path).read_text("utf-8"))
        return Brand(**facts | {"social": Social(**facts.get("social", {}))})
    except (OSError, TypeError, tomllib.TOMLDecodeError) as error:
        raise SettingRefused(f"TAPIS_BRAND: {path} is not a brand file: {error}") from error


@dataclass(frozen=True, slots=True)
class Settings:
    """Each field is the environment variable `TAPIS_<NAME>`."""

    data: Path = setting(Path, Path("data"), "Folder of the embedded database, the pictures and their lock.")
    host: str = setting(str, "127.0.0.1", "Address to listen on.")
    port: int = setting(int, 8000, "Port to listen on; 0 takes a free one.")
    database_url: str = setting(
        str, "", "PostgreSQL to use as `authenticator`; empty starts the embedded one."
    )
    owner_url: str = setting(str, "", "The same database as its owner, for `migrate`, `users` and `keys`.")
    listen_url: str = setting(
        str, "", "The same database past a pooler, for notifications; empty: DATABASE_URL."
    )
    storage_url: str = setting(
        str, "", "Bucket of the pictures, `s3://bucket/prefix?endpoint=…`; empty: a folder in DATA."
    )
    cdn_url: str = setting(
        _matching(PUBLIC_ADDRESS), "", "Where browsers get the bucket's pictures from; empty: from here."
    )
    site_url: str = setting(
        _origin, "", "Public address of the shop, such as https://tapis.example; empty: as requested."
    )
    hsts: str = setting(
        _matching(HSTS),
        "max-age=31536000",
        "Strict-Transport-Security over HTTPS; or with `; includeSubDomains`.",
    )
    smtp_url: str = setting(
        str, "", "Mail server, `smtp://user:password@host:587`; set, sign-up needs confirmation."
    )
    smtp_from: str = setting(str, "", "Sender of the mails; empty: the user of SMTP_URL.")
    trusted_proxies: tuple[str, ...] = setting(_list, (), "Addresses or networks whose X-Forwarded-… count.")
    workers: int = setting(int, 1, "Processes that serve; a second one gains nothing below three cores.")
    cache_bytes: int = setting(
        int,
        32_000_000,
        "Memory of one worker for cached responses, and as much again for small images; 0 caches nothing.",
    )
    prepared: str = setting(
        _matching("auto|on|off"),
        "auto",
        "`auto`: statements stay prepared, not behind a pooler; `on`, `off`.",
    )
    metrics: str = setting(str, "", "Address for Prometheus, such as 127.0.0.1:9100; empty measures nothing.")
    brand: Brand = setting(_brand, BRAND_FILE, "File of the brand's facts.")
    token_seconds: int = setting(int, 3600, "Lifetime of an access token.")
    reuse_seconds: int = setting(int, 10, "How long a rotated refresh token may be presented again.")
    refuse_common_passwords: str = setting(
        _matching("on|off"),
        "off",
        "`on`: the 3,000 most common passwords are refused at sign-up; for administrators always.",
    )
    body_seconds: int = setting(int, 20, "How long the body of a request may take; uploads have ten minutes.")
    upload_bytes: int = setting(int, 15_000_000, "Largest picture that is accepted.")
    quota_files: int = setting(int, 20, "Pictures that a talent may have uploaded and not used yet.")
    quota_bytes: int = setting(int, 100_000_000, "How large they may be together.")
    database_connections: int = setting(int, 8, "Most connections of one worker to the database.")
    statement_seconds: int = setting(int, 8, "How long one statement of a visitor may run.")
    render_pages: str = setting(
        _matching("on|off"), "on", "`on`: the server renders the public pages; `off`: browsers do."
    )
    private_push_hosts: tuple[str, ...] = setting(
        _list, (), "Push services that may have addresses of the own network; all others are public ones."
    )
    hold_at: Path | None = setting(
        Path, None, "Only for tests: the file that names a failpoint at which a worker stops."
    )

    @property
    def origin(self) -> str:
        """Scheme and host of the shop's own addresses: TAPIS_SITE_URL, else where the gateway listens."""
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)  # noqa: S104 – not bound here
        host = f"[{host}]" if ":" in host else host
        return self.site_url or f"http://{host}:{self.port}"


@dataclass(frozen=True, slots=True)
class Setting:
    name: str
    parse: Callable[[str], Any]
    default: Any
    description: str


SETTINGS = tuple(Setting(name=one.name.upper(), **one.metadata) for one in fields(Settings))


def load(environment: Mapping[str, str] = os.environ, **overrides: object) -> Settings:
    """Read the settings; `overrides` (names of fields) take precedence. Raises SettingRefused."""
    values = {one.name.lower(): _read(one, environment) for one in SETTINGS} | overrides
    if values["cdn_url"] and not values["storage_url"]:
        raise SettingRefused("TAPIS_CDN_URL serves the pictures of a bucket; set TAPIS_STORAGE_URL as well.")
    return Settings(**values)


def _read(setting: Setting, environment: Mapping[str, str]) -> Any:
    text = environment.get(f"TAPIS_{setting.name}", "")
    if not text:
        return _brand(setting.default) if setting.name == "BRAND" else setting.default
    try:
        return setting.parse(text)
    except SettingRefused:
        raise
    except ValueError as error:
        raise SettingRefused(f"TAPIS_{setting.name} can't be {text!r}. {setting.description}") from error
