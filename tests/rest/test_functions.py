"""Calling functions: arguments by name, results in their own form, and no writes by GET."""

import json

import httpx
import pytest

ONE = {"Accept": "application/vnd.pgrst.object+json"}


@pytest.mark.parametrize(("body", "found"), [({"a": 2}, "3"), ({"a": 2, "b": 40}, "42"), ({"a": "2"}, "3")])
def test_W5_a_function_answers_with_its_bare_value(visitor: httpx.Client, body: object, found: str) -> None:
    answer = visitor.post("/rpc/add", json=body)
    assert (answer.status_code, answer.text) == (200, found)
    assert answer.headers["content-type"] == "application/json; charset=utf-8"


def test_W5_a_function_may_be_called_with_GET(visitor: httpx.Client) -> None:
    assert visitor.get("/rpc/add?a=2&b=40").text == "42"
    assert visitor.get("/rpc/join_words", params={"words": "{kain,tapis}"}).text == '"kain tapis"'
    head = visitor.head("/rpc/add?a=2")
    assert (head.status_code, head.content) == (200, b"")


def test_W5_a_list_is_an_argument_like_any_other(visitor: httpx.Client) -> None:
    assert visitor.post("/rpc/join_words", json={"words": ["kain", "tapis"]}).json() == "kain tapis"


def test_W5_rows_of_a_function_are_read_like_those_of_a_table(visitor: httpx.Client) -> None:
    rows = visitor.post(
        "/rpc/things_over?select=id,town:facts->from->>town&order=id.desc&limit=1",
        json={"above": 1},
        headers={"Prefer": "count=exact"},
    )
    assert (rows.status_code, rows.headers["content-range"]) == (206, "0-0/2")
    assert rows.json() == [{"id": 3, "town": None}]
    by_address = visitor.get("/rpc/things_over?above=0&id=lt.3&name=like.*k*&select=name")
    assert by_address.json() == [{"name": "ikat"}, {"name": "batik"}]
    assert visitor.post("/rpc/things_over?id=eq.77", json={}).text == "[]"
    repeated = visitor.get("/rpc/things_over?select=id,again:id")
    assert (repeated.status_code, repeated.json()["code"]) == (400, "42701")


def test_W5_one_row_is_an_object(visitor: httpx.Client) -> None:
    assert visitor.post("/rpc/first_thing?select=id,name").json() == {"id": 1, "name": "ikat"}
    assert visitor.get("/rpc/pair").json() == {"left_one": 1, "right_one": "two"}
    alone = visitor.get("/rpc/things_over?above=2&select=id", headers=ONE)
    assert (alone.status_code, alone.json()) == (200, {"id": 3})
    assert visitor.get("/rpc/things_over", headers=ONE).json()["code"] == "PGRST116"


def test_W5_a_named_result_is_an_object_though_it_stands_alone(visitor: httpx.Client) -> None:
    assert visitor.post("/rpc/towns").json() == [{"town": "Metro"}, {"town": "Liwa"}]
    assert visitor.get("/rpc/towns?town=like.L*&select=in:town").json() == [{"in": "Liwa"}]
    assert visitor.post("/rpc/answer").json() == {"a": 42}


def test_W5_an_argument_keeps_its_length(visitor: httpx.Client) -> None:
    sent = {"padded": "tapis", "bits": "1011"}
    assert visitor.post("/rpc/lengths", json=sent).json() == "5 1011"
    assert visitor.get("/rpc/lengths", params=sent).json() == "5 1011"


def test_W5_an_argument_and_a_filter_may_have_one_name(visitor: httpx.Client) -> None:
    found = visitor.get("/rpc/named_like?name=%25k%25&name=neq.ikat&select=name")
    assert found.json() == [{"name": "batik"}, {"name": "songket"}]


@pytest.mark.parametrize("body", [{"a": [1, {"b": None}]}, [{"a": 1}, {"a": 2}], {}, []])
def test_W5_a_function_with_one_unnamed_argument_takes_the_body(visitor: httpx.Client, body: object) -> None:
    assert visitor.post("/rpc/whole", json=body).json() == body
    assert visitor.get("/rpc/whole").json()["code"] == "PGRST202"
    assert visitor.get("/rpc/whole?=5").json() == 5


