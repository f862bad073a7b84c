"""Headers → types: Prefer, Accept, Range and the schema headers."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from tapis.gateway.cache.negotiation import parse_quality_values
from tapis.gateway.errors import RestRefusal

SCHEMA = "public"
MAX_ROWS = 1_000

# Preference → its values; the first wins when one is repeated. They are echoed in this order.
# Deliberately missing: return=headers-only, tx and timezone. Under handling=strict they are refused.
PREFERENCES: Mapping[str, tuple[str, ...]] = {
    "resolution": ("merge-duplicates", "ignore-duplicates"),
    "missing": ("default", "null"),
    "return": ("minimal", "representation"),
    "count": ("exact", "planned", "estimated"),
    "handling": ("strict", "lenient"),
    "max-affected": (),
}
AMOUNT = re.compile("[0-9]{1,9}")
RANGE = re.compile(r"([0-9]{1,18})-([0-9]{0,18})")


@dataclass(frozen=True, slots=True)
class Preferences:
    values: Mapping[str, str]

    def __getitem__(self, name: str) -> str:
        return self.values.get(name, "")

    @property
    def representation(self) -> bool:
        return self["return"] == "representation"

    @property
    def counted(self) -> bool:
        """Whether the number of all rows is requested; estimates are exact here."""
        return bool(self["count"])

    @property
    def max_affected(self) -> int | None:
        """The limit of changed rows; None without strict handling."""
        amount = self["max-affected"] if self["handling"] == "strict" else ""
        return int(amount) if amount else None


class MediaType(Enum):
    """The format of rows; `stripped` omits keys whose value is null."""

    ROWS = "application/json; charset=utf-8"
    ONE = "application/vnd.pgrst.object+json; charset=utf-8"
    STRIPPED_ROWS = "application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8"
    STRIPPED_ONE = "application/vnd.pgrst.object+json;nulls=stripped; charset=utf-8"
    CSV = "text/csv; charset=utf-8"

    @property
    def csv(self) -> bool:
        return self is MediaType.CSV

    @property
    def singular(self) -> bool:
        return self in (MediaType.ONE, MediaType.STRIPPED_ONE)

    @property
    def stripped(self) -> bool:
        return self in (MediaType.STRIPPED_ROWS, MediaType.STRIPPED_ONE)


MEDIA: Mapping[str, MediaType] = {
    "*/*": MediaType.ROWS,
    "application/*": MediaType.ROWS,
    "application/json": MediaType.ROWS,
    "application/vnd.pgrst.array+json": MediaType.ROWS,
    "application/vnd.pgrst.array": MediaType.ROWS,
    "application/vnd.pgrst.object+json": MediaType.ONE,
    "application/vnd.pgrst.object": MediaType.ONE,
    "text/csv": MediaType.CSV,
}
STRIPPED = {
    "application/vnd.pgrst.array+json": MediaType.STRIPPED_ROWS,
    "application/vnd.pgrst.object+json": MediaType.STRIPPED_ONE,
}


@dataclass(frozen=True, slots=True)
class RowRange:
    """A page of the rows: skip `offset`, then at most `limit`."""

    offset: int = 0
    limit: int = MAX_ROWS


def parse_preferences(lines: Sequence[str]) -> Preferences:
    """Read the Prefer headers. Raises RestRefusal PGRST122 for unknown ones under handling=strict."""
    values: dict[str, str] = {}
    unknown: list[str] = []
    for preference in (part.strip() for line in lines for part in line.split(",")):
        name, _, value = (side.strip() for side in preference.partition("="))
        if value in PREFERENCES.get(name, ()) or (name == "max-affected" and AMOUNT.fullmatch(value)):
            values.setdefault(name, value)
        elif preference:
            unknown.append(preference)
    if unknown and values.get("handling") == "strict":
        raise RestRefusal(
            400,
            "PGRST122",
            "Invalid preferences given with handling=strict",
            f"Invalid preferences: {', '.join(unknown)}",
        )
    return Preferences({name: values[name] for name in PREFERENCES if name in values})


def parse_accept(accept: str) -> MediaType:
    for media_type, quality in parse_quality_values(accept) or [("*/*", 1.0)]:
        essence, *options = media_type.split(";")
        offered = STRIPPED if "nulls=stripped" in options else MEDIA
        if quality > 0 and essence in offered:
            return offered[essence]
    raise RestRefusal(406, "PGRST107", f"None of these media types are available: {accept}")


def parse_row_range(limit: int | None, offset: int, header: str) -> RowRange:
    """The intersection of limit, offset and Range, at most MAX_ROWS. Raises RestRefusal PGRST103, 416."""
    last = None if limit is None else offset + limit - 1
    match = RANGE.fullmatch(header)
    if match:
        offset, end_of_range = max(offset, int(match[1])), int(match[2]) if match[2] else None
        last = min((end for end in (last, end_of_range) if end is not None), default=None)
    if limit != 0 and last is not None and last < offset:
        raise unsatisfiable_range_error(
            "The lower boundary must be lower than or equal to the upper boundary in the Range header."
        )
    rows = MAX_ROWS if last is None else min(MAX_ROWS, max(0, last - offset + 1))
    return RowRange(offset, rows)


def unsatisfiable_range_error(details: str, headers: Mapping[str, str] | None = None) -> RestRefusal:
    return RestRefusal(416, "PGRST103", "Requested range not satisfiable", details, headers=headers)
