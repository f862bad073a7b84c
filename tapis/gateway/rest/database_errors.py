"""Errors of PostgreSQL → errors of the data API."""

from psycopg import Error as PostgresError

from tapis.gateway.errors import DISK_FULL, DISK_FULL_MESSAGE, INTERNAL_ERROR_MESSAGE, RestRefusal

# SQLSTATE → HTTP status: the five characters, or else the two of the class.
# PostgREST, Error.hs, mapSQLtoHTTP.
STATUS_OF_SQLSTATE = {
    "23503": 409,
    "23505": 409,
    "25006": 405,
    "22023": 400,
    "42883": 404,
    "42P01": 404,
    "42P17": 500,
    "57014": 500,
    "P0001": 400,
    "08": 503,
    "53": 503,
    "40": 500,
    "54": 500,
    "57": 500,
    "58": 500,
    "P0": 500,
    "XX": 500,
}
TOO_LARGE = "54000"  # a response (select_sql.py), or a value for an index
# Server errors that disclose nothing about the server: statement timeout, recursive policy.
EXPOSED_SQLSTATES = frozenset({"57014", "42P17"})


def _sqlstate_to_status(sqlstate: str, role: str) -> int:
    """The HTTP status of a database error for a caller with `role`; SQLSTATE PTnnn selects nnn itself."""
    if sqlstate == "42501":
        return 401 if role == "anon" else 403
    if sqlstate.startswith("PT") and sqlstate[2:].isdigit() and 400 <= int(sqlstate[2:]) <= 499:
        return int(sqlstate[2:])
    return STATUS_OF_SQLSTATE.get(sqlstate) or STATUS_OF_SQLSTATE.get(sqlstate[:2]) or 400


def to_rest_refusal(error: PostgresError, role: str) -> RestRefusal:
    """The data API's error; discloses nothing about the server, and no values the caller may not read."""
    sqlstate = error.sqlstate or "XX000"
    status = _sqlstate_to_status(sqlstate, role)
    headers = {"WWW-Authenticate": "Bearer"} if status == 401 else {}
    if sqlstate == DISK_FULL:
        return RestRefusal(507, sqlstate, DISK_FULL_MESSAGE)
    if sqlstate == TOO_LARGE:
        return RestRefusal(413, sqlstate, "Too large. Ask for fewer rows or columns, or send shorter texts.")
    if status >= 500 and sqlstate not in EXPOSED_SQLSTATES:
        return RestRefusal(status, sqlstate, INTERNAL_ERROR_MESSAGE, headers=headers)
    details = error.diag.message_detail
    if details and details.startswith("Failing row contains"):
        details = None
    return RestRefusal(
        status,
        sqlstate,
        error.diag.message_primary or INTERNAL_ERROR_MESSAGE,
        details,
        error.diag.message_hint,
        headers,
    )
