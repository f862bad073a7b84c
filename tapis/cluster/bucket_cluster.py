"""What gateways over one bucket share: prepared variants, and a CDN in front of the bucket.

With `TAPIS_CDN_URL`, requests for public images are redirected there. The gateway itself answers what search
engines may not index (only it can say so), whatever was read with a session, downloads under another name,
and variants that are not prepared, which this machine alone has.
"""

from collections.abc import AsyncIterator

from starlette.requests import Request
from starlette.responses import Response

from tapis.gateway.storage.blobs.blob_store import BlobStore
from tapis.gateway.storage.blobs.s3_store import S3BlobStore, path_of
from tapis.gateway.storage.http.file_response import download_headers
from tapis.gateway.storage.images.transform_options import Options
from tapis.gateway.storage.objects import StoredObject
from tapis.gateway.storage.variants import worker

FOLDER = "variants"
UNINDEXED = {"none", "noindex"}


def join_cluster(store: BlobStore, cdn_url: str = "") -> "BucketCluster | None":
    """What is shared over this store; None for a folder, which has one gateway."""
    return BucketCluster(store, cdn_url) if isinstance(store, S3BlobStore) else None


def path_of_variant(version: str, options: Options) -> str:
    return f"{_folder_of(version)}/{options.file_name}"


def _folder_of(version: str) -> str:
    return f"{FOLDER}/{version[:2]}/{version}"


class BucketVariants:
    """Of gateways that render the same variant at once each adds it; the bytes are the same."""

    def __init__(self, store: S3BlobStore) -> None:
        self._store = store

    async def names(self, version: str) -> set[str]:
        batches = self._store.paths(_folder_of(version))
        return {path.rpartition("/")[2] async for batch in batches for path in batch}

    async def find(self, version: str, options: Options) -> bytes | None:
        return await self._store.find(path_of_variant(version, options))

    async def add(self, version: str, options: Options, content: bytes) -> None:
        await self._store.create(path_of_variant(version, options), content, options.form.mimetype)

    async def by_version(self) -> AsyncIterator[dict[str, list[str]]]:
        async for batch in self._store.paths(FOLDER):
            found: dict[str, list[str]] = {}
            for path in batch:
                found.setdefault(path.split("/")[-2], []).append(path)
            yield found

    async def delete(self, paths: list[str]) -> None:
        await self._store.delete(paths)


class BucketCluster:
    worker = "tapis.cluster.bucket_cluster"  # as a program: see the last lines

    def __init__(self, store: S3BlobStore, cdn_url: str = "") -> None:
        self.variants = BucketVariants(store)
        self._cdn_url = cdn_url

    def redirect(self, request: Request, found: StoredObject, options: Options | None) -> Response | None:
        if not self._cdn_url or not _may_redirect(request, found) or (options and not options.prepared):
            return None
        path = path_of_variant(found.version, options) if options else path_of(found.version)
        headers = download_headers(request, found) | {"Location": f"{self._cdn_url}/{path}"}
        return Response(status_code=302, headers=headers | (options.headers if options else {}))


def _may_redirect(request: Request, found: StoredObject) -> bool:
    words = {word.strip() for word in found.robots.split(",")}
    return not found.private and "download" not in request.query_params and UNINDEXED.isdisjoint(words)


if __name__ == "__main__":  # the variant worker: shares what it makes with the other gateways
    worker.main(join_cluster)
