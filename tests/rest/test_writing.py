"""Writing rows: what is stored and returned, and that a refused write leaves nothing behind."""

from typing import Any

import httpx
import pytest

from tests.conftest import Shop

ONE = {"Accept": "application/vnd.pgrst.object+json"}
SHOWN = {"Prefer": "return=representation"}
MERGE = "resolution=merge-duplicates"
IGNORE = "resolution=ignore-duplicates"


def fetch_things(shop: Shop, columns: str = "id, name") -> list[tuple[Any, ...]]:
    return shop.sql(f"select {columns} from public.things order by id")


AS_BEFORE = [(1, "ikat"), (2, "batik"), (3, "songket")]


def test_W2_tom_inserts_a_row_and_is_answered_201(tom: httpx.Client, things: Shop) -> None:
    answer = tom.post("/things", json={"id": 10, "name": "kain", "amount": "12.5"})
    assert (answer.status_code, answer.content) == (201, b"")
    assert answer.headers["content-range"] == "*/*"
    assert answer.headers["content-length"] == "0"
    assert "content-type" not in answer.headers
    assert "preference-applied" not in answer.headers
    # What was not sent takes its default.
    assert things.sql("select name, amount::text, label from public.things where id = 10") == [
        ("kain", "12.50", "plain")
    ]


def test_W2_the_new_row_is_returned_on_request(tom: httpx.Client) -> None:
    answer = tom.post(
        "/things?select=id,name,from:facts->>a", json={"name": "kain", "facts": {"a": 1}}, headers=SHOWN
    )
    assert (answer.status_code, answer.json()) == (201, [{"id": 101, "name": "kain", "from": "1"}])
    assert answer.headers["content-type"] == "application/json; charset=utf-8"
    assert answer.headers["preference-applied"] == "return=representation"


def test_W2_one_new_row_as_an_object(tom: httpx.Client) -> None:
    answer = tom.post("/things?select=id,name", json={"name": "kain"}, headers=SHOWN | ONE)
    assert (answer.status_code, answer.json()) == (201, {"id": 101, "name": "kain"})
    assert answer.headers["content-type"] == "application/vnd.pgrst.object+json; charset=utf-8"


def test_W2_several_rows_at_once_are_all_there_or_none(tom: httpx.Client, things: Shop) -> None:
    rows = [{"id": 10, "name": "a"}, {"id": 11, "name": "b"}]
    answer = tom.post("/things", json=rows, headers={"Prefer": "count=exact"})
    assert (answer.status_code, answer.headers["content-range"]) == (201, "*/2")
    assert fetch_things(things) == [*AS_BEFORE, (10, "a"), (11, "b")]
    refused = tom.post("/things", json=[{"id": 12, "name": "c"}, {"id": 13, "name": "forbidden"}])
    assert refused.status_code == 403
    assert fetch_things(things) == [*AS_BEFORE, (10, "a"), (11, "b")]


def test_W2_columns_say_which_keys_count(tom: httpx.Client, things: Shop) -> None:
    rows = [{"id": 10, "name": "a", "size": 1}, {"id": 11}]
    assert (
        tom.post('/things?columns="id","name","label"', json=rows).status_code == 400
    )  # label may not be null
    assert tom.post('/things?columns="id","name"', json=rows).status_code == 201
    assert fetch_things(things, "id, name, size")[3:] == [(10, "a", None), (11, None, None)]


def test_W2_missing_keys_become_defaults_when_that_is_preferred(tom: httpx.Client, things: Shop) -> None:
    rows = [{"name": "a"}, {"name": "b", "label": "own", "made_at": None}]
    answer = tom.post(
        "/things?columns=name,label,made_at", json=rows, headers={"Prefer": "missing=default,return=minimal"}
    )
    assert (answer.status_code, answer.headers["preference-applied"]) == (
        201,
        "missing=default, return=minimal",
    )
    assert things.sql("select name, label, made_at::text from public.things where id > 100 order by id") == [
        ("a", "plain", "2026-01-01 00:00:00+00"),
        ("b", "own", None),
    ]
    alone = tom.post(
        "/things?columns=id,name&select=id,name",
        json={"name": "c"},
        headers={"Prefer": "missing=default," + SHOWN["Prefer"]},
    )
    assert alone.json() == [{"id": 103, "name": "c"}]


