"""What people see of orders and payments, read over HTTP as each of them, in a form that all versions share.

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
from tests.used_shop import Person, sign_in_as

Rows = list[dict[str, Any]]
PAGE = 1000
PROOFS = "/storage/v1/object/authenticated/tapis/transactions/invoices/"
NOTHING_DECIDED = {"decision": None, "reason": None}


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Facts by title; each is a mapping of keys to values."""

    facts: dict[str, dict[Any, Any]]

    def differences(self, other: "Snapshot") -> list[str]:
        """Differences from the other snapshot, at most three of each kind."""
        differences = []
        for title, mine in self.facts.items():
            theirs = other.facts[title]
            keys = [key for key in mine.keys() | theirs.keys() if mine.get(key) != theirs.get(key)]
            differences += [f"{title} {key}: {mine.get(key)} → {theirs.get(key)}" for key in sorted(keys)[:3]]
            if len(keys) > 3:
                differences.append(f"{title}: {len(keys)} differ")
        return differences


def take_snapshot(
    shop: Shop, people: Mapping[str, str], admin: str, folder: Path, *, payment_model: str
) -> Snapshot:
    """Read everything. `people` maps email to password; `folder` receives the script that makes the CSV.

    `payment_model` is what the version stores of payments: "nothing", "amounts" or "payments".
    """
    facts: dict[str, dict[Any, Any]] = {}
    for email, password in people.items():
        with sign_in_as(shop, email, password) as person:
            facts |= {
                f"{email}: {title}": rows for title, rows in read_as_person(person, payment_model).items()
            }
            if email == admin:
                facts |= read_as_owner(shop, person, payment_model, folder)
            else:
                facts[f"{email}: proofs"] = checksum_proofs(person)
    return Snapshot(facts)


def read_as_person(person: Person, payment_model: str) -> dict[str, dict[Any, Any]]:
    """The person's orders and registrations, and what is to be paid for each."""
    orders = {row["uuid"]: normalize_order(row) for row in fetch_all_rows(person, "transactions")}
    registrations = {
        row["uuid"]: strip_addresses(row) for row in fetch_all_rows(person, "audition_registrations")
    }
    return {
        "orders": orders,
        "registrations": registrations,
        "payments": {
            record: paid
            for record, paid in read_payments(person, orders, payment_model).items()
            if record in orders or record in registrations
        },
    }


def read_as_owner(shop: Shop, owner: Person, payment_model: str, folder: Path) -> dict[str, dict[Any, Any]]:
    """The CSV, the review queue and the bank statement."""
    lines = build_csv(fetch_all_rows(owner, "transactions"), folder).splitlines()
    facts: dict[str, dict[Any, Any]] = {"CSV": dict(enumerate(lines))}
    if payment_model == "nothing":
        return facts
    matches = fetch_all_rows(
        owner, "statement_ties" if payment_model == "amounts" else "reconciliations", "line_uuid"
    )
    queue = query_as_person(shop, owner, "select uuid::text, place, total, amount from public.review_queue")
    decided = query_as_person(
        shop, owner, "select record::text, decision, reason, by from public.decided_reviews"
    )
    return facts | {
        "desk": {uuid: rest for uuid, *rest in queue},
        "decisions": {record: rest for record, *rest in decided},
        "matched lines": {row["line_uuid"]: [row["place"], row["record"]] for row in matches},
        "statement": {row["uuid"]: row["amount"] for row in fetch_all_rows(owner, "statement_lines")},
    }


def read_payments(person: Person, orders: Mapping[str, Any], payment_model: str) -> dict[str, Any]:
    """Amounts due and decisions, by record."""
    if payment_model == "payments":
        return {
            row["record"]: {
                "total": row["total"],
                "amount": row["amount"],
                "decision": row["state"] if row["state"] in ("accepted", "rejected") else None,
                "reason": row["reason"],
            }
            for row in fetch_all_rows(person, "payments", "record")
            if row["state"] != "reserved" and (row["total"] is not None or row["decided_at"])
        }
    if payment_model == "nothing":
        return {uuid: derive_payment(order) for uuid, order in orders.items()}
    due = {row["record"]: row for row in fetch_all_rows(person, "amounts_due", "record")}
    reviews = {row["record"]: row for row in fetch_all_rows(person, "reviews", "record")}
    return {
        record: {"total": due.get(record, {}).get("total"), "amount": due.get(record, {}).get("amount")}
        | {name: reviews.get(record, NOTHING_DECIDED)[name] for name in NOTHING_DECIDED}
        for record in due.keys() | reviews.keys()
    }


def derive_payment(order: Mapping[str, Any]) -> dict[str, Any]:
    """For a version without payments: the total was due, and the order's status is the decision."""
    decisions = {"Processed": None, "Rejected": "rejected"}
    total = sum(line["price"] * line["quantity_to_buy"] for line in order["transactions"])
    return {
        "total": total,
        "amount": total,
        "decision": decisions.get(order["status"], "accepted"),
        "reason": None,
    }


def normalize_order(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in strip_addresses(row).items() if name != "delivery_way"}


def strip_addresses(value: Any) -> Any:
    """Remove addresses, which contain the current port."""
    if isinstance(value, list):
        return [strip_addresses(item) for item in value]
    if isinstance(value, dict):
        return {name: strip_addresses(item) for name, item in value.items() if name != "url"}
    return value


def query_as_person(shop: Shop, person: Person, query: str) -> list[tuple[Any, ...]]:
    """All rows at once, in SQL: over HTTP, where the review desk pages, one statement would time out."""
    claims = json.dumps({"sub": person.user_id, "role": "authenticated"})
    with psycopg.connect(shop.superuser) as connection:
        connection.execute(
            "select set_config('request.jwt.claims', %s, true), set_config('role', 'authenticated', true)",
            [claims],
        )
        return connection.execute(query.encode()).fetchall()


def fetch_all_rows(person: Person, table: str, key: str = "uuid") -> Rows:
    """All rows that the person may read, in pages of a thousand."""
    rows: Rows = []
    while True:
        page = person.send("GET", f"/rest/v1/{table}?order={key}&limit={PAGE}&offset={len(rows)}")
        rows += page
        if len(page) < PAGE:
            return rows


def checksum_proofs(person: Person) -> dict[str, str]:
    """Checksums of up to five proofs, as they are served."""
    names = [row["invoice_image"]["filename"] for row in fetch_all_rows(person, "transactions")[:5]]
    return {name: fetch_checksum(person, name) for name in names}


def fetch_checksum(person: Person, name: str) -> str:
    response = person.client.get(PROOFS + name)
    return hashlib.sha256(response.content).hexdigest() if response.is_success else str(response.status_code)


def build_csv(orders: Iterable[Mapping[str, Any]], folder: Path) -> str:
    """The CSV that the admin area exports for these orders."""
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
    result = subprocess.run(
        [node, bundle], input=json.dumps([*orders]), check=True, capture_output=True, text=True
    )
    return result.stdout
