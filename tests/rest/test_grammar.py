"""The grammar of query strings: what can be written is read back unchanged, anything else is refused."""

from collections.abc import Iterator
from urllib.parse import quote

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tapis.gateway.errors import RestRefusal
from tapis.gateway.rest.ast import (
    Condition,
    Embed,
    Expression,
    Field,
    JsonStep,
    Logic,
    OrderTerm,
    Selection,
    SelectItem,
    flatten_conditions,
)
from tapis.gateway.rest.operators import CASTS, OPERATORS, WORDS
from tapis.gateway.rest.parameters import MAX_SEARCHES, ParsedQuery, parse_query

TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12)
NAMES = TEXT.filter(bool)
STEPS = st.builds(JsonStep, NAMES | st.integers(-999, 999), st.booleans())
FIELDS = st.builds(Field, NAMES, st.lists(STEPS, max_size=3).map(tuple))
PLAIN = [name for name, operator in OPERATORS.items() if operator.takes == "text"]
QUANTIFIED = [name for name, operator in OPERATORS.items() if operator.quantified]
CONDITIONS = st.one_of(
    st.builds(Condition, FIELDS, st.sampled_from(PLAIN), TEXT, st.booleans()),
    st.builds(
        Condition, FIELDS, st.sampled_from(QUANTIFIED), TEXT, st.booleans(), st.sampled_from(["any", "all"])
    ),
    st.builds(Condition, FIELDS, st.sampled_from(["fts", "wfts"]), TEXT, st.booleans(), st.just("simple")),
    st.builds(Condition, FIELDS, st.just("in"), st.lists(TEXT, max_size=4).map(tuple), st.booleans()),
    st.builds(Condition, FIELDS, st.just("is"), st.sampled_from(list(WORDS)), st.booleans()),
)


def build_groups(parts: st.SearchStrategy[Expression]) -> st.SearchStrategy[Logic]:
    listed = st.lists(parts, min_size=1, max_size=3).map(tuple)
    return st.builds(Logic, st.sampled_from(["and", "or"]), listed, st.booleans())


EXPRESSIONS: st.SearchStrategy[Expression] = st.recursive(CONDITIONS, build_groups, max_leaves=8)
ITEMS = st.builds(SelectItem, FIELDS, NAMES | st.just(""), st.sampled_from(["", *sorted(CASTS)]))
ORDERS = st.builds(OrderTerm, FIELDS, st.booleans(), st.sampled_from(["", "first", "last"]))
NOT = st.booleans()
WHERE = st.lists(EXPRESSIONS, max_size=3).map(tuple)
ORDER = st.lists(ORDERS, max_size=3).map(tuple)
LIMIT, OFFSET = st.none() | st.integers(0, 10**17), st.integers(0, 10**17)


def build_embeds(items: st.SearchStrategy[SelectItem | Embed]) -> st.SearchStrategy[Embed]:
    """At most one embedded table per level, since its name or alias may be that of another."""
    scopes = st.builds(Selection, items.map(lambda one: (one,)), WHERE, ORDER, LIMIT, OFFSET)
    hints = NAMES.filter(lambda name: name not in ("inner", "left"))
    return st.builds(Embed, NAMES, NAMES | st.just(""), hints | st.just(""), NOT, st.just(False), scopes)


EMBEDDING: st.SearchStrategy[SelectItem | Embed] = st.recursive(ITEMS, build_embeds, max_leaves=3)
QUERIES = st.builds(
    ParsedQuery,
    select=st.builds(lambda items, last: (*items, last), st.lists(ITEMS, max_size=3), EMBEDDING),
    where=WHERE,
    order=ORDER,
    limit=LIMIT,
    offset=OFFSET,
    columns=st.none() | st.lists(NAMES, min_size=1, max_size=4, unique=True).map(tuple),
    on_conflict=st.lists(NAMES, max_size=3, unique=True).map(tuple),
)


