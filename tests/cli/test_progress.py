"""The progress that an operator sees during long commands."""

from io import StringIO

import pytest

from tapis.ops.progress import Progress


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def render_progress(output: StringIO, seconds_each: float, total: int = 10) -> str:
    """The output when each item takes so many seconds."""
    now = [0.0]
    progress = Progress("Images", total, output, lambda: now[0])
    for _ in range(total):
        now[0] += seconds_each
        progress()
    progress.close()
    return output.getvalue()


@pytest.mark.parametrize("output", [StringIO(), Terminal()])
def test_Z8_what_is_done_within_two_seconds_says_nothing(output: StringIO) -> None:
    assert render_progress(output, 0.1) == ""


def test_Z8_a_terminal_shows_one_line_with_how_much_and_how_long_still() -> None:
    outputs = render_progress(Terminal(), 1.0).split("\r")
    assert outputs[1] == "Images: 2 of 10, 8 s left"
    assert outputs[-3].startswith("Images: 10 of 10, 0 s left")
    assert outputs[-2].strip() == outputs[-1] == ""


def test_Z8_a_log_gets_a_plain_line_now_and_then() -> None:
    assert render_progress(StringIO(), 6.0).splitlines() == [
        "Images: 3 of 10, 42 s left",
        "Images: 6 of 10, 24 s left",
        "Images: 9 of 10, 6 s left",
    ]
    assert render_progress(StringIO(), 60.0).splitlines()[0] == "Images: 1 of 10, 9 min left"
