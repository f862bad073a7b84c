"""Refusals: status and wording. Clients show them to users, so every word is tested."""

import time
from typing import Any

import httpx
import pytest

from tests.conftest import Shop
from tests.rest.conftest import make_client


def parse_refusal(answer: httpx.Response) -> tuple[int, dict[str, Any]]:
    assert answer.headers["content-type"] == "application/json; charset=utf-8"
    assert answer.headers["proxy-status"] == f"PostgREST; error={answer.json()['code']}"
    assert answer.headers["cache-control"] == "no-store"
    return answer.status_code, answer.json()


def build_refusal(
    code: str, message: str, details: str | None = None, hint: str | None = None
) -> dict[str, Any]:
    return {"code": code, "details": details, "hint": hint, "message": message}


@pytest.mark.parametrize("method", ["GET", "POST", "PATCH", "DELETE"])
@pytest.mark.parametrize("role", ["visitor", "tom", "owner"])
@pytest.mark.parametrize(
    "name",
    ["nowhere", "users", "auth.users", "objects", "user_roles", "private.user_roles", "pg_class", "Things"],
)
def test_R1_only_what_the_exposed_schema_holds_can_be_reached(
    request: pytest.FixtureRequest, role: str, method: str, name: str
) -> None:
    asker: httpx.Client = request.getfixturevalue(role)
    answer = asker.request(method, f"/{name}?id=eq.1", json={"id": 1})
    assert parse_refusal(answer) == (
        404,
        build_refusal("PGRST205", f"Could not find the table 'public.{name}' in the schema cache"),
    )


@pytest.mark.parametrize(
    "schema",
    ["auth", "storage", "private", "pg_catalog", "information_schema", "Public", "public, auth", '"'],
)
@pytest.mark.parametrize("header", ["Accept-Profile", "Content-Profile"])
def test_R1_no_header_opens_another_schema(owner: httpx.Client, header: str, schema: str) -> None:
    answer = owner.get("/users", headers={header: schema})
    assert parse_refusal(answer) == (
        406,
        build_refusal(
            "PGRST106", f"Invalid schema: {schema}", hint="Only the following schemas are exposed: public"
        ),
    )
    assert owner.get("/things?id=eq.1", headers={header: "public"}).status_code == 200


def test_R1_head_of_what_is_not_there_is_not_found(visitor: httpx.Client) -> None:
    assert visitor.head("/nowhere").status_code == 404


@pytest.mark.parametrize("path", ["/things/1", "/a/b/c", "/rpc/add/x", "/public/things", "/auth%2Fusers"])
def test_X2_no_path_is_deeper_than_a_table(visitor: httpx.Client, path: str) -> None:
    assert parse_refusal(visitor.get(path)) == (
        404,
        build_refusal("PGRST125", "Invalid path specified in request URL"),
    )


@pytest.mark.parametrize("method", ["PUT", "TRACE", "LINK"])
def test_X2_other_methods_are_refused(visitor: httpx.Client, method: str) -> None:
    answer = visitor.request(method, "/things")
    assert parse_refusal(answer) == (405, build_refusal("PGRST117", f"Unsupported HTTP method: {method}"))


def test_X2_the_root_says_what_it_is(visitor: httpx.Client) -> None:
    answer = visitor.get("/")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/json")


def test_R1_what_is_not_granted_is_401_to_anna_and_403_to_tom(
    visitor: httpx.Client, tom: httpx.Client, owner: httpx.Client
) -> None:
    anna = visitor.post("/things", json={"name": "x"})
    assert anna.headers["www-authenticate"] == "Bearer"
    assert parse_refusal(anna) == (401, build_refusal("42501", "permission denied for table things"))
    talent = tom.get("/letters")
    assert "www-authenticate" not in talent.headers
    assert parse_refusal(talent) == (403, build_refusal("42501", "permission denied for table letters"))
    assert parse_refusal(owner.get("/letters"))[0] == 403


def test_X2_a_policy_that_reads_its_own_table_is_said(visitor: httpx.Client) -> None:
    text = 'infinite recursion detected in policy for relation "circles"'
    assert parse_refusal(visitor.get("/circles")) == (500, build_refusal("42P17", text))


def test_R1_a_row_against_a_policy_is_refused(tom: httpx.Client) -> None:
    answer = tom.post("/things", json={"name": "forbidden"})
    assert parse_refusal(answer) == (
        403,
        build_refusal("42501", 'new row violates row-level security policy for table "things"'),
    )


