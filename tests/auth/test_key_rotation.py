"""The owner replaces the keys of an open shop with two workers; Tom notices nothing, a thief does."""

import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace

import httpx
import jwt
import psycopg
import pytest

from tests.auth.conftest import auth_client, refresh, sign_in, wait_until
from tests.cli.conftest import make_runner
from tests.conftest import PASSWORD, Shop, prepared, serving, shop_at

CONNECTIONS = 16  # enough that both workers have some
NOTICE_SECONDS = 6
REFRESH_PAUSE_SECONDS = 0.2  # an account may refresh 150 times in five minutes


@pytest.fixture(scope="module")
def two_worker_shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    """A separate shop with two workers."""
    data = prepared(tmp_path_factory.mktemp("crew") / "data")
    with serving(data, TAPIS_WORKERS="2") as url, shop_at(url, data) as opened:
        yield opened


def reload_api_keys(shop: Shop) -> Shop:
    """The same shop with its current API keys."""
    keys = dict(shop.sql("select role, token from auth.api_keys"))
    return replace(shop, anon_key=keys["anon"], service_key=keys["service_role"])


def get_key_id(token: str) -> str:
    return str(jwt.get_unverified_header(token)["kid"])


def fetch_key_ids(shop: Shop) -> list[str]:
    """The ids in the public key set, newest first."""
    answer = httpx.get(f"{shop.url}/auth/v1/.well-known/jwks.json")
    return [key["kid"] for key in answer.json()["keys"]]


def fetch_status(shop: Shop, token: str) -> int:
    """The status of a read with this token."""
    with shop.client(token) as client:
        return client.get("/rest/v1/transactions?select=uuid").status_code


@pytest.mark.parametrize("scope", ["local", "global"])
def test_A11_tom_signs_out_and_no_worker_accepts_his_token_any_more(
    two_worker_shop: Shop, scope: str
) -> None:
    tom = two_worker_shop.account("talent")
    with ExitStack() as stack:
        clients = [stack.enter_context(two_worker_shop.client(tom.token)) for _ in range(CONNECTIONS)]
        path = "/rest/v1/transactions?select=uuid"
        assert {client.get(path).status_code for client in clients} == {200}
        assert clients[0].post(f"/auth/v1/logout?scope={scope}").status_code == 204
        assert [client.get(path).status_code for client in clients] == [401] * CONNECTIONS


def test_A12_a_thief_who_is_found_out_is_out_at_every_worker(two_worker_shop: Shop) -> None:
    tom = two_worker_shop.account("talent")
    with auth_client(two_worker_shop) as visitor, ExitStack() as stack:
        second = refresh(visitor, tom.session["refresh_token"]).json()
        newest = refresh(visitor, second["refresh_token"]).json()
        clients = [
            stack.enter_context(two_worker_shop.client(newest["access_token"])) for _ in range(CONNECTIONS)
        ]
        assert {client.get("/rest/v1/slides").status_code for client in clients} == {200}
        two_worker_shop.sql(
            "update auth.refresh_tokens set updated_at = updated_at - interval '11 s' where revoked"
        )
        assert refresh(visitor, tom.session["refresh_token"]).status_code == 400
        assert refresh(visitor, newest["refresh_token"]).status_code == 400
        assert [client.get("/rest/v1/slides").status_code for client in clients] == [401] * CONNECTIONS


def test_A7_all_workers_count_failures_together(two_worker_shop: Shop) -> None:
    tom = two_worker_shop.account("talent")
    with ExitStack() as stack:
        clients = [stack.enter_context(auth_client(two_worker_shop)) for _ in range(CONNECTIONS)]
        answers = [sign_in(client, tom.email, "a guess").status_code for client in clients]
        assert answers == [400] * 10 + [429] * (CONNECTIONS - 10)
        assert {sign_in(client, tom.email, PASSWORD).status_code for client in clients} == {429}


def test_A11_a_session_ended_at_the_terminal_is_over_within_a_moment(two_worker_shop: Shop) -> None:
    """Sooner than a worker looks by itself: it is notified."""
    tom = two_worker_shop.account("talent")
    assert fetch_status(two_worker_shop, tom.token) == 200
    two_worker_shop.sql("delete from auth.sessions where user_id = %s", tom.user_id)
    wait_until(lambda: fetch_status(two_worker_shop, tom.token) == 401, 1)