def quote_name(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def format_field(place: Field) -> str:
    steps = (("->>" if step.as_text else "->") + format_key(step.key) for step in place.path)
    return quote_name(place.column) + "".join(steps)


def format_key(name: str | int) -> str:
    return str(name) if isinstance(name, int) else quote_name(name)


def format_operation(condition: Condition, *, inside: bool) -> str:
    value = condition.value
    if isinstance(value, tuple):
        text = "(" + ",".join(map(quote_name, value)) + ")"
    else:
        text = quote_name(value) if inside and condition.operator != "is" else value
    option = f"({condition.option})" if condition.option else ""
    return ("not." if condition.negated else "") + f"{condition.operator}{option}.{text}"


def format_part(expression: Expression) -> str:
    if isinstance(expression, Condition):
        return f"{format_field(expression.field)}.{format_operation(expression, inside=True)}"
    return format_connective(expression) + "(" + ",".join(map(format_part, expression.parts)) + ")"


def format_connective(expression: Logic) -> str:
    return ("not." if expression.negated else "") + expression.connective


def format_parameter(expression: Expression) -> tuple[str, str]:
    if isinstance(expression, Condition):
        return format_field(expression.field), format_operation(expression, inside=False)
    return format_connective(expression), "(" + ",".join(map(format_part, expression.parts)) + ")"


def format_item(one: SelectItem | Embed) -> str:
    if isinstance(one, Embed):
        alias = quote_name(one.alias) + ":" if one.alias else ""
        hint = "!" + quote_name(one.hint) if one.hint else ""
        join = "!inner" if one.inner else ""
        items = ",".join(map(format_item, one.selection.select))
        return f"{alias}{quote_name(one.relation)}{hint}{join}({items})"
    assert one.field
    alias = quote_name(one.alias) + ":" if one.alias else ""
    return alias + format_field(one.field) + (f"::{one.cast}" if one.cast else "")


def format_term(one: OrderTerm) -> str:
    return (
        format_field(one.field)
        + (".desc" if one.descending else "")
        + (f".nulls{one.nulls}" if one.nulls else "")
    )


def iterate_parameters(selection: Selection, path: str) -> Iterator[tuple[str, str]]:
    for expression in selection.where:
        name, value = format_parameter(expression)
        yield path + name, value
    yield path + "offset", str(selection.offset)
    if selection.order:
        yield path + "order", ",".join(map(format_term, selection.order))
    if selection.limit is not None:
        yield path + "limit", str(selection.limit)
    for embed in selection.embeds():
        yield from iterate_parameters(embed.selection, f"{path}{quote_name(embed.name)}.")


def count_searches(selection: Selection) -> int:
    own = sum(OPERATORS[one.operator].search for one in flatten_conditions(selection.where))
    return own + sum(count_searches(embed.selection) for embed in selection.embeds())


def format_query(query: ParsedQuery) -> bytes:
    pairs = [("select", ",".join(map(format_item, query.select))), *iterate_parameters(query, "")]
    if query.columns is not None:
        pairs.append(("columns", ",".join(map(quote_name, query.columns))))
    if query.on_conflict:
        pairs.append(("on_conflict", ",".join(map(quote_name, query.on_conflict))))
    return "&".join(f"{quote(name, safe='')}={quote(value, safe='')}" for name, value in pairs).encode()


@settings(max_examples=200, deadline=None)
@given(QUERIES)
def test_W5_what_is_written_is_read_as_it_was_meant(query: ParsedQuery) -> None:
    assume(count_searches(query) <= MAX_SEARCHES)
    assert parse_query(format_query(query)) == query


PIECES = [
    *'abeinoqrst.,:()->*"\\{}= &%+0123',
    "not.",
    "eq.",
    "and(",
    "in.(",
    "::int",
    "->>",
    "!inner(",
    "...",
]
ALPHABET = st.lists(st.sampled_from(PIECES)).map("".join)
KEYS = st.sampled_from(
    [
        "select",
        "order",
        "or",
        "not.and",
        "a.or",
        "a.b.limit",
        "columns",
        "on_conflict",
        "limit",
        "offset",
        "id",
    ]
)


def is_read_or_refused(text: bytes, of_function: bool) -> bool:
    try:
        parse_query(text, of_function=of_function)
    except RestRefusal as refusal:
        return 400 <= refusal.status < 500 and bool(refusal.message)
    return True


@settings(max_examples=500, deadline=None)
@given(KEYS | ALPHABET, ALPHABET, st.booleans())
def test_W5_anything_at_all_is_read_or_refused(name: str, value: str, of_function: bool) -> None:
    assert is_read_or_refused(f"{quote(name, safe='')}={quote(value, safe='')}".encode(), of_function)


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=60), st.booleans())
def test_W5_any_bytes_are_read_or_refused(text: bytes, of_function: bool) -> None:
    assert is_read_or_refused(text, of_function)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (b"a=eq.x", Condition(Field("a"), "eq", "x")),
        (b"a=not.in.(x,%22y,z%22)", Condition(Field("a"), "in", ("x", "y,z"), negated=True)),
        (b"a->b->>2=ilike(any).{x*}", Condition(
            Field("a", (JsonStep("b", False), JsonStep(2, True))), "ilike", "{x*}", option="any")),
        (b"not.or=(a.eq.1,and(b.is.NULL,c.not.gt.2))", Logic("or", (
            Condition(Field("a"), "eq", "1"),
            Logic("and", (
                Condition(Field("b"), "is", "null"), Condition(Field("c"), "gt", "2", negated=True),
            )),
        ), negated=True)),
        (b"or=(a.in.(1,%222%22),b.cs.{x,y},c.eq.)", Logic("or", (
            Condition(Field("a"), "in", ("1", "2")), Condition(Field("b"), "cs", "{x,y}"),
            Condition(Field("c"), "eq", ""),
        ))),
        (b"a=in.(%22x%22y,%22z%22)", Condition(Field("a"), "in", ('"x"y', "z"))),
        (b"and-roid=eq.1", Condition(Field("and-roid"), "eq", "1")),
    ],
)  # fmt: skip
def test_W1_a_filter_becomes_a_tree(text: bytes, found: Expression) -> None:
    assert parse_query(text).where == (found,)


def test_W5_a_function_takes_what_does_not_look_like_a_filter() -> None:
    query = parse_query(b"a=1&b=eq.2&c=not.like.x&d=note.eq&e=&a=eq.3", of_function=True)
    assert query.arguments == {"a": "1", "d": "note.eq", "e": ""}
    assert [expression.field.column for expression in query.where if isinstance(expression, Condition)] == [
        "b",
        "c",
        "a",
    ]


def test_W5_the_key_in_an_address_is_no_filter() -> None:
    assert parse_query(b"apikey=abc&a=eq.1").where == (Condition(Field("a"), "eq", "1"),)
