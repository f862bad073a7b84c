"""For a run of the suites over one setup: what stays at home says why, and gateways are killed in the middle.

pytest -p tests.deployments.plugin, with TAPIS_TEST_SETUP.
"""

import os

import pytest

from tests.deployments.gateways import PATIENCE_SECONDS
from tests.deployments.proxy import answers
from tests.deployments.selection import why_at_home
from tests.postgres.os_processes import eventually

# So many tests that ask the shop, and then one of its gateways is killed; it opens again during the next.
TESTS_BETWEEN_STRIKES = 60
# Not there: its tests add tables with rights that are not the shop's, over which no gateway would open again.
SPARED = "tests/rest/"
_asked = 0


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip, with a reason in words, what the setup can't be asked."""
    setup = os.environ.get("TAPIS_TEST_SETUP") or "embedded"
    for item in items:
        if why := why_at_home(setup, item.nodeid):
            item.add_marker(pytest.mark.skip(reason=why))


def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Between two tests, when no request is under way that nobody has acknowledged."""
    global _asked  # noqa: PLW0603 – one count for one run
    shop = getattr(item, "funcargs", {}).get("shop")
    if shop is None or item.nodeid.startswith(SPARED):
        return
    _asked += 1
    if _asked % TESTS_BETWEEN_STRIKES == 0:
        shop.strike()
    if nextitem and nextitem.nodeid.startswith(SPARED):
        assert eventually(lambda: all(map(answers, shop.gateways)), PATIENCE_SECONDS)
