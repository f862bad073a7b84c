"""Outcome → HTTP: status, Content-Range, Preference-Applied, Content-Type and body."""

from collections.abc import Mapping

from starlette.responses import Response

from tapis.gateway.rest.execute import ExecutionResult
from tapis.gateway.rest.plan import CallPlan, DeletePlan, InsertPlan, Plan, ReadPlan, UpdatePlan
from tapis.gateway.rest.request import ApiRequest
from tapis.gateway.rest.request_headers import unsatisfiable_range_error

# Preferences that apply only to some plans.
APPLICABLE_PLANS: Mapping[str, tuple[type, ...]] = {
    "resolution": (InsertPlan,),
    "missing": (InsertPlan,),
    "return": (InsertPlan, UpdatePlan, DeletePlan),
}


def build_response(request: ApiRequest, plan: Plan, outcome: ExecutionResult) -> Response:
    """The response to one caller. Raises RestRefusal PGRST103, 416, for a page after the last row."""
    status, headers, body = build_response_parts(request, plan, outcome)
    headers["Cache-Control"] = "no-store"
    if status == 204:
        return Response(None, status, headers)
    response = Response(body, status, headers)
    if request.bare:
        del response.headers["Content-Length"]
    return response


def build_response_parts(
    request: ApiRequest, plan: Plan, outcome: ExecutionResult
) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body, independent of the caller. Raises as `build_response`."""
    headers = {"Content-Range": _content_range(request, plan, outcome)}
    if applied := _applied_preferences(request, plan):
        headers["Preference-Applied"] = applied
    status = _status(request, plan, outcome)
    if status != 204 and (request.bare or not plan.shape.bare):
        headers["Content-Type"] = request.media.value
    body = "null" if outcome.body is None else outcome.body
    return status, headers, b"" if plan.shape.bare else body.encode()


def _status(request: ApiRequest, plan: Plan, outcome: ExecutionResult) -> int:
    match plan:
        case CallPlan() if plan.function.returns == "nothing":
            return 204
        case ReadPlan() | CallPlan():
            return _status_of_page(request, outcome)
        case InsertPlan():
            merged = plan.conflict is not None and plan.conflict.merge and not outcome.inserted
            return 200 if merged else 201
        case UpdatePlan() | DeletePlan():
            return 204 if plan.shape.bare else 200


def _status_of_page(request: ApiRequest, outcome: ExecutionResult) -> int:
    """206 only when rows were counted and some are missing here; 416 when the page begins after the end."""
    offset, total = request.page.offset, outcome.total
    if total is None:
        return 200
    if offset > total:
        details = f"An offset of {offset} was requested, but there are only {total} rows."
        raise unsatisfiable_range_error(details, {"Content-Range": f"*/{total}"})
    return 206 if outcome.rows < total else 200


def _content_range(request: ApiRequest, plan: Plan, outcome: ExecutionResult) -> str:
    total = outcome.total if request.preferences.counted else None
    shown = "*"
    if outcome.rows and total != 0 and isinstance(plan, (ReadPlan, CallPlan, UpdatePlan)):
        first = request.page.offset if isinstance(plan, (ReadPlan, CallPlan)) else 0
        shown = f"{first}-{first + outcome.rows - 1}"
    return f"{shown}/{'*' if total is None else total}"


def _applied_preferences(request: ApiRequest, plan: Plan) -> str:
    honoured = (
        f"{name}={value}"
        for name, value in request.preferences.values.items()
        if (name not in APPLICABLE_PLANS or isinstance(plan, APPLICABLE_PLANS[name]))
        and (name != "max-affected" or plan.shape.max_affected is not None)
    )
    return ", ".join(honoured)
