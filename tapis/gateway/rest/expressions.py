"""Syntax tree → SQL: fields, conditions, select items and order terms inside one statement.

Every value is a `$n` parameter sent as text of unknown type, so PostgreSQL parses it as the type that it is
compared with, or reports an error. Every identifier is quoted by `quote_identifier`.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tapis.gateway.rest.ast import Condition, Expression, Field, Logic, OrderTerm, SelectItem
from tapis.gateway.rest.operators import OPERATORS, WORDS
from tapis.gateway.rest.request_headers import SCHEMA
from tapis.gateway.rest.schema import Column

JSON_TYPES = frozenset({"json", "jsonb"})
SPECIAL = re.compile(r'["\\]')


def quote_identifier(identifier: str) -> str:
    return '"' + identifier.replace('"', '""') + '"'


@dataclass(slots=True)
class StatementParameters:
    values: list[str] = field(default_factory=list)
    aliases: int = 0

    def add(self, text: str) -> str:
        self.values.append(text)
        return f"${len(self.values)}"

    def alias(self) -> str:
        """A table alias that is unique in the statement."""
        self.aliases += 1
        return f"tapis_{self.aliases}"


@dataclass(frozen=True, slots=True)
class Relation:
    """A source of rows: `sql` in FROM, its alias, and its columns if known."""

    sql: str
    alias: str
    columns: Mapping[str, Column]


def table_sql(name: str) -> str:
    return f"{quote_identifier(SCHEMA)}.{quote_identifier(name)}"


def conditions_sql(
    expressions: Sequence[Expression], relation: Relation, parameters: StatementParameters
) -> list[str]:
    return [_expression(expression, relation, parameters) for expression in expressions]


def select_item_sql(item: SelectItem, relation: Relation, parameters: StatementParameters) -> str:
    if item.field is None:
        return f"{relation.alias}.*"
    expression = _field(item.field, relation, parameters)
    if item.cast:
        expression = f"cast({expression} as {item.cast})"
    return f"{expression} as {quote_identifier(item.alias or _default_alias(item.field))}"


def order_sql(terms: Sequence[OrderTerm], relation: Relation, parameters: StatementParameters) -> str:
    listed = ", ".join(_order_term(term, relation, parameters) for term in terms)
    return f" order by {listed}" if listed else ""


def _default_alias(field_node: Field) -> str:
    keys = [step.key for step in field_node.path if isinstance(step.key, str)]
    return keys[-1] if keys else field_node.column


def _field(field_node: Field, relation: Relation, parameters: StatementParameters) -> str:
    column = f"{relation.alias}.{quote_identifier(field_node.column)}"
    if not field_node.path:
        return column
    column_info = relation.columns.get(field_node.column)
    start = column if column_info and column_info.type in JSON_TYPES else f"to_jsonb({column})"
    steps = (f"{'->>' if step.as_text else '->'} {_key(step.key, parameters)}" for step in field_node.path)
    return f"({' '.join((start, *steps))})"


def _key(key: str | int, parameters: StatementParameters) -> str:
    return f"({key})" if isinstance(key, int) else f"{parameters.add(key)}::text"


def _expression(expression: Expression, relation: Relation, parameters: StatementParameters) -> str:
    if isinstance(expression, Logic):
        parts = f" {expression.connective} ".join(
            _expression(part, relation, parameters) for part in expression.parts
        )
        return f"not ({parts})" if expression.negated else f"({parts})"
    field_sql = _field(expression.field, relation, parameters)
    if OPERATORS[expression.operator].search:
        column_info = relation.columns.get(expression.field.column)
        condition = _search(
            expression, field_sql, parameters, indexed=bool(column_info and column_info.type == "tsvector")
        )
    else:
        condition = f"{field_sql} {_comparison(expression, parameters)}"
    return f"not ({condition})" if expression.negated else f"({condition})"


def _comparison(condition: Condition, parameters: StatementParameters) -> str:
    operator, value = OPERATORS[condition.operator], condition.value
    if isinstance(value, tuple):
        return f"{operator.sql}({parameters.add(_array(value))})"
    if operator.takes == "word":
        return f"{operator.sql} {WORDS[value]}"
    placeholder = parameters.add(value.replace("*", "%") if operator.wildcard else value)
    return f"{operator.sql} {condition.option}({placeholder})"


def _search(condition: Condition, document: str, parameters: StatementParameters, *, indexed: bool) -> str:
    language = f"{parameters.add(condition.option)}::regconfig, " if condition.option else ""
    words = f"{OPERATORS[condition.operator].sql}({language}{parameters.add(str(condition.value))})"
    return f"{document if indexed else f'to_tsvector({language}{document})'} @@ {words}"


def _array(elements: Sequence[str]) -> str:
    quoted = ('"' + SPECIAL.sub(r"\\\g<0>", element) + '"' for element in elements)
    return "{" + ",".join(quoted) + "}"


def _order_term(term: OrderTerm, relation: Relation, parameters: StatementParameters) -> str:
    direction = " desc" if term.descending else ""
    nulls = f" nulls {term.nulls}" if term.nulls else ""
    return f"{_field(term.field, relation, parameters)}{direction}{nulls}"
