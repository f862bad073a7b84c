"""Every response has the security headers, whatever its address and status."""

import uuid
from typing import Any

import httpx
import pytest
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tapis.app import create_app
from tapis.gateway.auth import TABLE as AUTH
from tapis.gateway.http.security_headers import PAGES, TABLES_BY_PREFIX, Table, build_page_csp
from tapis.gateway.metrics import service_from_path
from tapis.gateway.settings import ConfigError, load_settings
from tapis.gateway.storage.http.routes import TABLE as STORAGE
from tests.conftest import Shop
from tests.example_rows import put, row
from tests.storage.sample_images import photo

TO_POST = {"Origin": "https://face.example", "Access-Control-Request-Method": "POST"}
NOBODY = "11111111-1111-4111-8111-111111111111"
MISSING = f"tapis/products/none-{NOBODY}.jpg"


def get_expected_headers(path: str) -> Table:
    return next(table for place, table in TABLES_BY_PREFIX if path.startswith(place))


def assert_security_headers(answer: httpx.Response) -> None:
    """Assert that each header is present once; a page or picture may have its own policy."""
    table = get_expected_headers(answer.url.path)
    for name, value in table.items():
        result = answer.headers.get_list(name)
        assert len(result) == 1, (answer.request.method, answer.url.path, answer.status_code, name, result)
        if name != "Content-Security-Policy":
            assert result == [value], (answer.url.path, name)
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; ")
    assert "frame-ancestors 'none'" in policy
    assert len(answer.headers.get_list("x-request-id")) == 1
    assert "strict-transport-security" not in answer.headers


@pytest.mark.parametrize("path", ["/rest/v1x", "/auth/v1x", "/storage/v1.html"])
def test_an_address_beside_those_of_a_service_is_a_pages_for_every_part_of_the_gateway(
    shop: Shop, path: str
) -> None:
    answer = httpx.get(shop.url + path)
    assert answer.status_code == 404
    assert {name: answer.headers[name] for name in PAGES} == PAGES | {
        "Content-Security-Policy": answer.headers["Content-Security-Policy"]
    }
    assert service_from_path(path) == "pages"


# Requests with the expected status.
ASKED: tuple[tuple[int, str, str, dict[str, Any]], ...] = (
    (200, "GET", "/", {}),
    (200, "GET", "/products?page=2", {}),
    (200, "HEAD", "/gallery", {}),
    (200, "GET", "/favicon.svg", {}),
    (200, "GET", "/sw.js", {}),
    (200, "GET", "/handbook/id/start.html", {}),
    (200, "GET", "/healthz", {}),
    (200, "GET", "/readyz", {}),
    (404, "GET", "/none.png", {}),
    (404, "GET", "/metrics.txt", {}),
    (405, "POST", "/", {"content": b"x"}),
    (405, "PUT", "/products", {}),
    (405, "OPTIONS", "/", {}),
    (405, "DELETE", "/healthz", {}),
    (200, "GET", "/auth/v1/settings", {}),
    (200, "GET", "/auth/v1/.well-known/jwks.json", {}),
    (200, "OPTIONS", "/auth/v1/token", {"headers": TO_POST}),
    (400, "POST", "/auth/v1/token?grant_type=password", {"content": b"{"}),
    (403, "GET", "/auth/v1/user", {"headers": {"Authorization": "Bearer x.y.z"}}),
    (401, "GET", "/auth/v1/settings", {"headers": {"apikey": "x"}}),
    (404, "GET", "/auth/v1/none", {}),
    (405, "DELETE", "/auth/v1/token", {}),
    (413, "POST", "/auth/v1/signup", {"content": b"x" * 1_100_000}),
    (200, "GET", "/rest/v1/products?select=uuid", {}),
    (200, "HEAD", "/rest/v1/products?select=uuid", {}),
    (206, "GET", "/rest/v1/products?select=uuid&limit=1", {"headers": {"Prefer": "count=exact"}}),
    (200, "OPTIONS", "/rest/v1/products", {"headers": TO_POST}),
    (400, "GET", "/rest/v1/products?select=((", {}),
    (401, "POST", "/rest/v1/products", {"json": {}}),
    (404, "GET", "/rest/v1/none", {}),
    (404, "GET", "/rest/v1/a/b", {}),
    (405, "PUT", "/rest/v1/products", {}),
    (406, "GET", "/rest/v1/products", {"headers": {"Accept-Profile": "auth"}}),
    (413, "POST", "/rest/v1/products", {"content": b" " * 1_100_000}),
    (416, "GET", "/rest/v1/products?limit=-1", {}),
    (400, "GET", f"/storage/v1/object/public/{MISSING}", {}),
    (400, "GET", f"/storage/v1/render/image/public/{MISSING}?width=10", {}),
    (400, "POST", f"/storage/v1/object/{MISSING}", {"content": b"x"}),
    (404, "GET", "/storage/v1/none", {}),
    (401, "GET", "/events/v1/changes", {}),
    (200, "OPTIONS", "/events/v1/changes", {"headers": TO_POST}),
    (404, "GET", "/events/v1/none", {}),
    (405, "PATCH", f"/storage/v1/object/{MISSING}", {}),
    (200, "OPTIONS", f"/storage/v1/object/{MISSING}", {"headers": TO_POST}),
)  # fmt: skip


