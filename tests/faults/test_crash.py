"""The short form of `make crash`: every target is killed once under load."""

from pathlib import Path

from tests.crash.killable_shop import KILL_TARGETS
from tests.crash.run import Plan, format_summary, run_crash_test


def test_Z8_whatever_is_killed_while_people_order_nothing_is_lost_or_doubled(tmp_path: Path) -> None:
    outcome = run_crash_test(
        tmp_path / "data", Plan(kills=len(KILL_TARGETS), orders=50, seconds_between=0.3, seed=1976)
    )
    assert outcome.is_clean, format_summary(outcome)
    assert outcome.kills.total() == len(KILL_TARGETS)
    assert len(outcome.ledger.orders) >= 50
