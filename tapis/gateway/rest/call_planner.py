"""Request + catalogue → plan, for functions: resolves overloads by the names of the arguments."""

from collections.abc import Sequence

from tapis.gateway.errors import RestRefusal
from tapis.gateway.rest.plan import CallPlan
from tapis.gateway.rest.request import ApiRequest
from tapis.gateway.rest.request_headers import SCHEMA
from tapis.gateway.rest.schema import Catalogue, Function
from tapis.gateway.rest.table_planner import plan_shape

NOT_ROWS = "Function must return SETOF or TABLE when max-affected preference is used with handling=strict"


def plan_call(request: ApiRequest, catalogue: Catalogue) -> CallPlan:
    """Plan GET, HEAD or POST on a function. Raises RestRefusal PGRST202, PGRST203 or PGRST200."""
    values: str | tuple[str, ...]
    payload = request.payload
    if payload is None:
        names, values = tuple(request.query.arguments), tuple(request.query.arguments.values())
    else:
        names, values = payload.keys, payload.text
    function = _choose_function(request, names, catalogue)
    if payload and function.takes_body:
        names = ()
    if request.preferences.max_affected is not None and not function.many:
        raise RestRefusal(400, "PGRST128", NOT_ROWS)
    shape = plan_shape(request, function.table or function.name, catalogue, bare=request.bare)
    table = catalogue.tables.get(function.table)
    columns = table.columns if table else {}
    counted = request.preferences.counted
    return CallPlan(function, shape, request.query.where, request.page, counted, names, values, columns)


def _choose_function(request: ApiRequest, names: tuple[str, ...], catalogue: Catalogue) -> Function:
    """The function with these parameters, else the one that takes the body; only that may be a list."""
    candidates, payload = catalogue.functions.get(request.target, ()), request.payload
    matching = [function for function in candidates if function.takes(names)]
    if payload and (payload.is_list or not matching):
        matching = [function for function in candidates if function.takes_body]
    if payload and payload.is_list and not matching:
        raise RestRefusal(400, "PGRST102", "A function takes one object of arguments")
    if not matching:
        raise _not_found(request, names)
    if len(matching) > 1:
        raise _ambiguous(matching)
    return matching[0]


def _not_found(request: ApiRequest, names: tuple[str, ...]) -> RestRefusal:
    name, listed = f"{SCHEMA}.{request.target}", ", ".join(names)
    signature = f"{name}({listed})" if names else f"{name} without parameters"
    parameters = f"with parameter{'s' if len(names) > 1 else ''} {listed}" if names else "without parameters"
    body = " or with a single unnamed json/jsonb parameter" if request.payload else ""
    return RestRefusal(
        404,
        "PGRST202",
        f"Could not find the function {signature} in the schema cache",
        f"Searched for the function {name} {parameters}{body},"
        " but no matches were found in the schema cache.",
    )


def _ambiguous(candidates: Sequence[Function]) -> RestRefusal:
    listed = ", ".join(f"{SCHEMA}.{function.name}({_signature(function)})" for function in candidates)
    return RestRefusal(
        300,
        "PGRST203",
        f"Could not choose the best candidate function between: {listed}",
        hint="Try renaming the parameters or the function itself in the database"
        " so function overloading can be resolved",
    )


def _signature(function: Function) -> str:
    return ", ".join(f"{name} => {type_}" for name, type_ in function.arguments.items())
