"""The catalogue holds what the files of db/ promise: nothing is forgotten on a tenth table."""

import re

import pytest

from tests.access_matrix import PROMISES, ROLES, TABLE_PROMISES, VERBS
from tests.database.conftest import DB, PersonaDatabase
from tests.example_rows import (
    DELIVERIES,
    FIGURES,
    LOGS,
    NOTES,
    NOTIFICATIONS,
    OWNED,
    PAYMENTS,
    SETTINGS,
    STATEMENTS,
    STORED,
    TABLES,
    VIEWS,
)

HEADINGS = ["1 protection", "2 policies", "3 rights", "4 not granted", "5 on write"]
# What the files of many tables call, and the file that has the headings for all of them.
SHARED_RULES = {
    "private.public_read_admin_write(": "public_content.sql",
    "private.read_only(": "read_only_tables.sql",
}
SHARED = {
    "auth_users": "auth.users",
    "private_user_roles": "private.user_roles",
    "storage_objects": "storage.objects",
}
VIEW_FILES = [file.stem for file in (DB / "views").glob("*.sql")]
POLICY_FILES = sorted(file.stem for file in (DB / "policies").glob("*.sql"))

TABLES_OF_OURS = """
select c.relname, obj_description(c.oid) from pg_class c
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f') order by c.relname
"""
FOREIGN_KEYS_THAT_SAY_NOTHING = """
select conname from pg_constraint
where contype = 'f' and confdeltype = 'a'
    and connamespace in ('public'::regnamespace, 'private'::regnamespace)
"""
# Columns that a policy compares to find rows, on which no index begins.
POLICY_COLUMNS_WITHOUT_INDEX = """
select distinct a.attrelid::regclass::text || '.' || a.attname
from pg_policy p
join pg_depend d on d.classid = 'pg_policy'::regclass and d.objid = p.oid and d.refobjid = p.polrelid
join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
join pg_class c on c.oid = p.polrelid and c.relnamespace = 'public'::regnamespace
where p.polcmd in ('r', 'w', 'd') and not exists (
    select from pg_index i where i.indrelid = a.attrelid and i.indkey[0] = a.attnum)
"""
# How and when a session was proved is said by the token alone; a rule that asks for it only refuses more.
RULES_THAT_READ_THE_TOKEN = """
select polname from pg_policy
where coalesce(pg_get_expr(polqual, polrelid), '') || coalesce(pg_get_expr(polwithcheck, polrelid), '')
    ~ 'metadata|jwt\\(|auth\\.role|auth\\.email'
union all
select proname from pg_proc
where pronamespace = 'private'::regnamespace
    and regexp_replace(prosrc, 'auth\\.jwt\\(\\) ->>? ''(aal|amr|session_id)''', '', 'g')
        ~ 'auth\\.jwt|auth\\.role|auth\\.email|request\\.jwt'
"""
CALLED_PER_ROW = """
select polrelid::regclass || '.' || polname from pg_policy
where coalesce(pg_get_expr(polqual, polrelid), '') || coalesce(pg_get_expr(polwithcheck, polrelid), '')
    ~ '(?<!SELECT )(private\\.app_role|auth\\.uid)\\(\\)'
"""
UNNAMED_CONSTRAINTS = """
select conname from pg_constraint
where connamespace = 'public'::regnamespace and contype in ('c', 'f') and conname ~ '_(check|fkey)[0-9]*$'
"""


def test_R1_the_shop_has_these_tables_and_views_and_each_says_what_it_is(db: PersonaDatabase) -> None:
    found = dict(db.sql(TABLES_OF_OURS))
    assert sorted(found) == sorted([*STORED, *LOGS, *VIEWS, *FIGURES])
    assert [table for table, comment in found.items() if not comment] == []


def test_R1_the_matrix_leaves_out_no_table_verb_or_role() -> None:
    assert sorted(PROMISES["tables"]) == sorted(TABLES)
    assert sorted(PROMISES["settings"]) == sorted(SETTINGS)
    assert sorted(PROMISES["deliveries"]) == sorted(DELIVERIES)
    assert sorted(PROMISES["notifications"]) == sorted(NOTIFICATIONS)
    assert sorted(PROMISES["payments"]) == sorted(PAYMENTS)
    assert sorted(PROMISES["statements"]) == sorted(STATEMENTS)
    assert sorted(PROMISES["notes"]) == sorted(NOTES)
    assert sorted(PROMISES["views"]) == sorted(VIEWS)
    assert sorted(PROMISES["figures"]) == sorted(FIGURES)
    assert sorted([*VIEWS, *FIGURES]) == sorted(VIEW_FILES)
    assert all(tuple(roles) == ROLES for roles in PROMISES["figures"].values())
    assert sorted(PROMISES["logs"]) == sorted(LOGS)
    for table, verbs in TABLE_PROMISES.items():
        assert tuple(verbs) == VERBS, table
        assert all(tuple(roles) == ROLES for roles in verbs.values()), table


