"""Reads tests/access.yaml and checks the cells of its table part, over HTTP or in SQL."""

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
    """One cell: the expected result when this role uses this verb on this table."""

    table: str
    verb: str
    role: str
    promise: str | int

    @property
    def base(self) -> str:
        """The table that stores the rows: the table itself, or the one behind a view."""
        return VIEWS.get(self.table, self.table)

    def __str__(self) -> str:
        return f"{self.table}-{self.verb}-{self.role}-{self.promise}".replace(" ", "_")


@dataclass(frozen=True, slots=True)
class Answer:
    """The rows that were read or changed, or the status of a refusal with 42501."""

    rows: list[Row]
    refused: int | None = None


class AccessClient(Protocol):
    """Accesses the database as a role; `sql` and `state` bypass all policies."""

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


def list_cells() -> list[Cell]:
    """Every cell, in the file's order."""
    return [
        Cell(table, verb, role, promise)
        for table, verbs in TABLE_PROMISES.items()
        for verb, roles in verbs.items()
        for role, promise in roles.items()
    ]


def checksum(sql: Sql) -> str:
    """Changes with every write to the shop's tables or to the rows of stored objects."""
    return str(fingerprints(sql, [*(f"public.{table}" for table in STORED + LOGS), *FILES]))


def assert_cell(client: AccessClient, cell: Cell) -> None:
    """Check one cell. Raises AssertionError."""
    me = client.user_id(cell.role)
    if cell.base in ONE_EACH + SETTINGS:
        client.sql(f"delete from public.{cell.base}")
    if cell.verb == "insert":
        _assert_insert(client, cell)
        return
    theirs = put(client.sql, cell.base, row(cell.base, client.other))
    is_mine = cell.base in SETTINGS or (me == client.other and cell.base in ONE_EACH)
    mine = theirs if is_mine else put(client.sql, cell.base, row(cell.base, me))
    {"select": _assert_select, "update": _assert_update, "delete": _assert_delete}[cell.verb](
        client, cell, mine, theirs
    )


def assert_all_cells(
    client: AccessClient, table: str, isolate: Callable[[], AbstractContextManager[object]]
) -> None:
    """Check every cell of a table, each inside `isolate()`. Raises one group of all errors."""
    errors = list[Exception]()
    for cell in list_cells():
        try:
            if cell.table == table:
                with isolate():
                    assert_cell(client, cell)
        except Exception as error:  # noqa: BLE001 – all are told at once
            error.add_note(f"in the cell {cell}")
            errors.append(error)
    if errors:
        raise ExceptionGroup(f"{len(errors)} cells of {table}", errors)


def _assert_select(client: AccessClient, cell: Cell, mine: str, theirs: str) -> None:
    before = client.state()
    answer = client.select(cell.role, cell.table)
    everything = _uuids(client, cell.table)
    deadline = monotonic() + client.patience
    while cell.promise == "all" and _keys(cell, answer) != everything and monotonic() < deadline:
        answer = client.select(cell.role, cell.table)
    seen = _keys(cell, answer)
    match cell.promise:
        case "all":
            assert {mine, theirs} <= seen == everything
        case "own":
            assert mine in seen
            assert seen == _uuids(client, cell.table, client.user_id(cell.role))
        case "nothing":
            assert answer == Answer([])
        case status:
            assert answer.refused == status
    assert client.state() == before


def _keys(cell: Cell, answer: Answer) -> set[Any]:
    return {found[key_of(cell.table)] for found in answer.rows}


def _assert_insert(client: AccessClient, cell: Cell) -> None:
    me, other = client.user_id(cell.role), client.other
    match cell.promise:
        case "all":
            sent = row(cell.table, other)
            assert TIMES.items() & sent.items() <= _insert_and_read(client, cell, sent).items()
        case "own":
            stored = _insert_and_read(client, cell, row(cell.table, me))
            assert not TIMES.items() & stored.items(), "a talent's clock decides nothing"
            _assert_refused(client, cell, row(cell.table, other), 403)
        case "made own":
            stored = _insert_and_read(
                client, cell, put_order(client.sql, me, user_id=other, status="Accepted")
            )
            assert not TIMES.items() & stored.items(), "a talent's clock decides nothing"
            assert (stored["user_id"], stored["status"]) == (me, "Processed")
        case status:
            _assert_refused(client, cell, row(cell.base, me), int(status))
            if cell.base in OF_PEOPLE:
                _assert_refused(client, cell, row(cell.base, other), int(status))
            if cell.table == "transactions":
                _assert_refused(client, cell, put_order(client.sql, me), int(status))


def _insert_and_read(client: AccessClient, cell: Cell, values: Row) -> Row:
    put_files(client.sql, cell.table, values, client.user_id(cell.role))
    assert client.insert(cell.role, cell.table, values).refused is None
    key = key_of(cell.table)
    found = client.sql(f"select to_jsonb(t) from public.{cell.table} t where {key} = %s", values[key])
    assert len(found) == 1
    return dict(found[0][0])


def _assert_refused(client: AccessClient, cell: Cell, values: Row, status: int) -> None:
    before = client.state()
    assert client.insert(cell.role, cell.table, values).refused == status
    assert client.state() == before


def _assert_update(client: AccessClient, cell: Cell, mine: str, theirs: str) -> None:
    key = key_of(cell.table)
    for uuid in dict.fromkeys((mine, theirs)):
        sent = edit(cell.base, client.other)
        shown = put_files(client.sql, cell.base, sent, client.other)
        before = client.state()
        stored = client.sql(f"select to_jsonb(t) from public.{cell.table} t where {key} = %s", uuid)[0][0]
        is_allowed = cell.promise == "all" or (cell.promise == "own" and uuid == mine)
        answer = client.update(cell.role, cell.table, uuid, sent)
        match cell.promise:
            case "all" | "own" if is_allowed:
                unchanged = {key: uuid, "created_at": stored["created_at"]}
                if cell.table == "transactions":
                    unchanged["user_id"] = stored["user_id"]
                changed = {"updated_at": answer.rows[0]["updated_at"]}
                assert [without_origin(found) for found in answer.rows] == [shown | unchanged | changed]
                assert changed["updated_at"] != sent["updated_at"]
            case "own" | "nothing":
                assert answer == Answer([])
            case status:
                assert answer.refused == status
        assert (client.state() == before) is not is_allowed


def _assert_delete(client: AccessClient, cell: Cell, mine: str, theirs: str) -> None:
    before = client.state()
    answer = client.delete(cell.role, cell.table, theirs)
    match cell.promise:
        case "all":
            assert theirs not in _uuids(client, cell.table)
            if mine == theirs:
                return
            before = client.state()
        case "own" | "nothing":
            assert answer == Answer([])
        case status:
            assert answer.refused == status
    assert client.state() == before
    answer = client.delete(cell.role, cell.table, mine)
    assert (mine not in _uuids(client, cell.table)) is (cell.promise in ("all", "own"))
    assert answer.refused == (cell.promise if isinstance(cell.promise, int) else None)
    assert (client.state() == before) is (cell.promise not in ("all", "own"))


def _uuids(client: AccessClient, table: str, owner: str | None = None) -> set[str]:
    every = f"select {key_of(table)}::text from public.{table}"
    found = client.sql(every) if owner is None else client.sql(f"{every} where user_id = %s", owner)
    return {uuid for (uuid,) in found}