def test_W2_an_empty_object_is_a_row_of_defaults(tom: httpx.Client) -> None:
    answer = tom.post("/things?select=id,label", json={}, headers=SHOWN)
    assert (answer.status_code, answer.json()) == (201, [{"id": 101, "label": "plain"}])
    two = tom.post("/things?select=id,label", json=[{}, {}], headers=SHOWN)
    assert two.json() == [{"id": 102, "label": "plain"}, {"id": 103, "label": "plain"}]


def test_W2_an_empty_list_adds_nothing(tom: httpx.Client, things: Shop) -> None:
    answer = tom.post("/things", json=[], headers=SHOWN)
    assert (answer.status_code, answer.text) == (201, "[]")
    assert tom.post("/things", json=[], headers={"Prefer": MERGE}).status_code == 200
    assert fetch_things(things) == AS_BEFORE


def test_W2_rows_may_be_sent_where_none_may_be_read(visitor: httpx.Client, things: Shop) -> None:
    assert visitor.post("/letters", json={"id": 1, "said": "hello"}).status_code == 201
    assert things.sql("select * from public.letters") == [(1, "hello")]
    shown = visitor.post("/letters", json={"id": 2}, headers=SHOWN)
    assert shown.status_code == 401
    assert shown.json()["message"] == "permission denied for table letters"
    assert things.sql("select * from public.letters") == [(1, "hello")]


def test_W2_an_upsert_changes_the_row_that_is_there(tom: httpx.Client, things: Shop) -> None:
    answer = tom.post(
        "/things?select=id,name,size",
        json={"id": 2, "name": "tulis"},
        headers={"Prefer": f"{MERGE},return=representation"},
    )
    assert (answer.status_code, answer.json()) == (200, [{"id": 2, "name": "tulis", "size": 5}])
    assert answer.headers["preference-applied"] == f"{MERGE}, return=representation"
    assert fetch_things(things) == [(1, "ikat"), (2, "tulis"), (3, "songket")]


def test_W2_an_upsert_with_a_new_row_says_created(tom: httpx.Client, things: Shop) -> None:
    rows = [{"id": 2, "name": "tulis"}, {"id": 20, "name": "new"}]
    assert tom.post("/things", json=rows, headers={"Prefer": MERGE}).status_code == 201
    assert tom.post("/things", json=rows, headers={"Prefer": MERGE}).status_code == 200
    assert fetch_things(things) == [(1, "ikat"), (2, "tulis"), (3, "songket"), (20, "new")]


def test_W2_an_upsert_may_name_another_unique_column(tom: httpx.Client, things: Shop) -> None:
    row = {"name": "ikat baru", "code": "k1"}
    assert tom.post("/things?on_conflict=code", json=row, headers={"Prefer": MERGE}).status_code == 200
    assert fetch_things(things) == [(1, "ikat baru"), (2, "batik"), (3, "songket")]
    wrong = tom.post("/things?on_conflict=name", json=row, headers={"Prefer": MERGE})
    assert (wrong.status_code, wrong.json()["code"]) == (400, "42P10")
    unknown = tom.post("/things?on_conflict=nope", json=row, headers={"Prefer": MERGE})
    assert (unknown.status_code, unknown.json()["message"]) == (400, 'column "nope" does not exist')


def test_W2_an_upsert_that_ignores_duplicates_leaves_them(tom: httpx.Client, things: Shop) -> None:
    rows = [{"id": 2, "name": "tulis"}, {"id": 20, "name": "new"}]
    answer = tom.post("/things?select=id", json=rows, headers={"Prefer": f"{IGNORE},return=representation"})
    assert (answer.status_code, answer.json()) == (201, [{"id": 20}])
    assert fetch_things(things) == [*AS_BEFORE, (20, "new")]


def test_W2_an_upsert_is_judged_by_the_policies_of_both_verbs(tom: httpx.Client, things: Shop) -> None:
    things.sql("update public.things set name = 'locked' where id = 3")
    answer = tom.post("/things", json={"id": 3, "name": "open"}, headers={"Prefer": MERGE})
    assert answer.status_code == 403
    assert answer.json() == {
        "code": "42501",
        "details": None,
        "hint": None,
        "message": 'new row violates row-level security policy (USING expression) for table "things"',
    }


