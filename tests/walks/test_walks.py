"""Random walks: what people, the sweeper, the clock and kill -9 can do to orders, stock, proofs and pictures.

A few in every `make test`; `make walk` takes 2,000, in a shop that is killed on the way.
"""

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st

from tests.walks.killed_shop import killed_scene
from tests.walks.scene import Scene
from tests.walks.walk import Step, Walk

WALKS = int(os.environ.get("WALKS", "0"))
FEW = 4
DAYS = 800  # that the shop has been open, as far as it knows: only such time makes anything old
PEOPLE = "order order remove_proof remove_picture restore_picture replace_picture enter_stock decide decide"
ANYBODY = "delete delete_with_picture restore restore pass_time sweep sweep_ahead"
STEPS = [*PEOPLE.split(), *ANYBODY.split()]
EVERY_STEP = [*STEPS, "kill"] if WALKS else STEPS


@pytest.fixture(scope="module")
def place(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    """The session's shop; for many walks one of its own that can be killed."""
    if WALKS:
        with killed_scene(tmp_path_factory.mktemp("walks") / "data") as found:
            found.shop.has_run_for(DAYS)
            yield found
    else:
        shop = request.getfixturevalue("shop")
        shop.has_run_for(DAYS)
        yield Scene(shop)


steps = st.lists(
    st.builds(Step, st.sampled_from(EVERY_STEP), st.integers(0, 3), st.integers(0, 11)),
    min_size=8,
    max_size=25,
)


# A picture was removed long before its product was: it comes back with the product.
REMOVED_LONG_BEFORE = [
    Step("remove_picture"),
    Step("pass_time", value=4),
    Step("delete"),
    Step("sweep"),
    Step("sweep"),
    Step("restore"),
]


@given(steps=steps)
@example(REMOVED_LONG_BEFORE)
@settings(
    max_examples=WALKS or FEW,
    deadline=None,
    report_multiple_bugs=False,
    derandomize=not WALKS,
    phases=[Phase.explicit, Phase.generate, *([] if WALKS else [Phase.shrink])],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
def test_Z8_nothing_is_lost_on_any_walk(place: Scene, steps: list[Step]) -> None:
    walk = Walk(place)
    try:
        for step in steps:
            walk.take(step)
    finally:
        place.end_kill()
