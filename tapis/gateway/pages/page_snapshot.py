"""The server-rendered pages of one content version, and which of them the next version can reuse."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tapis.gateway.cache.prepared_response import Representations
from tapis.gateway.pages.page_template import PageTemplate
from tapis.gateway.pages.server_rendering import Rows

NEVER = -1  # before any content version
Pages = Mapping[tuple[str, str], Representations]  # by path and language


@dataclass(frozen=True, slots=True)
class PageSnapshot:
    """Pages by path and language, with the rows that each path shows.

    `at_language_urls`: the same pages for URLs with a language parameter.
    """

    template: PageTemplate
    version: int = NEVER
    rows: Rows = field(default_factory=dict)
    pages: Pages = field(default_factory=dict)
    at_language_urls: Pages = field(default_factory=dict)

    def unchanged_pages(self, template: PageTemplate, rows: Rows, languages: Sequence[str]) -> "PageSnapshot":
        """The reusable part: paths with the same rows, rendered in every language by the same template."""
        unchanged = {
            path: shown_rows
            for path, shown_rows in self.rows.items()
            if template is self.template
            and rows.get(path) == shown_rows
            and all((path, language) in self.pages for language in languages)
        }
        return PageSnapshot(
            template,
            self.version,
            unchanged,
            _pages_of(unchanged, self.pages),
            _pages_of(unchanged, self.at_language_urls),
        )


def _pages_of(paths: Rows, pages: Pages) -> Pages:
    return {(path, language): page for (path, language), page in pages.items() if path in paths}