def test_W2_tom_changes_the_rows_that_a_filter_finds(tom: httpx.Client, things: Shop) -> None:
    answer = tom.patch("/things?id=gte.2", json={"label": "seen", "amount": None})
    assert (answer.status_code, answer.content, answer.headers["content-range"]) == (204, b"", "0-1/*")
    assert "content-type" not in answer.headers
    assert "content-length" not in answer.headers
    assert fetch_things(things, "label, amount::text") == [("plain", "10.50"), ("seen", None), ("seen", None)]


def test_W2_changed_rows_are_returned_on_request(tom: httpx.Client) -> None:
    answer = tom.patch(
        "/things?id=gte.2&select=id,label&order=id.desc", json={"label": "seen"}, headers=SHOWN
    )
    assert (answer.status_code, answer.headers["content-range"]) == (200, "0-1/*")
    assert answer.json() == [{"id": 3, "label": "seen"}, {"id": 2, "label": "seen"}]


def test_W2_a_change_of_no_row_is_no_error(tom: httpx.Client) -> None:
    assert tom.patch("/things?id=eq.77", json={"label": "x"}).status_code == 204
    answer = tom.patch("/things?id=eq.77", json={"label": "x"}, headers=SHOWN)
    assert (answer.status_code, answer.text, answer.headers["content-range"]) == (200, "[]", "*/*")


def test_W2_an_empty_change_touches_nothing(tom: httpx.Client, things: Shop) -> None:
    before = fetch_things(things, "xmin::text")
    assert tom.patch("/things?id=eq.1", json={}).status_code == 204
    answer = tom.patch("/things?id=eq.1", json={}, headers=SHOWN)
    assert (answer.status_code, answer.text) == (200, "[]")
    assert fetch_things(things, "xmin::text") == before


def test_W2_an_empty_change_needs_no_right_to_delete(tom: httpx.Client, things: Shop) -> None:
    things.sql("revoke delete on public.things from authenticated")
    try:
        assert tom.patch("/things?id=eq.1", json={}).status_code == 204
        answer = tom.patch("/things?id=eq.1&select=name", json={}, headers=SHOWN)
        assert (answer.status_code, answer.text) == (200, "[]")
    finally:
        things.sql("grant delete on public.things to authenticated")


def test_W2_a_filter_on_a_column_that_changes_sees_the_old_value(tom: httpx.Client, things: Shop) -> None:
    answer = tom.patch("/things?name=eq.ikat&select=name", json={"name": "baru"}, headers=SHOWN)
    assert answer.json() == [{"name": "baru"}]


def test_W2_a_change_takes_one_object(tom: httpx.Client, things: Shop) -> None:
    answer = tom.patch("/things?id=gt.0", json=[{"name": "a"}, {"name": "b"}])
    assert (answer.status_code, answer.json()["code"]) == (400, "PGRST102")
    assert fetch_things(things) == AS_BEFORE


def test_W2_tom_removes_the_rows_that_a_filter_finds(tom: httpx.Client, things: Shop) -> None:
    answer = tom.delete("/things?id=eq.1")
    assert (answer.status_code, answer.content, answer.headers["content-range"]) == (204, b"", "*/*")
    shown = tom.delete("/things?id=gt.0&select=id", headers={"Prefer": "return=representation,count=exact"})
    assert (shown.status_code, shown.json()) == (200, [{"id": 2}, {"id": 3}])
    assert shown.headers["content-range"] == "*/2"
    assert fetch_things(things) == []


@pytest.mark.parametrize("method", ["PATCH", "DELETE"])
def test_X2_a_whole_table_is_never_touched_by_mistake(owner: httpx.Client, things: Shop, method: str) -> None:
    verb = {"PATCH": "UPDATE", "DELETE": "DELETE"}[method]
    answer = owner.request(method, "/things?select=id&order=id", json={"name": "x"})
    assert answer.status_code == 400
    assert answer.json() == {
        "code": "21000",
        "details": None,
        "hint": None,
        "message": f"{verb} requires a WHERE clause",
    }
    assert fetch_things(things) == AS_BEFORE


