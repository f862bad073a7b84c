"""For a run of the suites over one setup: what stays at home says why, and gateways are killed in the middle.

pytest -p tests.elsewhere.plugin, with TAPIS_TEST_SETUP.
"""

import os

import pytest

from tests.elsewhere.reach import why_at_home

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


def pytest_runtest_teardown(item: pytest.Item) -> None:
    """Between two tests, when no request is under way that nobody has acknowledged."""
    global _asked  # noqa: PLW0603 – one count for one run
    shop = getattr(item, "funcargs", {}).get("shop")
    if shop and not item.nodeid.startswith(SPARED):
        _asked += 1
        if _asked % TESTS_BETWEEN_STRIKES == 0:
            shop.strike()