class ConcurrentUsers:
    """Users who send every kind of authenticated request, and the statuses of the responses."""

    def __init__(self, shop: Shop) -> None:
        self.shop = shop
        self.statuses: Counter[tuple[str, int]] = Counter()
        self.signed_by: Counter[str] = Counter()
        self.first_signed: dict[str, int] = {}
        self.enough = threading.Event()

    def run(self, _: int) -> None:
        """One talent: reads and refreshes until it is enough; a token lives for five requests."""
        session = self.shop.account("talent").session
        with httpx.Client(base_url=self.shop.url, timeout=30) as client:
            while not self.enough.wait(REFRESH_PAUSE_SECONDS):
                headers = self.shop.headers(session["access_token"])
                for path in ("/rest/v1/transactions?select=uuid", "/auth/v1/user", "/rest/v1/products"):
                    self._count(path, client.get(path, headers=headers))
                listed = client.post("/storage/v1/object/list/tapis", headers=headers, json={"prefix": ""})
                self._count("list", listed)
                path = "/auth/v1/token?grant_type=refresh_token"
                body = {"refresh_token": session["refresh_token"]}
                renewed = client.post(path, headers=self.shop.headers(), json=body)
                self._count("refresh", renewed)
                session = renewed.json() if renewed.status_code == 200 else session
                self._note_key(session["access_token"])

    def _note_key(self, token: str) -> None:
        kid = get_key_id(token)
        issued: int = jwt.decode(token, options={"verify_signature": False})["iat"]
        self.signed_by[kid] += 1
        self.first_signed[kid] = min(issued, self.first_signed.get(kid, issued))

    def _count(self, what: str, answer: httpx.Response) -> None:
        self.statuses[what, answer.status_code] += 1


def test_A14_keys_are_rotated_under_load_without_one_failed_request(two_worker_shop: Shop) -> None:
    tom = two_worker_shop.account("talent")
    (old,) = fetch_key_ids(two_worker_shop)
    crowd = ConcurrentUsers(two_worker_shop)
    with ThreadPoolExecutor(6) as pool:
        devices = [pool.submit(crowd.run, number) for number in range(6)]
        try:
            wait_until(lambda: crowd.signed_by[old] > 6, 60)
            reported = make_runner(two_worker_shop.data)("keys", "rotate", "--notice", str(NOTICE_SECONDS))
            assert reported.returncode == 0, reported.stderr
            assert "Nobody is signed out." in reported.stdout
            wait_until(lambda: len(fetch_key_ids(two_worker_shop)) == 2)
            (new,) = set(fetch_key_ids(two_worker_shop)) - {old}
            wait_until(lambda: crowd.signed_by[new] > 60, 60)
        finally:
            crowd.enough.set()
    assert [device.result() for device in devices] == [None] * 6
    assert {status for _, status in crowd.statuses} == {200}, crowd.statuses
    assert sum(crowd.statuses.values()) > 500
    assert fetch_key_ids(two_worker_shop) == [new, old]
    ((signs_from,),) = two_worker_shop.sql(
        "select floor(extract(epoch from signs_from)) from auth.signing_keys where kid = %s", new
    )
    assert crowd.first_signed[new] >= signs_from, "it is published before it signs"
    assert get_key_id(tom.token) == old
    assert fetch_status(two_worker_shop, tom.token) == 200
    assert reload_api_keys(two_worker_shop) == two_worker_shop
    until = "select extract(epoch from accepted_until - now())::int from auth.signing_keys where kid = %s"
    ((seconds,),) = two_worker_shop.sql(until, old)
    assert 7_200 <= seconds <= 7_300


def test_A14_a_key_that_leaked_opens_nothing_from_that_moment_on(two_worker_shop: Shop) -> None:
    tom = two_worker_shop.account("talent")
    before = fetch_key_ids(two_worker_shop)
    reported = make_runner(two_worker_shop.data)("keys", "rotate", "--now")
    assert reported.stdout.startswith("The old key is refused from now on, and every session has ended")
    wait_until(lambda: fetch_status(two_worker_shop, tom.token) == 401, 1)
    assert not {*before} & {*fetch_key_ids(two_worker_shop)}
    with auth_client(two_worker_shop) as visitor:
        assert refresh(visitor, tom.session["refresh_token"]).status_code == 400
    assert two_worker_shop.sql("select 1 from auth.sessions") == []
    again = two_worker_shop.sign_in(tom.email)
    assert get_key_id(again["access_token"]) not in before
    assert fetch_status(two_worker_shop, again["access_token"]) == 200
    assert reload_api_keys(two_worker_shop) == two_worker_shop


