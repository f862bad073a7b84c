"""The query of an address → Query: select, filters, order, limit, offset, columns, on_conflict, arguments.

Filters, order, limit and offset of an embedded table have its name before theirs: `clients.name=eq.Tom`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple
from urllib.parse import parse_qsl

from tapis.gateway.errors import RestRefusal
from tapis.gateway.rest.ast import Embed, Expression, Selection, SelectItem, conditions
from tapis.gateway.rest.field_grammar import split_path
from tapis.gateway.rest.grammar import looks_like_filter, read_columns, read_filter, read_logic, read_order
from tapis.gateway.rest.operators import OPERATORS
from tapis.gateway.rest.request_headers import unsatisfiable_range
from tapis.gateway.rest.select_grammar import read_select

# A longer query, or one with more of anything, is refused before it is parsed.
MAX_BYTES = 32_768
MAX_PARAMETERS = 250
MAX_CONDITIONS = 250
MAX_SEARCHES = 4  # each reads the texts of a whole table
MAX_ITEMS = 250
MAX_EMBEDS = 20

WHOLE_NUMBER = re.compile(r"-?[0-9]{1,18}")
LOGIC = frozenset({"and", "or", "not.and", "not.or"})
PAGING = frozenset({"order", "limit", "offset"})
RESERVED = frozenset({"select", "columns", "on_conflict", "apikey"})


@dataclass(frozen=True, slots=True)
class Query(Selection):
    """What an address asks for; `arguments` only in a function's address."""

    columns: tuple[str, ...] | None = None
    on_conflict: tuple[str, ...] = ()
    arguments: Mapping[str, str] = field(default_factory=dict)


def read_query(text: bytes, *, of_function: bool = False) -> Query:
    """Read the part of an address after `?`. Raises RestRefusal: PGRST100, PGRST103, 414."""
    pairs = _pairs(text)
    reserved = {key: value for key, value in reversed(pairs) if key in RESERVED}
    others = [Parameter(*split_path(key), value) for key, value in pairs if key not in RESERVED]
    arguments = [one for one in others if of_function and _is_argument(one)]
    selection = _selection(
        read_select(reserved.get("select", "")), [one for one in others if one not in arguments]
    )
    query = Query(
        selection.select,
        selection.where,
        selection.order,
        selection.limit,
        selection.offset,
        columns=read_columns(reserved["columns"], "columns parameter") if "columns" in reserved else None,
        on_conflict=_on_conflict(reserved.get("on_conflict", "")),
        arguments={one.key: one.value for one in arguments},
    )
    _refuse_too_much(query)
    return query


class Parameter(NamedTuple):
    """One parameter: the embedded tables that its name leads through, what of it is left, and its value."""

    path: tuple[str, ...]
    key: str
    value: str


def _pairs(text: bytes) -> list[tuple[str, str]]:
    if len(text) > MAX_BYTES:
        raise RestRefusal(414, "PGRST100", "The address is too long", f"At most {MAX_BYTES} bytes are read.")
    try:
        pairs = parse_qsl(
            text.decode("ascii"),
            keep_blank_values=True,
            errors="strict",
            max_num_fields=MAX_PARAMETERS,
        )
    except UnicodeError as error:
        raise RestRefusal(400, "PGRST100", "The address is not percent-encoded UTF-8") from error
    except ValueError as error:
        raise _too_many("parameters", MAX_PARAMETERS) from error
    if any("\0" in key or "\0" in value for key, value in pairs):
        raise RestRefusal(400, "PGRST100", "The address holds a NUL character")
    return pairs


def _selection(items: tuple[SelectItem | Embed, ...], parameters: Sequence[Parameter]) -> Selection:
    """What the parameters without a path say, around what the others say of each embedded table."""
    select = list[SelectItem | Embed]()
    deeper = [one for one in parameters if one.path]
    for item in items:
        if isinstance(item, Embed):
            names = {item.alias, item.relation}
            own = [Parameter(path[1:], key, value) for path, key, value in deeper if path[0] in names]
            deeper = [one for one in deeper if one.path[0] not in names]
            item = replace(item, selection=_selection(item.selection.select, own))  # noqa: PLW2901
        select.append(item)
    if deeper:
        raise _not_embedded(deeper[0].path[0])
    here = [(key, value) for path, key, value in parameters if not path]
    paging = {key: value for key, value in reversed(here) if key in PAGING}
    return Selection(
        tuple(select),
        tuple(_condition(key, value) for key, value in here if key not in PAGING),
        read_order(paging["order"]) if "order" in paging else (),
        _limit(paging.get("limit", "")),
        max(0, _whole_number(paging.get("offset", "")) or 0),
    )


def _not_embedded(name: str) -> RestRefusal:
    return RestRefusal(
        400,
        "PGRST108",
        f"'{name}' is not an embedded resource in this request",
        hint=f"Verify that '{name}' is included in the 'select' query parameter.",
    )


def _condition(key: str, value: str) -> Expression:
    return read_logic(key, value) if key in LOGIC else read_filter(key, value)


def _is_argument(one: Parameter) -> bool:
    return one.key not in LOGIC | PAGING and not one.path and not looks_like_filter(one.value)


def _whole_number(text: str) -> int | None:
    return int(text) if WHOLE_NUMBER.fullmatch(text) else None


def _limit(text: str) -> int | None:
    limit = _whole_number(text)
    if limit is not None and limit < 0:
        raise unsatisfiable_range("Limit should be greater than or equal to zero.")
    return limit


def _on_conflict(text: str) -> tuple[str, ...]:
    return read_columns(text, "on_conflict parameter") if text else ()


def _refuse_too_much(query: Query) -> None:
    selections = list(_selections(query))
    filters = [one for selection in selections for one in conditions(selection.where)]
    amounts = (
        ("filters", len(filters), MAX_CONDITIONS),
        ("full-text searches", sum(OPERATORS[one.operator].search for one in filters), MAX_SEARCHES),
        ("select items", sum(len(selection.select) for selection in selections), MAX_ITEMS),
        ("order terms", sum(len(selection.order) for selection in selections), MAX_ITEMS),
        ("embedded tables", len(selections) - 1, MAX_EMBEDS),
        ("on_conflict columns", len(query.on_conflict), MAX_ITEMS),
    )
    for what, amount, most in amounts:
        if amount > most:
            raise _too_many(what, most)


def _selections(selection: Selection) -> Iterator[Selection]:
    yield selection
    for embed in selection.embeds():
        yield from _selections(embed.selection)


def _too_many(what: str, most: int) -> RestRefusal:
    return RestRefusal(400, "PGRST100", f"Too many {what}", f"At most {most} are read.")
