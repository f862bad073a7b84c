"""Rows → text: PostgreSQL itself writes the body of a response, as JSON or CSV."""

from tapis.gateway.rest.plan import Call, Plan
from tapis.gateway.rest.request_headers import Media

# The rows to show, and what a function returns that returns no row. No column is called so.
ROWS, VALUE = '"tapis_rows"', '"tapis_value"'

# The names of the first row, in quotes where they need them.
NAMES = rf"""
    select string_agg(
        case when name ~ '[,"\n\r]' then concat('"', replace(name, '"', '""'), '"') else name end, ',')
    from json_object_keys(json_agg({ROWS}) -> 0) as name
"""
# PostgreSQL's text of a row without its parentheses is a line of CSV, but for backslashes, which it doubles.
LINE = rf"replace(substring({ROWS}::text from 2 for length({ROWS}::text) - 2), '\\', '\')"
CSV = f"concat_ws(chr(10), ({NAMES}), string_agg({LINE}, chr(10)))"


def body_sql(plan: Plan) -> str:
    """The text of all rows, or of the one that is wanted; null where none is."""
    media, value, one = plan.shape.media, ROWS, plan.shape.media.one
    if plan.shape.bare:
        return "null"
    if media is Media.CSV:
        return CSV
    if isinstance(plan, Call):
        value = ROWS if plan.function.returns == "row" else f"{ROWS}.{VALUE}"
        one = one or not plan.function.many
    listed = f"json_strip_nulls(json_agg({value}))" if media.stripped else f"json_agg({value})"
    return f"({listed} -> 0)::text" if one else f"coalesce({listed}, '[]')::text"
