"""What views show: an announcement with its person's face, sums by day; and no more than one may read."""

import pytest

from tests.database.conftest import House
from tests.example_rows import put, row

VIEW = "audition_announcements_with_registrant"
DAYS = ["2026-01-01T00:00:00+00:00", "2026-01-03T00:00:00+00:00", "2026-01-02T00:00:00+00:00"]


def announced(house: House, user_id: str) -> str:
    return put(house.sql, "audition_announcements", row("audition_announcements", user_id))


def shown(house: House, role: str, uuid: str) -> object:
    (found,) = [row for row in house.select(role, VIEW).rows if row["uuid"] == uuid]
    return found["registrant"]


def test_L1_who_registered_more_than_once_is_shown_as_in_the_newest_registration(house: House) -> None:
    uuid = announced(house, house.other)
    sent = [
        row("audition_registrations", house.other, name=f"Tom {number}", created_at=day)
        for number, day in enumerate(DAYS)
    ]
    for registered in sent:
        put(house.sql, "audition_registrations", registered)
    card = sent[1]["comcard_image"]["filename"]
    found = shown(house, "leadership", uuid)
    assert isinstance(found, dict)
    assert (found["name"], found["comcard_image"]["filename"]) == ("Tom 1", card)


def test_L1_who_never_registered_is_shown_without_a_face(house: House) -> None:
    assert shown(house, "leadership", announced(house, house.other)) is None


@pytest.mark.parametrize(("role", "name"), [("leadership", "Tom"), ("talent", None)])
def test_R1_the_view_tells_nobody_what_the_tables_would_not(
    house: House, role: str, name: str | None
) -> None:
    put(house.sql, "audition_registrations", row("audition_registrations", house.other))
    uuids = {announced(house, house.user_id("talent")), announced(house, house.other)}
    seen = [found for found in house.select(role, VIEW).rows if found["uuid"] in uuids]
    faces = [found["registrant"] for found in seen if found["user_id"] == house.other]
    assert [face["name"] for face in faces] == ([name] if name else [])
    assert len(seen) == (2 if name else 1)


@pytest.mark.parametrize(
    ("table", "counted"), [("transactions", "orders"), ("audition_registrations", "registrations")]
)
def test_M2_a_day_of_the_dashboard_begins_at_midnight_in_lampung(
    house: House, table: str, counted: str
) -> None:
    house.sql(f"delete from public.{table}")
    for moment in ("2026-11-20T16:59:59Z", "2026-11-20T17:00:00Z", "2026-11-21T16:59:59Z"):
        put(house.sql, table, row(table, house.other, created_at=moment))
    days = house.ask("admin", f"select day::text, {counted} from public.{counted}_by_day order by 1")
    assert days == [{"day": "2026-11-20", counted: 1}, {"day": "2026-11-21", counted: 2}]


def test_Y30_a_category_comes_with_its_name_in_the_other_language(house: House) -> None:
    for named in ({}, {"id": {"category": "Alas kaki"}}):
        put(house.sql, "products", row("products", "", category="Footwear", translations=named))
        put(house.sql, "products", row("products", "", category="Hats"))
    found = {one["category"]: one for one in house.select("anon", "product_categories").rows}
    assert found["Footwear"]["translations"] == {"id": {"category": "Alas kaki"}}
    assert (found["Hats"]["translations"], found["Footwear"]["products"]) == ({}, 2)
