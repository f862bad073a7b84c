"""Plan → SQL: one statement for each plan, in which PostgreSQL also renders the JSON.

Each statement returns one row: the body (text, or null without one), the number of rows returned or written,
the total (null if not requested), the number inserted by an upsert (else null), and whether a function has
changed public content.
"""

from collections.abc import Iterable, Sequence

from tapis.gateway.rest.expressions import (
    Relation,
    StatementParameters,
    order_sql,
    quote_identifier,
    table_sql,
)
from tapis.gateway.rest.plan import (
    CallPlan,
    ConflictAction,
    DeletePlan,
    EmbeddedRead,
    InsertPlan,
    Plan,
    ReadPlan,
    ResultShape,
    UpdatePlan,
    Write,
)
from tapis.gateway.rest.schema import Column
from tapis.gateway.rest.select_sql import (
    VALUE,
    Statement,
    build_read_statement,
    response_sql,
    rows_sql,
    select_sql,
    table_to_relation,
    where_sql,
)

# Names inside a statement; no column has them.
BODY, ARGUMENTS = '"tapis_body"', '"tapis_arguments"'

# How many rows of an upsert were new. PostgreSQL doesn't return it, so each row increments the setting, and
# decrements it when it turns out to be an update; the setting ends with the transaction.
INSERTED = "coalesce(nullif(current_setting('tapis.inserted', true), '')::int, 0)"
COUNT_UP = f"set_config('tapis.inserted', ({INSERTED} + 1)::text, true) is not null"
COUNT_DOWN = f"set_config('tapis.inserted', ({INSERTED} - 1)::text, true) is not null"


def build_write_statement(plan: Plan) -> Statement:
    parameters = StatementParameters()
    match plan:
        case ReadPlan():
            return build_read_statement(plan)
        case CallPlan():
            sql = _call(plan, parameters)
        case _:
            sql = _write(plan, parameters)
    return Statement(sql, parameters.values)


def _call(plan: CallPlan, parameters: StatementParameters) -> str:
    function, alias = plan.function, quote_identifier(plan.function.name)
    source, arguments = _arguments(plan, parameters)
    columns = "" if function.returns == "row" else f"({VALUE})"
    call = f"select {alias}.* from {source}{table_sql(function.name)}({arguments}) as {alias}{columns}"
    return f"with {alias} as ({call}) {rows_sql(plan, Relation(alias, alias, plan.columns), parameters)}"


def _arguments(plan: CallPlan, parameters: StatementParameters) -> tuple[str, str]:
    types = plan.function.arguments
    if not isinstance(plan.values, str):
        texts = zip(plan.arguments, plan.values, strict=True)
        return "", ", ".join(
            f"{_named_argument(argument)}{parameters.add(text)}::{types[argument]}"
            for argument, text in texts
        )
    if plan.function.takes_body:
        return "", f"{parameters.add(plan.values)}::{types['']}"
    if not plan.arguments:
        return "", ""
    if plan.arguments == ("",):
        return "", f"{parameters.add(plan.values)}::json ->> ''"
    typed = _typed_columns(Column(argument, types[argument]) for argument in plan.arguments)
    source = f"json_to_record({parameters.add(plan.values)}::json) as {ARGUMENTS}({typed}), lateral "
    return source, ", ".join(
        f"{quote_identifier(argument)} => {ARGUMENTS}.{quote_identifier(argument)}"
        for argument in plan.arguments
    )


def _named_argument(argument: str) -> str:
    return f"{quote_identifier(argument)} => " if argument else ""


def _write(plan: Write, parameters: StatementParameters) -> str:
    target = table_to_relation(plan.table)
    columns = _returning_columns(plan.shape, target)
    if isinstance(plan, UpdatePlan) and not plan.columns:  # changes nothing, and needs no right to
        source = f"select {columns} from {target.sql} where false"
    else:
        source = f"{_write_statement(plan, target, parameters)} returning {columns}"
    inserted = INSERTED if isinstance(plan, InsertPlan) and plan.conflict else "null"
    rows = _select_returned(plan.shape, Relation(target.alias, target.alias, target.columns), parameters)
    shows_all = not any(isinstance(item, EmbeddedRead) and item.inner for item in plan.shape.items)
    total = "count(*)" if shows_all else f"(select count(*) from {target.alias})"
    return f"with {target.alias} as ({source}) {response_sql(plan, rows, total, inserted=inserted)}"


