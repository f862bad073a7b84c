"""Sending: what is paid is packed once, goes on its way with a number, and arrives."""

import json
from collections.abc import Callable
from functools import partial
from typing import Any

import psycopg
import pytest

from tests.database.conftest import House
from tests.database.test_reviews import ORDERS, ordered, refused, review
from tests.example_rows import Row, put, row

JNE = {"courier": "JNE REG", "tracking_number": "JP1234567890"}


def accepted(house: House) -> Row:
    order = ordered(house)
    review(house, ORDERS, order, "accepted")
    return order


def pack(house: House, *orders: Row, who: str = "admin") -> list[str]:
    call = "select pack_orders::text as uuid from public.pack_orders(%s::uuid[])"
    return [one["uuid"] for one in house.ask(who, call, [order["uuid"] for order in orders])]


def parcel(order: Row, **changes: Any) -> Row:
    return {"order_uuid": order["uuid"]} | JNE | changes


def send(house: House, *parcels: Row, who: str = "admin") -> None:
    house.ask(who, "select public.send_orders(%s::jsonb)", json.dumps(parcels))


def arrive(house: House, order: Row, who: str = "talent", sub: str | None = None) -> None:
    house.ask(who, "select public.mark_arrived(%s)", order["uuid"], sub=sub)


def forbidden(act: Callable[..., object], house: House, *args: Row, who: str) -> None:
    with pytest.raises(psycopg.errors.InsufficientPrivilege), house.connection.transaction():
        act(house, *args, who=who)


def status(house: House, order: Row) -> str:
    return str(house.sql("select status from public.transactions where uuid = %s", order["uuid"])[0][0])


def timeline(house: House, order: Row, who: str = "talent", sub: str | None = None) -> list[Row]:
    return house.ask(
        who, "select event, said from public.order_timeline(%s) order by event", order["uuid"], sub=sub
    )


def test_Y27_only_what_is_paid_is_packed_and_only_once(house: House) -> None:
    paid, waiting = accepted(house), ordered(house)
    assert pack(house, paid, waiting) == [paid["uuid"]]
    assert pack(house, paid, waiting) == []


def test_Y27_ada_sends_several_and_tom_reads_where_his_parcel_is(house: House) -> None:
    put(
        house.sql,
        "delivery_ways",
        row("delivery_ways", "", name="JNE REG", tracking_page="https://jne.example/{number}"),
    )
    one, other = accepted(house), accepted(house)
    house.sql("delete from private.outbox")
    send(house, parcel(one), parcel(other, tracking_number=" "))
    seen = "select tracking_number, tracking_page from public.parcels where order_uuid = %s"
    page = "https://jne.example/{number}"
    assert house.ask("talent", seen, one["uuid"]) == [
        {"tracking_number": "JP1234567890", "tracking_page": page}
    ]
    assert house.ask("talent", seen, other["uuid"]) == [{"tracking_number": None, "tracking_page": page}]
    assert house.ask("talent", seen, one["uuid"], sub=house.other) == []
    told = "select kind, private.message_values(outbox) ->> 'parcel' from private.outbox where record = %s"
    assert house.sql(told, one["uuid"]) == [("order_sent", "JNE REG, JP1234567890")]


def test_Y27_all_are_sent_or_none(house: House) -> None:
    paid, waiting = accepted(house), ordered(house)
    _, details = refused(house, "PT409", "not_accepted", send, parcel(paid), parcel(waiting))
    assert details == [{"uuid": waiting["uuid"]}]
    assert house.sql("select 1 from public.parcels where order_uuid = %s", paid["uuid"]) == []


@pytest.mark.parametrize(
    "wrong",
    [[], [{"order_uuid": "x"} | JNE], [{"courier": "JNE"}], ["x"], [{"courier": " "}]],
)
def test_Y27_what_is_no_list_of_parcels_is_refused(house: House, wrong: list[Any]) -> None:
    refused(house, "23514", "parcels", send, *wrong)


def test_Y27_one_order_is_sent_once_in_a_list(house: House) -> None:
    order = accepted(house)
    refused(house, "23514", "parcels", send, parcel(order), parcel(order))


def test_Y27_a_number_is_corrected_only_by_who_has_seen_it(house: House) -> None:
    order = accepted(house)
    send(house, parcel(order))
    refused(house, "PT409", "parcel_moved", send, parcel(order, tracking_number="JP2"))
    refused(house, "PT409", "parcel_moved", send, parcel(order, tracking_number="JP2", was="JP0"))
    send(house, parcel(order, tracking_number="JP2", was=JNE["tracking_number"]))
    events = "select count(*) from private.outbox where kind = 'order_sent' and record = %s"
    assert house.sql(events, order["uuid"]) == [(1,)]


