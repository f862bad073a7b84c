"""`tapis demo`: an owner fills an empty shop, is interrupted, takes it up again with the shop open."""

import csv
import json
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
import pyvips

from tapis.demo.demo_content import FOLDER, TABLES, PictureColumn
from tapis.demo.demo_rows import build_demo_rows
from tests.conftest import Shop, open_shop, shared_folder
from tests.declared_pictures import PICTURE_COLUMNS
from tests.demo.filled import copy_demo, run_tapis_demo

ROWS = build_demo_rows(
    {
        (one.table, one.column): PictureColumn(one.folder, "search engines" in one.audience)
        for one in PICTURE_COLUMNS
    }
)


@dataclass(frozen=True, slots=True)
class DemoShop:
    data: Path
    url: str
    anon_key: str
    told: str

    def client(self, token: str | None = None) -> httpx.Client:
        headers = {"apikey": self.anon_key, "Authorization": f"Bearer {token or self.anon_key}"}
        return httpx.Client(base_url=self.url, headers=headers, timeout=30)

    def sign_in(self, role: str) -> dict[str, Any]:
        account = next(one for one in self.accounts() if one["role"] == role)
        body = {"email": account["email"], "password": account["password"]}
        with self.client() as client:
            answer = client.post("/auth/v1/token?grant_type=password", json=body)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def accounts(self) -> list[dict[str, str]]:
        return list(json.loads((self.data / "demo-accounts.json").read_text()))

    def rows(self, table: str, token: str | None = None) -> list[dict[str, Any]]:
        with self.client(token) as client:
            answer = client.get(f"/rest/v1/{table}?order=created_at.desc")
        assert answer.status_code == 200, answer.text
        return list(answer.json())


@pytest.fixture(scope="module")
def demo_shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DemoShop]:
    with tempfile.TemporaryDirectory(prefix="tapis-demo-") as folder:
        data = Path(folder) / "data"
        output = copy_demo(shared_folder(tmp_path_factory), data)
        with open_shop(data) as shop:
            yield DemoShop(data, shop.url, shop.anon_key, output)


def list_images(row: dict[str, Any]) -> list[dict[str, str]]:
    return [value for column, value in row.items() if column.endswith("image")]


def test_P1_an_interrupted_seeding_ends_in_a_whole_shop_without_doubles(demo_shop: DemoShop) -> None:
    counts = {"slides": 5, "about_us_section": 1, "about_us": 1, "gallery": 30, "products": 24}
    assert {table: len(demo_shop.rows(table)) for table in counts} == counts


def test_P3_a_visitor_sees_the_rows_newest_first_in_the_order_of_the_texts(demo_shop: DemoShop) -> None:
    for table in ("slides", "gallery", "products"):
        expected = [
            row.columns.get("heading", row.columns.get("title")) for row in ROWS if row.table == table
        ]
        found = demo_shop.rows(table)
        assert [row.get("heading", row.get("title")) for row in found] == expected
        assert all(datetime.fromisoformat(row["created_at"]) < datetime.now(UTC) for row in found)


def test_W4_every_picture_of_the_demo_is_served_under_its_public_address(demo_shop: DemoShop) -> None:
    token = demo_shop.sign_in("admin")["access_token"]
    images = [image for table in TABLES for row in demo_shop.rows(table, token) for image in list_images(row)]
    assert len(images) == sum(len(row.pictures) for row in ROWS)
    with demo_shop.client() as client:
        for image in images:
            assert image["url"].startswith(f"{demo_shop.url}/storage/v1/object/public/tapis/")
            path = image["url"].removeprefix(demo_shop.url)
            assert path.endswith(f"/{image['filename']}")
            assert image["filename"].startswith(f"{image['title']}-")
            if "/audition-registrations/" in path or "/transactions/" in path:
                assert client.head(path).status_code == 400
                path = path.replace("/public/", "/authenticated/")
            answer = client.head(path, headers={"Authorization": f"Bearer {token}"})
            assert (answer.status_code, answer.headers["content-type"]) == (200, "image/jpeg")
            assert 20_000 < int(answer.headers["content-length"]) < 500_000


def test_C5_both_pages_that_ask_for_payment_have_a_method_that_says_it_is_an_example(
    demo_shop: DemoShop,
) -> None:
    methods = {row["pathname"]: row for row in demo_shop.rows("payment_methods")}
    assert set(methods) == {"/shopping-cart", "/profile/audition-registrations"}
    for row in methods.values():
        assert "tidak berlaku" in row["payment_account"]
        assert set(row["account_number"]) <= {"0", " "}
        assert "CONTOH TIDAK BERLAKU" in row["qris"]


@pytest.mark.parametrize("role", ["talent", "leadership", "admin"])
def test_A3_the_demo_account_of_each_role_signs_in(demo_shop: DemoShop, role: str) -> None:
    assert demo_shop.sign_in(role)["user"]["user_metadata"]["role"] == role


