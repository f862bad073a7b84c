"""The clock jumps forward or back."""

import os
import time
from io import BytesIO
from pathlib import Path
from uuid import uuid4

import httpx
import jwt
import pytest

from tapis.gateway.database import Database
from tapis.gateway.storage.blobs.blob_store import FolderBlobStore
from tapis.ops import postgres
from tests.conftest import Account, Shop
from tests.lone_gateway import read_keyring

HOUR, DAY = 3600, 86_400


@pytest.fixture
def tom(shop: Shop) -> Account:
    """Tom, signed in."""
    return shop.account("talent")


def sign_in(shop: Shop, email: str, password: str) -> httpx.Response:
    body = {"email": email, "password": password}
    return httpx.post(
        f"{shop.url}/auth/v1/token?grant_type=password", json=body, headers=shop.headers(), timeout=30
    )


def refresh(shop: Shop, token: str) -> httpx.Response:
    path = f"{shop.url}/auth/v1/token?grant_type=refresh_token"
    return httpx.post(path, json={"refresh_token": token}, headers=shop.headers(), timeout=30)


def put_back(shop: Shop, seconds: int) -> None:
    """Put the clock back, as far as what the database remembers of sign-ins can tell."""
    shop.sql(
        "update auth.attempts set last = last + make_interval(secs => %s),"
        " times = array(select at + make_interval(secs => %s) from unnest(times) at)",
        seconds,
        seconds,
    )
    shop.sql(
        "update auth.refresh_tokens set created_at = created_at + make_interval(secs => %s),"
        " updated_at = updated_at + make_interval(secs => %s)",
        seconds,
        seconds,
    )


async def signed(shop: Shop, tom: Account, now: float) -> str:
    """Tom's token as the shop itself would have signed it at another time."""
    claims = jwt.decode(tom.token, options={"verify_signature": False})
    with postgres.ensure_server(shop.data) as urls:
        async with Database(urls.authenticator, 2, 8) as database:
            keyring = await read_keyring(database, claims["iss"].removesuffix("/auth/v1"))
            token = keyring.sign_access_token(claims, HOUR, now)
    return token


@pytest.mark.parametrize(
    ("jump", "message"), [(-2 * HOUR, "JWT issued at future"), (2 * HOUR, "JWT expired")]
)
async def test_A12_after_a_jump_a_token_of_another_time_is_refused_and_a_new_one_is_had_at_once(
    shop: Shop, tom: Account, jump: int, message: str
) -> None:
    token = await signed(shop, tom, time.time() - jump)
    with shop.client(token) as client:
        answer = client.get("/rest/v1/transactions")
    assert (answer.status_code, answer.json()["message"]) == (401, message)
    fresh = refresh(shop, str(tom.session["refresh_token"]))
    assert fresh.status_code == 200
    with shop.client(fresh.json()["access_token"]) as client:
        assert client.get("/rest/v1/transactions").status_code == 200


async def test_A12_clocks_that_disagree_by_half_a_minute_do_not_matter(shop: Shop, tom: Account) -> None:
    for now in (time.time() + 25, time.time() - HOUR - 25):
        with shop.client(await signed(shop, tom, now)) as client:
            assert client.get("/rest/v1/transactions").status_code == 200


def test_A12_a_session_outlives_a_clock_that_is_put_back(shop: Shop, tom: Account) -> None:
    first = str(tom.session["refresh_token"])
    second = str(refresh(shop, first).json()["refresh_token"])
    put_back(shop, DAY)
    assert refresh(shop, first).json()["refresh_token"] == second
    assert refresh(shop, second).status_code == 200


def test_A7_nobody_waits_a_day_because_the_clock_was_put_back(shop: Shop, tom: Account) -> None:
    for number in range(10):
        assert sign_in(shop, tom.email, f"guess-{number}").status_code == 400
    assert sign_in(shop, tom.email, "kain-tapis-1976").status_code == 429
    put_back(shop, DAY)
    assert sign_in(shop, tom.email, "kain-tapis-1976").status_code == 200


async def test_Z8_what_seems_to_come_from_tomorrow_is_not_swept(tmp_path: Path) -> None:
    store, key = FolderBlobStore(tmp_path), str(uuid4())
    await store.put(key, BytesIO(b"x"))
    os.utime(store.root / key[:2] / key, (time.time() + DAY, time.time() + DAY))
    assert [found async for batch in store.keys_older_than(0) for found in batch] == []
