"""The administrator who accepts, rejects and refunds while everything is killed."""

from datetime import datetime
from typing import Any
from uuid import uuid4

from tapis.shop_time import SHOP_TIME
from tests.crash.retrying_client import Answer, RunEnded
from tests.crash.workload import Person

SECONDS_BETWEEN_DECISIONS = 0.05
NEWEST = "review_queue?place=eq.transactions&select=uuid,amount&order=created_at.desc&limit=8"
SIGN_IN_EVERY = 200  # decisions


class Bea(Person):
    """Decides about waiting orders, and refunds some of the accepted ones."""

    def work(self) -> None:
        """Decide about one order."""
        if self.done % SIGN_IN_EVERY == 0:
            self.sign_in()
        waiting: list[dict[str, Any]] = self.rest("GET", NEWEST, None, {200}).json
        if waiting:
            order = waiting[self.done % len(waiting)]
            decision = "rejected" if self.done % 3 == 2 else "accepted"
            if self.decide(order["uuid"], decision) and decision == "accepted" and self.done % 4 == 0:
                self.refund(order["uuid"], order["amount"])
        if self.closing.wait(SECONDS_BETWEEN_DECISIONS):
            raise RunEnded

    def decide(self, order: str, decision: str) -> bool:
        """Whether this decision was made; the buyer may have cancelled or deleted the order meanwhile."""
        body = {"place": "transactions", "record": order, "decision": decision, "reason": "Buram."}
        answer = self.rest("POST", "rpc/review", body, {204, 404, 409})
        is_made = answer.status == 204 or (answer.status == 409 and self._is_own_decision(answer, decision))
        if is_made:
            self.ledger.record_decision(order, decision)
        return is_made

    def refund(self, order: str, amount: int) -> None:
        """Refund half of it, so that a retry after a lost response could refund it twice."""
        amount //= 2
        body = {"place": "transactions", "record": order, "amount": amount, "refund": str(uuid4())}
        today = f"{datetime.now(SHOP_TIME):%F}"
        self.rest("POST", "rpc/record_refund", body | {"refunded_on": today, "way": "BCA"}, {204})
        self.ledger.record_refund(order, amount)

    def _is_own_decision(self, answer: Answer, decision: str) -> bool:
        """Whether a refused decision is the retry of one whose response was lost."""
        return bool(answer.json["message"] == f"This was {decision} already by {self.account.email}.")
