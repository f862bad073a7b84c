"""What one connection has prepared: names by who asks and what, the least used forgotten first."""

from collections import OrderedDict

MOST = 128  # each keeps a plan in the server's memory

# Role, SQL and type numbers. A plan is made for one role, because the policies of another make another plan.
Key = tuple[bytes, bytes, tuple[int, ...]]


class Statements:
    """Names of prepared statements; never the same name twice on a connection."""

    def __init__(self) -> None:
        self._names: OrderedDict[Key, bytes] = OrderedDict()
        self._given = 0

    def known(self, key: Key) -> bytes | None:
        """The name of a statement that is prepared already."""
        name = self._names.get(key)
        if name is not None:
            self._names.move_to_end(key)
        return name

    def add(self, key: Key) -> tuple[bytes, bytes | None]:
        """A name for a new statement, and that of one that must go to make room."""
        gone = self._names.popitem(last=False)[1] if len(self._names) >= MOST else None
        self._given += 1
        self._names[key] = b"tapis_%d" % self._given
        return self._names[key], gone

    def forget(self, key: Key) -> None:
        """The server refused to prepare this one."""
        self._names.pop(key, None)

    def clear(self) -> None:
        """Begin anew: what was prepared is gone, or of yesterday's tables."""
        self._names.clear()
