"""The security log says who (by a keyed hash), what and from where, and contains no personal data."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.auth.conftest import auth_client, make_email, refresh, sign_in, sign_up, wait_until
from tests.conftest import Shop, prepared, serving, shop_at
from tests.example_rows import row
from tests.storage.sample_images import photo


@pytest.fixture(scope="module")
def logging_shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Shop, serving]]:
    """A separate shop whose log can be read."""
    data = prepared(tmp_path_factory.mktemp("logging") / "data")
    server = serving(data)
    with server as url, shop_at(url, data) as opened:
        yield opened, server


def read_security_log(server: serving) -> list[dict[str, Any]]:
    """The lines of the security log so far."""
    text = Path(f"/proc/self/fd/{server.log.fileno()}").read_text()
    lines = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
    return [line for line in lines if line["logger"] == "tapis.security"]


def test_A11_each_event_leaves_one_line_with_who_what_and_from_where(
    logging_shop: tuple[Shop, serving],
) -> None:
    shop, server = logging_shop
    email, before = make_email("tom"), len(read_security_log(server))
    with auth_client(shop) as visitor:
        session = sign_up(visitor, email).json()
        sign_in(visitor, email, "a guess")
        sign_in(visitor, "nobody@kain.id", "a guess")
        sign_in(visitor, email)
    with auth_client(shop, session["access_token"]) as client:
        client.put("/user", json={"password": "benang-perak"})
    with shop.client(session["access_token"]) as tom:
        tom.post("/rest/v1/products", json=row("products", ""))
        tom.post(
            "/storage/v1/object/tapis/products/rahasia-tom.jpg",
            content=photo(),
            headers={"Content-Type": "image/jpeg"},
        )
        tom.get("/auth/v1/admin/users")
        tom.post("/auth/v1/logout")
        tom.get("/rest/v1/transactions")
    lines = read_security_log(server)[before:]
    result = [line["message"] for line in lines]
    assert result == [
        "signed up", "sign-in failed", "sign-in failed", "signed in", "password changed",
        "access refused", "access refused", "access refused", "signed out", "access refused",
    ]  # fmt: skip
    toms = {line["account"] for line, at in zip(lines, range(9), strict=False) if at != 2}
    assert len(toms) == 1
    assert lines[2]["account"] not in toms
    assert {line["network"] for line in lines} == {"127.0.0.1"}
    assert [line["code"] for line in lines[5:8]] == ["42501", "AccessDenied", "not_admin"]
    text = json.dumps(lines)
    secrets = (email, "nobody@kain.id", session["user"]["id"], "benang", "rahasia", session["access_token"])
    assert not any(secret in text for secret in secrets)


def test_A12_a_refresh_token_that_is_used_twice_leaves_a_line(logging_shop: tuple[Shop, serving]) -> None:
    shop, server = logging_shop
    with auth_client(shop) as visitor:
        first = sign_up(visitor, make_email("tom")).json()["refresh_token"]
        refresh(visitor, refresh(visitor, first).json()["refresh_token"])
        shop.sql("update auth.refresh_tokens set updated_at = updated_at - interval '11 s' where revoked")
        refresh(visitor, first)
    assert read_security_log(server)[-1]["message"] == "refresh token reused, session ended"


def test_A11_a_refused_request_with_a_long_address_leaves_a_short_line(
    logging_shop: tuple[Shop, serving],
) -> None:
    shop, server = logging_shop
    with shop.client("e30.e30.e30") as tom:
        assert tom.get("/rest/v1/" + "y" * 20_000).status_code == 401
    wait_until(lambda: any("/rest/v1/yyy" in line.get("route", "") for line in read_security_log(server)))
    assert {
        len(line["route"]) for line in read_security_log(server) if "/rest/v1/yyy" in line.get("route", "")
    } == {200}
