"""What holds for every response: API keys, CORS, an ID, refusals."""

import httpx
import pytest

from tests.conftest import Shop

SERVICES = ["/auth/v1/settings", "/rest/v1/products?select=uuid"]


@pytest.mark.parametrize("path", SERVICES)
def test_W5_a_call_without_a_key_is_refused(shop: Shop, path: str) -> None:
    answer = httpx.get(shop.url + path)
    assert answer.status_code == 401
    assert answer.json() == {
        "message": "No API key found in request",
        "hint": "No `apikey` request header or url param was found.",
    }


@pytest.mark.parametrize("path", SERVICES)
def test_W5_a_call_with_a_wrong_key_is_refused(shop: Shop, path: str) -> None:
    answer = httpx.get(shop.url + path, headers={"apikey": shop.anon_key + "x"})
    assert answer.status_code == 401
    assert answer.json() == {
        "message": "Invalid API key",
        "hint": "Double check your Supabase `anon` or `service_role` API key.",
    }


@pytest.mark.parametrize("path", SERVICES)
def test_W5_the_public_key_may_be_in_the_address(shop: Shop, path: str) -> None:
    joint = "&" if "?" in path else "?"
    assert httpx.get(f"{shop.url}{path}{joint}apikey={shop.anon_key}").status_code == 200


@pytest.mark.parametrize("name", ["apikey", "%61pikey"])
@pytest.mark.parametrize("path", SERVICES)
def test_W5_the_service_key_in_an_address_is_refused(shop: Shop, path: str, name: str) -> None:
    address = f"{shop.url}{path}{'&' if '?' in path else '?'}{name}={shop.service_key}"
    assert httpx.get(address).status_code == 401
    assert httpx.get(address, headers={"apikey": shop.service_key}).status_code == 401


def test_W5_a_front_end_on_another_origin_may_call_and_read_the_headers_it_needs(shop: Shop) -> None:
    asked = httpx.options(
        f"{shop.url}/rest/v1/products",
        headers={
            "Origin": "https://face.example",
            "Access-Control-Request-Method": "PATCH",
            "Access-Control-Request-Headers": "apikey,authorization,prefer,x-retry-count",
        },
    )
    assert asked.status_code == 200
    assert "PATCH" in asked.headers["access-control-allow-methods"]
    assert "x-retry-count" in asked.headers["access-control-allow-headers"]
    answer = httpx.get(
        f"{shop.url}/rest/v1/products", headers=shop.headers() | {"Origin": "https://face.example"}
    )
    assert answer.headers["access-control-allow-origin"] == "*"
    exposed = answer.headers["access-control-expose-headers"]
    assert "X-Supabase-Api-Version" in exposed
    assert "Content-Range" in exposed


@pytest.mark.parametrize(
    "path", ["/", *SERVICES, "/storage/v1/object/public/tapis/none.jpg", "/auth/v1/none"]
)
def test_every_response_has_an_id_of_its_own(shop: Shop, path: str) -> None:
    one, two = httpx.get(shop.url + path), httpx.get(shop.url + path)
    assert one.headers["x-request-id"] != two.headers["x-request-id"]


@pytest.mark.parametrize(
    ("path", "keys"),
    [
        ("/auth/v1/none", {"code", "error_code", "msg"}),
        ("/rest/v1/a/b", {"code", "details", "hint", "message"}),
        ("/storage/v1/none", {"statusCode", "error", "message", "code"}),
    ],
)
def test_an_unknown_address_is_refused_in_the_shape_of_its_service(
    shop: Shop, path: str, keys: set[str]
) -> None:
    answer = httpx.get(shop.url + path, headers=shop.headers())
    assert answer.status_code == 404
    assert set(answer.json()) == keys
