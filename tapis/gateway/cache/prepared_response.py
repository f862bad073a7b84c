"""Responses kept ready in memory: sent without routing, middleware or awaiting."""

import gzip
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import brotli
from starlette.types import Receive, Scope, Send

from tapis.gateway.cache.negotiation import choose_coding

Header = tuple[bytes, bytes]
MIN_COMPRESSED_BYTES = 256  # below, compression gains nothing
GZIP_LEVEL = 6
CODINGS = ("br", "gzip")  # the smaller first


@dataclass(frozen=True, slots=True)
class PreparedResponse:
    """Status, headers (lower-case names) and body. An ASGI application."""

    status: int
    headers: tuple[Header, ...]
    body: bytes

    async def __call__(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        await self.send(send, self.headers)

    async def send(self, send: Send, headers: Iterable[Header]) -> None:
        await send({"type": "http.response.start", "status": self.status, "headers": headers})
        await send({"type": "http.response.body", "body": self.body})


class Representations:
    """One response in several content codings; each has its own entity tag, derived from `tag`.

    `head_has_length`: whether the response to HEAD tells the length of the body.
    """

    def __init__(
        self,
        status: int,
        headers: Mapping[str, str],
        body: bytes,
        tag: str = "",
        *,
        head_has_length: bool = True,
    ) -> None:
        self.body = body
        self._head_has_length = head_has_length
        self._status = status
        self._headers = headers
        self._tag = tag
        self._codings: tuple[str, ...] = ()
        self._by_coding: dict[str, tuple[PreparedResponse, PreparedResponse, PreparedResponse]] = {}
        self.add("", body)

    def add(self, coding: str, body: bytes) -> None:
        """Add the body in a content coding; '' is identity."""
        tag = {"ETag": f'"{self._tag}{f"-{coding}" if coding else ""}"'} if self._tag else {}
        headers = {**self._headers, **tag}
        coded = {**headers, **({"Content-Encoding": coding} if coding else {})}
        full = encode_headers({**coded, "Content-Length": str(len(body))})
        head = full if self._head_has_length else encode_headers(coded)
        self._by_coding[coding] = (
            PreparedResponse(self._status, full, body),
            PreparedResponse(self._status, head, b""),
            PreparedResponse(304, encode_headers(headers), b""),
        )
        self._codings = tuple(coding for coding in CODINGS if coding in self._by_coding)

    def with_body(self, body: bytes, name: str) -> "Representations":
        """The same headers with another body, whose entity tag ends in `name`."""
        return Representations(self._status, self._headers, body, self._tag and f"{self._tag}-{name}")

    def compress(self, brotli_quality: int) -> None:
        """Add the compressed forms; takes milliseconds, so call it in a thread."""
        if len(self.body) >= MIN_COMPRESSED_BYTES:
            self.add("br", brotli.compress(self.body, quality=brotli_quality))
            self.add("gzip", gzip.compress(self.body, GZIP_LEVEL, mtime=0))

    def select(self, method: str, accept_encoding: str, if_none_match: str) -> PreparedResponse:
        coding = choose_coding(accept_encoding, self._codings) if accept_encoding else ""
        full, head, not_modified = self._by_coding[coding]
        if if_none_match and self._tag and self._tag in if_none_match:
            return not_modified
        return head if method == "HEAD" else full


def encode_headers(headers: Mapping[str, str]) -> tuple[Header, ...]:
    return tuple((name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers.items())


# Finds the prepared response to a GET or HEAD by the ASGI scope.
PreparedLookup = Callable[[Scope], PreparedResponse | None]
