"""The prepared statements of one connection, the least recently used evicted first."""

from collections import OrderedDict

MAX_STATEMENTS = 128  # each keeps a plan in the server's memory

# Role, SQL and type OIDs. A plan is made for one role, because the policies of another make another plan.
Key = tuple[bytes, bytes, tuple[int, ...]]


class PreparedStatements:
    """Names of prepared statements; never the same name twice on a connection."""

    def __init__(self) -> None:
        self._names: OrderedDict[Key, bytes] = OrderedDict()
        self._count = 0

    def find(self, key: Key) -> bytes | None:
        name = self._names.get(key)
        if name is not None:
            self._names.move_to_end(key)
        return name

    def add(self, key: Key) -> tuple[bytes, bytes | None]:
        """A name for a new statement, and that of an evicted one."""
        evicted = self._names.popitem(last=False)[1] if len(self._names) >= MAX_STATEMENTS else None
        self._count += 1
        self._names[key] = b"tapis_%d" % self._count
        return self._names[key], evicted

    def remove(self, key: Key) -> None:
        """The server refused to prepare it."""
        self._names.pop(key, None)

    def clear(self) -> None:
        self._names.clear()
