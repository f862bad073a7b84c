"""Server-rendered pages: what link previews, search engines and visitors without scripts get."""

import asyncio
import json
import re
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote
from uuid import uuid4

import httpx
import pytest

from tapis.gateway.cache.negotiation import choose_language
from tapis.gateway.http.security_headers import csp_source_hash
from tapis.gateway.pages.rendering_queue import RenderingQueue
from tapis.gateway.pages.server_rendering import (
    FrontEndBuild,
    PageInput,
    RenderingFailed,
    read_build,
    render_listed_pages,
)
from tapis.gateway.pages.shell import HtmlShell
from tests.conftest import Shop
from tests.example_rows import row

VISITOR = {"Accept": "text/html", "Accept-Encoding": "gzip, deflate, br"}
RENDERED = '<div id="root"><div'
HOSTILE = "</script><script>alert(1)</script><!--"


@pytest.fixture
def anna(shop: Shop) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=shop.url, headers=VISITOR, timeout=30) as client:
        yield client


def awaited(anna: httpx.Client, path: str, right: Callable[[str], bool], **headers: str) -> httpx.Response:
    """The page once it is rendered and right; where two gateways answer in turn, at both of them."""
    deadline = time.monotonic() + 30
    while True:
        page, other = (anna.get(path, headers=headers) for _ in range(2))
        if RENDERED in page.text and right(page.text) and page.headers["etag"] == other.headers["etag"]:
            return page
        assert time.monotonic() < deadline, page.text[-2000:]
        time.sleep(0.05)


def put_product(shop: Shop, heading: str, **more: object) -> str:
    product = row("products", "", heading=heading, price=1_250_000, **more)
    with shop.client(shop.service_key) as owner:
        stored = owner.post("/rest/v1/products", json=product, headers={"Prefer": "return=representation"})
    assert stored.status_code == 201, stored.text
    return str(stored.json()[0]["uuid"])


def meta(page: str, name: str) -> str:
    found = re.search(rf'<meta (?:property|name)="{name}" content="([^"]*)"', page)
    assert found, name
    return found[1]


def facts(page: str) -> list[dict[str, Any]]:
    return [
        json.loads(text) for text in re.findall(r'<script type="application/ld\+json">(.*?)</script>', page)
    ]


@pytest.mark.parametrize(
    ("path", "title"),
    [("/", "Home"), ("/about-us", "About Us"), ("/gallery", "Gallery"), ("/products", "Products")],
)
def test_Z3_a_link_shared_in_a_chat_shows_title_text_and_picture(
    anna: httpx.Client, shop: Shop, path: str, title: str
) -> None:
    page = awaited(anna, path, lambda text: True).text
    assert f"<title>{title} · Tapis</title>" in page
    assert meta(page, "og:title") == ("Tapis" if path == "/" else f"{title} · Tapis")
    assert meta(page, "og:description") == meta(page, "description") != ""
    assert meta(page, "og:url") == shop.url + path
    assert f'<link rel="canonical" href="{shop.url}{path}"/>' in page
    # Absolute, as previews demand; whose picture it is depends on the shop's newest record.
    assert meta(page, "og:image").startswith(("http://", "https://"))


def test_Z3_searches_read_each_product_with_its_price_in_rupiah(anna: httpx.Client, shop: Shop) -> None:
    heading = f"Tapis {uuid4().hex[:8]}"
    put_product(shop, heading)
    page = awaited(anna, "/products", lambda text: heading in text).text
    (catalogue,) = facts(page)
    assert page.index("</main>") < page.index("application/ld+json"), "it does not delay the first paint"
    offers = {entry["item"]["name"]: entry["item"]["offers"] for entry in catalogue["itemListElement"]}
    assert (offers[heading]["price"], offers[heading]["priceCurrency"]) == (1_250_000, "IDR")
    kinds = {fact["@type"] for fact in facts(awaited(anna, "/", lambda text: True).text)}
    assert kinds == {"Organization", "WebSite"}


def test_Z1_the_owners_texts_and_tagline_are_rendered_and_described_in_the_readers_language(
    anna: httpx.Client, shop: Shop
) -> None:
    english, indonesian = f"Sarong {uuid4().hex[:8]}", f"Sarung {uuid4().hex[:8]}"
    put_product(shop, english, translations={"id": {"heading": indonesian}})
    ours = awaited(anna, "/products", lambda text: english in text).text
    theirs = awaited(anna, "/products", lambda text: indonesian in text, **{"Accept-Language": "id"}).text
    for page, name in ((ours, english), (theirs, indonesian)):
        (catalogue,) = facts(page)
        assert name in {entry["item"]["name"] for entry in catalogue["itemListElement"]}
        assert f">{name}<" in page
    home = awaited(anna, "/", lambda text: True, **{"Accept-Language": "id"}).text
    assert meta(home, "description") == "Busana Lampung untuk dunia"
    assert meta(awaited(anna, "/", lambda text: True).text, "description").startswith("Lampung fashion")


