"""What an address answers: each language's own, and a status that tells robots whether there is a page."""

import re
from collections.abc import Iterator
from uuid import uuid4

import httpx
import pytest

from tests.conftest import Shop
from tests.pages.test_server_rendering import awaited, meta, put_product

UNKNOWN = ("/nowhere", "/gallery/7", "/profile/unknown", "/products/a/b", "/%E0%A4%A")
KNOWN = ("/Sign-In/", "/admin/products", "/profile/transactions/7", "/GALLERY", "/shopping-cart")


@pytest.fixture
def anna(shop: Shop) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=shop.url, headers={"Accept-Encoding": "br"}, timeout=30) as client:
        yield client


def links(page: str, relation: str) -> dict[str, str]:
    found = re.findall(rf'<link rel="{relation}"(?: hrefLang="([^"]*)")? href="([^"]*)"', page)
    return dict(found)


@pytest.mark.parametrize("path", UNKNOWN)
def test_Y34_robots_are_told_that_an_address_has_no_page_and_people_still_get_the_shop(
    anna: httpx.Client, path: str
) -> None:
    page = anna.get(path)
    assert page.status_code == 404
    assert '<div id="root"></div>' in page.text


@pytest.mark.parametrize(
    ("path", "key"),
    [
        ("/auth/v1", "error_code"),
        ("/rest/v1", "details"),
        ("/storage/v1", "statusCode"),
        ("/events/v1", "message"),
        ("/realtime/v1/websocket", "message"),
        ("/functions/v1/greet", "message"),
    ],
)
def test_W5_a_client_of_a_service_that_is_not_there_is_answered_in_json(
    anna: httpx.Client, path: str, key: str
) -> None:
    answer = anna.get(path)
    assert answer.status_code == 404
    assert key in answer.json()


@pytest.mark.parametrize("path", KNOWN)
def test_Y34_a_page_is_found_as_people_write_its_address(anna: httpx.Client, path: str) -> None:
    assert anna.get(path).status_code == 200


def test_Y34_a_page_has_an_address_for_each_language_and_one_that_follows_the_visitor(
    anna: httpx.Client, shop: Shop
) -> None:
    heading = f"Selendang {uuid4().hex[:8]}"
    uuid = put_product(shop, heading)
    for path in ("/", "/products", f"/products/{heading.lower().replace(' ', '-')}-{uuid[:8]}"):
        address = shop.url + path
        everywhere = {"x-default": address, "en": f"{address}?lang=en", "id": f"{address}?lang=id"}
        assert links(awaited(anna, path, lambda text: True).text, "alternate") == everywhere
        for language, other in (("en", "id"), ("id", "en")):
            headers = {"Accept-Language": other}
            page = awaited(anna, f"{path}?lang={language}", lambda text: True, **headers).text
            assert f'<html lang="{language}">' in page
            assert links(page, "alternate") == everywhere
            assert links(page, "canonical") == {"": f"{address}?lang={language}"}
            assert meta(page, "og:url") == f"{address}?lang={language}"


def test_Y34_whoever_chose_a_language_keeps_it_whatever_an_address_says(anna: httpx.Client) -> None:
    page = awaited(anna, "/?lang=id", lambda text: True, Cookie="tapis_language=en").text
    assert '<html lang="en">' in page
    assert '<html lang="en">' in awaited(anna, "/?lang=fr", lambda text: True).text


def test_Y34_what_only_its_owner_sees_has_no_address_per_language(anna: httpx.Client) -> None:
    assert links(awaited(anna, "/sign-in", lambda text: True).text, "alternate") == {}