def test_R1_each_table_has_its_policy_file() -> None:
    assert sorted({*STORED, *LOGS, *SHARED}) == POLICY_FILES


@pytest.mark.parametrize("name", POLICY_FILES)
def test_R1_a_policy_file_says_who_may_and_who_may_not_under_five_headings(name: str) -> None:
    text = (DB / "policies" / f"{name}.sql").read_text()
    assert text.startswith(f"-- {SHARED.get(name, name)}: ")
    for call, file in SHARED_RULES.items():
        if call in text:
            text = (DB / "functions" / file).read_text()
    places = [text.index(heading) for heading in HEADINGS]
    assert places == sorted(places)


def test_R1_each_policy_has_a_sentence_above_it() -> None:
    for file in (DB / "policies").glob("*.sql"):
        above = ""
        for line in file.read_text().splitlines():
            if line.startswith("create policy"):
                told = above.startswith(("-- ", "    using", "        ", "    with check"))
                assert told, f"{file.name}: {line}"
            above = line


def test_R1_deleting_an_account_is_thought_of_everywhere(db: PersonaDatabase) -> None:
    assert db.sql(FOREIGN_KEYS_THAT_SAY_NOTHING) == []


def test_R1_what_policies_compare_is_indexed(db: PersonaDatabase) -> None:
    assert db.sql(POLICY_COLUMNS_WITHOUT_INDEX) == []


def test_R1_no_rule_believes_what_a_token_says_about_its_bearer(db: PersonaDatabase) -> None:
    assert db.sql(RULES_THAT_READ_THE_TOKEN) == []


def test_R1_the_caller_is_looked_up_once_per_statement(db: PersonaDatabase) -> None:
    assert db.sql(CALLED_PER_ROW) == []


def test_V6_every_constraint_has_a_name_that_says_the_rule(db: PersonaDatabase) -> None:
    assert db.sql(UNNAMED_CONSTRAINTS) == []


def test_W1_every_list_is_read_newest_first_from_an_index(db: PersonaDatabase) -> None:
    db.sql("set local enable_seqscan = off")
    for table in TABLES + LOGS:
        plan = db.sql(f"explain select * from public.{table} order by created_at desc, uuid limit 12")
        assert re.search(rf"Index Scan using {table}_newest_first", str(plan)), plan


LISTS = {
    "products where category = 'Kain' order by created_at desc, uuid": "products_newest_of_a_category",
    "products order by price, uuid": "products_cheapest_first",
    "products order by price desc, uuid": "products_dearest_first",
    "slides order by sort_time desc, uuid": "slides_in_order",
    "gallery order by sort_time desc, uuid": "gallery_in_order",
}


@pytest.mark.parametrize(("listed", "index"), LISTS.items())
def test_W1_lists_by_category_price_and_place_are_read_from_an_index(
    db: PersonaDatabase, listed: str, index: str
) -> None:
    db.sql("set local enable_seqscan = off; set local enable_sort = off")
    # Of two indexes in the wanted order either may be taken while a table is small.
    db.sql("drop index public.products_newest_first")
    plan = db.sql(f"explain select * from public.{listed} limit 12")
    assert f"Index Scan using {index}" in str(plan), plan


def test_T4_a_persons_own_lists_are_read_from_an_index(db: PersonaDatabase) -> None:
    db.sql("set local enable_seqscan = off; set local enable_bitmapscan = off; set local enable_sort = off")
    for table in OWNED:
        # Of two indexes in the wanted order either may be taken while a table is small.
        db.sql(f"drop index if exists public.{table}_newest_first")
        plan = db.sql(
            f"explain select * from public.{table} where user_id = %s order by created_at desc, uuid",
            db.other,
        )
        assert f"{table}_newest_of_a_person" in str(plan), plan
        assert "Sort" not in str(plan), plan