def test_Z3_robots_stay_out_of_what_is_private_and_find_the_site_map(anna: httpx.Client, shop: Shop) -> None:
    robots = anna.get("/robots.txt")
    assert robots.headers["content-type"].startswith("text/plain")
    assert {"Disallow: /admin", "Disallow: /profile", "Disallow: /shopping-cart"} <= set(
        robots.text.splitlines()
    )
    assert f"Sitemap: {shop.url}/sitemap.xml" in robots.text
    sitemap = anna.get("/sitemap.xml")
    assert sitemap.headers["content-type"] == "application/xml; charset=utf-8"
    pages = re.findall(r"<loc>(.*?)</loc>", sitemap.text)
    assert pages[:4] == [shop.url + path for path in ("/", "/about-us", "/gallery", "/products")]


def test_Z3_the_shop_can_be_installed_under_the_brands_name(anna: httpx.Client) -> None:
    link = re.search(r'<link rel="manifest" href="([^"]+)"', anna.get("/").text)
    assert link
    manifest = anna.get(link[1])
    assert manifest.headers["content-type"] == "application/manifest+json; charset=utf-8"
    result = manifest.json()
    assert (result["name"], result["display"], result["theme_color"]) == ("Tapis", "standalone", "#5a0f1f")
    assert {icon["sizes"] for icon in result["icons"]} == {"192x192", "512x512"}
    for icon in result["icons"]:
        assert anna.get(icon["src"]).headers["content-type"] == "image/png"


def test_Z1_the_server_renders_in_the_chosen_language_or_the_browsers(anna: httpx.Client) -> None:
    english = awaited(anna, "/products", lambda text: True)
    indonesian = awaited(anna, "/products", lambda text: True, **{"Accept-Language": "id-ID,en;q=0.5"})
    chosen = anna.get("/products", headers={"Accept-Language": "en", "Cookie": "a=b; tapis_language=id"})
    assert (english.headers["content-language"], "<title>Products · " in english.text) == ("en", True)
    assert (indonesian.headers["content-language"], "<title>Produk · " in indonesian.text) == ("id", True)
    assert '<html lang="id">' in chosen.text
    assert {"Cookie", "Accept-Language", "Accept-Encoding"} <= set(chosen.headers["vary"].split(", "))


@pytest.mark.parametrize(
    ("cookie", "accepted", "language"),
    [
        ("", "", "en"),
        ("", "de-DE,de;q=0.9", "en"),
        ("", "de,in;q=0.8,en;q=0.7", "id"),
        ("", "id;q=0.3, en-GB;q=0.9", "en"),
        ("", "id;q=0, en;q=0.1", "en"),
        ("", "id;q=lots", "id"),
        ("lang=id", "en", "id"),
        ("other=1; lang=id", "", "id"),
        ("lang=xx", "id", "id"),
        ("lang=en; __Host-lang=id", "en", "id"),
    ],
)
def test_Z1_the_choice_counts_before_the_browsers_wishes(cookie: str, accepted: str, language: str) -> None:
    assert choose_language(("en", "id"), cookie, accepted, "lang") == language


def test_a_change_is_in_the_next_page_and_soon_server_rendered(anna: httpx.Client, shop: Shop) -> None:
    awaited(anna, "/products", lambda text: True)
    heading = f"Kain {uuid4().hex[:8]}"
    put_product(shop, heading)
    assert heading in anna.get("/products").text
    page = awaited(anna, "/products", lambda text: f">{heading}<" in text)
    assert page.headers["content-encoding"] == "br"


def test_until_a_page_is_rendered_its_rows_and_its_first_picture_are_in_the_shell() -> None:
    build = read_build()
    (slides, *_others) = build.pages["/"]
    picture = 'tapis/slides/kain "emas"-1.jpg'
    rows = {slides: [{"image": {"url": f"https://old.example/storage/v1/object/public/{quote(picture)}"}}]}
    link = build.first_picture("/", rows)
    assert 'as="image"' in link
    assert f"/storage/v1/render/image/public/{quote(picture)}?width=832 832w" in link
    assert build.first_picture("/", {slides: []}) == build.first_picture("/about-us", {}) == ""