def _write_statement(plan: Write, target: Relation, parameters: StatementParameters) -> str:
    match plan:
        case InsertPlan():
            return _insert(plan, target, parameters)
        case UpdatePlan():
            return _update(plan, target, parameters)
        case DeletePlan():
            return f"delete from {target.sql}{where_sql(plan.where, (), target, parameters)}"


def _returning_columns(shape: ResultShape, target: Relation) -> str:
    """Only the requested columns: returning a column requires the right to read it."""
    if shape.bare:
        return "1"
    columns = [term.field.column for term in shape.order]
    for item in shape.items:
        if isinstance(item, EmbeddedRead):
            columns += item.relationship.origin_columns
        elif item.field is None:
            return f"{target.alias}.*"
        else:
            columns.append(item.field.column)
    return ", ".join(dict.fromkeys(f"{target.alias}.{quote_identifier(column)}" for column in columns)) or "1"


def _select_returned(shape: ResultShape, rows: Relation, parameters: StatementParameters) -> str:
    if shape.bare:
        return f"select 1 from {rows.sql}"
    selected = select_sql(shape.items, rows, parameters)
    where = where_sql((), shape.items, rows, parameters)
    return f"{selected}{where}{order_sql(shape.order, rows, parameters)}"


def _insert(plan: InsertPlan, target: Relation, parameters: StatementParameters) -> str:
    names = ", ".join(quote_identifier(column.name) for column in plan.columns)
    into = f"insert into {target.sql}" + (f" ({names})" if names else "")
    rows = (
        f"select {names} from {_record_set(plan, parameters)} where {COUNT_UP if plan.conflict else 'true'}"
    )
    return f"{into} {rows}{_on_conflict(plan.conflict, plan.columns)}"


def _record_set(plan: InsertPlan, parameters: StatementParameters) -> str:
    """The JSON list as typed rows; with `defaults` each object is merged over one of default values."""
    body = f"{parameters.add(plan.rows)}::json"
    if not plan.columns:
        return f"json_array_elements({body}) as {BODY}"
    if plan.defaults:
        defaults = ", ".join(
            f"'{_escape_literal(column.name)}', {column.default}" for column in plan.columns if column.default
        )
        body = (
            f"(select coalesce(jsonb_agg(jsonb_build_object({defaults}) || line), '[]')::json"
            f" from jsonb_array_elements({body}::jsonb) as line)"
        )
    return f"json_to_recordset({body}) as {BODY}({_typed_columns(plan.columns)})"


def _update(plan: UpdatePlan, target: Relation, parameters: StatementParameters) -> str:
    sets = ", ".join(
        f"{quote_identifier(column.name)} = {BODY}.{quote_identifier(column.name)}" for column in plan.columns
    )
    body = f"json_to_recordset({parameters.add(plan.rows)}::json) as {BODY}({_typed_columns(plan.columns)})"
    return f"update {target.sql} set {sets} from {body}{where_sql(plan.where, (), target, parameters)}"


def _on_conflict(conflict: ConflictAction | None, columns: Sequence[Column]) -> str:
    """Conflict columns are not updated: they don't change, and no right to update them is needed."""
    if conflict is None:
        return ""
    conflict_columns = ", ".join(quote_identifier(column) for column in conflict.columns)
    changed = [column for column in columns if column.name not in conflict.columns] or columns
    sets = ", ".join(
        f"{quote_identifier(column.name)} = excluded.{quote_identifier(column.name)}" for column in changed
    )
    if not conflict.merge or not sets:
        return f" on conflict ({conflict_columns}) do nothing"
    return f" on conflict ({conflict_columns}) do update set {sets} where {COUNT_DOWN}"


def _typed_columns(columns: Iterable[Column]) -> str:
    return ", ".join(f"{quote_identifier(column.name)} {column.type}" for column in columns)


def _escape_literal(text: str) -> str:
    return text.replace("'", "''")
