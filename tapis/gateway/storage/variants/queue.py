"""The pictures whose variants are still to be made: a file each, so that a kill forgets none of them."""

from contextlib import suppress
from pathlib import Path

from tapis.gateway.storage.blobs.blob_store import KEY

# A picture that ended its maker this often is left to whoever asks for it.
MOST_ATTEMPTS = 3


class VariantQueue:
    """A folder of files named by version; a byte is added for each attempt."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def add(self, version: str) -> None:
        """Put a picture in the queue; one that is there keeps its place. Raises OSError."""
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        (self.folder / version).touch()

    def done(self, version: str) -> None:
        """Take a picture out."""
        (self.folder / version).unlink(missing_ok=True)

    def next(self) -> str | None:
        """The picture that has waited longest, its attempt counted; None when there is none."""
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
        """Whether anything waits."""
        return bool(self._files())

    def _files(self) -> list[tuple[int, Path]]:
        found = []
        with suppress(FileNotFoundError):
            for path in self.folder.iterdir():
                with suppress(FileNotFoundError):
                    if KEY.fullmatch(path.name):
                        found.append((path.stat().st_ctime_ns, path))
        return found
