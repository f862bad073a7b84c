"""How many uploads may be under way at once: a pile of them could fill the disk and the waiting room."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from tapis.gateway.storage import storage_errors

# As many as one browser opens connections; more only a program would send.
MOST_OF_ONE = 6
# Each holds at most two files of the largest size: 2 GB of disk in all.
MOST_OF_ALL = 64


class UploadSlots:
    """The uploads of one worker, by whose they are; nobody's share is used up by somebody else's."""

    def __init__(self) -> None:
        self._under_way: Counter[str | None] = Counter()

    @contextmanager
    def take(self, person: str | None) -> Iterator[None]:
        """Be counted for the length of the block; None is the service key, which has no share of its own.

        Raises StorageRefusal, 429 or 503, with Retry-After.
        """
        if person is not None and self._under_way[person] >= MOST_OF_ONE:
            raise storage_errors.too_many_of_yours()
        if self._under_way.total() >= MOST_OF_ALL:
            raise storage_errors.busy()
        self._under_way[person] += 1
        try:
            yield
        finally:
            self._under_way[person] -= 1
            if not self._under_way[person]:
                del self._under_way[person]
