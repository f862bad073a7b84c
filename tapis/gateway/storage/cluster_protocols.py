"""What gateways over the same bucket share; the composition root passes it where there are several."""

from collections.abc import AsyncIterator, Callable
from typing import Protocol

from starlette.requests import Request
from starlette.responses import Response

from tapis.gateway.storage.blobs.blob_store import BlobStore
from tapis.gateway.storage.images.transform_options import Options
from tapis.gateway.storage.objects import StoredObject


class SharedVariants(Protocol):
    """Prepared variants that every gateway can read."""

    async def names(self, version: str) -> set[str]:
        """The file names of the variants of an image that exist."""

    async def find(self, version: str, options: Options) -> bytes | None:
        """The variant, if a gateway has rendered it."""

    async def add(self, version: str, options: Options, content: bytes) -> None:
        """Share a variant with the other gateways."""

    def by_version(self) -> AsyncIterator[dict[str, list[str]]]:
        """The paths of all variants by their image's version, in batches."""

    async def delete(self, paths: list[str]) -> None:
        """Delete variants by their paths."""


class Cluster(Protocol):
    """The gateways over one bucket."""

    worker: str  # the module that is run as variant worker

    @property
    def variants(self) -> SharedVariants:
        """The variants in the bucket."""

    def redirect(self, request: Request, found: StoredObject, options: Options | None) -> Response | None:
        """A redirect to another server that has the bytes; None where the gateway answers itself."""


JoinCluster = Callable[[BlobStore], Cluster | None]


def no_cluster(_store: BlobStore) -> None:
    """One gateway of its own."""
