"""The settings: name, default, limits and one sentence each.

A field of `Settings` is the variable `TAPIS_<NAME>`. Each has a type with limits, all covered by a test.
"""

from dataclasses import dataclass, field, fields
from email.utils import parseaddr
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from tapis.gateway.settings import setting_types
from tapis.gateway.settings.brand import Brand
from tapis.gateway.settings.setting_types import SettingType, number, one_of
from tapis.resources import BRAND_FILE

PREFIX = "TAPIS_"
# By which address this machine reaches a server that listens on all.
LOOPBACK = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 – not bound here
MAX_TOKEN_SECONDS = 7_200  # ended sessions are listed a little longer than this


def setting_field(kind: SettingType, default: Any, description: str, *, secret: bool = False) -> Any:
    """A field of Settings; the value of a secret is never printed."""
    return field(metadata={"kind": kind, "default": default, "description": description, "secret": secret})


def local_url(host: str, port: int) -> str:
    """The URL of a server for a browser on its machine."""
    host = LOOPBACK.get(host, host)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


@dataclass(frozen=True, slots=True)
class Settings:
    """The complete, validated settings of a process."""

    data: Path = setting_field(
        setting_types.FOLDER, Path("data"), "Folder of the embedded database, the pictures and their lock."
    )
    host: str = setting_field(setting_types.LISTENING_HOST, "127.0.0.1", "Address to listen on.")
    port: int = setting_field(number(0, 65_535), 8000, "Port to listen on; 0 takes a free one.")
    database_url: str = setting_field(
        setting_types.DATABASE,
        "",
        "PostgreSQL to use as `authenticator`; empty starts the embedded one.",
        secret=True,
    )
    owner_url: str = setting_field(
        setting_types.DATABASE,
        "",
        "The same database as its owner, for `migrate`, `users` and `keys`.",
        secret=True,
    )
    listen_url: str = setting_field(
        setting_types.DATABASE,
        "",
        "Direct (unpooled) address of the database, for LISTEN; empty: DATABASE_URL.",
        secret=True,
    )
    storage_url: str = setting_field(
        setting_types.BUCKET,
        "",
        "Bucket of the pictures, `s3://bucket/prefix?endpoint=…`; empty: a folder in DATA.",
    )
    cdn_url: str = setting_field(
        setting_types.CDN, "", "Where browsers get the bucket's pictures from; empty: from here."
    )
    site_url: str = setting_field(
        setting_types.ORIGIN_OF_SHOP,
        "",
        "Public address of the shop, such as https://tapis.example; empty: as requested.",
    )
    hsts: str = setting_field(
        setting_types.HSTS,
        "max-age=31536000",
        "Strict-Transport-Security over HTTPS; or with `; includeSubDomains`.",
    )
    smtp_url: str = setting_field(
        setting_types.MAIL_SERVER,
        "",
        "Mail server, `smtp://user:password@host:587`; set, sign-up needs confirmation.",
        secret=True,
    )
    smtp_from: str = setting_field(
        setting_types.SENDER, "", "Sender of the mails; empty: the user of SMTP_URL."
    )
    trusted_proxies: tuple[str, ...] = setting_field(
        setting_types.NETWORKS, (), "Addresses or networks whose X-Forwarded-… count."
    )
    workers: int = setting_field(
        number(1, 64), 1, "Processes that serve; a second one gains nothing below three cores."
    )
    cache_bytes: int = setting_field(
        number(0, 64_000_000_000),
        32_000_000,
        "Memory of one worker for cached responses, and as much again for small images; 0 caches nothing.",
    )
    prepared: str = setting_field(
        one_of("auto", "on", "off"),
        "auto",
        "`auto`: statements stay prepared, not behind a pooler; `on`, `off`.",
    )
    metrics: str = setting_field(
        setting_types.LISTENING, "", "Address for Prometheus, such as 127.0.0.1:9100; empty measures nothing."
    )
    brand: Brand = setting_field(setting_types.FILE, BRAND_FILE, "File of the brand's facts.")
    token_seconds: int = setting_field(number(60, MAX_TOKEN_SECONDS), 3600, "Lifetime of an access token.")
    reuse_seconds: int = setting_field(
        number(0, 300), 10, "How long a rotated refresh token may be presented again."
    )
    refuse_common_passwords: str = setting_field(
        one_of("on", "off"),
        "off",
        "`on`: the 3,000 most common passwords are refused at sign-up; for administrators always.",
    )
    body_seconds: int = setting_field(
        number(1, 600), 20, "How long the body of a request may take; uploads have ten minutes."
    )
    upload_bytes: int = setting_field(
        number(10_000, 200_000_000), 15_000_000, "Largest picture that is accepted."
    )
    quota_files: int = setting_field(
        number(1, 1_000_000), 20, "Pictures that a talent may have uploaded and not used yet."
    )
    quota_bytes: int = setting_field(
        number(10_000, 1_000_000_000_000), 100_000_000, "How large they may be together."
    )
    quota_factor: int = setting_field(
        number(1, 1_000_000), 1, "How many times the quotas of orders, registrations and other rows apply."
    )
    lapse_days: int = setting_field(
        number(0, 365),
        3,
        "Days after which an order lapses that nobody decided about; announced a day before. 0: never.",
    )
    recoverable_days: int = setting_field(
        number(1, 3650), 30, "How long deleted records and removed pictures can be brought back."
    )
    database_connections: int = setting_field(number(2, 500), 8, "Maximum pool size of each worker.")
    statement_seconds: int = setting_field(number(1, 600), 8, "How long one statement of a visitor may run.")
    render_pages: str = setting_field(
        one_of("on", "off"), "on", "`on`: the server renders the public pages; `off`: browsers do."
    )
    private_push_hosts: tuple[str, ...] = setting_field(
        setting_types.HOSTS, (), "Push services that may have private addresses; all others must be public."
    )
    backend_url: str = setting_field(
        setting_types.ORIGIN_OF_SHOP,
        "",
        "A hosted project's address, for `export` and `import` of its pictures.",
    )
    service_key: str = setting_field(
        setting_types.SECRET_KEY, "", "The service key of that project, for its pictures.", secret=True
    )
    backups: str = setting_field(
        setting_types.SCHEDULE,
        "",
        "`daily,7,4`: a backup each night, of which those of 7 days and 4 weeks are kept; empty: none.",
    )
    backups_to: str = setting_field(
        setting_types.FOLDER_OR_BUCKET,
        "",
        "Folder of backups, or bucket `s3://bucket/prefix?endpoint=…`; empty: `backups` in DATA.",
    )
    hold_at: Path | None = setting_field(
        setting_types.FILE, None, "Only for tests: the file that names a failpoint at which a worker stops."
    )

    @property
    def origin(self) -> str:
        """Scheme and host of the shop's own addresses: TAPIS_SITE_URL, else the listening address."""
        return self.site_url or local_url(self.host, self.port)

    @property
    def backup_bucket(self) -> str:
        """TAPIS_BACKUPS_TO if it names a bucket, else empty."""
        return self.backups_to if "://" in self.backups_to else ""

    @property
    def demo_statement(self) -> Path:
        """The bank's statement of a demo shop; no other shop has one."""
        return self.data / "demo-statement.csv"

    @property
    def sender(self) -> tuple[str, str]:
        """Name and address of the sender of mails: TAPIS_SMTP_FROM, else the user of the mail server."""
        return parseaddr(self.smtp_from or unquote(urlsplit(self.smtp_url).username or ""))


@dataclass(frozen=True, slots=True)
class Setting:
    """One row of the table."""

    name: str
    kind: SettingType
    default: Any
    description: str
    secret: bool

    @property
    def variable(self) -> str:
        return f"{PREFIX}{self.name}"


SETTINGS = tuple(Setting(name=one.name.upper(), **one.metadata) for one in fields(Settings))
