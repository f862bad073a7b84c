"""Rights that are withheld or granted: each is granted or revoked, tried and put back inside the database."""

import re
from collections import defaultdict
from collections.abc import Iterable

import psycopg

from tests.database.conftest import PersonaDatabase
from tests.database.test_defence_in_depth import (
    SCHEMAS,
    collect_refusals,
    iterate_attempts,
    iterate_calls,
    open_schemas,
)
from tests.mutation.mutants import Mutant

GRANT = re.compile(
    r"(?:grant|revoke) (?P<act>\w+) on (?:sequence |function )?(?P<place>.+) (?:to|from) (?P<role>\w+)"
)
DETECTOR = "tests/database/test_defence_in_depth.py"


def noticed(superuser: str, mutants: Iterable[Mutant]) -> set[Mutant]:
    """The mutants that a test of closed doors misses: what is to be refused is not, or the reverse."""
    with psycopg.connect(superuser) as connection:
        db = PersonaDatabase(connection)
        by_role = defaultdict[str, list[tuple[Mutant, str, str]]](list)
        asked = questions(db)
        for mutant in mutants:
            found = GRANT.fullmatch(mutant.mutation)
            if found and (question := asked.get((found["act"].lower(), found["place"]))):
                # what everybody may do, somebody without any right may do
                role = "authenticator" if found["role"] == "public" else found["role"]
                by_role[role].append((mutant, *question))
        missed = set[Mutant]()
        for role, all_of_role in by_role.items():
            with connection.transaction(force_rollback=True):
                open_schemas(db, role)
                queries = [query for _, query, _ in all_of_role]
                before = collect_refusals(db, role, queries)
                after = collect_refusals(db, role, queries, [mutant.mutation for mutant, _, _ in all_of_role])
            missed |= {
                mutant
                for (mutant, _, closed), was, is_ in zip(all_of_role, before, after, strict=True)
                if (was == closed) is not (is_ == closed)
            }
    return missed


def questions(db: PersonaDatabase) -> dict[tuple[str, str], tuple[str, str]]:
    """By right and place: what the test asks, and the refusal that it expects."""
    asked = {}
    for schema in SCHEMAS:
        for name, act, query, closed in iterate_attempts(db, schema):
            asked[act, f"{schema}.{name}"] = (query, closed)
        for signature, call, closed in iterate_calls(db, schema):
            asked["execute", signature] = (call, closed)
    return asked
