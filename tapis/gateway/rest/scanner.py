"""A cursor over one parameter's text, with PostgREST's parse errors."""

import re
from collections.abc import Callable
from typing import NoReturn, TypeVar

from tapis.gateway.errors import RestRefusal

T = TypeVar("T")

QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL)
ESCAPED = re.compile(r"\\(.)", re.DOTALL)


class Scanner:
    """Reads `text` from left to right; `what` names it in refusals."""

    def __init__(self, text: str, what: str) -> None:
        self.text = text
        self.what = what
        self.position = 0

    @property
    def done(self) -> bool:
        return self.position == len(self.text)

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        found = pattern.match(self.text, self.position)
        if found:
            self.position = found.end()
        return found

    def skip(self, literal: str) -> bool:
        found = self.text.startswith(literal, self.position)
        if found:
            self.position += len(literal)
        return found

    def expect(self, literal: str) -> None:
        if not self.skip(literal):
            self.refuse(f'"{literal}"')

    def rest(self) -> str:
        found = self.text[self.position :]
        self.position = len(self.text)
        return found

    def finish(self) -> None:
        if not self.done:
            self.refuse("end of input")

    def separated(self, read: Callable[["Scanner"], T]) -> tuple[T, ...]:
        found = [read(self)]
        while self.skip(","):
            found.append(read(self))
        return tuple(found)

    def quoted(self) -> str | None:
        found = self.match(QUOTED)
        return ESCAPED.sub(r"\1", found[1]) if found else None

    def refuse(self, expecting: str) -> NoReturn:
        here = f'"{self.text[self.position]}"' if not self.done else "end of input"
        raise RestRefusal(
            400,
            "PGRST100",
            f'"failed to parse {self.what} ({self.text})" (line 1, column {self.position + 1})',
            f"unexpected {here} expecting {expecting}",
        )
