"""Reads tests/access.yaml and holds one cell of its table part, whoever carries the question."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any, Protocol

import yaml

from tests.declared_pictures import AUDIENCES
from tests.example_rows import (
    LOGS,
    OF_PEOPLE,
    ONE_EACH,
    SETTINGS,
    STORED,
    TIMES,
    VIEWS,
    Row,
    Sql,
    edit,
    key_of,
    put,
    put_files,
    put_order,
    row,
    without_origin,
)
from tests.fingerprints import fingerprints

PROMISES: dict[str, Any] = yaml.safe_load((Path(__file__).parent / "access.yaml").read_text())
# Of every table and every view that shows rows of one.
TABLE_PROMISES: dict[str, Any] = {
    table: verbs
    for part in (
        "tables",
        "settings",
        "deliveries",
        "notes",
        "payments",
        "statements",
        "casting",
        "notifications",
        "views",
        "logs",
    )
    for table, verbs in PROMISES[part].items()
}
# Of every declared folder, and of one that is not.
FOLDER_PROMISES: dict[str, Any] = {
    **{folder: PROMISES["folders"][audience] for folder, audience in AUDIENCES.items()},
    "anything-else": PROMISES["folders"]["nobody"],
}
FILES = ("storage.objects", "private.object_names", "private.record_pictures")
VERBS = ("select", "insert", "update", "delete")
ROLES = ("anon", "none", "talent", "leadership", "admin", "service")


@dataclass(frozen=True, slots=True)
class Cell:
    """One promise: what this role gets when it does this to this table."""

    table: str
    verb: str
    role: str
    promise: str | int

    @property
    def base(self) -> str:
        """Where the rows are stored: the table itself, or the one that a view shows."""
        return VIEWS.get(self.table, self.table)

    def __str__(self) -> str:
        return f"{self.table}-{self.verb}-{self.role}-{self.promise}".replace(" ", "_")


@dataclass(frozen=True, slots=True)
class Answer:
    """The rows that were seen or touched, or the status of a refusal with 42501."""

    rows: list[Row]
    refused: int | None = None


class Carrier(Protocol):
    """Carries questions to the database as somebody, and knows the truth past all rules."""

    other: str
    # Seconds in which what SQL alone wrote is read: caches hear of it a moment later.
    patience: float

    def sql(self, query: str, *params: object) -> Sequence[tuple[Any, ...]]: ...
    def user_id(self, role: str) -> str: ...
    def state(self) -> str: ...
    def select(self, role: str, table: str) -> Answer: ...
    def insert(self, role: str, table: str, values: Row) -> Answer: ...
    def update(self, role: str, table: str, uuid: str, changes: Row) -> Answer: ...
    def delete(self, role: str, table: str, uuid: str) -> Answer: ...


def cells() -> list[Cell]:
    """Every cell of these parts, in the file's order."""
    return [
        Cell(table, verb, role, promise)
        for table, verbs in TABLE_PROMISES.items()
        for verb, roles in verbs.items()
        for role, promise in roles.items()
    ]


def checksum(sql: Sql) -> str:
    """Changes with every write to the shop's tables or to the rows of stored objects."""
    return str(fingerprints(sql, [*(f"public.{table}" for table in STORED + LOGS), *FILES]))


def hold(carrier: Carrier, cell: Cell) -> None:
    """Ask what the cell is about; an AssertionError says that the promise is broken."""
    me = carrier.user_id(cell.role)
    if cell.base in ONE_EACH + SETTINGS:
        carrier.sql(f"delete from public.{cell.base}")
    if cell.verb == "insert":
        _insert(carrier, cell)
        return
    theirs = put(carrier.sql, cell.base, row(cell.base, carrier.other))
    is_mine = cell.base in SETTINGS or (me == carrier.other and cell.base in ONE_EACH)
    mine = theirs if is_mine else put(carrier.sql, cell.base, row(cell.base, me))
    {"select": _select, "update": _update, "delete": _delete}[cell.verb](carrier, cell, mine, theirs)


def hold_all(carrier: Carrier, table: str, alone: Callable[[], AbstractContextManager[object]]) -> None:
    """Every cell of a table, each inside `alone()`; one error has all that are broken."""
    broken = list[Exception]()
    for cell in cells():
        try:
            if cell.table == table:
                with alone():
                    hold(carrier, cell)
        except Exception as error:  # noqa: BLE001 – all are told at once
            error.add_note(f"in the cell {cell}")
            broken.append(error)
    if broken:
        raise ExceptionGroup(f"{len(broken)} cells of {table}", broken)


