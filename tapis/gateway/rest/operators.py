"""Filter operators and permitted casts: literal tables, one line per entry.

Deliberately missing: `match` and `imatch` (a hostile regular expression can keep a core busy for seconds).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Takes = Literal["text", "list", "word"]


@dataclass(frozen=True, slots=True)
class Operator:
    """A filter operator: its SQL, its operand, and its options.

    `takes` is `text` (one value), `list` (`(a,b)`) or `word` (one of WORDS). `quantified` operators may be
    written `eq(any).{1,2}`; for `wildcard` ones `*` stands for `%`, which needs no escaping in an address.
    The `sql` of a `search` operator is the function that creates the tsquery: `fts(english).cloth`.
    """

    sql: str
    takes: Takes = "text"
    quantified: bool = False
    wildcard: bool = False
    search: bool = False

    def may_have(self, option: str) -> bool:
        return not option or self.search or (self.quantified and option in ("any", "all"))


OPERATORS: Mapping[str, Operator] = {
    "eq": Operator("=", quantified=True),
    "neq": Operator("<>"),
    "gt": Operator(">", quantified=True),
    "gte": Operator(">=", quantified=True),
    "lt": Operator("<", quantified=True),
    "lte": Operator("<=", quantified=True),
    "like": Operator("like", quantified=True, wildcard=True),
    "ilike": Operator("ilike", quantified=True, wildcard=True),
    "in": Operator("= any", takes="list"),
    "is": Operator("is", takes="word"),
    "isdistinct": Operator("is distinct from"),
    "cs": Operator("@>"),
    "cd": Operator("<@"),
    "ov": Operator("&&"),
    "sl": Operator("<<"),
    "sr": Operator(">>"),
    "nxr": Operator("&<"),
    "nxl": Operator("&>"),
    "adj": Operator("-|-"),
    "fts": Operator("to_tsquery", search=True),
    "plfts": Operator("plainto_tsquery", search=True),
    "phfts": Operator("phraseto_tsquery", search=True),
    "wfts": Operator("websearch_to_tsquery", search=True),
}

# After `is.`, in any letter case.
WORDS: Mapping[str, str] = {
    "null": "null",
    "not_null": "not null",
    "true": "true",
    "false": "false",
    "unknown": "unknown",
}

# Types after `::` in select. An allowlist, because a type's name can't be a query parameter.
CASTS = frozenset(
    (  # noqa: SIM905 – a list of words
        "bigint boolean bool date float4 float8 int int2 int4 int8 integer interval json jsonb numeric real "
        "smallint text time timestamp timestamptz uuid varchar"
    ).split()
)
