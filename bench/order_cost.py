"""What an order costs in the database, rule by rule: time and write-ahead log with each switched off in turn.

.venv/bin/python -m bench.order_cost [ORDERS [ROUNDS]]     200 orders, 7 rounds; some minutes

Orders of one talent are inserted one by one over one connection, as the gateway does, in a transaction that
is rolled back; so a commit is not in the figures of rules. The shop has 1,000 orders and 5,000 proofs.

Time is that of the database's process on a processor, which other programs hardly change. Of a rule, the
table says what an order takes less without it: the median of the rounds, in which all rules take turns.
"""

import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from uuid import uuid4

import psycopg

from tapis.ops import postgres
from tests.conftest import prepared
from tests.example_rows import line, put, row

ORDERS, ROUNDS, WARM_UP, BEFORE = 200, 7, 30, 1000
INSERT = """
insert into public.transactions (uuid, user_id, invoice_image, transactions)
select uuid, user_id, invoice_image, transactions
from json_to_recordset($1::json) as sent(uuid uuid, user_id uuid, invoice_image jsonb, transactions jsonb)
"""
TRIGGERS = """
select tgname from pg_trigger
where tgrelid = 'public.transactions'::regclass and not tgisinternal and tgtype & 4 <> 0 order by tgname
"""
# Parts of the trigger that validates an order, and what each is without its rule.
PARTS = {
    "… prices and sizes": "private.validate_order_lines(lines jsonb) returns void language sql as 'select'",
    "… complete lines": "private.are_complete_lines(lines jsonb) returns boolean language sql return true",
    "… whose proof it is": "private.require_own_proof(place text, caller uuid, filename text) returns void "
    "language sql as 'select'",
}
# What is ordered: a product without sizes, and one whose pieces are counted.
STOCK: dict[str, list[dict[str, object]]] = {"Not counted": [], "Counted": [{"size": "", "stock": 500_000}]}
PROOFS = """
insert into storage.objects (bucket_id, name, owner_id, metadata)
select 'tapis', 'transactions/invoices/' || %s || n || '.jpg', %s,
    jsonb_build_object('eTag', '"' || repeat('0', 64) || '"')
from generate_series(0, 5000) as n
"""
SETUP = "select set_config('request.jwt.claims', %s, true), set_config('role', 'authenticated', true)"


@dataclass(frozen=True, slots=True)
class Cost:
    """Of one order: microseconds and bytes of write-ahead log."""

    microseconds: float
    wal: float

    def __sub__(self, other: "Cost") -> "Cost":
        return Cost(self.microseconds - other.microseconds, self.wal - other.wal)


@dataclass(frozen=True, slots=True)
class Buyer:
    """A talent and what they order; `count` proofs are theirs."""

    connection: psycopg.Connection
    user_id: str
    lines: str

    def order(self, number: int) -> None:
        proof = {
            "filename": f"{self.user_id}{number}.jpg",
            "title": "b",
            "url": "https://tapis.example/b.jpg",
        }
        sent = {"uuid": str(uuid4()), "user_id": self.user_id, "invoice_image": proof}
        body = json.dumps([sent | {"transactions": json.loads(self.lines)}])
        psycopg.RawCursor(self.connection).execute(INSERT.encode(), [body], prepare=True)

    def cost(self, orders: int) -> Cost:
        """The mean of so many orders, once plans are made."""
        for number in range(WARM_UP):
            self.order(number)
        before, start = self.wal(), self.seconds()
        for number in range(WARM_UP, WARM_UP + orders):
            self.order(number)
        seconds = self.seconds() - start
        return Cost(seconds / orders * 1e6, (self.wal() - before) / orders)

    def seconds(self) -> float:
        """How long the database's process was on a processor."""
        told = Path(f"/proc/{self.connection.info.backend_pid}/schedstat").read_text()
        return int(told.split()[0]) / 1e9

    def wal(self) -> int:
        row = self.connection.execute("select pg_current_wal_insert_lsn() - '0/0'").fetchone()
        return int(row[0]) if row else 0


