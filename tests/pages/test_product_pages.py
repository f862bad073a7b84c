"""Pages of single products: what a shared link, a search engine and an old address get."""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import httpx
import pytest

from tapis.gateway.cache.content_version import ContentVersion
from tapis.gateway.pages.record_routes import ROUTES
from tapis.gateway.pages.server_rendering import FrontEndBuild
from tapis.gateway.pages.sitemap import Sitemap
from tests.conftest import Shop
from tests.example_rows import row
from tests.pages.test_server_rendering import RENDERED, VISITOR, facts, meta


@pytest.fixture
def anna(shop: Shop) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=shop.url, headers=VISITOR, timeout=30) as client:
        yield client


@pytest.fixture
def owner(shop: Shop) -> Iterator[httpx.Client]:
    with shop.client(shop.service_key) as client:
        yield client


def put(owner: httpx.Client, **facts: object) -> str:
    uuid = str(uuid4())
    owner.post("/rest/v1/products", json=row("products", "", uuid=uuid, **facts)).raise_for_status()
    return uuid


def page_of(anna: httpx.Client, path: str, **headers: str) -> httpx.Response:
    """The rendered page; a busy machine may be too late for the first visit."""
    pages = (anna.get(path, headers=headers) for _ in range(20))
    return next(page for page in pages if RENDERED in page.text)


def test_Y5_a_shared_product_has_a_preview_and_facts_of_its_own(
    anna: httpx.Client, owner: httpx.Client, shop: Shop
) -> None:
    sizes = [{"size": "M", "stock": 0}, {"size": "L", "stock": 2}]
    uuid = put(owner, heading="Kebaya “Été” № 7", description="Silk.\n\nBy hand.", price=850_000, sizes=sizes)
    path = f"/products/kebaya-ete-no-7-{uuid[:8]}"
    page = page_of(anna, path)
    assert RENDERED in page.text
    assert "<title>Kebaya “Été” № 7 · Tapis</title>" in page.text
    assert meta(page.text, "og:title") == "Kebaya “Été” № 7 · Tapis"
    assert meta(page.text, "og:description") == "Silk. By hand."
    assert meta(page.text, "og:url") == shop.url + path
    assert "/render/image/public/tapis/products/" in meta(page.text, "og:image")
    (product,) = facts(page.text)
    assert (product["@type"], product["sku"], product["offers"]["price"]) == ("Product", uuid, 850_000)
    assert product["offers"]["availability"].endswith("/InStock")
    # The front end's address in the catalogue is the one that the sitemap has.
    assert f"<loc>{shop.url}{path}</loc>" in anna.get("/sitemap.xml").text
    assert product["offers"]["url"] == shop.url + path


def test_G6_Y5_a_product_named_like_the_admin_area_has_an_address_that_is_open_to_everybody(
    anna: httpx.Client, owner: httpx.Client, shop: Shop
) -> None:
    uuid = put(owner, heading="Administrasi Tas")
    assert f"<loc>{shop.url}/products/{uuid[:8]}</loc>" in anna.get("/sitemap.xml").text


def test_Y5_a_description_is_not_cut_within_an_emoji(anna: httpx.Client, owner: httpx.Client) -> None:
    """Half a character has no UTF-8: the page answered 500."""
    uuid = put(owner, heading="Tapis Bunga", description="a" * 198 + "\N{HIBISCUS} and more")
    page = page_of(anna, f"/products/tapis-bunga-{uuid[:8]}")
    assert meta(page.text, "og:description") == "a" * 198 + "…"


def test_Y5_a_page_is_in_the_readers_language_and_as_new_as_its_product(
    anna: httpx.Client, owner: httpx.Client
) -> None:
    uuid = put(owner, heading="Kain", translations={"id": {"heading": "Kain Tua"}})
    path = f"/products/kain-{uuid[:8]}"
    page = page_of(anna, path, **{"Accept-Language": "id"})
    assert (page.headers["content-language"], "Kain Tua</h1>" in page.text) == ("id", True)
    # Addresses don't change with the language.
    (product,) = facts(page.text)
    assert product["offers"]["url"].endswith(path)
    owner.patch(
        "/rest/v1/products", params={"uuid": f"eq.{uuid}"}, json={"sizes": [{"size": "", "stock": 0}]}
    )
    sold_out = page_of(anna, path)
    assert facts(sold_out.text)[0]["offers"]["availability"].endswith("/OutOfStock")
    again = anna.get(path, headers={"If-None-Match": sold_out.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_Y5_a_renamed_product_keeps_its_old_address(anna: httpx.Client, owner: httpx.Client) -> None:
    uuid = put(owner, heading="Tapis Lama")
    owner.patch("/rest/v1/products", params={"uuid": f"eq.{uuid}"}, json={"heading": "Tapis Baru"})
    for former in (
        f"tapis-lama-{uuid[:8]}",
        uuid[:8],
        f"TAPIS-{uuid[:8].upper()}",
        f"tapis-baru-{uuid[:8]}/",
    ):
        moved = anna.get(f"/products/{former}?from=chat")
        assert (moved.status_code, moved.headers["location"]) == (
            301,
            f"/products/tapis-baru-{uuid[:8]}?from=chat",
        )
        # The name may change again, and this one come back.
        assert moved.headers["cache-control"] == "no-cache"
    owner.delete("/rest/v1/products", params={"uuid": f"eq.{uuid}"})
    assert anna.get(f"/products/tapis-baru-{uuid[:8]}").status_code == 404
    assert f"{uuid[:8]}</loc>" not in anna.get("/sitemap.xml").text


@pytest.mark.parametrize("name", ["kebaya", "kebaya-0000000", "kebaya-00000000", "00000000", "%27-00000000"])
def test_Y5_an_address_without_a_product_says_so(anna: httpx.Client, name: str) -> None:
    page = anna.get(f"/products/{name}")
    assert page.status_code == 404
    assert re.search(r'<div id="root"></div>', page.text)  # the browser shows the way on
    assert "etag" not in page.headers


def test_attack_a_product_with_hostile_words_closes_no_element(
    anna: httpx.Client, owner: httpx.Client
) -> None:
    heading = "</script><script>alert(1)</script><!--"
    uuid = put(owner, heading=heading, description=heading, category=heading)
    page = page_of(anna, f"/products/script-script-alert-1-script-{uuid[:8]}")
    owner.delete("/rest/v1/products", params={"uuid": f"eq.{uuid}"})
    assert (RENDERED in page.text, "<script>alert" in page.text) == (True, False)


async def test_attack_many_who_ask_for_the_sitemap_at_once_have_it_made_once() -> None:
    asked: list[str] = []

    async def read(address: str) -> bytes:
        asked.append(address)
        await asyncio.sleep(0)
        return b"[]"

    content = ContentVersion()
    content.is_current = True
    sitemap = Sitemap(
        FrontEndBuild(Path(), {"/": ("slides",)}, {}, {}, ()), "http://shop.example", content, read
    )
    for made in (1, 2):
        await asyncio.gather(*(sitemap.representations() for _ in range(50)))
        assert len(asked) == made * len(ROUTES)
        content.bump()
