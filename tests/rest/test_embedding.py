"""Rows of related tables inside select: which relationship is meant, what is shown, whose policies hold."""

from typing import Any

import httpx
import pytest

from tests.conftest import Shop
from tests.rest.test_refusals import build_refusal, parse_refusal

SHOWN = {"Prefer": "return=representation"}


def fetch_rows(reader: httpx.Client, table: str, select: str, **parameters: str) -> Any:
    answer = reader.get(f"/{table}", params={"select": select, "order": "id", **parameters})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_Y22_a_row_shows_the_row_that_it_points_to(visitor: httpx.Client) -> None:
    assert fetch_rows(visitor, "weavers", "name,towns(name)") == [
        {"name": "Ana", "towns": {"name": "Metro"}},
        {"name": "Budi", "towns": {"name": "Liwa"}},
        {"name": "Citra", "towns": None},
    ]


@pytest.mark.parametrize(
    "select",
    ["in:towns(name)", "in:town_id(name)", "in:weavers_town_id_fkey(name)", "in:towns!town_id(name)",
     "in:towns!id(name)", "in:towns!weavers_town_id_fkey!left(name)", '"in":"towns"( name )'],
)  # fmt: skip
def test_Y22_a_relationship_has_several_names(visitor: httpx.Client, select: str) -> None:
    assert fetch_rows(visitor, "weavers", select, id="eq.1") == [{"in": {"name": "Metro"}}]


def test_Y22_a_row_shows_the_rows_that_point_to_it(visitor: httpx.Client) -> None:
    assert fetch_rows(visitor, "towns", "*,weavers(name)") == [
        {"id": 1, "name": "Metro", "weavers": [{"name": "Ana"}]},
        {"id": 2, "name": "Liwa", "weavers": [{"name": "Budi"}]},
    ]
    assert fetch_rows(visitor, "weavers", "id,looms(made)", id="lte.2") == [
        {"id": 1, "looms": {"made": 1976}},
        {"id": 2, "looms": None},
    ]


def test_Y22_a_junction_relates_the_tables_it_points_to(visitor: httpx.Client) -> None:
    assert fetch_rows(visitor, "techniques", "name,weavers(name)", **{"weavers.order": "name.desc"}) == [
        {"name": "ikat", "weavers": [{"name": "Ana"}]},
        {"name": "tapis", "weavers": [{"name": "Budi"}, {"name": "Ana"}]},
    ]
    through = fetch_rows(visitor, "weavers", "masteries(techniques(name))", id="eq.2")
    assert through == [{"masteries": [{"techniques": {"name": "tapis"}}]}]


def test_Y22_a_table_related_to_itself_has_two_directions(visitor: httpx.Client) -> None:
    assert fetch_rows(
        visitor, "weavers", "name,teacher:teacher_id(name),pupils:weavers(name)", id="lte.2"
    ) == [
        {"name": "Ana", "teacher": None, "pupils": [{"name": "Budi"}]},
        {"name": "Budi", "teacher": {"name": "Ana"}, "pupils": []},
    ]


def test_Y22_embedded_rows_are_filtered_ordered_paged_and_nested(visitor: httpx.Client) -> None:
    select = "name,made:cloths!weaver_id(name,designer:designer_id(name,towns(name)))"
    ordered = {"id": "eq.1", "made.order": "name.desc", "made.limit": "1"}
    assert fetch_rows(visitor, "weavers", select, **ordered) == [
        {
            "name": "Ana",
            "made": [{"name": "Selendang", "designer": {"name": "Ana", "towns": {"name": "Metro"}}}],
        }
    ]
    second = {"id": "eq.1", "made.order": "name", "made.offset": "1", "made.designer.towns.name": "neq.Metro"}
    assert fetch_rows(visitor, "weavers", select, **second) == [
        {"name": "Ana", "made": [{"name": "Selendang", "designer": {"name": "Ana", "towns": None}}]}
    ]
    either = {"weavers.or": "(name.eq.Budi,name.like.Z*)", "weavers.not.and": "(id.gt.5,id.lt.3)"}
    assert fetch_rows(visitor, "towns", "weavers(id)", **either) == [
        {"weavers": []},
        {"weavers": [{"id": 2}]},
    ]
    inside = fetch_rows(visitor, "weavers", "techniques(threads:facts->>threads,id::text)", id="eq.2")
    assert inside == [{"techniques": [{"threads": "gold", "id": "2"}]}]


def test_Y22_an_inner_join_leaves_out_rows_without_any(visitor: httpx.Client) -> None:
    assert fetch_rows(visitor, "weavers", "id,towns!inner(name)", **{"towns.name": "eq.Liwa"}) == [
        {"id": 2, "towns": {"name": "Liwa"}}
    ]
    nested = {"weavers.techniques.name": "eq.ikat"}
    assert fetch_rows(visitor, "towns", "id,weavers!inner(id,techniques!inner())", **nested) == [
        {"id": 1, "weavers": [{"id": 1}]}
    ]
    counted = visitor.get("/weavers?select=id,looms!inner()&limit=0", headers={"Prefer": "count=exact"})
    assert counted.headers["content-range"] == "*/1"


