"""What a sweep would take, and whether that is so much that an operator is asked first."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

# Up to FEW files are never asked about, more than MANY always, in between more than a hundredth of all.
FEW, MANY = 10, 100
FEW_OF_A_FOLDER = 3


@dataclass(frozen=True, slots=True)
class SweepPlan:
    """`unclaimed`, `expired`: id or version, and folder; `pictures`: folder → how many it has."""

    unclaimed: Sequence[tuple[str, str]]
    expired: Sequence[tuple[str, str]]
    unknown: Sequence[str]
    old_unknown: Sequence[str]
    pictures: Mapping[str, int]

    @property
    def count(self) -> int:
        return len(self.unclaimed) + len(self.expired) + len(self.unknown) + len(self.old_unknown)

    @property
    def question(self) -> str | None:
        """Why an operator should look first; None for an ordinary sweep."""
        return next(self._reasons(), None)

    @property
    def steps(self) -> list[str]:
        """A sentence for each thing that the sweep would do."""
        counted = (
            (len(self.unclaimed), "pictures that no record names are removed, and can be brought back"),
            (len(self.unknown), "files that the database doesn't know are set aside"),
            (len(self.expired), "removed pictures are deleted for good"),
            (len(self.old_unknown), "files that were set aside are deleted for good"),
        )
        return [f"{number:,} {what}." for number, what in counted if number]

    def _reasons(self) -> Iterator[str]:
        total = sum(self.pictures.values())
        if self.count > max(FEW, min(MANY, total // 100)):
            yield f"a sweep would take {self.count:,} files, and the shop has {total:,} pictures"
        for folder, to_delete in Counter(folder for _, folder in self.unclaimed).items():
            if to_delete > FEW_OF_A_FOLDER and 2 * to_delete > self.pictures.get(folder, 0):
                pictures = self.pictures[folder]
                yield f"a sweep would take {to_delete:,} of the {pictures:,} pictures in {folder}"
