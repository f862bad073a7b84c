"""Strategies for parts of requests: texts, query parameters, headers and values, valid and invalid."""

import json
from collections.abc import Sequence
from typing import Any, TypeVar
from urllib.parse import quote

from hypothesis import strategies as st

from tapis.gateway.rest.operators import OPERATORS
from tests.example_rows import FIELDS

T = TypeVar("T")
ODD = [
    "", "%", "..", ".", "/", "\\", "'", '"', "\0", "\r\n", "\u202e", "é", "💥", "\ud800", "null", "-1",
    "1e400", "NaN",
]  # fmt: skip
TEXT = st.text(max_size=20) | st.sampled_from(ODD) | st.text("abc.,:()->*\"'\\{}= &%+0123", max_size=20)
COLUMNS = sorted({"uuid", "user_id", "created_at", *(name for make in FIELDS.values() for name in make())})


@st.composite
def mostly(draw: st.DrawFn, right: st.SearchStrategy[T], wrong: st.SearchStrategy[T]) -> T:
    """Valid seven times out of eight, so that requests get past the first check."""
    return draw(right if draw(st.integers(0, 7)) else wrong)


def words(*right: str) -> st.SearchStrategy[str]:
    """Mostly one of these words."""
    return mostly(st.sampled_from(right), TEXT)


NUMBERS = mostly(st.integers(-1, 100).map(str), st.integers(-(10**20), 10**20).map(str) | TEXT)
VALUES = mostly(
    st.sampled_from(
        ["1", "150000", "Selendang", "2026-11-20T10:00:00Z", "null", "true", "*a*", "{}", "(1,2)"]
    ),
    TEXT,
)
CONDITIONS = st.builds("{}{}.{}".format, st.sampled_from(["", "not."]), words(*OPERATORS, "eq(any)"), VALUES)
JOINED = st.lists(st.builds("{}.{}".format, st.sampled_from(COLUMNS), CONDITIONS), max_size=4).map(
    lambda parts: "(" + ",".join(parts) + ")"
)

# The shop's tables that are related, in both directions and too deep.
EMBEDS = (
    "order_deliveries(*)", "transactions!inner(uuid,status)", "...transactions(status)", "o:order_uuid(*)",
    "order_deliveries(transactions(order_deliveries(note)))", "transactions(",
)  # fmt: skip


def query_words(service: str, columns: Sequence[str]) -> st.SearchStrategy[tuple[str, str]]:
    """A query parameter: one that the service knows, or any two texts."""
    known = {
        "auth": {
            "grant_type": words("password", "refresh_token", "pkce"),
            "type": words("signup", "recovery", "email"),
            "token": TEXT,
            "redirect_to": words("/profile", "//evil", "https://evil.example", "javascript:alert(1)"),
            "scope": words("global", "local", "others"),
            "page": NUMBERS,
            "per_page": NUMBERS,
        },
        "rest": {
            "select": mostly(
                st.lists(words("*", *columns, *EMBEDS), min_size=1, max_size=4).map(",".join), TEXT
            ),
            **dict.fromkeys(("transactions.user_id", "order_deliveries.note"), CONDITIONS),
            "order_deliveries.order": words("note", "name.desc"),
            "transactions.or": mostly(JOINED, TEXT),
            "order": mostly(
                st.lists(words(*columns, "uuid.desc"), min_size=1, max_size=3).map(",".join), TEXT
            ),
            "limit": NUMBERS,
            "offset": NUMBERS,
            "columns": mostly(
                st.lists(words(*columns), min_size=1, max_size=9, unique=True).map(",".join), TEXT
            ),
            "on_conflict": words("uuid"),
            "or": mostly(JOINED, TEXT),
            "not.and": mostly(JOINED, TEXT),
            **dict.fromkeys(columns, CONDITIONS),
        },
        "storage": {
            "width": NUMBERS,
            "height": NUMBERS,
            "quality": NUMBERS,
            "resize": words("cover", "contain", "fill"),
            "format": words("origin", "avif"),
            "download": TEXT,
        },
    }[service]
    return mostly(st.sampled_from(sorted(known)).flatmap(lambda name: st.tuples(st.just(name), known[name])),
        st.tuples(TEXT, TEXT))  # fmt: skip


