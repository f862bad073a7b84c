"""Placeholders of a page's images until they are loaded."""

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial

import pytest
import pyvips

from tapis.gateway.database import Database
from tapis.gateway.storage.placeholders import render_placeholders
from tests.conftest import Shop
from tests.storage.conftest import Person
from tests.storage.sample_images import photo

Style = Callable[[str], Awaitable[str]]
RULE = re.compile(r'img\[src\*="([\w.%-]+)"\]\{background-image:url\(data:image/webp;base64,[\w+/=]+\)\}')


@pytest.fixture
async def style(shop: Shop) -> AsyncIterator[Style]:
    """A function from a page's HTML to its style, with the shop's own pictures."""
    async with Database(shop.authenticator, 2, 8) as database:
        yield partial(render_placeholders, database)


def render_page(*names: str) -> str:
    """A server-rendered page with these pictures."""
    address = (
        '<img srcSet="/storage/v1/render/image/public/tapis/{0}?width=384 384w" src="/storage/v1/render/'
    )
    return "".join((address + 'image/public/tapis/{0}?width=832"/>').format(name) for name in names)


async def test_P7_each_image_of_a_page_has_its_own_placeholder(ada: Person, style: Style) -> None:
    names = [ada.upload(photo(40, 30)), ada.upload(photo(30, 40))]
    css = await style(render_page(*names, *names))
    assert RULE.sub("", css) == ""
    assert all(name.endswith(tail) for name, tail in zip(names, RULE.findall(css), strict=True))
    assert len(css) / len(names) <= 250


async def test_P7_transparent_and_unknown_images_have_no_placeholder(ada: Person, style: Style) -> None:
    whole = pyvips.Image.new_from_buffer(photo(40, 30), "")
    clear = ada.upload(whole.bandjoin(100).pngsave_buffer(), mimetype="image/png")
    assert await style(render_page(clear)) == ""
    assert await style(render_page("products/nobody-knows-it.jpg", "%00", "%ff", "a" * 2000)) == ""
    assert await style("<p>no pictures</p>") == ""


async def test_P7_no_row_and_no_address_can_break_out_of_its_rule(
    ada: Person, shop: Shop, style: Style
) -> None:
    name = ada.upload()
    odd = '{"placeholder": "data:image/webp;base64,AA)}</style><script>alert(1)</script>"}'
    shop.sql("update storage.objects set metadata = metadata || %s::jsonb where name = %s", odd, name)
    assert await style(render_page(name)) == ""
    assert await style(render_page("products/x'\\]{}</style>.jpg")) == ""
