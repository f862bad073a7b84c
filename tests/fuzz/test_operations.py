"""Every operation, asked anything: an answer within a second, never a 5xx; a refusal changes nothing."""

import httpx
import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from tests.fuzz.conftest import Crowd
from tests.fuzz.operations import OPERATIONS, Operation
from tests.fuzz.request_strategies import questions

# What a refusal is made of, by the first part of its address; the key check speaks before any service.
SHAPES: dict[str, tuple[set[str], ...]] = {
    "auth": ({"code", "error_code", "msg"}, {"code", "message"}),
    "rest": ({"code", "details", "hint", "message"},),
    "storage": ({"statusCode", "error", "message", "code"},),
}
BEFORE_ANY_SERVICE = ({"message"}, {"message", "hint"})
READS = ("GET", "HEAD")


def is_sound(operation: Operation, answer: httpx.Response) -> bool:
    """Whether a refusal is one that the client libraries can read."""
    if operation.method == "HEAD" or answer.status_code < 400:
        return True
    said = set(answer.json()) - {"weak_password"}
    return said in (*SHAPES[operation.service], *BEFORE_ANY_SERVICE)


@pytest.mark.parametrize("operation", OPERATIONS, ids=str)
@given(data=st.data())
def test_W5_whatever_is_asked_is_answered(crowd: Crowd, operation: Operation, data: st.DataObject) -> None:
    question = data.draw(questions(operation, crowd.user_id, crowd.somebody))
    before = "" if operation.method in READS else crowd.state()
    answer = crowd.clients[question.who].request(
        question.method,
        question.address,
        headers={name.encode(): value.encode("latin-1") for name, value in question.headers.items()},
        content=question.body or None,
    )
    note(f"{answer.status_code} {answer.text[:200]}")
    assert answer.status_code < 500
    assert is_sound(operation, answer)
    if answer.status_code >= 400 and before:
        assert crowd.state() == before
