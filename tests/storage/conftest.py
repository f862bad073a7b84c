"""Personas of the storage tests, each with an HTTP client."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

import httpx
import pytest

from tapis.gateway.storage.images.formats import JPEG, detect_format
from tests.conftest import Shop
from tests.storage.sample_images import photo

Json = dict[str, object]

# Of a file's facts, what Supabase Storage has; not the prints by which copied proofs are recognised.
DOCUMENTED_METADATA = {
    "eTag", "size", "mimetype", "cacheControl", "lastModified", "contentLength", "httpStatusCode",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Person:
    """A caller of the storage API, with its own connection."""

    http: httpx.Client

    def send(
        self, name: str, content: bytes | None = None, mimetype: str = "image/jpeg", **headers: str
    ) -> httpx.Response:
        """Upload like the official client in a browser: a form whose file has no field name."""
        return self.http.post(
            f"/object/tapis/{name}",
            files={"": ("blob", photo() if content is None else content, mimetype)},
            data={"cacheControl": "3600"},
            headers={"x-upsert": "false"} | headers,
        )

    def send_raw(
        self, name: str, content: bytes, mimetype: str = "image/jpeg", **headers: str
    ) -> httpx.Response:
        """Upload like the official client from a buffer."""
        sent = {"content-type": mimetype, "cache-control": "max-age=3600"} | headers
        return self.http.post(f"/object/tapis/{name}", content=content, headers=sent)

    def upload(
        self, content: bytes | None = None, folder: str = "products", mimetype: str = "image/jpeg"
    ) -> str:
        """Upload and return the new name."""
        name = make_object_name(folder, content)
        answer = self.send(name, content, mimetype)
        assert answer.status_code == 200, answer.text
        return name

    def read(self, name: str, **headers: str) -> httpx.Response:
        """Download an object by its public path."""
        return self.http.get(f"/object/public/tapis/{name}", headers=headers)

    def read_as_owner(self, name: str) -> httpx.Response:
        """Download an object with the caller's own session."""
        return self.http.get(f"/object/authenticated/tapis/{name}")

    def render(self, name: str, query: str, accept: str = "*/*") -> httpx.Response:
        """Download a variant of an image."""
        return self.http.get(f"/render/image/public/tapis/{name}?{query}", headers={"accept": accept})

    def remove(self, *names: str) -> list[str]:
        """Remove objects and return the names that were removed."""
        answer = self.http.request("DELETE", "/object/tapis", json={"prefixes": names})
        assert answer.status_code == 200, answer.text
        return [row["name"] for row in answer.json()]


def make_object_name(folder: str = "products", content: bytes | None = None) -> str:
    """An object name for these bytes, as the front end makes it."""
    form = detect_format((content or b"")[:64]) or JPEG
    return f"{folder}/kain-{uuid4()}{form.suffix}"


@pytest.fixture(scope="package")
def people(shop: Shop) -> Iterator[dict[str, Person]]:
    """All personas, each with its own connection."""
    tokens = {
        "anna": shop.anon_key,
        "tom": shop.token("talent"),
        "ada": shop.token("admin"),
        "owner": shop.service_key,
    }
    people = {
        name: Person(httpx.Client(base_url=f"{shop.url}/storage/v1", headers=shop.headers(token), timeout=30))
        for name, token in tokens.items()
    }
    yield people
    for person in people.values():
        person.http.close()


@pytest.fixture
def anna(people: dict[str, Person]) -> Person:
    """A visitor."""
    return people["anna"]


@pytest.fixture
def tom(people: dict[str, Person]) -> Person:
    """A talent."""
    return people["tom"]


@pytest.fixture
def ada(people: dict[str, Person]) -> Person:
    """An administrator."""
    return people["ada"]


@pytest.fixture
def owner(people: dict[str, Person]) -> Person:
    """The holder of the service key."""
    return people["owner"]


def list_files(shop: Shop) -> set[Path]:
    """All files of the shop's store, including temporary ones, without variants."""
    return {path for part in ("files", "scratch") for path in (shop.data / part).rglob("*") if path.is_file()}


def capture_state(shop: Shop) -> tuple[set[Path], list[tuple[object, ...]]]:
    """What a refused request must leave unchanged: files and rows."""
    return list_files(shop), shop.sql("select id, name, version, metadata from storage.objects order by id")


def parse_refusal(answer: httpx.Response) -> tuple[str, str, str, str]:
    """The four parts of a refusal: true status, name, code, message."""
    body = answer.json()
    return body["statusCode"], body["error"], body["code"], body["message"]
