"""A sealed tar: readable by any tar program, with a checksum over every byte.

A backup:

database.dump     what pg_dump wrote (pg_restore reads it)
files/4f/4f0c…    each picture under the name that it has in the data folder
manifest.json     when it was taken, of which migrations, how many rows with which sums, what was missing
SHA256SUMS        of all of these, for `sha256sum --check`
SEAL              SHA-256 of every byte before it; it is last, so a truncated file has none

An export (tapis/ops/transfer) is sealed the same way, and begins with another member.
"""

import hashlib
import io
import json
import tarfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, BinaryIO, cast

from tapis.ops.command_errors import CommandError

CHUNK = 256 * 1024
DUMP, MANIFEST, SUMS, SEAL = "database.dump", "manifest.json", "SHA256SUMS", "SEAL"
END = bytes(2 * tarfile.BLOCKSIZE)
TRAILER_BYTES = 2 * tarfile.BLOCKSIZE + len(END)


@dataclass(frozen=True, slots=True)
class ArchiveKind:
    """A kind of sealed tar: its first member, format version, and the words for messages."""

    first: str
    format: int
    noun: str
    verb: str


BACKUP = ArchiveKind(DUMP, 1, "backup", "restore")
EXPORT = ArchiveKind("people.jsonl", 1, "export", "import")


class SealedTarWriter:
    """Writes the members sequentially to `target`, which need not be seekable."""

    def __init__(self, target: BinaryIO, mtime: float) -> None:
        self._target = target
        self._taken = int(mtime)
        self._seal = hashlib.sha256()
        self._sums: dict[str, str] = {}

    def add(self, name: str, content: BinaryIO) -> str:
        """Add a file; returns its SHA-256. Raises OSError if its size changes."""
        size, digest = content.seek(0, io.SEEK_END), hashlib.sha256()
        content.seek(0)
        self._write(build_tar_header(name, size, self._taken))
        left = size
        while left and (chunk := content.read(min(CHUNK, left))):
            left -= len(chunk)
            digest.update(chunk)
            self._write(chunk)
        if left:
            raise OSError(f"{name} became shorter while it was read")
        self._write(tar_padding(size))
        self._sums[name] = digest.hexdigest()
        return self._sums[name]

    def finish(self, manifest: Mapping[str, Any]) -> None:
        self.add(MANIFEST, io.BytesIO(json.dumps(manifest, indent=2).encode() + b"\n"))
        lines = "".join(f"{digest}  {name}\n" for name, digest in self._sums.items())
        self.add(SUMS, io.BytesIO(lines.encode()))
        self._target.write(build_archive_end(self._seal.hexdigest()))

    def _write(self, content: bytes) -> None:
        self._seal.update(content)
        self._target.write(content)


@dataclass(frozen=True, slots=True)
class SealedTar:
    """An opened archive whose seal was verified."""

    kind: ArchiveKind
    file: tarfile.TarFile
    members: Mapping[str, tarfile.TarInfo]
    manifest: Mapping[str, Any]
    sums: Mapping[str, str]

    def open(self, name: str) -> BinaryIO:
        """A member, from its beginning, read only."""
        if name not in self.members:
            raise CommandError(f"This {self.kind.noun} has no {name}.")
        return cast("BinaryIO", self.file.extractfile(self.members[name]))

    def pictures(self) -> Iterator[tuple[str, str]]:
        for name in self.members:
            if name.startswith("files/"):
                yield name.rpartition("/")[2], name


def open_archive(path: Path, kind: ArchiveKind = BACKUP) -> SealedTar:
    """Verify the seal over every byte, then read the members."""
    try:
        with path.open("rb") as raw:
            _check_seal(raw, path, kind)
        file = tarfile.open(path, "r:")  # noqa: SIM115 – lives as long as the archive
        members = _members(file, f"{path} is not a Tapis {kind.noun}.")
    except OSError as error:
        if path.parts[:1] == ("s3:",):
            url = f"s3://{'/'.join(path.parts[1:])}"
            raise CommandError(
                f"{url} is in a bucket: fetch the file first, for example with `aws s3 cp {url} .`."
            ) from error
        raise CommandError(f"{path} can't be read: {error.strerror or error}.") from error
    except tarfile.TarError as error:
        raise CommandError(f"{path} is not a Tapis {kind.noun}.") from error
    sealed = SealedTar(kind, file, members, {}, {})
    manifest = _parse_object(sealed.open(MANIFEST).read(), f"{path} is not a Tapis {kind.noun}.")
    if manifest.get("format") != kind.format:
        raise CommandError(f"{path} was made by a newer Tapis; install that version to {kind.verb} it.")
    lines = sealed.open(SUMS).read().decode().splitlines()
    return replace(sealed, manifest=manifest, sums={line[66:]: line[:64] for line in lines})


def _members(file: tarfile.TarFile, refusal: str) -> dict[str, tarfile.TarInfo]:
    """The members by name. Raises CommandError for members that a SealedTarWriter never creates.

    That is links, devices, sparse files, which may be larger than any disk, a name twice, and one that leads
    elsewhere.
    """
    members = dict[str, tarfile.TarInfo]()
    for member in file:
        parts = member.name.split("/")
        if not member.isreg() or member.issparse() or {"", ".", ".."} & {*parts} or member.name in members:
            raise CommandError(refusal)
        members[member.name] = member
    return members


def _parse_object(content: bytes, refusal: str) -> dict[str, Any]:
    try:
        value = json.loads(content)
    except ValueError as error:
        raise CommandError(refusal) from error
    if not isinstance(value, dict):
        raise CommandError(refusal)
    return value


def _check_seal(raw: BinaryIO, path: Path, kind: ArchiveKind) -> None:
    first = raw.read(tarfile.BLOCKSIZE).partition(b"\0")[0].decode(errors="replace")
    if first != kind.first:
        what = next(
            (f": it is for `tapis {other.verb}`" for other in (BACKUP, EXPORT) if other.first == first), ""
        )
        raise CommandError(f"{path} is not a Tapis {kind.noun}{what}.")
    size = raw.seek(0, io.SEEK_END) - TRAILER_BYTES
    raw.seek(0)
    digest, left = hashlib.sha256(), size
    while left > 0 and (chunk := raw.read(min(CHUNK, left))):
        left -= len(chunk)
        digest.update(chunk)
    if size <= 0 or raw.read() != build_archive_end(digest.hexdigest()):
        raise CommandError(f"{path} is damaged or was cut off; nothing was changed.")


def build_tar_header(name: str, size: int, mtime: int) -> bytes:
    info = tarfile.TarInfo(name)
    info.size, info.mtime, info.mode = size, mtime, 0o600
    return info.tobuf(tarfile.GNU_FORMAT)


def tar_padding(size: int) -> bytes:
    return bytes(-size % tarfile.BLOCKSIZE)


def build_archive_end(digest: str) -> bytes:
    """The exact bytes of the seal and the end of the tar."""
    content = digest.encode()
    return build_tar_header(SEAL, len(content), 0) + content + tar_padding(len(content)) + END