def test_L1_lea_finds_the_registration_behind_each_announcement_of_the_demo(demo_shop: DemoShop) -> None:
    token = demo_shop.sign_in("leadership")["access_token"]
    registered = {row["user_id"] for row in demo_shop.rows("audition_registrations", token)}
    announced = demo_shop.rows("audition_announcements", token)
    # The last three are of a casting that was.
    verdicts = [row["audition_status"] for row in announced]
    assert (verdicts[:4], sorted(verdicts[4:])) == ([True, True, False, False], [False, True, True])
    assert {row["user_id"] for row in announced} <= registered


def test_Y35_the_demo_has_a_casting_that_is_open_with_registrants_and_one_that_was_with_results(
    demo_shop: DemoShop,
) -> None:
    with demo_shop.client(demo_shop.sign_in("admin")["access_token"]) as client:
        of_both = "/rest/v1/event_registrations?select=number,answers,events(closes_at)&order=number"
        registered = client.get(of_both).json()
        past = next(event for event in demo_shop.rows("events") if event["name"] == "Walking in Tapis")
        body = {"event_uuid": past["uuid"]}
        results = client.post("/rest/v1/rpc/casting_results", json=body).json()
    now = datetime.now(UTC)
    open_ones = [one for one in registered if datetime.fromisoformat(one["events"]["closes_at"]) > now]
    assert [one["number"] for one in open_ones] == [1, 2, 3, 4, 5]
    assert sum(one["answers"] != {} for one in open_ones) >= 3
    found = sorted((one["selection"], one["selection_score"], one["days_attended"]) for one in results)
    assert found == [("accepted", 4, 1), ("accepted", 5, 1), ("declined", 2, 0)]


def test_Y3_orders_of_four_weeks_in_every_state_are_their_buyers_and_say_where_they_go(
    demo_shop: DemoShop,
) -> None:
    token = demo_shop.sign_in("admin")["access_token"]
    orders = demo_shop.rows("transactions", token)
    states = {row.uuid: row.outcome.status for row in ROWS if row.outcome}
    assert {order["uuid"]: order["status"] for order in orders} == states
    assert set(states.values()) == {"Processed", "Accepted", "Finished", "Rejected"}
    days = [(datetime.now(UTC) - datetime.fromisoformat(order["created_at"])).days for order in orders]
    assert (min(days), max(days)) == (0, 27)
    with demo_shop.client(token) as client:
        delivered = client.get("/rest/v1/order_deliveries?select=order_uuid,whatsapp").json()
    assert {one["order_uuid"] for one in delivered} < {order["uuid"] for order in orders}
    anna = demo_shop.sign_in("talent")["access_token"]
    own = demo_shop.rows("transactions", anna)
    assert len(own) == 4
    with demo_shop.client(anna) as client:
        for order in own:
            proof = f"tapis/transactions/invoices/{order['invoice_image']['filename']}"
            assert client.head(f"/storage/v1/object/authenticated/{proof}").status_code == 200


def test_Y29_proofs_differ_and_say_what_is_to_be_paid_but_for_two_that_wait_and_one_that_was_rejected(
    demo_shop: DemoShop,
) -> None:
    token = demo_shop.sign_in("admin")["access_token"]
    with demo_shop.client(token) as client:
        payments = client.get("/rest/v1/payments").json()
        due = {one["record"]: one["amount"] for one in payments}
        sent = {one["record"]: one["created_at"] for one in payments}
        for table in ("transactions", "audition_registrations"):
            for stored in demo_shop.rows(table, token):
                assert sent[stored["uuid"]] == stored["created_at"]
        wrong = [row for row in ROWS if row.proof and row.proof.amount != due[row.uuid]]
        assert [row.outcome.status for row in wrong if row.outcome] == ["Processed", "Processed", "Rejected"]
        for row in (row for row in ROWS if row.proof):
            body = {"place": row.table, "record": row.uuid}
            warned = client.post("/rest/v1/rpc/review_warnings", json=body).json()
            assert not {one["kind"] for one in warned} & {
                "same_picture",
                "similar_picture",
                "older_than_order",
            }


def test_Y29_what_ada_did_is_a_month_old_and_hers_and_parcels_are_packed_under_way_and_arrived(
    demo_shop: DemoShop,
) -> None:
    admin = demo_shop.sign_in("admin")
    refunded = next(row for row in ROWS if row.outcome and row.outcome.refund)
    with demo_shop.client(admin["access_token"]) as client:
        body = {"order_uuid": refunded.uuid}
        timeline = client.post("/rest/v1/rpc/order_timeline", json=body).json()
        parcels = client.get("/rest/v1/parcels").json()
        log = client.get(f"/rest/v1/audit_log?record_id=eq.{refunded.uuid}&place=eq.payments").json()
    events = ["ordered", "accepted", "packed", "sent", "finished", "refunded"]
    assert sorted(one["event"] for one in timeline) == sorted(events)
    assert timeline == sorted(timeline, key=lambda one: str(one["at"]))
    assert datetime.fromisoformat(timeline[-1]["at"]) < datetime.now(UTC) - timedelta(days=7)
    assert [entry["actor_id"] for entry in log] == [admin["user"]["id"]]
    assert Counter(bool(parcel["sent_at"]) for parcel in parcels) == {True: 11, False: 2}


