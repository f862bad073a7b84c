"""Redirects to a CDN in front of the bucket, with `TAPIS_CDN_URL`.

The gateway itself serves files that must not be indexed (only it sends X-Robots-Tag), files read with a
session, downloads under another name, and variants that are not prepared, which only this machine has.
"""

from starlette.requests import Request
from starlette.responses import Response

from tapis.gateway.storage.blobs.s3_store import blob_path
from tapis.gateway.storage.http.file_response import build_download_headers
from tapis.gateway.storage.images.transform_options import TransformOptions
from tapis.gateway.storage.objects import StoredObject
from tapis.gateway.storage.variants.bucket_variants import variant_path

UNINDEXED = {"none", "noindex"}


def cdn_redirect(
    cdn_url: str, request: Request, stored: StoredObject, options: TransformOptions | None = None
) -> Response | None:
    """The redirect to these bytes; None if the gateway serves them itself."""
    if not cdn_url or not _may_redirect(request, stored) or (options and not options.is_prepared):
        return None
    path = variant_path(stored.version, options) if options else blob_path(stored.version)
    headers = build_download_headers(request, stored) | {"Location": f"{cdn_url}/{path}"}
    return Response(status_code=302, headers=headers | (options.headers if options else {}))


def _may_redirect(request: Request, stored: StoredObject) -> bool:
    directives = {directive.strip() for directive in stored.robots.split(",")}
    return not stored.private and "download" not in request.query_params and UNINDEXED.isdisjoint(directives)
