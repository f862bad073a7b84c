"""What it costs to match the lines of a large bank statement with as many payments.

.venv/bin/python -m bench.statement     brings up a database of its own, and asks it as an administrator
"""

import json
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

import psycopg

from tapis.ops import postgres
from tests.conftest import prepared

COUNT = 10_000  # of lines, and of payments
ROUNDS = 5
GOAL_MS = 1_000
PEOPLE = """
insert into auth.users (id, email)
select gen_random_uuid(), 'buyer' || n || '@tapis.example' from generate_series(1, 1000) n
"""
DUE = """
insert into public.payments (place, record, user_id, total, amount, created_at)
select 'audition_registrations', gen_random_uuid(), account.id, 1, {amount},
    now() - n % {days} * interval '1 day'
from generate_series(1, {count}) n
join (select id, row_number() over () as number from auth.users) as account on account.number = n % 1000 + 1
"""
LINES = """
insert into public.statement_lines (account, booked_on, amount, description, place_of_day)
select 'a', current_date - n % {days}, {amount}, 'Transfer ' || n, 1 from generate_series(1, {count}) n
"""
# What it is → amounts of the payments, amounts of the lines, over how many days.
CASES = {
    "every amount its own (exact amounts)": ("100000 + n", "100000 + n", 60),
    "one price, 60 days": ("100000", "100000", 60),
    "one price, one day": ("100000", "100000", 1),
    "7 prices, 11 kinds of lines, 60 days": ("100000 + n % 7", "100000 + n % 11", 60),
    "14 prices, a year": ("100000 + n % 14", "100000 + n % 14", 365),
    "nothing fits": ("100000 + n", "200000 + n", 60),
}


def main() -> None:
    """Print a table in Markdown; end with 1 if a case takes longer than the goal."""
    slowest = 0.0
    print(f"{COUNT:,} × {COUNT:,} | ms, median (from-to) | proposals")
    print("---|---:|---:")
    with (
        tempfile.TemporaryDirectory() as folder,
        postgres.ensure_server(prepared(Path(folder) / "d")) as urls,
    ):
        for name, (due, lines, days) in CASES.items():
            taken, proposals = measure(urls.superuser, due, lines, days)
            slowest = max(slowest, median(taken))
            print(f"{name} | {median(taken):.0f} ({min(taken):.0f}-{max(taken):.0f}) | {proposals:,}")
    print(f"goal: at most {GOAL_MS} ms")
    sys.exit(slowest > GOAL_MS)


def measure(superuser: str, due: str, lines: str, days: int) -> tuple[list[float], int]:
    """Milliseconds of each round, and how many proposals there are; afterwards nothing has happened."""
    taken: list[float] = []
    found: list[tuple[object, ...]] = []
    with psycopg.connect(superuser) as connection:
        connection.execute(PEOPLE)
        connection.execute(DUE.format(amount=due, days=days, count=COUNT).encode())
        connection.execute(LINES.format(amount=lines, days=days, count=COUNT).encode())
        become_administrator(connection)
        for _ in range(ROUNDS):
            start = time.perf_counter()
            found = connection.execute("select * from public.statement_matches()").fetchall()
            taken.append((time.perf_counter() - start) * 1000)
        connection.rollback()
    return taken, len(found)


def become_administrator(connection: psycopg.Connection) -> None:
    """Ask as Ada from here on."""
    account = "select id::text from auth.users limit 1"
    (ada,) = connection.execute(account).fetchone() or ("",)
    connection.execute("select private.give_role(%s, 'admin')", (ada,))
    claims = json.dumps({"sub": ada, "role": "authenticated"})
    connection.execute("select set_config('request.jwt.claims', %s, true)", (claims,))
    connection.execute("set local role authenticated")


if __name__ == "__main__":
    main()
