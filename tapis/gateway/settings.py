"""Every knob of the gateway: its name, type, default and one sentence, read once at start."""

import os
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tapis.resources import BRAND_FILE

# It goes into a header of every page, so nothing else may be in it.
PUBLIC_ADDRESS = re.compile(r"https?://[A-Za-z0-9.-]+(?::\d+)?(?:/[A-Za-z0-9._~/-]*)?")
HSTS = re.compile(r"max-age=\d+(; includeSubDomains)?(; preload)?")


class SettingRefused(ValueError):
    """A setting holds something that it cannot mean; the text names the setting."""


def _network_list(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _site(text: str) -> str:
    parts = urlsplit(text)
    beyond = parts.path.strip("/") or parts.query or parts.fragment or parts.username
    if parts.scheme not in {"http", "https"} or not parts.hostname or beyond or parts.port == 0:
        raise ValueError(text)
    return text.rstrip("/")


def _public_address(text: str) -> str:
    if not PUBLIC_ADDRESS.fullmatch(text):
        raise ValueError(text)
    return text.rstrip("/")


def _hsts(text: str) -> str:
    if not HSTS.fullmatch(text):
        raise ValueError(text)
    return text


def _prepared(text: str) -> str:
    if text not in {"auto", "on", "off"}:
        raise ValueError(text)
    return text


def _switch(text: str) -> str:
    if text not in {"on", "off"}:
        raise ValueError(text)
    return text


@dataclass(frozen=True, slots=True)
class Setting:
    """One environment variable: `TAPIS_<name>`, read by `parse`, described by one sentence."""

    name: str
    parse: Callable[[str], Any]
    default: Any
    sentence: str


KNOBS = (
    Setting("DATA", Path, Path("data"), "Folder of the embedded database, the pictures and their lock."),
    Setting("HOST", str, "127.0.0.1", "Address to listen on."),
    Setting("PORT", int, 8000, "Port to listen on; 0 takes a free one."),
    Setting("DATABASE_URL", str, "", "PostgreSQL to use as `authenticator`; empty starts the embedded one."),
    Setting("OWNER_URL", str, "", "The same database as its owner, for `migrate`, `users` and `keys`."),
    Setting(
        "LISTEN_URL", str, "", "The same database past a pooler, to hear of changes; empty: DATABASE_URL."
    ),
    Setting("STORAGE_URL", str, "", "Where pictures lie: `s3://bucket/prefix?endpoint=…`; empty: in DATA."),
    Setting(
        "CDN_URL", _public_address, "", "Where browsers get the bucket's pictures from; empty: from here."
    ),
    Setting(
        "SITE_URL", _site, "", "Public address of the shop, such as https://tapis.example; empty: as asked."
    ),
    Setting(
        "HSTS",
        _hsts,
        "max-age=31536000",
        "Strict-Transport-Security over HTTPS; or with `; includeSubDomains`.",
    ),
    Setting(
        "SMTP_URL", str, "", "Mail server, `smtp://user:password@host:587`; set, sign-up needs confirmation."
    ),
    Setting("SMTP_FROM", str, "", "Sender of the mails; empty: the user of SMTP_URL."),
    Setting("TRUSTED_PROXIES", _network_list, (), "Addresses or networks whose X-Forwarded-… count."),
    Setting("WORKERS", int, 1, "Processes that serve; a second one gains nothing below three cores."),
    Setting("METRICS", str, "", "Address for Prometheus, such as 127.0.0.1:9100; empty counts nothing."),
    Setting("CACHE_BYTES", int, 32_000_000, "Memory of one worker for public answers; 0 keeps none."),
    Setting(
        "PREPARED",
        _prepared,
        "auto",
        "`auto`: statements stay prepared, not behind a pooler; `on`, `off`.",
    ),
    Setting("BRAND", Path, BRAND_FILE, "File of the brand's facts."),
    Setting("TOKEN_SECONDS", int, 3600, "How long an access token lives."),
    Setting("REUSE_SECONDS", int, 10, "How long a rotated refresh token may be presented again."),
    Setting("BODY_SECONDS", int, 20, "How long the body of a request may take; uploads have ten minutes."),
    Setting("UPLOAD_BYTES", int, 15_000_000, "Largest picture that is taken."),
    Setting("QUOTA_FILES", int, 20, "Pictures that a talent may have uploaded and not used yet."),
    Setting("QUOTA_BYTES", int, 100_000_000, "How large they may be together."),
    Setting("DATABASE_CONNECTIONS", int, 8, "Connections that one worker keeps to the database."),
    Setting("STATEMENT_SECONDS", int, 8, "How long one statement of a visitor may run."),
    Setting("DRAW_PAGES", _switch, "on", "`on`: the server draws the public pages; `off`: browsers do."),
    Setting("HOLD_AT", Path, None, "Only for tests: the file that names a step at which a worker stops."),
)


@dataclass(frozen=True, slots=True)
class Social:
    """A link to the brand's profile elsewhere."""

    name: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class Brand:
    """The brand's facts, as `brand.toml` tells them; one build serves any brand."""

    name: str = "Tapis"
    tagline: str = ""
    address: str = ""
    phone: str = ""
    logo: str = "/logo.svg"
    prefix: str = "tapis_"
    social: Social = field(default_factory=Social)
    colours: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Settings:
    """The values of KNOBS, by their lower-case names, and the brand."""

    data: Path
    host: str
    port: int
    database_url: str
    owner_url: str
    listen_url: str
    storage_url: str
    cdn_url: str
    site_url: str
    hsts: str
    smtp_url: str
    smtp_from: str
    trusted_proxies: tuple[str, ...]
    workers: int
    cache_bytes: int
    prepared: str
    metrics: str
    brand: Brand
    token_seconds: int
    reuse_seconds: int
    body_seconds: int
    upload_bytes: int
    quota_files: int
    quota_bytes: int
    database_connections: int
    statement_seconds: int
    draw_pages: str
    hold_at: Path | None

    @property
    def origin(self) -> str:
        """Scheme and host of the shop's own addresses: TAPIS_SITE_URL, else where the gateway listens."""
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)  # noqa: S104 – not bound here
        host = f"[{host}]" if ":" in host else host
        return self.site_url or f"http://{host}:{self.port}"


def load(environment: Mapping[str, str] = os.environ, **overrides: object) -> Settings:
    """Read the settings; `overrides` (lower-case knob names) win over the environment.

    Raises SettingRefused with the name of the knob that cannot be read.
    """
    values = {knob.name.lower(): _read(knob, environment) for knob in KNOBS} | overrides
    values["brand"] = _brand(Path(values["brand"]))
    if values["cdn_url"] and not values["storage_url"]:
        raise SettingRefused("TAPIS_CDN_URL serves the pictures of a bucket; set TAPIS_STORAGE_URL as well.")
    return Settings(**values)


def _read(knob: Setting, environment: Mapping[str, str]) -> Any:
    text = environment.get(f"TAPIS_{knob.name}", "")
    if not text:
        return knob.default
    try:
        return knob.parse(text)
    except ValueError as error:
        raise SettingRefused(f"TAPIS_{knob.name} can't be {text!r}. {knob.sentence}") from error


def _brand(path: Path) -> Brand:
    try:
        facts = tomllib.loads(path.read_text("utf-8"))
        return Brand(**facts | {"social": Social(**facts.get("social", {}))})
    except (OSError, TypeError, tomllib.TOMLDecodeError) as error:
        raise SettingRefused(f"TAPIS_BRAND: {path} is not a brand file: {error}") from error
