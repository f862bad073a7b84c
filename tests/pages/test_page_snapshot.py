"""What a change of content renders again: the pages that show it, and no others."""

from dataclasses import dataclass
from typing import cast

import pytest

from tapis.gateway.cache.prepared_response import Representations
from tapis.gateway.pages.page_snapshot import PageSnapshot
from tapis.gateway.pages.page_template import PageTemplate

LANGUAGES = ("en", "id")
GALLERY, PRODUCTS = {"galleries": [{"title": "Kain"}]}, {"products": [{"heading": "Tapis"}]}


@dataclass(frozen=True, slots=True)
class Template:
    """Stands for the shop's name and settings; only which one it is counts."""

    name: str


OLD, NEW = (cast("PageTemplate", Template(name)) for name in ("old", "new"))


def snapshot(*rendered: tuple[str, str]) -> PageSnapshot:
    pages = {key: Representations(200, {}, "/".join(key).encode()) for key in rendered}
    return PageSnapshot(OLD, 1, {"/gallery": GALLERY, "/products": PRODUCTS}, pages, pages)


WHOLE = snapshot(*((path, language) for path in ("/gallery", "/products") for language in LANGUAGES))


@pytest.mark.parametrize(
    ("what", "before", "template", "rows", "kept"),
    [
        ("nothing changed", WHOLE, OLD, WHOLE.rows, {"/gallery", "/products"}),
        ("a product changed", WHOLE, OLD, {"/gallery": GALLERY, "/products": {"products": []}}, {"/gallery"}),
        ("a page is gone", WHOLE, OLD, {"/products": PRODUCTS}, {"/products"}),
        ("the shop's name changed", WHOLE, NEW, WHOLE.rows, set()),
        (
            "one could not be rendered in a language",
            snapshot(("/gallery", "en"), ("/products", "en"), ("/products", "id")),
            OLD,
            WHOLE.rows,
            {"/products"},
        ),
    ],
)
def test_Z1_pages_whose_rows_are_the_same_are_not_rendered_again(
    what: str,
    before: PageSnapshot,
    template: PageTemplate,
    rows: dict[str, dict[str, object]],
    kept: set[str],
) -> None:
    stays = before.unchanged_pages(template, rows, LANGUAGES)
    assert stays.rows.keys() == kept, what
    assert {path for path, _ in stays.pages} == {path for path, _ in stays.at_language_urls} == kept, what
