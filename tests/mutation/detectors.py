"""The tests that can detect a mutant, ordered by how likely they are to fail."""

import re
from collections import Counter
from collections.abc import Iterable

import pytest

from tests.mutation.mutants import Mutant

# Behaviour in SQL as a role, then over HTTP. What only reads the catalogue (snapshot, verify, catalogue)
# would detect every mutant and prove nothing; the rest build databases without the mutant.
IN_SQL = (
    "bounds", "defence_in_depth", "evidence", "files", "object_names", "orders", "rights", "roles", "views",
    "accounts", "audit", "seals", "second_factor", "stock", "deliveries", "deleted_records", "personal_data",
    "outbox", "statements", "qris", "amounts", "reviews", "review_warnings", "proofs", "lapse", "refunds",
    "cancellations", "deleted_payments", "delivery_ways", "parcels", "quotas", "push_subscriptions", "wishes",
    "events", "casting", "check_ins", "declared_pictures", "search",
)  # fmt: skip
OVER_HTTP = {
    "public": (
        "tests/test_access.py",
        "tests/test_orders.py",
        "tests/rest/test_shop.py",
        "tests/test_content_version.py",
        "tests/test_hidden_products.py",
        "tests/test_settings.py",
        "tests/test_payments.py",
        "tests/test_casting.py",
        "tests/test_stock.py",
    ),
    "private": (
        "tests/test_access.py",
        "tests/test_orders.py",
        "tests/auth",
        "tests/test_content_version.py",
    ),
    "auth": ("tests/auth", "tests/test_access.py"),
    "storage": ("tests/test_access_files.py", "tests/storage"),
}
FILES = sorted(
    {f"tests/database/test_{name}.py" for name in IN_SQL}.union(*OVER_HTTP.values()),
    key=lambda file: not file.startswith("tests/database"),
)
# Tests that remove rules themselves, or only read which ones there are.
CHANGES_RULES = re.compile("is_missed_when|every_rule_about.*_is_tried")


class Detectors:
    """All candidate tests, ranked for each mutant."""

    def __init__(self, tests: Iterable[pytest.Item], most: int | None) -> None:
        self.most = most
        self.tests = [test for test in tests if not CHANGES_RULES.search(test.nodeid)]
        self.words = {test: words_of(test.nodeid.replace("-", " ")) for test in self.tests}
        self.of_file = {test: words_of(test.path.stem) for test in self.tests}
        self.titles = {test: title(test) for test in self.tests}
        self.killed: Counter[tuple[str, str, str]] = Counter()

    def for_(self, mutant: Mutant) -> list[pytest.Item]:
        """The tests to run for a mutant, ranked by words in their names and by earlier results."""
        files = OVER_HTTP[mutant.schema]
        fitting = [test for test in self.tests if in_sql(test) or test.nodeid.startswith(files)]
        parts = words_of(" ".join(mutant.words))
        return sorted(fitting, key=lambda test: self._rank(mutant, parts, test))[: self.most]

    def remember(self, mutant: Mutant, detector: pytest.Item) -> None:
        """Record a failing test; it is ranked higher for similar mutants."""
        self.killed[mutant.kind, mutant.schema, title(detector)] += 1

    def _rank(self, mutant: Mutant, parts: frozenset[str], test: pytest.Item) -> tuple[int, bool, int]:
        whole = len(mutant.words & self.words[test])
        of_file = 4 * len(parts & self.of_file[test])
        parts = parts & self.words[test]
        like = self.killed[mutant.kind, mutant.schema, self.titles[test]]
        return (-2 * whole - len(parts) - of_file - min(like, 3), not in_sql(test), -like)


def words_of(text: str) -> frozenset[str]:
    """The words of a text and their parts: `ended_sessions`, `ended`, `sessions`."""
    return frozenset(re.findall(r"[\w.]+", text) + re.findall(r"[a-z]{4,}", text))


def in_sql(test: pytest.Item) -> bool:
    """Whether a test uses the database without a gateway, which is fast."""
    return test.nodeid.startswith("tests/database/")


def title(test: pytest.Item) -> str:
    """A test's name without its parameters."""
    return test.nodeid.partition("[")[0]
