"""Reading rows: what is shown, which of them, in which order, and how many there are."""

import csv
import io

import httpx
import pytest

ONE = {"Accept": "application/vnd.pgrst.object+json"}
COUNTED = {"Prefer": "count=exact"}


def list_names(answer: httpx.Response) -> list[str]:
    assert answer.status_code in (200, 206), answer.text
    return [row["name"] for row in answer.json()]


def test_W1_rows_come_as_a_list_with_their_range(visitor: httpx.Client) -> None:
    answer = visitor.get("/things?select=id,name,amount&order=id")
    assert answer.status_code == 200
    assert answer.json() == [
        {"id": 1, "name": "ikat", "amount": 10.5},
        {"id": 2, "name": "batik", "amount": None},
        {"id": 3, "name": "songket", "amount": 7},
    ]
    assert answer.headers["content-type"] == "application/json; charset=utf-8"
    assert answer.headers["content-range"] == "0-2/*"
    assert answer.headers["cache-control"] == "no-store"


def test_W1_no_rows_are_an_empty_list(visitor: httpx.Client) -> None:
    answer = visitor.get("/things?id=eq.77")
    assert (answer.status_code, answer.text, answer.headers["content-range"]) == (200, "[]", "*/*")


@pytest.mark.parametrize(
    ("order", "found"),
    [
        ("name", ["batik", "ikat", "songket"]),
        ("name.desc", ["songket", "ikat", "batik"]),
        ("amount.asc", ["songket", "ikat", "batik"]),
        ("amount.desc", ["batik", "ikat", "songket"]),
        ("amount.desc.nullslast", ["ikat", "songket", "batik"]),
        ("amount.nullsfirst", ["batik", "songket", "ikat"]),
        ("made_at.desc,id.desc", ["songket", "batik", "ikat"]),
        ("facts->from->>town", ["batik", "ikat", "songket"]),
    ],
)
def test_W1_rows_are_in_the_requested_order(visitor: httpx.Client, order: str, found: list[str]) -> None:
    assert list_names(visitor.get("/things", params={"order": order})) == found


@pytest.mark.parametrize(
    ("query", "status", "content_range", "found"),
    [
        ("limit=2", 206, "0-1/3", ["ikat", "batik"]),
        ("limit=2&offset=1", 206, "1-2/3", ["batik", "songket"]),
        ("limit=3", 200, "0-2/3", ["ikat", "batik", "songket"]),
        ("offset=3", 206, "*/3", []),
        ("limit=0", 206, "*/3", []),
        ("id=gt.2", 200, "0-0/1", ["songket"]),
        ("id=gt.5", 200, "*/0", []),
        ("limit=many&offset=-1", 200, "0-2/3", ["ikat", "batik", "songket"]),
    ],
)
def test_W1_a_page_has_the_number_of_all_rows(
    visitor: httpx.Client, query: str, status: int, content_range: str, found: list[str]
) -> None:
    answer = visitor.get(f"/things?order=id&{query}", headers=COUNTED)
    assert (answer.status_code, answer.headers["content-range"]) == (status, content_range)
    assert answer.headers["preference-applied"] == "count=exact"
    assert list_names(answer) == found


@pytest.mark.parametrize("kind", ["planned", "estimated"])
def test_W1_an_estimated_count_is_exact(visitor: httpx.Client, kind: str) -> None:
    answer = visitor.get("/things?limit=1", headers={"Prefer": f"count={kind}"})
    assert answer.headers["content-range"] == "0-0/3"
    assert answer.headers["preference-applied"] == f"count={kind}"


def test_W1_without_a_count_a_page_is_an_ordinary_answer(visitor: httpx.Client) -> None:
    answer = visitor.get("/things?order=id&limit=2")
    assert (answer.status_code, answer.headers["content-range"]) == (200, "0-1/*")
    assert "preference-applied" not in answer.headers


