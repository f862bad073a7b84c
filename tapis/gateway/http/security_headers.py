"""The headers that keep browsers safe: one table by the place an answer comes from, whatever its status.

A service may say something else for one of its answers; what it doesn't say is filled in from here.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

Table = dict[str, str]
Pairs = list[tuple[bytes, bytes]]

EVERYWHERE: Table = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), hid=(), microphone=(), midi=(), "
    "payment=(), serial=(), usb=()",
}
# Shown by itself, an answer is no document: it may load nothing and be framed by nobody.
NOTHING = "default-src 'none'; frame-ancestors 'none'"
# Called and shown by front ends of other origins, too.
SERVICE: Table = EVERYWHERE | {
    "Content-Security-Policy": NOTHING,
    "Cross-Origin-Resource-Policy": "cross-origin",
}
# Files of the build, and refusals; pages of HTML bring a policy of their own, made by `page_policy`.
PAGES: Table = EVERYWHERE | {
    "Content-Security-Policy": NOTHING,
    "Cross-Origin-Resource-Policy": "same-origin",
}
# Only where the way to us is encrypted: it locks a browser out of http:// for a year.
ENCRYPTED: Table = {"Strict-Transport-Security": "max-age=31536000"}

# A stored picture opened by itself may run nothing, whatever the bytes are taken for.
STORED_FILE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"

PLACES: tuple[tuple[str, Table], ...] = (
    ("/auth/v1", SERVICE),
    ("/rest/v1", SERVICE),
    ("/storage/v1", SERVICE),
    ("/", PAGES),
)
LONGEST_PLACE = max(len(place) for place, _ in PLACES)


def page_policy(
    scripts: Iterable[str] = (), styles: Iterable[str] = (), pictures: str = "", backend: str = ""
) -> str:
    """The Content-Security-Policy of an HTML page: our own origin, and inline what is named by its hash.

    `scripts` and `styles` are source expressions such as `'sha256-…'`, `pictures` is the origin to which our
    own address of a picture may lead, such as `https://cdn.example`, `backend` the one that a page asks which
    is hosted elsewhere. No policy for Trusted Types may be made: nothing of ours writes HTML or script text
    into the page. `blob:` shows a chosen picture before it is sent, `data:` the placeholder of one that is on
    its way.
    """
    return "; ".join(
        (
            "default-src 'none'",
            " ".join(("script-src 'self'", *scripts)),
            " ".join(("style-src 'self'", *styles)),
            " ".join(("img-src 'self' data: blob:", *filter(None, (pictures,)))),
            "font-src 'self'",
            " ".join(("connect-src 'self'", *filter(None, (backend,)))),
            "manifest-src 'self'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types 'none'",
        )
    )


def safe_headers(path: str, *, encrypted: bool) -> Pairs:
    """What an answer to this path carries, as ASGI wants it: lower-case names, bytes."""
    return READY[encrypted][place_of(path[:LONGEST_PLACE])]


@lru_cache(maxsize=1024)
def place_of(beginning: str) -> str:
    """The place of PLACES that addresses with this beginning belong to."""
    return next(place for place, _ in PLACES if beginning.startswith(place) or place == "/")


def fill_in(said: Sequence[tuple[bytes, bytes]], ready: Pairs) -> Pairs:
    """An answer's headers, with what it doesn't say itself from the table."""
    names = {name for name, _ in said}
    return [*said, *(pair for pair in ready if pair[0] not in names)]


def _pairs(table: Table) -> Pairs:
    return [(name.lower().encode(), value.encode()) for name, value in table.items()]


READY: Mapping[bool, Mapping[str, Pairs]] = MappingProxyType(
    {
        encrypted: {place: _pairs(table | (ENCRYPTED if encrypted else {})) for place, table in PLACES}
        for encrypted in (False, True)
    }
)
