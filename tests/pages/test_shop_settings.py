"""What Ada writes about her shop is what everybody reads of it at once, wherever it is said."""

import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.conftest import Shop, open_shop
from tests.example_rows import row
from tests.pages.test_server_rendering import VISITOR, awaited, facts, meta
from tests.pages.test_static_files import config_of

WRITTEN = {
    "name": "Sulam & Siger",
    "tagline": "Woven by the sea",
    "address": "Jl. Pantai 7, Kalianda",
    "phone": "+62 727 555 01",
    "whatsapp": "6281299990000",
    "social_links": "https://www.instagram.com/sulam\nhttps://tiktok.com/@sulam",
    "opening_hours": "Mon to Sat, 9 to 5",
    "size_chart": "M: chest 96 cm",
    "translations": {"id": {"tagline": "Ditenun di tepi laut", "size_chart": "M: lingkar dada 96 cm"}},
}


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    """A shop of these tests alone, as its name is on every page."""
    with open_shop(tmp_path_factory.mktemp("settings") / "data") as opened:
        yield opened


@pytest.fixture
def ada(own: Shop) -> Iterator[httpx.Client]:
    """Ada administers; what she wrote is gone afterwards."""
    with own.client(own.token("admin")) as client:
        yield client
    own.sql("delete from public.shop_settings")


@pytest.fixture
def anna(own: Shop) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=own.url, headers=VISITOR, timeout=30) as client:
        yield client


def write(ada: httpx.Client, **values: Any) -> None:
    """Ada's form, which stores the only row that there can be."""
    settings = row("shop_settings", "") | values
    headers = {"Prefer": "resolution=merge-duplicates"}
    answer = ada.post("/rest/v1/shop_settings", json=settings, headers=headers)
    assert answer.is_success, answer.text


def name_in(page: httpx.Response) -> object:
    shop = config_of(page)["shop"]
    return shop["name"] if isinstance(shop, dict) else None


def test_Y30_a_shop_that_never_opened_its_settings_says_what_brand_toml_says(anna: httpx.Client) -> None:
    page = awaited(anna, "/", lambda text: True)
    assert config_of(page)["shop"] is None
    assert "<title>Home · Tapis</title>" in page.text
    assert all(fact in page.text for fact in ("Jl. Teluk Betung No. 12", "+62 721 555 0134"))


def test_Y30_the_page_after_a_change_says_it_in_footer_title_preview_and_facts(
    ada: httpx.Client, anna: httpx.Client
) -> None:
    awaited(anna, "/", lambda text: True)
    write(ada, **WRITTEN)
    assert name_in(anna.get("/")) == "Sulam & Siger", "the very next page"
    page = awaited(anna, "/", lambda text: True).text
    assert "<title>Home · Sulam &amp; Siger</title>" in page
    assert meta(page, "og:site_name") == meta(page, "og:title") == "Sulam &amp; Siger"
    assert meta(page, "og:description") == "Woven by the sea"
    house, site = facts(page)
    assert (house["name"], house["address"]) == ("Sulam & Siger", "Jl. Pantai 7, Kalianda")
    assert site["name"] == "Sulam & Siger"
    assert house["sameAs"] == ["https://www.instagram.com/sulam", "https://tiktok.com/@sulam"]
    footer = page[page.index("<footer") :]
    for said in ("Sulam &amp; Siger", "Jl. Pantai 7", "tel:+6272755501", "wa.me/6281299990000", "TikTok"):
        assert said in footer
    assert "Mon to Sat, 9 to 5" in footer
    indonesian = awaited(anna, "/", lambda text: True, **{"Accept-Language": "id"}).text
    assert meta(indonesian, "description") == "Ditenun di tepi laut"


@pytest.mark.parametrize("path", ["/sign-in", "/products", "/admin/dashboard", "/nowhere"])
def test_Y30_no_page_is_left_with_the_former_name(ada: httpx.Client, anna: httpx.Client, path: str) -> None:
    anna.get(path)
    for name in ("Sulam", "Siger"):
        write(ada, name=name)
        page = anna.get(path)
        assert name_in(page) == name
        assert f"{name}</title>" in page.text


def test_Y30_the_installed_shop_and_the_second_factor_have_the_shops_name(
    ada: httpx.Client, anna: httpx.Client
) -> None:
    write(ada, name="Sulam", tagline="Woven by the sea")
    manifest = anna.get("/site.webmanifest").json()
    assert (manifest["name"], manifest["description"]) == ("Sulam", "Woven by the sea")
    enrolled = ada.post("/auth/v1/factors", json={"factor_type": "totp", "friendly_name": ""})
    assert "issuer=Sulam" in enrolled.json()["totp"]["uri"]


def test_Y30_a_text_is_a_page_with_a_preview_and_an_empty_one_is_none(
    ada: httpx.Client, anna: httpx.Client, own: Shop
) -> None:
    assert anna.get("/size-chart").status_code == 404
    assert "/size-chart" not in anna.get("/sitemap.xml").text
    write(ada, **WRITTEN)
    page = awaited(anna, "/size-chart", lambda text: True)
    assert page.status_code == 200
    assert "<title>Size Chart · Sulam &amp; Siger</title>" in page.text
    assert meta(page.text, "og:description") == "M: chest 96 cm"
    linked = re.findall(r'href="(/(?:size-chart|how-to-pay|questions|delivery-and-returns))"', page.text)
    assert linked == ["/size-chart"]
    assert f"<loc>{own.url}/size-chart</loc>" in anna.get("/sitemap.xml").text
    indonesian = awaited(anna, "/size-chart", lambda text: True, **{"Accept-Language": "id"}).text
    assert "M: lingkar dada 96 cm</span>" in indonesian
    write(ada, **WRITTEN | {"size_chart": None})
    assert anna.get("/size-chart").status_code == 404
    assert "/size-chart" not in anna.get("/sitemap.xml").text + anna.get("/").text


def test_Y30_an_emptied_field_stays_empty_whatever_brand_toml_says(
    ada: httpx.Client, anna: httpx.Client
) -> None:
    write(ada, phone="", social_links="", whatsapp="")
    page = awaited(anna, "/", lambda text: True).text
    footer = page[page.index("<footer") :]
    assert not re.search(r"tel:|wa\.me|instagram", footer)
    assert "Jl. Teluk Betung No. 12" in footer


def test_Y30_whoever_chose_no_language_reads_the_shops_own(ada: httpx.Client, anna: httpx.Client) -> None:
    write(ada, default_language="id")
    german = {"Accept-Language": "de"}
    assert awaited(anna, "/products", lambda text: True, **german).headers["content-language"] == "id"
    for wished in ({"Accept-Language": "en"}, german | {"Cookie": "tapis_language=en"}):
        assert awaited(anna, "/products", lambda text: True, **wished).headers["content-language"] == "en"


@pytest.mark.parametrize(
    ("role", "status"), [("anon", 401), ("talent", 403), ("leadership", 403), ("admin", 201)]
)
def test_Y30_ada_alone_writes_and_there_is_one_row(own: Shop, role: str, status: int) -> None:
    token = None if role == "anon" else own.token(role)
    with own.client(token) as client:
        sent = [
            client.post("/rest/v1/shop_settings", json=row("shop_settings", "", name="Mine"))
            for _ in range(2)
        ]
        other = row("shop_settings", "", uuid="00000000-0000-4000-8000-000000000002")
        further = client.post("/rest/v1/shop_settings", json=other)
    own.sql("delete from public.shop_settings")
    assert [answer.status_code for answer in sent] == [status, 409 if status == 201 else status]
    assert further.status_code == (400 if status == 201 else status)
