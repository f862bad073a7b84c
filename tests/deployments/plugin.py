"""A pytest plugin for one deployment: skips tests with a reason, and kills gateways between tests.

pytest -p tests.deployments.plugin, with TEST_SETUP.
"""

import os

import pytest

from tests.deployments.proxy import is_answering
from tests.deployments.selection import skip_reason
from tests.postgres.os_processes import eventually

# After so many tests that use the shop, one of its gateways is killed; it restarts during the next one.
TESTS_BETWEEN_KILLS = 60
# Their tests add tables with other rights, with which a gateway would refuse to start.
EXCLUDED = "tests/rest/"
_finished_tests = 0


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what does not apply to the deployment, with a reason."""
    setup = os.environ.get("TEST_SETUP") or "embedded"
    for item in items:
        if why := skip_reason(setup, item.nodeid):
            item.add_marker(pytest.mark.skip(reason=why))


def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Kill between two tests, when no request is in progress."""
    global _finished_tests  # noqa: PLW0603 – one count for one run
    shop = getattr(item, "funcargs", {}).get("shop")
    if shop is None or item.nodeid.startswith(EXCLUDED):
        return
    _finished_tests += 1
    if _finished_tests % TESTS_BETWEEN_KILLS == 0:
        shop.kill_gateway()
    if nextitem and nextitem.nodeid.startswith(EXCLUDED):
        assert eventually(lambda: all(map(is_answering, shop.gateways)))
