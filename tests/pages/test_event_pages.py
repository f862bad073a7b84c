"""Pages of events: what a shared link, a search engine and a visitor without scripts get."""

import re
from collections.abc import Iterator

import httpx
import pytest

from tests.conftest import Shop
from tests.example_rows import put, row
from tests.pages.test_product_pages import page_of
from tests.pages.test_server_rendering import RENDERED, VISITOR, awaited, facts, meta
from tests.pages.test_static_files import config_of

DAYS = [
    {"kind": "show", "date": "2031-01-11", "from": "19:00", "until": "", "place": "Aula"},
    {"kind": "audition", "date": "2031-01-10", "from": "09:00", "until": "16:30", "place": "Aula"},
]
PLACES = [{"name": "Aula", "address": "Jl. Siger 1", "map": "https://maps.example/aula"}]
CLOSES = "2030-12-20T16:59:00Z"


@pytest.fixture
def anna(shop: Shop) -> Iterator[httpx.Client]:
    shop.truncate("public.events")  # also of people who registered for them elsewhere
    with httpx.Client(base_url=shop.url, headers=VISITOR, timeout=30) as client:
        yield client
    shop.truncate("public.events")


def an_event(shop: Shop, **changes: object) -> str:
    values = {"days": DAYS, "places": PLACES, "opens_at": "2020-01-01T00:00:00Z", "closes_at": CLOSES}
    return put(shop.sql, "events", row("events", "", **(values | {"fee": 50_000} | changes)))


def test_Y35_a_shared_event_has_a_preview_facts_and_its_times_in_the_shops_zone(
    anna: httpx.Client, shop: Shop
) -> None:
    uuid = an_event(shop, name="Malam Siger", story="Kain.\n\nCahaya.")
    path = f"/events/{uuid}"
    page = page_of(anna, path)
    assert "<title>Malam Siger · Tapis</title>" in page.text
    assert meta(page.text, "og:description") == "Kain. Cahaya."
    assert "/render/image/public/tapis/events/" in meta(page.text, "og:image")
    (event,) = facts(page.text)
    assert (event["@type"], event["url"]) == ("Event", shop.url + path)
    assert (event["startDate"], event["endDate"]) == (
        "2031-01-10T09:00:00+07:00",
        "2031-01-11T19:00:00+07:00",
    )
    assert event["location"][0]["address"] == "Jl. Siger 1"
    assert (event["offers"]["price"], event["offers"]["validThrough"][:16]) == (50_000, CLOSES[:16])
    # 16:59 in UTC; how long that still is, only scripts say.
    assert "Registration until Friday, December 20, 2030 at 23:59 WIB." in page.text
    assert not re.search(r"\d+ (day|hour|minute|second)|Registration is", page.text)
    assert f"<loc>{shop.url}{path}</loc>" in anna.get("/sitemap.xml").text


def test_Y35_an_event_lasts_until_the_last_of_its_hours_however_they_overlap(
    anna: httpx.Client, shop: Shop
) -> None:
    hours = {"training": ("08:00", "22:00"), "show": ("19:00", "21:00"), "rehearsal": ("18:00", "")}
    days = [
        {"kind": kind, "date": "2031-01-11", "from": begin, "until": end, "place": "Aula"}
        for kind, (begin, end) in hours.items()
    ]
    (event,) = facts(page_of(anna, f"/events/{an_event(shop, days=days)}").text)
    assert (event["startDate"][11:16], event["endDate"][11:16]) == ("08:00", "22:00")


def test_Y35_an_event_is_told_in_indonesian_as_it_is_said_there(anna: httpx.Client, shop: Shop) -> None:
    uuid = an_event(shop, name="Night", translations={"id": {"name": "Malam"}})
    page = page_of(anna, f"/events/{uuid}", **{"Accept-Language": "id"})
    assert "Malam</h1>" in page.text
    assert "Jumat, 10 Januari 2031, pukul 09.00–16.30 WIB" in page.text


def test_Y35_anna_finds_no_draft_of_an_event_and_no_page_of_another_address(
    anna: httpx.Client, shop: Shop
) -> None:
    uuid = an_event(shop, published=False, name="Rahasia")
    for path in (f"/events/{uuid}", "/events/kebaya", f"/events/{uuid[:-1]}", "/events"):
        page = anna.get(path)
        assert (page.status_code, "Rahasia" in page.text) == (404, False), path
    assert "/events" not in anna.get("/sitemap.xml").text
    assert config_of(anna.get("/"))["shop"] is None


def test_Y35_events_are_listed_and_every_page_leads_there_while_one_is_published(
    anna: httpx.Client, shop: Shop
) -> None:
    an_event(shop, name="Malam Siger")
    page = awaited(anna, "/events", lambda text: "Malam Siger</a>" in text)
    assert RENDERED in page.text
    assert f"<loc>{shop.url}/events</loc>" in anna.get("/sitemap.xml").text
    told = config_of(anna.get("/"))["shop"]
    assert isinstance(told, dict)
    assert (told["has_events"], told["name"]) == (True, None)


def test_attack_an_event_with_hostile_words_closes_no_element(anna: httpx.Client, shop: Shop) -> None:
    hostile = "</script><script>alert(1)</script><!--"
    places = [{"name": hostile, "address": hostile, "map": ""}]
    page = page_of(anna, f"/events/{an_event(shop, name=hostile, story=hostile, places=places)}")
    assert (RENDERED in page.text, "<script>alert" in page.text) == (True, False)