@pytest.mark.parametrize(
    ("body", "status", "found"),
    [
        (
            {"id": 1},
            409,
            build_refusal(
                "23505",
                'duplicate key value violates unique constraint "things_pkey"',
                "Key (id)=(1) already exists.",
            ),
        ),
        (
            {"size": 0},
            400,
            build_refusal(
                "23514", 'new row for relation "things" violates check constraint "things_size_is_positive"'
            ),
        ),
        (
            {"label": None},
            400,
            build_refusal(
                "23502", 'null value in column "label" of relation "things" violates not-null constraint'
            ),
        ),
        ({"size": "tall"}, 400, build_refusal("22P02", 'invalid input syntax for type smallint: "tall"')),
        ({"size": 32768}, 400, build_refusal("22003", 'value "32768" is out of range for type smallint')),
        ({"token": "abc"}, 400, build_refusal("22P02", 'invalid input syntax for type uuid: "abc"')),
        (
            {"wieght": 1},
            400,
            build_refusal("PGRST204", "Could not find the 'wieght' column of 'things' in the schema cache"),
        ),
    ],
)
def test_X2_the_database_says_what_is_wrong_with_a_row(
    owner: httpx.Client, things: Shop, body: object, status: int, found: dict[str, Any]
) -> None:
    assert parse_refusal(owner.post("/things", json=body)) == (status, found)
    assert things.sql("select count(*) from public.things") == [(3,)]


def test_X2_a_refused_row_is_not_repeated_in_the_answer(tom: httpx.Client) -> None:
    answer = tom.patch("/things?id=eq.1", json={"size": -1})
    assert answer.status_code == 400
    assert "ikat" not in answer.text


def test_X2_an_unknown_column_in_columns_is_refused(tom: httpx.Client) -> None:
    answer = tom.post('/things?columns="name","nope"', json={"name": "x"})
    assert parse_refusal(answer) == (
        400,
        build_refusal("PGRST204", "Could not find the 'nope' column of 'things' in the schema cache"),
    )


@pytest.mark.parametrize(
    "query",
    [
        "select=nope",
        "nope=eq.1",
        "order=nope",
        "or=(id.eq.1,nope.is.null)",
        "select=nope->>a",
        "select=a:nope::text",
    ],
)
@pytest.mark.parametrize("method", ["GET", "DELETE"])
def test_X2_an_unknown_column_elsewhere_is_refused(tom: httpx.Client, method: str, query: str) -> None:
    answer = tom.request(method, f"/things?id=eq.1&{query}")
    assert parse_refusal(answer) == (400, build_refusal("42703", "column things.nope does not exist"))


@pytest.mark.parametrize("name", ["count", "things", "row_to_json", "ctid", "tableoid"])
def test_X2_functions_of_a_row_and_system_columns_are_no_columns(visitor: httpx.Client, name: str) -> None:
    assert parse_refusal(visitor.get(f"/things?select={name}"))[1]["code"] == "42703"


