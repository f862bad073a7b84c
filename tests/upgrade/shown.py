"""What people are shown of payments, in words that every version has: asked over HTTP, as themselves.

Receipts are drawn in the browser from these rows; the CSV is made of them by the code that the browser runs.
"""

import hashlib
import json
import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg

from tests.conftest import ROOT, Shop
from tests.lived_in import Person, signed_in

Rows = list[dict[str, Any]]
PAGE = 1000
PROOFS = "/storage/v1/object/authenticated/tapis/transactions/invoices/"
NOTHING_DECIDED = {"decision": None, "reason": None}


@dataclass(frozen=True, slots=True)
class Shown:
    """By the title of what is shown: keys → values."""

    facts: dict[str, dict[Any, Any]]

    def differences(self, other: "Shown") -> list[str]:
        """What the other one shows otherwise, at most three of each."""
        found = []
        for title, mine in self.facts.items():
            theirs = other.facts[title]
            keys = [key for key in mine.keys() | theirs.keys() if mine.get(key) != theirs.get(key)]
            found += [f"{title} {key}: {mine.get(key)} → {theirs.get(key)}" for key in sorted(keys)[:3]]
            if len(keys) > 3:
                found.append(f"{title}: {len(keys)} differ")
        return found


def shown_to(shop: Shop, people: Mapping[str, str], admin: str, folder: Path, *, has: str) -> Shown:
    """Everything. `people` are email → password; `folder` is for what makes the CSV.

    `has` is what the version knows: nothing, amounts or payments.
    """
    facts: dict[str, dict[Any, Any]] = {}
    for email, password in people.items():
        with signed_in(shop, email, password) as person:
            facts |= {f"{email}: {title}": rows for title, rows in of_person(person, has).items()}
            if email == admin:
                facts |= of_owner(shop, person, has, folder)
            else:
                facts[f"{email}: proofs"] = proofs_of(person)
    return Shown(facts)


def of_person(person: Person, has: str) -> dict[str, dict[Any, Any]]:
    """Orders and registrations that this person reads, and what is to be paid for each."""
    orders = {row["uuid"]: ordered(row) for row in every(person, "transactions")}
    registrations = {row["uuid"]: without_addresses(row) for row in every(person, "audition_registrations")}
    return {
        "orders": orders,
        "registrations": registrations,
        "payments": {
            record: paid
            for record, paid in payments(person, orders, has).items()
            if record in orders or record in registrations
        },
    }


def of_owner(shop: Shop, owner: Person, has: str, folder: Path) -> dict[str, dict[Any, Any]]:
    """The CSV, the desk and the statement."""
    lines = csv_of(every(owner, "transactions"), folder).splitlines()
    facts: dict[str, dict[Any, Any]] = {"CSV": dict(enumerate(lines))}
    if has == "nothing":
        return facts
    ties = every(owner, "statement_ties" if has == "amounts" else "reconciliations", "line_uuid")
    queue = as_person(shop, owner, "select uuid::text, place, total, amount from public.review_queue")
    decided = as_person(shop, owner, "select record::text, decision, reason, by from public.decided_reviews")
    return facts | {
        "desk": {uuid: rest for uuid, *rest in queue},
        "decisions": {record: rest for record, *rest in decided},
        "matched lines": {row["line_uuid"]: [row["place"], row["record"]] for row in ties},
        "statement": {row["uuid"]: row["amount"] for row in every(owner, "statement_lines")},
    }


def payments(person: Person, orders: Mapping[str, Any], has: str) -> dict[str, Any]:
    """What is to be paid and what was decided, by record."""
    if has == "payments":
        return {
            row["record"]: {
                "total": row["total"],
                "amount": row["amount"],
                "decision": row["state"] if row["state"] in ("accepted", "rejected") else None,
                "reason": row["reason"],
            }
            for row in every(person, "payments", "record")
            if row["state"] != "reserved" and (row["total"] is not None or row["decided_at"])
        }
    if has == "nothing":
        return {uuid: paid_for(order) for uuid, order in orders.items()}
    due = {row["record"]: row for row in every(person, "amounts_due", "record")}
    said = {row["record"]: row for row in every(person, "reviews", "record")}
    return {
        record: {"total": due.get(record, {}).get("total"), "amount": due.get(record, {}).get("amount")}
        | {name: said.get(record, NOTHING_DECIDED)[name] for name in NOTHING_DECIDED}
        for record in due.keys() | said.keys()
    }


def paid_for(order: Mapping[str, Any]) -> dict[str, Any]:
    """Of a version that knows no payments: its total was asked, and its status is the decision."""
    decided = {"Processed": None, "Rejected": "rejected"}
    total = sum(line["price"] * line["quantity_to_buy"] for line in order["transactions"])
    return {
        "total": total,
        "amount": total,
        "decision": decided.get(order["status"], "accepted"),
        "reason": None,
    }


def ordered(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in without_addresses(row).items() if name != "delivery_way"}


def without_addresses(value: Any) -> Any:
    """Addresses name the port of today."""
    if isinstance(value, list):
        return [without_addresses(one) for one in value]
    if isinstance(value, dict):
        return {name: without_addresses(one) for name, one in value.items() if name != "url"}
    return value


def as_person(shop: Shop, person: Person, query: str) -> list[tuple[Any, ...]]:
    """All rows at once, which the desk reads by the page: a visitor's statement would take too long."""
    claims = json.dumps({"sub": person.user_id, "role": "authenticated"})
    with psycopg.connect(shop.superuser) as connection:
        connection.execute(
            "select set_config('request.jwt.claims', %s, true), set_config('role', 'authenticated', true)",
            [claims],
        )
        return connection.execute(query.encode()).fetchall()


def every(person: Person, table: str, key: str = "uuid") -> Rows:
    """All rows that a person reads, a thousand at a time."""
    rows: Rows = []
    while True:
        page = person.send("GET", f"/rest/v1/{table}?order={key}&limit={PAGE}&offset={len(rows)}")
        rows += page
        if len(page) < PAGE:
            return rows


def proofs_of(person: Person) -> dict[str, str]:
    """The checksums of some of their proofs as they are served."""
    names = [row["invoice_image"]["filename"] for row in every(person, "transactions")[:5]]
    return {name: checksum(person, name) for name in names}


def checksum(person: Person, name: str) -> str:
    answer = person.client.get(PROOFS + name)
    return hashlib.sha256(answer.content).hexdigest() if answer.is_success else str(answer.status_code)


def csv_of(orders: Iterable[Mapping[str, Any]], folder: Path) -> str:
    """The CSV that the admin area makes of these orders."""
    bundle = folder / "orderCsv.mjs"
    if not bundle.exists():
        rolldown: list[str | Path] = [
            ROOT / "web/node_modules/.bin/rolldown",
            "--tsconfig",
            ROOT / "web/tsconfig.json",
        ]
        source = ROOT / "tests/upgrade/orderCsv.ts"
        subprocess.run([*rolldown, source, "--file", bundle], check=True, capture_output=True)
    node = ROOT / "web/node_modules/.bin/node"
    made = subprocess.run(
        [node, bundle], input=json.dumps([*orders]), check=True, capture_output=True, text=True
    )
    return made.stdout
