"""What must be there, whatever people, the sweeper, the clock and kills did."""

from dataclasses import dataclass, field

RECOVERABLE_HOURS = 30 * 24
PAID = ("Accepted", "Finished")


@dataclass(slots=True)
class Picture:
    """A stored picture; hours are those of the walk's own clock."""

    name: str
    uploaded: float
    removed: float | None = None  # when a person removed it; None while nobody has, or it is restored

    @property
    def filename(self) -> str:
        return self.name.rpartition("/")[2]

    def is_recoverable(self, now: float) -> bool:
        """Whether its bytes must be there even if no record names it."""
        return now - (self.uploaded if self.removed is None else self.removed) < RECOVERABLE_HOURS


@dataclass(slots=True)
class Record:
    """A product or an order, and the picture that it names."""

    uuid: str
    picture: Picture
    deleted: float | None = None

    @property
    def is_there(self) -> bool:
        return self.deleted is None

    def is_restorable(self, now: float) -> bool:
        return self.deleted is not None and now - self.deleted < RECOVERABLE_HOURS


@dataclass(slots=True)
class Order(Record):
    pieces: int = 1
    status: str = "Processed"
    was_decided: bool = False

    @property
    def held(self) -> int:
        """The pieces that nobody else can have."""
        lives = self.is_there or self.status in PAID
        return self.pieces if lives and self.status != "Rejected" else 0


@dataclass(slots=True)
class Model:
    """One product, the orders of it, and every picture of the walk."""

    product: Record
    entered: int
    now: float = 0.0
    orders: list[Order] = field(default_factory=list)
    pictures: list[Picture] = field(default_factory=list)

    @property
    def left(self) -> int:
        return self.entered - sum(order.held for order in self.orders)

    @property
    def records(self) -> list[Record]:
        return [self.product, *self.orders]

    def must_be_shown(self) -> set[str]:
        """Pictures that records name and nobody has removed."""
        return {one.picture.name for one in self.records if one.is_there and one.picture.removed is None}

    def must_be_kept(self) -> set[str]:
        """Pictures whose bytes must be there, shown or not."""
        recoverable = {one.name for one in self.pictures if one.is_recoverable(self.now)}
        named = {
            one.picture.name
            for one in self.records
            if one.is_there or (one.is_restorable(self.now) and one.picture.removed is None)
        }
        settled = {one.picture.name for one in self.orders if one.was_decided}
        return recoverable | named | settled
