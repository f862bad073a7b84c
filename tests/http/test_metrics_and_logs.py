"""Health, metrics and logs of a running shop."""

import json
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote
from uuid import uuid4

import httpx
import pytest

from tests.command_line import tapis
from tests.conftest import PASSWORD, Shop, prepared, serving, shop_at
from tests.deployments.postgres import free_port
from tests.example_rows import put, row
from tests.postgres.os_processes import eventually
from tests.storage.sample_images import photo

PHONE = "+6281234567890"
QUERY_SECRET = "kata-sandi-di-alamat"
SEND_AWAY = "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'authenticator'"


@dataclass(frozen=True, slots=True)
class MonitoredShop:
    """A shop with metrics behind a trusted local proxy; the address of its metrics, and its log."""

    shop: Shop
    counts: str
    server: serving

    def text(self) -> str:
        """The log so far."""
        self.server.log.seek(0)
        return self.server.log.read()

    def lines(self) -> list[dict[str, object]]:
        """Every complete line of the log; each is a JSON object."""
        return [json.loads(line) for line in self.text().splitlines(keepends=True) if line.endswith("\n")]

    def count(self, name: str) -> float:
        """The sum of a metric over all labels."""
        page = httpx.get(self.counts).text
        return sum(
            float(value) for value in re.findall(rf"^{name}(?:{{[^}}]*}})? (\S+)$", page, re.MULTILINE)
        )


@pytest.fixture(scope="module")
def monitored(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MonitoredShop]:
    """One such shop for this file."""
    data = prepared(tmp_path_factory.mktemp("watched") / "data")
    counts = f"127.0.0.1:{free_port()}"
    server = serving(data, TAPIS_METRICS=counts, TAPIS_TRUSTED_PROXIES="127.0.0.1", TAPIS_WORKERS="2")
    with server as url, shop_at(url, data) as shop:
        yield MonitoredShop(shop, f"http://{counts}/metrics", server)


def test_metrics_of_two_shops_do_not_share_an_address(monitored: MonitoredShop, tmp_path: Path) -> None:
    counts = monitored.counts.removeprefix("http://").removesuffix("/metrics")
    refused = tapis("serve", "--port", "0", "--data", tmp_path / "another", TAPIS_METRICS=counts)
    assert refused.stderr == (
        f"tapis: Can't listen on {counts}: address already in use. "
        "Correct TAPIS_METRICS, or end what listens there.\n"
    )


# ── health ──────────────────────────────────────────────────────────────────


def fetch_health(monitored: MonitoredShop, path: str) -> tuple[int, str]:
    answer = httpx.get(monitored.shop.url + path)
    assert answer.headers["cache-control"] == "no-store"
    assert answer.status_code == 200 or answer.headers["retry-after"]
    return answer.status_code, answer.text.strip()


def test_health_an_open_shop_is_alive_and_ready_and_discloses_nothing_else(monitored: MonitoredShop) -> None:
    assert fetch_health(monitored, "/healthz") == (200, "alive")
    assert fetch_health(monitored, "/readyz") == (200, "ready")


# Statements that break something, the statement that mends it, and what is said in between.
LACKS = {
    "away": (
        ["alter role authenticator nologin", SEND_AWAY],
        "alter role authenticator login",
        "The database does not answer.",
    ),
    "another version": (
        ["alter table public.gallery disable row level security"],
        "alter table public.gallery enable row level security",
        "The database is not as this version needs it.",
    ),
}


@pytest.mark.parametrize("lack", LACKS)
def test_health_a_database_that_cannot_serve_is_reported_while_it_lasts(
    monitored: MonitoredShop, lack: str
) -> None:
    broken, mended, sentence = LACKS[lack]
    for statement in broken:
        monitored.shop.sql(statement)
    try:
        assert eventually(lambda: fetch_health(monitored, "/readyz") == (503, sentence))
        assert fetch_health(monitored, "/healthz") == (200, "alive")
    finally:
        monitored.shop.sql(mended)
    assert eventually(lambda: fetch_health(monitored, "/readyz") == (200, "ready"))


