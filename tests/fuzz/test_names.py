"""File names: only allowed characters are accepted, and none is used as a path."""

import re

from hypothesis import assume, given
from hypothesis import strategies as st

from tests.fuzz.conftest import PARSER_SETTINGS, FuzzTarget
from tests.fuzz.generators import escaped
from tests.storage.sample_images import photo

# The characters that the protocol allows, written independently of the gateway.
ALLOWED_CHARACTERS = frozenset(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_!.*'() &$@=;:+,?-"
)
PIECES = [
    "a",
    "Z9",
    ".",
    "..",
    "...",
    " ",
    "/",
    "//",
    "%2e",
    "%2f",
    "%00",
    "\0",
    "\n",
    "\\",
    "é",
    "\u202e",
    "\ud800",
    "~",
    "|",
    "#",
    "?",
]
LETTER = st.sampled_from(PIECES) | st.text(max_size=3)
STEMS = st.one_of(
    st.builds("kain{}".format, LETTER),
    st.lists(LETTER, min_size=1, max_size=8).map("".join),
    st.integers(990, 1030).map(lambda length: "x" * length),
)
NAMES = st.builds("{}{}".format, STEMS, st.sampled_from([".jpg", ".JPEG", ".png", ".webp", ".html", ""]))
PICTURE = photo(16, 12)


def is_allowed(name: str) -> bool:
    """Whether a JPEG may have this name."""
    parts = name.split("/")
    stem, dot, extension = parts[-1].rpartition(".")
    return (
        len(name) <= 1024
        and all(part not in ("", ".", "..") and set(part) <= ALLOWED_CHARACTERS for part in parts)
        and bool(stem.strip(".") and dot)
        and extension.lower() in {"jpg", "jpeg"}
    )


@PARSER_SETTINGS
@given(name=NAMES)
def test_W3_a_name_is_taken_as_it_is_or_refused(target: FuzzTarget, name: str) -> None:
    whole = f"products/{name}"
    # A client library resolves these before it sends; tests/storage/test_names.py sends them byte by byte.
    assume(not re.search(r"(^|/)\.{1,2}(/|$)", name))
    before = target.state()
    answer = target.clients["owner"].post(
        f"/storage/v1/object/tapis/products/{escaped(name)}",
        content=PICTURE,
        headers={"content-type": "image/jpeg"},
    )
    if is_allowed(whole):
        assert answer.status_code == 200, answer.text
        assert target.sql("select 1 from storage.objects where bucket_id = 'tapis' and name = %s", whole)
        gone = target.clients["owner"].request(
            "DELETE", "/storage/v1/object/tapis", json={"prefixes": [whole]}
        )
        assert [row["name"] for row in gone.json()] == [whole]
        target.sql("delete from private.object_names where name = %s", whole)  # the next example may use it
    else:
        assert 400 <= answer.status_code < 500
    assert target.state() == before
    files = [path for path in (target.shop.data / "files").rglob("*") if path.is_file()]
    assert all(re.fullmatch(r"identity|[0-9a-f-]{36}", path.name) for path in files)
