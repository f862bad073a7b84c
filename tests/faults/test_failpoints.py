"""Kills at each failpoint while Tom orders; his browser retries, and the order exists once."""

import os
from itertools import cycle, product
from typing import get_args

import psycopg
import pytest

from tapis.gateway.failpoints import Step
from tests.faults.conftest import Hold
from tests.postgres.os_processes import eventually

# `make crash` kills everything at every step; the quick part kills something at each.
WHOLE = bool(os.environ.get("WHOLE"))
VICTIMS = ("gateway", "postmaster", "worker", "whole tree")
OF_AN_ORDER = tuple(step for step in get_args(Step) if step.startswith(("upload", "write")))
OF_A_REMOVAL = ("removal: row gone", "write: committed")
OF_AN_EDIT = ("upload: bytes stored", "removal: row gone", "upload: row committed", "write: committed")


def kills(steps: tuple[str, ...]) -> list[tuple[str, str]]:
    """A step, and what is killed there."""
    return [*product(steps, VICTIMS)] if WHOLE else [*zip(steps, cycle(VICTIMS), strict=False)]


@pytest.mark.parametrize(("step", "victim"), kills(OF_AN_ORDER))
def test_Z8_an_order_that_died_with_the_shop_is_sent_again_and_there_once(
    hold: Hold, step: Step, victim: str
) -> None:
    (tom,) = hold.harness.toms
    ordering = hold.at(step, tom.order)
    hold.kill(victim)
    assert ordering.result(30) in hold.harness.ledger.orders
    assert hold.is_as_acknowledged()


@pytest.mark.parametrize(("step", "victim"), kills(OF_A_REMOVAL))
def test_Z8_an_order_that_is_taken_back_while_all_dies_is_gone_and_no_other(
    hold: Hold, step: Step, victim: str
) -> None:
    (tom,) = hold.harness.toms
    order = tom.order()
    taking = hold.at(step, lambda: tom.delete_order(order))
    hold.kill(victim)
    taking.result(30)
    assert hold.is_as_acknowledged()


@pytest.mark.parametrize(("step", "victim"), kills(OF_AN_EDIT if WHOLE else OF_AN_EDIT[:1]))
def test_Z8_ada_gives_a_record_another_picture_while_all_dies_and_it_has_that_one(
    hold: Hold, step: Step, victim: str
) -> None:
    ada = hold.harness.ada
    record = ada.add_record()
    replacing = hold.at(step, lambda: ada.replace(record))
    hold.kill(victim)
    replacing.result(30)
    assert hold.is_as_acknowledged()


@pytest.mark.parametrize(("step", "victim"), kills(("write: committed", "write: permitted")))
def test_Y37_Z8_what_was_being_announced_while_all_died_is_announced_to_all_once(
    hold: Hold, step: Step, victim: str
) -> None:
    cara = hold.harness.cara
    decision = turned(hold)
    cara.decide(decision)
    announcing = hold.at(step, lambda: cara.announce(decision))
    hold.kill(victim)
    announcing.result(30)
    assert hold.is_as_acknowledged()


@pytest.mark.parametrize(("step", "victim"), kills(("write: committed", "write: permitted")))
def test_Y40_Z8_a_queue_that_comes_home_while_all_dies_is_stored_whole_and_once(
    hold: Hold, step: Step, victim: str
) -> None:
    lea = hold.harness.lea
    coming = hold.at(step, lea.upload_scans)
    hold.kill(victim)
    coming.result(30)
    assert hold.is_as_acknowledged()


def turned(hold: Hold) -> str:
    """What nobody is told yet."""
    told = hold.harness.access.sql("select bool_or(accepted) from public.event_announcements")
    return "decline" if told[0][0] else "accept"


# What an insert waits for when somebody else has it: the trigger's lock, and its place in the index.
JUDGING = "select pg_advisory_xact_lock(hashtextextended('orders of ' || %(owner)s, 0))"
WRITTEN = """
insert into public.transactions (uuid, user_id, transactions, invoice_image, status)
select %(next)s, user_id, transactions, invoice_image, status from public.transactions where uuid = %(order)s
"""
WAITING = "select 1 from pg_stat_activity where usename = 'authenticator' and wait_event_type = 'Lock'"


HELD = {"while it is judged": JUDGING, "before it commits": WRITTEN}

# What announcing waits for: its lock, and the last announcement that it changes, once all others are.
LOCKED = "select pg_advisory_xact_lock(hashtextextended('casting ' || %(event)s, 0))"
CHANGED = """
select 1 from public.event_announcements where registration_uuid = (
    select uuid from public.event_registrations order by number desc limit 1) for update
"""
ANNOUNCED = {"before it writes": LOCKED, "before it commits": CHANGED}


@pytest.mark.parametrize(("moment", "victim"), kills(tuple(ANNOUNCED)))
def test_Y37_Z8_announcing_that_dies_inside_its_transaction_has_told_nobody(
    hold: Hold, moment: str, victim: str
) -> None:
    cara, access = hold.harness.cara, hold.harness.access
    for decision in ("accept", turned(hold)):
        cara.decide(decision)
        cara.announce(decision)
    decision = turned(hold)
    cara.decide(decision)
    holding = psycopg.connect(access.superuser)
    holding.execute(ANNOUNCED[moment].encode(), {"event": cara.event})
    announcing = hold.executor.submit(cara.announce, decision)
    assert eventually(lambda: bool(access.sql(WAITING)))
    assert turned(hold) == decision
    hold.kill(victim)
    holding.close()
    announcing.result(30)
    assert turned(hold) != decision
    assert hold.is_as_acknowledged()


@pytest.mark.parametrize(("moment", "victim"), kills(tuple(HELD)))
def test_Z8_an_order_that_dies_inside_its_transaction_is_not_there_until_it_is_sent_again(
    hold: Hold, moment: str, victim: str
) -> None:
    (tom,) = hold.harness.toms
    before, order = tom.order(), tom.prepare_order()
    holding = psycopg.connect(hold.harness.access.superuser)
    holding.execute(HELD[moment].encode(), {"owner": order.owner, "next": order.uuid, "order": before.uuid})
    sending = hold.executor.submit(tom.send, order)
    assert eventually(lambda: bool(hold.harness.access.sql(WAITING)))
    hold.kill(victim)
    holding.close()
    sending.result(30)
    assert hold.is_as_acknowledged()
