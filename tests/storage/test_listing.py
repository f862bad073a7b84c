"""Folders and buckets: what is listed to whom, in which order; what is not supported."""

import base64
from uuid import uuid4

import httpx
import pytest

from tests.conftest import Shop
from tests.storage.conftest import DOCUMENTED_METADATA, Person, parse_refusal
from tests.storage.sample_images import photo


@pytest.fixture
def folder(ada: Person) -> str:
    """A new folder, which isolates searches like a bucket."""
    return f"products/{uuid4()}"


def list_names(answer: httpx.Response) -> list[str]:
    """The names in the order of the response."""
    assert answer.status_code == 200, answer.text
    return [entry["name"] for entry in answer.json()]


@pytest.fixture(scope="module")
def bucket_owner(owner_of_drawer: Person) -> Person:
    """The owner, with a bucket of files and folders."""
    return owner_of_drawer


@pytest.fixture(scope="module")
def owner_of_drawer(people: dict[str, Person]) -> Person:
    """The holder of the service key, with a bucket `shelf` of five files in four places."""
    owner = people["owner"]
    assert owner.http.post("/bucket", json={"id": "shelf", "name": "shelf"}).json() == {"name": "shelf"}
    for name in ("b.jpg", "a.jpg", "B_.jpg", "deep/er/c.jpg", "deep/d.jpg", "deep%/x.jpg"):
        sent = {"content-type": "image/jpeg"}
        assert owner.http.post(f"/object/shelf/{name}", content=photo(), headers=sent).status_code in {
            200,
            400,
        }
    return owner


LISTINGS = [
    ({"prefix": ""}, ["deep", "B_.jpg", "a.jpg", "b.jpg"]),
    ({}, ["deep", "B_.jpg", "a.jpg", "b.jpg"]),
    ({"prefix": "", "sortBy": {"column": "name", "order": "desc"}}, ["deep", "b.jpg", "a.jpg", "B_.jpg"]),
    (
        {"prefix": "", "sortBy": {"column": "created_at", "order": "asc"}},
        ["deep", "b.jpg", "a.jpg", "B_.jpg"],
    ),
    ({"prefix": "", "limit": 2}, ["deep", "B_.jpg"]),
    ({"prefix": "", "limit": 2, "offset": 2}, ["a.jpg", "b.jpg"]),
    ({"prefix": "deep"}, ["er", "d.jpg"]),
    ({"prefix": "deep/"}, ["er", "d.jpg"]),
    ({"prefix": "/deep/er"}, ["c.jpg"]),
    ({"prefix": "dee"}, []),
    ({"prefix": "", "search": "b"}, ["B_.jpg", "b.jpg"]),
    ({"prefix": "deep", "search": "D"}, ["d.jpg"]),
    ({"prefix": "", "search": "%"}, []),
    ({"prefix": "nowhere"}, []),
]


@pytest.mark.parametrize(("requested", "expected"), LISTINGS)
def test_W5_folders_first_then_files_as_sorted(
    bucket_owner: Person, requested: dict[str, object], expected: list[str]
) -> None:
    assert list_names(bucket_owner.http.post("/object/list/shelf", json=requested)) == expected


def test_W5_a_folder_is_only_a_name_and_a_file_has_facts(bucket_owner: Person) -> None:
    folder, file, *_ = bucket_owner.http.post("/object/list/shelf", json={"prefix": ""}).json()
    keys = {"name", "id", "updated_at", "created_at", "last_accessed_at", "metadata"}
    assert folder.keys() == file.keys() == keys
    assert [folder[key] for key in keys - {"name"}] == [None] * 5
    assert file["metadata"]["mimetype"] == "image/jpeg"
    assert file["metadata"].keys() == DOCUMENTED_METADATA
    by_cursor = bucket_owner.http.post("/object/list-v2/shelf", json={}).json()["objects"]
    assert all(one["metadata"].keys() == DOCUMENTED_METADATA for one in by_cursor)


def list_pages(bucket_owner: Person, **requested: object) -> list[list[str]]:
    """All pages of a listing by cursor: folders, then objects."""
    listed: list[list[str]] = []
    cursor: str | None = ""
    while cursor is not None:
        answer = bucket_owner.http.post("/object/list-v2/shelf", json=requested | {"cursor": cursor})
        assert answer.status_code == 200, answer.text
        found = answer.json()
        listed.append([entry["name"] for entry in found["folders"] + found["objects"]])
        assert found["hasNext"] == ("nextCursor" in found)
        cursor = found.get("nextCursor")
    return listed


