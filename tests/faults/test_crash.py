"""The quick part of `make crash`: every kind of kill once, while eight talents order and Ada works."""

from pathlib import Path

from tests.crash.killable_shop import KINDS
from tests.crash.run import Plan, crash, summary


def test_Z8_whatever_is_killed_while_people_order_nothing_is_lost_or_doubled(tmp_path: Path) -> None:
    outcome = crash(tmp_path / "data", Plan(kills=len(KINDS), orders=50, seconds_between=0.3, seed=1976))
    assert outcome.is_clean, summary(outcome)
    assert outcome.kills.total() == len(KINDS)
    assert len(outcome.ledger.orders) >= 50
