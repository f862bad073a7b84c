"""An answer as it is kept: complete for each way of asking for it (encoding, unchanged, HEAD)."""

import gzip
import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

import brotli

from tapis.gateway.cache.prepared_response import PreparedResponse, encoded

REFUSED = re.compile(r"\s*q\s*=\s*0(\.0*)?\s*")
LEAST_BYTES = 256  # below, packing gains nothing
BROTLI_QUALITY = 5
GZIP_LEVEL = 6

# Shared caches may keep it, but ask us each time whether it is still true; whoever asks with other words, or
# as somebody else, may be answered differently.
ABOUT = {
    "Cache-Control": "public, no-cache",
    "Vary": "Accept, Accept-Encoding, Accept-Profile, Apikey, Authorization, Prefer, Range",
}


@dataclass(slots=True)
class CachedResponse:
    """One answer, true for `version` of the content and for `roles`."""

    version: int
    roles: frozenset[str]
    status: int
    headers: Mapping[str, str]
    body: bytes
    _tag: str = ""
    _by_coding: dict[str, tuple[PreparedResponse, PreparedResponse, PreparedResponse]] = field(
        default_factory=dict
    )

    def __post_init__(self) -> None:
        """Make the plain answer at once; the packed ones come with `pack`."""
        if self.status == 200:
            said = f"{self.headers}".encode()
            self._tag = hashlib.sha256(said + b"\0" + self.body).hexdigest()[:32]
        self._add("", self.body)

    def answer(self, method: str, accept_encoding: bytes, if_none_match: bytes) -> PreparedResponse:
        """What fits one request."""
        coding = next((one for one in codings(accept_encoding) if one in self._by_coding), "")
        whole, head, unchanged = self._by_coding[coding]
        if if_none_match and self._tag and self._tag.encode() in if_none_match:
            return unchanged
        return head if method == "HEAD" else whole

    def pack(self) -> None:
        """Add the packed forms; some milliseconds, so in a thread."""
        if len(self.body) >= LEAST_BYTES:
            self._add("br", brotli.compress(self.body, quality=BROTLI_QUALITY))
            self._add("gzip", gzip.compress(self.body, GZIP_LEVEL, mtime=0))

    def _add(self, coding: str, body: bytes) -> None:
        headers = {
            **self.headers,
            **(self._validators(coding) if self._tag else {"Cache-Control": "no-store"}),
        }
        about = {"Content-Length": str(len(body)), **({"Content-Encoding": coding} if coding else {})}
        full = encoded({**headers, **about})
        unchanged = PreparedResponse(304, encoded(headers), b"")
        self._by_coding[coding] = (
            PreparedResponse(self.status, full, body),
            PreparedResponse(self.status, full, b""),
            unchanged,
        )

    def _validators(self, coding: str) -> Mapping[str, str]:
        """A strong tag names bytes, so each coding has its own."""
        return {**ABOUT, "ETag": f'"{self._tag}{f"-{coding}" if coding else ""}"'}


@lru_cache(maxsize=256)
def codings(accept_encoding: bytes) -> tuple[str, ...]:
    """Of our codings those that the header allows, the smallest first."""
    allowed = {}
    for part in accept_encoding.decode("latin-1").lower().split(","):
        name, _, weight = part.partition(";")
        allowed[name.strip()] = not REFUSED.fullmatch(weight)
    return tuple(name for name in ("br", "gzip") if allowed.get(name, allowed.get("*", False)))