@pytest.mark.parametrize(("status", "method", "path", "extra"), ASKED, ids=lambda value: str(value)[:50])
def test_headers_are_on_responses_of_every_kind(
    shop: Shop, status: int, method: str, path: str, extra: dict[str, Any]
) -> None:
    ensure_two_products(shop)
    with shop.client() as anna:
        answer = anna.request(method, path, **extra)
    assert answer.status_code == status, answer.text
    assert_security_headers(answer)


def ensure_two_products(shop: Shop) -> None:
    """Store products until a list has at least two."""
    while shop.sql("select count(*) < 2 from public.products")[0][0]:
        put(shop.sql, "products", row("products", NOBODY))


def list_routes(shop: Shop) -> list[tuple[str, str]]:
    """Method and path of every route that the services declare, with all placeholders filled."""
    gaps = {"bucket": "tapis", "rest": "x", "user_id": NOBODY, "target": "products", "function": "none"}
    declared = [(verb, "/auth/v1" + path) for verb, path, _ in AUTH]
    declared += [(verb, "/storage/v1" + path) for verb, path, _ in STORAGE]
    declared += [(verb, "/rest/v1/products") for verb in ("GET", "HEAD", "POST", "PATCH", "PUT", "DELETE")]
    declared += [(verb, "/rest/v1/rpc/none") for verb in ("GET", "POST", "DELETE")]
    return [(verb, fill_path(path, gaps)) for verb, path in declared]


def fill_path(path: str, gaps: dict[str, str]) -> str:
    for name, value in gaps.items():
        path = path.replace(f"{{{name}:path}}", value).replace(f"{{{name}}}", value)
    return path.replace("{name:path}", f"products/none-{NOBODY}.jpg")


def test_headers_are_on_every_route_with_and_without_a_key(shop: Shop) -> None:
    for client in (shop.client(), httpx.Client(base_url=shop.url)):
        with client:
            for verb, path in list_routes(shop):
                for method in dict.fromkeys((verb, "OPTIONS", "HEAD")):
                    answer = client.request(method, path)
                    assert answer.status_code < 500, (method, path, answer.text)
                    assert_security_headers(answer)


def test_headers_are_on_a_picture_its_variant_its_range_and_its_304(shop: Shop) -> None:
    place = f"tapis/products/kain-{uuid.uuid4()}.jpg"
    with shop.client(shop.token("admin")) as ada:
        sent = ada.post(
            f"/storage/v1/object/{place}", content=photo(), headers={"Content-Type": "image/jpeg"}
        )
        assert sent.status_code == 200, sent.text
    for address in (
        f"/storage/v1/object/public/{place}",
        f"/storage/v1/render/image/public/{place}?width=16",
    ):
        whole = httpx.get(shop.url + address)
        assert whole.status_code == 200
        known = {"If-None-Match": whole.headers["etag"]}
        answers = [
            (200, whole),
            (200, httpx.head(shop.url + address)),
            (304, httpx.get(shop.url + address, headers=known)),
            (206, httpx.get(shop.url + address, headers={"Range": "bytes=0-9"})),
            (416, httpx.get(shop.url + address, headers={"Range": "bytes=9-0"})),
        ]
        for status, answer in answers:
            assert answer.status_code == status
            assert_security_headers(answer)
            if status in (200, 206, 304):
                assert answer.headers["content-security-policy"].endswith("; sandbox")
        assert whole.headers["cross-origin-resource-policy"] == "cross-origin"


