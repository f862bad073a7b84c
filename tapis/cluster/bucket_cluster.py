"""What gateways over one bucket share: prepared variants, and a CDN in front of the bucket.

With `TAPIS_CDN_URL`, requests for public images are redirected there. The gateway itself answers what search
engines may not index (only it can say so), whatever was read with a session, downloads under another name,
and variants that are not prepared, which this machine alone has.
"""

from starlette.requests import Request
from starlette.responses import Response

from tapis.cluster.shared_variants import BucketVariants, path_of_variant
from tapis.gateway.storage.blobs.blob_store import BlobStore
from tapis.gateway.storage.blobs.s3_store import S3BlobStore, path_of
from tapis.gateway.storage.http.file_response import download_headers
from tapis.gateway.storage.images.transform_options import Options
from tapis.gateway.storage.objects import StoredObject
from tapis.gateway.storage.variants import worker

UNINDEXED = {"none", "noindex"}


def join_cluster(store: BlobStore, cdn_url: str = "") -> "BucketCluster | None":
    """What is shared over this store; None for a folder, which has one gateway."""
    return BucketCluster(store, cdn_url) if isinstance(store, S3BlobStore) else None


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