def test_Y14_whom_the_demo_has_answered_is_not_on_the_desk(demo_shop: DemoShop) -> None:
    with demo_shop.client(demo_shop.sign_in("admin")["access_token"]) as client:
        waiting = client.get("/rest/v1/review_queue?select=name&place=eq.audition_registrations").json()
    assert sorted(row["name"] for row in waiting) == ["Elsa Lestari", "Fitri Handayani"]


def test_Y29_the_statement_of_the_demo_has_the_refund_and_payments_that_are_matched_exactly(
    demo_shop: DemoShop,
) -> None:
    with demo_shop.client() as client:
        linked = client.get("/demo-statement.csv")
    assert linked.content == (demo_shop.data / "demo-statement.csv").read_bytes()
    table = linked.text.split("\n\n")[1]
    lines = list(csv.DictReader(table.splitlines(), delimiter=";"))
    assert [line["Debet"] for line in lines if "DEWI" in line["Keterangan"] and line["Debet"] != "0"] == [
        "300000"
    ]
    paid = {int(line["Kredit"]) for line in lines}
    waiting = [
        row.proof.amount for row in ROWS if row.proof and row.outcome and row.outcome.status == "Processed"
    ]
    assert set(waiting) < paid


def test_the_passwords_lie_in_a_file_that_only_the_owner_reads(demo_shop: DemoShop) -> None:
    file = demo_shop.data / "demo-accounts.json"
    assert file.stat().st_mode & 0o777 == 0o600
    assert sorted(one["role"] for one in demo_shop.accounts()) == ["admin", "leadership", *6 * ["talent"]]
    assert not any(one["password"] in demo_shop.told for one in demo_shop.accounts())


def test_a_shop_that_was_filled_is_refused_even_when_a_row_was_removed(demo_shop: DemoShop) -> None:
    token = demo_shop.sign_in("admin")["access_token"]
    product = demo_shop.rows("products")[-1]
    with demo_shop.client(token) as client:
        client.delete(f"/rest/v1/products?uuid=eq.{product['uuid']}").raise_for_status()
    again = run_tapis_demo(demo_shop.data)
    assert (again.returncode, again.stdout) == (1, "")
    assert again.stderr.startswith("tapis: This shop has content already")
    assert len(again.stderr.splitlines()) == 1
    assert len(demo_shop.rows("products")) == 23
    with demo_shop.client(token) as client:
        client.post("/rest/v1/products", json=product).raise_for_status()


def test_if_empty_does_nothing_and_says_nothing_in_a_shop_with_content(demo_shop: DemoShop) -> None:
    before = demo_shop.accounts()
    again = run_tapis_demo(demo_shop.data, "--if-empty")
    assert (again.returncode, again.stdout, again.stderr) == (0, "", "")
    assert demo_shop.accounts() == before


def test_a_shop_with_content_of_its_own_is_refused_and_stays_as_it_is(shop: Shop) -> None:
    image = json.dumps({"filename": "a.jpg", "title": "a", "url": "https://shop.example/a.jpg"})
    shop.sql("insert into public.slides (title, image) values ('Ours', %s::jsonb)", image)
    try:
        refused = run_tapis_demo(shop.data)
        assert (refused.returncode, refused.stdout) == (1, "")
        assert not (shop.data / "demo-accounts.json").exists()
        demo_uuids = [row.uuid for row in ROWS]
        assert shop.sql("select 1 from public.products where uuid = any(%s::uuid[])", demo_uuids) == []
    finally:
        shop.sql("delete from public.slides where title = 'Ours'")


def test_no_two_pictures_of_the_demo_share_a_name_and_all_are_small_enough_for_a_wheel() -> None:
    pictures = [picture for row in ROWS for picture in (*row.pictures.values(), *row.more_images)]
    names = {f"{picture.folder}/{picture.filename}" for picture in pictures}
    assert len(names) == len(pictures)
    shown = {picture.file for picture in pictures if not picture.draw}
    files = set((FOLDER / "pictures").rglob("*.jpg"))
    assert {file.stem for file in files - shown} == {"anna-wulandari"}  # on a drawn card
    assert sum(file.stat().st_size for file in files) <= 5_000_000
    for file in files:
        image = pyvips.Image.new_from_file(str(file))
        assert max(image.width, image.height) <= 2000
