"""The unmodified postgrest-js makes every kind of call and understands every response."""

from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Shop
from tests.node_client import CLIENTS, run_script
from tests.rest.conftest import add_three_things

SCRIPT = Path(__file__).with_name("postgrest.mjs")
Results = dict[str, dict[str, Any]]


@pytest.fixture(scope="module")
def results(extended_shop: Shop) -> Results:
    """The results of postgrest-js by the step's name in the script."""
    add_three_things(extended_shop)
    facts = {
        "url": extended_shop.url,
        "anonKey": extended_shop.anon_key,
        "serviceKey": extended_shop.service_key,
        "token": extended_shop.token("talent"),
        "postgrestJs": str(CLIENTS / "postgrest-js"),
    }
    return run_script(SCRIPT, facts)


def build_ids(*numbers: int) -> list[dict[str, int]]:
    return [{"id": number} for number in numbers]


@pytest.mark.parametrize(
    ("step", "status", "data", "count"),
    [
        ("some", 200, [
            {"id": 1, "label": "ikat", "town": "Metro"},
            {"id": 2, "label": "batik", "town": "Liwa"},
            {"id": 3, "label": "songket", "town": None},
        ], None),
        ("counted", 206, build_ids(1, 2), 3),
        ("headed", 200, None, 3),
        ("limited", 200, build_ids(2), None),
        ("single", 200, {"id": 2, "name": "batik"}, None),
        ("maybe", 200, {"id": 2, "name": "batik"}, None),
        ("noMaybe", 200, None, None),
        ("eq", 200, build_ids(1), None),
        ("neq", 200, build_ids(2, 3), None),
        ("between", 200, build_ids(2), None),
        ("like", 200, build_ids(2), None),
        ("ilike", 200, build_ids(1), None),
        ("likeAny", 200, build_ids(1, 3), None),
        ("is", 200, build_ids(2), None),
        ("isDistinct", 200, build_ids(2, 3), None),
        ("in", 200, build_ids(1, 3), None),
        ("inNothing", 200, [], None),
        ("notIn", 200, build_ids(3), None),
        ("not", 200, build_ids(2, 3), None),
        ("or", 200, build_ids(1, 3), None),
        ("match", 200, build_ids(1), None),
        ("filter", 200, build_ids(2), None),
        ("contains", 200, build_ids(1, 3), None),
        ("containsJson", 200, build_ids(1), None),
        ("containedBy", 200, build_ids(3), None),
        ("overlaps", 200, build_ids(1), None),
        ("embedded", 200, [
            {"name": "Metro", "weavers": [
                {"name": "Ana", "made": [{"name": "Selendang"}], "techniques": [{"name": "tapis"}]},
            ]},
        ], None),
        ("csv", 200, "id,name\n2,batik", None),
        ("stripped", 200, {"id": 1, "name": "Metro", "gone": [{"name": "Ana"}]}, None),
        ("textSearch", 200, build_ids(1), None),
        ("insert", 201, None, None),
        ("insertShown", 201, {"id": 11, "name": "kain", "label": "plain"}, None),
        ("insertDefaults", 201, [{"id": 14, "label": "own"}, {"id": 15, "label": "plain"}], None),
        ("insertMany", 201, [
            {"id": 12, "name": "a", "size": None}, {"id": 13, "name": None, "size": 4},
        ], None),
        ("insertCounted", 201, None, 2),
        ("upsert", 200, [{"id": 10, "name": "tulis"}], None),
        ("upsertOn", 200, [{"id": 1, "name": "baru"}], None),
        ("upsertIgnoring", 201, [], None),
        ("update", 204, None, None),
        ("updateShown", 200, [{"id": 16, "label": "shown"}, {"id": 17, "label": "shown"}], 2),
        ("updateNone", 200, [], None),
        ("remove", 204, None, None),
        ("removeShown", 200, build_ids(11, 12, 13, 14, 15, 16, 17), 7),
        ("rpc", 200, 3, None),
        ("rpcGet", 200, "kain tapis", None),
        ("rpcRows", 200, build_ids(3, 2), 2),
        ("rpcSingle", 200, {"id": 1}, None),
        ("rpcVoid", 204, None, None),
        ("rpcHead", 200, None, 3),
    ],
)  # fmt: skip
def test_W5_postgrest_js_gets_what_it_asked_for(
    results: Results, step: str, status: int, data: object, count: int | None
) -> None:
    answer = results[step]
    assert (answer["error"], answer["status"], answer["data"]) == (None, status, data)
    assert answer["count"] == count


@pytest.mark.parametrize(
    ("step", "status", "code", "message"),
    [
        ("noSingle", 406, "PGRST116", "Cannot coerce the result to a single JSON object"),
        ("manyMaybe", 406, "PGRST116", "JSON object requested, multiple (or no) rows returned"),
        ("page", 416, "PGRST103", "Requested range not satisfiable"),
        ("updateAll", 400, "21000", "UPDATE requires a WHERE clause"),
        ("removeAll", 400, "21000", "DELETE requires a WHERE clause"),
        ("removeAtMost", 400, "PGRST124", "Query result exceeds max-affected preference constraint"),
        ("rpcUnknown", 404, "PGRST202", "Could not find the function public.nothing(a) in the schema cache"),
        ("unknownTable", 404, "PGRST205", "Could not find the table 'public.nowhere' in the schema cache"),
        ("unknownColumn", 400, "42703", "column things.nope does not exist"),
        ("unknownKey", 400, "PGRST204", "Could not find the 'nope' column of 'things' in the schema cache"),
        ("unknownSchema", 406, "PGRST106", "Invalid schema: auth"),
        ("unrelated", 400, "PGRST200",
         "Could not find a relationship between 'things' and 'letters' in the schema cache"),
        ("denied", 401, "42501", "permission denied for table things"),
        ("forbidden", 403, "42501", 'new row violates row-level security policy for table "things"'),
        ("duplicate", 409, "23505", 'duplicate key value violates unique constraint "things_pkey"'),
    ],
)  # fmt: skip
def test_X2_postgrest_js_hands_on_every_refusal(
    results: Results, step: str, status: int, code: str, message: str
) -> None:
    answer = results[step]
    assert (answer["status"], answer["data"]) == (status, None)
    assert (answer["error"]["code"], answer["error"]["message"]) == (code, message)


def test_X2_postgrest_js_throws_on_error_if_configured(results: Results) -> None:
    assert results["throwing"]["data"] == "thrown"
    assert results["throwing"]["error"]["message"] == 'invalid input syntax for type bigint: "abc"'
