"""Text → select items: columns, casts and embedded tables.

id,label:name,facts->>from::text,buyer:clients!orders_client_id_fkey!inner(name,towns(*)),...shops(street)
"""

import re

from tapis.gateway.errors import RestRefusal
from tapis.gateway.rest.ast import Embed, Selection, SelectItem
from tapis.gateway.rest.field_grammar import parse_field, parse_name
from tapis.gateway.rest.operators import CASTS
from tapis.gateway.rest.scanner import Scanner

MAX_LEVELS = 8

SPACE = re.compile(r"\s*")
ALIAS = re.compile(r"(?=[\w $-]+:(?!:)|\"(?:[^\"\\]|\\.)*\":(?!:))")
JOIN = re.compile(r"(inner|left)(?![\w-])")
AGGREGATE = re.compile(r"(?:[^,()]*\.)?(?:count|sum|avg|min|max)\(\)")
CAST = re.compile(r"::([\w ]+)")


def parse_select(text: str) -> tuple[SelectItem | Embed, ...]:
    """Read `a,b:c,d->>e::text,f(g)`; empty means `*`. Raises RestRefusal."""
    scan = Scanner(text or "*", "select parameter")
    items = _items(scan, level=0)
    scan.finish()
    return items


def _items(scan: Scanner, level: int) -> tuple[SelectItem | Embed, ...]:
    if level > MAX_LEVELS:
        scan.refuse(f"at most {MAX_LEVELS} levels")
    return scan.separated(lambda inner: _item(inner, level))


def _item(scan: Scanner, level: int) -> SelectItem | Embed:
    scan.match(SPACE)
    if scan.skip("*"):
        scan.match(SPACE)
        return SelectItem(None)
    spread, alias = scan.skip("..."), ""
    if not spread and scan.match(ALIAS):
        alias = parse_name(scan)
        scan.expect(":")
    if scan.match(AGGREGATE):
        raise RestRefusal(400, "PGRST123", "Use of aggregate functions is not allowed")
    start = scan.position
    relation, hint, inner = parse_name(scan), "", False
    while scan.skip("!"):
        if join := scan.match(JOIN):
            inner = join[1] == "inner"
        else:
            hint = parse_name(scan)
    if scan.skip("("):
        return Embed(relation, alias, hint, inner, spread, Selection(_embedded(scan, level + 1)))
    if spread or hint:
        scan.refuse('"("')
    scan.position = start
    return SelectItem(parse_field(scan), alias, _cast(scan))


def _embedded(scan: Scanner, level: int) -> tuple[SelectItem | Embed, ...]:
    """Read the part after `(`; empty selects nothing."""
    scan.match(SPACE)
    if scan.skip(")"):
        return ()
    items = _items(scan, level)
    scan.expect(")")
    scan.match(SPACE)
    return items


def _cast(scan: Scanner) -> str:
    start = scan.position
    match = scan.match(CAST)
    if match and match[1].strip().lower() not in CASTS:
        scan.position = start + 2
        scan.refuse("one of the known types")
    return match[1].strip().lower() if match else ""