@pytest.mark.parametrize(
    ("requested", "expected"),
    [
        ({}, [["B_.jpg", "a.jpg", "b.jpg", "deep/d.jpg", "deep/er/c.jpg"]]),
        ({"limit": 2}, [["B_.jpg", "a.jpg"], ["b.jpg", "deep/d.jpg"], ["deep/er/c.jpg"]]),
        ({"with_delimiter": True, "limit": 3}, [["B_.jpg", "a.jpg", "b.jpg"], ["deep/"]]),
        ({"with_delimiter": True, "prefix": "deep/"}, [["deep/er/", "deep/d.jpg"]]),
        (
            {"prefix": "de", "limit": 1, "sortBy": {"column": "name", "order": "desc"}},
            [["deep/er/c.jpg"], ["deep/d.jpg"]],
        ),
        (
            {"limit": 2, "sortBy": {"column": "created_at", "order": "asc"}, "prefix": ""},
            [["b.jpg", "a.jpg"], ["B_.jpg", "deep/er/c.jpg"], ["deep/d.jpg"]],
        ),
        ({"prefix": "nowhere"}, [[]]),
    ],
)
def test_Y22_a_listing_goes_on_from_its_cursor(
    bucket_owner: Person, requested: dict[str, object], expected: list[list[str]]
) -> None:
    assert list_pages(bucket_owner, **requested) == expected


@pytest.mark.parametrize("moment", ["infinity", "-infinity"])
def test_Y22_a_listing_goes_on_from_an_infinite_time(bucket_owner: Person, moment: str) -> None:
    """Folders have one, and the owner may write one."""
    cursor = base64.urlsafe_b64encode(f'["created_at", "{moment}", "a.jpg"]'.encode()).decode()
    body = {"cursor": cursor, "sortBy": {"column": "created_at"}}
    assert bucket_owner.http.post("/object/list-v2/shelf", json=body).status_code == 200


@pytest.mark.parametrize("cursor", ["x", "bnVsbA==", "WyJuYW1lIl0=", "WyJjcmVhdGVkX2F0IiwiYSIsImIiXQ=="])
def test_Y22_a_cursor_of_another_list_is_refused(bucket_owner: Person, cursor: str) -> None:
    assert (
        parse_refusal(bucket_owner.http.post("/object/list-v2/shelf", json={"cursor": cursor}))[2]
        == "InvalidRequest"
    )


@pytest.mark.parametrize(
    ("column", "position"),
    [
        ("name", "[" * 100_000),
        ("name", '["name","\\u0000","a"]'),
        ("name", '["name","a","\\ud800"]'),
        ("name", '["name",["a"],["a"]]'),
        ("created_at", '["created_at","soon","a"]'),
        ("created_at", '["created_at","2026-02-30 00:00:00+00","a"]'),
        ("created_at", '["created_at","0001-01-01 00:00:00+15","a"]'),
    ],
    ids=lambda value: value[:40],
)
def test_Y22_a_cursor_that_nobody_was_given_is_refused(
    bucket_owner: Person, column: str, position: str
) -> None:
    body = {"cursor": base64.urlsafe_b64encode(position.encode()).decode(), "sortBy": {"column": column}}
    assert parse_refusal(bucket_owner.http.post("/object/list-v2/shelf", json=body))[2] == "InvalidRequest"


def test_Y22_anna_and_tom_list_nothing_of_others_by_cursor(anna: Person, tom: Person, ada: Person) -> None:
    name = ada.upload(folder="transactions/invoices")
    for person, expected in ((anna, []), (tom, []), (ada, [name])):
        answer = person.http.post("/object/list-v2/tapis", json={"prefix": name}).json()
        assert [entry["key"] for entry in answer["objects"]] == expected


@pytest.mark.parametrize(
    "requested",
    [
        {"limit": "1; drop table"},
        {"limit": -1},
        {"offset": 1.5},
        {"prefix": 1},
        {"prefix": "a\0b"},
        {"sortBy": {"column": "version; select 1"}},
        {"sortBy": {"column": "name", "order": "asc; select 1"}},
        {"sortBy": "name"},
    ],
)
def test_W5_odd_listings_are_refused(bucket_owner: Person, requested: dict[str, object]) -> None:
    assert parse_refusal(bucket_owner.http.post("/object/list/shelf", json=requested))[2] == "InvalidRequest"