@pytest.mark.parametrize(
    ("query", "message", "details"),
    [
        ("id=0", '"failed to parse filter (0)" (line 1, column 1)',
         'unexpected "0" expecting "not" or operator (eq, gt, ...)'),
        ("id=", '"failed to parse filter ()" (line 1, column 1)',
         'unexpected end of input expecting "not" or operator (eq, gt, ...)'),
        ("id=not.like", '"failed to parse filter (not.like)" (line 1, column 5)',
         'unexpected "l" expecting "not" or operator (eq, gt, ...)'),
        ("id=neq(any).{1}", '"failed to parse filter (neq(any).{1})" (line 1, column 1)',
         'unexpected "n" expecting "not" or operator (eq, gt, ...)'),
        ("name=match.^a", '"failed to parse filter (match.^a)" (line 1, column 1)',
         'unexpected "m" expecting "not" or operator (eq, gt, ...)'),
        ("id=is.empty", '"failed to parse filter (is.empty)" (line 1, column 4)',
         'unexpected "e" expecting isVal: (null, not_null, true, false, unknown)'),
        ("id=in.1,2", '"failed to parse filter (in.1,2)" (line 1, column 4)', 'unexpected "1" expecting "("'),
        ("id=in.(1,2", '"failed to parse filter (in.(1,2)" (line 1, column 8)',
         'unexpected end of input expecting ")"'),
        ("or=(id.eq.1", '"failed to parse logic tree ((id.eq.1)" (line 1, column 9)',
         'unexpected end of input expecting ")"'),
        ("or=id.eq.1", '"failed to parse logic tree (id.eq.1)" (line 1, column 1)',
         'unexpected "i" expecting "("'),
        ("and=()", '"failed to parse logic tree (())" (line 1, column 2)',
         'unexpected ")" expecting field name (* or [a..z0..9_$])'),
        ("order=id.up", '"failed to parse order (id.up)" (line 1, column 3)',
         'unexpected "." expecting "asc", "desc", "nullsfirst", "nullslast", "," or end of input'),
        ("order=", '"failed to parse order ()" (line 1, column 1)',
         "unexpected end of input expecting field name (* or [a..z0..9_$])"),
        ("select=id,", '"failed to parse select parameter (id,)" (line 1, column 4)',
         "unexpected end of input expecting field name (* or [a..z0..9_$])"),
        ("select=id::money", '"failed to parse select parameter (id::money)" (line 1, column 5)',
         'unexpected "m" expecting one of the known types'),
        ("select=id)", '"failed to parse select parameter (id))" (line 1, column 3)',
         'unexpected ")" expecting end of input'),
        ('columns="id', '"failed to parse columns parameter ("id)" (line 1, column 1)',
         'unexpected """ expecting field name (* or [a..z0..9_$])'),
    ],
)  # fmt: skip
def test_X2_what_cannot_be_read_is_refused_with_its_place(
    visitor: httpx.Client, query: str, message: str, details: str
) -> None:
    assert parse_refusal(visitor.get(f"/things?{query}")) == (
        400,
        build_refusal("PGRST100", message, details),
    )


def test_X2_rows_of_related_tables_are_not_embedded(visitor: httpx.Client) -> None:
    for select in (
        "id,letters(said)",
        "letters!inner(*)",
        "...letters(said)",
        "mine:letters(said)",
        "letters()",
    ):
        assert parse_refusal(visitor.get("/things", params={"select": select})) == (
            400,
            build_refusal(
                "PGRST200",
                "Could not find a relationship between 'things' and 'letters' in the schema cache",
                "Searched for a foreign key relationship between 'things' and 'letters' in the schema"
                " 'public', but no matches were found.",
            ),
        )
    assert parse_refusal(visitor.get("/things?letters.said=eq.x")) == (
        400,
        build_refusal(
            "PGRST108",
            "'letters' is not an embedded resource in this request",
            hint="Verify that 'letters' is included in the 'select' query parameter.",
        ),
    )


@pytest.mark.parametrize("select", ["count()", "id.sum()", "total:amount.sum()", "name,amount.max()"])
def test_X2_aggregates_are_refused(visitor: httpx.Client, select: str) -> None:
    answer = visitor.get(f"/things?select={select}")
    assert parse_refusal(answer) == (
        400,
        build_refusal("PGRST123", "Use of aggregate functions is not allowed"),
    )


def test_X2_unknown_preferences_are_refused_under_strict_handling(visitor: httpx.Client) -> None:
    strict = visitor.get("/things", headers={"Prefer": "handling=strict, max-affected=x, count=exact"})
    assert parse_refusal(strict) == (
        400,
        build_refusal(
            "PGRST122",
            "Invalid preferences given with handling=strict",
            "Invalid preferences: max-affected=x",
        ),
    )
    assert visitor.get("/things", headers={"Prefer": "max-affected=x"}).status_code == 200


@pytest.mark.parametrize(
    "body", [b"", b"{", b"nonsense", b"5", b'"text"', b"null", b"[1,]", b'{"name":NaN}', b'{"a":1}{"b":2}']
)
@pytest.mark.parametrize("method", ["POST", "PATCH"])
def test_X2_a_body_that_is_no_json_is_refused(
    tom: httpx.Client, things: Shop, method: str, body: bytes
) -> None:
    answer = tom.request(method, "/things?id=gt.0", content=body)
    assert parse_refusal(answer) == (400, build_refusal("PGRST102", "Empty or invalid json"))
    assert things.sql("select count(*), max(name) from public.things") == [(3, "songket")]


