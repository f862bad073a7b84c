"""Redirects to a CDN in front of the bucket, with `TAPIS_CDN_URL`.

The gateway itself answers what search engines may not index (only it can say so), whatever was read with a
session, downloads under another name, and variants that are not prepared, which this machine alone has.
"""

from starlette.requests import Request
from starlette.responses import Response

from tapis.gateway.storage.blobs.s3_store import path_of
from tapis.gateway.storage.http.file_response import download_headers
from tapis.gateway.storage.images.transform_options import Options
from tapis.gateway.storage.objects import StoredObject
from tapis.gateway.storage.variants.bucket_variants import path_of_variant

UNINDEXED = {"none", "noindex"}


def cdn_redirect(
    cdn_url: str, request: Request, found: StoredObject, options: Options | None = None
) -> Response | None:
    """The redirect to these bytes; None where the gateway answers itself."""
    if not cdn_url or not _may_redirect(request, found) or (options and not options.is_prepared):
        return None
    path = path_of_variant(found.version, options) if options else path_of(found.version)
    headers = download_headers(request, found) | {"Location": f"{cdn_url}/{path}"}
    return Response(status_code=302, headers=headers | (options.headers if options else {}))


def _may_redirect(request: Request, found: StoredObject) -> bool:
    words = {word.strip() for word in found.robots.split(",")}
    return not found.private and "download" not in request.query_params and UNINDEXED.isdisjoint(words)
