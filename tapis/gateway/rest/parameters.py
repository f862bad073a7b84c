"""A query string → ParsedQuery: select, filters, order, limit, offset, columns, on_conflict, arguments.

Filters, order, limit and offset of an embedded table are prefixed with its name: `clients.name=eq.Tom`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple
from urllib.parse import parse_qsl

from tapis.gateway.errors import RestRefusal
from tapis.gateway.rest.ast import Embed, Expression, Selection, SelectItem, flatten_conditions
from tapis.gateway.rest.field_grammar import split_embedded_key
from tapis.gateway.rest.grammar import (
    looks_like_filter,
    parse_columns,
    parse_filter,
    parse_logic,
    parse_order,
)
from tapis.gateway.rest.operators import OPERATORS
from tapis.gateway.rest.request_headers import unsatisfiable_range_error
from tapis.gateway.rest.select_grammar import parse_select

# A query that exceeds one of these is refused; bytes and parameters are checked before parsing.
MAX_BYTES = 32_768
MAX_PARAMETERS = 250
MAX_CONDITIONS = 250
MAX_SEARCHES = 4  # each scans the texts of a whole table
MAX_ITEMS = 250
MAX_EMBEDS = 20

WHOLE_NUMBER = re.compile(r"-?[0-9]{1,18}")
LOGIC = frozenset({"and", "or", "not.and", "not.or"})
PAGING = frozenset({"order", "limit", "offset"})
RESERVED = frozenset({"select", "columns", "on_conflict", "apikey"})


@dataclass(frozen=True, slots=True)
class ParsedQuery(Selection):
    """The parsed query string; `arguments` only for functions."""

    columns: tuple[str, ...] | None = None
    on_conflict: tuple[str, ...] = ()
    arguments: Mapping[str, str] = field(default_factory=dict)


def parse_query(text: bytes, *, of_function: bool = False) -> ParsedQuery:
    """Parse the part of a URL after `?`. Raises RestRefusal: PGRST100, PGRST103, 414."""
    pairs = _pairs(text)
    reserved = {key: value for key, value in reversed(pairs) if key in RESERVED}
    others = [QueryParameter(*split_embedded_key(key), value) for key, value in pairs if key not in RESERVED]
    arguments = [parameter for parameter in others if of_function and _is_argument(parameter)]
    selection = _selection(
        parse_select(reserved.get("select", "")),
        [parameter for parameter in others if parameter not in arguments],
    )
    query = ParsedQuery(
        selection.select,
        selection.where,
        selection.order,
        selection.limit,
        selection.offset,
        columns=parse_columns(reserved["columns"], "columns parameter") if "columns" in reserved else None,
        on_conflict=_on_conflict(reserved.get("on_conflict", "")),
        arguments={parameter.key: parameter.value for parameter in arguments},
    )
    _check_limits(query)
    return query


class QueryParameter(NamedTuple):
    """A parameter: the embedded tables in its name, the rest of its name, and its value."""

    path: tuple[str, ...]
    key: str
    value: str


def _pairs(text: bytes) -> list[tuple[str, str]]:
    if len(text) > MAX_BYTES:
        raise RestRefusal(414, "PGRST100", "The address is too long", f"At most {MAX_BYTES} bytes are read.")
    try:
        pairs = parse_qsl(
            text.decode("ascii"), keep_blank_values=True, errors="strict", max_num_fields=MAX_PARAMETERS
        )
    except UnicodeError as error:
        raise RestRefusal(400, "PGRST100", "The address is not percent-encoded UTF-8") from error
    except ValueError as error:
        raise _too_many("parameters", MAX_PARAMETERS) from error
    if any("\0" in key or "\0" in value for key, value in pairs):
        raise RestRefusal(400, "PGRST100", "The address holds a NUL character")
    return pairs


def _selection(items: tuple[SelectItem | Embed, ...], parameters: Sequence[QueryParameter]) -> Selection:
    """The selection of the parameters without a path, with those of the embedded tables inside."""
    select = list[SelectItem | Embed]()
    nested = [parameter for parameter in parameters if parameter.path]
    for item in items:
        if isinstance(item, Embed):
            names = {item.alias, item.relation}
            inner = [QueryParameter(path[1:], key, value) for path, key, value in nested if path[0] in names]
            nested = [parameter for parameter in nested if parameter.path[0] not in names]
            item = replace(item, selection=_selection(item.selection.select, inner))  # noqa: PLW2901
        select.append(item)
    if nested:
        raise _not_embedded(nested[0].path[0])
    direct = [(key, value) for path, key, value in parameters if not path]
    paging = {key: value for key, value in reversed(direct) if key in PAGING}
    return Selection(
        tuple(select),
        tuple(_condition(key, value) for key, value in direct if key not in PAGING),
        parse_order(paging["order"]) if "order" in paging else (),
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
    return parse_logic(key, value) if key in LOGIC else parse_filter(key, value)


def _is_argument(parameter: QueryParameter) -> bool:
    return (
        parameter.key not in LOGIC | PAGING and not parameter.path and not looks_like_filter(parameter.value)
    )


def _whole_number(text: str) -> int | None:
    return int(text) if WHOLE_NUMBER.fullmatch(text) else None


def _limit(text: str) -> int | None:
    limit = _whole_number(text)
    if limit is not None and limit < 0:
        raise unsatisfiable_range_error("Limit should be greater than or equal to zero.")
    return limit


def _on_conflict(text: str) -> tuple[str, ...]:
    return parse_columns(text, "on_conflict parameter") if text else ()


def _check_limits(query: ParsedQuery) -> None:
    selections = list(_selections(query))
    filters = [condition for selection in selections for condition in flatten_conditions(selection.where)]
    counts = (
        ("filters", len(filters), MAX_CONDITIONS),
        (
            "full-text searches",
            sum(OPERATORS[condition.operator].search for condition in filters),
            MAX_SEARCHES,
        ),
        ("select items", sum(len(selection.select) for selection in selections), MAX_ITEMS),
        ("order terms", sum(len(selection.order) for selection in selections), MAX_ITEMS),
        ("embedded tables", len(selections) - 1, MAX_EMBEDS),
        ("on_conflict columns", len(query.on_conflict), MAX_ITEMS),
    )
    for kind, count, limit in counts:
        if count > limit:
            raise _too_many(kind, limit)


def _selections(selection: Selection) -> Iterator[Selection]:
    yield selection
    for embed in selection.embeds():
        yield from _selections(embed.selection)


def _too_many(kind: str, limit: int) -> RestRefusal:
    return RestRefusal(400, "PGRST100", f"Too many {kind}", f"At most {limit} are read.")