def test_a_rendered_page_is_revalidated_and_not_sent_twice(anna: httpx.Client) -> None:
    first = awaited(anna, "/", lambda text: True)
    again = anna.get("/", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    head = anna.head("/")
    assert (head.headers["etag"], head.content) == (first.headers["etag"], b"")
    assert head.headers["content-length"] == first.headers["content-length"]


def test_what_makes_it_another_page_is_left_to_the_browser(anna: httpx.Client) -> None:
    awaited(anna, "/products", lambda text: True)
    for query in ("page=2", "category=Kain", "q=sutra", "sort=cheapest"):
        assert RENDERED not in anna.get(f"/products?{query}").text
    assert RENDERED in anna.get("/products?utm_source=chat").text


def test_attack_a_heading_that_closes_elements_stays_text(anna: httpx.Client, shop: Shop) -> None:
    uuid = put_product(shop, HOSTILE)
    try:
        page = awaited(anna, "/products", lambda text: "alert(1)" in text)
    finally:
        with shop.client(shop.service_key) as owner:
            owner.delete(f"/rest/v1/products?uuid=eq.{uuid}")
    assert "<script>alert" not in page.text
    (script,) = re.findall(r"<script>(.*?)</script>", page.text, re.DOTALL)
    assert csp_source_hash(script) in page.headers["content-security-policy"]


@pytest.mark.parametrize(
    ("script", "cause"),
    [
        ("tapisPages = {render() { throw new Error('no') }}", "Error: no"),
        (
            "tapisPages = {render() { const all = []; for (;;) all.push(new Array(1e6).fill(1.5)) }}",
            r"renderer ended|timeout|memory limit",
        ),
        ("this is no script", "SyntaxError"),
    ],
)
def test_a_renderer_that_fails_reports_why_and_leaves_the_worker_running(
    tmp_path: Path, script: str, cause: str
) -> None:
    file = tmp_path / "pages.js"
    file.write_text(script)
    build = FrontEndBuild(file, {"/": ()}, {}, {"en": ()}, ())
    with pytest.raises(RenderingFailed, match=cause):
        asyncio.run(render_listed_pages(build, {}, "http://shop.example", {"/": {}}))


PARTLY = """tapisPages = {render({path, rows}) {
  const text = JSON.stringify(rows);
  if (text.includes("abort")) { const all = []; for (;;) all.push(new Array(1e6).fill(1.5)); }
  if (text.includes("throw")) throw new RangeError("Maximum call stack size exceeded");
  if (text.includes("report")) return {error: "RangeError", records: ["products 4f0c"]};
  return {head: path, body: text, structured_data: ""};
}}"""


@pytest.mark.parametrize("failing", ["throw", "report", "abort"])
async def test_Z1_a_page_that_cannot_be_rendered_leaves_the_others_rendered_and_is_named_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, failing: str
) -> None:
    file = tmp_path / "pages.js"
    file.write_text(PARTLY)
    build = FrontEndBuild(file, {"/": ("a",), "/products": ("b",), "/gallery": ("c",)}, {}, {"en": ()}, ())
    rows: dict[str, dict[str, object]] = {
        "/": {"a": []},
        "/products": {"b": [{"description": failing}]},
        "/gallery": {"c": []},
    }
    rendered = await render_listed_pages(build, {}, "http://shop.example", rows)
    assert [page.path for page in rendered] == ["/", "/gallery"]
    (line,) = [record for record in caplog.records if record.levelname == "ERROR"]
    assert line.__dict__["page"] == "/products"
    assert line.__dict__["records"] == (["products 4f0c"] if failing == "report" else [])
    assert line.__dict__["cause"]


async def test_Z1_after_a_process_that_could_not_be_started_the_next_page_is_rendered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "pages.js"
    file.write_text(PARTLY)
    queue = RenderingQueue(FrontEndBuild(file, {}, {}, {"en": ()}, ()))
    page = PageInput("/products/kain-00000000", "en", "http://shop.example", {})
    with monkeypatch.context() as full:
        full.setattr(sys, "executable", str(tmp_path / "nothing"))
        with pytest.raises(RenderingFailed):
            async with asyncio.timeout(10):
                await queue.render(page, {})
    assert (await queue.render(page, {})).head == page.path


def test_W5_a_policy_allows_no_script_or_style_of_the_rendered_body() -> None:
    """Should a text ever get into a page as an element, the browser still refuses to run it."""
    page = HtmlShell('<style>a{}</style><div id="root"></div><script>start()</script>')
    filled = page.with_body("<script>alert(1)</script><style>b{}</style>")
    assert "alert(1)" in filled.text
    assert (filled.scripts, filled.styles) == ([csp_source_hash("start()")], [csp_source_hash("a{}")])
