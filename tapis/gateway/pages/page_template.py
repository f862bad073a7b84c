"""The HTML around every page: the shell with configuration, brand and policy, completed to a response."""

import asyncio
import hashlib
import re
from collections.abc import Iterable, Mapping
from urllib.parse import parse_qs

from starlette.types import Scope

from tapis.gateway.cache.negotiation import choose_language
from tapis.gateway.cache.prepared_response import PreparedResponse, Representations
from tapis.gateway.context import Context
from tapis.gateway.http.security_headers import page_policy
from tapis.gateway.pages.server_rendering import Build, Placeholders, RenderedPage
from tapis.gateway.pages.shell import Shell, branded_shell, default_head, front_end_config, inline_json
from tapis.gateway.pages.static_files import REVALIDATE, File
from tapis.gateway.shop_facts import Facts

BROTLI_QUALITY = 6  # 9 takes five times as long, since it has 32 MB filled with zeros, for 1 % less
QUICK_QUALITY = 5  # for what is seldom asked for
OWN_ADDRESS = re.compile(rb'(?:rel="canonical" href|"og:url" content)="[^"]+')


class PageTemplate:
    """Made again when the shop's facts have changed.

    `bare`: the shell without rows. `not_found`: the same, for an address that names no record.
    """

    def __init__(
        self,
        context: Context,
        facts: Facts,
        build: Build,
        files: Mapping[str, File],
        placeholders: Placeholders,
    ) -> None:
        self.facts = facts
        self.config = front_end_config(context, facts)
        self._build = build
        self._placeholders = placeholders
        self._cookie = f"{facts.brand.prefix}language"
        self._languages = facts.default_language_first(tuple(build.languages))
        shell = branded_shell(files["/index.html"], context, self.config)
        # Only a rendered page has anything to paint before its scripts: there the style sheet is inlined.
        self._around_form = shell.with_inlined_styles(files)
        self._around = self._around_form.with_deferred_scripts()
        self._shell = shell.with_head(default_head(facts.brand, context.settings.origin))
        self.bare = compress(page_response(self._shell, digest(self._shell.text)))
        self.not_found = compress(page_response(self._shell, "", status=404))

    def language(self, scope: Scope) -> str:
        headers = dict(scope["headers"])
        cookie, accepted = (
            headers.get(name, b"").decode("latin-1") for name in (b"cookie", b"accept-language")
        )
        preferred = f"{language_from_query(scope)};q=1,{accepted}" if scope["query_string"] else accepted
        return choose_language(self._languages, cookie, preferred, self._cookie)

    async def rendered(
        self, page: RenderedPage, rows: Mapping[str, object], scripts: Iterable[str]
    ) -> Representations:
        """Not compressed yet. `scripts`: files that this page needs beside the shop's and the language's."""
        placeholders = await self._placeholders(page.body)
        files = (*self._build.languages[page.language], *scripts)
        # Without rows there is nothing to read, but a form or what waits for the session.
        around, rel = (self._around, "later") if rows else (self._around_form, "modulepreload")
        preloads = "".join(f'<link rel="{rel}" href="/{file}">' for file in files)
        style = f"<style>{placeholders}</style>" if placeholders else ""
        version = self.version_of(rows)
        shell = (
            around.with_language(page.language)
            .with_head(page.head)
            .with_more_head(preloads + style)
            .with_rows(version, rows)
            .with_more_body(page.structured_data)
            .with_body(page.body)
        )
        return await asyncio.to_thread(page_response, shell, version, page.language)

    async def filled(self, rows: Mapping[str, object], more_head: str = "") -> Representations:
        """The shell with the rows of a page, for the browser to render. Not compressed yet."""
        version = self.version_of(rows)
        shell = self._shell.with_more_head(more_head).with_rows(version, rows)
        return await asyncio.to_thread(page_response, shell, version)

    def version_of(self, rows: Mapping[str, object]) -> str:
        """The same however the page was made: the browser knows by it whether its rows still hold."""
        return digest(self._shell.text, inline_json(rows))


def page_response(page: Shell, version: str, language: str = "", status: int = 200) -> Representations:
    """A page with its headers.

    The entity tag begins with the `version` of the page's rows, and tells apart how the page was made;
    without a version there is none.
    """
    headers = {
        "Content-Type": "text/html; charset=utf-8",
        "Cache-Control": REVALIDATE,
        "Vary": "Accept-Encoding, Accept-Language, Cookie" if language else "Accept-Encoding",
        "Content-Security-Policy": page_policy(page.scripts, page.styles, page.pictures),
        **({"Content-Language": language} if language else {}),
    }
    tag = f"{version}-{digest(page.text)[:8]}" if version else ""
    return Representations(status, headers, page.text.encode(), tag)


def language_from_query(scope: Scope) -> str:
    """The language that an address asks for, as search engines list it; '' where the visitor's counts."""
    query = scope["query_string"]
    return parse_qs(query.decode("latin-1")).get("lang", [""])[0] if query else ""


def with_language_url(page: Representations, language: str) -> Representations:
    """The same page for the address that names its language, which it then says is its own."""
    head, end, rest = page.body.partition(b"</head>")
    return page.with_body(OWN_ADDRESS.sub(rb"\g<0>?lang=" + language.encode(), head) + end + rest, language)


def with_language_urls(
    pages: Mapping[tuple[str, str], Representations],
) -> Mapping[tuple[str, str], Representations]:
    found = {(path, language): with_language_url(page, language) for (path, language), page in pages.items()}
    for page in found.values():
        page.compress(QUICK_QUALITY)
    return found


def compress(page: Representations) -> Representations:
    """Takes some 10 ms, so call it in a thread."""
    page.compress(BROTLI_QUALITY)
    return page


def select_representation(page: Representations, scope: Scope) -> PreparedResponse:
    headers = dict(scope["headers"])
    names = (b"accept-encoding", b"if-none-match")
    accept_encoding, if_none_match = (headers.get(name, b"").decode("latin-1") for name in names)
    return page.select(scope["method"], accept_encoding, if_none_match)


def digest(*texts: str) -> str:
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:32]
