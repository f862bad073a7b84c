"""Caches public images in memory: their rows and the small files, each for one content version.

A change of public rows in storage.objects increments the version (db/policies/storage_objects.sql notifies),
so removed images disappear like other changed content. Personal images are queried each time.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from starlette.requests import Request
from starlette.types import Scope

from tapis.gateway.cache.prepared_response import PreparedResponse, Representations
from tapis.gateway.cache.response_cache import CachedResponse, ResponseCache
from tapis.gateway.context import Context
from tapis.gateway.storage.http.file_response import Download, build_download_headers
from tapis.gateway.storage.objects import StoredObject, find_public_object

ORIGINALS, VARIANTS = "/storage/v1/object/public/", "/storage/v1/render/image/public/"
MAX_ROWS = 5_000
MAX_FILE_BYTES = 256 * 1024
MAX_KEY_BYTES = 4_000
# Range requests, and conditions other than an entity tag.
UNPREPARED = frozenset({b"range", b"if-range", b"if-match", b"if-modified-since", b"if-unmodified-since"})

Key = tuple[str, bytes, bytes]


class PublicImages:
    def __init__(self, context: Context) -> None:
        self._database = context.database
        self._content = context.content_version
        self._files = ResponseCache(context.settings.cache_bytes)
        self._rows: dict[tuple[str, str], StoredObject] = {}
        self._rows_version = -1

    async def find(self, bucket: str, name: str) -> StoredObject:
        """As `find_public_object`, queried once per content version."""
        version = self._content.version
        rows = self._cached_rows(version)
        if (stored := rows.get((bucket, name))) is None:
            stored = await find_public_object(self._database, bucket, name)
            if self._content.is_current and self._files.max_bytes:
                stored = rows[bucket, name] = replace(stored, content_version=version)
        return stored

    def find_prepared(self, scope: Scope) -> PreparedResponse | None:
        """The whole file or a 304, if it is in memory."""
        path: str = scope["path"]
        if not path.startswith((ORIGINALS, VARIANTS)):
            return None
        headers = dict(scope["headers"])
        entry = self._files.find(_key(scope, headers), self._content.version)
        if entry is None or not UNPREPARED.isdisjoint(headers):
            return None
        etag = headers.get(b"if-none-match", b"").decode("latin-1")
        return None if etag == "*" else entry.response.select(scope["method"], "", etag)

    async def cache(self, request: Request, download: Download) -> None:
        """Cache a small file of a public image for identical requests."""
        version, source = download.stored.content_version, download.source
        key = _key(request.scope, dict(request.scope["headers"]))
        if version is None or not isinstance(source, Path) or not _is_small(key, download):
            return
        if self._files.find(key, version):
            return
        try:
            body = await asyncio.to_thread(source.read_bytes)
        except FileNotFoundError:
            return
        headers = build_download_headers(request, download.stored) | download.headers
        headers |= {"Content-Type": download.mimetype, "Accept-Ranges": "bytes"}
        response = Representations(200, headers, body, download.etag.strip('"'))
        self._files.add(key, CachedResponse(version, frozenset(), response))

    def _cached_rows(self, version: int) -> dict[tuple[str, str], StoredObject]:
        if not self._content.is_current or self._rows_version != version or len(self._rows) >= MAX_ROWS:
            self._rows, self._rows_version = {}, version
        return self._rows


def _key(scope: Scope, headers: Mapping[bytes, bytes]) -> Key:
    accept = headers.get(b"accept", b"") if scope["path"].startswith(VARIANTS) else b""
    return scope["path"], scope["query_string"], accept


def _is_small(key: Key, download: Download) -> bool:
    return (
        download.size <= MAX_FILE_BYTES and sum(map(len, key)) <= MAX_KEY_BYTES and b"download" not in key[1]
    )
