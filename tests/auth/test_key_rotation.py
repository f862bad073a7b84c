"""The owner replaces the keys of an open shop with two workers; Tom notices nothing, a thief does."""

import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import httpx
import jwt
import psycopg
import pytest

from tapis.ops import postgres
from tests.auth.conftest import auth_client, refresh, sign_in, wait_until
from tests.cli.conftest import typing
from tests.conftest import PASSWORD, Shop, prepared, serving

CONNECTIONS = 16  # enough that both workers have some
NOTICE_SECONDS = 6
REFRESH_PAUSE_SECONDS = 0.2  # an account may refresh 150 times in five minutes


@pytest.fixture(scope="module")
def crew(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    """A shop of its own whose requests are answered by two workers."""
    data = prepared(tmp_path_factory.mktemp("crew") / "data")
    with serving(data, TAPIS_WORKERS="2") as url, postgres.ensure_server(data) as urls:
        yield with_keys(Shop(url, data, "", "", urls.superuser))


def with_keys(crew: Shop) -> Shop:
    """The same shop with the API keys that hold now."""
    keys = dict(crew.sql("select role, token from auth.api_keys"))
    return Shop(crew.url, crew.data, keys["anon"], keys["service_role"], crew.superuser)


def kid_of(token: str) -> str:
    return str(jwt.get_unverified_header(token)["kid"])


def published(crew: Shop) -> list[str]:
    """The ids in the public key set, newest first."""
    answer = httpx.get(f"{crew.url}/auth/v1/.well-known/jwks.json")
    return [key["kid"] for key in answer.json()["keys"]]


def may(crew: Shop, token: str) -> int:
    """What one read with a token is answered with."""
    with crew.client(token) as client:
        return client.get("/rest/v1/transactions?select=uuid").status_code


@pytest.mark.parametrize("scope", ["local", "global"])
def test_A11_tom_signs_out_and_no_worker_accepts_his_token_any_more(crew: Shop, scope: str) -> None:
    tom = crew.account("talent")
    with ExitStack() as stack:
        clients = [stack.enter_context(crew.client(tom.token)) for _ in range(CONNECTIONS)]
        ask = "/rest/v1/transactions?select=uuid"
        assert {client.get(ask).status_code for client in clients} == {200}
        assert clients[0].post(f"/auth/v1/logout?scope={scope}").status_code == 204
        assert [client.get(ask).status_code for client in clients] == [401] * CONNECTIONS


def test_A12_a_thief_who_is_found_out_is_out_at_every_worker(crew: Shop) -> None:
    tom = crew.account("talent")
    with auth_client(crew) as visitor, ExitStack() as stack:
        second = refresh(visitor, tom.session["refresh_token"]).json()
        newest = refresh(visitor, second["refresh_token"]).json()
        clients = [stack.enter_context(crew.client(newest["access_token"])) for _ in range(CONNECTIONS)]
        assert {client.get("/rest/v1/slides").status_code for client in clients} == {200}
        crew.sql("update auth.refresh_tokens set updated_at = updated_at - interval '11 s' where revoked")
        assert refresh(visitor, tom.session["refresh_token"]).status_code == 400
        assert refresh(visitor, newest["refresh_token"]).status_code == 400
        assert [client.get("/rest/v1/slides").status_code for client in clients] == [401] * CONNECTIONS


def test_A7_all_workers_count_failures_together(crew: Shop) -> None:
    tom = crew.account("talent")
    with ExitStack() as stack:
        clients = [stack.enter_context(auth_client(crew)) for _ in range(CONNECTIONS)]
        answers = [sign_in(client, tom.email, "a guess").status_code for client in clients]
        assert answers == [400] * 10 + [429] * (CONNECTIONS - 10)
        assert {sign_in(client, tom.email, PASSWORD).status_code for client in clients} == {429}


def test_A11_a_session_ended_at_the_terminal_is_over_within_a_moment(crew: Shop) -> None:
    """Sooner than a worker looks by itself: it is notified."""
    tom = crew.account("talent")
    assert may(crew, tom.token) == 200
    crew.sql("delete from auth.sessions where user_id = %s", tom.user_id)
    wait_until(lambda: may(crew, tom.token) == 401, 1)


class Crowd:
    """People who do all that takes a token, and what they were answered."""

    def __init__(self, crew: Shop) -> None:
        self.crew = crew
        self.statuses: Counter[tuple[str, int]] = Counter()
        self.signed_by: Counter[str] = Counter()
        self.first_signed: dict[str, int] = {}
        self.enough = threading.Event()

    def one(self, _: int) -> None:
        """One talent: reads and refreshes until it is enough; a token lives for five requests."""
        session = self.crew.account("talent").session
        with httpx.Client(base_url=self.crew.url, timeout=30) as client:
            while not self.enough.wait(REFRESH_PAUSE_SECONDS):
                headers = self.crew.headers(session["access_token"])
                for path in ("/rest/v1/transactions?select=uuid", "/auth/v1/user", "/rest/v1/products"):
                    self._count(path, client.get(path, headers=headers))
                listed = client.post("/storage/v1/object/list/tapis", headers=headers, json={"prefix": ""})
                self._count("list", listed)
                path = "/auth/v1/token?grant_type=refresh_token"
                body = {"refresh_token": session["refresh_token"]}
                renewed = client.post(path, headers=self.crew.headers(), json=body)
                self._count("refresh", renewed)
                session = renewed.json() if renewed.status_code == 200 else session
                self._note_key(session["access_token"])

    def _note_key(self, token: str) -> None:
        kid = kid_of(token)
        issued: int = jwt.decode(token, options={"verify_signature": False})["iat"]
        self.signed_by[kid] += 1
        self.first_signed[kid] = min(issued, self.first_signed.get(kid, issued))

    def _count(self, what: str, answer: httpx.Response) -> None:
        self.statuses[what, answer.status_code] += 1


def test_A14_keys_are_rotated_under_load_without_one_failed_request(crew: Shop) -> None:
    tom = crew.account("talent")
    (old,) = published(crew)
    crowd = Crowd(crew)
    with ThreadPoolExecutor(6) as pool:
        devices = [pool.submit(crowd.one, number) for number in range(6)]
        try:
            wait_until(lambda: crowd.signed_by[old] > 6, 60)
            reported = typing(crew.data)("keys", "rotate", "--notice", str(NOTICE_SECONDS))
            assert reported.returncode == 0, reported.stderr
            assert "Nobody is signed out." in reported.stdout
            wait_until(lambda: len(published(crew)) == 2)
            (new,) = set(published(crew)) - {old}
            wait_until(lambda: crowd.signed_by[new] > 60, 60)
        finally:
            crowd.enough.set()
    assert [device.result() for device in devices] == [None] * 6
    assert {status for _, status in crowd.statuses} == {200}, crowd.statuses
    assert sum(crowd.statuses.values()) > 500
    assert published(crew) == [new, old]
    ((signs_from,),) = crew.sql(
        "select floor(extract(epoch from signs_from)) from auth.signing_keys where kid = %s", new
    )
    assert crowd.first_signed[new] >= signs_from, "it is published before it signs"
    assert kid_of(tom.token) == old
    assert may(crew, tom.token) == 200
    assert with_keys(crew) == crew
    until = "select extract(epoch from accepted_until - now())::int from auth.signing_keys where kid = %s"
    ((seconds,),) = crew.sql(until, old)
    assert 7_200 <= seconds <= 7_300


def test_A14_a_key_that_leaked_opens_nothing_from_that_moment_on(crew: Shop) -> None:
    tom = crew.account("talent")
    before = published(crew)
    reported = typing(crew.data)("keys", "rotate", "--now")
    assert reported.stdout.startswith("The old key is refused from now on, and every session has ended")
    wait_until(lambda: may(crew, tom.token) == 401, 1)
    assert not {*before} & {*published(crew)}
    with auth_client(crew) as visitor:
        assert refresh(visitor, tom.session["refresh_token"]).status_code == 400
    assert crew.sql("select 1 from auth.sessions") == []
    again = crew.sign_in(tom.email)
    assert kid_of(again["access_token"]) not in before
    assert may(crew, again["access_token"]) == 200
    assert with_keys(crew) == crew


def test_A14_a_stolen_refresh_token_is_found_out_across_a_rotation(crew: Shop) -> None:
    tom = crew.account("talent")
    with auth_client(crew) as visitor, ExitStack() as stack:
        before = refresh(visitor, tom.session["refresh_token"]).json()
        known = published(crew)
        assert typing(crew.data)("keys", "rotate", "--notice", "3").returncode == 0
        wait_until(lambda: published(crew)[0] not in known)  # a worker hears of it a moment later
        new = published(crew)[0]
        wait_until(lambda: kid_of(crew.sign_in(tom.email)["access_token"]) == new)
        after = refresh(visitor, before["refresh_token"]).json()
        assert [kid_of(one["access_token"]) == new for one in (before, after)] == [False, True]
        crew.sql("update auth.refresh_tokens set updated_at = updated_at - interval '11 s' where revoked")
        assert refresh(visitor, tom.session["refresh_token"]).status_code == 400
        for pair in (before, after):
            assert refresh(visitor, pair["refresh_token"]).status_code == 400
            clients = [stack.enter_context(crew.client(pair["access_token"])) for _ in range(CONNECTIONS)]
            assert {client.get("/rest/v1/slides").status_code for client in clients} == {401}


class Racers:
    """Devices that refresh without a pause until they are refused, and all that they were ever given."""

    def __init__(self, crew: Shop) -> None:
        self.crew = crew
        self.given: list[dict[str, str]] = []

    def one(self, session: dict[str, str]) -> None:
        with auth_client(self.crew) as device:
            while (answer := refresh(device, session["refresh_token"])).status_code == 200:
                session = answer.json()
                self.given.append(dict(session))


def test_A14_nobody_who_refreshes_at_the_moment_of_a_leaks_rotation_stays_in(crew: Shop) -> None:
    racers, signed_in = Racers(crew), [dict(crew.account("talent").session) for _ in range(8)]
    with ThreadPoolExecutor(8) as pool:
        devices = [pool.submit(racers.one, session) for session in signed_in]
        wait_until(lambda: len(racers.given) > 24)
        assert typing(crew.data)("keys", "rotate", "--now").returncode == 0
    assert [device.result() for device in devices] == [None] * 8
    with auth_client(crew) as device:
        crew.sql("delete from auth.attempts")
        assert {refresh(device, one["refresh_token"]).status_code for one in racers.given} == {400}
    wait_until(lambda: {may(crew, one["access_token"]) for one in racers.given} == {401})
    assert crew.sql("select 1 from auth.sessions") == []


def test_A14_api_keys_that_leaked_are_replaced_with_the_rest(crew: Shop) -> None:
    assert typing(crew.data)("keys", "rotate", "--now", "--api").returncode == 0
    new = with_keys(crew)
    assert not {crew.anon_key, crew.service_key} & {new.anon_key, new.service_key}
    wait_until(lambda: httpx.get(f"{new.url}/rest/v1/slides", headers=new.headers()).status_code == 200, 1)
    for leaked in (crew.anon_key, crew.service_key):
        as_header = {"apikey": leaked, "Authorization": f"Bearer {leaked}"}
        assert httpx.get(f"{crew.url}/rest/v1/slides", headers=as_header).status_code == 401
        as_bearer = {"apikey": new.anon_key, "Authorization": f"Bearer {leaked}"}
        assert httpx.get(f"{crew.url}/rest/v1/slides", headers=as_bearer).status_code == 401
    tom = new.account("talent")
    assert may(new, tom.token) == 200


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--api",), "The public key and the service key are only replaced at once: add --now."),
        (("--notice", "1"), "greater than or equal to 3"),
    ],
)
def test_A14_what_would_sign_people_out_by_mistake_is_refused(
    crew: Shop, words: tuple[str, ...], sentence: str
) -> None:
    before = crew.sql("select kid, signs_from, accepted_until from auth.signing_keys order by kid")
    refused = typing(crew.data)("keys", "rotate", *words)
    assert refused.returncode != 0
    assert sentence in refused.stderr
    assert crew.sql("select kid, signs_from, accepted_until from auth.signing_keys order by kid") == before


def test_A14_a_key_whose_time_is_up_is_forgotten_by_the_next_rotation(crew: Shop) -> None:
    with psycopg.connect(crew.superuser, autocommit=True) as connection:
        connection.execute("update auth.signing_keys set accepted_until = now() where purpose = 'session'")
    assert typing(crew.data)("keys", "rotate", "--notice", "60").returncode == 0
    assert crew.sql("select count(*)::int from auth.signing_keys where purpose = 'session'") == [(1,)]