@pytest.mark.parametrize("method", ["PATCH", "POST"])
def test_W2_a_limit_on_a_write_is_ignored(owner: httpx.Client, method: str) -> None:
    answer = owner.request(
        method, "/things?id=lt.3&limit=1&offset=1&select=name", json={"name": "x"}, headers=SHOWN
    )
    assert answer.json() == ([{"name": "x"}] if method == "POST" else [{"name": "x"}, {"name": "x"}])


@pytest.mark.parametrize("returned", ["minimal", "representation"])
@pytest.mark.parametrize("method", ["PATCH", "DELETE"])
def test_X2_more_rows_than_wanted_are_not_written(
    tom: httpx.Client, things: Shop, method: str, returned: str
) -> None:
    def write(prefer: str) -> httpx.Response:
        headers = {"Prefer": f"return={returned}, {prefer}"}
        return tom.request(method, "/things?id=lte.2", json={"name": "x"}, headers=headers)

    refused = write("handling=strict, max-affected=1")
    assert (refused.status_code, refused.json()["code"]) == (400, "PGRST124")
    assert refused.json()["message"] == "Query result exceeds max-affected preference constraint"
    assert refused.json()["details"] == "The query affects 2 rows"
    assert fetch_things(things) == AS_BEFORE
    allowed = write("handling=strict, max-affected=2")
    assert allowed.is_success
    assert allowed.headers["preference-applied"].endswith("handling=strict, max-affected=2")
    assert fetch_things(things) != AS_BEFORE


def test_X2_a_limit_on_what_a_function_does_counts_its_rows(visitor: httpx.Client) -> None:
    strict = {"Prefer": "handling=strict, max-affected=2"}
    codes = [visitor.post(f"/rpc/{name}", headers=strict).json()["code"] for name in ("names", "answer")]
    assert codes == ["PGRST124", "PGRST128"]
    assert visitor.post("/rpc/towns", headers=strict).is_success


@pytest.mark.parametrize("prefer", ["return=minimal", "return=representation"])
@pytest.mark.parametrize(
    ("method", "query", "body", "rows"),
    [
        ("POST", "", [{"name": "a"}, {"name": "b"}], 2),
        ("PATCH", "?id=gte.2", {"name": "a"}, 2),
        ("PATCH", "?id=eq.77", {"name": "a"}, 0),
        ("DELETE", "?id=gt.0", None, 3),
        ("DELETE", "?id=eq.77", None, 0),
    ],
)
def test_X2_a_write_of_not_exactly_one_row_is_undone_when_one_was_meant(  # noqa: PLR0917 – a table
    tom: httpx.Client, things: Shop, method: str, query: str, body: object, rows: int, prefer: str
) -> None:
    answer = tom.request(method, f"/things{query}", json=body, headers=ONE | {"Prefer": prefer})
    assert answer.status_code == 406
    assert answer.json() == {
        "code": "PGRST116",
        "details": f"The result contains {rows} rows",
        "hint": None,
        "message": "Cannot coerce the result to a single JSON object",
    }
    assert fetch_things(things) == AS_BEFORE


def test_X2_rows_that_a_policy_hides_are_neither_changed_nor_removed(tom: httpx.Client, things: Shop) -> None:
    things.sql("update public.things set name = 'locked' where id = 3")
    assert tom.patch("/things?id=eq.3", json={"label": "x"}).status_code == 204
    removed = tom.delete("/things?id=eq.3", headers=SHOWN)
    assert (removed.status_code, removed.text) == (200, "[]")
    assert things.sql("select name, label from public.things where id = 3") == [("locked", "plain")]


def test_W2_only_preferences_that_counted_are_echoed(tom: httpx.Client) -> None:
    everything = {
        "Prefer": f"{MERGE}, missing=default, return=minimal, count=exact, handling=lenient, tx=rollback"
    }

    def fetch_applied_preferences(method: str) -> str:
        answer = tom.request(method, "/things?id=eq.1", json={"id": 1}, headers=everything)
        assert answer.status_code in {200, 201, 204}, answer.text
        return answer.headers["preference-applied"]

    assert (
        fetch_applied_preferences("POST")
        == f"{MERGE}, missing=default, return=minimal, count=exact, handling=lenient"
    )
    assert fetch_applied_preferences("PATCH") == "return=minimal, count=exact, handling=lenient"
    assert fetch_applied_preferences("GET") == "count=exact, handling=lenient"
    assert fetch_applied_preferences("DELETE") == "return=minimal, count=exact, handling=lenient"