def test_W5_a_function_with_one_unnamed_text_takes_what_has_no_name(visitor: httpx.Client) -> None:
    assert visitor.post("/rpc/spoken", json={"": "Kain"}).json() == "Kain!"
    assert visitor.post("/rpc/spoken", json={"": 5}).json() == "5!"
    assert visitor.get("/rpc/spoken?=Kain").json() == "Kain!"
    assert visitor.post("/rpc/spoken", json={"said": "Kain"}).json()["code"] == "PGRST202"
    assert "public.greeted(), public.greeted( => text)" in visitor.post("/rpc/greeted").json()["message"]


@pytest.mark.parametrize("accept", ["application/json", ONE["Accept"]])
def test_W5_functions_and_policies_read_the_request_without_its_keys(
    visitor: httpx.Client, accept: str
) -> None:
    sent = {"X-Shop": "Metro", "Cookie": "language=id; shop=Liwa", "Accept": accept}
    body = visitor.post("/rpc/heard", headers=sent).json()
    assert (body["method"], body["path"]) == ("POST", "/rpc/heard")
    assert body["cookies"] == {"language": "id", "shop": "Liwa"}
    assert body["headers"]["x-shop"] == "Metro"
    assert not {"authorization", "apikey", "cookie"} & set(body["headers"])
    assert visitor.get("/counters", headers={"X-Shop": "Liwa"}).json() == [{"id": 2, "shop": "Liwa"}]
    assert visitor.get("/counters").json() == []


def test_W5_several_values_are_a_list(visitor: httpx.Client) -> None:
    assert visitor.post("/rpc/names", json={}).json() == ["ikat", "batik", "songket"]


def test_W5_a_void_function_has_an_empty_response(visitor: httpx.Client) -> None:
    answer = visitor.post("/rpc/do_nothing", json={})
    assert (answer.status_code, answer.content) == (204, b"")


def test_W5_a_function_that_writes_needs_post(tom: httpx.Client) -> None:
    by_get = tom.get("/rpc/keep?name=kain")
    assert by_get.status_code == 405
    assert by_get.json() == {
        "code": "25006",
        "details": None,
        "hint": None,
        "message": "cannot execute INSERT in a read-only transaction",
    }
    assert tom.post("/rpc/keep", json={"name": "kain"}).text == "101"
    assert tom.get("/things?name=eq.kain&select=id").json() == [{"id": 101}]


def test_X2_a_function_that_wrote_is_undone_when_one_row_was_meant(tom: httpx.Client) -> None:
    assert tom.post("/rpc/things_over", json={}, headers=ONE).status_code == 406
    assert tom.post("/rpc/keep", json={"name": "forbidden"}).status_code == 403
    assert tom.get("/things?select=id").json() == [{"id": 1}, {"id": 2}, {"id": 3}]


@pytest.mark.parametrize(
    ("path", "body", "signature", "searched"),
    [
        ("nothing", {"a": 1, "b": 2}, "public.nothing(a, b)", "public.nothing with parameters a, b"),
        ("add", {}, "public.add without parameters", "public.add without parameters"),
        ("add", {"a": 1, "c": 2}, "public.add(a, c)", "public.add with parameters a, c"),
        ("add", {"b": 1}, "public.add(b)", "public.add with parameter b"),
    ],
)
def test_X2_a_function_that_does_not_fit_is_not_found(
    visitor: httpx.Client, path: str, body: object, signature: str, searched: str
) -> None:
    answer = visitor.post(f"/rpc/{path}", json=body)
    assert answer.status_code == 404
    assert answer.json() == {
        "code": "PGRST202",
        "details": f"Searched for the function {searched} or with a single unnamed json/jsonb parameter,"
        " but no matches were found in the schema cache.",
        "hint": None,
        "message": f"Could not find the function {signature} in the schema cache",
    }


def test_X2_functions_that_fit_alike_are_named(visitor: httpx.Client) -> None:
    answer = visitor.post("/rpc/twice", json={"a": 1})
    assert (answer.status_code, answer.json()) == (
        300,
        {
            "code": "PGRST203",
            "details": None,
            "hint": "Try renaming the parameters or the function itself in the database"
            " so function overloading can be resolved",
            "message": "Could not choose the best candidate function between:"
            " public.twice(a => bpchar), public.twice(a => integer)",
        },
    )


