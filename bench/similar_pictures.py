"""Which copies of 500 drawn proofs are found by their words, what else is taken for one, and the cost.

.venv/bin/python -m bench.similar_pictures [processes]     brings up a database; each proof is copied twice
"""

import random
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from itertools import combinations
from multiprocessing import Pool
from pathlib import Path
from statistics import median

import psycopg
import pyvips

from tapis.gateway.storage.images.word_prints import compute_word_prints
from tapis.ops import postgres
from tests.conftest import prepared
from tests.drawn_proofs import BANKS, crop, darken, draw_facts, draw_proof

PROOFS = 500
# Of each bank; every pair of them is compared.
COMPARED = 30
SIDES = ("left", "top", "right", "bottom")
SAME = "select private.shows_same_words(%s, %s) or private.shows_same_words(%s, %s)"
Change = Callable[[pyvips.Image, random.Random], pyvips.Image]


def cut(part: float) -> Change:
    """Of one side, or half of it of each of two or of all."""

    def change(picture: pyvips.Image, chance: random.Random) -> pyvips.Image:
        sides = chance.sample(SIDES, chance.choice((1, 2, 4)))
        return crop(picture, **dict.fromkeys(sides, part if len(sides) == 1 else part / 2))

    return change


def dark(picture: pyvips.Image, chance: random.Random) -> pyvips.Image:
    return darken(picture, chance.uniform(0.5, 0.85), chance.uniform(1, 1.5))


# The way, and the quality of the JPEG.
WAYS: dict[str, tuple[Change, int]] = {
    "cropped by 4 %": (cut(0.04), 75),
    "cropped by 6 %": (cut(0.06), 75),
    "cropped by 8 %": (cut(0.08), 75),
    "cropped by 10 %": (cut(0.10), 75),
    "darkened": (dark, 75),
    "cropped by 10 % and darkened": (lambda picture, chance: dark(cut(0.1)(picture, chance), chance), 75),
    "compressed again at quality 40": (lambda picture, _: picture, 40),
    "1,600 pixels high": (lambda picture, _: picture.resize(1600 / picture.height), 75),
    "cropped by 6 %, 720 pixels wide": (
        lambda picture, chance: cut(0.06)(picture, chance).thumbnail_image(720),
        75,
    ),
    "mirrored": (lambda picture, _: picture.fliphor(), 75),
}


def measured(number: int) -> tuple[str, dict[str, str], float]:
    """Prints of a proof and of two copies of it, and how many ms of the processor its own took."""
    picture = draw_proof(BANKS[number % len(BANKS)], draw_facts(number))
    sent = pyvips.Image.new_from_buffer(picture.jpegsave_buffer(Q=85), "").copy_memory()
    start = time.process_time()
    own = compute_word_prints(sent)
    taken = (time.process_time() - start) * 1000
    names = list(WAYS)
    turn = number // len(BANKS)
    copies = {}
    for name in (names[turn % len(names)], names[(turn + 5) % len(names)]):
        change, quality = WAYS[name]
        changed = change(picture, random.Random(number)).jpegsave_buffer(Q=quality)
        copies[name] = compute_word_prints(pyvips.Image.new_from_buffer(changed, ""))
    return own, copies, taken


def main() -> None:
    """Print two tables, in Markdown."""
    with Pool(int(sys.argv[1]) if len(sys.argv) > 1 else 1) as processes:
        pictures = processes.map(measured, range(PROOFS), chunksize=10)
    with (
        tempfile.TemporaryDirectory() as folder,
        postgres.ensure_server(prepared(Path(folder) / "d")) as urls,
        psycopg.connect(urls.superuser, autocommit=True) as connection,
    ):

        def same(one: str, other: str) -> bool:
            row = connection.execute(SAME, (one, other, other, one)).fetchone()
            return bool(row and row[0])

        print("Copy | found\n---|---:")
        found = defaultdict(list)
        for own, copies, _ in pictures:
            for name, prints in copies.items():
                found[name].append(same(own, prints))
        for name in WAYS:
            print(f"{name} | {sum(found[name])} of {len(found[name])}")
        compared, start = list[bool](), time.perf_counter()
        for bank in range(len(BANKS)):
            prints_of_bank = [own for own, _, _ in pictures[bank :: len(BANKS)]][:COMPARED]
            compared += [same(one, other) for one, other in combinations(prints_of_bank, 2)]
        taken = (time.perf_counter() - start) * 1000 / len(compared)
    print(f"\ntwo different proofs of one bank | {sum(compared)} of {len(compared)} pairs taken for one")
    print(f"ms of the processor for an upload, median | {median(ms for _, _, ms in pictures):.0f}")
    print(f"characters kept, median | {median(len(own) for own, _, _ in pictures):.0f}")
    print(f"ms to compare two | {taken:.1f}")


if __name__ == "__main__":
    main()
