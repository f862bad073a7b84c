"""The images whose prepared variants are still to be made: a file each, so that a kill loses none of them."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from tapis.gateway.storage.blobs.blob_store import KEY

# The variants of an image that ended the worker this often are rendered on request only.
MOST_ATTEMPTS = 3


class VariantQueue:
    """A folder of files named by version; a byte is added for each attempt."""

    def __init__(self, data: Path) -> None:
        self.folder = data / "variants" / "waiting"

    def add(self, version: str) -> None:
        """Add an image; one that is in the queue keeps its place. Raises OSError."""
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        (self.folder / version).touch()

    def remove(self, version: str) -> None:
        (self.folder / version).unlink(missing_ok=True)

    def next(self) -> str | None:
        """The image that has waited longest, its attempt counted; None when the queue is empty."""
        while oldest := min(self._files(), default=None):
            _, path = oldest
            with suppress(FileNotFoundError):
                if path.stat().st_size < MOST_ATTEMPTS:
                    with path.open("ab") as file:
                        file.write(b".")
                    return path.name
                path.unlink()
        return None

    def __bool__(self) -> bool:
        return any(self._files())

    def _files(self) -> Iterator[tuple[int, Path]]:
        with suppress(FileNotFoundError):
            for path in self.folder.iterdir():
                with suppress(FileNotFoundError):
                    if KEY.fullmatch(path.name):
                        yield path.stat().st_ctime_ns, path