@pytest.mark.parametrize("body", [[{"id": 10}, {"name": "x"}], [{"id": 10}, 5], [[]], [{"id": 10}, {}]])
def test_X2_objects_of_one_list_have_the_same_keys(tom: httpx.Client, body: object) -> None:
    answer = tom.post("/things", json=body)
    assert parse_refusal(answer) == (400, build_refusal("PGRST102", "All object keys must match"))


def test_X2_other_kinds_of_body_are_refused(tom: httpx.Client) -> None:
    answer = tom.post("/things", content=b"id,name\n1,x", headers={"Content-Type": "text/csv"})
    assert parse_refusal(answer) == (400, build_refusal("PGRST102", "Content-Type not acceptable: text/csv"))


@pytest.mark.parametrize(
    ("bearer", "message", "details"),
    [
        ("", "Empty JWT is sent in Authorization header", None),
        ("a.b", "Expected 3 parts in JWT; got 2", None),
        ("a.b.c.d", "Expected 3 parts in JWT; got 4", None),
    ],
)
def test_R1_a_token_that_cannot_be_read_is_refused(
    things: Shop, bearer: str, message: str, details: str | None
) -> None:
    with make_client(things, things.anon_key) as asker:
        answer = asker.get("/things", headers={"Authorization": f"Bearer {bearer}".strip()})
    assert parse_refusal(answer) == (401, build_refusal("PGRST301", message, details))
    assert (
        answer.headers["www-authenticate"] == f'Bearer error="invalid_token", error_description="{message}"'
    )


def test_R1_a_token_that_someone_else_signed_is_refused(things: Shop) -> None:
    head, claims, signature = things.token("talent").split(".")
    forged = ".".join((head, claims, signature[:-8] + ("A" * 8 if signature[-8:] != "A" * 8 else "B" * 8)))
    with make_client(things, forged) as asker:
        answer = asker.get("/things")
    assert parse_refusal(answer) == (
        401,
        build_refusal(
            "PGRST301", "No suitable key or wrong key type", "None of the keys was able to decode the JWT"
        ),
    )


def test_W5_a_type_that_was_made_anew_is_read_by_the_next_request(things: Shop) -> None:
    kinds = """drop table if exists public.tinted; drop type if exists public.tint;
        create type public.tint as enum ('red', 'gold');
        create table public.tinted (id int constraint tinted_pkey primary key, tint public.tint);
        insert into public.tinted values (1, 'gold'), (2, 'red');
        grant select, update on public.tinted to service_role"""
    anew = """alter table public.tinted alter tint type text; drop type public.tint;
        create type public.tint as enum ('gold', 'red');
        alter table public.tinted alter tint type public.tint using tint::public.tint"""
    one = {"Accept": "application/vnd.pgrst.object+json", "Prefer": "return=representation"}
    things.sql(kinds)
    try:
        with make_client(things, things.service_key) as owner:
            for address in things.addresses:
                fetch_eventually(f"{address}/rest/v1/tinted", owner.headers)
            for _ in range(2):
                for _ in range(20):  # on every connection, until statements are kept
                    assert owner.get("/tinted?tint=eq.gold&select=id").json() == [{"id": 1}]
                    changed = owner.patch("/tinted?tint=eq.gold&select=id", json={"id": 1}, headers=one)
                    assert (changed.status_code, changed.json()) == (200, {"id": 1})
                things.sql(anew)
    finally:
        things.sql("drop table public.tinted; drop type public.tint")


def fetch_eventually(url: str, headers: httpx.Headers) -> tuple[int, str]:
    """Status and text once the response is no longer a 404, for at most eight seconds."""
    deadline = time.monotonic() + 8
    while (answer := httpx.get(url, headers=headers)).status_code == 404 and time.monotonic() < deadline:
        time.sleep(0.2)
    return answer.status_code, answer.text


def test_R1_a_new_table_is_noticed_within_seconds(things: Shop, owner: httpx.Client) -> None:
    things.sql("create table public.newcomers (id int); grant select on public.newcomers to service_role")
    try:
        for address in things.addresses:
            assert fetch_eventually(f"{address}/rest/v1/newcomers", owner.headers) == (200, "[]")
    finally:
        things.sql("drop table public.newcomers")
    gone = parse_refusal(owner.get("/newcomers"))
    assert gone == (404, build_refusal("42P01", 'relation "public.newcomers" does not exist'))