def _select(carrier: Carrier, cell: Cell, mine: str, theirs: str) -> None:
    before = carrier.state()
    answer = carrier.select(cell.role, cell.table)
    everything = _uuids(carrier, cell.table)
    deadline = monotonic() + carrier.patience
    while cell.promise == "all" and _keys(cell, answer) != everything and monotonic() < deadline:
        answer = carrier.select(cell.role, cell.table)
    seen = _keys(cell, answer)
    match cell.promise:
        case "all":
            assert {mine, theirs} <= seen == everything
        case "own":
            assert mine in seen
            assert seen == _uuids(carrier, cell.table, carrier.user_id(cell.role))
        case "nothing":
            assert answer == Answer([])
        case status:
            assert answer.refused == status
    assert carrier.state() == before


def _keys(cell: Cell, answer: Answer) -> set[Any]:
    return {found[key_of(cell.table)] for found in answer.rows}


def _insert(carrier: Carrier, cell: Cell) -> None:
    me, other = carrier.user_id(cell.role), carrier.other
    match cell.promise:
        case "all":
            sent = row(cell.table, other)
            assert TIMES.items() & sent.items() <= _stored(carrier, cell, sent).items()
        case "own":
            stored = _stored(carrier, cell, row(cell.table, me))
            assert not TIMES.items() & stored.items(), "a talent's clock decides nothing"
            _refused(carrier, cell, row(cell.table, other), 403)
        case "made own":
            stored = _stored(carrier, cell, put_order(carrier.sql, me, user_id=other, status="Accepted"))
            assert not TIMES.items() & stored.items(), "a talent's clock decides nothing"
            assert (stored["user_id"], stored["status"]) == (me, "Processed")
        case status:
            _refused(carrier, cell, row(cell.base, me), int(status))
            if cell.base in OF_PEOPLE:
                _refused(carrier, cell, row(cell.base, other), int(status))
            if cell.table == "transactions":
                _refused(carrier, cell, put_order(carrier.sql, me), int(status))


def _stored(carrier: Carrier, cell: Cell, values: Row) -> Row:
    put_files(carrier.sql, cell.table, values, carrier.user_id(cell.role))
    assert carrier.insert(cell.role, cell.table, values).refused is None
    key = key_of(cell.table)
    found = carrier.sql(f"select to_jsonb(t) from public.{cell.table} t where {key} = %s", values[key])
    assert len(found) == 1
    return dict(found[0][0])


def _refused(carrier: Carrier, cell: Cell, values: Row, status: int) -> None:
    before = carrier.state()
    assert carrier.insert(cell.role, cell.table, values).refused == status
    assert carrier.state() == before


def _update(carrier: Carrier, cell: Cell, mine: str, theirs: str) -> None:
    key = key_of(cell.table)
    for uuid in dict.fromkeys((mine, theirs)):
        sent = edit(cell.base, carrier.other)
        shown = put_files(carrier.sql, cell.base, sent, carrier.other)
        before = carrier.state()
        stored = carrier.sql(f"select to_jsonb(t) from public.{cell.table} t where {key} = %s", uuid)[0][0]
        may = cell.promise == "all" or (cell.promise == "own" and uuid == mine)
        answer = carrier.update(cell.role, cell.table, uuid, sent)
        match cell.promise:
            case "all" | "own" if may:
                kept = {key: uuid, "created_at": stored["created_at"]}
                if cell.table == "transactions":
                    kept["user_id"] = stored["user_id"]
                touched = {"updated_at": answer.rows[0]["updated_at"]}
                assert [without_origin(found) for found in answer.rows] == [shown | kept | touched]
                assert touched["updated_at"] != sent["updated_at"]
            case "own" | "nothing":
                assert answer == Answer([])
            case status:
                assert answer.refused == status
        assert (carrier.state() == before) is not may


def _delete(carrier: Carrier, cell: Cell, mine: str, theirs: str) -> None:
    before = carrier.state()
    answer = carrier.delete(cell.role, cell.table, theirs)
    match cell.promise:
        case "all":
            assert theirs not in _uuids(carrier, cell.table)
            if mine == theirs:
                return
            before = carrier.state()
        case "own" | "nothing":
            assert answer == Answer([])
        case status:
            assert answer.refused == status
    assert carrier.state() == before
    answer = carrier.delete(cell.role, cell.table, mine)
    assert (mine not in _uuids(carrier, cell.table)) is (cell.promise in ("all", "own"))
    assert answer.refused == (cell.promise if isinstance(cell.promise, int) else None)
    assert (carrier.state() == before) is (cell.promise not in ("all", "own"))


def _uuids(carrier: Carrier, table: str, owner: str | None = None) -> set[str]:
    every = f"select {key_of(table)}::text from public.{table}"
    found = carrier.sql(every) if owner is None else carrier.sql(f"{every} where user_id = %s", owner)
    return {uuid for (uuid,) in found}
