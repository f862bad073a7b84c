"""Public pictures by way of another address that serves the bucket, such as a CDN (`TAPIS_CDN_URL`).

Whoever asks here is led there. What must stay under our eyes doesn't go: pictures that search engines are
not to find (proofs of payment have public addresses too, and only we can say so), what was asked with
somebody's rights, downloads under another name, and odd sizes, which lie on this machine alone.
"""

from starlette.requests import Request
from starlette.responses import Response

from tapis.gateway.storage.blobs.s3_store import path_of
from tapis.gateway.storage.http.file_response import download_headers
from tapis.gateway.storage.images.transform_options import Options
from tapis.gateway.storage.objects import StoredObject
from tapis.gateway.storage.storage_context import StorageContext
from tapis.gateway.storage.variants.shared_variants import path_of_variant

UNFOUND = {"none", "noindex"}


def redirect(
    storage: StorageContext, request: Request, found: StoredObject, options: Options | None = None
) -> Response | None:
    """The way to a picture, or to a variant of it that is in the bucket; None: it is served from here."""
    if not storage.settings.cdn_url or not _may_go(request, found) or (options and not options.prepared):
        return None
    path = path_of_variant(found.version, options) if options else path_of(found.version)
    headers = {
        **download_headers(request, found),
        "Location": f"{storage.settings.cdn_url}/{path}",
        **({"Vary": "Accept", "X-Transformations": options.transformations} if options else {}),
    }
    return Response(status_code=302, headers=headers)


def _may_go(request: Request, found: StoredObject) -> bool:
    words = {word.strip() for word in found.robots.split(",")}
    return not found.private and "download" not in request.query_params and UNFOUND.isdisjoint(words)
