"""Text → syntax tree: filters, logic trees, order and column lists of a URL."""

import re
from collections.abc import Callable
from typing import Literal, cast

from tapis.gateway.rest.ast import Condition, Expression, Field, Logic, OrderTerm
from tapis.gateway.rest.field_grammar import parse_field, parse_name
from tapis.gateway.rest.operators import OPERATORS, WORDS
from tapis.gateway.rest.scanner import Scanner

# More than a legitimate request needs, and within the limits of PostgreSQL's parser.
MAX_ELEMENTS = 1_000
MAX_LEVELS = 16

OPERATION = re.compile(r"([a-z]+)(?:\((\w{1,63})\))?\.")
WORD = re.compile(r"(not_null|null|true|false|unknown)(?![^,)])", re.IGNORECASE)
GROUP = re.compile(r"\s*(not\.)?(and|or)(?=\()")
BRACES = re.compile(r"\{[^{}]*\}")
UNQUOTED = re.compile(r"[^,)]*")
ENDED = re.compile(r"(?=[,)]|\Z)")
SPACE = re.compile(r"\s*")
DIRECTION = re.compile(r"\.(asc|desc)(?![a-z])")
NULLS = re.compile(r"\.nulls(first|last)(?![a-z])")

OPERATOR_EXPECTED = '"not" or operator (eq, gt, ...)'


def parse_filter(key: str, text: str) -> Condition:
    """Read `column=[not.]operator.value`. Raises RestRefusal PGRST100."""
    key_scan = Scanner(key, "filter")
    field = parse_field(key_scan)
    key_scan.finish()
    scan = Scanner(text, "filter")
    condition = _operation(scan, field, Scanner.rest)
    scan.finish()
    return condition


def parse_logic(key: str, text: str) -> Logic:
    """Read `and=(…)`, `or=(…)`, `not.and=(…)` or `not.or=(…)`. Raises RestRefusal PGRST100."""
    scan = Scanner(text, "logic tree")
    negated, connective = key.startswith("not."), key.removeprefix("not.")
    logic = _group(scan, cast('Literal["and", "or"]', connective), negated, level=1)
    scan.finish()
    return logic


def parse_order(text: str) -> tuple[OrderTerm, ...]:
    """Read `a.desc.nullslast,b`. Raises RestRefusal PGRST100."""
    scan = Scanner(text, "order")
    terms = scan.separated(_order_term)
    scan.finish()
    return terms


def parse_columns(text: str, subject: str) -> tuple[str, ...]:
    """Read `"a",b` into distinct names in their order. Raises RestRefusal PGRST100."""
    scan = Scanner(text, subject)
    names = scan.separated(parse_name)
    scan.finish()
    return tuple(dict.fromkeys(names))


def looks_like_filter(text: str) -> bool:
    """Whether a value starts like a filter: distinguishes filters from arguments in a function's URL."""
    match = OPERATION.match(text.removeprefix("not."))
    return match is not None and match[1] in OPERATORS


def _operation(scan: Scanner, field: Field, value: Callable[[Scanner], str]) -> Condition:
    """Read `[not.]operator.value`; `value` reads the operand of a plain operator."""
    negated = scan.skip("not.")
    start = scan.position
    match = scan.match(OPERATION)
    operator = OPERATORS.get(match[1]) if match else None
    if match is None or operator is None or not operator.may_have(match[2] or ""):
        scan.position = start
        scan.refuse(OPERATOR_EXPECTED)
    readers: dict[str, Callable[[Scanner], str | tuple[str, ...]]] = {
        "text": value,
        "list": _list,
        "word": _word,
    }
    return Condition(field, match[1], readers[operator.takes](scan), negated, match[2] or "")


def _word(scan: Scanner) -> str:
    match = scan.match(WORD)
    return match[1].lower() if match else scan.refuse(f"isVal: ({', '.join(WORDS)})")


def _list(scan: Scanner) -> tuple[str, ...]:
    scan.expect("(")
    if scan.skip(")"):
        return ()
    elements = scan.separated(_element)
    scan.expect(")")
    if len(elements) > MAX_ELEMENTS:
        scan.position = 0
        scan.refuse(f"at most {MAX_ELEMENTS} elements")
    return elements


def _element(scan: Scanner) -> str:
    """Read quoted text, or plain text that may contain quotes, up to `,` or `)`."""
    start = scan.position
    quoted = scan.quoted()
    if quoted is not None and scan.match(ENDED):
        return quoted
    scan.position = start
    match = scan.match(UNQUOTED)
    return match[0] if match else ""


def _value_in_logic(scan: Scanner) -> str:
    """Read a value inside a logic tree: quoted, in braces, or plain up to `,` or `)`."""
    start = scan.position
    braces = scan.match(BRACES)
    if braces and scan.match(ENDED):
        return braces[0]
    scan.position = start
    return _element(scan)


def _group(scan: Scanner, connective: Literal["and", "or"], negated: bool, level: int) -> Logic:
    if level > MAX_LEVELS:
        scan.refuse(f"at most {MAX_LEVELS} levels")
    scan.expect("(")
    parts = scan.separated(lambda inner: _part(inner, level))
    scan.expect(")")
    scan.match(SPACE)
    return Logic(connective, parts, negated)


def _part(scan: Scanner, level: int) -> Expression:
    group = scan.match(GROUP)
    if group:
        return _group(scan, cast('Literal["and", "or"]', group[2]), bool(group[1]), level + 1)
    scan.match(SPACE)
    field = parse_field(scan)
    scan.expect(".")
    return _operation(scan, field, _value_in_logic)


def _order_term(scan: Scanner) -> OrderTerm:
    scan.match(SPACE)
    field = parse_field(scan)
    direction = scan.match(DIRECTION)
    nulls = scan.match(NULLS)
    if not scan.done and not scan.text.startswith(",", scan.position):
        scan.refuse('"asc", "desc", "nullsfirst", "nullslast", "," or end of input')
    side = cast('Literal["", "first", "last"]', nulls[1] if nulls else "")
    return OrderTerm(field, bool(direction and direction[1] == "desc"), side)