def test_W1_a_page_after_the_end_is_refused_when_rows_are_counted(visitor: httpx.Client) -> None:
    answer = visitor.get("/things?offset=100", headers=COUNTED)
    assert (answer.status_code, answer.headers["content-range"]) == (416, "*/3")
    assert answer.json() == {
        "code": "PGRST103",
        "details": "An offset of 100 was requested, but there are only 3 rows.",
        "hint": None,
        "message": "Requested range not satisfiable",
    }
    uncounted = visitor.get("/things?offset=100")
    assert (uncounted.status_code, uncounted.text) == (200, "[]")


def test_W1_a_range_header_pages_like_limit_and_offset(visitor: httpx.Client) -> None:
    def fetch_range(range_header: str, query: str = "") -> httpx.Response:
        return visitor.get(f"/things?order=id{query}", headers={"Range": range_header})

    assert list_names(fetch_range("1-1")) == ["batik"]
    assert list_names(fetch_range("1-")) == ["batik", "songket"]
    assert list_names(fetch_range("0-2", "&limit=2&offset=1")) == ["batik", "songket"]
    assert list_names(fetch_range("0-1", "&limit=2&offset=1")) == ["batik"]
    assert list_names(fetch_range("pages=1")) == ["ikat", "batik", "songket"]
    assert list_names(fetch_range("2-", "&limit=0")) == []
    for nothing in (fetch_range("2-1"), fetch_range("2-3", "&limit=2"), fetch_range("0-1", "&offset=2")):
        assert nothing.status_code == 416
        assert nothing.json()["details"] == (
            "The lower boundary must be lower than or equal to the upper boundary in the Range header."
        )


def test_W1_a_negative_limit_is_refused(visitor: httpx.Client) -> None:
    answer = visitor.get("/things?limit=-1")
    assert answer.status_code == 416
    assert answer.json() == {
        "code": "PGRST103",
        "details": "Limit should be greater than or equal to zero.",
        "hint": None,
        "message": "Requested range not satisfiable",
    }


def test_W1_no_answer_holds_more_than_a_thousand_rows(owner: httpx.Client) -> None:
    owner.post("/things?columns=name", json=[{"name": "thread"}] * 1200).raise_for_status()
    answer = owner.get("/things?name=eq.thread&select=id", headers=COUNTED)
    assert (answer.status_code, answer.headers["content-range"]) == (206, "0-999/1200")
    assert len(answer.json()) == 1000
    assert len(owner.get("/things?limit=5000").json()) == 1000
    called = owner.post("/rpc/things_over?select=id", json={})
    assert len(called.json()) == 1000
    gone = owner.delete("/things?name=eq.thread&select=id", headers={"Prefer": "return=representation"})
    assert len(gone.json()) == 1200


def test_W1_head_has_the_same_headers_without_the_rows(visitor: httpx.Client) -> None:
    answer = visitor.head("/things?limit=2", headers=COUNTED)
    assert (answer.status_code, answer.headers["content-range"], answer.content) == (206, "0-1/3", b"")
    assert answer.headers["content-type"] == "application/json; charset=utf-8"
    assert "content-length" not in answer.headers


def test_W1_a_single_row_comes_as_an_object(visitor: httpx.Client) -> None:
    answer = visitor.get("/things?id=eq.2&select=id,name", headers=ONE)
    assert (answer.status_code, answer.json()) == (200, {"id": 2, "name": "batik"})
    assert answer.headers["content-type"] == "application/vnd.pgrst.object+json; charset=utf-8"
    first = visitor.get("/things?select=id&order=id&limit=1", headers=ONE | COUNTED)
    assert (first.status_code, first.json()) == (206, {"id": 1})


