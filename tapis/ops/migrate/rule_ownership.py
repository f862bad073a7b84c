"""Tells the shop's policies, triggers and rights from those added by the owner, which a run keeps.

Each run records what it created (private.made_rules). In the schemas auth and storage, which the platform
uses too, policies named `tapis_…` are the shop's, and its triggers are replaced by `create or replace`.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

import psycopg

from tapis.ops.first_value import first_value
from tapis.ops.migrate.sql_files import queries

# Name patterns of rules created by versions without that record.
FORMER_NAMES = {
    "policy": r"(select|insert|update|delete)_(own|all|as_admin|as_leader|all_as_leader|all_as_admin)",
    "trigger": r"_[0-9]{3}_\w+",
    "right": r".*",
}
REQUEST_ROLES = "public, anon, authenticated, service_role"
SHARED_SCHEMAS = ("auth.", "storage.")


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of db/catalogue.sql; see there."""

    kind: str
    name: str
    definition: str
    remake: str | None
    removal: str | None = None
    relation: str | None = None
    opens: bool = False

    @property
    def title(self) -> str:
        return f"{self.kind} {self.name}"

    @property
    def key(self) -> tuple[str, str]:
        return (self.kind, self.name)

    @property
    def schema(self) -> str:
        """The schema of its relation; for a right on a schema, that schema."""
        return str(self.relation).removeprefix("schema ").partition(".")[0]

    @property
    def is_public(self) -> bool:
        """Whether it concerns schema public, where the owner may have other objects."""
        return str(self.relation).startswith("public.")


def read_rules(connection: psycopg.Connection, db_folder: Path) -> list[Rule]:
    return [Rule(*row) for row in connection.execute((db_folder / "catalogue.sql").read_bytes()).fetchall()]


def list_shop_relations(db_folder: Path) -> set[str]:
    """The tables and views whose rules are the shop's; files are named `table` or `schema_table`."""
    tables = {file.stem for file in (db_folder / "policies").glob("*.sql")}
    views = {file.stem for file in (db_folder / "views").glob("*.sql")}
    return {f"public.{name}" for name in tables | views} | {name.replace("_", ".", 1) for name in tables}


def read_rules_on(connection: psycopg.Connection, db_folder: Path, relations: Collection[str]) -> list[Rule]:
    """The policies, triggers and rights of some tables and views."""
    rules = read_rules(connection, db_folder)
    return [rule for rule in rules if rule.relation in relations and rule.kind in FORMER_NAMES]


def find_owner_rules(connection: psycopg.Connection, rules: Collection[Rule]) -> list[Rule]:
    """The rules that no run created, which are the owner's."""
    has_record = first_value(connection, queries.has_record)
    recorded = set(connection.execute(queries.made_rules).fetchall()) if has_record else set()
    return [rule for rule in rules if not _is_made(rule, recorded)]


def find_exposing_rules(added: Collection[Rule]) -> list[Rule]:
    """The owner's rules that expose the shop's tables; tables of shared schemas may have other users."""
    return [rule for rule in added if rule.opens and not str(rule.relation).startswith(SHARED_SCHEMAS)]


def drop_shop_rules(connection: psycopg.Connection, rules: Collection[Rule], added: Collection[Rule]) -> None:
    """Drop the rules of the last run on the shop's tables, and the shop's policies on shared ones."""
    shop_rules = [rule for rule in rules if rule not in added and not _is_shared_trigger(rule)]
    drops = [str(rule.removal) for rule in shop_rules if rule.kind != "right"]
    rights = {str(rule.relation) for rule in shop_rules if rule.kind == "right"}
    relations = sorted(relation for relation in rights if not relation.startswith(SHARED_SCHEMAS))
    if relations:
        drops.append(f"revoke all on table {', '.join(relations)} from {REQUEST_ROLES}")
    connection.execute("; ".join(drops).encode())


def record_rule_ownership(connection: psycopg.Connection, rules: Collection[Rule]) -> None:
    names = {"kinds": [rule.kind for rule in rules], "names": [rule.name for rule in rules]}
    connection.execute(queries.record_rules, names)


def _is_shared_trigger(rule: Rule) -> bool:
    return rule.kind == "trigger" and str(rule.relation).startswith(SHARED_SCHEMAS)


def _is_made(rule: Rule, recorded: Collection[tuple[str, ...]]) -> bool:
    if str(rule.relation).startswith(SHARED_SCHEMAS):
        return rule.kind == "right" or rule.name.rpartition(".")[2].startswith("tapis_")
    if recorded:
        return rule.key in recorded
    pattern = FORMER_NAMES[rule.kind]
    is_former = re.fullmatch(pattern, rule.name.rpartition(".")[2]) is not None
    return is_former and (rule.kind != "right" or rule.opens)
