"""Races about one order over HTTP: one of two people wins, and the stored state agrees."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from threading import Barrier
from typing import Any
from uuid import uuid4

import httpx
import psycopg
import pytest

from tapis.shop_time import SHOP_TIME
from tests.conftest import Shop
from tests.declared_pictures import FOLDER_OF_PROOFS
from tests.example_rows import image, line, put, put_files, row
from tests.postgres.os_processes import eventually
from tests.qris_codes import build_static_code
from tests.test_payments import forget_payments
from tests.test_stock import BUYERS, build_order, create_buyers, create_product, fetch_stock, send_all

ROUNDS = 12
PRICE = 150_000
Send = Callable[[httpx.Client, str], httpx.Response]
# What an order's status means of its payment.
PAYMENT_STATES = {"Processed": "waiting", "Accepted": "accepted", "Rejected": "rejected"}


@pytest.fixture(autouse=True)
def _clean(shop: Shop) -> Iterator[None]:
    yield
    shop.sql("delete from public.refunds")
    shop.sql("delete from public.reconciliations")
    shop.sql("delete from public.statement_lines")
    forget_payments(shop)
    shop.sql("delete from private.stock_holds")
    shop.sql("delete from public.products where sizes <> '[]'")
    shop.sql("delete from public.delivery_ways")
    shop.sql("delete from public.payment_methods")


def review(decision: str) -> Send:
    body = {"place": "transactions", "decision": decision, "reason": "Unreadable"}
    return lambda client, uuid: client.post("/rest/v1/rpc/review", json=body | {"record": uuid})


def cancel(client: httpx.Client, uuid: str) -> httpx.Response:
    body = {"order_uuid": uuid, "reason": "Another size"}
    return client.post("/rest/v1/rpc/cancel_order", json=body)


def record_refund(refund: str) -> Send:
    body = {
        "place": "transactions",
        "amount": PRICE,
        "refunded_on": f"{datetime.now(SHOP_TIME):%F}",
        "way": "BCA",
    }
    return lambda client, uuid: client.post(
        "/rest/v1/rpc/record_refund", json=body | {"record": uuid, "refund": refund}
    )


def delete(client: httpx.Client, uuid: str) -> httpx.Response:
    return client.delete(f"/rest/v1/transactions?uuid=eq.{uuid}")


def send_proof(client: httpx.Client, uuid: str) -> httpx.Response:
    body = {"place": "transactions", "record": uuid, "invoice_image": image(f"another-{uuid}.jpg")}
    return client.post("/rest/v1/rpc/send_another_proof", json=body)


@dataclass(frozen=True, slots=True)
class Race:
    """Two people act on the same order at the same moment."""

    shop: Shop
    tokens: tuple[str, str]
    acts: tuple[Send, Send]

    def run(self, uuid: str) -> tuple[int, int]:
        """Send both requests at once; returns both statuses."""
        start = Barrier(2)

        def ask(turn: int) -> int:
            with self.shop.client(self.tokens[turn]) as client:
                client.get("/rest/v1/products?limit=1")  # the connection is open
                start.wait()
                return self.acts[turn](client, uuid).status_code

        with ThreadPoolExecutor(2) as threads:
            first, second = threads.map(ask, range(2))
        return first, second


def place_order(shop: Shop, who: str, token: str, product: str) -> str:
    """Place an order of one piece, which then waits for review."""
    one = build_order(who, line(product, quantity_to_buy=1))
    (answer,) = send_all(shop, [(token, one)])
    assert answer.status_code == 201, answer.text
    return str(one["uuid"])


COUNT_WAITING = "select count(*) from pg_stat_activity where wait_event_type = 'Lock'"


@contextmanager
def hold_lock_until_waiting(shop: Shop, waiting: int, table: str, key: str, *keys: str) -> Iterator[None]:
    """Lock these rows until that many statements of the block wait for them, then release them at once."""
    with ThreadPoolExecutor(1) as thread, psycopg.connect(shop.superuser) as holder:
        query = f"select from {table} where {key} = any (%s) for no key update"
        holder.execute(query.encode(), [[*keys]])

        def let_go() -> None:
            eventually(lambda: shop.sql(COUNT_WAITING) == [(waiting,)])
            holder.rollback()

        release = thread.submit(let_go)
        yield
        release.result()


def fetch_state(shop: Shop, uuid: str) -> dict[str, Any]:
    """The state of an order: its status, its payment, its stock and its logged decisions."""
    ((status, state, cancelled, kept, held, decisions),) = shop.sql(
        """
        select ordered.status, paid.state, paid.cancelled_by, paid.keeps_pieces,
            (select coalesce(sum(quantity), 0)::int from private.stock_holds where order_uuid = paid.record),
            (select count(*) from public.audit_log where record_id = paid.record and place = 'payments'
                and after ->> 'state' in ('accepted', 'rejected') and before ->> 'state' = 'waiting')
        from public.payments as paid left join public.transactions as ordered on ordered.uuid = paid.record
        where paid.record = %s
        """,
        uuid,
    )
    return {
        "status": status,
        "state": state,
        "cancelled": cancelled,
        "keeps": kept,
        "held": held,
        "decisions": decisions,
    }


def run_races(shop: Shop, acts: tuple[Send, Send], *, of_admins: bool = False) -> Counter[tuple[int, int]]:
    """Run races about several orders, and check the stored state of each against the statuses."""
    product, people = create_product(shop, _=ROUNDS), create_buyers(shop, ROUNDS)
    admins = shop.token("admin"), shop.account("admin").token
    outcomes: Counter[tuple[int, int]] = Counter()
    for who, token in people.items():
        uuid = place_order(shop, who, token, product)
        race = Race(shop, admins if of_admins else (token, admins[0]), acts)
        statuses = race.run(uuid)
        outcomes[statuses] += 1
        assert_consistent(fetch_state(shop, uuid), statuses)
    return outcomes


def assert_consistent(state: dict[str, Any], statuses: tuple[int, int]) -> None:
    """Order, payment and stock must agree with each other."""
    if state["status"]:
        assert PAYMENT_STATES[state["status"]] == state["state"], (state, statuses)
        assert state["held"] == (0 if state["state"] == "rejected" else 1), (state, statuses)
        assert not state["keeps"]
    else:  # its pieces stay taken only where it was paid
        assert state["keeps"] == (state["state"] == "accepted"), (state, statuses)
        assert state["held"] == (1 if state["keeps"] else 0), (state, statuses)
    assert state["decisions"] == (0 if state["state"] == "waiting" else 1), (state, statuses)


def test_Y24_of_two_administrators_with_two_minds_one_decides(shop: Shop) -> None:
    outcomes = run_races(shop, (review("accepted"), review("rejected")), of_admins=True)
    assert outcomes.keys() <= {(204, 409), (409, 204)}, outcomes


def test_Y24_an_order_is_cancelled_by_its_buyer_or_accepted_and_never_both(shop: Shop) -> None:
    outcomes = run_races(shop, (cancel, review("accepted")))
    assert outcomes.keys() <= {(204, 409), (409, 204)}, outcomes


def test_Y25_an_order_that_is_deleted_while_it_is_accepted_keeps_its_pieces_only_if_it_was_paid(
    shop: Shop,
) -> None:
    outcomes = run_races(shop, (delete, review("accepted")))
    assert outcomes.keys() <= {(204, 204), (204, 404)}, outcomes


def test_Y24_another_proof_is_sent_while_a_rejected_order_is_accepted_and_it_waits_or_is_accepted(
    shop: Shop,
) -> None:
    product, people = create_product(shop, _=ROUNDS), create_buyers(shop, ROUNDS)
    ada = shop.token("admin")
    for who, token in people.items():
        uuid = place_order(shop, who, token, product)
        name = f"{FOLDER_OF_PROOFS}/another-{uuid}.jpg"
        shop.sql(
            "insert into storage.objects (bucket_id, name, owner_id) values ('tapis', %s, %s)", name, who
        )
        with shop.client(ada) as client:
            assert review("rejected")(client, uuid).status_code == 204
        statuses = Race(shop, (token, ada), (send_proof, review("accepted"))).run(uuid)
        assert statuses in {(204, 204), (204, 409)}, statuses
        state = fetch_state(shop, uuid)
        assert state["status"] == ("Accepted" if statuses == (204, 204) else "Processed")
        assert (PAYMENT_STATES[state["status"]], state["held"]) == (state["state"], 1)


@pytest.mark.parametrize(("is_same", "statuses"), [(True, {(204, 204)}), (False, {(204, 400), (400, 204)})])
def test_Y24_two_refunds_at_once_never_pay_back_more_than_came(
    shop: Shop, is_same: bool, statuses: set[tuple[int, int]]
) -> None:
    product, people = create_product(shop, _=ROUNDS), create_buyers(shop, ROUNDS)
    admins = shop.token("admin"), shop.account("admin").token
    for who, token in people.items():
        uuid = place_order(shop, who, token, product)
        with shop.client(admins[0]) as ada:
            assert review("accepted")(ada, uuid).status_code == 204
        first = str(uuid4())
        acts = record_refund(first), record_refund(first if is_same else str(uuid4()))
        assert Race(shop, admins, acts).run(uuid) in statuses
        assert shop.sql("select sum(amount) from public.refunds where record = %s", uuid) == [(PRICE,)]


def test_Y26_of_200_buyers_of_five_pieces_with_a_courier_exactly_five_owe_goods_and_fee(shop: Shop) -> None:
    scarf, price, fee = create_product(shop, _=5), PRICE, 12_000
    way = put(
        shop.sql,
        "delivery_ways",
        row("delivery_ways", "", kind="pickup", areas=[], price=fee, per_kilogram=False),
    )
    people = create_buyers(shop, BUYERS)
    chosen = {"uuid": way, "fee": fee}
    orders = [
        (token, build_order(who, line(scarf, quantity_to_buy=1)) | {"delivery_way": chosen})
        for who, token in people.items()
    ]
    answers = send_all(shop, orders)
    assert Counter(answer.status_code for answer in answers) == {201: 5, 409: BUYERS - 5}
    assert {answer.json()["hint"] for answer in answers if answer.status_code == 409} == {"out_of_stock"}
    held = "select sum(quantity), count(distinct order_uuid) from private.stock_holds where product_uuid = %s"
    assert (fetch_stock(shop, scarf), shop.sql(held, scarf)) == ([0], [(5, 5)])
    owed = shop.sql("select count(*), sum(total), sum(amount) from public.payments where state = 'waiting'")
    assert owed == [(5, 5 * (price + fee), 5 * (price + fee))]
    with shop.client(shop.token("admin")) as ada:
        for (uuid,) in shop.sql("select uuid::text from public.transactions"):
            assert review("accepted")(ada, uuid).status_code == 204
        days = ada.post("/rest/v1/rpc/closing", json={"first_day": "2026-01-01", "last_day": "2026-12-31"})
    assert sum(day["came"] for day in days.json()) == 5 * (price + fee)


def test_Y16_two_lines_that_are_matched_to_one_order_at_once_both_count(shop: Shop) -> None:
    (who, token), admin = next(iter(create_buyers(shop, 1).items())), shop.token("admin")
    uuid = place_order(shop, who, token, create_product(shop, _=1))
    halves = [
        put(shop.sql, "statement_lines", row("statement_lines", "", amount=PRICE // 2, description=half))
        for half in ("one", "two")
    ]

    def match(line: str) -> int:
        body = {"line": line, "place": "transactions", "records": [uuid]}
        with shop.client(admin) as client:
            return client.post("/rest/v1/rpc/match_line", json=body).status_code

    with (
        hold_lock_until_waiting(shop, 2, "public.payments", "record", uuid),
        ThreadPoolExecutor(2) as threads,
    ):
        answers = threads.map(match, halves)
    assert [*answers] == [204, 204]
    assert shop.sql("select amount, received from public.payments where record = %s", uuid) == [(PRICE, None)]


@pytest.mark.parametrize("prefer", ["return=minimal", "handling=strict,max-affected=2"])
def test_Y14_decisions_about_many_orders_never_fail_for_waiting_for_each_other(
    shop: Shop, prefer: str
) -> None:
    products, uuids = [create_product(shop, _=5) for _ in range(2)], sorted(str(uuid4()) for _ in range(4))
    ordered_products = [*products, *reversed(products)]
    for (who, token), uuid, product in zip(
        create_buyers(shop, 4).items(), uuids, ordered_products, strict=True
    ):
        one = build_order(who, line(product, quantity_to_buy=1)) | {"uuid": uuid}
        (answer,) = send_all(shop, [(token, one)])
        assert answer.status_code == 201, answer.text

    def reject(pair: list[str]) -> int:
        with shop.client(shop.token("admin")) as client:
            address = f"/rest/v1/transactions?uuid=in.({','.join(pair)})"
            headers = {"Prefer": prefer}
            return client.patch(address, json={"status": "Rejected"}, headers=headers).status_code

    with (
        hold_lock_until_waiting(shop, 2, "public.products", "uuid", *products),
        ThreadPoolExecutor(2) as threads,
    ):
        answers = threads.map(reject, (uuids[:2], uuids[2:]))
    assert [*answers] == [204, 204]
    assert [fetch_stock(shop, product) for product in products] == [[5], [5]]


def test_Y13_an_amount_that_is_asked_for_while_its_order_is_sent_leaves_the_order_waiting(shop: Shop) -> None:
    """The form asks again whenever its window gets the focus, also while its order is being sent."""
    ((who, _),) = create_buyers(shop, 1).items()
    put(shop.sql, "payment_methods", row("payment_methods", "", exact_amounts=True, qris=build_static_code()))
    one = build_order(who, line(create_product(shop, _=1), quantity_to_buy=1)) | {"uuid": who}
    claims = json.dumps({"role": "authenticated", "sub": who, "aal": "aal1"})
    reserve = "select public.reserve_amount('/shopping-cart', %s, %s::uuid)"

    def reserved(total: int) -> Any:
        with psycopg.connect(shop.superuser) as form:
            form.execute("select set_config('request.jwt.claims', %s, true)", [claims])
            return form.execute(reserve, [total, who]).fetchall()[0][0]["amount"]

    assert reserved(PRICE) == PRICE
    with psycopg.connect(shop.superuser) as buyer, ThreadPoolExecutor(1) as thread:
        buyer.execute("select set_config('request.jwt.claims', %s, true)", [claims])
        buyer.execute(
            "insert into public.transactions "
            "select * from jsonb_populate_record(null::public.transactions, %s)",
            [json.dumps(one)],
        )
        asking = thread.submit(reserved, 2 * PRICE)
        assert eventually(lambda: shop.sql(COUNT_WAITING) == [(1,)])
        buyer.commit()
        assert asking.result() == PRICE
    owed = shop.sql("select state, amount from public.payments where record = %s", who)
    assert owed == [("waiting", PRICE)]


def test_Y24_an_order_that_a_line_pays_while_others_lapse_stays(shop: Shop) -> None:
    products = create_product(shop, _=1), create_product(shop, _=1)
    uuids = [
        place_order(shop, who, token, product)
        for (who, token), product in zip(create_buyers(shop, 2).items(), products, strict=True)
    ]
    shop.has_run_for(60)
    shop.sql("update private.record_pictures set noted_at = now() - interval '40 days'")
    shop.sql(
        "update public.payments set lapse_announced_at = now() - interval '20 days',"
        " created_at = now() - interval '40 days' + interval '1 day' * (record = %s)::int",
        uuids[1],
    )
    line_uuid = put(shop.sql, "statement_lines", row("statement_lines", "", amount=PRICE))
    body = {"line": line_uuid, "place": "transactions", "records": [uuids[1]]}
    with psycopg.connect(shop.superuser) as holder, ThreadPoolExecutor(1) as thread:
        holder.execute("select from public.products where uuid = %s for no key update", [products[0]])
        lapsing = thread.submit(shop.sql, "select private.lapse_orders(3)")
        assert eventually(lambda: shop.sql(COUNT_WAITING) == [(1,)])
        with shop.client(shop.token("admin")) as ada:
            assert ada.post("/rest/v1/rpc/match_line", json=body).status_code == 204
        holder.rollback()
        lapsing.result()
    assert [fetch_state(shop, uuid)["status"] for uuid in uuids] == ["Rejected", "Processed"]


def test_Y24_an_order_lapses_at_the_moment_in_which_a_line_pays_it_and_stays(shop: Shop) -> None:
    (who, token), ada = next(iter(create_buyers(shop, 1).items())), shop.account("admin")
    uuid = place_order(shop, who, token, create_product(shop, _=1))
    shop.has_run_for(60)
    shop.sql("update private.record_pictures set noted_at = now() - interval '40 days'")
    shop.sql(
        "update public.payments set lapse_announced_at = now() - interval '20 days',"
        " created_at = now() - interval '40 days'"
    )
    line_uuid = put(shop.sql, "statement_lines", row("statement_lines", "", amount=PRICE))
    claims = json.dumps({"role": "authenticated", "sub": ada.user_id, "aal": "aal1"})
    with psycopg.connect(shop.superuser) as desk, ThreadPoolExecutor(1) as thread:
        desk.execute("select set_config('request.jwt.claims', %s, true)", [claims])
        desk.execute("select public.match_line(%s, 'transactions', array[%s::uuid])", [line_uuid, uuid])
        lapsing = thread.submit(shop.sql, "select private.lapse_orders(3)")
        assert eventually(lambda: lapsing.done() or shop.sql(COUNT_WAITING) == [(1,)])
        desk.commit()
        lapsing.result()
    assert fetch_state(shop, uuid)["status"] == "Processed"


def test_Y16_a_line_is_not_matched_to_an_order_that_is_deleted_at_that_moment(shop: Shop) -> None:
    (who, token), admin = next(iter(create_buyers(shop, 1).items())), shop.token("admin")
    uuid = place_order(shop, who, token, create_product(shop, _=1))
    line_uuid = put(shop.sql, "statement_lines", row("statement_lines", "", amount=PRICE))
    body = {"line": line_uuid, "place": "transactions", "records": [uuid], "accepting": True}
    with (
        psycopg.connect(shop.superuser) as buyer,
        ThreadPoolExecutor(1) as thread,
        shop.client(admin) as ada,
    ):
        buyer.execute("delete from public.transactions where uuid = %s", [uuid])
        matching = thread.submit(ada.post, "/rest/v1/rpc/match_line", json=body)
        assert eventually(lambda: shop.sql(COUNT_WAITING) == [(1,)])
        buyer.commit()
        assert matching.result().status_code == 404
    assert shop.sql("select from public.reconciliations where record = %s", uuid) == []


MATCHES = {
    "match_line": "select public.match_line(%s, 'audition_registrations', array[%s::uuid], true)",
    "accept_matches": "select public.accept_matches(array[%s::uuid]), %s",
}


@pytest.mark.parametrize("act", MATCHES)
def test_Y16_a_fee_is_matched_while_another_administrator_decides_about_it(shop: Shop, act: str) -> None:
    """Each locks the registration first. The gateway would hide a deadlock by a second attempt."""
    (who,), admin = create_buyers(shop, 1), shop.account("admin").user_id
    registered = row("audition_registrations", who)
    uuid = registered["uuid"]
    put(shop.sql, "audition_registrations", put_files(shop.sql, "audition_registrations", registered, who))
    shop.sql("update public.payments set amount = %s where record = %s", PRICE, uuid)
    today = shop.sql("select (now() at time zone 'Asia/Jakarta')::date::text")[0][0]
    line_uuid = put(shop.sql, "statement_lines", row("statement_lines", "", amount=PRICE, booked_on=today))
    claims = json.dumps({"role": "authenticated", "sub": admin, "aal": "aal1"})

    def match() -> None:
        with psycopg.connect(shop.superuser) as statement:
            statement.execute("select set_config('request.jwt.claims', %s, true)", [claims])
            statement.execute(MATCHES[act].encode(), [line_uuid, uuid])

    with ThreadPoolExecutor(1) as thread, psycopg.connect(shop.superuser) as desk:
        desk.execute("select set_config('request.jwt.claims', %s, true)", [claims])
        desk.execute("select private.lock_for_review('audition_registrations', %s)", [uuid])
        matching = thread.submit(match)
        assert eventually(lambda: shop.sql(COUNT_WAITING) == [(1,)])
        desk.execute("select public.review('audition_registrations', %s, 'accepted')", [uuid])
        desk.commit()
        matching.result()
    assert shop.sql("select state from public.payments where record = %s", uuid) == [("accepted",)]
    assert shop.sql("select amount from public.reconciliations where record = %s", uuid) == [(PRICE,)]
