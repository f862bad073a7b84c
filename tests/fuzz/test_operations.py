"""Any request to every operation: answered within a second, never 5xx, and a refusal changes nothing."""

import httpx
import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from tests.fuzz.conftest import FuzzTarget
from tests.fuzz.operations import OPERATIONS, Operation
from tests.fuzz.request_strategies import requests

# The keys of an error body, by service; the API key is checked before any service.
SHAPES: dict[str, tuple[set[str], ...]] = {
    "auth": ({"code", "error_code", "msg"}, {"code", "message"}),
    "rest": ({"code", "details", "hint", "message"},),
    "storage": ({"statusCode", "error", "message", "code"},),
}
BEFORE_ANY_SERVICE = ({"message"}, {"message", "hint"})
READS = ("GET", "HEAD")


def is_well_formed(operation: Operation, answer: httpx.Response) -> bool:
    """Whether an error has the shape that the client libraries expect."""
    if operation.method == "HEAD" or answer.status_code < 400:
        return True
    output = set(answer.json()) - {"weak_password"}
    return output in (*SHAPES[operation.service], *BEFORE_ANY_SERVICE)


@pytest.mark.parametrize("operation", OPERATIONS, ids=str)
@given(data=st.data())
def test_W5_whatever_is_asked_is_answered(
    target: FuzzTarget, operation: Operation, data: st.DataObject
) -> None:
    question = data.draw(requests(operation, target.user_id, target.other_user_id))
    before = "" if operation.method in READS else target.state()
    answer = target.clients[question.who].request(
        question.method,
        question.address,
        headers={name.encode(): value.encode("latin-1") for name, value in question.headers.items()},
        content=question.body or None,
    )
    note(f"{answer.status_code} {answer.text[:200]}")
    assert answer.status_code < 500
    assert is_well_formed(operation, answer)
    if answer.status_code >= 400 and before:
        assert target.state() == before
