"""Reading others: Anna, Tom and Lea try to read Sari's rows in every way that a query allows."""

from urllib.parse import quote

import httpx
import pytest

from tests.attacks.conftest import SECRET, Unchanged, Victim, assert_reveals_nothing
from tests.conftest import Shop
from tests.example_rows import OWNED, row

# Each finds Sari's row if rows of others can be found at all; {sari} is her account, {uuid} her row.
QUERIES = (
    "user_id=eq.{sari}",
    "user_id=neq.00000000-0000-0000-0000-000000000000",
    "user_id=in.({sari})",
    "user_id=not.is.null",
    "uuid=eq.{uuid}",
    "uuid=gt.00000000-0000-0000-0000-000000000000",
    "or=(user_id.eq.{sari},user_id.is.null)",
    "or=(uuid.eq.{uuid},uuid.not.eq.{uuid})",
    "and=(or(user_id.eq.{sari},user_id.not.is.null),uuid.not.is.null)",
    "not.or=(user_id.is.null)",
    "user_id=eq.{sari}&or=(user_id.eq.{sari})",
    "select=user_id,uuid&order=created_at.desc&limit=1",
    "select=who:user_id::text&user_id=eq.{sari}",
    "offset=0&limit=1000&user_id=eq.{sari}",
)
# By table, queries about what is inside.
INSIDE = {
    "audition_registrations": (
        "name=like.*rahasia*",
        "name=eq." + SECRET,
        "address=ilike.*RAHASIA*",
        "comcard_image->>title=eq.kain&user_id=eq.{sari}",
    ),
    "audition_announcements": ("audition_status=is.true&user_id=eq.{sari}",),
    "transactions": ("invoice_image->>title=eq." + SECRET, "status=eq.Processed&user_id=eq.{sari}"),
}
CASES = [
    pytest.param(table, query, id=f"{table} {query}")
    for table in OWNED
    for query in (*QUERIES, *INSIDE[table])
]
COUNTED = {"Prefer": "count=exact"}


# Lea may read what talents register and are told, but no orders.
@pytest.mark.parametrize(("table", "query"), CASES)
def test_reading_others_no_query_finds_a_row_of_saris(
    sari: Victim,
    anna: httpx.Client,
    tom: httpx.Client,
    lea: httpx.Client,
    table: str,
    query: str,
) -> None:
    path = f"/rest/v1/{table}?{query.format(sari=sari.user_id, uuid=sari.rows[table])}"
    for client in (tom, lea) if table == "transactions" else (tom,):
        found = client.get(path, headers=COUNTED)
        assert found.status_code in (200, 206), found.text
        assert found.json() == []
        assert_reveals_nothing(found, sari.email)
        counted = client.head(path, headers=COUNTED)
        assert (counted.headers["content-range"], counted.content) == ("*/0", b"")
    for answer in (anna.get(path, headers=COUNTED), anna.head(path, headers=COUNTED)):
        assert answer.status_code == 401
        assert "content-range" not in answer.headers, "not even how many"
        assert_reveals_nothing(answer, sari.email, sari.user_id)


@pytest.mark.parametrize("table", OWNED)
def test_reading_others_lea_and_ada_find_it_so_the_queries_above_would(
    shop: Shop, sari: Victim, table: str
) -> None:
    with shop.client(shop.token("admin")) as ada:
        for query in (*QUERIES, *INSIDE[table]):
            path = f"/rest/v1/{table}?{query.format(sari=sari.user_id, uuid=sari.rows[table])}"
            assert ada.get(path).json() != [], query


EMBEDDINGS = (
    "products?select=*,transactions(*)",
    "products?select=*,audition_registrations!inner(name)",
    "audition_announcements?select=*,audition_registrations(*)",
    "audition_announcements?select=*,user:user_id(*)",
    "transactions?select=...audition_registrations(name)",
    "slides?audition_registrations.name=eq." + SECRET,
    "slides?order=audition_registrations(name)",
    "transactions?select=uuid.count()",
    "transactions?select=count",
    "audition_registrations?select=name.max()",
)


@pytest.mark.parametrize("path", EMBEDDINGS)
def test_reading_others_no_embedding_and_no_aggregate_leads_around_the_policies(
    sari: Victim, anna: httpx.Client, tom: httpx.Client, unchanged: Unchanged, path: str
) -> None:
    with unchanged():
        for client in (anna, tom):
            answer = client.get(f"/rest/v1/{quote(path, safe='/?=&(),.*!:')}", headers=COUNTED)
            assert 400 <= answer.status_code < 500, answer.text
            assert_reveals_nothing(answer, sari.email, sari.user_id)


