"""Picture addresses in responses are the shop's current ones, whatever the request."""

from collections.abc import Iterator
from uuid import uuid4

import pytest

from tapis.gateway.rest.execute import IMAGES, with_absolute_image_urls
from tests.conftest import Shop
from tests.example_rows import put, row_with_files

HERE = "https://tapis.example"


@pytest.fixture
def slide(shop: Shop) -> Iterator[str]:
    """The filename of a slide's picture. Its title looks like an address."""
    title = f'{uuid4()} "url": "{IMAGES}'
    values = row_with_files(shop.sql, "slides", "", title=title)
    uuid = put(shop.sql, "slides", values)
    yield values["image"]["filename"]
    shop.sql("delete from public.slides where uuid = %s", uuid)


JSON, CSV = "application/json", "text/csv"


@pytest.mark.parametrize(
    ("select", "media"),
    [("*", JSON), ("image->url", JSON), ("image->>url", JSON), ("title,image", JSON), ("title,image", CSV)],
)
def test_Y20_the_address_of_a_picture_is_where_it_is_now(
    shop: Shop, slide: str, select: str, media: str
) -> None:
    stored = shop.sql(
        "select image ->> 'url', title from public.slides where image ->> 'filename' = %s", slide
    )
    assert stored[0][0] == f"{IMAGES}slides/{slide}"
    with shop.client() as anna:
        path = f"/rest/v1/slides?image->>filename=eq.{slide}&select={select}"
        answer = anna.get(path, headers={"Accept": media})
        assert answer.status_code == 200
        assert f"{shop.url}{IMAGES}slides/{slide}" in answer.text
        if media == JSON and "title" in select:
            assert answer.json()[0]["title"] == stored[0][1]


@pytest.mark.parametrize(
    ("body", "sent"),
    [
        (f'{{"url": "{IMAGES}a.jpg"}}', f'{{"url": "{HERE}{IMAGES}a.jpg"}}'),
        (f'[{{"url":"{IMAGES}a.jpg"}}]', f'[{{"url":"{HERE}{IMAGES}a.jpg"}}]'),
        (f'"{{""url"": ""{IMAGES}a.jpg""}}"', f'"{{""url"": ""{HERE}{IMAGES}a.jpg""}}"'),
        (f'{{"title": "\\"url\\": \\"{IMAGES}"}}', f'{{"title": "\\"url\\": \\"{IMAGES}"}}'),
        (
            f'{{"url": "https://else.example{IMAGES}a.jpg"}}',
            f'{{"url": "https://else.example{IMAGES}a.jpg"}}',
        ),
        (f'{{"link": "{IMAGES}a.jpg"}}', f'{{"link": "{IMAGES}a.jpg"}}'),
    ],
)
def test_Y20_only_the_address_in_an_image_value_gets_the_origin(body: str, sent: str) -> None:
    assert with_absolute_image_urls(body, HERE) == sent
