"""Which address answers with what: built files by name, what machines ask for, a page for all else."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from tapis.gateway.cache.prepared_response import PreparedLookup
from tapis.gateway.context import Context, Read
from tapis.gateway.pages.build_manifest import read_build
from tapis.gateway.pages.robots_and_sitemap import machine_files
from tapis.gateway.pages.server_rendering import Placeholders
from tapis.gateway.pages.site import Site
from tapis.gateway.pages.static_files import File, read_folder
from tapis.resources import FRONT_END


async def no_placeholders(_html: str) -> str:
    """Pictures show their tint until they have come."""
    return ""


@dataclass(frozen=True, slots=True)
class OpenSite:
    """The site and the files beside it, as the composition root mounts them."""

    site: Site
    files: Mapping[str, File]

    @property
    def routes(self) -> list[BaseRoute]:
        """One route that knows all."""
        return [Route("/{path:path}", self.answer, methods=["GET"])]

    async def answer(self, request: Request) -> Response:
        """A file by its name, a page for every address that names none."""
        path = request.url.path
        if file := self.files.get(path):
            return answer(request, file)
        # Pages are routed in the browser; a missing file must not pretend to be one.
        if PurePosixPath(path).suffix:
            raise HTTPException(404)
        ready = await self.site.answer(request.scope)
        response = Response(ready.body, ready.status)
        response.raw_headers = list(ready.headers)
        return response

    @property
    def at_once(self) -> PreparedLookup:
        """What lies ready in memory."""
        return self.site.at_once

    async def keep_fresh(self) -> None:
        """Keep what lies ready as new as the content, for ever."""
        await self.site.keep_fresh()


def open_site(context: Context, read: Read, placeholders: Placeholders = no_placeholders) -> OpenSite:
    """The pages of the build. Raises FileNotFoundError when the front end was never built."""
    files = dict(read_folder(FRONT_END))
    if "/index.html" not in files:
        raise FileNotFoundError(f"{FRONT_END} has no index.html: build the front end first (`make build`)")
    build = read_build()
    site = Site(context, build, files, read, placeholders)
    del files["/index.html"]
    files |= machine_files(files, build.pages, site.origin, context.settings.brand)
    return OpenSite(site, files)


def answer(request: Request, file: File) -> Response:
    """A file with its validators: 304 when the browser has it, Brotli when the browser reads it."""
    headers = {"ETag": file.etag, "Cache-Control": file.cache_control, "Vary": "Accept-Encoding"}
    if file.etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if file.brotli and "br" in request.headers.get("accept-encoding", ""):
        return Response(
            file.brotli, headers={**headers, "Content-Encoding": "br"}, media_type=file.media_type
        )
    return Response(file.body, headers=headers, media_type=file.media_type)