def test_A14_a_stolen_refresh_token_is_found_out_across_a_rotation(two_worker_shop: Shop) -> None:
    tom = two_worker_shop.account("talent")
    with auth_client(two_worker_shop) as visitor, ExitStack() as stack:
        before = refresh(visitor, tom.session["refresh_token"]).json()
        known = fetch_key_ids(two_worker_shop)
        assert make_runner(two_worker_shop.data)("keys", "rotate", "--notice", "3").returncode == 0
        wait_until(
            lambda: fetch_key_ids(two_worker_shop)[0] not in known
        )  # a worker hears of it a moment later
        new = fetch_key_ids(two_worker_shop)[0]
        wait_until(lambda: get_key_id(two_worker_shop.sign_in(tom.email)["access_token"]) == new)
        after = refresh(visitor, before["refresh_token"]).json()
        assert [get_key_id(one["access_token"]) == new for one in (before, after)] == [False, True]
        two_worker_shop.sql(
            "update auth.refresh_tokens set updated_at = updated_at - interval '11 s' where revoked"
        )
        assert refresh(visitor, tom.session["refresh_token"]).status_code == 400
        for pair in (before, after):
            assert refresh(visitor, pair["refresh_token"]).status_code == 400
            clients = [
                stack.enter_context(two_worker_shop.client(pair["access_token"])) for _ in range(CONNECTIONS)
            ]
            assert {client.get("/rest/v1/slides").status_code for client in clients} == {401}


class RefreshingDevices:
    """Devices that refresh without pause until they are refused, and all sessions they received."""

    def __init__(self, shop: Shop) -> None:
        self.shop = shop
        self.received_sessions: list[dict[str, str]] = []

    def run(self, session: dict[str, str]) -> None:
        with auth_client(self.shop) as device:
            while (answer := refresh(device, session["refresh_token"])).status_code == 200:
                session = answer.json()
                self.received_sessions.append(dict(session))


def test_A14_nobody_who_refreshes_at_the_moment_of_a_leaks_rotation_stays_in(two_worker_shop: Shop) -> None:
    racers, signed_in = (
        RefreshingDevices(two_worker_shop),
        [dict(two_worker_shop.account("talent").session) for _ in range(8)],
    )
    with ThreadPoolExecutor(8) as pool:
        devices = [pool.submit(racers.run, session) for session in signed_in]
        wait_until(lambda: len(racers.received_sessions) > 24)
        assert make_runner(two_worker_shop.data)("keys", "rotate", "--now").returncode == 0
    assert [device.result() for device in devices] == [None] * 8
    with auth_client(two_worker_shop) as device:
        two_worker_shop.sql("delete from auth.attempts")
        assert {refresh(device, one["refresh_token"]).status_code for one in racers.received_sessions} == {
            400
        }
    wait_until(
        lambda: (
            {fetch_status(two_worker_shop, one["access_token"]) for one in racers.received_sessions} == {401}
        )
    )
    assert two_worker_shop.sql("select 1 from auth.sessions") == []


def test_A14_api_keys_that_leaked_are_replaced_with_the_rest(two_worker_shop: Shop) -> None:
    assert make_runner(two_worker_shop.data)("keys", "rotate", "--now", "--api").returncode == 0
    new = reload_api_keys(two_worker_shop)
    assert not {two_worker_shop.anon_key, two_worker_shop.service_key} & {new.anon_key, new.service_key}
    wait_until(lambda: httpx.get(f"{new.url}/rest/v1/slides", headers=new.headers()).status_code == 200, 1)
    for leaked in (two_worker_shop.anon_key, two_worker_shop.service_key):
        as_header = {"apikey": leaked, "Authorization": f"Bearer {leaked}"}
        assert httpx.get(f"{two_worker_shop.url}/rest/v1/slides", headers=as_header).status_code == 401
        as_bearer = {"apikey": new.anon_key, "Authorization": f"Bearer {leaked}"}
        assert httpx.get(f"{two_worker_shop.url}/rest/v1/slides", headers=as_bearer).status_code == 401
    tom = new.account("talent")
    assert fetch_status(new, tom.token) == 200


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--api",), "The public key and the service key are only replaced at once: add --now."),
        (("--notice", "1"), "greater than or equal to 3"),
    ],
)
def test_A14_what_would_sign_people_out_by_mistake_is_refused(
    two_worker_shop: Shop, words: tuple[str, ...], sentence: str
) -> None:
    before = two_worker_shop.sql("select kid, signs_from, accepted_until from auth.signing_keys order by kid")
    refused = make_runner(two_worker_shop.data)("keys", "rotate", *words)
    assert refused.returncode != 0
    assert sentence in refused.stderr
    assert (
        two_worker_shop.sql("select kid, signs_from, accepted_until from auth.signing_keys order by kid")
        == before
    )


def test_A14_a_key_whose_time_is_up_is_forgotten_by_the_next_rotation(two_worker_shop: Shop) -> None:
    with psycopg.connect(two_worker_shop.superuser, autocommit=True) as connection:
        connection.execute("update auth.signing_keys set accepted_until = now() where purpose = 'session'")
    assert make_runner(two_worker_shop.data)("keys", "rotate", "--notice", "60").returncode == 0
    assert two_worker_shop.sql("select count(*)::int from auth.signing_keys where purpose = 'session'") == [
        (1,)
    ]
