"""The whole of tests/access.yaml over HTTP with real tokens; a refusal leaves every row and file alone."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import uuid4

import httpx
import psycopg
import pytest

from tapis.gateway.rest.request_headers import MAX_ROWS
from tests.access_matrix import PROMISES, TABLE_PROMISES, Answer, assert_all_cells, checksum
from tests.conftest import Shop
from tests.example_rows import STORED, Row, key_of, put, readable_columns, row
from tests.fingerprints import stored_files

TOUCHED = {"Prefer": "return=representation"}
EVERY_KEY = " union all ".join(
    f"select '{table}', {key_of(table)}::text from public.{table}" for table in STORED
)


@dataclass(slots=True)
class Http:
    """Carries questions over HTTP, and knows the truth past all rules."""

    shop: Shop
    truth: psycopg.Connection
    other: str
    clients: dict[str, httpx.Client]
    patience: float = 10

    def sql(self, query: str, *params: object) -> Sequence[tuple[Any, ...]]:
        cursor = self.truth.execute(query.encode(), params or None)
        return cursor.fetchall() if cursor.description else []

    def user_id(self, role: str) -> str:
        return self.other if role in ("anon", "service") else self.shop.user_id(role)

    def call(self, role: str, method: str, path: str, **kwargs: Any) -> httpx.Response:
        """One request with the token of a role's persona."""
        return self.clients[role].request(method, path, **kwargs)

    def state(self) -> str:
        """Changes with every write to the shop's tables, the rows of stored objects or the stored files."""
        return checksum(self.sql) + str(stored_files(self.shop.data))

    def select(self, role: str, table: str) -> Answer:
        """Page by page: a long run leaves more lines in a log than one answer has."""
        path, rows = f"/rest/v1/{table}?select={readable_columns(table)}&order={key_of(table)}", list[Row]()
        while True:
            page = parse_answer(self.call(role, "GET", f"{path}&offset={len(rows)}"))
            rows += page.rows
            if len(page.rows) < MAX_ROWS:
                return Answer(rows, page.refused)

    def insert(self, role: str, table: str, values: Row) -> Answer:
        return parse_answer(self.call(role, "POST", f"/rest/v1/{table}", json=values))

    def update(self, role: str, table: str, uuid: str, changes: Row) -> Answer:
        path = f"/rest/v1/{table}?{key_of(table)}=eq.{uuid}"
        return parse_answer(self.call(role, "PATCH", path, json=changes, headers=TOUCHED))

    def delete(self, role: str, table: str, uuid: str) -> Answer:
        path = f"/rest/v1/{table}?{key_of(table)}=eq.{uuid}"
        return parse_answer(self.call(role, "DELETE", path, headers=TOUCHED))


def parse_answer(response: httpx.Response) -> Answer:
    """What the data API said; anything but success and 42501 fails the test."""
    if response.status_code in (401, 403):
        assert response.json()["code"] == "42501", response.text
        return Answer([], response.status_code)
    assert response.status_code in (200, 201), response.text
    return Answer(response.json() if response.content else [])


@pytest.fixture(scope="module")
def people(shop: Shop) -> Iterator[Http]:
    """The personas, and one more talent; their connections stay open for all cells."""
    other = shop.account("talent")
    tokens = {role: shop.token(role) for role in ("none", "talent", "leadership", "admin")}
    with ExitStack() as stack:
        truth = stack.enter_context(psycopg.connect(shop.superuser, autocommit=True))
        everybody = tokens | {"anon": None, "service": shop.service_key, "other": other.token}
        clients = {role: stack.enter_context(shop.client(token)) for role, token in everybody.items()}
        yield Http(shop, truth, other.user_id, clients)


@contextmanager
def undo_inserts(people: Http) -> Iterator[Http]:
    """The shop for the length of the block; the rows that were made in it are deleted afterwards."""
    before = {*people.sql(EVERY_KEY)}
    yield people
    made = {*people.sql(EVERY_KEY)} - before
    for table in reversed(STORED):  # what refers to another goes first
        if keys := [key for place, key in made if place == table]:
            people.sql(f"delete from public.{table} where {key_of(table)}::text = any(%s)", keys)


@pytest.fixture
def http(people: Http) -> Iterator[Http]:
    """The shop for one test."""
    with undo_inserts(people):
        yield people


@pytest.mark.parametrize("table", TABLE_PROMISES)
def test_R1_every_cell_of_the_matrix(people: Http, table: str) -> None:
    assert_all_cells(people, table, partial(undo_inserts, people))