def test_X2_a_function_may_say_the_whole_response(visitor: httpx.Client) -> None:
    error = {"code": "paid", "message": "Pay first.", "details": "5 left", "hint": None}
    head = '{"status": 402, "headers": {"X-Left": "5", "Content-Length": "1"}}'
    answer = visitor.post("/rpc/answer_with", json={"message": json.dumps(error), "details": head})
    assert (answer.status_code, answer.headers["x-left"], answer.json()) == (402, "5", error)


@pytest.mark.parametrize(
    ("message", "detail", "details"),
    [
        ("Pay!", "{}", "Invalid JSON value for MESSAGE: 'Pay!'"),
        ('{"code": "1"}', "{}", "Invalid JSON value for MESSAGE: '{\"code\": \"1\"}'"),
        ('{"code": "1", "message": "x"}', "", "DETAIL is missing in the RAISE statement"),
        ('{"code": "1", "message": "x"}', '{"status": 9, "headers": {}}',
         "Invalid JSON value for DETAIL: '{\"status\": 9, \"headers\": {}}'"),
        ('{"code": "1", "message": "x"}', '{"status": 402, "headers": {"X": "a\\nb"}}',
         "Invalid JSON value for DETAIL: '{\"status\": 402, \"headers\": {\"X\": \"a\\nb\"}}'"),
    ],
)  # fmt: skip
def test_X2_a_response_that_cannot_be_read_is_said(
    visitor: httpx.Client, message: str, detail: str, details: str
) -> None:
    answer = visitor.post("/rpc/answer_with", json={"message": message, "details": detail})
    assert (answer.status_code, answer.json()["code"], answer.json()["details"]) == (500, "PGRST121", details)


def test_X2_a_function_that_was_not_granted_is_refused(visitor: httpx.Client, tom: httpx.Client) -> None:
    anna, talent = visitor.post("/rpc/not_for_you"), tom.post("/rpc/not_for_you")
    assert (anna.status_code, talent.status_code) == (401, 403)
    assert anna.json()["message"] == "permission denied for function not_for_you"


@pytest.mark.parametrize(
    ("state", "status"), [("P0001", 400), ("PT409", 409), ("PT418", 418), ("23514", 400), ("42501", 401)]
)
def test_X2_an_error_that_a_function_raises_is_passed_on(
    visitor: httpx.Client, state: str, status: int
) -> None:
    answer = visitor.post("/rpc/refuse", json={"state": state, "said": "The price has changed."})
    assert answer.status_code == status
    assert answer.json() == {
        "code": state,
        "details": "the details",
        "hint": "the hint",
        "message": "The price has changed.",
    }


@pytest.mark.parametrize(("state", "status"), [("XX000", 500), ("58030", 500), ("40001", 500)])
def test_X2_an_internal_error_is_not_disclosed(visitor: httpx.Client, state: str, status: int) -> None:
    answer = visitor.post("/rpc/refuse", json={"state": state, "said": "/var/lib/secret is full"})
    assert answer.status_code == status
    assert answer.json() == {
        "code": state,
        "details": None,
        "hint": None,
        "message": "Something went wrong on our side. Please try again.",
    }


def test_X2_functions_are_called_by_get_head_and_post_only(visitor: httpx.Client) -> None:
    answer = visitor.patch("/rpc/add", json={"a": 1})
    assert answer.status_code == 405
    assert answer.json() == {
        "code": "PGRST101",
        "details": None,
        "hint": None,
        "message": "Cannot use the PATCH method on RPC",
    }


@pytest.mark.parametrize("body", [b"[]", b'[{"a":1}]', b"5", b'"a"', b"{", b'{"a":NaN}'])
def test_X2_arguments_are_one_object(visitor: httpx.Client, body: bytes) -> None:
    answer = visitor.post("/rpc/add", content=body)
    assert (answer.status_code, answer.json()["code"]) == (400, "PGRST102")


def test_X2_a_function_that_takes_too_long_is_stopped(visitor: httpx.Client) -> None:
    answer = visitor.post("/rpc/wait")
    assert answer.status_code == 500
    assert answer.json() == {
        "code": "57014",
        "details": None,
        "hint": None,
        "message": "canceling statement due to statement timeout",
    }
