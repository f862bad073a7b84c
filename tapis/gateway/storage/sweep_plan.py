"""The plan of a sweep, and whether it is so large that an operator must confirm it.

Removed images never make it ask: each was removed on purpose, or by a sweep that asked, and could be brought
back until its time had passed. That a file is not named, or not known, may be a fault of the database.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

# Up to MIN_CONFIRMED files need no confirmation, more than MAX_UNCONFIRMED always do; in between, more than a
# hundredth of all.
MIN_CONFIRMED, MAX_UNCONFIRMED = 10, 100
MIN_CONFIRMED_OF_FOLDER = 3


@dataclass(frozen=True, slots=True)
class SweepPlan:
    """`unclaimed`, `expired`: id or version, and folder; `pictures`: folder → their number."""

    unclaimed: Sequence[tuple[str, str]]
    expired: Sequence[tuple[str, str]]
    unknown: Sequence[str]
    old_unknown: Sequence[str]
    pictures: Mapping[str, int]

    @property
    def undecided(self) -> int:
        """The number of files that were not removed before."""
        return len(self.unclaimed) + len(self.unknown) + len(self.old_unknown)

    @property
    def question(self) -> str | None:
        """Why an operator must confirm; None for an ordinary sweep."""
        return next(self._reasons(), None)

    @property
    def steps(self) -> list[str]:
        """A sentence for each step of the sweep."""
        counts = (
            (len(self.unclaimed), "pictures that no record names are removed, and can be brought back"),
            (len(self.unknown), "files that the database doesn't know are set aside"),
            (len(self.expired), "removed pictures are deleted for good"),
            (len(self.old_unknown), "files that were set aside are deleted for good"),
        )
        return [f"{number:,} {description}." for number, description in counts if number]

    def _reasons(self) -> Iterator[str]:
        total = sum(self.pictures.values())
        if self.undecided > max(MIN_CONFIRMED, min(MAX_UNCONFIRMED, total // 100)):
            yield f"a sweep would take {self.undecided:,} files, and the shop has {total:,} pictures"
        for folder, to_delete in Counter(folder for _, folder in self.unclaimed).items():
            if to_delete > MIN_CONFIRMED_OF_FOLDER and 2 * to_delete > self.pictures.get(folder, 0):
                pictures = self.pictures[folder]
                yield f"a sweep would take {to_delete:,} of the {pictures:,} pictures in {folder}"
