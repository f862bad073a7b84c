"""The operator closes the shop for maintenance: visitors read a page, Ada works, all gateways follow."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import uuid4

import httpx
import pytest

from tapis.gateway.http.maintenance_mode import MESSAGE
from tests.auth.conftest import wait_until
from tests.cli.conftest import Type, typing
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
def closing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    """A shop of two workers that is open between the tests."""
    data = prepared(tmp_path_factory.mktemp("closing") / "data")
    with serving(data, TAPIS_WORKERS=str(WORKERS)) as url, shop_at(url, data) as shop:
        yield shop


def statuses(shop: Shop, path: str = "/") -> set[int]:
    """What several workers answer to new connections."""
    return {httpx.get(shop.url + path).status_code for _ in range(24)}


@contextmanager
def maintenance(shop: Shop, message: str = "") -> Iterator[None]:
    """From the moment at which all workers know of it, to that at which all know of its end."""
    shop.sql("insert into private.maintenance (message) values (%s)", message)
    try:
        wait_until(lambda: statuses(shop) == {503})
        yield
    finally:
        shop.sql("delete from private.maintenance")
        wait_until(lambda: statuses(shop) == {200})


def page(shop: Shop, path: str = "/", **headers: str) -> httpx.Response:
    return httpx.get(shop.url + path, headers=headers)


def test_Z13_anna_reads_a_page_in_her_language_that_no_cache_keeps(closing: Shop) -> None:
    indonesian = {"Accept-Language": "id-ID,en;q=0.5"}
    with maintenance(closing, "Kami pindah.\n<b>Sampai jam 9.</b>"):
        for path in ("/", "/products", "/products/kain", "/shopping-cart", "/unsubscribe"):
            for language, headers in (("en", {}), ("id", indonesian)):
                answer = page(closing, path, **headers)
                assert answer.status_code == 503, path
                assert answer.headers["cache-control"] == "no-store"
                assert int(answer.headers["retry-after"]) > 0
                assert "Kami pindah.\n&lt;b&gt;Sampai jam 9.&lt;/b&gt;" in answer.text
                assert "unsafe" not in answer.headers["content-security-policy"]
                assert f'<html lang="{language}">' in answer.text


def test_Y30_the_page_has_the_name_that_ada_gave_the_shop(closing: Shop) -> None:
    with maintenance(closing):
        closing.sql("insert into public.shop_settings (name, default_language) values ('Sulam', 'id')")
        try:
            wait_until(lambda: "<title>Kami segera kembali – Sulam</title>" in page(closing).text)
        finally:
            closing.sql("delete from public.shop_settings")


def test_Z13_programs_of_visitors_talents_and_leaders_get_one_clear_error_in_each_shape(
    closing: Shop,
) -> None:
    tokens = [None, *(closing.token(role) for role in ("none", "talent", "leadership"))]
    with maintenance(closing):
        for token in tokens:
            with closing.client(token) as http:
                for path, body in SHAPES.items():
                    answer = http.get(path)
                    assert (answer.status_code, answer.json()) == (503, body), path
                    assert answer.headers["retry-after"] == "2"
                    assert answer.headers["cache-control"] == "no-store"


def test_Z13_nothing_is_stored_for_tom_and_nobody_signs_up(closing: Shop) -> None:
    tom = closing.account("talent")
    before = closing.sql("select count(*) from auth.users")
    with maintenance(closing), closing.client(tom.token) as http:
        order = row("transactions", tom.user_id)
        assert http.post("/rest/v1/transactions", json=order).status_code == 503
        assert http.post("/rest/v1/rpc/unsubscribe", json={"token": str(uuid4())}).status_code == 503
        picture = "/storage/v1/object/tapis/transactions/invoices/a.png"
        assert http.post(picture, content=photo(40, 40, ".png")).status_code == 503
        assert http.put("/auth/v1/user", json={"password": PASSWORD + "2"}).status_code == 503
        sign_up = {"email": "anna@kain.id", "password": PASSWORD}
        assert http.post("/auth/v1/signup", json=sign_up).status_code == 503
    assert closing.sql("select count(*) from auth.users") == before
    assert closing.sql("select count(*) from public.transactions") == [(0,)]


def test_Z13_ada_signs_in_and_works_and_so_does_the_service_key(closing: Shop) -> None:
    email = closing.account("admin").email
    slide = row_with_files(closing.sql, "slides", "")
    with maintenance(closing):
        assert page(closing, "/sign-in").status_code == 200
        assert page(closing, "/admin/products").status_code == 200
        assert page(closing, "/admin.html/x").status_code == 503
        ada = closing.sign_in(email)
        with closing.client(ada["access_token"]) as http:
            assert http.post("/rest/v1/slides", json=slide).status_code == 201
            assert http.get("/rest/v1/slides?select=uuid").status_code == 200
            refreshed = {"refresh_token": ada["refresh_token"]}
            assert http.post("/auth/v1/token?grant_type=refresh_token", json=refreshed).status_code == 200
        with closing.client(closing.service_key) as http:
            assert http.get("/auth/v1/admin/users").status_code == 200


def test_Z13_an_administrator_who_is_one_no_more_is_out_at_once(closing: Shop) -> None:
    ada = closing.account("admin")
    with maintenance(closing), closing.client(ada.token) as http:
        assert http.get("/rest/v1/slides?select=uuid").status_code == 200
        closing.set_role(ada.user_id, "talent")
        assert http.get("/rest/v1/slides?select=uuid").status_code == 503
        assert http.get("/rest/v1/slides", headers={"Authorization": "Bearer forged"}).status_code == 503
    assert page(closing, "/", Authorization="Bearer forged").status_code == 200


def test_Z13_health_files_of_the_front_end_and_public_pictures_stay(closing: Shop) -> None:
    with maintenance(closing):
        assert statuses(closing, "/healthz") == {200}
        assert statuses(closing, "/readyz") == {200}
        assert page(closing, "/sw.js").status_code == 200
        missing = page(closing, "/storage/v1/object/public/tapis/products/none.png")
        assert (missing.status_code, missing.json()["statusCode"]) == (400, "404")


def test_Z13_one_command_begins_and_ends_it_and_a_restart_does_not(closing: Shop) -> None:
    run: Type = typing(closing.data)
    assert run("maintenance", "off").stdout == "The shop was not under maintenance.\n"
    begun = run("maintenance", "on", "Back at nine.")
    assert begun.stdout.startswith(
        "Visitors read that the shop is under maintenance; `tapis maintenance off`"
    )
    wait_until(lambda: statuses(closing) == {503})
    with serving_again(closing) as url:
        assert "Back at nine." in httpx.get(url).text
    assert "Back at nine." in run("maintenance", "status").stdout
    refused = run("maintenance", "on", "a" * 1001)
    assert refused.stderr == "tapis: The text may have 1,000 characters; this one has 1,001.\n"
    assert run("maintenance", "off").stdout == "The shop is open again.\n"
    wait_until(lambda: statuses(closing) == {200})


@contextmanager
def serving_again(shop: Shop) -> Iterator[str]:
    """Another gateway of the same database, started while it is under maintenance."""
    elsewhere = shop.data.parent / "elsewhere"
    (elsewhere / "files").mkdir(parents=True)
    shutil.copy(shop.data / "files" / "identity", elsewhere / "files")
    with serving(elsewhere, TAPIS_DATABASE_URL=shop.authenticator) as url:
        yield url