PEOPLE = ("anon", "none", "talent", "leadership", "admin")
UNKNOWN_UUID = str(uuid4())
ARGUMENTS: dict[str, dict[str, object]] = {
    "score_registration": {"registration_uuid": UNKNOWN_UUID, "changes": {"score": 5}},
    "call_to_stage": {"registration_uuid": UNKNOWN_UUID},
    "door_list": {"event_uuid": UNKNOWN_UUID},
    "check_in": {"event_uuid": UNKNOWN_UUID, "scans": [{"nonce": UNKNOWN_UUID, "number": 1}]},
    "find_buyers": {"user_ids": [UNKNOWN_UUID]},
    "search_buyers": {"words": "sari"},
    "jurors": {},
    "decide": {"registration_uuids": [UNKNOWN_UUID], "changes": {"decision": "accept"}},
    "plan_slots": {
        "event_uuid": UNKNOWN_UUID,
        "kind": "audition",
        "first_at": "2031-01-01T02:00:00Z",
        "people": 1,
        "minutes": 10,
    },
    "change_slot": {"slot_uuid": UNKNOWN_UUID, "changes": {"capacity": 2}},
    "remove_slots": {"slot_uuids": [UNKNOWN_UUID]},
    "fill_slots": {"event_uuid": UNKNOWN_UUID, "kind": "audition"},
    "keep_announcement_text": {"event_uuid": UNKNOWN_UUID, "accepted": True, "en": "Welcome", "id": None},
    "send_test_announcement": {"event_uuid": UNKNOWN_UUID, "accepted": True},
    "preview_announcement": {"event_uuid": UNKNOWN_UUID},
    "announce": {"event_uuid": UNKNOWN_UUID, "accepted": 0, "declined": 0},
    "casting_results": {"event_uuid": UNKNOWN_UUID},
}


@pytest.mark.parametrize(("function", "promises"), PROMISES["functions"].items())
def test_R1_functions_are_called_by_whom_the_matrix_names(
    http: Http, function: str, promises: dict[str, int | bool]
) -> None:
    before = http.state()
    for role, promise in promises.items():
        asked = http.call(role, "POST", f"/rest/v1/rpc/{function}", json=ARGUMENTS[function])
        if promise is True:
            assert asked.status_code < 500, (role, asked.text)
            assert not {"42501", "PGRST"} & {asked.json()["code"][:5] if asked.is_client_error else ""}, (
                asked.text
            )
        else:
            assert (asked.status_code, asked.json()["code"]) == (promise, "42501"), (role, asked.text)
    assert http.state() == before


@pytest.mark.parametrize("role", PEOPLE)
@pytest.mark.parametrize(
    ("table", "embedded"), [("transactions", "order_deliveries"), ("order_deliveries", "transactions")]
)
def test_R1_embedded_rows_are_those_that_the_caller_reads_of_their_own_table(
    http: Http, table: str, embedded: str, role: str
) -> None:
    me, mine = http.user_id(role), row("order_deliveries", http.user_id(role))
    for delivery in (mine, row("order_deliveries", http.other), row("order_deliveries", http.other)):
        put(http.sql, "order_deliveries", delivery)
    http.sql("update public.transactions set user_id = %s where uuid = %s", me, delivery["order_uuid"])
    key, other_key = key_of(table), key_of(embedded)
    asked = http.call(role, "GET", f"/rest/v1/{table}?select={key},{embedded}({other_key})&order={key}")
    rows, others = http.select(role, table), http.select(role, embedded)
    if rows.refused or others.refused:
        assert parse_answer(asked).refused in (rows.refused, others.refused)
        return
    readable = {one[other_key] for one in others.rows}
    assert asked.json() == [
        {key: uuid, embedded: {other_key: uuid} if uuid in readable else None}
        for uuid in sorted(one[key] for one in rows.rows)
    ]


UNREACHABLE = [(schema, table) for schema, tables in PROMISES["unreachable"].items() for table in tables]


@pytest.mark.parametrize("role", PEOPLE)
@pytest.mark.parametrize(("schema", "table"), UNREACHABLE, ids="{0[0]}.{0[1]}".format)
def test_R1_no_request_can_name_a_table_of_another_schema(
    http: Http, schema: str, table: str, role: str
) -> None:
    before = http.state()
    for method, header in [
        ("GET", "Accept-Profile"),
        ("POST", "Content-Profile"),
        ("PATCH", "Content-Profile"),
        ("DELETE", "Content-Profile"),
    ]:
        body = None if method == "GET" else {"id": str(uuid4())}
        for path in (table, f"{schema}.{table}"):
            response = http.call(role, method, f"/rest/v1/{path}?id=not.is.null", json=body)
            assert (response.status_code, response.json()["code"]) == (404, "PGRST205")
        path = f"/rest/v1/{table}?id=not.is.null"
        response = http.call(role, method, path, json=body, headers={header: schema})
        assert (response.status_code, response.json()["code"]) == (406, "PGRST106")
    assert http.state() == before


@pytest.mark.parametrize(("role", "promise"), PROMISES["accounts"].items())
def test_R1_the_list_of_accounts_is_for_the_service_key(http: Http, role: str, promise: str) -> None:
    addresses = [email for (email,) in http.sql("select email from auth.users where id = %s", http.other)]
    me = f"/auth/v1/admin/users/{http.other}"
    for method, path in [("GET", "/auth/v1/admin/users?per_page=1000"), ("GET", me)]:
        response = http.call(role, method, path)
        assert (addresses[0] in response.text) is (promise == "all")
        assert response.status_code in ((200,) if promise == "all" else (401, 403))
    if promise == "refused":
        before = http.state() + str(http.sql("select u::text from auth.users u order by id"))
        for method in ("PUT", "DELETE"):
            response = http.call(role, method, me, json={"app_metadata": {"role": "admin"}})
            assert response.status_code in (401, 403)
        response = http.call(role, "POST", "/auth/v1/admin/users", json={"email": "new@tapis.example"})
        assert response.status_code in (401, 403)
        assert http.state() + str(http.sql("select u::text from auth.users u order by id")) == before