def test_health_no_room_for_a_picture_is_reported_while_it_lasts(monitored: MonitoredShop) -> None:
    scratch = monitored.shop.data / "scratch"
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.write_text("in the way")
    try:
        assert eventually(lambda: fetch_health(monitored, "/readyz") == (503, "Pictures can't be stored."))
    finally:
        scratch.unlink()
    assert eventually(lambda: fetch_health(monitored, "/readyz") == (200, "ready"))


# ── counts ──────────────────────────────────────────────────────────────────


def test_metrics_are_served_at_their_own_address_only(monitored: MonitoredShop) -> None:
    assert "# HELP tapis_requests_total" in httpx.get(monitored.counts).text
    public = httpx.get(monitored.shop.url + "/metrics")
    assert public.status_code == 404 or "tapis_requests" not in public.text


def test_metrics_count_what_all_workers_did(monitored: MonitoredShop) -> None:
    def count_requests() -> float:
        return monitored.count("tapis_requests_total")

    before, refused = count_requests(), monitored.count("tapis_sign_in_failures_total")
    for _ in range(20):  # a connection each, so that both workers get some
        httpx.get(monitored.shop.url + "/rest/v1/products", headers=monitored.shop.headers())
    sign_in(monitored, f"{uuid4()}@tapis.example", "not-the-password")
    assert eventually(lambda: count_requests() >= before + 21)
    assert monitored.count("tapis_request_seconds_count") == count_requests()
    assert monitored.count("tapis_sign_in_failures_total") == refused + 1
    assert monitored.count("tapis_database_connections") >= 2


def test_metrics_a_call_that_changes_nothing_for_visitors_leaves_their_answers_in_memory(
    monitored: MonitoredShop,
) -> None:
    shop, reserving = monitored.shop, {"pathname": "/products", "total": 50_000, "record": str(uuid4())}

    def count_misses() -> float:
        for _ in range(20):  # by both workers
            httpx.get(f"{shop.url}/rest/v1/slides?select=uuid", headers=shop.headers())
        return monitored.count("tapis_cache_misses_total")

    with shop.client(shop.token("talent")) as tom, shop.client(shop.token("admin")) as ada:
        assert eventually(lambda: count_misses() == count_misses())  # each has it, after what went before
        before = count_misses()
        assert tom.post("/rest/v1/rpc/reserve_amount", json=reserving).status_code == 200
        assert count_misses() == before
        slide = row("slides", shop.user_id("admin"))
        put(shop.sql, "slides", slide)
        assert ada.delete(f"/rest/v1/slides?uuid=eq.{slide['uuid']}").status_code == 204
        body = {"place": "slides", "uuid": slide["uuid"]}
        assert ada.post("/rest/v1/rpc/restore_record", json=body).json() is True
        assert (
            slide["uuid"] in httpx.get(f"{shop.url}/rest/v1/slides?select=uuid", headers=shop.headers()).text
        )


def test_metrics_have_no_label_that_a_visitor_can_invent(monitored: MonitoredShop) -> None:
    before = len(httpx.get(monitored.counts).text.splitlines())
    for _ in range(30):
        httpx.request("BREW", f"{monitored.shop.url}/{uuid4()}")
        httpx.get(f"{monitored.shop.url}/rest/v1/{uuid4()}")
    assert len(httpx.get(monitored.counts).text.splitlines()) <= before + 6
    assert "BREW" not in httpx.get(monitored.counts).text


# ── TLS in front ────────────────────────────────────────────────────────────


def test_headers_hsts_is_sent_only_where_a_trusted_proxy_says_https(
    monitored: MonitoredShop, shop: Shop
) -> None:
    result = {"X-Forwarded-Proto": "https"}
    behind = httpx.get(monitored.shop.url + "/", headers=result)
    assert behind.headers["strict-transport-security"] == "max-age=31536000"
    assert "strict-transport-security" not in httpx.get(monitored.shop.url + "/").headers
    assert "strict-transport-security" not in httpx.get(shop.url + "/", headers=result).headers


# ── logs ────────────────────────────────────────────────────────────────────


def sign_in(monitored: MonitoredShop, email: str, password: str) -> httpx.Response:
    address = f"/auth/v1/token?grant_type=password&note={QUERY_SECRET}"
    return httpx.post(
        monitored.shop.url + address,
        json={"email": email, "password": password},
        headers=monitored.shop.headers(),
    )


