"""Abuse: guessing passwords reveals nothing, is slowed down, and delays no other users."""

import time
from collections.abc import Sequence
from typing import Any

import httpx
import pytest
from argon2 import PasswordHasher
from starlette.requests import Request

from tapis.gateway.auth import password_hashing
from tapis.gateway.auth.password_hashing import hash_password
from tapis.gateway.auth.sign_in import sign_in_with_password
from tapis.gateway.database import Caller, Database, RequestSettings, Result
from tapis.gateway.errors import AuthRefusal
from tapis.gateway.settings import load_settings
from tests.attacks.conftest import Unchanged, assert_reveals_nothing
from tests.auth.conftest import auth_client, make_email, parse_refusal, sign_in, sign_up
from tests.conftest import Account, Shop
from tests.lone_gateway import build_context

WRONG = (400, "invalid_credentials", "Invalid login credentials")


class Recorder(PasswordHasher):
    """Verifies passwords and records the parameters of each hash."""

    def __init__(self) -> None:
        super().__init__(time_cost=2, memory_cost=19 * 1024, parallelism=1)
        self.work: list[str] = []

    def verify(self, hash: str | bytes, password: str | bytes) -> Any:  # noqa: A002 – the library's name
        self.work.append(str(hash).rsplit("$", 2)[0])
        return super().verify(hash, password)


@pytest.fixture
def recorder(monkeypatch: pytest.MonkeyPatch) -> Recorder:
    recorder = Recorder()
    monkeypatch.setattr(password_hashing, "ARGON2ID", recorder)
    return recorder


class CountingDatabase(Database):
    """A database that records each statement."""

    statements: list[str]

    async def run(
        self,
        caller: Caller,
        sql: str,
        params: Sequence[Any] = (),
        *,
        read_only: bool = False,
        http: RequestSettings = (),
    ) -> Result:
        """Record the statement and run it."""
        self.statements.append(sql)
        return await super().run(caller, sql, params, read_only=read_only, http=http)


async def measure_guess(shop: Shop, email: str, recorder: Recorder) -> tuple[list[str], list[str]]:
    """The work for one wrong password: verified hashes and statements."""
    recorder.work.clear()
    settings = load_settings({}, data=shop.data, database_url=shop.authenticator)
    async with CountingDatabase(shop.authenticator, 2, 8) as database:
        database.statements = []
        context = build_context(settings, database)
        with pytest.raises(AuthRefusal) as refused:
            await sign_in_with_password(
                context, build_sign_in_request({"email": email, "password": "a guess"})
            )
    assert (refused.value.status, refused.value.message) == (400, WRONG[2])
    return [*recorder.work], database.statements


def build_sign_in_request(body: dict[str, str]) -> Request:
    """A sign-in as the server receives it."""
    sent = httpx.Request("POST", "http://x/token", json=body).content
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/token",
        "query_string": b"",
        "headers": [(b"content-type", b"application/json")],
        "client": ("203.0.113.9", 1),
    }

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": sent, "more_body": False}

    return Request(scope, receive)


async def test_abuse_an_unknown_address_costs_the_server_exactly_what_a_wrong_password_costs(
    shop: Shop, toms_account: Account, recorder: Recorder
) -> None:
    """Equal work instead of equal seconds, which a busy machine can't promise; bench/sign_in.py has those."""
    known = await measure_guess(shop, toms_account.email, recorder)
    unknown = await measure_guess(shop, "nobody@kain.id", recorder)
    assert known == unknown
    assert known[0] == [hash_password("x").rsplit("$", 2)[0]]


GUESSES = ("nobody@kain.id", "tom@", "' or 1=1 --", "tom@kain.id\r\nX: y")


@pytest.mark.parametrize("email", GUESSES)
def test_abuse_no_answer_tells_whether_an_address_has_an_account(
    shop: Shop, toms_account: Account, unchanged: Unchanged, email: str
) -> None:
    with unchanged(), auth_client(shop) as visitor:
        wrong, unknown = sign_in(visitor, toms_account.email, "a guess"), sign_in(visitor, email, "a guess")
        result = [{**dict(answer.headers), "date": "", "x-request-id": ""} for answer in (wrong, unknown)]
        assert parse_refusal(wrong) == parse_refusal(unknown) == WRONG
        assert (wrong.content, result[0]) == (unknown.content, result[1])
        assert_reveals_nothing(unknown, toms_account.email)
        recovery = [
            visitor.post("/recover", json={"email": who}) for who in (toms_account.email, "nobody@kain.id")
        ]
        assert recovery[0].content == recovery[1].content


def test_A7_abuse_a_thousand_ways_to_write_an_address_are_one_account(shop: Shop) -> None:
    tom = shop.account("talent")
    written = [
        tom.email,
        tom.email.upper(),
        tom.email.title(),
        tom.email.replace("t", "T"),
        tom.email.swapcase(),
    ] * 2
    with auth_client(shop) as visitor:
        assert [sign_in(visitor, email, "a guess").status_code for email in written] == [400] * 10
        for email in written[:5]:
            waiting = sign_in(visitor, email, "kain-tapis-1976")
            assert waiting.status_code == 429
            assert 0 < int(waiting.headers["retry-after"]) <= 900


def test_abuse_while_one_account_is_guessed_its_neighbours_and_its_open_sessions_notice_nothing(
    shop: Shop, unchanged: Unchanged
) -> None:
    tom, sari = shop.account("talent"), shop.account("talent")
    with auth_client(shop) as visitor:
        with unchanged():
            for number in range(15):
                assert sign_in(visitor, tom.email, f"guess-{number}").status_code in (400, 429)
        assert sign_in(visitor, sari.email, "kain-tapis-1976").status_code == 200
        renewed = visitor.post(
            "/token?grant_type=refresh_token", json={"refresh_token": tom.session["refresh_token"]}
        )
        assert renewed.status_code == 200
    with shop.client(tom.token) as client:
        assert client.get("/rest/v1/transactions").status_code == 200


def test_A8_abuse_sign_ups_without_end_are_stopped_and_leave_nothing(
    shop: Shop, unchanged: Unchanged
) -> None:
    with auth_client(shop) as visitor, unchanged():
        weak = [sign_up(visitor, make_email(), "12345") for _ in range(30)]
        answers = [sign_up(visitor, make_email()) for _ in range(3)]
    assert [answer.status_code for answer in weak] == [422] * 30
    assert {parse_refusal(answer)[:2] for answer in answers} == {(429, "over_request_rate_limit")}
    assert all(0 < int(answer.headers["retry-after"]) <= 300 for answer in answers)


@pytest.mark.parametrize(
    "headers",
    [
        {"X-Forwarded-For": "203.0.113.{}"},
        {"X-Real-IP": "203.0.113.{}"},
        {"Forwarded": "for=203.0.113.{}"},
        {"CF-Connecting-IP": "203.0.113.{}", "True-Client-IP": "203.0.113.{}", "X-Client-IP": "203.0.113.{}"},
    ],
    ids=lambda headers: next(iter(headers)),
)
def test_A7_abuse_no_header_makes_a_new_visitor_of_an_old_one(shop: Shop, headers: dict[str, str]) -> None:
    body = {"email": f"nobody-{time.time_ns()}@kain.id", "password": "x"}
    with auth_client(shop) as visitor:
        statuses = [
            visitor.post(
                "/token?grant_type=password",
                json=body,
                headers={name: value.format(number) for name, value in headers.items()},
            ).status_code
            for number in range(12)
        ]
    assert statuses == [400] * 10 + [429] * 2
