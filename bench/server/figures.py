"""Figures beside their goals: printed as a table, kept as JSON."""

import json
import platform
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

from bench.server.load import Run, rates

VERDICTS = {True: "met", False: "**not met**", None: ""}


@dataclass(frozen=True, slots=True)
class Figure:
    """What was measured, ours and the peer's in words, the ratio with its spread, and its goal, if any."""

    what: str
    ours: str
    peer: str
    ratio: str
    goal: str
    met: bool | None


def against(
    what: str, peer: str, ours: Sequence[Run], theirs: Sequence[Run], goal: float | None = None
) -> Figure:
    """How many times the peer's rate, round by round."""
    ratios = [one.rate / other.rate for one, other in zip(ours, theirs, strict=True)]
    middle = median(ratios)
    return Figure(
        what,
        f"{rates(ours):,.0f}/s",
        f"{peer} {rates(theirs):,.0f}/s",
        f"{middle:.2f} ({min(ratios):.2f}–{max(ratios):.2f})",
        f"≥ {goal} ×" if goal else "",
        middle >= goal if goal else None,
    )


def longer(what: str, peer: str, ours: Sequence[float], theirs: Sequence[float], most: float) -> Figure:
    """How many times as many seconds as something else takes, round by round."""
    ratios = [one / other for one, other in zip(ours, theirs, strict=True)]
    middle = median(ratios)
    return Figure(
        what,
        f"{median(ours):.2f} s",
        f"{peer} {median(theirs):.2f} s",
        f"{middle:.2f} ({min(ratios):.2f}–{max(ratios):.2f})",
        f"≤ {most:g} ×",
        middle <= most,
    )


def limit(
    what: str, value: float, unit: str, most: float | None = None, least: float | None = None
) -> Figure:
    """A figure with a bound of its own."""
    met = (most is None or value <= most) and (least is None or value >= least)
    goal = f"≤ {most:,g} {unit}" if most is not None else f"≥ {least:,g} {unit}"
    return Figure(what, f"{value:,.2f} {unit}" if value < 100 else f"{value:,.0f} {unit}", "", "", goal, met)


def show(figures: Sequence[Figure], file: Path) -> None:
    """Print the table as Markdown, and write the file."""
    heads = ("What", "Ours", "Peer", "Ratio (spread)", "Goal", "")
    rows = [(one.what, one.ours, one.peer, one.ratio, one.goal, VERDICTS[one.met]) for one in figures]
    for row in (heads, ("---", "---:", "---", "---:", "---", "---"), *rows):
        print(f"| {' | '.join(row)} |")
    about = {"date": time.strftime("%Y-%m-%d"), "machine": platform.machine(), "system": platform.platform()}
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(
        json.dumps(about | {"figures": [asdict(one) for one in figures]}, indent=2, ensure_ascii=False)
    )
