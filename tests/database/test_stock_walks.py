"""Whatever is deleted, rejected and restored: what is left is what was entered less what orders hold."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import psycopg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.database.conftest import PersonaDatabase
from tests.database.test_orders import build_order, send_order
from tests.database.test_stock import add_product, build_line, edit_order, fetch_stock, save_sizes
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
    def held_pieces(self) -> int:
        """The pieces that must not be sold to others."""
        lives = self.is_there or self.status in HELD_FOR_GOOD
        return self.pieces if lives and self.status != "Rejected" else 0


@dataclass(slots=True)
class Shelf:
    """One product of which Ada entered five pieces, two orders of it, and what must be left."""

    db: PersonaDatabase
    shirt: str
    orders: list[Order] = field(default_factory=list)
    size: str = "M"
    entered: int = ENTERED
    is_there: bool = True

    @classmethod
    def create(cls, db: PersonaDatabase) -> "Shelf":
        shelf = cls(db, add_product(db, M=ENTERED))
        for pieces in (2, 3):
            order = build_order(db, transactions=[build_line(shelf.shirt, pieces, "M")])
            send_order(db, order)
            shelf.orders.append(Order(order, pieces))
        return shelf

    @property
    def expected_stock(self) -> int:
        return self.entered - sum(order.held_pieces for order in self.orders)

    def delete_product(self) -> None:
        if self.is_there:
            self.db.run_as("admin", "delete from public.products where uuid = %s", self.shirt)
            self.is_there = False

    def restore_product(self) -> None:
        if not self.is_there:
            self.db.run_as("admin", RESTORE, "products", self.shirt)
            self.is_there = True

    def recount(self) -> None:
        """Ada enters the pieces that she counts."""
        if self.is_there:
            sizes = {"sizes": [{"size": self.size, "stock": 4}]}
            assert len(self.db.update("admin", "products", self.shirt, sizes).rows) == 1
            self.entered += 4 - self.expected_stock

    def rename_size(self) -> None:
        if self.is_there:
            was, self.size = self.size, "L" if self.size == "M" else "M"
            save_sizes(self.db, self.shirt, **{was: self.size})

    def delete_order(self, order: Order) -> None:
        if order.is_there:
            self.db.run_as("talent", "delete from public.transactions where uuid = %s", order.row["uuid"])
            order.is_there = False

    def restore_order(self, order: Order) -> None:
        if not order.is_there:
            restore = (RESTORE, "transactions", order.row["uuid"])
            self._apply_if_available(order, lambda: self.db.run_as("admin", *restore), is_there=True)

    def set_status(self, order: Order, status: str) -> None:
        if order.is_there:
            self._apply_if_available(
                order, lambda: edit_order(self.db, order.row, status=status), status=status
            )

    def _apply_if_available(self, order: Order, step: Callable[[], object], **becomes: object) -> None:
        """Apply a step if the pieces are available; otherwise assert that it changes nothing."""
        was = {name: getattr(order, name) for name in becomes}
        self._set(order, becomes)
        if self.expected_stock >= 0:
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
OF_THE_PRODUCT = st.sampled_from(
    [Shelf.delete_product, Shelf.restore_product, Shelf.recount, Shelf.rename_size]
)
STATUSES = st.sampled_from(["Rejected", "Processed", "Accepted", "Finished"])
WHICH = st.integers(0, 1)
STEPS = st.lists(
    st.one_of(
        OF_THE_PRODUCT.map(lambda step: (step,)),
        st.tuples(st.sampled_from([Shelf.delete_order, Shelf.restore_order]), WHICH),
        st.tuples(st.just(Shelf.set_status), WHICH, STATUSES),
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
def test_Y4_what_is_left_is_what_was_entered_less_what_orders_hold(
    db: PersonaDatabase, steps: list[Step]
) -> None:
    with db.connection.transaction(force_rollback=True):
        shelf = Shelf.create(db)
        for step, *words in steps:
            step(shelf, *[shelf.orders[word] if isinstance(word, int) else word for word in words])
            if shelf.is_there:
                assert fetch_stock(db, shelf.shirt) == {shelf.size: shelf.expected_stock}
        shelf.restore_product()
        assert fetch_stock(db, shelf.shirt) == {shelf.size: shelf.expected_stock}