@pytest.mark.parametrize(("query", "rows"), [("id=eq.77", 0), ("", 3)])
def test_W1_not_exactly_one_row_is_refused_as_an_object(visitor: httpx.Client, query: str, rows: int) -> None:
    answer = visitor.get(f"/things?{query}", headers=ONE)
    assert answer.status_code == 406
    assert answer.headers["content-type"] == "application/json; charset=utf-8"
    assert answer.json() == {
        "code": "PGRST116",
        "details": f"The result contains {rows} rows",
        "hint": None,
        "message": "Cannot coerce the result to a single JSON object",
    }


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("id=eq.1", ["ikat"]),
        ("id=neq.1", ["batik", "songket"]),
        ("id=gt.1&id=lt.3", ["batik"]),
        ("id=gte.2", ["batik", "songket"]),
        ("id=lte.1", ["ikat"]),
        ("id=not.eq.1", ["batik", "songket"]),
        ("name=like.*ti*", ["batik"]),
        ("name=like.%25ti%25", ["batik"]),
        ("name=ilike.IK*", ["ikat"]),
        ("name=not.like.*k*t", ["batik"]),
        ("name=like(any).{ik*,so*}", ["ikat", "songket"]),
        ("name=like(all).{*k*,*t*,*a*}", ["ikat", "batik"]),
        ("id=eq(any).{1,3}", ["ikat", "songket"]),
        ("amount=is.null", ["batik"]),
        ("amount=not.is.null", ["ikat", "songket"]),
        ("amount=is.NOT_NULL", ["ikat", "songket"]),
        ("fine=is.unknown", ["ikat", "batik", "songket"]),
        ("fine=is.true", []),
        ("size=isdistinct.3", ["batik", "songket"]),
        ("id=in.(1,3)", ["ikat", "songket"]),
        ('name=in.("ikat",batik)', ["ikat", "batik"]),
        ('name=in.("a,b","c\\"d",e"f,ikat)', ["ikat"]),
        ('name=in.("ikat"s,batik)', ["batik"]),
        ("id=in.()", []),
        ("id=not.in.()", ["ikat", "batik", "songket"]),
        ("tags=cs.{gold}", ["ikat", "songket"]),
        ("tags=cd.{gold,silver}", ["songket"]),
        ("tags=ov.{red,blue}", ["ikat"]),
        ('facts=cs.{"from":{"town":"Liwa"}}', ["batik"]),
        ("facts->from->>town=eq.Metro", ["ikat"]),
        ("facts->from->years->0=eq.1976", ["ikat"]),
        ("facts->from->years->-1=eq.2004", ["ikat"]),
        ('facts->"from"->>town=like.L*', ["batik"]),
        ("tags->>0=eq.red", ["ikat"]),
        ("or=(id.eq.1,name.eq.songket)", ["ikat", "songket"]),
        ("or=(id.eq.1,and(id.gt.1,name.like.*ik))", ["ikat", "batik"]),
        ("not.or=(id.eq.1,id.eq.2)", ["songket"]),
        ("and=(id.gt.1,not.and(id.eq.2,size.eq.5))", ["songket"]),
        ("or=(id.not.in.(1,2),amount.is.null)", ["batik", "songket"]),
        ('or=(name.eq."ikat",name.eq."a,(b)")', ["ikat"]),
        ("or=(tags.cs.{red,gold},id.eq.2)", ["ikat", "batik"]),
        ("or=(facts->from->>town.eq.Liwa,id.eq.1)", ["ikat", "batik"]),
        ("id=eq.1&or=(id.eq.1,id.eq.2)", ["ikat"]),
        ("name=eq.ik%61t", ["ikat"]),
        ("name=eq.", []),
        ('"name"=eq.ikat', ["ikat"]),
    ],
)
def test_W1_filters_choose_rows(visitor: httpx.Client, query: str, found: list[str]) -> None:
    answer = visitor.get(f"/things?order=id&{query.replace('+', '%2B')}")
    assert list_names(answer) == found


def test_W1_a_plus_in_an_address_is_a_space(owner: httpx.Client) -> None:
    owner.post("/things", json={"name": "kain tapis"}).raise_for_status()
    assert list_names(owner.get("/things?name=eq.kain+tapis")) == ["kain tapis"]


