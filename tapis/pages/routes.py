"""Which address answers with which file: built assets by name, the shell for every page of the face."""

from collections.abc import Mapping
from pathlib import PurePosixPath
from types import MappingProxyType

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from tapis.context import Context, Read
from tapis.pages.files import File, read_folder
from tapis.pages.shell import fill_shell, style_hash
from tapis.settings import PROJECT, Brand

DIST = PROJECT / "web" / "dist"
NO_MORE: Mapping[str, str] = MappingProxyType({})


def content_security_policy(brand: Brand) -> str:
    """Everything from our own origin, and the brand's one style element by its hash.

    `blob:` shows a chosen picture before it is sent.
    """
    rules = (
        "default-src 'none'",
        "script-src 'self'",
        f"style-src 'self' {style_hash(brand)}",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
    return "; ".join(rules)


def routes(context: Context, read: Read) -> list[BaseRoute]:  # noqa: ARG001 – soon read by the renderer
    """One route that knows all files of the build."""
    files = dict(read_folder(DIST))
    if "/index.html" not in files:
        raise FileNotFoundError(f"{DIST} has no index.html: build the front end first, with `make build`")
    shell = fill_shell(files.pop("/index.html"), context)
    policy = {"Content-Security-Policy": content_security_policy(context.settings.brand)}

    async def page(request: Request) -> Response:
        if file := files.get(request.url.path):
            return answer(request, file)
        return answer(request, _shell_for(request, shell), policy)

    return [Route("/{path:path}", page, methods=["GET"])]


def _shell_for(request: Request, shell: File) -> File:
    """Pages are routed in the browser; a missing file must not pretend to be one."""
    if PurePosixPath(request.url.path).suffix:
        raise HTTPException(404)
    return shell


def answer(request: Request, file: File, extra: Mapping[str, str] = NO_MORE) -> Response:
    """A file with its validators: 304 when the browser has it, Brotli when the browser reads it."""
    headers = {"ETag": file.etag, "Cache-Control": file.cache_control, "Vary": "Accept-Encoding", **extra}
    if file.etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if file.brotli and "br" in request.headers.get("accept-encoding", ""):
        return Response(
            file.brotli, headers={**headers, "Content-Encoding": "br"}, media_type=file.media_type
        )
    return Response(file.body, headers=headers, media_type=file.media_type)
