"""Capital letters as strokes: pictures must read the same on a machine that has no fonts."""

# Each letter in a box 10 wide and 14 high, as an SVG path to be stroked.
STROKES = {
    "A": "M0 14L5 0L10 14M2 9H8",
    "B": "M0 0V14H6Q10 14 10 10.5T6 7H0M6 7Q9 7 9 3.5T6 0H0",
    "C": "M10 2.5Q8 0 5.5 0Q0 0 0 7T5.5 14Q8 14 10 11.5",
    "D": "M0 0V14H4Q10 14 10 7T4 0Z",
    "E": "M9 0H0V14H9M0 7H7",
    "G": "M10 2.5Q8 0 5.5 0Q0 0 0 7T5.5 14Q10 14 10 8H6",
    "H": "M0 0V14M10 0V14M0 7H10",
    "I": "M5 0V14",
    "J": "M8 0V10Q8 14 4 14Q1 14 0 11",
    "K": "M0 0V14M9 0L0 8M3 5.5L10 14",
    "L": "M0 0V14H9",
    "M": "M0 14V0L5 8L10 0V14",
    "N": "M0 14V0L10 14V0",
    "O": "M5 0Q0 0 0 7T5 14T10 7T5 0Z",
    "P": "M0 14V0H6Q10 0 10 4T6 8H0",
    "R": "M0 14V0H6Q10 0 10 4T6 8H0M5 8L10 14",
    "S": "M9 2Q8 0 5 0Q1 0 1 3.5T5 7T9.5 10.5T5 14Q1 14 0 11.5",
    "T": "M0 0H10M5 0V14",
    "U": "M0 0V9Q0 14 5 14T10 9V0",
    "Y": "M0 0L5 7L10 0M5 7V14",
    " ": "",
}
STEP = 14.5


def words(text: str, x: float, y: float, height: float, colour: str, weight: float = 1.6) -> str:
    """A line of capitals centred on x, its top at y, `height` units high."""
    scale = height / 14
    left = x - (len(text) * STEP - 4.5) * scale / 2
    letters = "".join(
        f'<path d="{STROKES[letter]}" transform="translate({n * STEP} 0)"/>' for n, letter in enumerate(text)
    )
    return (
        f'<g transform="translate({left:.1f} {y})scale({scale:.3f})" fill="none" stroke="{colour}" stroke-width="{weight}" '
        f'stroke-linecap="round" stroke-linejoin="round">{letters}</g>'
    )