def test_Y27_parcels_that_are_sent_again_after_a_lost_answer_are_sent_once(house: House) -> None:
    one, other = accepted(house), accepted(house)
    send(house, parcel(one), parcel(other, tracking_number=None))
    stored = "select * from public.parcels where order_uuid = any (%s::uuid[]) order by order_uuid"
    before = house.sql(stored, [one["uuid"], other["uuid"]])
    send(house, parcel(one), parcel(other, tracking_number=None))
    assert house.sql(stored, [one["uuid"], other["uuid"]]) == before
    refused(house, "PT409", "parcel_moved", send, parcel(one, courier="J&T"))


def test_Y27_tom_says_that_it_arrived_and_nobody_elses(house: House) -> None:
    order = accepted(house)
    refused(house, "PT409", "not_sent", arrive, order)
    send(house, parcel(order))
    refused(house, "PT404", "record_gone", partial(arrive, sub=house.other), order)
    forbidden(arrive, house, order, who="leadership")
    arrive(house, order)
    assert status(house, order) == "Finished"


def test_Y27_an_arrival_that_is_said_again_after_a_lost_answer_is_noted_once(house: House) -> None:
    order, never_sent = accepted(house), accepted(house)
    send(house, parcel(order))
    arrive(house, order)
    before, told = house.state(), house.outbox()
    arrive(house, order)
    assert (house.state(), house.outbox()) == (before, told)
    refused(house, "PT404", "record_gone", partial(arrive, sub=house.other), order)
    house.sql("update public.transactions set status = 'Finished' where uuid = %s", never_sent["uuid"])
    refused(house, "PT409", "not_sent", arrive, never_sent)


def test_Y27_tom_packs_and_sends_nothing(house: House) -> None:
    order = accepted(house)
    for role in ("talent", "leadership"):
        forbidden(send, house, parcel(order), who=role)
        forbidden(pack, house, order, who=role)


def note(house: House, order: Row, said: str, who: str = "admin") -> None:
    house.ask(who, "select public.keep_order_note(%s, %s)", order["uuid"], said)


def test_Y27_ada_notes_something_for_administrators_alone_and_forgets_it(house: House) -> None:
    order = ordered(house)
    read = "select note from public.order_notes"
    note(house, order, " Wrap it as a gift\n")
    note(house, order, "Wrap it in blue ")
    assert house.ask("admin", read) == [{"note": "Wrap it in blue"}]
    for role in ("talent", "leadership"):
        assert house.ask(role, read) == []
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            note(house, order, "x", role)
    note(house, order, " ")
    assert house.ask("admin", read) == []
    refused(house, "PT404", "record_gone", note, {"uuid": house.other}, "x")


def test_Y27_both_sides_read_what_happened_and_nobody_else(house: House) -> None:
    order = accepted(house)
    pack(house, order)
    send(house, parcel(order))
    arrive(house, order, "admin")
    call = "select public.record_refund('transactions', %s, 1000, '2026-11-21', 'BCA', null)"
    house.ask("admin", call, order["uuid"])
    happened = {
        "accepted": None, "finished": None, "ordered": None, "packed": None, "refunded": "Rp. 1.000",
        "sent": "JNE REG, JP1234567890",
    }  # fmt: skip
    expected = [{"event": event, "said": said} for event, said in happened.items()]
    assert timeline(house, order) == timeline(house, order, "admin") == expected
    assert timeline(house, order, sub=house.other) == []
    assert timeline(house, order, "leadership") == []


RULES: dict[str, Row] = {
    "parcels_pkey": {},
    "parcels_courier_1_to_200_characters": {"courier": " "},
    "parcels_tracking_number_1_to_100_characters": {"tracking_number": " x"},
    "parcels_are_sent_by_a_courier": {"courier": None},
    "order_notes_pkey": {},
    "order_notes_are_of_an_order": {"order_uuid": "00000000-0000-4000-8000-00000000beef"},
    "order_notes_note_1_to_2000_characters": {"note": " "},
}


def test_V6_every_rule_about_parcels_and_notes_refuses_by_its_name(house: House) -> None:
    rules = (
        "select conname from pg_constraint where contype <> 'n' "
        "and conrelid in ('public.parcels'::regclass, 'public.order_notes'::regclass)"
    )
    assert {name for (name,) in house.sql(rules)} == RULES.keys()
    for name, wrong in RULES.items():
        table = "parcels" if name.startswith("parcels") else "order_notes"
        good = row(table, house.other)
        put(house.sql, table, good)
        values = (good if name.endswith("_pkey") else row(table, house.other)) | wrong
        columns, places = ", ".join(values), ", ".join(["%s"] * len(values))
        with pytest.raises(psycopg.errors.IntegrityError) as told, house.connection.transaction():
            house.sql(f"insert into public.{table} ({columns}) values ({places})", *values.values())
        assert told.value.diag.constraint_name == name