@contextmanager
def buyer(superuser: str, sizes: Sequence[dict[str, object]]) -> Iterator[Buyer]:
    """Somebody who orders two pieces of a product; with `sizes`, its stock is counted."""
    with psycopg.connect(superuser, autocommit=True) as connection:
        connection.execute("alter database postgres set tapis.quota_factor = '100000'")

        def sql(query: str, *params: object) -> list[tuple[object, ...]]:
            cursor = connection.execute(query.encode(), params or None)
            return cursor.fetchall() if cursor.description else []

        person = str(uuid4())
        sql("insert into auth.users (id, email) values (%s, %s)", person, f"{person}@tapis.example")
        sql("select private.give_role(%s, 'talent')", person)
        product = put(sql, "products", row("products", "", sizes=[*sizes]))
        sql(PROOFS, person, person)
    with psycopg.connect(superuser) as connection:
        one = Buyer(connection, person, json.dumps([line(product)]))
        with connection.transaction():
            connection.execute(SETUP, [claims_of(one)])
            for number in range(BEFORE):
                one.order(2000 + number)
            connection.execute("reset role")
            connection.execute("update public.transactions set status = 'Finished'")
        tidy(one)
        yield one


def claims_of(one: Buyer) -> str:
    return json.dumps({"sub": one.user_id, "role": "authenticated"})


def tidy(one: Buyer) -> None:
    """As autovacuum does: what was rolled back is gone, and plans know how many rows there are."""
    one.connection.rollback()
    one.connection.set_autocommit(True)
    one.connection.execute("reset role")
    one.connection.execute("vacuum analyze")
    one.connection.set_autocommit(False)


def measured(one: Buyer, off: str, orders: int) -> Cost:
    """Orders without a rule; nothing of it stays."""
    with one.connection.transaction(force_rollback=True):
        one.connection.execute(off.encode())
        one.connection.execute(SETUP, [claims_of(one)])
        cost = one.cost(orders)
    tidy(one)
    return cost


def commits(one: Buyer, orders: int) -> Cost:
    """Orders that are committed one by one, fsync on."""
    before, start = one.wal(), one.seconds()
    for number in range(orders):
        one.connection.rollback()
        one.connection.execute(SETUP, [claims_of(one)])
        one.order(number)
        one.connection.commit()
    seconds = one.seconds() - start
    cost = Cost(seconds / orders * 1e6, (one.wal() - before) / orders)
    one.connection.execute("delete from public.transactions; delete from private.record_pictures")
    one.connection.commit()
    return cost


def variants(connection: psycopg.Connection) -> dict[str, str]:
    """The title of what is switched off → the statement that does so."""
    found = {"nothing": "select"}
    for (name,) in connection.execute(TRIGGERS).fetchall():
        found[name] = f"alter table public.transactions disable trigger {name}"
    found |= {title: f"create or replace function {stub}" for title, stub in PARTS.items()}
    found["all triggers"] = "alter table public.transactions disable trigger user"
    connection.rollback()
    return found


def table(one: Buyer, orders: int, rounds: int) -> None:
    """Every variant once a round, as Markdown."""
    offs = variants(one.connection)
    costs: dict[str, list[Cost]] = {title: [] for title in offs}
    for _ in range(rounds):
        for title, off in offs.items():
            costs[title].append(measured(one, off, orders))
    whole = costs.pop("nothing")
    print("| Without | µs less | (spread) | bytes of WAL less |\n|---|---:|---:|---:|")
    for title, found in costs.items():
        less = [every - without for every, without in zip(whole, found, strict=True)]
        times = sorted(cost.microseconds for cost in less)
        spread = f"{times[0]:.0f}–{times[-1]:.0f}"
        print(f"| {title} | {median(times):.0f} | {spread} | {median(cost.wal for cost in less):.0f} |")
    everything = [cost.microseconds for cost in whole]
    print(
        f"| an order | {median(everything):.0f} | {min(everything):.0f}–{max(everything):.0f} "
        f"| {median(cost.wal for cost in whole):.0f} |"
    )
    committed = commits(one, orders)
    print(f"| with its commit | {committed.microseconds:.0f} | | {committed.wal:.0f} |")


def main(orders: int, rounds: int) -> None:
    with (
        tempfile.TemporaryDirectory(prefix="tapis-bench-") as folder,
        postgres.ensure_server(prepared(Path(folder) / "data")) as urls,
    ):
        for title, sizes in STOCK.items():
            print(f"\n{title}, {orders} orders, {rounds} rounds\n")
            with buyer(urls.superuser, sizes) as one:
                table(one, orders, rounds)


if __name__ == "__main__":
    main(*(int(word) for word in [*sys.argv[1:], *map(str, (ORDERS, ROUNDS)[len(sys.argv) - 1 :])]))
