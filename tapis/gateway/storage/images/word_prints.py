"""Fingerprints of the words of a screenshot, by position and shape: the same in cropped or darkened copies.

32 hexadecimal digits each: x, y, width and height in pixels, 4 digits each, and 64 bits of its shape. The
first is the frame of the picture. Why words, and what it costs: docs/decisions/similar-pictures.md.
"""

from dataclasses import dataclass

import pyvips

# A phone's screen is at least this much taller than it is wide, also when it was cropped.
MIN_ASPECT_RATIO = 1.5
MAX_PIXELS = 6_000_000
# A letter in pixels; what is smaller or larger is a line, a button, or a drawing.
MIN_HEIGHT, MAX_LETTER_SIDE = 12, 120
# A picture with more letters is a photograph.
MAX_LETTERS, MAX_WORDS = 1500, 128
# Letters of one word are nearer to each other than this part of their height.
GAP = 0.2
# An edge has at least this part of the strongest contrast, however dark the picture is.
EDGE_CONTRAST = 0.3
COLUMNS, ROWS = 16, 4
# What lies at most two pixels above or below an edge belongs to its letter.
UPRIGHT = pyvips.Image.new_from_array([[255]] * 5)


@dataclass(slots=True)
class Box:
    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        return self.right - self.left

    @property
    def height(self) -> int:
        return self.bottom - self.top


def compute_word_prints(picture: pyvips.Image) -> str:
    """The prints of a possible screenshot; empty for other pictures, and for one that can't be decoded."""
    width, height = picture.width, picture.height
    if height < MIN_ASPECT_RATIO * width or width * height > MAX_PIXELS:
        return ""
    try:
        opaque = picture.flatten(background=255) if picture.hasalpha() else picture
        grey = opaque.colourspace("b-w").extract_band(0).cast("uchar").copy_memory()
        words = _words(sorted(_letters(grey), key=lambda letter: (letter.left, letter.top)))
        prints = _prints(grey, words[:MAX_WORDS])
    except pyvips.Error:
        return ""
    return "".join([f"{0:08x}{width:04x}{height:04x}{0:016x}", *prints]) if prints else ""


def _letters(grey: pyvips.Image) -> list[Box]:
    """Bounding boxes of connected edges; vertically separate parts of a letter, as in an i, are joined."""
    contrast = (grey.rank(3, 3, 8) - grey.rank(3, 3, 0)).cast("uchar").copy_memory()  # it is read twice
    edges = (contrast > contrast.percent(99) * EDGE_CONTRAST).morph(UPRIGHT, "dilate").copy_memory()
    parts = edges.labelregions().cast("ushort").copy_memory()
    coordinates = pyvips.Image.xyz(grey.width, grey.height)
    first, last = (_numbers(coordinates.hist_find_indexed(parts, combine=end)) for end in ("min", "max"))
    is_edge = _numbers(edges.hist_find_indexed(parts, combine="max"))
    boxes = [
        Box(first[at], first[at + 1], last[at] + 1, last[at + 1] + 1)
        for at in range(0, len(first), 2)
        if is_edge[at // 2]
    ]
    letters = [box for box in boxes if _is_letter(box)]
    return letters if len(letters) <= MAX_LETTERS else []


def _numbers(image: pyvips.Image) -> list[int]:
    return memoryview(bytes(image.cast("ushort").write_to_memory())).cast("H").tolist()


def _is_letter(box: Box) -> bool:
    return MIN_HEIGHT <= box.height <= MAX_LETTER_SIDE and box.width <= MAX_LETTER_SIDE


def _words(letters: list[Box]) -> list[Box]:
    """Group letters from left to right into words; single characters are not words."""
    words: list[Box] = []
    for letter in letters:
        word = next((word for word in words if _continues(word, letter)), None)
        if word:
            word.right, word.top = max(word.right, letter.right), min(word.top, letter.top)
            word.bottom = max(word.bottom, letter.bottom)
        else:
            words.append(letter)
    return [word for word in words if word.width >= 0.8 * word.height]


def _continues(word: Box, letter: Box) -> bool:
    heights = (word.height, letter.height)
    shared = min(word.bottom, letter.bottom) - max(word.top, letter.top)
    return 2 * shared > min(heights) and letter.left - word.right <= GAP * max(heights)


def _prints(grey: pyvips.Image, words: list[Box]) -> list[str]:
    """All shapes are computed as one picture, since starting to compute one costs more than the shape."""
    if not words:
        return []
    shapes = pyvips.Image.arrayjoin([_enlarge(grey, word) for word in words], across=1).shrink(4, 4)
    cells = bytes(shapes.cast("uchar").write_to_memory())
    size = COLUMNS * ROWS
    return [_print(word, cells[at * size :][:size]) for at, word in enumerate(words)]


def _enlarge(grey: pyvips.Image, word: Box) -> pyvips.Image:
    image: pyvips.Image = grey.crop(word.left, word.top, word.width, word.height).resize(
        4 * COLUMNS / word.width, vscale=4 * ROWS / word.height, kernel="linear"
    )
    return image


def _print(word: Box, cells: bytes) -> str:
    mean = sum(cells) / len(cells)
    shape = int("".join("01"[cell > mean] for cell in cells), 2)
    return f"{word.left:04x}{word.top:04x}{word.width:04x}{word.height:04x}{shape:016x}"
