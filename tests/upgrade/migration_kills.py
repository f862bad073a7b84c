"""Kills a migration at each of its steps: SIGKILL to every process, including the database's.

A trigger on the migration history and an event trigger on DDL sleep at the armed step; then all are killed.
"""

import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psycopg

from tapis.ops import postgres
from tests.conftest import TAPIS, environment
from tests.postgres.os_processes import PATIENCE_SECONDS
from tests.process_tree import Tree, kill, state

MIGRATIONS = Path(__file__).resolve().parent.parent.parent / "db/migrations"
RULES = ("create policy", "create view", "drop function")  # in the order of the last transaction
FAILPOINTS = """
create schema upgrade_kills;
create table upgrade_kills.armed (step text);
create function upgrade_kills.reached(step text) returns void language plpgsql as $$
begin
    if exists (select from upgrade_kills.armed where armed.step = reached.step) then
        perform pg_sleep(60);
    end if;
end $$;
create function upgrade_kills.of_migrations() returns trigger language plpgsql as $$
begin
    perform upgrade_kills.reached(new.name);
    return new;
end $$;
create trigger upgrade_kills before insert on private.migrations
    for each row execute function upgrade_kills.of_migrations();
create function upgrade_kills.of_rules() returns event_trigger language plpgsql as $$
begin
    perform upgrade_kills.reached(lower(tg_tag));
end $$;
create event trigger upgrade_kills on ddl_command_end execute function upgrade_kills.of_rules();
revoke all on schema upgrade_kills from public;
revoke all on all functions in schema upgrade_kills from public;
"""
REMOVAL = """
drop event trigger upgrade_kills;
drop trigger upgrade_kills on private.migrations;
drop schema upgrade_kills cascade
"""
ARM = "with gone as (delete from upgrade_kills.armed) insert into upgrade_kills.armed values (%s)"
COUNT_SLEEPING = "select count(*) from pg_stat_activity where wait_event = 'PgSleep'"


def list_pending_migrations(data: Path) -> list[str]:
    """The migrations that this version would apply."""
    with postgres.ensure_server(data) as urls, psycopg.connect(urls.superuser) as connection:
        applied = {name for (name,) in connection.execute("select name from private.migrations")}
    return sorted(file.name for file in MIGRATIONS.glob("*.sql") if file.name not in applied)


def kill_at_each(data: Path, steps: list[str], *arguments: str) -> Iterator[str]:
    """Migrate, and kill at each step in turn; each run continues where the last one was killed.

    `arguments` is the command; yields each step once every process is dead.
    """
    with postgres.ensure_server(data) as urls, psycopg.connect(urls.superuser, autocommit=True) as connection:
        connection.execute(FAILPOINTS.encode())
    for step in steps:
        with postgres.ensure_server(data) as urls, psycopg.connect(urls.superuser) as connection:
            connection.execute(ARM, [step])
        kill_when_asleep(data, urls.superuser, step, *arguments)
        yield step
    with postgres.ensure_server(data) as urls, psycopg.connect(urls.superuser, autocommit=True) as connection:
        connection.execute(REMOVAL.encode())


def kill_when_asleep(data: Path, superuser: str, step: str, *arguments: str) -> None:
    command: list[str | Path] = [TAPIS, *arguments, "--data", data]
    process = subprocess.Popen(command, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    deadline = time.monotonic() + 10 * PATIENCE_SECONDS
    while not is_asleep(superuser):
        if process.poll() is not None or time.monotonic() > deadline:
            raise AssertionError(f"{step} was not reached: {process.communicate()[0].decode()}")
        time.sleep(0.02)
    tree = Tree(process.pid, data)
    pids = [*tree.all(), tree.postmaster, *tree.backends]
    kill(*pids)
    process.communicate()
    while any(pid > 1 and state(pid) not in "XZ" for pid in pids):
        time.sleep(0.02)


def is_asleep(superuser: str) -> bool:
    with suppress(psycopg.OperationalError), psycopg.connect(superuser, connect_timeout=2) as connection:
        row = connection.execute(COUNT_SLEEPING).fetchone()
        return bool(row and row[0])
    return False