def escaped(text: str) -> str:
    """Percent-encoded; a lone surrogate as its three bytes, and dots that a client would resolve."""
    quoted = quote(text.encode("utf-8", "surrogatepass"), safe="")
    return quoted.replace(".", "%2E") if quoted in (".", "..") else quoted


# A header may hold any byte but NUL and line breaks, and no blank at its ends.
ANY_HEADER = st.text(
    st.characters(min_codepoint=32, max_codepoint=255, exclude_characters="\x7f"), max_size=30
).map(str.strip)
KNOWN_HEADERS: dict[str, tuple[str, ...]] = {
    "prefer": ("return=representation", "return=minimal", "count=exact", "tx=rollback", "handling=strict",
        "resolution=merge-duplicates", "resolution=ignore-duplicates", "missing=default", "max-affected=0"),
    "accept": ("application/json", "text/csv", "application/vnd.pgrst.object+json", "image/avif", "*/*;q=0"),
    "content-type": ("application/json", "text/csv", "image/jpeg", "multipart/form-data; boundary=x",
        "application/x-www-form-urlencoded", "text/plain"),
    "range": ("0-9", "9-0", "bytes=0-1", "bytes=9-0", "bytes=-", "bytes=0-1,2-3"),
    "range-unit": ("items", "bytes"),
    "accept-profile": ("public", "auth", "private"),
    "content-profile": ("public", "auth", "storage"),
    "if-none-match": ("*", '"a"', 'W/"a"'),
    "if-modified-since": ("Sat, 21 Nov 2026 08:00:00 GMT",),
    "if-range": ('"a"',),
    "x-upsert": ("true", "false"),
    "x-supabase-api-version": ("2024-01-01", "9999-99-99"),
    "x-forwarded-for": ("10.0.0.1", "::1, 10.0.0.1"),
    "x-metadata": ("e30=", "bm9uc2Vuc2U="),
    "cache-control": ("max-age=3600", "no-store"),
    "authorization": ("Bearer", "Bearer a.b.c", "Basic YTpi"),
    "apikey": ("a",),
}  # fmt: skip
HEADERS = st.lists(
    st.sampled_from(sorted(KNOWN_HEADERS)).flatmap(
        lambda name: st.tuples(st.just(name), mostly(st.sampled_from(KNOWN_HEADERS[name]), ANY_HEADER))
    ),
    max_size=3,
).map(dict)

KEYS = st.sampled_from([*COLUMNS, "role", "id", "__proto__", "constructor"]) | TEXT
ATOMS = st.one_of(
    st.none(), st.booleans(), st.integers(), st.integers(0, 5), st.floats(), TEXT, st.uuids().map(str),
    st.sampled_from(["tom@tapis.example", "2026-11-20T10:00:00Z", "https://tapis.example/a.jpg"]),
)  # fmt: skip
JSON: st.SearchStrategy[Any] = st.recursive(
    ATOMS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=5), max_leaves=12
)


@st.composite
def mutated_body(draw: st.DrawFn, sample: dict[str, Any]) -> bytes:
    """A valid body with missing, replaced or additional keys; sometimes other JSON or no JSON."""
    changes = draw(
        st.dictionaries(st.sampled_from(sorted(sample)) | KEYS if sample else KEYS, JSON, max_size=2)
    )
    missing = draw(st.sets(st.sampled_from(sorted(sample)), max_size=1)) if sample else set()
    whole = {name: value for name, value in (sample | changes).items() if name not in missing}
    written = json.dumps(whole, ensure_ascii=draw(st.booleans())).encode("utf-8", "surrogatepass")
    others = st.one_of(JSON.map(lambda value: json.dumps(value).encode()), st.binary(max_size=60))
    return draw(mostly(st.just(written), others | st.just(written[:-1])))
