"""Routes of the front end: built files, generated files such as robots.txt, and pages for all other paths."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.routing import BaseRoute, Route
from starlette.types import Scope

from tapis.gateway.cache.prepared_response import PreparedResponse, Representations
from tapis.gateway.context import Context, PublicRead
from tapis.gateway.pages.page_template import select_representation
from tapis.gateway.pages.server_rendering import Placeholders, read_build
from tapis.gateway.pages.site import ServerRenderedSite
from tapis.gateway.pages.sitemap import Sitemap
from tapis.gateway.pages.static_files import (
    StaticFile,
    build_robots,
    build_web_manifest,
    load_static_files,
)
from tapis.resources import FRONT_END

SITEMAP, MANIFEST = "/sitemap.xml", "/site.webmanifest"
# Services of Supabase, offered here or not: their clients read JSON.
SERVICE_PATH = re.compile(r"/(auth|events|functions|graphql|realtime|rest|storage)/v1(/|$)")


@dataclass(frozen=True, slots=True)
class Pages:
    site: ServerRenderedSite
    sitemap: Sitemap
    files: Mapping[str, Representations]
    manifest: StaticFile
    demo_statement: Path

    @property
    def routes(self) -> list[BaseRoute]:
        return [Route("/{path:path}", self.respond, methods=["GET"])]

    def find_prepared(self, scope: Scope) -> PreparedResponse | None:
        """A build file, which never changes, or a page that is up to date with the content."""
        if file := self.files.get(scope["path"]):
            return select_representation(file, scope)
        return self.site.find_prepared(scope)

    async def respond(self, request: Request) -> PreparedResponse:
        path = request.url.path
        if path == SITEMAP:
            return select_representation(await self.sitemap.representations(), request.scope)
        if file := self.files.get(path):
            return select_representation(file, request.scope)
        if path == MANIFEST:
            brand = (await self.site.shop.read()).brand
            return select_representation(
                build_web_manifest(self.manifest, brand).representations(), request.scope
            )
        if path == f"/{self.demo_statement.name}" and self.demo_statement.exists():
            statement = StaticFile(self.demo_statement.read_bytes(), "text/csv; charset=utf-8")
            return select_representation(statement.representations(), request.scope)
        # Pages are routed in the browser; a missing file or service must not return one.
        if PurePosixPath(path).suffix or SERVICE_PATH.match(path):
            raise HTTPException(404)
        return await self.site.respond(request.scope)


def open_pages(context: Context, read: PublicRead, placeholders: Placeholders) -> Pages:
    """The pages of the build. Raises FileNotFoundError when the front end was never built."""
    files = dict(load_static_files(FRONT_END))
    if "/index.html" not in files:
        raise FileNotFoundError(f"{FRONT_END} has no index.html: build the front end first (`make build`)")
    build = read_build()
    site = ServerRenderedSite(context, build, files, read, placeholders)
    del files["/index.html"]
    origin = context.settings.origin
    bare_manifest = files.pop(MANIFEST)
    files["/robots.txt"] = build_robots(files["/robots.txt"], origin)
    sitemap = Sitemap(build, origin, context.content_version, read)
    prepared = {path: file.representations() for path, file in files.items()}
    return Pages(site, sitemap, prepared, bare_manifest, context.settings.demo_statement)
