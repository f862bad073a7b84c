"""Maintenance mode: visitors get a page, Ada can work, all gateways follow."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import uuid4

import httpx
import pytest

from tapis.gateway.http.maintenance_mode import MESSAGE
from tests.auth.conftest import wait_until
from tests.cli.conftest import Runner, make_runner
from tests.conftest import PASSWORD, Shop, prepared, serving, shop_at
from tests.example_rows import row, row_with_files
from tests.storage.sample_images import photo

WORKERS = 2
SHAPES = {
    "/rest/v1/products?select=uuid": {"code": "PT503", "message": MESSAGE, "details": None, "hint": None},
    "/auth/v1/admin/users": {"code": 503, "error_code": "maintenance", "msg": MESSAGE},
    "/storage/v1/object/authenticated/tapis/products/kain.png": {
        "statusCode": "503", "error": "Unavailable", "message": MESSAGE, "code": "Maintenance",
    },
    "/events/v1/changes": {"message": MESSAGE},
}  # fmt: skip


@pytest.fixture(scope="module")
def two_worker_shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    """A shop with two workers that is open between the tests."""
    data = prepared(tmp_path_factory.mktemp("closing") / "data")
    with serving(data, TAPIS_WORKERS=str(WORKERS)) as url, shop_at(url, data) as shop:
        yield shop


def fetch_statuses(shop: Shop, path: str = "/") -> set[int]:
    """The statuses that the workers answer on new connections."""
    return {httpx.get(shop.url + path).status_code for _ in range(24)}


@contextmanager
def enter_maintenance(shop: Shop, message: str = "") -> Iterator[None]:
    """Maintenance mode within the block; all workers have noticed its beginning and end."""
    shop.sql("insert into private.maintenance (message) values (%s)", message)
    try:
        wait_until(lambda: fetch_statuses(shop) == {503})
        yield
    finally:
        shop.sql("delete from private.maintenance")
        wait_until(lambda: fetch_statuses(shop) == {200})


def fetch_page(shop: Shop, path: str = "/", **headers: str) -> httpx.Response:
    return httpx.get(shop.url + path, headers=headers)


def test_Z13_anna_reads_a_page_in_her_language_that_no_cache_keeps(two_worker_shop: Shop) -> None:
    indonesian = {"Accept-Language": "id-ID,en;q=0.5"}
    with enter_maintenance(two_worker_shop, "Kami pindah.\n<b>Sampai jam 9.</b>"):
        for path in ("/", "/products", "/products/kain", "/shopping-cart", "/unsubscribe"):
            for language, headers in (("en", {}), ("id", indonesian)):
                answer = fetch_page(two_worker_shop, path, **headers)
                assert answer.status_code == 503, path
                assert answer.headers["cache-control"] == "no-store"
                assert int(answer.headers["retry-after"]) > 0
                assert "Kami pindah.\n&lt;b&gt;Sampai jam 9.&lt;/b&gt;" in answer.text
                assert "unsafe" not in answer.headers["content-security-policy"]
                assert f'<html lang="{language}">' in answer.text


def test_Y30_the_page_has_the_name_that_ada_gave_the_shop(two_worker_shop: Shop) -> None:
    with enter_maintenance(two_worker_shop):
        two_worker_shop.sql(
            "insert into public.shop_settings (name, default_language) values ('Sulam', 'id')"
        )
        try:
            wait_until(
                lambda: "<title>Kami segera kembali – Sulam</title>" in fetch_page(two_worker_shop).text
            )
        finally:
            two_worker_shop.sql("delete from public.shop_settings")


def test_Z13_programs_of_visitors_talents_and_leaders_get_one_clear_error_in_each_shape(
    two_worker_shop: Shop,
) -> None:
    tokens = [None, *(two_worker_shop.token(role) for role in ("none", "talent", "leadership"))]
    with enter_maintenance(two_worker_shop):
        for token in tokens:
            with two_worker_shop.client(token) as http:
                for path, body in SHAPES.items():
                    answer = http.get(path)
                    assert (answer.status_code, answer.json()) == (503, body), path
                    assert answer.headers["retry-after"] == "2"
                    assert answer.headers["cache-control"] == "no-store"


def test_Z13_nothing_is_stored_for_tom_and_nobody_signs_up(two_worker_shop: Shop) -> None:
    tom = two_worker_shop.account("talent")
    before = two_worker_shop.sql("select count(*) from auth.users")
    with enter_maintenance(two_worker_shop), two_worker_shop.client(tom.token) as http:
        order = row("transactions", tom.user_id)
        assert http.post("/rest/v1/transactions", json=order).status_code == 503
        assert http.post("/rest/v1/rpc/unsubscribe", json={"token": str(uuid4())}).status_code == 503
        picture = "/storage/v1/object/tapis/transactions/invoices/a.png"
        assert http.post(picture, content=photo(40, 40, ".png")).status_code == 503
        assert http.put("/auth/v1/user", json={"password": PASSWORD + "2"}).status_code == 503
        sign_up = {"email": "anna@kain.id", "password": PASSWORD}
        assert http.post("/auth/v1/signup", json=sign_up).status_code == 503
    assert two_worker_shop.sql("select count(*) from auth.users") == before
    assert two_worker_shop.sql("select count(*) from public.transactions") == [(0,)]


def test_Z13_ada_signs_in_and_works_and_so_does_the_service_key(two_worker_shop: Shop) -> None:
    email = two_worker_shop.account("admin").email
    slide = row_with_files(two_worker_shop.sql, "slides", "")
    with enter_maintenance(two_worker_shop):
        assert fetch_page(two_worker_shop, "/sign-in").status_code == 200
        assert fetch_page(two_worker_shop, "/admin/products").status_code == 200
        assert fetch_page(two_worker_shop, "/admin.html/x").status_code == 503
        ada = two_worker_shop.sign_in(email)
        with two_worker_shop.client(ada["access_token"]) as http:
            assert http.post("/rest/v1/slides", json=slide).status_code == 201
            assert http.get("/rest/v1/slides?select=uuid").status_code == 200
            refreshed = {"refresh_token": ada["refresh_token"]}
            assert http.post("/auth/v1/token?grant_type=refresh_token", json=refreshed).status_code == 200
        with two_worker_shop.client(two_worker_shop.service_key) as http:
            assert http.get("/auth/v1/admin/users").status_code == 200


def test_Z13_an_administrator_who_is_one_no_more_is_out_at_once(two_worker_shop: Shop) -> None:
    ada = two_worker_shop.account("admin")
    with enter_maintenance(two_worker_shop), two_worker_shop.client(ada.token) as http:
        assert http.get("/rest/v1/slides?select=uuid").status_code == 200
        two_worker_shop.set_role(ada.user_id, "talent")
        assert http.get("/rest/v1/slides?select=uuid").status_code == 503
        assert http.get("/rest/v1/slides", headers={"Authorization": "Bearer forged"}).status_code == 503
    assert fetch_page(two_worker_shop, "/", Authorization="Bearer forged").status_code == 200


def test_Z13_health_files_of_the_front_end_and_public_pictures_stay(two_worker_shop: Shop) -> None:
    with enter_maintenance(two_worker_shop):
        assert fetch_statuses(two_worker_shop, "/healthz") == {200}
        assert fetch_statuses(two_worker_shop, "/readyz") == {200}
        assert fetch_page(two_worker_shop, "/sw.js").status_code == 200
        missing = fetch_page(two_worker_shop, "/storage/v1/object/public/tapis/products/none.png")
        assert (missing.status_code, missing.json()["statusCode"]) == (400, "404")


def test_Z13_one_command_begins_and_ends_it_and_a_restart_does_not(two_worker_shop: Shop) -> None:
    run: Runner = make_runner(two_worker_shop.data)
    assert run("maintenance", "off").stdout == "The shop was not under maintenance.\n"
    begun = run("maintenance", "on", "Back at nine.")
    assert begun.stdout.startswith(
        "Visitors read that the shop is under maintenance; `tapis maintenance off`"
    )
    wait_until(lambda: fetch_statuses(two_worker_shop) == {503})
    with serve_again(two_worker_shop) as url:
        assert "Back at nine." in httpx.get(url).text
    assert "Back at nine." in run("maintenance", "status").stdout
    refused = run("maintenance", "on", "a" * 1001)
    assert refused.stderr == "tapis: The text may have 1,000 characters; this one has 1,001.\n"
    assert run("maintenance", "off").stdout == "The shop is open again.\n"
    wait_until(lambda: fetch_statuses(two_worker_shop) == {200})


@contextmanager
def serve_again(shop: Shop) -> Iterator[str]:
    """Another gateway of the same database, started during maintenance."""
    elsewhere = shop.data.parent / "elsewhere"
    (elsewhere / "files").mkdir(parents=True)
    shutil.copy(shop.data / "files" / "identity", elsewhere / "files")
    with serving(elsewhere, TAPIS_DATABASE_URL=shop.authenticator) as url:
        yield url
