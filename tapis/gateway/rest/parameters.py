"""The query of an address → Query: select, filters, order, limit, offset, columns, on_conflict, arguments."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import parse_qsl

from tapis.gateway.errors import RestRefusal
from tapis.gateway.rest.ast import Embed, Expression, OrderTerm, SelectItem, conditions
from tapis.gateway.rest.grammar import (
    looks_like_filter,
    read_columns,
    read_filter,
    read_logic,
    read_order,
    read_select,
)
from tapis.gateway.rest.request_headers import unsatisfiable_range

# A longer query, or one with more of anything, is refused before it is parsed.
MAX_BYTES = 32_768
MAX_PARAMETERS = 250
MAX_CONDITIONS = 250
MAX_ITEMS = 250

WHOLE_NUMBER = re.compile(r"-?[0-9]{1,18}")
LOGIC = frozenset({"and", "or", "not.and", "not.or"})
RESERVED = frozenset({"select", "order", "limit", "offset", "columns", "on_conflict", "apikey"})
ALL_COLUMNS = (SelectItem(None),)


@dataclass(frozen=True, slots=True)
class Query:
    """What an address asks for; `arguments` only in a function's address."""

    select: tuple[SelectItem | Embed, ...] = ALL_COLUMNS
    where: tuple[Expression, ...] = ()
    order: tuple[OrderTerm, ...] = ()
    limit: int | None = None
    offset: int = 0
    columns: tuple[str, ...] | None = None
    on_conflict: tuple[str, ...] = ()
    arguments: Mapping[str, str] = field(default_factory=dict)


def read_query(text: bytes, *, of_function: bool = False) -> Query:
    """Read the part of an address after `?`. Raises RestRefusal: PGRST100, PGRST103, 414."""
    pairs = _pairs(text)
    reserved = {key: value for key, value in reversed(pairs) if key in RESERVED}
    others = [(key, value) for key, value in pairs if key not in RESERVED]
    arguments = [(key, value) for key, value in others if of_function and _is_argument(key, value)]
    filters = [pair for pair in others if pair not in arguments]
    query = Query(
        select=read_select(reserved.get("select", "")),
        where=tuple(_condition(key, value) for key, value in filters),
        order=read_order(reserved["order"]) if "order" in reserved else (),
        limit=_limit(reserved.get("limit", "")),
        offset=max(0, _whole_number(reserved.get("offset", "")) or 0),
        columns=read_columns(reserved["columns"], "columns parameter") if "columns" in reserved else None,
        on_conflict=_on_conflict(reserved.get("on_conflict", "")),
        arguments=dict(arguments),
    )
    _refuse_too_much(query)
    return query


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


def _condition(key: str, value: str) -> Expression:
    return read_logic(key, value) if key in LOGIC else read_filter(key, value)


def _is_argument(key: str, value: str) -> bool:
    return key not in LOGIC and not looks_like_filter(value)


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
    amounts = (
        ("filters", sum(1 for _ in conditions(query.where)), MAX_CONDITIONS),
        ("select items", len(query.select), MAX_ITEMS),
        ("order terms", len(query.order), MAX_ITEMS),
        ("on_conflict columns", len(query.on_conflict), MAX_ITEMS),
    )
    for what, amount, most in amounts:
        if amount > most:
            raise _too_many(what, most)


def _too_many(what: str, most: int) -> RestRefusal:
    return RestRefusal(400, "PGRST100", f"Too many {what}", f"At most {most} are read.")
