"""The owner restarts the shop while people order, as for a new version."""

from pathlib import Path

from tests.crash.siege import Siege, besiege
from tests.postgres.machine import eventually

ROUNDS = 2


def wait_for_orders(siege: Siege, more: int) -> None:
    wanted = len(siege.ledger.orders) + more
    assert eventually(lambda: len(siege.ledger.orders) >= wanted, seconds=30)


def test_Z8_a_restart_under_load_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    with besiege(tmp_path / "data", toms=4) as siege:
        for tom in siege.toms:
            tom.start()
        for _ in range(ROUNDS):
            wait_for_orders(siege, 20)
            siege.shop.close()
            siege.shop.open()
        wait_for_orders(siege, 1)
        siege.closing.set()
        for tom in siege.toms:
            tom.join()
        assert [tom.surprise for tom in siege.toms] == [None] * 4
        assert siege.audit().are_none