def test_W5_buckets_are_for_the_service_key(
    anna: Person, ada: Person, bucket_owner: Person, shop: Shop
) -> None:
    before = shop.sql("select * from storage.buckets order by id")
    for person in (anna, ada):
        assert person.http.get("/bucket").json() == []
        assert parse_refusal(person.http.get("/bucket/tapis"))[2] == "NoSuchBucket"
        assert parse_refusal(person.http.post("/bucket", json={"name": "mine"}))[2] == "AccessDenied"
        assert parse_refusal(person.http.put("/bucket/tapis", json={"public": False}))[2] == "NoSuchBucket"
        assert parse_refusal(person.http.post("/bucket/tapis/empty"))[2] == "NoSuchBucket"
        assert parse_refusal(person.http.delete("/bucket/shelf"))[2] == "NoSuchBucket"
    assert shop.sql("select * from storage.buckets order by id") == before
    assert {"tapis", "shelf"} <= {bucket["id"] for bucket in bucket_owner.http.get("/bucket").json()}


def test_W5_the_life_of_a_bucket(owner: Person) -> None:
    rules = {"public": True, "file_size_limit": 5000, "allowed_mime_types": ["image/png"]}
    assert owner.http.post("/bucket", json={"id": "life", "name": "life"} | rules).json() == {"name": "life"}
    taken = ("409", "Duplicate", "BucketAlreadyExists", "The resource already exists")
    assert parse_refusal(owner.http.post("/bucket", json={"name": "life"})) == taken
    assert (
        owner.http.get("/bucket/life").json().items() >= {"id": "life", "type": "STANDARD", **rules}.items()
    )
    jpeg, png = {"content-type": "image/jpeg"}, {"content-type": "image/png"}
    assert (
        parse_refusal(owner.http.post("/object/life/a", content=photo(), headers=jpeg))[2]
        == "InvalidMimeType"
    )
    # Says PNG, is JPEG: what was decoded is judged too.
    assert (
        parse_refusal(owner.http.post("/object/life/a", content=photo(), headers=png))[2] == "InvalidMimeType"
    )
    assert (
        parse_refusal(owner.http.post("/object/life/a", content=bytes(5001), headers=png))[2]
        == "EntityTooLarge"
    )
    sent = owner.http.post("/object/life/a", content=photo(suffix=".png"), headers=png)
    assert sent.status_code == 200
    expected = ("409", "ResourceNotEmpty", "ResourceNotEmpty", "The bucket you tried to delete is not empty")
    assert parse_refusal(owner.http.delete("/bucket/life")) == expected
    assert owner.http.put("/bucket/life", json={"public": False}).json() == {
        "message": "Successfully updated"
    }
    assert owner.http.post("/bucket/life/empty").json() == {"message": "Successfully emptied"}
    assert owner.http.delete("/bucket/life").json() == {"message": "Successfully deleted"}
    assert parse_refusal(owner.http.get("/bucket/life"))[2] == "NoSuchBucket"


@pytest.mark.parametrize("name", ["", "a/b", "ä", "a\0", "x" * 101, "..", 7, None, ["a"]])
def test_W5_odd_buckets_are_refused(owner: Person, name: object) -> None:
    assert owner.http.post("/bucket", json={"name": name}).status_code == 400


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/object/upload/sign/tapis/products/a.jpg"),
        ("PUT", "/object/upload/sign/tapis/products/a.jpg?token=x"),
        ("POST", "/upload/resumable"),
        ("POST", "/upload/resumable/sign"),
    ],
)
def test_W5_what_is_not_offered_says_so_in_json(ada: Person, method: str, path: str) -> None:
    status, _, code, sentence = parse_refusal(ada.http.request(method, path, json={}))
    assert (status, code) == ("501", "NotImplemented")
    assert sentence.endswith("is not offered by this server")


def test_W5_unknown_addresses_answer_in_json(ada: Person) -> None:
    answer = ada.http.get("/nowhere")
    assert answer.status_code == 404
    assert answer.json()["message"] == "Route GET:/storage/v1/nowhere not found"