FUNCTIONS = (
    "app_role",
    "give_role",
    "actor",
    "tg__write_audit_entry",
    "set_config",
    "pg_read_file",
    "pg_sleep",
    "query_to_xml",
    "private.app_role",
    "auth.uid",
    "jwt",
    "lo_import",
    "dblink",
)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_reading_others_no_function_of_the_database_is_called(
    sari: Victim, anna: httpx.Client, tom: httpx.Client, unchanged: Unchanged, name: str
) -> None:
    body = {"person": sari.user_id, "new_role": "admin", "setting_name": "role", "new_value": "postgres"}
    with unchanged():
        for client in (anna, tom):
            for answer in (
                client.post(f"/rest/v1/rpc/{name}", json=body),
                client.get(f"/rest/v1/rpc/{name}"),
                client.post(f"/rest/v1/rpc/{name}", json=body, headers={"Content-Profile": "private"}),
            ):
                assert answer.status_code in (404, 406), answer.text
                assert SECRET not in answer.text


def test_reading_others_only_ada_reads_the_audit_log(
    shop: Shop, anna: httpx.Client, tom: httpx.Client, lea: httpx.Client
) -> None:
    admin = shop.token("admin")  # before the change that is to be the newest
    shop.set_role(shop.account("talent").user_id, "leadership")
    assert anna.get("/rest/v1/audit_log", headers=COUNTED).status_code == 401
    for client in (tom, lea):
        answer = client.get("/rest/v1/audit_log", headers=COUNTED)
        assert (answer.json(), answer.headers["content-range"]) == ([], "*/0")
    with shop.client(admin) as ada:
        newest = ada.get("/rest/v1/audit_log?place=eq.user_roles&order=created_at.desc&limit=1").json()[0]
    assert newest["after"]["role"] == "leadership"
    assert "@" not in str(newest)


def list_colliding_writes(sari: Victim, uuid: str, table: str) -> list[tuple[str, str, object]]:
    """Writes of Tom's that collide with Sari's row; their errors could reveal its content."""
    hers = row(table, sari.user_id)
    return [
        ("POST", table, hers | {"uuid": uuid}),
        ("POST", f"{table}?on_conflict=uuid", hers | {"uuid": uuid}),
        ("PATCH", f"{table}?uuid=eq.{uuid}", {"created_at": "2001-01-01T00:00:00Z"}),
        ("DELETE", f"{table}?uuid=eq.{uuid}", None),
        ("DELETE", f"{table}?or=(user_id.eq.{sari.user_id},uuid.eq.{uuid})", None),
    ]


@pytest.mark.parametrize("table", OWNED)
@pytest.mark.parametrize("resolution", ["merge-duplicates", "ignore-duplicates"])
def test_reading_others_no_refusal_repeats_what_it_hides(
    sari: Victim,
    tom: httpx.Client,
    unchanged: Unchanged,
    table: str,
    resolution: str,
) -> None:
    headers = {"Prefer": f"return=representation,resolution={resolution}"}
    with unchanged():
        for method, path, body in list_colliding_writes(sari, sari.rows[table], table):
            answer = tom.request(method, f"/rest/v1/{path}", json=body, headers=headers)
            assert answer.json() == [] or answer.status_code in (400, 403, 409), answer.text
            assert_reveals_nothing(answer, sari.email)


ERRORS = (
    "audition_registrations?age=eq.abc",
    "audition_registrations?uuid=eq.abc",
    "audition_registrations?name=match.(",
    "audition_registrations?name=match.(a*)*b",
    "audition_registrations?select=nothing",
    "audition_registrations?select=age::nothing",
    "audition_registrations?select=name::uuid",
    "audition_registrations?order=nothing",
    "transactions?transactions->0->price=gt.abc",
    "transactions?created_at=gt.32000000-01-01",
    "nothing",
)


@pytest.mark.parametrize("path", ERRORS)
def test_reading_others_errors_carry_no_value_no_statement_no_path(
    sari: Victim, anna: httpx.Client, tom: httpx.Client, unchanged: Unchanged, path: str
) -> None:
    with unchanged():
        for client in (anna, tom):
            answer = client.get(f"/rest/v1/{path}")
            assert answer.status_code < 500
            assert_reveals_nothing(answer, sari.email, sari.user_id)


PRIVATE = (
    "/rest/v1/transactions",
    "/rest/v1/audition_registrations",
    "/rest/v1/audition_announcements",
    "/rest/v1/audition_announcements_with_registrant",
    "/rest/v1/audit_log",
    "/auth/v1/user",
    "/storage/v1/object/authenticated/tapis/products/none.jpg",
    "/storage/v1/bucket/tapis",
    "/storage/v1/object/list/tapis",
)


@pytest.mark.parametrize("path", PRIVATE)
def test_reading_others_no_cache_in_front_may_keep_what_is_one_persons(
    tom: httpx.Client, anna: httpx.Client, path: str
) -> None:
    for client in (tom, anna):
        for answer in (client.get(path), client.head(path), client.post(path, json={"prefix": ""})):
            assert "no-store" in answer.headers.get("cache-control", ""), answer.headers