def test_Y22_the_values_of_one_row_may_stand_beside_the_others(visitor: httpx.Client) -> None:
    assert fetch_rows(
        visitor, "cloths", "id,...weavers!weaver_id(by:name,...towns(town:name))", id="lte.4"
    ) == [
        {"id": 1, "by": "Ana", "town": "Metro"},
        {"id": 2, "by": "Ana", "town": "Metro"},
        {"id": 4, "by": "Budi", "town": "Liwa"},
    ]
    assert fetch_rows(
        visitor, "techniques", "name,weavers(id,...towns(town:name))", **{"weavers.id": "eq.2"}, id="eq.2"
    ) == [{"name": "tapis", "weavers": [{"id": 2, "town": "Liwa"}]}]
    assert fetch_rows(visitor, "looms", "made,...weavers(*)", order="made.desc", made="gt.2000") == [
        {"made": 2004, "id": None, "name": None, "town_id": None, "teacher_id": None}
    ]


def test_R1_the_policies_of_every_table_hold(visitor: httpx.Client, owner: httpx.Client) -> None:
    select, where = "id,weavers!weaver_id(name),designer:designer_id(name)", {"id": "gte.4"}
    assert fetch_rows(visitor, "cloths", select, **where) == [
        {"id": 4, "weavers": {"name": "Budi"}, "designer": None},
        {"id": 5, "weavers": None, "designer": {"name": "Ana"}},
    ]
    assert len(fetch_rows(visitor, "weavers", "cloths!weaver_id(id)", id="eq.1")[0]["cloths"]) == 2
    assert len(fetch_rows(owner, "weavers", "cloths!weaver_id(id)", id="eq.1")[0]["cloths"]) == 3
    denied = visitor.get("/weavers?select=id,secrets(*)")
    assert parse_refusal(denied) == (401, build_refusal("42501", "permission denied for table secrets"))


def test_Y22_what_was_written_and_what_a_function_returns_embeds_too(
    owner: httpx.Client, visitor: httpx.Client, things: Shop
) -> None:
    try:
        added = owner.post(
            "/weavers?select=name,towns(name)", json={"id": 9, "name": "Dewi", "town_id": 1}, headers=SHOWN
        )
        assert (added.status_code, added.json()) == (201, [{"name": "Dewi", "towns": {"name": "Metro"}}])
        changed = owner.patch(
            "/weavers?id=eq.9&select=...towns(town:name)", json={"town_id": 2}, headers=SHOWN
        )
        assert changed.json() == [{"town": "Liwa"}]
    finally:
        removed = owner.delete("/weavers?id=eq.9&select=id,cloths!weaver_id(id)", headers=SHOWN)
    assert removed.json() == [{"id": 9, "cloths": []}]
    called = visitor.post("/rpc/weavers_of?select=name,towns(name)", json={"town": 1})
    assert called.json() == [{"name": "Ana", "towns": {"name": "Metro"}}]


def test_Y22_an_ambiguous_relationship_is_refused_with_the_candidates(visitor: httpx.Client) -> None:
    relationship = {"cardinality": "many-to-one", "embedding": "cloths with weavers"}
    assert parse_refusal(visitor.get("/cloths?select=weavers(name)")) == (
        300,
        {
            "code": "PGRST201",
            "details": [
                relationship | {"relationship": f"{name} using cloths({column}) and weavers(id)"}
                for name, column in (
                    ("cloths_designer_id_fkey", "designer_id"), ("cloths_weaver_id_fkey", "weaver_id"),
                )
            ],
            "hint": "Try changing 'weavers' to one of the following: 'weavers!cloths_designer_id_fkey',"
            " 'weavers!cloths_weaver_id_fkey'. Find the desired relationship in the 'details' key.",
            "message": "Could not embed because more than one relationship was found"
            " for 'cloths' and 'weavers'",
        },
    )  # fmt: skip


@pytest.mark.parametrize(
    ("query", "code", "message"),
    [
        ("weavers?select=cloths!nope(id)", "PGRST200",
         "Could not find a relationship between 'weavers' and 'cloths' in the schema cache"),
        ("weavers?select=towns(nope)", "42703", "column towns_1.nope does not exist"),
        ("weavers?select=towns(weavers(nope))", "42703", "column weavers_2.nope does not exist"),
        ("weavers?select=towns(id)&towns.nope=eq.1", "42703", "column towns_1.nope does not exist"),
        ("cloths?select=weavers!weaver_id(id),weavers!designer_id(id)", "42712",
         'table name "cloths_weavers_1" specified more than once'),
        ("weavers?select=towns(id)&towns.looms.made=eq.1", "PGRST108",
         "'looms' is not an embedded resource in this request"),
        ("weavers?select=towns(id,a:id)", "42701", 'column "id" specified more than once'),
        ("towns?select=...weavers(name)", "PGRST119", "A spread operation on 'weavers' is not possible"),
        ("weavers?select=towns!town_id", "PGRST100",
         '"failed to parse select parameter (towns!town_id)" (line 1, column 14)'),
        ("weavers?select=towns(id", "PGRST100",
         '"failed to parse select parameter (towns(id)" (line 1, column 9)'),
        ("weavers?select=" + "weavers(" * 9 + "id" + ")" * 9, "PGRST100", None),
        ("weavers?select=" + ",".join(f"a{n}:towns(id)" for n in range(21)), "PGRST100",
         "Too many embedded tables"),
    ],
)  # fmt: skip
def test_X2_what_cannot_be_embedded_is_refused(
    visitor: httpx.Client, query: str, code: str, message: str | None
) -> None:
    status, body = parse_refusal(visitor.get(f"/{query}"))
    assert (status, body["code"], body["message"]) == (400, code, message or body["message"])
