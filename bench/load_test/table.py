"""Prints Markdown tables with aligned columns."""

from collections.abc import Sequence


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table; the first column is aligned left, the others right."""
    widths = [max(len(row[at]) for row in (heads, *rows)) for at in range(len(heads))]
    _line(heads, widths)
    print(f"|{'-' * (widths[0] + 2)}|" + "|".join("-" * (width + 1) + ":" for width in widths[1:]) + "|")
    for row in rows:
        _line(row, widths)


def _line(cells: Sequence[str], widths: Sequence[int]) -> None:
    first, *others = [
        cell.ljust(width) if at == 0 else cell.rjust(width)
        for at, (cell, width) in enumerate(zip(cells, widths, strict=True))
    ]
    print("| " + " | ".join([first, *others]) + " |")
