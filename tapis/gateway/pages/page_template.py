"""The HTML template of every page: the shell with configuration, brand and policy, as a response."""

import asyncio
import hashlib
import re
from collections.abc import Iterable, Mapping
from urllib.parse import parse_qs

from starlette.types import Scope

from tapis.gateway.cache.prepared_response import PreparedResponse, Representations
from tapis.gateway.context import Context
from tapis.gateway.http.security_headers import build_page_csp
from tapis.gateway.pages.server_rendering import FrontEndBuild, Placeholders, RenderedPage
from tapis.gateway.pages.shell import (
    HtmlShell,
    build_branded_shell,
    build_front_end_config,
    render_default_head,
    to_inline_json,
)
from tapis.gateway.pages.static_files import REVALIDATE, StaticFile
from tapis.gateway.shop_facts import Facts

BROTLI_QUALITY = 6  # 9 takes five times as long, since it clears 32 MB, for 1 % less
FAST_BROTLI_QUALITY = 5  # for pages that are rarely requested
CANONICAL_URL = re.compile(rb'(?:rel="canonical" href|"og:url" content)="[^"]+')


class PageTemplate:
    """Created again when the shop's facts change.

    `bare`: the shell without rows. `not_found`: the same with status 404, for a path without a record.
    """

    def __init__(
        self,
        context: Context,
        facts: Facts,
        build: FrontEndBuild,
        files: Mapping[str, StaticFile],
        placeholders: Placeholders,
    ) -> None:
        self.facts = facts
        self.config = build_front_end_config(context, facts)
        self._build = build
        self._placeholders = placeholders
        shell = build_branded_shell(files["/index.html"], context, self.config)
        # Only a rendered page has anything to paint before its scripts: there the style sheet is inlined.
        self._form_shell = shell.with_inlined_styles(files)
        self._deferred_shell = self._form_shell.with_deferred_scripts()
        self._shell = shell.with_head(render_default_head(facts.brand, context.settings.origin))
        self.bare = compress_page(_page_response(self._shell, _hash_texts(self._shell.text)))
        self.not_found = compress_page(_page_response(self._shell, "", status=404))

    def language(self, scope: Scope) -> str:
        headers = dict(scope["headers"])
        cookie, accepted = (
            headers.get(name, b"").decode("latin-1") for name in (b"cookie", b"accept-language")
        )
        preferred = f"{language_from_query(scope)};q=1,{accepted}" if scope["query_string"] else accepted
        return self.facts.choose_language(self._build.languages, cookie, preferred)

    async def rendered(
        self, page: RenderedPage, rows: Mapping[str, object], scripts: Iterable[str]
    ) -> Representations:
        """Uncompressed. `scripts`: files that this page needs besides the common and the language's ones."""
        placeholders = await self._placeholders(page.body)
        files = (*self._build.languages[page.language], *scripts)
        # A page without rows has nothing to read: it is a form, or waits for the session.
        shell, rel = (self._deferred_shell, "later") if rows else (self._form_shell, "modulepreload")
        preloads = "".join(f'<link rel="{rel}" href="/{file}">' for file in files)
        style = f"<style>{placeholders}</style>" if placeholders else ""
        version = self.version_of(rows)
        shell = (
            shell.with_language(page.language)
            .with_head(page.head)
            .with_more_head(preloads + style)
            .with_rows(version, rows)
            .with_more_body(page.structured_data)
            .with_body(page.body)
        )
        return await asyncio.to_thread(_page_response, shell, version, page.language)

    async def filled(self, rows: Mapping[str, object], more_head: str = "") -> Representations:
        """The shell with the rows of a page, for the browser to render. Uncompressed."""
        version = self.version_of(rows)
        shell = self._shell.with_more_head(more_head).with_rows(version, rows)
        return await asyncio.to_thread(_page_response, shell, version)

    def version_of(self, rows: Mapping[str, object]) -> str:
        """Independent of how the page was made: the browser uses it to check whether its rows are current."""
        return _hash_texts(self._shell.text, to_inline_json(rows))


def _page_response(page: HtmlShell, version: str, language: str = "", status: int = 200) -> Representations:
    """A page with its headers.

    The entity tag consists of the `version` of the page's rows and a hash of its text; without a version
    there is none.
    """
    headers = {
        "Content-Type": "text/html; charset=utf-8",
        "Cache-Control": REVALIDATE,
        "Vary": "Accept-Encoding, Accept-Language, Cookie" if language else "Accept-Encoding",
        "Content-Security-Policy": build_page_csp(page.scripts, page.styles, page.pictures),
        **({"Content-Language": language} if language else {}),
    }
    tag = f"{version}-{_hash_texts(page.text)[:8]}" if version else ""
    return Representations(status, headers, page.text.encode(), tag)


def language_from_query(scope: Scope) -> str:
    """The `lang` parameter of a URL, as indexed by search engines; '' if the visitor's language applies."""
    query = scope["query_string"]
    return parse_qs(query.decode("latin-1")).get("lang", [""])[0] if query else ""


def with_language_url(page: Representations, language: str) -> Representations:
    """The same page for its URL with a language, which becomes its canonical URL."""
    head, end, rest = page.body.partition(b"</head>")
    return page.with_body(CANONICAL_URL.sub(rb"\g<0>?lang=" + language.encode(), head) + end + rest, language)


def with_language_urls(
    pages: Mapping[tuple[str, str], Representations],
) -> Mapping[tuple[str, str], Representations]:
    result = {(path, language): with_language_url(page, language) for (path, language), page in pages.items()}
    for page in result.values():
        page.compress(FAST_BROTLI_QUALITY)
    return result


def compress_page(page: Representations) -> Representations:
    """Takes some 10 ms, so call it in a thread."""
    page.compress(BROTLI_QUALITY)
    return page


def select_representation(page: Representations, scope: Scope) -> PreparedResponse:
    headers = dict(scope["headers"])
    names = (b"accept-encoding", b"if-none-match")
    accept_encoding, if_none_match = (headers.get(name, b"").decode("latin-1") for name in names)
    return page.select(scope["method"], accept_encoding, if_none_match)


def _hash_texts(*texts: str) -> str:
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:32]
