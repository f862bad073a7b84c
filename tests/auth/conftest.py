"""Fixtures and helpers for the tests of accounts."""

import itertools
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest

from tests.auth.certificate import make_certificate, make_server_context
from tests.auth.smtp_server import Mailbox
from tests.conftest import Shop, prepared, serving, shop_at
from tests.postgres.os_processes import PATIENCE_SECONDS, eventually

API_VERSION_HEADER = {"X-Supabase-Api-Version": "2024-01-01"}
NAMES = itertools.count(1)
GONE = "gone@kain.id"  # where the mail server knows that nobody lives


@pytest.fixture(autouse=True)
def reset_rate_limits(request: pytest.FixtureRequest) -> None:
    """Clear all rate limits before each test."""
    if "shop" in request.fixturenames:
        request.getfixturevalue("shop").sql("delete from auth.attempts")


@pytest.fixture
def visitor(shop: Shop) -> Iterator[httpx.Client]:
    """A client of /auth/v1 with the public key alone, like auth-js."""
    with auth_client(shop) as client:
        yield client


def auth_client(shop: Shop, token: str | None = None) -> httpx.Client:
    """A client of /auth/v1 as anon, or with a token."""
    headers = shop.headers(token) | API_VERSION_HEADER
    return httpx.Client(base_url=f"{shop.url}/auth/v1", headers=headers, timeout=30)


def make_email(name: str = "anna") -> str:
    """An unused email address."""
    return f"{name}-{next(NAMES)}-{uuid4().hex[:8]}@kain.id"


def parse_refusal(answer: httpx.Response) -> tuple[int, str, str]:
    """Status, code and message of a refusal, as clients of the dated API version read them."""
    body = answer.json()
    assert answer.headers["x-supabase-api-version"] == "2024-01-01"
    assert answer.headers["x-sb-error-code"] == body["code"]
    return answer.status_code, body["code"], body["message"]


def checksum_accounts(shop: Shop) -> str:
    """A checksum over all account tables but attempts: equal when a request stored nothing."""
    tables = (
        "users", "identities", "sign_up_links", "sessions", "refresh_tokens", "mfa_amr_claims", "mfa_factors",
        "mfa_recovery_codes", "signing_keys", "api_keys",
    )  # fmt: skip
    parts = [f"(select md5(string_agg(t::text, '' order by t::text)) from auth.{name} t)" for name in tables]
    roles = "(select md5(string_agg(t::text, '' order by t::text)) from private.user_roles t)"
    return str(shop.sql(f"select concat_ws(',', {', '.join([*parts, roles])})")[0][0])


def sign_up(client: httpx.Client, email: str, password: str = "benang-emas", **more: Any) -> httpx.Response:
    """Sign up like auth-js."""
    return client.post("/signup", content=json.dumps({"email": email, "password": password, **more}))


def sign_in(client: httpx.Client, email: str, password: str = "benang-emas") -> httpx.Response:
    """Sign in like auth-js."""
    return client.post("/token?grant_type=password", json={"email": email, "password": password})


def refresh(client: httpx.Client, token: str) -> httpx.Response:
    """Refresh a session like auth-js."""
    return client.post("/token?grant_type=refresh_token", json={"refresh_token": token})


def wait_until(holds: Callable[[], bool], seconds: float = PATIENCE_SECONDS) -> None:
    """Poll until the condition holds; fails after `seconds`."""
    assert eventually(holds, seconds), "it never came to hold"


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate that is trusted only by those who name it in SSL_CERT_FILE."""
    return make_certificate(tmp_path_factory.mktemp("certificate"))


@pytest.fixture(scope="module")
def mailbox(certificate: Path) -> Iterator[Mailbox]:
    """A mail server that requires TLS and a password, and keeps all mails."""
    with Mailbox(make_server_context(certificate), {"halo@kain.id": "s:/p@ss"}, frozenset({GONE})) as box:
        yield box


@pytest.fixture(scope="module")
def mailing_shop(
    mailbox: Mailbox, certificate: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Shop]:
    """A separate shop that sends mail, behind a trusted proxy."""
    data = prepared(tmp_path_factory.mktemp("mailing") / "data")
    extra = {
        "TAPIS_SMTP_URL": mailbox.url.replace("//", "//halo%40kain.id:s%3A%2Fp%40ss@"),
        "SSL_CERT_FILE": str(certificate),
        "TAPIS_SITE_URL": "https://kain.id",
        "TAPIS_TRUSTED_PROXIES": "127.0.0.1",
    }
    with serving(data, **extra) as url, shop_at(url, data) as opened:
        yield opened
