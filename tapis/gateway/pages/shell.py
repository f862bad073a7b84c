"""The HTML file of the front end, completed with brand and configuration."""

import html
import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from tapis.gateway.context import Context
from tapis.gateway.http.security_headers import csp_source_hash
from tapis.gateway.pages.static_files import StaticFile
from tapis.gateway.services import BUCKET
from tapis.gateway.settings import Brand, ConfigError
from tapis.gateway.settings.setting_types import PASSWORD_BYTES
from tapis.gateway.shop_facts import Facts

# The build leaves this element empty; a JSON block is data, so the policy needn't allow a script.
EMPTY_CONFIG = '<script type="application/json" id="tapis-config">{}</script>'
EMPTY_TITLE = "<title>Tapis</title>"
END_OF_HEAD = "</head>"
END_OF_BODY = "</body>"
EMPTY_ROOT = '<div id="root"></div>'
LANGUAGE = '<html lang="en">'
STYLE_SHEET = re.compile(r'<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>')
PRELOAD = re.compile(r'<link rel="modulepreload"[^>]*href="([^"]+)"[^>]*>')
ENTRY_SCRIPT = re.compile(r'<script type="module"[^>]*src="([^"]+)"[^>]*></script>')
INLINE_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
INLINE_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
COLOUR_NAME = re.compile(r"[a-z-]+")
COLOUR = re.compile(r"#[0-9a-f]{6}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class HtmlShell:
    text: str
    pictures: str = ""  # the origin of pictures, if it differs
    body: str = ""

    def with_config(self, values: Mapping[str, Any]) -> "HtmlShell":
        return self._replaced(EMPTY_CONFIG, EMPTY_CONFIG.replace("{}", to_inline_json(values)))

    def with_head(self, head: str) -> "HtmlShell":
        return self._replaced(EMPTY_TITLE, head)

    def with_more_head(self, more: str) -> "HtmlShell":
        return self._replaced(END_OF_HEAD, more + END_OF_HEAD)

    def with_language(self, language: str) -> "HtmlShell":
        return self._replaced(LANGUAGE, f'<html lang="{language}">')

    def with_body(self, body: str) -> "HtmlShell":
        filled = self._replaced(EMPTY_ROOT, EMPTY_ROOT.replace("></", f">{body}</"))
        return replace(filled, body=body)

    def with_rows(self, version: str, rows: Mapping[str, Any]) -> "HtmlShell":
        block = to_inline_json({"version": version, "rows": rows})
        return self.with_more_body(f'<script type="application/json" id="tapis-rows">{block}</script>')

    def with_more_body(self, more: str) -> "HtmlShell":
        """Add to the end of the page, so that visible content arrives first."""
        return self._replaced(END_OF_BODY, more + END_OF_BODY)

    def with_inlined_styles(self, files: Mapping[str, StaticFile]) -> "HtmlShell":
        """Inline the style sheet: one round trip less before the first paint.

        The link remains, disabled, so that the scripts don't load it.
        """

        def inlined(link: re.Match[str]) -> str:
            style = f"<style>{files[link[1]].body.decode()}</style>"
            return f'{style}<link rel="stylesheet" href="{link[1]}" disabled>'

        return replace(self, text=STYLE_SHEET.sub(inlined, self.text))

    def with_deferred_scripts(self) -> "HtmlShell":
        """Let the page decide when to load its scripts, since it is readable without them."""
        deferred = PRELOAD.sub(r'<link rel="later" href="\1">', self.text)
        return replace(self, text=ENTRY_SCRIPT.sub(r'<link rel="later" href="\1">', deferred))

    @property
    def scripts(self) -> list[str]:
        """Hashes for the policy; excludes the rendered body, which contains user content."""
        return [csp_source_hash(inline) for inline in INLINE_SCRIPT.findall(self._without_body)]

    @property
    def styles(self) -> list[str]:
        return [csp_source_hash(inline) for inline in INLINE_STYLE.findall(self._without_body)]

    @property
    def _without_body(self) -> str:
        return self.text.replace(self.body, "", 1) if self.body else self.text

    def _replaced(self, placeholder: str, value: str) -> "HtmlShell":
        if placeholder not in self.text:
            raise ValueError(f"the built index.html has no {placeholder}")
        return replace(self, text=self.text.replace(placeholder, value, 1))


def build_branded_shell(index: StaticFile, context: Context, config: Mapping[str, Any]) -> HtmlShell:
    """The built index.html with the configuration and the brand's colours, still without a title."""
    shell = HtmlShell(index.body.decode(), url_origin(context.settings.cdn_url))
    return shell.with_config(config).with_more_head(
        f"<style>{render_brand_style(context.settings.brand)}</style>"
    )


def url_origin(url: str) -> str:
    """Scheme and host of a URL, as in a policy; empty for an empty URL."""
    return "/".join(url.split("/")[:3])


def render_default_head(brand: Brand, origin: str) -> str:
    name, tagline = html.escape(brand.name), html.escape(brand.first_tagline)
    return (
        f'<title>{name}</title>\n    <meta name="description" content="{tagline}" />'
        f'<meta property="og:site_name" content="{name}" /><meta property="og:title" content="{name}" />'
        f'<meta property="og:description" content="{tagline}" />'
        f'<meta property="og:image" content="{html.escape(origin)}/icon-512.png" />'
    )


def render_brand_style(brand: Brand) -> str:
    """The brand's colours as custom properties. Raises ConfigError for one not written as #rrggbb."""
    for name, colour in brand.colours.items():
        if not COLOUR_NAME.fullmatch(name) or not COLOUR.fullmatch(colour):
            raise ConfigError(f"The brand's colour {name} must look like #5a0f1f.")
    return ":root{" + "".join(f"--brand-{name}:{colour};" for name, colour in brand.colours.items()) + "}"


def build_front_end_config(context: Context, facts: Facts) -> dict[str, Any]:
    """The configuration of the front end; an empty url means the page's own origin.

    `shop` is the row of shop_facts; a page without it queries that itself.
    """
    settings = context.settings
    return {
        "url": settings.site_url,
        "files": "",
        "anonKey": context.keyring.anon_key,
        "bucket": BUCKET,
        "mail": bool(settings.smtp_url),
        "passwordBytes": PASSWORD_BYTES,
        "brand": asdict(settings.brand),
        "shop": facts.row,
        **({"demoStatement": f"/{demo.name}"} if (demo := settings.demo_statement).exists() else {}),
    }


def to_inline_json(value: object) -> str:
    """JSON that cannot close its own script element."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