def test_headers_a_page_allows_no_inline_script_but_by_hash_and_no_way_around_trusted_types(
    shop: Shop,
) -> None:
    for path in ("/", "/products", "/sign-in"):
        answer = httpx.get(shop.url + path)
        rules = dict(
            rule.strip().partition(" ")[::2] for rule in answer.headers["content-security-policy"].split(";")
        )
        scripts = rules["script-src"].split()
        assert scripts[0] == "'self'"
        assert all(source.startswith("'sha256-") for source in scripts[1:])
        assert all(
            source == "'self'" or source.startswith("'sha256-") for source in rules["style-src"].split()
        )
        assert rules["require-trusted-types-for"] == "'script'"
        assert rules["trusted-types"] == "service-worker code-reader"
        assert rules["base-uri"] == "'none'"
        assert rules["object-src" if "object-src" in rules else "default-src"] == "'none'"


def test_headers_a_page_that_the_browser_has_keeps_its_policy(shop: Shop) -> None:
    page, known = httpx.get(shop.url + "/sign-in"), None
    while known is None or known.status_code == 200:  # it may be rendered again in between
        page = known or page
        known = httpx.get(shop.url + "/sign-in", headers={"If-None-Match": page.headers["etag"]})
    assert known.status_code == 304
    assert_security_headers(known)
    assert known.headers["content-security-policy"] == page.headers["content-security-policy"]


def test_headers_the_policy_of_a_page_names_what_is_inline() -> None:
    assert "script-src 'self' 'sha256-a'; style-src 'self' 'sha256-b'" in build_page_csp(
        ["'sha256-a'"], ["'sha256-b'"]
    )


# The exact values, so that a change of one is a decision.
MUST = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
}


@pytest.mark.parametrize(
    "path", ["/", "/none.txt", "/auth/v1/settings", "/rest/v1/products", "/storage/v1/none"]
)
def test_headers_each_part_of_the_address_space_has_its_headers(path: str) -> None:
    table = get_expected_headers(path)
    assert MUST.items() <= table.items()
    resource = "same-origin" if table is PAGES else "cross-origin"  # pictures and lists are shown elsewhere
    assert table["Cross-Origin-Resource-Policy"] == resource
    for feature in ("geolocation", "microphone", "payment"):
        assert f"{feature}=()" in table["Permissions-Policy"]
    # The door reads passes; nobody else's page does.
    camera = "camera=(self)" if table is PAGES else "camera=()"
    assert camera in table["Permissions-Policy"]


@pytest.mark.parametrize("value", ["max-age=0", "max-age=63072000; includeSubDomains; preload"])
async def test_W5_the_owner_decides_how_far_browsers_insist_on_https(value: str) -> None:
    secure = create_app(
        load_settings(environment={"TAPIS_SITE_URL": "https://tapis.example", "TAPIS_HSTS": value})
    )
    transport = httpx.ASGITransport(secure)
    async with httpx.AsyncClient(transport=transport, base_url="http://shop") as anna:
        answer = await anna.get("/none.txt")
    assert answer.headers["strict-transport-security"] == value


def test_W5_a_header_of_the_owners_can_hold_nothing_but_its_own_words() -> None:
    with pytest.raises(ConfigError, match="TAPIS_HSTS"):
        load_settings(environment={"TAPIS_HSTS": "max-age=1\r\nSet-Cookie: a=b"})


SLASHES = ("/healthz/", "/auth/v1/settings/", "/rest/v1/products/", "/storage/v1/bucket/")


@pytest.mark.parametrize("path", SLASHES)
def test_W5_a_foreign_host_is_never_sent_back_in_a_redirect(shop: Shop, path: str) -> None:
    answer = httpx.get(shop.url + path, headers=shop.headers() | {"Host": "evil.example"})
    assert "location" not in answer.headers
    assert answer.status_code in {200, 400, 404}


async def test_headers_are_on_an_unexpected_error() -> None:
    """The gateway around one address whose service breaks: the 500 is as safe as any other response."""
    edge = create_app(load_settings(environment={}))

    async def raise_error(_request: Request) -> Response:
        raise RuntimeError("rina@tapis.example")

    edge.router.routes.append(Route("/rest/v1/breaks", raise_error))
    transport = httpx.ASGITransport(edge)
    async with httpx.AsyncClient(transport=transport, base_url="http://shop") as anna:
        answer = await anna.get("/rest/v1/breaks")
    assert answer.status_code == 500
    assert "rina" not in answer.text
    assert_security_headers(answer)