@pytest.mark.parametrize(
    ("select", "found"),
    [
        ("id", {"id": 1}),
        ("id, name", {"id": 1, "name": "ikat"}),
        ("number:id", {"number": 1}),
        ('"id","A b":name', {"id": 1, "A b": "ikat"}),
        ("id::text", {"id": "1"}),
        ("worth:amount::text", {"worth": "10.50"}),
        ("facts->from->>town", {"town": "Metro"}),
        ("facts->from->years->1", {"years": 2004}),
        ("facts->from->years->>1", {"years": "2004"}),
        ("year:facts->from->years->0::text", {"year": "1976"}),
        ("tags->0", {"tags": "red"}),
        ("first:facts->from->years->0,second:facts->from->years->1", {"first": 1976, "second": 2004}),
        ("facts->nothing", {"nothing": None}),
    ],
)
def test_W1_select_names_shapes_and_casts(visitor: httpx.Client, select: str, found: object) -> None:
    answer = visitor.get("/things", params={"select": select, "id": "eq.1"}, headers=ONE)
    assert answer.json() == found


@pytest.mark.parametrize("query", ["", "select=*", "select="])
def test_W1_all_columns_unless_some_are_named(visitor: httpx.Client, query: str) -> None:
    row = visitor.get(f"/things?id=eq.3&{query}", headers=ONE).json()
    assert list(row) == [
        "id", "name", "amount", "size", "weight", "fine", "made_at", "on_day", "token", "tags", "facts",
        "note", "code", "label",
    ]  # fmt: skip


def test_W1_values_are_written_as_postgresql_writes_json(owner: httpx.Client) -> None:
    values = (
        '{"id":9007199254740993,"name":"Sulaman “Usus” ☂","amount":"30000","size":32767,"weight":0.1,'
        '"fine":true,"made_at":"2026-11-20T17:00:00.123456+07:00","on_day":"2026-11-20",'
        '"token":"A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11","tags":["a,b","c\\"d"],'
        '"facts":{"z":1,"a":[]},"note":{"z":1,"a":[]},"code":null,"label":""}'
    )
    answer = owner.post("/things", content=values, headers={"Prefer": "return=representation"})
    assert answer.status_code == 201
    assert answer.text == (
        '[{"id":9007199254740993,"name":"Sulaman “Usus” ☂","amount":30000.00,"size":32767,"weight":0.1,'
        '"fine":true,"made_at":"2026-11-20T10:00:00.123456+00:00","on_day":"2026-11-20",'
        '"token":"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11","tags":["a,b","c\\"d"],'
        '"facts":{"a": [], "z": 1},"note":{"z":1,"a":[]},"code":null,"label":""}]'
    )


def test_W1_names_may_be_anything_that_postgresql_allows(owner: httpx.Client) -> None:
    path = "/odd%20%22name%22%20one"
    written = owner.post(
        path, json={"id": 1, 'a "b" c': "x", "order": "y"}, headers={"Prefer": "return=representation"}
    )
    assert written.json() == [{"id": 1, 'a "b" c': "x", "order": "y"}]
    query = {"select": '"a \\"b\\" c"', '"a \\"b\\" c"': "eq.x", '"order"': "eq.y"}
    assert owner.get(path, params=query).json() == [{'a "b" c': "x"}]


def test_W1_rows_that_a_policy_hides_are_not_there(visitor: httpx.Client, owner: httpx.Client) -> None:
    owner.post("/things", json={"id": 9, "name": "hidden"}).raise_for_status()
    assert visitor.get("/things?id=eq.9").text == "[]"
    assert visitor.head("/things?name=eq.hidden", headers=COUNTED).headers["content-range"] == "*/0"
    assert (
        visitor.get("/things?or=(id.eq.9,name.eq.hidden)", headers=COUNTED).headers["content-range"] == "*/0"
    )