def simulate_day(monitored: MonitoredShop) -> list[str]:
    """Tom signs up, mistypes, signs in, uploads and orders, with errors; returns what no log may contain."""
    shop, email = monitored.shop, f"tom-{uuid4()}@tapis-fashion.id"
    with shop.client() as anna:
        anna.post("/auth/v1/signup", json={"email": email, "password": PASSWORD, "phone": PHONE})
        anna.post("/auth/v1/signup", json={"email": email, "password": PASSWORD})
        anna.post("/auth/v1/recover", json={"email": email})
    sign_in(monitored, email, "salah-" + PASSWORD)
    session = sign_in(monitored, email, PASSWORD).json()
    place = f"tapis/transactions/invoices/{email}-{uuid4()}.jpg"
    with shop.client(session["access_token"]) as tom:
        tom.put("/auth/v1/user", json={"data": {"phone": PHONE}})
        tom.post(f"/storage/v1/object/{place}", content=photo(), headers={"Content-Type": "image/jpeg"})
        tom.post("/rest/v1/transactions", json={"transactions": [{"uuid": email, "price": PHONE}]})
        tom.get(f"/rest/v1/transactions?user_id=eq.{email}")
        tom.get(f"/rest/v1/products?heading=eq.{QUERY_SECRET}")
        tom.post("/auth/v1/token?grant_type=refresh_token", json={"refresh_token": session["refresh_token"]})
        tom.post("/auth/v1/logout")
    return [
        email, email.partition("@")[0], PASSWORD, PHONE, QUERY_SECRET,
        session["access_token"], session["refresh_token"], shop.anon_key, shop.service_key,
    ]  # fmt: skip


def test_logs_one_json_object_a_line_and_nothing_about_a_person(monitored: MonitoredShop) -> None:
    secrets = simulate_day(monitored)
    assert eventually(lambda: any(line.get("path") == "/auth/v1/logout" for line in monitored.lines()))
    for line in monitored.lines():
        assert {"time", "level", "logger", "message"} <= line.keys()
    text = monitored.text()
    for secret in secrets:
        assert secret not in text
        assert quote(secret) not in text


def test_logs_the_image_library_adds_no_lines_of_its_own(monitored: MonitoredShop) -> None:
    place = f"tapis/products/{uuid4()}.png"
    with monitored.shop.client(monitored.shop.token("admin")) as ada:
        ada.post(
            f"/storage/v1/object/{place}",
            content=photo(90, 60, ".png"),
            headers={"Content-Type": "image/png"},
        )
        answer = ada.get(f"/storage/v1/render/image/public/{place}?width=320")
    assert answer.status_code == 200
    assert eventually(lambda: bool(find_log_lines(monitored, answer.headers["x-request-id"])))
    assert [line for line in monitored.lines() if str(line["logger"]).startswith("pyvips")] == []


def test_logs_an_unexpected_error_is_found_by_its_id_and_quotes_no_person(monitored: MonitoredShop) -> None:
    email = f"{uuid4()}@tapis-fashion.id"
    monitored.shop.sql(
        "alter table auth.users add constraint nobody check (email not like '%fashion.id') not valid"
    )
    try:
        with monitored.shop.client() as anna:
            answer = anna.post("/auth/v1/signup", json={"email": email, "password": PASSWORD})
            header = answer.headers["x-request-id"]
    finally:
        monitored.shop.sql("alter table auth.users drop constraint nobody")
    assert answer.status_code == 500
    assert eventually(lambda: len(find_log_lines(monitored, header)) >= 2)
    levels = {str(line["level"]) for line in find_log_lines(monitored, header)}
    assert levels == {"info", "error"}
    assert email not in monitored.text()


def find_log_lines(monitored: MonitoredShop, request_id: str) -> list[dict[str, object]]:
    return [line for line in monitored.lines() if line.get("request_id") == request_id]


def test_logs_an_id_that_a_caller_brings_along_is_not_believed(monitored: MonitoredShop) -> None:
    mine = uuid4().hex
    answer = httpx.get(monitored.shop.url + "/none.txt", headers={"X-Request-Id": mine})
    assert answer.headers["x-request-id"] != mine
    assert eventually(lambda: bool(find_log_lines(monitored, answer.headers["x-request-id"])))
    assert mine not in monitored.text()
