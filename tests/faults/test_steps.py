"""Tom orders, and everything dies at each named step; his browser asks again, and there is one order."""

from typing import get_args

import psycopg
import pytest

from tapis.steps import Step
from tests.faults.conftest import Hold
from tests.postgres.machine import eventually

STEPS = get_args(Step)
OF_AN_ORDER = [step for step in STEPS if not step.startswith("removal")]
# Where the database matters: there is something to commit, or it was committed.
OF_THE_DATABASE = ["upload: bytes stored", "upload: row committed", "write: permitted", "write: committed"]


@pytest.mark.parametrize("step", OF_AN_ORDER)
@pytest.mark.parametrize("victim", ["worker", "whole tree"])
def test_Z8_an_order_that_died_with_the_shop_is_sent_again_and_there_once(
    hold: Hold, step: Step, victim: str
) -> None:
    (tom,) = hold.siege.toms
    ordering = hold.at(step, tom.order)
    hold.strike(victim)
    assert ordering.result(30) in hold.siege.ledger.orders
    assert hold.is_as_acknowledged()


@pytest.mark.parametrize("step", OF_THE_DATABASE)
def test_Z8_an_order_outlives_the_database_without_a_restart_of_the_shop(hold: Hold, step: Step) -> None:
    (tom,) = hold.siege.toms
    ordering = hold.at(step, tom.order)
    hold.strike("postmaster")
    assert ordering.result(30) in hold.siege.ledger.orders
    assert hold.is_as_acknowledged()


@pytest.mark.parametrize("victim", ["worker", "whole tree", "postmaster"])
@pytest.mark.parametrize("step", ["removal: row gone", "write: committed"])
def test_Z8_an_order_that_is_taken_back_while_all_dies_is_gone_and_no_other(
    hold: Hold, step: Step, victim: str
) -> None:
    (tom,) = hold.siege.toms
    order = tom.order()
    taking = hold.at(step, lambda: tom.take_back(order))
    hold.strike(victim)
    taking.result(30)
    assert hold.is_as_acknowledged()


@pytest.mark.parametrize("step", ["removal: row gone", "upload: bytes stored", "write: committed"])
def test_Z8_ada_gives_a_record_another_picture_while_all_dies_and_it_has_that_one(
    hold: Hold, step: Step
) -> None:
    ada = hold.siege.ada
    record = ada.hang()
    replacing = hold.at(step, lambda: ada.replace(record))
    hold.strike("whole tree")
    replacing.result(30)
    assert hold.is_as_acknowledged()


# What an insert waits for when somebody else has it: the trigger's lock, and its place in the index.
JUDGING = "select pg_advisory_xact_lock(hashtextextended('orders of ' || %(owner)s, 0))"
WRITTEN = """
insert into public.transactions (uuid, user_id, transactions, invoice_image, status)
select %(next)s, user_id, transactions, invoice_image, status from public.transactions where uuid = %(order)s
"""
WAITING = "select 1 from pg_stat_activity where usename = 'authenticator' and wait_event_type = 'Lock'"


@pytest.mark.parametrize("victim", ["worker", "whole tree", "postmaster"])
@pytest.mark.parametrize("held_by", [JUDGING, WRITTEN], ids=["while it is judged", "before it commits"])
def test_Z8_an_order_that_dies_inside_its_transaction_is_not_there_until_it_is_sent_again(
    hold: Hold, held_by: str, victim: str
) -> None:
    (tom,) = hold.siege.toms
    before, order = tom.order(), tom.prepared()
    holding = psycopg.connect(hold.siege.door.superuser)
    holding.execute(held_by.encode(), {"owner": order.owner, "next": order.uuid, "order": before.uuid})
    sending = hold.hands.submit(tom.send, order)
    assert eventually(lambda: bool(hold.siege.door.sql(WAITING)), seconds=20)
    hold.strike(victim)
    if not holding.broken and victim == "worker":
        holding.rollback()
    holding.close()
    sending.result(30)
    assert hold.is_as_acknowledged()