@pytest.mark.parametrize("accept", ["*/*", "application/json", "application/*", "text/html, */*;q=0.1", ""])
def test_W1_json_for_every_client_that_accepts_it(visitor: httpx.Client, accept: str) -> None:
    answer = visitor.get("/things", headers={"Accept": accept})
    assert answer.headers["content-type"] == "application/json; charset=utf-8"


def test_W1_the_preferred_media_type_wins(visitor: httpx.Client) -> None:
    accept = "application/json;q=0.5, application/vnd.pgrst.object+json"
    assert visitor.get("/things?id=eq.1&select=id", headers={"Accept": accept}).json() == {"id": 1}


def test_W1_rows_come_as_lines_for_tables(owner: httpx.Client) -> None:
    texts = ["plain", 'a "b", c', "two\nlines", "back\\slash", "", "(1,2)", "ü"]
    owner.post("/things", json=[{"name": text, "fine": True} for text in texts])
    query = {"select": '"a,\\"b\\"":name,fine,code', "fine": "is.true", "order": "id"}
    answer = owner.get("/things", params=query, headers={"Accept": "text/csv"})
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    found = list(csv.reader(io.StringIO(answer.text)))
    assert found == [['a,"b"', "fine", "code"], *([text, "t", ""] for text in texts)]
    nothing = owner.get("/things?id=eq.77", headers={"Accept": "text/csv"})
    assert (nothing.status_code, nothing.text) == (200, "")


def test_W1_values_that_are_null_may_be_left_out(visitor: httpx.Client) -> None:
    query, stripped = (
        "/things?select=id,amount,town:facts->from&id=eq.2",
        "application/vnd.pgrst.%s+json;nulls=stripped",
    )
    rows, one = (visitor.get(query, headers={"Accept": stripped % form}) for form in ("array", "object"))
    assert (rows.json(), one.json()) == (
        [{"id": 2, "town": {"town": "Liwa"}}],
        {"id": 2, "town": {"town": "Liwa"}},
    )
    assert rows.headers["content-type"] == "application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8"


@pytest.mark.parametrize(
    ("where", "found"),
    [
        ("code=fts.silk", [21]),
        ("code=fts(english).weaving", [20]),
        ("code=not.fts(english).weaving", [21]),
        ("code=plfts(english).the red weaves", [20]),
        ("code=phfts(english).red silk", [21]),
        ('code=wfts(english)."red silk" or gold', [21]),
        ("or=(code.fts(simple).woven,code.fts.gone)", [20]),
        ("facts->>say=fts(english).cloths", [20]),
    ],
)
def test_W1_words_are_found_in_texts(owner: httpx.Client, where: str, found: list[int]) -> None:
    added = [
        {"id": 20, "code": "a red one, woven by hand (weaving)", "facts": {"say": "cloth"}},
        {"id": 21, "code": "of red silk", "facts": None},
    ]
    assert owner.post("/things", json=added).status_code == 201
    name, _, value = where.partition("=")
    answer = owner.get("/things", params={name: value, "select": "id", "id": "gte.20", "order": "id"})
    assert answer.json() == [{"id": number} for number in found]


@pytest.mark.parametrize(("value", "code"), [("fts(nowhere).a", "42704"), ("fts.a b", "42601")])
def test_X2_words_that_make_no_question_are_refused(visitor: httpx.Client, value: str, code: str) -> None:
    answer = visitor.get("/things", params={"name": value})
    assert (answer.status_code, answer.json()["code"]) == (400, code)


@pytest.mark.parametrize("accept", ["application/geo+json", "application/vnd.pgrst.plan+json"])
def test_X2_other_media_types_are_refused(visitor: httpx.Client, accept: str) -> None:
    answer = visitor.get("/things", headers={"Accept": accept})
    assert answer.status_code == 406
    assert answer.json() == {
        "code": "PGRST107",
        "details": None,
        "hint": None,
        "message": f"None of these media types are available: {accept}",
    }
