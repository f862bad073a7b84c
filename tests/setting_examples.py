"""For each setting, values just within its limits and just beyond them."""

import re
from typing import NamedTuple

from tapis.gateway.settings import Setting


class Examples(NamedTuple):
    inside: tuple[str, ...]
    outside: tuple[str, ...]


FILE = Examples(("brand.toml",), ("a\nb",))
DATABASE = Examples(
    ("postgresql://shop@db.example/shop", "host=db.example user=shop"),
    ("db.example", "postgres//x@127.0.0.1/shop", "https://db.example", "postgresql://a b"),
)
ORIGIN = Examples(
    ("https://tapis.example", "http://127.0.0.1:65535", "https://[::1]:8443"),
    (
        "https://*",
        "https://",
        "tapis.example",
        "ftp://tapis.example",
        "https://tapis.example/shop",
        "https://a:0",
        "https://a@b",
    ),
)
EXAMPLES = {
    "TAPIS_DATA": Examples(("data",), ("a\nb",)),
    "TAPIS_HOST": Examples(("127.0.0.1", "::", "localhost"), ("a host", "http://127.0.0.1")),
    "TAPIS_DATABASE_URL": DATABASE,
    "TAPIS_OWNER_URL": DATABASE,
    "TAPIS_LISTEN_URL": DATABASE,
    "TAPIS_STORAGE_URL": Examples(
        ("s3://bucket", "s3://bucket/prefix?region=eu-central-1"),
        ("bucket", "s3://", "https://store.example/bucket", "s3://bucket /prefix"),
    ),
    "TAPIS_CDN_URL": Examples(
        ("https://cdn.example", "https://cdn.example/a/b"),
        ("https://*", "cdn.example", "https://cdn.example/?a=b", "https://cdn.example/a b"),
    ),
    "TAPIS_SITE_URL": ORIGIN,
    "TAPIS_HSTS": Examples(
        ("max-age=0", "max-age=31536000; includeSubDomains; preload"),
        ("31536000", "max-age=-1", "max-age=1\r\nSet-Cookie: a=b"),
    ),
    "TAPIS_SMTP_URL": Examples(
        ("smtp://mail.example", "smtps://shop%40tapis.example:pass%2Fword@mail.example:465"),
        (
            "mail.example",
            "smtp://",
            "smtp://mail.example:port",
            "smtp://mail.example:0",
            "http://mail.example",
        ),
    ),
    "TAPIS_SMTP_FROM": Examples(
        ("shop@tapis.example", "Toko Kain <shop@tapis.example>"),
        ("not an address", "shop", "shop@", "shop@tapis.example\nBcc: ada@tapis.example"),
    ),
    "TAPIS_TRUSTED_PROXIES": Examples(
        ("127.0.0.1", "10.0.0.0/8", "::1", "127.0.0.1, 10.0.0.0/8, ::1"),
        ("caddy", "10.0.0.0/33", "300.0.0.1", "127.0.0.1,caddy"),
    ),
    "TAPIS_METRICS": Examples(
        ("127.0.0.1:1", "[::1]:65535"),
        ("9100", ":9100", "127.0.0.1:", "127.0.0.1:0", "127.0.0.1:65536", "127.0.0.1:metrics"),
    ),
    "TAPIS_BRAND": FILE,
    "TAPIS_PRIVATE_PUSH_HOSTS": Examples(
        ("push.example", "127.0.0.1", "push.example, 127.0.0.1"),
        ("https://push.example", "*.example", "push.example,https://push.example"),
    ),
    "TAPIS_BACKEND_URL": ORIGIN,
    "TAPIS_SERVICE_KEY": Examples(("sb_secret_x", "a.b-c"), ("a b", "a\nb", "eyJé")),
    "TAPIS_BACKUPS": Examples(
        ("daily,1,0", "daily,999,999"),
        ("daily", "daily,0,4", "daily,7", "hourly,7,4", "daily,1000,4", "daily, 7, 4"),
    ),
    "TAPIS_BACKUPS_TO": Examples(
        ("/backups", "../backups of the shop", "s3://bucket/prefix"),
        ("s3://", "https://store.example/bucket", "a\0b"),
    ),
    "TAPIS_HOLD_AT": FILE,
}


def examples_of(setting: Setting) -> Examples:
    """Its examples above; of a number or a choice of words those that its limits name."""
    if setting.variable in EXAMPLES:
        return EXAMPLES[setting.variable]
    limits = setting.kind.limits
    if numbers := re.fullmatch(r"a number from ([\d,]+) to ([\d,]+)", limits):
        low, high = (int(number.replace(",", "")) for number in numbers.groups())
        outside = (str(low - 1), str(high + 1), "many", "1.5", "1_000", "٣")
        return Examples((str(low), str(high)), outside)
    if re.fullmatch(r"`\w+`( or `\w+`)+", limits):
        words = re.findall(r"\w+(?=`)", limits)
        return Examples((*words,), (words[0].upper(), "maybe"))
    return Examples((), ())
