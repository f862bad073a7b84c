"""Whatever is deleted, rejected and restored: what is left is what was entered less what orders hold."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import psycopg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.database.conftest import House
from tests.database.test_orders import ready, send
from tests.database.test_stock import edit, left, of, product
from tests.example_rows import Row

ENTERED = 5
RESTORE = "select public.restore_record(%s, %s)"
HELD_FOR_GOOD = ("Accepted", "Finished")


@dataclass(slots=True)
class Order:
    row: Row
    pieces: int
    status: str = "Processed"
    is_there: bool = True

    @property
    def held(self) -> int:
        """The pieces that must not be sold to anybody else."""
        lives = self.is_there or self.status in HELD_FOR_GOOD
        return self.pieces if lives and self.status != "Rejected" else 0


@dataclass(slots=True)
class Shelf:
    """One product of which Ada entered five pieces, two orders of it, and what must be left."""

    house: House
    shirt: str
    orders: list[Order] = field(default_factory=list)
    entered: int = ENTERED
    is_there: bool = True

    @classmethod
    def filled(cls, house: House) -> "Shelf":
        shelf = cls(house, product(house, M=ENTERED))
        for pieces in (2, 3):
            order = ready(house, transactions=[of(shelf.shirt, pieces, "M")])
            send(house, order)
            shelf.orders.append(Order(order, pieces))
        return shelf

    @property
    def left(self) -> int:
        return self.entered - sum(order.held for order in self.orders)

    def delete_product(self) -> None:
        if self.is_there:
            self.house.ask("admin", "delete from public.products where uuid = %s", self.shirt)
            self.is_there = False

    def restore_product(self) -> None:
        if not self.is_there:
            self.house.ask("admin", RESTORE, "products", self.shirt)
            self.is_there = True

    def count_anew(self) -> None:
        """Ada enters what she finds on the shelf."""
        if self.is_there:
            sizes = {"sizes": [{"size": "M", "stock": 4}]}
            assert len(self.house.update("admin", "products", self.shirt, sizes).rows) == 1
            self.entered += 4 - self.left

    def delete_order(self, order: Order) -> None:
        if order.is_there:
            self.house.ask("talent", "delete from public.transactions where uuid = %s", order.row["uuid"])
            order.is_there = False

    def restore_order(self, order: Order) -> None:
        if not order.is_there:
            restore = (RESTORE, "transactions", order.row["uuid"])
            self._holding(order, lambda: self.house.ask("admin", *restore), is_there=True)

    def give(self, order: Order, status: str) -> None:
        if order.is_there:
            self._holding(order, lambda: edit(self.house, order.row, status=status), status=status)

    def _holding(self, order: Order, step: Callable[[], object], **becomes: object) -> None:
        """Do it where the pieces are there; otherwise it must be refused, and change nothing."""
        was = {name: getattr(order, name) for name in becomes}
        self._set(order, becomes)
        if self.left >= 0:
            step()
            return
        self._set(order, was)
        with pytest.raises(psycopg.Error) as refused:
            step()
        assert refused.value.diag.message_hint == "out_of_stock"

    @staticmethod
    def _set(order: Order, values: Mapping[str, object]) -> None:
        for name, value in values.items():
            setattr(order, name, value)


Step = tuple[Any, ...]
OF_THE_PRODUCT = st.sampled_from([Shelf.delete_product, Shelf.restore_product, Shelf.count_anew])
STATUSES = st.sampled_from(["Rejected", "Processed", "Accepted", "Finished"])
WHICH = st.integers(0, 1)
STEPS = st.lists(
    st.one_of(
        OF_THE_PRODUCT.map(lambda step: (step,)),
        st.tuples(st.sampled_from([Shelf.delete_order, Shelf.restore_order]), WHICH),
        st.tuples(st.just(Shelf.give), WHICH, STATUSES),
    ),
    max_size=12,
)


@given(steps=STEPS)
@settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_Y4_what_is_left_is_what_was_entered_less_what_orders_hold(house: House, steps: list[Step]) -> None:
    with house.connection.transaction(force_rollback=True):
        shelf = Shelf.filled(house)
        for step, *words in steps:
            step(shelf, *[shelf.orders[word] if isinstance(word, int) else word for word in words])
            if shelf.is_there:
                assert left(house, shelf.shirt) == {"M": shelf.left}
        shelf.restore_product()
        assert left(house, shelf.shirt) == {"M": shelf.left}
