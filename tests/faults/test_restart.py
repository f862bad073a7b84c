"""The shop is restarted under load."""

from pathlib import Path

from tests.crash.harness import CrashHarness, open_harness
from tests.postgres.os_processes import eventually

ROUNDS = 2


def wait_for_orders(harness: CrashHarness, more: int) -> None:
    wanted = len(harness.ledger.orders) + more
    assert eventually(lambda: len(harness.ledger.orders) >= wanted)


def test_Z8_a_restart_under_load_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    with open_harness(tmp_path / "data", toms=4) as harness:
        for tom in harness.toms:
            tom.start()
        for _ in range(ROUNDS):
            wait_for_orders(harness, 20)
            harness.shop.close()
            harness.shop.open()
        wait_for_orders(harness, 1)
        harness.closing.set()
        for tom in harness.toms:
            tom.join()
        assert [tom.unexpected_response for tom in harness.toms] == [None] * 4
        assert harness.audit().is_empty
