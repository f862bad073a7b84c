"""Text → names and fields, as used in filters, order terms and select items."""

import re

from tapis.gateway.rest.ast import Field, JsonStep
from tapis.gateway.rest.scanner import Scanner

MAX_STEPS = 16

NAME = re.compile(r"[\w $]+(?:-(?!>)[\w $]+)*")
ARROW = re.compile(r"->>?")
INDEX = re.compile(r"-?[0-9]{1,9}(?!\w)")


def parse_name(scan: Scanner) -> str:
    name = scan.quoted()
    if name is None:
        match = scan.match(NAME)
        name = match[0].strip() if match else ""
    return name or scan.refuse("field name (* or [a..z0..9_$])")


def parse_field(scan: Scanner) -> Field:
    column, path = parse_name(scan), list[JsonStep]()
    while arrow := scan.match(ARROW):
        path.append(JsonStep(_key(scan), as_text=arrow[0] == "->>"))
        if len(path) > MAX_STEPS:
            scan.refuse(f"at most {MAX_STEPS} steps into a JSON value")
    return Field(column, tuple(path))


def _key(scan: Scanner) -> str | int:
    index = scan.match(INDEX)
    return int(index[0]) if index else parse_name(scan)


def split_embedded_key(key: str) -> tuple[tuple[str, ...], str]:
    """The embedded tables in a parameter's name, and the rest: `a.b.c` → (a, b), c."""
    if "." not in key:
        return (), key
    scan, path, start = Scanner(key, "filter"), list[str](), 0
    name = parse_name(scan)
    while scan.skip("."):
        path.append(name)
        start = scan.position
        name = parse_name(scan)
    if path[-1:] == ["not"] and key[start:] in ("and", "or"):
        return tuple(path[:-1]), f"not.{key[start:]}"
    return tuple(path), key[start:]
