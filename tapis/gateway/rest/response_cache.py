"""Answers in memory, by everything they depend on; the least used go first when it is full."""

from collections import OrderedDict

from tapis.gateway.rest.cached_response import CachedResponse

# Path, query, Accept, Prefer, Range, Accept-Profile, Content-Profile: as they were sent.
Key = tuple[str, bytes, bytes, bytes, bytes, bytes, bytes]
LONGEST_KEY = 4_096  # bytes; longer questions are asked too rarely to be worth it


class Memory:
    """A bounded number of bytes."""

    def __init__(self, most_bytes: int) -> None:
        self.most_bytes = most_bytes
        self._kept: OrderedDict[Key, CachedResponse] = OrderedDict()
        self._bytes = 0

    def find(self, key: Key, version: int) -> CachedResponse | None:
        """The answer that is true for this version of the content."""
        kept = self._kept.get(key)
        if kept is None or kept.version != version:
            return None
        self._kept.move_to_end(key)
        return kept

    def keep(self, key: Key, kept: CachedResponse) -> None:
        """Remember an answer in place of an older one."""
        self.drop(key)
        if cost_of(key, kept) > self.most_bytes // 4:
            return
        self._kept[key] = kept
        self._bytes += cost_of(key, kept)
        while self._bytes > self.most_bytes:
            self.drop(next(iter(self._kept)))

    def drop(self, key: Key) -> None:
        """Forget an answer."""
        if kept := self._kept.pop(key, None):
            self._bytes -= cost_of(key, kept)


def cost_of(key: Key, kept: CachedResponse) -> int:
    """About how many bytes an answer takes, with its packed forms, which come later."""
    return 2 * len(kept.body) + len(key[1]) + 6_000


def is_too_long(key: Key) -> bool:
    """Whether the question is longer than its answer is worth."""
    return sum(map(len, key)) > LONGEST_KEY
